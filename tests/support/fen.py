"""Positions of chess-like games from FEN, the notation in which they are published."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from support.positions import LATER

KINDS = {
    "p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king",
}  # fmt: skip
SIDES = {
    "K": ("White", "east"), "Q": ("White", "west"), "k": ("Black", "east"), "q": ("Black", "west"),
}  # fmt: skip


def from_fen(
    game: Any, fen: str, attributes: Mapping[str, dict[str, Any]] | None = None, **variables: Any
) -> Any:
    """The state that a FEN describes; `variables` are further ones that are stored, `attributes`
    those of kinds that have some.

    A cell that can be taken on in passing is what our file stores only if it can be taken on, as in
    the FEN of most programs.
    """
    placed, mover, castling, passed, quiet = fen.split()[:5]
    board, rows = {}, placed.split("/")
    for y, row in zip(range(len(rows), 0, -1), rows, strict=True):
        x = 0
        for symbol in row:
            if symbol.isdigit():
                x += int(symbol)
                continue
            colour = "White" if symbol.isupper() else "Black"
            kind = KINDS[symbol.lower()]
            more = {"attributes": attributes[kind]} if attributes and kind in attributes else {}
            board[f"{chr(ord('a') + x)}{y}"] = {"kind": kind, "colour": colour, **more}
            x += 1
    stored = json.loads(game.start().to_json())["variables"]
    if "castling" in stored:
        stored["castling"] = {
            p: [side for c, (of, side) in SIDES.items() if of == p and c in castling]
            for p in ("White", "Black")
        }
    if "passed" in stored:
        stored["passed"] = None if passed == "-" else passed
    stored |= {"quiet": int(quiet), **variables}
    seat = "wb".index(mover)
    data = {"board": board, "seat": seat, "turn": LATER + seat, "variables": stored}
    return game.state_from_json(json.dumps(data))
