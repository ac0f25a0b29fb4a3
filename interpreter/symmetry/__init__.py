"""What turning and mirroring a board does: which symmetries the rules respect, and where they carry
cells (`boards`), numbers of moves and numbers of observations (`arrays`).
"""
