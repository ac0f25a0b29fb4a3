"""A finished game → why it is over, the line that ended it, and the cells that decide.

The cells are found without knowing what the line says: pieces are taken off the board, one after
the other, wherever the condition still holds without them.  What is left is needed for it: the row
of a game of rows, the chain of a game of connections.  Where the next player cannot move (`stuck`),
that would find the pieces in the way; those that cannot move are shown instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gdl.model.analysis import Reads
from gdl.source.diagnostics import GdlError
from gdl.source.wording import clip
from interpreter.api.wording import UNDECIDED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from interpreter.api.state import State
    from interpreter.board.position import Position

MAX_CELLS = 400  # a larger board is not searched for the deciding cells
SHARE = 0.6  # of the pieces: if more decide, none is worth pointing out


def ended_data(state: State, last: str) -> dict[str, Any]:
    """Why a game is over, the line that ended it and the cells that decide."""
    span = state.ended_by
    if span is None:
        return ended(UNDECIDED)
    rule = clip(" ".join(span.text.split()))
    said = state.ended_because
    return ended(said or rule, rule, span.line, deciding_cells(state, last))


def ended(
    message: str, rule: str | None = None, line: int | None = None, cells: Sequence[str] = ()
) -> dict[str, Any]:
    """How a match ended, as messages say it: the message is the rule itself where it has no text.

    `rule` and `line` are None where no line of `end` ended it.
    """
    return {"message": message, "rule": rule, "line": line, "cells": list(cells)}


def deciding_cells(state: State, last: str) -> list[str]:
    """The cells whose pieces the end needs; none where that says nothing."""
    engine, span = state.game.reference, state.ended_by
    ends = [holds for end, holds in engine.ends if end.span == span]
    position: Position = state.node.position
    if len(ends) != 1 or len(position.board) > MAX_CELLS:
        return []

    def holds(at: Position) -> bool:
        engine.rules.begin_step()
        return bool(ends[0](at, engine.rules.frame()))

    for start in as_it_was(state, position, last):
        try:
            if holds(start):
                if is_by_stuck(state, start):
                    return stuck_cells(state, start)
                return needed(state, start, holds)
        except (ArithmeticError, GdlError, LookupError, TypeError, ValueError):
            return []  # a condition that cannot be evaluated for other boards
    return []


def is_by_stuck(state: State, position: Position) -> bool:
    """Whether the line that ended the game asks whether the next player is stuck, and it is so."""
    reads = Reads(state.game.model)
    asks = any(
        "stuck" in reads.of(end.condition)
        for end in state.game.model.ends if end.span == state.ended_by
    )  # fmt: skip
    return asks and state.game.reference.turns.is_stuck(position)


def stuck_cells(state: State, position: Position) -> list[str]:
    """The cells of the player who would have to move."""
    colour = state.colour_of(position.next_seat)
    return [cell for cell, piece in state.pieces().items() if piece.colour == colour]


def as_it_was(state: State, position: Position, last: str) -> Iterator[Position]:
    """The position as the end may have seen it: the final one, and with a `last` cell."""
    yield position
    index = state.game.reference.rules.topology.index
    for word in reversed(last.split()):
        if word in index:
            yield position.changed(last=index[word])


def needed(state: State, start: Position, holds: Callable[[Position], bool]) -> list[str]:
    """The cells that keep their pieces when all are taken off that are not needed."""
    names = state.game.board.cells
    full = [c for c, piece in enumerate(start.board) if piece is not None]
    position, kept = start, []
    for cell in full:
        without = position.cleared(cell)
        if holds(without):
            position = without
        else:
            kept.append(cell)
    if len(kept) > SHARE * len(full) and len(full) > 4:
        return []
    return [names[c] for c in kept]
