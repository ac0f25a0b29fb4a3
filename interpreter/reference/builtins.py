"""The built-ins: an implementation for every call and word of `gdl.vocabulary.builtins`.

`function` returns, for a `BuiltinCall` of the model, a function of the position and the values of
its arguments, all of which exist.  The tables at the end hold the operators and the aggregates.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from math import ceil, floor
from typing import Any

from gdl.model import nodes as model
from gdl.source.limits import MAX_VALUES
from gdl.vocabulary.types import COLOUR, KIND
from interpreter.board import following
from interpreter.board.position import Piece, Position
from interpreter.board.topology import Cells
from interpreter.reference.basis.prepared import Prepared


def function(rules: Prepared, expr: model.BuiltinCall) -> Callable[..., Any]:
    """The function for a call of a built-in."""
    if expr.name in ("pieces", "mine", "enemy", "supply", "supply_count"):
        return by_colour_and_kind(rules, expr)
    made: Callable[..., Any] = getattr(Builtins(rules), f"builtin_{expr.name}")
    return made


def group_by_step(position: Position, leads: following.Leads, cell: int) -> Cells | None:
    """The pieces of one colour that steps connect with that on a cell."""
    piece = position.board[cell]
    if piece is None:
        return None
    same = (c for c, p in enumerate(position.board) if p is not None and p.owner == piece.owner)
    return following.component(leads, frozenset(same), cell)


def of_piece(rules: Prepared, name: str) -> Callable[[Piece], Any]:
    """The function that gives the kind, the owner or an attribute of a piece; None for none."""
    if name == "kind":
        return lambda piece: piece.kind
    if name == "owner":
        return lambda piece: piece.owner if piece.owner >= 0 else None
    place = [ns.index(name) if name in ns else None for ns in rules.codes.attribute_names]

    def attribute(piece: Piece) -> Any:
        where = place[piece.kind]
        return None if where is None else piece.attributes[where]

    return attribute


class Builtins:
    """A method for each built-in."""

    def __init__(self, rules: Prepared):
        self.rules = rules
        self.topology = rules.topology

    # ---- the board ----

    def builtin_cells(self, position: Position) -> Cells:
        return self.rules.all_cells

    def builtin_corners(self, position: Position) -> Cells:
        return self.topology.corners

    def builtin_centre(self, position: Position) -> Cells:
        return self.topology.centre

    def builtin_sides(self, position: Position) -> frozenset[Cells]:
        return frozenset(self.topology.sides)

    def builtin_row(self, position: Position, number: int) -> Cells:
        return self.topology.row(number)

    def builtin_column(self, position: Position, number: int) -> Cells:
        return self.topology.column(number)

    def builtin_x(self, position: Position, cell: int) -> int | None:
        return self.topology.column_of(cell)

    def builtin_y(self, position: Position, cell: int) -> int | None:
        return self.topology.row_of(cell)

    def builtin_directions(self, position: Position) -> Cells:
        return frozenset(self.topology.all_directions)

    def builtin_orthogonal(self, position: Position) -> Cells:
        return frozenset(self.topology.orthogonal)

    def builtin_diagonal(self, position: Position) -> Cells:
        return frozenset(self.topology.diagonal)

    def builtin_neighbours(
        self, position: Position, places: Cells, directions: Cells | None = None
    ) -> Cells:
        ways = None if directions is None else tuple(sorted(directions))
        cells: set[int] = set()
        for cell in places:
            cells |= self.topology.neighbours(cell, ways)
        return frozenset(cells - places)

    def builtin_links(
        self, position: Position, directions: Cells | None = None
    ) -> frozenset[Cells]:
        ways = None if directions is None else tuple(sorted(directions))
        return frozenset(self.topology.links(ways))

    def builtin_lines(
        self, position: Position, length: int, directions: Cells | None = None
    ) -> frozenset[Cells]:
        ways = None if directions is None else tuple(sorted(directions))
        return frozenset(self.topology.lines(length, ways))

    def builtin_blocks(self, position: Position, width: int, height: int) -> frozenset[Cells]:
        return frozenset(self.topology.blocks(width, height))

    def builtin_copies(self, position: Position, shape: Cells) -> frozenset[Cells] | None:
        return self.rules.shapes.copies(shape)

    def builtin_leaps(self, position: Position, cell: int, far: int, aside: int) -> Cells:
        return self.topology.leaps(cell, far, aside)

    def builtin_between(self, position: Position, cell: int, other: int) -> Cells | None:
        return self.topology.between(cell, other)

    def builtin_towards(self, position: Position, cell: int, other: int) -> int | None:
        return self.topology.towards(cell, other)

    def builtin_rotated(self, position: Position, direction: int, times: Any) -> int | None:
        ways = self.topology.all_directions  # clockwise; no tracks
        is_whole = direction in ways and times == int(times)
        return ways[(direction + int(times)) % len(ways)] if is_whole else None

    def builtin_distance(self, position: Position, cell: int, other: int) -> int | None:
        return self.topology.distance(cell, other)

    def builtin_flag(self, position: Position) -> frozenset[bool]:
        return frozenset((False, True))

    # ---- the pieces ----

    def builtin_empty(self, position: Position) -> Cells:
        return frozenset([c for c, piece in enumerate(position.board) if piece is None])

    def builtin_owner(self, position: Position, cell: int, level: Any = None) -> int | None:
        piece = self.builtin_piece(position, cell, level)
        return None if piece is None or piece.owner < 0 else piece.owner

    def builtin_kind(self, position: Position, cell: int, level: Any = None) -> int | None:
        piece = self.builtin_piece(position, cell, level)
        return None if piece is None else piece.kind

    def builtin_piece(self, position: Position, cell: int, level: Any = None) -> Piece | None:
        return position.board[cell] if level is None else position.piece_at(cell, level)

    def builtin_height(self, position: Position, cell: int) -> int:
        return len(position.pile(cell))

    def builtin_alike(self, position: Position, cells: Cells) -> bool:
        pieces = [position.board[c] for c in cells]
        if not pieces or None in pieces:
            return False
        named = [self.rules.named_attributes(p) for p in pieces if p is not None]
        return any(
            all(name in other and other[name] == value for other in named)
            for name, value in named[0].items()
        )

    def builtin_group(self, position: Position, cell: int, directions: Cells | None = None) -> Any:
        piece = position.board[cell]
        if piece is None:
            return None
        key = ("group", piece.owner, directions)
        if key not in position.memo:
            cells = frozenset(
                c for c, p in enumerate(position.board) if p is not None and p.owner == piece.owner
            )
            groups = self.builtin_groups(position, cells, directions)
            position.memo[key] = {c: group for group in groups for c in group}
        return position.memo[key][cell]

    def builtin_groups(
        self, position: Position, cells: Cells, directions: Cells | None = None
    ) -> frozenset[Cells]:
        ways = None if directions is None else tuple(sorted(directions))
        return frozenset(self.topology.components(cells, ways))

    def builtin_sight(
        self, position: Position, cell: int, directions: Cells, through: Cells | None = None
    ) -> Cells:
        board, cells = position.board, set()
        for direction in directions:
            for ray in self.topology.rays(cell, direction):
                for seen in ray:
                    cells.add(seen)
                    if board[seen] is not None if through is None else seen not in through:
                        break
        return frozenset(cells)

    # ---- who plays ----

    def builtin_colours(self, position: Position) -> Cells:
        return frozenset(range(len(self.rules.model.colours)))

    def builtin_seats(self, position: Position) -> Cells:
        return frozenset(range(1, len(self.rules.model.colours) + 1))

    def builtin_seat(self, position: Position, colour: int) -> int:
        return position.colours.index(colour) + 1

    def builtin_mover(self, position: Position) -> int:
        return position.colours[position.seat]

    def builtin_opponent(self, position: Position, colour: int | None = None) -> int:
        return 1 - (position.colours[position.seat] if colour is None else colour)

    def builtin_after(self, position: Position, colour: int) -> int:
        seat = (position.colours.index(colour) + 1) % len(position.colours)
        return position.colours[self.rules.acting_from(position, seat)]

    def builtin_next(self, position: Position) -> int:
        return position.colours[self.rules.acting_from(position, position.next_seat)]

    def builtin_viewer(self, position: Position) -> int | None:
        return position.viewer

    def builtin_last(self, position: Position) -> int | None:
        return position.last

    def builtin_turns(self, position: Position) -> int:
        return position.turns

    def builtin_passes(self, position: Position) -> int:
        return position.passes

    def builtin_stuck(self, position: Position) -> bool:
        return self.rules.is_stuck(position)

    def builtin_count(self, position: Position, elements: frozenset[Any]) -> int:
        return len(elements)


def by_colour_and_kind(rules: Prepared, expr: model.BuiltinCall) -> Callable[..., Any]:
    """The function for pieces on the board or in the supply, by colours and kinds."""
    of_colour = [i for i, a in enumerate(expr.args) if a.type == COLOUR]
    of_kind = [i for i, a in enumerate(expr.args) if a.type == KIND]

    def wanted(position: Position, values: tuple[int, ...]) -> tuple[set[int] | None, set[int]]:
        colours: set[int] | None = {values[i] for i in of_colour} if of_colour else None
        mover = position.colours[position.seat]
        if expr.name == "mine":
            colours = {mover}
        elif expr.name == "enemy":
            colours = set(position.colours) - {mover}
        elif expr.name.startswith("supply"):
            colours = (colours or {mover}) | {-1}
        return colours, {values[i] for i in of_kind}

    def on_board(position: Position, *values: int) -> Cells:
        colours, kinds = wanted(position, values)
        return frozenset(
            cell
            for cell, piece in enumerate(position.board)
            if piece is not None
            and (colours is None or piece.owner in colours)
            and (not kinds or piece.kind in kinds)
        )

    def in_supply(position: Position, *values: int) -> Iterator[tuple[Piece, int]]:
        colours, kinds = wanted(position, values)
        for piece, count in zip(rules.pools, position.supply, strict=True):
            if count and (not kinds or piece.kind in kinds):
                if colours is None or piece.owner in colours:
                    yield piece, count

    if expr.name == "supply":
        return lambda position, *values: frozenset(p for p, _ in in_supply(position, *values))
    if expr.name == "supply_count":
        return lambda position, *values: sum(n for _, n in in_supply(position, *values))
    return on_board


def relation(rules: Prepared, expr: model.Relation) -> Callable[[Any, Any], bool]:
    """The function for a relation, to be called with values that exist."""
    if expr.op == "touches":
        neighbours = rules.topology.neighbours
        return lambda a, b: any(not neighbours(c).isdisjoint(b) for c in a)
    return RELATIONS[expr.op]


def same(a: Any, b: Any) -> bool:
    """Equality; the checker excludes that a flag meets a number."""
    return bool(a == b)


RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": same,
    "<": operator.lt,
    "<=": operator.le,
    "in": lambda a, b: a in b,
    "within": operator.le,
    "meets": lambda a, b: not a.isdisjoint(b),
}


def quotient(a: Any, b: Any) -> Any:
    """Integer division, rounded down; None for a divisor of 0."""
    return None if b == 0 else a // b


def remainder(a: Any, b: Any) -> Any:
    """The remainder of `quotient`; None for a divisor of 0."""
    return None if b == 0 else a % b


def numbers(low: Any, high: Any) -> frozenset[int] | None:
    """The whole numbers of a range; None if there are more than MAX_VALUES."""
    return None if high - low >= MAX_VALUES else frozenset(range(ceil(low), floor(high) + 1))


ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "div": quotient,
    "mod": remainder,
}
SET_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "|": operator.or_,
    "&": operator.and_,
    "-": operator.sub,
}
AGGREGATES: dict[str, Callable[[Iterator[Any]], Any]] = {
    "any": any,
    "all": all,
    "count": lambda values: sum(1 for v in values if v),
    "sum": sum,
    "max": lambda values: max(values, default=None),
    "min": lambda values: min(values, default=None),
    "first": lambda values: next(values, None),
    "union": lambda values: frozenset().union(*values),
    "list": tuple,
    "descending": lambda values: tuple(sorted(values, reverse=True)),
}
FOLLOWERS: dict[str, Callable[..., Any]] = {  # what follows steps that the rules give
    "reach": lambda rules, position, leads, start: following.reach(leads, start),
    "group": lambda rules, position, leads, cell: group_by_step(position, leads, cell),
    "groups": lambda rules, position, leads, cells: following.components(leads, cells),
    "links": lambda rules, position, leads: following.links(leads, rules.all_cells),
    "distance": lambda rules, position, leads, start, end: following.distance(leads, start, end),
}
