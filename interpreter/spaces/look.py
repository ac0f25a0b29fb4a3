"""What a seat sees of a state, in codes: the part of it that planes are read from.

In a game without `sees` all seats see everything, and it is taken from the position at once; in
others it is taken from `State.view`, and from nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gdl.vocabulary.types import FLAG, NUMBER, SetType, Type
from interpreter.api.game_base import GameBase
from interpreter.api.state import State
from interpreter.api.views import is_choosing
from interpreter.board.position import Piece as PieceCode
from interpreter.board.values import Piece, View
from interpreter.reference.rules import Variable

HIDDEN = object()  # a value that is not shown
SeenOn = PieceCode | Piece  # pieces as codes, or as a view has them


@dataclass(frozen=True)
class Look:
    """What is seen: on each cell the pieces, lowest first, None for a cell that is hidden.

    `variables` and `marks` have the entries of all that are shown, by name, HIDDEN for one that is
    not.
    """

    piles: Sequence[Sequence[SeenOn] | None]
    variables: Mapping[str, Sequence[Any]]
    marks: Mapping[str, Sequence[Any]]
    supply: Sequence[int]
    acting: int | None
    chosen: Mapping[int, str | None]  # by colour
    last: int | None
    passes: int


class Looking:
    """Makes looks of the states of a game."""

    def __init__(self, game: GameBase):
        self.game = game
        self.rules = game.reference.rules
        self.is_open = not game.model.sees
        self.cells = game.board.cells

    def look(self, state: State, seat: int) -> Look:
        """What a seat sees of a state."""
        return self.at_all(state, seat) if self.is_open else self.through(state.view(seat))

    def at_all(self, state: State, seat: int) -> Look:
        """What everybody sees of a state in which nothing is hidden but choices."""
        position = state.node.position
        under = position.under
        piles: list[Any] = [() if top is None else (top,) for top in position.board]
        if under:
            piles = [(*below, *pile) for below, pile in zip(under, piles, strict=True)]
        return Look(
            piles,
            {v.name: x for v, x in zip(self.rules.variables, position.variables, strict=True)},
            {v.name: x for v, x in zip(self.rules.marks, position.marks, strict=True)},
            position.supply,
            state.seat,
            self.chosen(state.view(seat)) if is_choosing(state) else {},
            position.last,
            position.passes,
        )

    def through(self, view: View) -> Look:
        """What a view shows."""
        standing = view.standing()
        piles = [
            None if cell in view.hidden else standing.get(cell, ()) for cell in self.cells
        ]
        return Look(
            piles,
            {v.name: self.entries(v, view.variables) for v in self.rules.variables},
            {v.name: self.entries(v, view.marks) for v in self.rules.marks},
            self.supply(view),
            view.acting,
            self.chosen(view),
            None,
            0,
        )

    def entries(self, variable: Variable, shown: Mapping[str, Any]) -> list[Any]:
        """The values of a variable in the order of its keys."""
        if variable.name not in shown:
            return [HIDDEN] * len(variable.keys)
        value = shown[variable.name]
        if not variable.index_types:
            return [self.code(variable.type, value)]
        names = self.names[variable.name]
        return [self.code(variable.type, value[n]) if n in value else HIDDEN for n in names]

    @cached_property
    def names(self) -> dict[str, list[Any]]:
        """The keys of each variable as views have them."""
        decode, found = self.game.codes.decode, {}
        for variable in (*self.rules.variables, *self.rules.marks):
            types = variable.index_types
            keys = [tuple(map(decode, types, key)) for key in variable.keys]
            found[variable.name] = [key[0] if len(key) == 1 else key for key in keys]
        return found

    def code(self, type: Type, value: Any) -> Any:
        """The code of a value of a view."""
        if value is None or type in (FLAG, NUMBER):
            return value
        if isinstance(type, SetType):
            return frozenset(self.code(type.element, part) for part in value)
        return self.game.codes.parse(type, value)

    def supply(self, view: View) -> list[int]:
        """How many pieces of each pool a view shows off the board."""
        counts = Counter(view.supply or ())
        return [counts[self.game.codes.piece_text(piece)] for piece in self.rules.pools]

    def chosen(self, view: View) -> dict[int, str | None]:
        """The colours that have chosen while all choose at once; what, only of the viewer."""
        number = self.game.players.index
        return {number(colour): move for colour, move in view.chosen.items()}
