"""What a seat sees of a state, in codes: the part of it that planes are read from.

In a game without `sees` all seats see everything, and it is taken from the position at once; in
others it is taken from `State.view`, and from nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol

from gdl.vocabulary.types import FLAG, NUMBER, SetType, Type
from interpreter.api.game_base import GameBase
from interpreter.api.state import State
from interpreter.api.views import is_choosing
from interpreter.board.position import Piece as PieceCode
from interpreter.board.values import Piece, View
from interpreter.native.runtime.nodes import NativeNode
from interpreter.reference.rules import Variable

HIDDEN = object()  # a value that is not shown
SeenOn = PieceCode | Piece  # pieces as codes, or as a view has them


class Look(Protocol):
    """What is seen of a state."""

    acting: int | None  # the colour that acts
    chosen: Mapping[int, str | None]  # by colour; what, only of the viewer
    state: bytes | None  # all of it as the native engine has it, where nothing is hidden

    @property
    def piles(self) -> Sequence[Sequence[SeenOn] | None]:
        """On each cell the pieces, lowest first; None for a cell that is hidden."""

    def values(self, variable: Variable, is_mark: bool) -> Sequence[Any]:
        """The values of a variable in the order of its keys; HIDDEN for one that is not shown."""

    @property
    def supply(self) -> Sequence[int]:
        """How many pieces of each pool are off the board."""

    @property
    def last(self) -> int | None:
        """Where the last put or move of the turn ended."""

    @property
    def passes(self) -> int:
        """How many passes were just made in a row."""


class Everything:
    """A state in which nothing is hidden but what others choose."""

    state: bytes | None = None

    def __init__(self, looking: Looking, state: State, seat: int, acting: int | None):
        self.rules = looking.rules
        self.node = state.node
        self.acting = acting
        is_hidden = looking.has_choices and is_choosing(state)
        self.chosen: Mapping[int, str | None] = {}
        if is_hidden:
            self.chosen = looking.chosen(state.view(seat))

    @property
    def piles(self) -> Sequence[Sequence[SeenOn] | None]:
        """On each cell the pieces, lowest first."""
        position = self.node.position
        tops = [() if top is None else (top,) for top in position.board]
        if not position.under:
            return tops
        return [(*below, *top) for below, top in zip(position.under, tops, strict=True)]

    def values(self, variable: Variable, is_mark: bool) -> Sequence[Any]:
        """The values of a variable in the order of its keys."""
        position, rules = self.node.position, self.rules
        among = rules.marks if is_mark else rules.variables
        values: Sequence[Any] = (position.marks if is_mark else position.variables)[
            among.index(variable)
        ]
        return values

    @property
    def supply(self) -> Sequence[int]:
        """How many pieces of each pool are off the board."""
        supply: Sequence[int] = self.node.position.supply
        return supply

    @property
    def last(self) -> int | None:
        """Where the last put or move of the turn ended."""
        last: int | None = self.node.position.last
        return last

    @property
    def passes(self) -> int:
        """How many passes were just made in a row."""
        passes: int = self.node.position.passes
        return passes


class Native(Everything):
    """The same of a state of the native engine, of which only what is asked for is decoded."""

    def __init__(self, looking: Looking, state: State, seat: int, acting: int | None):
        super().__init__(looking, state, seat, acting)
        self.coding = self.node.engine.coding
        self.state: bytes = self.node.state

    def values(self, variable: Variable, is_mark: bool) -> Sequence[Any]:
        """The values of a variable in the order of its keys."""
        values: Sequence[Any] = self.coding.variable(variable, self.state)
        return values

    @property
    def supply(self) -> Sequence[int]:
        """How many pieces of each pool are off the board."""
        supply: Sequence[int] = self.coding.supply(self.state)
        return supply

    @property
    def last(self) -> int | None:
        """Where the last put or move of the turn ended."""
        last = self.coding.number("last", self.state)
        return None if last < 0 else self.coding.layout.cells[last]

    @property
    def passes(self) -> int:
        """How many passes were just made in a row."""
        passes: int = self.coding.number("passes", self.state)
        return passes


class Shown:
    """What a view shows."""

    state: bytes | None = None
    last: int | None = None
    passes = 0

    def __init__(self, looking: Looking, view: View, acting: int | None):
        self.looking = looking
        self.view = view
        self.acting = acting
        self.chosen: Mapping[int, str | None] = looking.chosen(view)

    @property
    def piles(self) -> Sequence[Sequence[SeenOn] | None]:
        """On each cell the pieces, lowest first; None for a cell that is hidden."""
        standing, hidden = self.view.standing(), self.view.hidden
        return [None if c in hidden else standing.get(c, ()) for c in self.looking.cells]

    def values(self, variable: Variable, is_mark: bool) -> Sequence[Any]:
        """The values of a variable in the order of its keys; HIDDEN for one that is not shown."""
        return self.looking.entries(variable, self.view.marks if is_mark else self.view.variables)

    @property
    def supply(self) -> Sequence[int]:
        """How many pieces of each pool are shown off the board."""
        return self.looking.supply(self.view)


class Looking:
    """Looks at the states of a game."""

    def __init__(self, game: GameBase):
        self.game = game
        self.rules = game.reference.rules
        self.is_open = not game.model.sees
        self.has_choices = game.has_simultaneous_choices
        self.cells = game.board.cells

    def look(self, state: State, seat: int, colours: Sequence[int]) -> Look:
        """What a seat sees of a state, in which the seats play these colours."""
        acting = state.seat
        colour = None if acting is None else colours[acting]
        if not self.is_open:
            return Shown(self, state.view(seat), colour)
        is_native = isinstance(state.node, NativeNode)
        return (Native if is_native else Everything)(self, state, seat, colour)

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
        return [counts[text] for text in self.pools]

    @cached_property
    def pools(self) -> list[str]:
        """The text of a piece of each pool."""
        return list(map(self.game.codes.piece_text, self.rules.pools))

    def chosen(self, view: View) -> dict[int, str | None]:
        """The colours that have chosen while all choose at once; what, only of the viewer."""
        number = self.game.players.index
        return {number(colour): move for colour, move in view.chosen.items()}
