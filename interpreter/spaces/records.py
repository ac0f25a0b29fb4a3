"""Planes as data: what each plane of an observation shows, and where that is read from.

`listing` makes these records of a game, `planes` reads them from a state.  Values are codes as in
`interpreter.board.codes`, with three exceptions that depend on who looks or on the cell:

- `Ahead(n)` stands for the colour of the seat that plays `n` seats after the viewer;
- a `SeenPiece` is a piece whose owner is given in that way;
- a `Site` stands, on each cell, for that cell or for the set of cells that begins there.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Any

from gdl.vocabulary.types import Type


@dataclass(frozen=True)
class Ahead:
    """The colour of the seat that plays so many seats after the viewer; 0 is the viewer's own."""

    seats: int


@dataclass(frozen=True)
class SeenPiece:
    """A piece as a value: its kind, whose it is (None: nobody's), and its attributes' values."""

    kind: int
    owner: Ahead | None
    attributes: tuple[Any, ...]


@dataclass(frozen=True)
class Site:
    """For each cell the cell itself, or the set of cells of one form that begins there.

    None on a cell where no such set begins.  A link begins on the first of its two cells.
    """

    name: str
    codes: tuple[int | frozenset[int] | None, ...]


# ---- how a value becomes a number --------------------------------------------------------------


@dataclass(frozen=True)
class Is:
    """1 where the value is this one, which may be None, else 0."""

    value: Any


@dataclass(frozen=True)
class Has:
    """1 where the value, a set, has this element, else 0."""

    value: Any


@dataclass(frozen=True)
class Scaled:
    """A number divided by `most`; 0 for none.

    Where `numbers` are given, the number of the value among them, counted from 1, is divided: such
    as 2, 4, 8, 16, which are no plain range.
    """

    most: float
    numbers: tuple[float, ...] | None = None

    def of(self, value: Any) -> float:
        """What the plane has for a value."""
        if value is None:
            return 0.0
        if self.numbers is None:
            return float(value) / self.most
        return (bisect_left(self.numbers, value) + 1) / self.most


@dataclass(frozen=True)
class NotShown:
    """1 where the value is hidden from the viewer, else 0.  All other readings are 0 there."""


Reading = Is | Has | Scaled | NotShown


# ---- planes ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plane:
    """A plane; it has one number for each cell, the same one for all where nothing else is said."""

    name: str


@dataclass(frozen=True)
class BoardPlane(Plane):
    """A plane that shows the board as it was `age` turns ago; 0 is now."""

    age: int


@dataclass(frozen=True)
class PiecePlane(BoardPlane):
    """1 on cells where a piece of a kind stands: `level` below the top of its pile.

    `owner` is None for pieces of nobody, `kind` None for those whose kind is not shown.
    """

    level: int
    owner: Ahead | None
    kind: int | None


@dataclass(frozen=True)
class AttributePlane(BoardPlane):
    """An attribute of the pieces that stand `level` below the top; 0 where none stands."""

    level: int
    attribute: str
    type: Type
    reading: Reading


@dataclass(frozen=True)
class HeightPlane(BoardPlane):
    """How many pieces stand on each cell, divided by `most`."""

    most: int


@dataclass(frozen=True)
class HiddenPlane(BoardPlane):
    """1 on the cells that are not shown."""


@dataclass(frozen=True)
class VariablePlane(Plane):
    """A variable of `state`, or of `marks`, under an index; the same on all cells without a `Site`.

    A `Site` in `key` makes each cell show another entry, one in the reading another value.
    """

    variable: str
    is_mark: bool
    key: tuple[Any, ...]
    reading: Reading


@dataclass(frozen=True)
class SupplyPlane(Plane):
    """How many pieces of a pool are off the board, at most `most`, divided by that."""

    piece: SeenPiece
    most: int


@dataclass(frozen=True)
class PassesPlane(Plane):
    """How many passes in a row there were, at most one for each seat, divided by the seats."""

    seats: int


@dataclass(frozen=True)
class LastPlane(Plane):
    """1 on the cell where the last put or move of the turn that goes on ended."""


@dataclass(frozen=True)
class ColourPlane(Plane):
    """1 where the viewer plays this colour."""

    colour: int


@dataclass(frozen=True)
class TurnPlane(Plane):
    """1 where the seat that acts is so many seats after the viewer."""

    ahead: int


@dataclass(frozen=True)
class ChosenPlane(Plane):
    """1 where a seat, so many after the viewer, has chosen while all choose at once."""

    ahead: int


@dataclass(frozen=True)
class ChoicePlane(Plane):
    """1 where the viewer has chosen an action and, of a parameter (None: none), a value.

    Only where moves are chosen in steps.  `reading` is `Has` for a set that is chosen singly.
    """

    action: int
    parameter: int | None
    reading: Is | Has | None
