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


def heaped(game: Any, heaps: Mapping[str, int], kind: str = "seed", **rest: Any) -> Any:
    """A position of so many pieces of nobody on each cell, as in sowing games."""
    return placed(game, {cell: [{"kind": kind}] * n for cell, n in heaps.items()}, **rest)


def stacked(game: Any, stacks: str, symbols: Mapping[str, str], **rest: Any) -> Any:
    """A position of stacks, as in `a1:WWB b2:W`: the lowest piece first, one symbol for each."""
    board = {}
    for cell, _, stack in (word.partition(":") for word in stacks.split()):
        pieces = [symbols[symbol].split() for symbol in stack]
        board[cell] = [
            {"kind": kind, **({"colour": colour[0]} if colour else {})} for kind, *colour in pieces
        ]
    return placed(game, board, **rest)


def heights(state: Any) -> dict[str, int]:
    """How many pieces stand on each cell that is not empty."""
    return {cell: len(pile) for cell, pile in state.piles().items()}


def stacks_of(state: Any, symbols: Mapping[str, str]) -> dict[str, str]:
    """The stacks of a position in the symbols of `stacked`."""
    signs = {text: symbol for symbol, text in symbols.items()}
    return {
        cell: "".join(signs[f"{piece.kind} {piece.colour or ''}".strip()] for piece in pile)
        for cell, pile in state.piles().items()
    }


def placed(game: Any, board: Mapping[str, Any], **rest: Any) -> Any:
    """A position from its pieces as the JSON has them."""
    data: dict[str, Any] = {"board": dict(board), "seat": 0, **rest}
    data.setdefault("turn", LATER + data["seat"])
    return game.state_from_json(json.dumps(data))
