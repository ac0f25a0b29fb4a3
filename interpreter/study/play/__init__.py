"""Games of a study, played and measured, in this process or by workers.

A batch enters as text, and so leave the rows of its games: result, length, and for games that are
looked at move by move their moves and measures.
"""
