"""Tables by which the records of a game are read quickly, from one viewpoint.

A table says, for each thing that may be seen, where in the flat array of an observation a number
stands for it; so reading takes as long as there is something to see, not as there are planes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from interpreter.api.game_base import GameBase
from interpreter.board.position import Piece as PieceCode
from interpreter.board.values import UNKNOWN, Piece
from interpreter.reference.rules import Variable
from interpreter.spaces.actions import ActionSpace
from interpreter.spaces.look import HIDDEN, Look, SeenOn
from interpreter.spaces.records import (
    AttributePlane,
    ChoicePlane,
    ChosenPlane,
    ColourPlane,
    Has,
    HeightPlane,
    HiddenPlane,
    Is,
    LastPlane,
    NotShown,
    PassesPlane,
    PiecePlane,
    Plane,
    Scaled,
    Site,
    SupplyPlane,
    TurnPlane,
    VariablePlane,
)
from interpreter.spaces.sites import Viewpoint

FloatArray = NDArray[np.float32]
Spans = list[slice]  # parts of the flat array
NOTHING: Spans = []


class Grid:
    """Where the numbers of a plane stand: those of cells at `places`, so many in all."""

    def __init__(self, places: Sequence[int], size: int):
        self.places = places
        self.size = size
        is_plain = list(places) == list(range(size))
        self.index: Any = slice(None) if is_plain else np.array(places, np.intp)

    def whole(self, plane: int) -> slice:
        """A whole plane."""
        return slice(plane * self.size, (plane + 1) * self.size)

    def cell(self, plane: int, cell: int) -> slice:
        """The number of a cell on a plane."""
        at = plane * self.size + self.places[cell]
        return slice(at, at + 1)


@dataclass(frozen=True)
class Form:
    """What observations of a game are like: their planes, and how these are laid out."""

    game: GameBase
    records: tuple[Plane, ...]
    grid: Grid
    plane_shape: tuple[int, ...]
    history: int

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of their arrays."""
        return len(self.records), *self.plane_shape


class Columns:
    """What the planes of one level have for a piece, made when the piece is first seen."""

    def __init__(self, game: GameBase, planes: Sequence[Plane], view: Viewpoint):
        self.game = game
        self.planes = planes
        self.view = view
        self.numbers: dict[SeenOn | None, int] = {None: 0}
        self.table: FloatArray = np.zeros((len(planes), 16), np.float32)

    def of(self, pieces: Iterable[SeenOn | None]) -> FloatArray:
        """The numbers of all planes, a column for each piece."""
        known = self.numbers
        try:
            places = [known[piece] for piece in pieces]
        except KeyError:
            places = [self.number(piece) for piece in pieces]
        return self.table.take(places, axis=1)

    def number(self, piece: SeenOn | None) -> int:
        """The number of the column of a piece."""
        if piece not in self.numbers:
            number = self.numbers[piece] = len(self.numbers)
            if number == self.table.shape[1]:
                self.table = np.concatenate([self.table, np.zeros_like(self.table)], axis=1)
            seen = self.game.piece(piece) if isinstance(piece, PieceCode) else piece
            assert seen is not None
            self.table[:, number] = [self.value(plane, seen) for plane in self.planes]
        return self.numbers[piece]

    def value(self, plane: Plane, piece: Piece) -> float:
        """What a plane has on the cell of a piece."""
        if isinstance(plane, PiecePlane):
            kinds, players = self.game.codes.kind_names, self.game.players
            kind = UNKNOWN if plane.kind is None else kinds[plane.kind]
            owner = None
            if plane.owner is not None:
                owner = players[self.view.absolute(plane.owner, 0)]
            return float(piece.kind == kind and piece.colour == owner)
        assert isinstance(plane, AttributePlane)
        value, reading = piece.attributes.get(plane.attribute), plane.reading
        if isinstance(reading, NotShown):
            return float(value == UNKNOWN)
        if value is None or value == UNKNOWN:
            return 0.0
        if isinstance(reading, Scaled):
            return reading.of(value)
        wanted = self.game.codes.decode(plane.type, self.view.absolute(reading.value, 0))
        return float(value == wanted)


class Entries:
    """Where the values of a variable stand."""

    def __init__(self, variable: Variable, view: Viewpoint, grid: Grid):
        self.variable = variable
        self.keys = variable.keys
        self.view = view
        self.grid = grid
        self.equal: dict[tuple[int, Any], Spans] = defaultdict(list)
        self.held: dict[tuple[int, Any], Spans] = defaultdict(list)
        self.scaled: dict[int, list[tuple[slice, Scaled]]] = defaultdict(list)
        self.hidden: dict[int, Spans] = defaultdict(list)

    def add(self, number: int, plane: VariablePlane) -> None:
        """Enter a plane, the one of this number."""
        reading = plane.reading
        value = reading.value if isinstance(reading, Is | Has) else None
        if not any(isinstance(part, Site) for part in (*plane.key, value)):
            self.enter(self.grid.whole(number), plane, 0)
            return
        for cell in range(len(self.grid.places)):
            self.enter(self.grid.cell(number, cell), plane, cell)

    def enter(self, at: slice, plane: VariablePlane, cell: int) -> None:
        """Enter a plane, or what it has on a cell."""
        key = tuple(self.view.absolute(part, cell) for part in plane.key)
        entry, reading = self.keys.get(key), plane.reading
        if entry is None:
            return
        if isinstance(reading, Scaled):
            self.scaled[entry].append((at, reading))
        elif isinstance(reading, NotShown):
            self.hidden[entry].append(at)
        else:
            value = self.view.absolute(reading.value, cell)
            if value is not None or not isinstance(reading.value, Site):
                into = self.equal if isinstance(reading, Is) else self.held
                into[entry, value].append(at)

    def write(self, flat: FloatArray, values: Sequence[Any]) -> None:
        """Write the values of all entries."""
        equal, held, scaled = self.equal, self.held, self.scaled
        for entry, value in enumerate(values):
            if value is HIDDEN:
                for at in self.hidden.get(entry, NOTHING):
                    flat[at] = 1
                continue
            if scaled:
                for at, how in scaled.get(entry, ()):
                    flat[at] = how.of(value)
            if equal:
                for at in equal.get((entry, value), NOTHING):
                    flat[at] = 1
            if held and value:
                for part in value:
                    for at in held.get((entry, part), NOTHING):
                        flat[at] = 1


class Choices:
    """Where the steps of a move stand that is being chosen."""

    def __init__(self, view: Viewpoint, grid: Grid):
        self.view = view
        self.grid = grid
        self.chosen: dict[tuple[int, int | None, Any], Spans] = defaultdict(list)

    def add(self, number: int, plane: ChoicePlane) -> None:
        """Enter a plane, the one of this number."""
        value = None if plane.reading is None else plane.reading.value
        if not isinstance(value, Site):
            code = self.view.absolute(value, 0)
            self.chosen[plane.action, plane.parameter, code].append(self.grid.whole(number))
            return
        for cell, code in enumerate(value.codes):
            if code is not None:
                key = plane.action, plane.parameter, code
                self.chosen[key].append(self.grid.cell(number, cell))

    def write(self, flat: FloatArray, actions: ActionSpace, steps: Sequence[int]) -> None:
        """Write what has been chosen so far, in numbers of `actions`."""
        if not steps:
            return
        number, *left = steps
        keys: list[tuple[int, int | None, Any]] = [(number, None, None)]
        for place, domain in enumerate(actions.actions[number].domains):
            values = domain.values
            while left:
                part = left.pop(0)
                if part < len(values):
                    keys.append((number, place, values[part]))
                if not domain.chosen_singly or part == len(values):
                    break
        for key in keys:
            for at in self.chosen.get(key, NOTHING):
                flat[at] = 1


class Encoder:
    """Writes what a viewpoint sees into flat arrays."""

    def __init__(self, form: Form, view: Viewpoint):
        self.view = view
        self.grid = grid = form.grid
        game, records = form.game, form.records
        rules = game.reference.rules
        board = [p for p in records if isinstance(p, HeightPlane | PiecePlane | AttributePlane
                                                  | HiddenPlane) and p.age == 0]  # fmt: skip
        self.per_age = len(board)
        self.height = next((p for p in board if isinstance(p, HeightPlane)), None)
        self.hides = any(isinstance(p, HiddenPlane) for p in board)
        pieces = [p for p in board if isinstance(p, PiecePlane | AttributePlane)]
        self.levels = max((p.level for p in pieces), default=-1) + 1
        self.columns = Columns(game, [p for p in pieces if p.level == 0], view)
        variables = {v.name: v for v in (*rules.variables, *rules.marks)}
        self.variables: dict[tuple[str, bool], Entries] = {}
        self.supply: list[tuple[int, slice, float]] = []
        self.choices = Choices(view, grid)
        self.blank: FloatArray = np.zeros((len(records), grid.size), np.float32)
        self.rest: list[tuple[slice, Plane]] = []
        for number in range(self.per_age * form.history, len(records)):
            plane = records[number]
            if isinstance(plane, VariablePlane):
                name = plane.variable, plane.is_mark
                if name not in self.variables:
                    self.variables[name] = Entries(variables[name[0]], view, grid)
                self.variables[name].add(number, plane)
            elif isinstance(plane, SupplyPlane):
                pool = rules.pool_of.get(rules.pool_key(view.absolute(plane.piece, 0)))
                if pool is not None:
                    self.supply.append((pool, grid.whole(number), plane.most))
            elif isinstance(plane, ChoicePlane):
                self.choices.add(number, plane)
            elif isinstance(plane, ColourPlane):
                self.blank[number] = view.colours[0] == plane.colour
            else:
                self.rest.append((grid.whole(number), plane))

    def write_board(self, planes: FloatArray, age: int, look: Look) -> None:
        """Write the board as it was: `planes` has a row for each plane."""
        row, at = age * self.per_age, self.grid.index
        piles = look.piles
        heights = [len(pile or ()) for pile in piles]
        if self.height is not None:
            planes[row, at] = np.array(heights) / self.height.most
            row += 1
        count, deepest = len(self.columns.planes), max(heights, default=0)
        for level in range(min(self.levels, deepest)):
            pieces = [pile[-1 - level] if pile and len(pile) > level else None for pile in piles]
            planes[row + level * count : row + (level + 1) * count, at] = self.columns.of(pieces)
        if self.hides:
            planes[row + self.levels * count, at] = [pile is None for pile in piles]

    def write_rest(self, flat: FloatArray, look: Look) -> None:
        """Write all that is not the board, nor a choice."""
        for (_, is_mark), entries in self.variables.items():
            entries.write(flat, look.values(entries.variable, is_mark))
        if self.supply:
            counts = look.supply
            for pool, at, most in self.supply:
                flat[at] = min(counts[pool], most) / most
        colours = self.view.colours
        for at, plane in self.rest:
            match plane:
                case TurnPlane(ahead=ahead):
                    if look.acting == colours[ahead]:
                        flat[at] = 1
                case LastPlane():
                    last = look.last
                    if last is not None:
                        flat[at.start + self.grid.places[last]] = 1
                case PassesPlane(seats=seats):
                    flat[at] = min(look.passes, seats) / seats
                case ChosenPlane(ahead=ahead):
                    flat[at] = colours[ahead] in look.chosen
