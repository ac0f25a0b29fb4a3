"""Where a move takes the piece of its last cell, for moves that do not name that cell.

`slide e2 north` says where a piece stands and which way it goes.  Whoever taps the piece expects to
tap the cell where it comes to be; which one that is shows when the move is played.  The client does
the same on an exported page (`export/landings.ts`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from gdl.model.analysis import has_secrets
from gdl.vocabulary.types import CELL, SetType

if TYPE_CHECKING:
    from gdl.vocabulary.lattice import Point
    from interpreter.api.game_base import GameBase
    from interpreter.api.state import State
    from interpreter.board.values import Move, Pile

MAX_TRIED = 300  # moves that are played for one position
NEAR = 0.01  # the sine of an angle that counts as none


class Landing(NamedTuple):
    """Where the piece of a move's last cell comes to be, if that can be told."""

    sure: str | None = None
    possible: tuple[str, ...] = ()  # where it may be instead, and another such move surely lands


def landings(state: State, moves: Sequence[Move]) -> list[Landing]:
    """Where each move lands; nowhere where it ends with that cell, and where something is hidden:
    what a move does would tell of it.

    A row of pieces that moves leaves alike pieces on several cells.  On each where another move
    that names the same cells lands, this one may be meant as well.  A pile that is spread in a
    straight line lands on the last cell of it.
    """
    places = {} if has_secrets(state.game.model) else starts(state.game)
    tried = [move for move in moves if move.action in places]
    if not tried or len(tried) > MAX_TRIED:
        return [Landing()] * len(moves)
    before, points = state.piles(), state.game.reference.rules.topology.points
    found: dict[Move, tuple[str | None, list[str]]] = {}
    for move in tried:
        start = state.game.codes.text(CELL, move.key[1][places[move.action]])
        after = state.play(move).piles()
        end = end_of_spread(before, after, start, points)
        cells = arrivals(before, after, start) if end is None else [end]
        is_sure = len(cells) == 1 and after.get(start) != before[start]
        found[move] = (cells[0] if is_sure else None, cells)
    tapped = {move: tapped_cells(state.game, move) for move in tried}
    reached = {(tapped[move], sure) for move, (sure, _) in found.items()}
    told = {
        move: Landing(sure, () if sure else tuple(c for c in cells if (tapped[move], c) in reached))
        for move, (sure, cells) in found.items()
    }
    return [told.get(move, Landing()) for move in moves]


def starts(game: GameBase) -> dict[str, int]:
    """For each action whose last cell other words follow, the place of that cell among its
    parameters.
    """
    found = {}
    for name, action in game.reference.turns.actions.items():
        cells = [at for at, type in enumerate(action.types) if is_on_board(type)]
        if cells and cells[-1] < len(action.types) - 1 and action.types[cells[-1]] == CELL:
            found[name] = cells[-1]
    return found


def is_on_board(type: object) -> bool:
    """Whether the values of a type are tapped on the board."""
    return type == CELL or (isinstance(type, SetType) and type.element == CELL)


def tapped_cells(game: GameBase, move: Move) -> tuple[object, ...]:
    """The cells and sets of cells that a move names, in order."""
    types = game.reference.turns.actions[move.action].types
    return tuple(value for type, value in zip(types, move.key[1], strict=True) if is_on_board(type))


def arrivals(before: Mapping[str, Pile], after: Mapping[str, Pile], start: str) -> list[str]:
    """The cells where what stood on `start` may have come to be: those that changed and have such
    a piece on top now, or else all that changed and are not empty.
    """
    moved = before.get(start)
    if moved is None:
        return []
    arrived = [c for c, pile in after.items() if c != start and pile != before.get(c)]
    return [c for c in arrived if after[c][-1] == moved[-1]] or arrived


def end_of_spread(
    before: Mapping[str, Pile], after: Mapping[str, Pile], start: str, points: Mapping[str, Point]
) -> str | None:
    """The last of several cells in a straight line from `start` among which pieces of the pile on
    it were spread; None where none were, or round a corner.
    """
    grown = {c: len(pile) - len(before.get(c, ())) for c, pile in after.items()}
    grown = {c: more for c, more in grown.items() if more > 0 and c != start}
    lost = len(before.get(start, ())) - len(after.get(start, ()))
    if len(grown) < 2 or sum(grown.values()) > lost:
        return None
    x, y = points[start]
    steps = {c: (points[c][0] - x, points[c][1] - y) for c in grown}
    far, (u, v) = max(steps.items(), key=lambda step: hypot(*step[1]))
    is_straight = all(
        abs(a * v - b * u) < NEAR * hypot(a, b) * hypot(u, v) and a * u + b * v > 0
        for a, b in steps.values()
    )
    return far if is_straight else None
