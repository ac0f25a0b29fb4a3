"""Helpers for tests of rules: positions drawn as text in, move texts and refusals out.

A drawing has one line of text per row of the board, the top row first, one symbol per cell;
blanks only separate, so a hexagon can be drawn as it looks. `.` is an empty cell.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from interpreter import IllegalMove

# A position set up by hand is well past every opening, and in step with any number of seats.
LATER = 60

COLOURS = {"R": "Red", "B": "Black", "W": "White"}
RODS = {"^": "north", ">": "east", "v": "south", "<": "west"}
PAWN = (
    ("edge", {"f": "flat", "p": "protruded"}),
    ("centre", {"d": "dent", "b": "bulge"}),
    ("outline", {"h": "hexagonal", "c": "circular"}),
    ("body", {"s": "straight", "t": "tapered"}),
)
PAWN_CODES = [e + c + o + b for e in "fp" for c in "db" for o in "hc" for b in "st"]

Board = dict[str, dict[str, Any]]


def position(
    game: Any, pieces: Mapping[str, str] | None = None, kind: str = "stone", **rest: Any
) -> Any:
    """The state with pieces on the cells listed per colour; `rest` are further keys of the JSON."""
    listed = {} if pieces is None else pieces
    board = {
        cell: {"kind": kind, "colour": colour}
        for colour, cells in listed.items()
        for cell in cells.split()
    }
    return _state(game, board, rest)


def on_squares(game: Any, drawing: str, kind: str = "disc", **rest: Any) -> Any:
    """A square board drawn with R, B, W."""
    symbols = _square_symbols(drawing)
    return _state(game, {c: _piece(kind, s) for c, s in symbols.items()}, rest)


def on_hexagon(game: Any, drawing: str, kind: str = "stone", **rest: Any) -> Any:
    """A hexagon of hexes drawn with B, W."""
    symbols = _hexagon_symbols(drawing)
    return _state(game, {c: _piece(kind, s) for c, s in symbols.items()}, rest)


def with_rods(game: Any, drawing: str, **rest: Any) -> Any:
    """A square board drawn with colours and rods: `B>` is black, its rod points east."""
    board = {
        cell: _piece("token", symbol[0], {"rod": RODS[symbol[1]]})
        for cell, symbol in _square_symbols(drawing).items()
    }
    return _state(game, board, rest)


def with_pawns(game: Any, drawing: str, **rest: Any) -> Any:
    """A square board drawn with pawns: `fdhs` is flat, dent, hexagonal, straight."""
    board: Board = {
        cell: {"kind": "pawn", "attributes": attributes(code)}
        for cell, code in _square_symbols(drawing).items()
    }
    return _state(game, board, rest)


def pawn(code: str) -> str:
    """The full name of a pawn: `fdhs` is `flat-dent-hexagonal-straight`."""
    return "-".join(attributes(code).values())


def attributes(code: str) -> dict[str, str]:
    """The attributes of a pawn by name."""
    return {name: words[letter] for letter, (name, words) in zip(code, PAWN, strict=True)}


def texts(state: Any) -> set[str]:
    """The texts of all legal moves; each must be there once and be read back as itself."""
    listed = [move.text for move in state.moves()]
    assert len(listed) == len(set(listed))
    return set(listed)


def targets(state: Any, action: str) -> set[str]:
    """What follows the name of the action in the legal moves that take it."""
    return {text.removeprefix(action).strip() for text in texts(state) if text.split()[0] == action}


def play(state: Any, *moves: str) -> Any:
    """The state after the moves, each given by its text."""
    for text in moves:
        move = state.parse(text)
        assert move.text == text
        state = state.play(move)
    return state


def refusal(state: Any, text: str) -> str:
    """What the player is told whose move is illegal; the test fails if the move is legal."""
    assert text not in texts(state)
    with pytest.raises(IllegalMove) as error:
        state.play(state.parse(text))
    return str(error.value)


def result(state: Any) -> list[float]:
    """The result per seat of a game that is over, in which nothing can be played any more."""
    assert state.is_over
    assert state.moves() == []
    assert state.seat is None
    return [float(share) for share in state.result]


def cells(names: str) -> set[str]:
    """The cells listed."""
    return set(names.split())


def cell_sets(value: Iterable[Iterable[str]]) -> set[frozenset[str]]:
    """A set of sets of cells, however it is stored."""
    return {frozenset(each) for each in value}


def _state(game: Any, board: Board, rest: Mapping[str, Any]) -> Any:
    data: dict[str, Any] = {"board": board, "seat": 0, **rest}
    data.setdefault("turn", LATER + data["seat"])
    return game.state_from_json(json.dumps(data))


def _piece(kind: str, symbol: str, attributes: Mapping[str, str] | None = None) -> dict[str, Any]:
    piece: dict[str, Any] = {"kind": kind, "colour": COLOURS[symbol]}
    return piece if attributes is None else {**piece, "attributes": dict(attributes)}


def _rows_upwards(drawing: str) -> list[list[str]]:
    return [line.split() for line in reversed(drawing.splitlines()) if line.strip()]


def _square_symbols(drawing: str) -> dict[str, str]:
    rows = _rows_upwards(drawing)
    return {
        f"{chr(ord('a') + x)}{y}": symbol
        for y, row in enumerate(rows, 1)
        for x, symbol in enumerate(row)
        if set(symbol) != {"."}
    }


def _hexagon_symbols(drawing: str) -> dict[str, str]:
    return {
        f"{chr(ord('a') + y)}{k}": symbol
        for y, row in enumerate(_rows_upwards(drawing))
        for k, symbol in enumerate(row, 1)
        if symbol != "."
    }
