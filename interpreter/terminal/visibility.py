"""What is shown of a match: all of it, or what one person may see.

If a seat is given, only its view is read and nothing of the true state.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from interpreter.drawing.scene import shown_supply, undrawn_names
from interpreter.drawing.text.board import Scene
from interpreter.drawing.text.canvas import Run
from interpreter.drawing.text.symbols import Symbols
from interpreter.drawing.text.tables import WIDTH, status_lines, wrapped
from interpreter.drawing.text.values import supply_text
from interpreter.matches.seen import whole_view
from interpreter.terminal.hands import rows_of_cards
from interpreter.terminal.stored import stored_on_board
from interpreter.terminal.tints import grounds

if TYPE_CHECKING:
    from interpreter.api.state import State
    from interpreter.board.values import View
    from interpreter.matches.match import Match


def scene(
    match: Match, seat: int | None, symbols: Symbols, news: Sequence[str] = ()
) -> Scene:
    """The true board, or what a seat may see of it; cells in its `news` count as latest."""
    state = match.state
    if seat is not None:
        named = (word for text in news for word in words(text))
        return seen(state, state.view(seat), symbols, named)
    return whole(state, latest(match), symbols)


def whole(state: State, last: Iterable[str], symbols: Symbols) -> Scene:
    """The true board, with the cells of the last turn."""
    return seen(state, whole_view(state), symbols, last)


def seen(state: State, view: View, symbols: Symbols, last: Iterable[str]) -> Scene:
    """What a view shows of a board; the cells among the words `last` are those of the last turn."""
    cells = frozenset(state.game.board.cells)
    stored = stored_on_board(state.game, view, symbols)
    marked = cells.intersection(leaves(view.marks)) | stored.marked
    fresh = cells.intersection(last)
    heights = {cell: len(pile) for cell, pile in view.piles.items()}
    return Scene(
        view.pieces, view.hidden, marked, fresh, stored.notes, stored.joins, heights,
        grounds(state.game),
    )  # fmt: skip


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


def facts(match: Match, seat: int | None, symbols: Symbols, width: int = WIDTH) -> Iterator[str]:
    """Lines for rows of cards, for other variables, marks and scores, for the pieces off the board,
    and for those who have chosen where all choose at once.
    """
    state = match.state
    view = whole_view(state) if seat is None else state.view(seat)
    every = match.start.variables | match.start.marks
    cards = rows_of_cards(state.game, view, every, symbols)
    for lines in cards.values():
        for line in lines:
            yield from wrapped(line, width)
    if seat is not None:
        values, supply = {**view.variables, **view.marks}, view.supply or {}
        start = match.start.view(seat).variables
    else:
        values, start = public_values(state), match.start.variables
        supply = state.supply
    left_out = {*cards, *undrawn_names(state.game)}
    if shown := {name: value for name, value in values.items() if name not in left_out}:
        yield from status_lines(shown, start, width, every)
    if supply := shown_supply(state.game, supply):
        counts = zip(symbols.all_short([*supply]), supply.values(), strict=True)
        text = supply_text([*counts])
        yield from wrapped(f"off the board: {text}", width)
    if seat is not None and view.chosen:
        yield f"{', '.join(view.chosen)} {'has' if len(view.chosen) == 1 else 'have'} chosen"


def public_values(state: State) -> dict[str, Any]:
    """Variables and marks, and scores unless they are among them."""
    values, scores = state.variables, state.scores
    values |= state.marks
    if scores is not None and scores not in values.values():
        values["score" if "score" not in values else "score at the end"] = scores
    return values


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
