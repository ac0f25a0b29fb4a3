"""How states and moves are laid out in bits and bytes.

`Layout` numbers cells and values, `Fields` are those of a state, `Planes` the terms of the board,
and `Coding` turns bytes into positions of the reference engine and back.
"""
