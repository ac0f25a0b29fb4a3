"""What a seat sees of a state, in codes: the part of it that planes are read from.

In a game without `sees` all seats see everything, and it is taken from the position at once; in
others `Visibility` says which part of it is shown, as it does to `State.view`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from interpreter.api.game_base import GameBase
from interpreter.api.state import State
from interpreter.api.views import Visibility, is_choosing, visible_choices
from interpreter.board.position import Piece as PieceCode
from interpreter.board.values import Piece
from interpreter.native.runtime.nodes import NativeNode
from interpreter.reference.rules import Variable

HIDDEN = object()  # a value that is not shown
SeenOn = PieceCode | Piece  # pieces as codes, or as a view has them


class Look(Protocol):
    """What is seen of a state."""

    acting: int | None  # the colour that acts
    chosen: Mapping[int, str | None]  # by colour; what, only of the viewer

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

    def __init__(self, looking: Looking, state: State, seat: int, acting: int | None):
        self.rules = looking.rules
        self.node = state.node
        self.acting = acting
        is_hidden = looking.has_choices and is_choosing(state)
        self.chosen: Mapping[int, str | None] = {}
        if is_hidden:
            self.chosen = looking.chosen(state, seat)

    @property
    def piles(self) -> Sequence[Sequence[SeenOn] | None]:
        """On each cell the pieces, lowest first."""
        position = self.node.present
        tops = [() if top is None else (top,) for top in position.board]
        if not position.under:
            return tops
        return [(*below, *top) for below, top in zip(position.under, tops, strict=True)]

    def values(self, variable: Variable, is_mark: bool) -> Sequence[Any]:
        """The values of a variable in the order of its keys."""
        position, rules = self.node.present, self.rules
        among = rules.marks if is_mark else rules.variables
        values: Sequence[Any] = (position.marks if is_mark else position.variables)[
            among.index(variable)
        ]
        return values

    @property
    def supply(self) -> Sequence[int]:
        """How many pieces of each pool are off the board."""
        supply: Sequence[int] = self.node.present.supply
        return supply

    @property
    def last(self) -> int | None:
        """Where the last put or move of the turn ended."""
        last: int | None = self.node.present.last
        return last

    @property
    def passes(self) -> int:
        """How many passes were just made in a row."""
        passes: int = self.node.present.passes
        return passes


class Native(Everything):
    """The same of a state of the native engine, of which only what is asked for is decoded."""

    def __init__(self, looking: Looking, state: State, seat: int, acting: int | None):
        super().__init__(looking, state, seat, acting)
        self.coding = self.node.engine.coding

    def values(self, variable: Variable, is_mark: bool) -> Sequence[Any]:
        """The values of a variable in the order of its keys."""
        values: Sequence[Any] = self.coding.variable(variable, self.node.state)
        return values

    @property
    def supply(self) -> Sequence[int]:
        """How many pieces of each pool are off the board."""
        supply: Sequence[int] = self.coding.supply(self.node.state)
        return supply

    @property
    def last(self) -> int | None:
        """Where the last put or move of the turn ended."""
        last = self.coding.number("last", self.node.state)
        return None if last < 0 else self.coding.layout.cells[last]

    @property
    def passes(self) -> int:
        """How many passes were just made in a row."""
        passes: int = self.coding.number("passes", self.node.state)
        return passes


class Shown(Everything):
    """What `sees` shows of a state; of what `last` and `passes` count, nothing."""

    last = None
    passes = 0

    def __init__(self, looking: Looking, state: State, seat: int, acting: int | None):
        super().__init__(looking, state, seat, acting)
        self.looking = looking
        self.visibility = Visibility(state, seat)

    @property
    def piles(self) -> Sequence[Sequence[SeenOn] | None]:
        """On each cell the pieces, lowest first; None for a cell that is hidden."""
        shown, unknown = self.visibility.cells, self.visibility.unknown
        piles: list[Sequence[SeenOn] | None] = [
            pile if cell in shown else None for cell, pile in enumerate(super().piles)
        ]
        without = self.looking.without
        for cell in frozenset().union(*unknown.values()):
            parts = tuple(name for name, cells in unknown.items() if cell in cells)
            piles[cell] = [without(piece, parts) for piece in piles[cell] or ()]
        return piles

    def values(self, variable: Variable, is_mark: bool) -> Sequence[Any]:
        """The values of a variable in the order of its keys; HIDDEN for one that is not shown."""
        values = super().values(variable, is_mark)
        if variable.name not in self.looking.game.model.sees:
            return values
        kept, pairs = self.visibility.kept(variable), zip(variable.keys, values, strict=True)
        return [value if key in kept else HIDDEN for key, value in pairs]

    @property
    def supply(self) -> Sequence[int]:
        """How many pieces of each pool are shown off the board."""
        return self.visibility.supply or (0,) * len(self.rules.pools)


class Looking:
    """Looks at the states of a game."""

    def __init__(self, game: GameBase):
        self.game = game
        self.rules = game.reference.rules
        self.is_open = not game.model.sees
        self.has_choices = game.has_simultaneous_choices
        self.known: dict[tuple[PieceCode, tuple[str, ...]], Piece] = {}

    def look(self, state: State, seat: int) -> Look:
        """What a seat sees of a state."""
        acting = state.seat
        colour = None if acting is None else state.node.colours[acting]
        if not self.is_open:
            return Shown(self, state, seat, colour)
        is_native = isinstance(state.node, NativeNode)
        return (Native if is_native else Everything)(self, state, seat, colour)

    def without(self, piece: SeenOn, parts: tuple[str, ...]) -> Piece:
        """A piece of which some parts are unknown."""
        assert isinstance(piece, PieceCode)
        if (piece, parts) not in self.known:
            seen = self.game.piece(piece)
            for part in parts:
                seen = self.game.without(part, seen)
            self.known[piece, parts] = seen
        return self.known[piece, parts]

    def chosen(self, state: State, seat: int) -> dict[int, str | None]:
        """The colours that have chosen while all choose at once; what, only of the viewer."""
        number = self.game.players.index
        return {number(colour): move for colour, move in visible_choices(state, seat).items()}
