"""Boards and positions as people see them.

`colours` holds the colours of seats for every front end; `text` draws for the terminal, `scene`
says what any other front end draws, and `svg` draws that.
"""
