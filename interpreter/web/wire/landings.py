"""Where a move takes the piece of its last cell, for moves that do not name that cell.

`slide e2 north` says where a piece stands and which way it goes.  Whoever taps the piece expects to
tap the cell where it comes to be; which one that is shows when the move is played.  The client does
the same on an exported page (`export/landings.ts`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gdl.model.analysis import has_secrets
from gdl.vocabulary.types import CELL, SetType

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.api.state import State
    from interpreter.board.values import Move, Pile

MAX_TRIED = 300  # moves that are played for one position


def landings(state: State, moves: Sequence[Move]) -> list[str | None]:
    """For each move the cell where the piece of its last cell comes to be; None where the move ends
    with that cell, where no single cell can be told, and where something is hidden: what a move
    does would tell of it.
    """
    places = {} if has_secrets(state.game.model) else starts(state.game)
    tried = [move for move in moves if move.action in places]
    if not tried or len(tried) > MAX_TRIED:
        return [None] * len(moves)
    before = state.piles()
    found: dict[Move, str | None] = {}
    for move in tried:
        start = state.game.codes.text(CELL, move.key[1][places[move.action]])
        found[move] = landing(before, state.play(move).piles(), start)
    return [found.get(move) for move in moves]


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


def landing(before: Mapping[str, Pile], after: Mapping[str, Pile], start: str) -> str | None:
    """The cell where what stood on `start` has come to be: the only one that changed and has such a
    piece on top now, or else the only one that changed and is not empty.
    """
    moved = before.get(start)
    if moved is None or after.get(start) == moved:
        return None
    arrived = [c for c, pile in after.items() if c != start and pile != before.get(c)]
    alike = [c for c in arrived if after[c][-1] == moved[-1]]
    return next((cells[0] for cells in (alike, arrived) if len(cells) == 1), None)
