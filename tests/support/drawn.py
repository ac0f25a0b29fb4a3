"""Positions of any game drawn as text, in the symbols that the test names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from support.positions import LATER


def drawn(game: Any, drawing: str, symbols: Mapping[str, str], **rest: Any) -> Any:
    """A position: the top row first, blanks between the cells, `.` for an empty one.

    A symbol stands for a kind and, if there is one, a colour: `{"b": "man Black"}`. `rest` are
    further keys of the JSON.
    """
    board = {}
    rows = [line.split() for line in reversed(drawing.splitlines()) if line.strip()]
    for y, row in enumerate(rows, 1):
        for x, symbol in enumerate(row):
            if symbol != ".":
                kind, *colour = symbols[symbol].split()
                cell = f"{chr(ord('a') + x)}{y}"
                board[cell] = {"kind": kind, **({"colour": colour[0]} if colour else {})}
    return placed(game, board, **rest)


def placed(game: Any, board: Mapping[str, Any], **rest: Any) -> Any:
    """A position from its pieces as the JSON has them."""
    data: dict[str, Any] = {"board": dict(board), "seat": 0, **rest}
    data.setdefault("turn", LATER + data["seat"])
    return game.state_from_json(json.dumps(data))
