"""What the section `notation` may say: its entries, and the words of fixed meaning in them."""

from __future__ import annotations

import re

SECTIONS = ("letters", "position", "sgf", "pgn")
"""The entries of the section."""
WHITE = "White"
FORMATS = {"sgf": ("cells", "moves"), "pgn": ("cells", "check", "letters", "moves", WHITE)}
"""The entries of each format beside its tags."""
TAG = re.compile(r"[A-Z][A-Za-z0-9]*")
"""What a property of SGF or a tag of PGN is called."""
RESERVED = {
    "sgf": ("FF", "CA", "AP", "RE", "B", "W", "AB", "AW", "AE", "PL", "PB", "PW", "C"),
    "pgn": ("Black", "Result", "FEN", "SetUp"),
}
"""What a format says with tags of its own."""
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
"""The results of PGN, which end a game."""
REMARKS = "!?+#="
"""Signs with which PGN says what somebody thinks of a move."""
NO_MOVE = ("{", "}", "(", ")", "[", "]", ";", "$", '"', ".", "%")
"""What cannot be in the text of a move in PGN."""
CELLS = {
    "names": "the names that the rules use: `d4`",
    "letters": "a letter for the column and one for the row, counted from the top: `dp`",
}
"""How cells can be written."""
FIELDS = {
    "board": "the rows from the top, with numbers for empty cells",
    "lists": "the letter of each colour with the cells of its pieces: `W27,K5:B1`",
    "hands": "the pieces off the board, each letter after its number",
    "mover": "the letter of the colour to move",
    "rounds": "the number of the round, from 1",
    "turns": "the number of the turn, from 1",
}
"""Words of a position that are no variables."""
BOARDS = ("board", "lists")
"""Those of them that say where the pieces are."""
JOIN = ":"
"""Stands between the words of a position that are one word."""
PARTS = ("kind", "column", "row")
"""What can be written of a parameter beside its value."""
PLACES = ("before", "after")
"""Where the sign of an attribute stands."""
OR = "or"
THEN = "then"
NOTHING = "nothing"
