"""Positions of shogi and its small forms from SFEN, the notation in which they are published."""

from __future__ import annotations

import json
import re
from typing import Any

from support.positions import LATER

KINDS = {
    "k": "king", "g": "gold", "s": "silver", "b": "bishop", "r": "rook", "p": "pawn",
    "l": "lance", "n": "knight",
}  # fmt: skip
ONE_SIDED = ("king", "gold")


def from_sfen(game: Any, sfen: str) -> Any:
    """The state that an SFEN describes: the rows from the top, who moves, and the hands.

    Capital letters are Black's, who plays upwards; `+` stands before a promoted piece, and a number
    before a letter of a hand.
    """
    placed, mover, hands = sfen.split()
    board: dict[str, Any] = {}
    rows = placed.split("/")
    for y, row in zip(range(len(rows), 0, -1), rows, strict=True):
        x = 0
        for symbol in re.findall(r"\+?[A-Za-z]|\d", row):
            if symbol.isdigit():
                x += int(symbol)
                continue
            kind = KINDS[symbol[-1].lower()]
            more = {} if kind in ONE_SIDED else {"attributes": {"promoted": "+" in symbol}}
            colour = "Black" if symbol[-1].isupper() else "White"
            board[f"{chr(ord('a') + x)}{y}"] = {"kind": kind, "colour": colour, **more}
            x += 1
    held = {letter: int(n or 1) for n, letter in re.findall(r"(\d*)([A-Za-z])", hands)}
    letters = {kind: letter for letter, kind in KINDS.items()}
    pools = [letters[k.name] for k in game.model.kinds if k.supply is not None]
    supply = [held.get(letter, 0) for pool in pools for letter in (pool.upper(), pool)]
    seat = "bw".index(mover)
    data = {"board": board, "seat": seat, "turn": LATER + seat, "supply": supply}
    return game.state_from_json(json.dumps(data))
