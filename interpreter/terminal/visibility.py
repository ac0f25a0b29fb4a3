"""What is shown of a match: all of it, or what one person may see.

If a seat is given, only its view is read and nothing of the true state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from interpreter.drawing.text.board import Scene
from interpreter.drawing.text.canvas import Run
from interpreter.drawing.text.symbols import Symbols
from interpreter.drawing.text.values import status, supply_text

if TYPE_CHECKING:
    from interpreter.api.state import State
    from interpreter.matches.match import Match


def scene(match: Match, seat: int | None, news: Sequence[str] = ()) -> Scene:
    """The true board, or what a seat may see of it; cells in its `news` count as latest."""
    state, cells = match.state, frozenset(match.game.board.cells)
    if seat is not None:
        view = state.view(seat)
        named = (word for text in news for word in words(text))
        return Scene(view.pieces, view.hidden, latest=cells.intersection(named))
    return whole(state, cells.intersection(latest(match)))


def whole(state: State, last: frozenset[str]) -> Scene:
    """The true board, with the cells of the last turn."""
    marked = frozenset(state.game.board.cells).intersection(leaves(state.marks))
    return Scene(state.pieces(), frozenset(), marked, last)


def latest(match: Match) -> Iterator[str]:
    """The words of the moves of the last turn, and of the one before if that is unfinished."""
    if not match.plies:
        return
    last = match.plies[-1].before.turn
    first = last - 1 if match.state.turn == last else last
    for ply in reversed(match.plies):
        if ply.before.turn < first:
            return
        yield from words(ply.move.text)


def facts(match: Match, seat: int | None, symbols: Symbols) -> Iterator[str]:
    """A line for variables, marks and scores, and one for the pieces off the board."""
    state = match.state
    if seat is not None:
        view = state.view(seat)
        values, supply = dict(view.variables), view.supply or ()
        start = match.start.view(seat).variables
    else:
        values, start = public_values(state), match.start.variables
        supply = tuple(name for name, n in state.supply.items() for _ in range(n))
    if values:
        yield status(values, start)
    if supply:
        yield f"off the board: {supply_text([*map(symbols.short, supply)])}"


def public_values(state: State) -> dict[str, Any]:
    """Variables and marks, and scores unless they are among them."""
    values, scores = state.variables, state.scores
    if scores is not None and scores not in values.values():
        values["score"] = scores
    return values | state.marks


def legend(symbols: Symbols) -> list[list[Run]]:
    """A row that says what the symbols stand for."""
    row: list[Run] = []
    for group in symbols.legend():
        row += [(" · ", "")] if row else []
        for number, (text, style, word) in enumerate(group):
            row += [(", " if number else "", ""), (text, style), (f" {word}", "")]
    return [row] if row else []


def words(text: str) -> list[str]:
    """The words of a move."""
    return re.split(r"\W+", text)


def leaves(value: Any) -> Iterator[str]:
    """The texts in a value, however deep."""
    if isinstance(value, Mapping):
        for part in value.values():
            yield from leaves(part)
    elif isinstance(value, frozenset | tuple):
        for part in value:
            yield from leaves(part)
    elif isinstance(value, str):
        yield value
