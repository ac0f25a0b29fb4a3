"""Built-ins as terms: a method for every name of `gdl.builtins` that the state decides.

What the board alone decides (`row`, `between`, `lines` …) is a constant or a table, made of what
the reference engine says.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod

from gdl import model
from gdl.types import CELL, COLOUR, KIND, NUMBER, PIECE, SetType
from interpreter.native import terms as t
from interpreter.native.effort import ROUNDS_A_TICK, tick
from interpreter.native.lowering.families import WorkedOut, is_listed
from interpreter.native.lowering.fixed import PADDING
from interpreter.native.lowering.intervals import clamp
from interpreter.native.lowering.layout import bits_of, set_type
from interpreter.native.lowering.planes import Planes
from interpreter.native.refusal import NotNative
from interpreter.native.terms import BOOL, INT, TRUE, Loop, Term
from interpreter.native.values import Env, Groups, Value
from interpreter.reference import builtins
from interpreter.reference.effort import rounds_of

MOST_ASKED = 200_000  # entries of a table of what the board says
ON_THE_BOARD = ("x", "y", "row", "column", "between", "towards", "distance", "leaps")


class Asks(Planes):
    """The built-ins of one game."""

    def lower(self, expr: model.Ask, env: Env) -> Value:
        """The value of a built-in."""
        if expr.name == "count":
            return self.ask_count(expr, env)
        args = [self.up.lower(a, env) for a in expr.args]
        if expr.name in ON_THE_BOARD:
            return self.on_the_board(expr, args)
        method = getattr(self, f"ask_{expr.name}", None)
        if method is None:
            raise NotNative("expression", expr.span)
        found: Value = method(expr, *args)
        return found

    def ask_owner(self, expr: model.Ask, cell: Value) -> Value:
        found = self.owner(cell.term)
        return Value(found, COLOUR, t.and_(cell.exists, t.exists(found)))

    def ask_kind(self, expr: model.Ask, cell: Value) -> Value:
        there = t.and_(cell.exists, t.has(self.occupied, cell.term))
        return Value(self.kind(cell.term), KIND, there)

    def ask_piece(self, expr: model.Ask, cell: Value) -> Value:
        there = t.and_(cell.exists, t.has(self.occupied, cell.term))
        safe = t.select(there, cell.term, t.number(0)) if cell.term.nullable else cell.term
        return Value(self.piece(safe), PIECE, there)

    def ask_alike(self, expr: model.Ask, cells: Value) -> Value:
        place = cells.term
        ways = []
        for attribute in self.fields.attributes.values():
            same = [t.within(place, self.has_attribute(attribute.name))]
            for b in range(attribute.planes):
                plane = self.fields.read(f"with_{attribute.name}", t.number(b))
                same.append(t.or_(t.within(place, plane), t.not_(t.meets(place, plane))))
            ways.append(t.and_(*same))
        found = t.and_(t.some(place), t.within(place, self.occupied), t.or_(*ways))
        return Value(found, expr.type, cells.exists)

    # ---- sets of cells ----

    def ask_cells(self, expr: model.Ask) -> Value:
        return Value(self.every, expr.type)

    def ask_empty(self, expr: model.Ask) -> Value:
        return Value(self.empty, expr.type)

    def ask_pieces(self, expr: model.Ask, *of: Value) -> Value:
        colours = [v.term for v in of if v.type == COLOUR]
        board = t.union(*(self.own(c) for c in colours)) if colours else self.occupied
        return Value(self.of_kinds(board, of), expr.type, t.and_(*(v.exists for v in of)))

    def of_kinds(self, cells: Term, of: tuple[Value, ...]) -> Term:
        """The cells with a piece of the kinds among these values, if there are any."""
        kinds = [v.term for v in of if v.type == KIND]
        if not kinds or not self.fields.has_kinds:
            return cells
        return t.meet(cells, t.union(*(self.of_kind(k) for k in kinds)))

    def ask_mine(self, expr: model.Ask, *of: Value) -> Value:
        mine = self.own(self.fields.read("mover"))
        return Value(self.of_kinds(mine, of), expr.type, t.and_(*(v.exists for v in of)))

    def ask_enemy(self, expr: model.Ask, *of: Value) -> Value:
        mover = self.fields.read("mover")
        if self.fields.colours == 2:
            enemy = self.own(t.arithmetic("sub", t.number(1), mover))
        else:
            everyone = (self.own(t.number(c)) for c in range(self.fields.colours))
            enemy = t.minus(t.union(*everyone), self.own(mover))
        return Value(self.of_kinds(enemy, of), expr.type, t.and_(*(v.exists for v in of)))

    def constant_ways(self, expr: model.Ask, at: int) -> tuple[int, ...] | None:
        """The directions that an argument names, None where it is left out."""
        if len(expr.args) <= at:
            return None
        value = self.up.fixed_value(expr.args[at], {})
        if value is None or not value.is_constant:
            raise NotNative("directions", expr.span)
        return tuple(bits_of(value.term.data))

    def ask_neighbours(self, expr: model.Ask, place: Value, ways: Value | None = None) -> Value:
        there = place.exists if ways is None else t.and_(place.exists, ways.exists)
        if ways is not None and not ways.is_constant:
            return Value(self.stepped(place.term, ways.term), expr.type, there)
        name, near = self.layout.adjacency(self.constant_ways(expr, 1), joined=False)
        cells = place.term
        return Value(t.minus(t.dilate(name, near, cells), cells), expr.type, there)

    def stepped(self, cells: Term, ways: Term) -> Term:
        """The cells one step from a set, in directions that the position decides."""
        found = t.no(self.cells)
        for direction in range(len(self.rules.topology.directions)):
            name, near = self.layout.adjacency((direction,), joined=False)
            step = t.dilate(name, near, cells)
            chosen = t.select(t.has(ways, t.number(direction)), step, t.no(self.cells))
            found = t.union(found, chosen)
        return t.minus(found, cells)

    def on_the_board(self, expr: model.Ask, args: list[Value]) -> Value:
        """What the board alone decides, of codes that the position decides."""
        found, sizes, index = self.asked_on_the_board(expr, args)
        there = t.and_(*(a.exists for a in args))
        type = self.up.fixed.term_type(expr.type)
        assert type is not None
        codes = [self.up.fixed.code(expr.type, type, v) for v in found]
        term = t.lookup(self.layout.table(type, sizes, codes), *index)
        is_there = t.lookup(self.layout.table(BOOL, sizes, [v is not None for v in found]), *index)
        real = [code for code, v in zip(codes, found, strict=True) if v is not None]
        bounds = (min(real), max(real)) if real and expr.type == NUMBER else None
        return Value(term, expr.type, t.and_(there, is_there), bounds=bounds)

    def asked_on_the_board(self, expr: model.Ask, args: list[Value]) -> WorkedOut:
        """What the board says for all values that the arguments can have.

        Raises NotNative.
        """
        domains = [d for a in map(self.near, args) if (d := self.up.domain(a)) is not None]
        sizes = tuple(len(d[0]) for d in domains)
        if len(domains) < len(args) or prod(sizes) > MOST_ASKED:
            raise NotNative("table")
        ask = builtins.function(self.rules, expr)
        values = product(*(d[0] for d in domains))
        found = []
        for v in values:
            value = None if None in v or PADDING in v else ask(None, *v)
            tick(1 + rounds_of(value) // ROUNDS_A_TICK)
            found.append(value)
        return found, sizes, tuple(d[1] for d in domains)

    def near(self, value: Value) -> Value:
        """A number as one that lies within the board or just outside, which means the same."""
        farthest = len(self.layout.topology.cells) + 1
        is_near = value.bounds is not None and max(map(abs, value.bounds)) <= farthest
        if value.type != NUMBER or value.term.type != INT or is_near:
            return value
        near = clamp(value.term, -farthest, farthest)
        return replace(value, term=near, bounds=(-farthest, farthest))

    def ask_lines(self, expr: model.Ask, *args: Value) -> Value:
        return self.patterns(expr, args)

    def ask_blocks(self, expr: model.Ask, *args: Value) -> Value:
        return self.patterns(expr, args)

    def patterns(self, expr: model.Ask, args: tuple[Value, ...]) -> Value:
        """The lines or blocks of a size that the position decides."""
        if any(isinstance(a.type, SetType) for a in args[1:]):
            raise NotNative("directions")
        there = t.and_(*(a.exists for a in args))
        found = self.up.of_rows(expr.type, self.asked_on_the_board(expr, list(args)))
        return replace(found, exists=t.and_(there, found.exists))

    # ---- groups and sight ----

    def ask_group(self, expr: model.Ask, cell: Value, ways: Value | None = None) -> Value:
        name, _ = self.layout.adjacency(self.constant_ways(expr, 1), joined=True)
        owner = self.owner(cell.term)
        term = t.flood(name, t.bit(self.cells, cell.term), self.plane(owner))
        return Value(term, expr.type, t.and_(cell.exists, t.has(self.occupied, cell.term)))

    def ask_groups(self, expr: model.Ask, cells: Value, ways: Value | None = None) -> Value:
        name, near = self.layout.adjacency(self.constant_ways(expr, 1), joined=True)
        inside = t.select(cells.exists, cells.term, t.no(self.cells))
        return Value(t.number(0), expr.type, cells.exists, groups=Groups((inside,), name, near))

    def ask_sight(
        self, expr: model.Ask, cell: Value, ways: Value, through: Value | None = None
    ) -> Value:
        clear = self.empty if through is None else through.term
        there = t.and_(cell.exists, ways.exists, TRUE if through is None else through.exists)
        return Value(t.sight(cell.term, ways.term, clear), expr.type, there)

    # ---- the supply ----

    def supply_parts(self, of: tuple[Value, ...]) -> list[tuple[int, Term, Term]]:
        """For each pool its number, whether it is asked for, and how many pieces it has."""
        mover = self.fields.read("mover")
        colours = [v.term for v in of if v.type == COLOUR] or [mover]
        kinds = [v.term for v in of if v.type == KIND]
        found = []
        for number, piece in enumerate(self.rules.pools):
            asked = [t.or_(*(t.eq(k, t.number(piece.kind)) for k in kinds))] if kinds else []
            if piece.owner >= 0:
                asked.append(t.or_(*(t.eq(c, t.number(piece.owner)) for c in colours)))
            if self.fields.has_bag:
                code = t.number(self.layout.piece_codes[piece])
                in_bag = t.has(self.fields.read("bag"), code)
                left = t.select(in_bag, t.number(1), t.number(0))
            else:
                left = self.fields.read("supply", t.number(number))
            found.append((number, t.and_(*asked), left))
        return found

    def ask_supply(self, expr: model.Ask, *of: Value) -> Value:
        type = set_type(len(self.layout.pieces))
        there = t.and_(*(v.exists for v in of))
        found = t.no(type)
        if self.fields.has_bag:
            for number, asked, _ in self.supply_parts(of):
                code = t.number(self.layout.piece_codes[self.rules.pools[number]])
                found = t.union(found, t.select(asked, t.bit(type, code), t.no(type)))
            return Value(t.meet(self.fields.read("bag"), found), expr.type, there)
        for number, asked, left in self.supply_parts(of):
            code = t.number(self.layout.piece_codes[self.rules.pools[number]])
            has_some = t.and_(asked, t.lt(t.number(0), left))
            found = t.union(found, t.select(has_some, t.bit(type, code), t.no(type)))
        return Value(found, expr.type, there)

    def ask_count(self, expr: model.Ask, env: Env) -> Value:
        inner = expr.args[0]
        if isinstance(inner, model.Ask) and inner.name == "supply":
            of = tuple(self.up.lower(a, env) for a in inner.args)
            return self.supply_count(expr, of)
        value = self.up.lower(inner, env)
        if value.groups is not None:
            loop = Loop("groups", self.up.names.fresh("group"), self.cells,
                        len(value.groups.sets), adjacency=value.groups.adjacency)  # fmt: skip
            term = t.fold("count", (loop,), value.groups.sets, TRUE, TRUE, INT)
            return Value(term, NUMBER, value.exists)
        if value.listed is not None:
            return self.listed_count(value)
        self.up.need_known(value)
        most = value.term.type.size * 64
        if isinstance(inner.type, SetType) and inner.type.element == CELL:
            most = len(self.layout.topology.cells)
        return Value(t.count(value.term), NUMBER, value.exists, bounds=(0, most))

    def listed_count(self, value: Value) -> Value:
        """How many different sets of cells a list has."""
        items = value.listed or ()
        total: Term = t.number(0)
        for place, item in enumerate(items):
            is_new = t.not_(is_listed(items[:place], item))
            total = t.arithmetic("add", total, t.select(is_new, t.number(1), t.number(0)))
        return Value(total, NUMBER, value.exists, bounds=(0, len(items)))

    def supply_count(self, expr: model.Ask, of: tuple[Value, ...]) -> Value:
        """How many pieces are off the board."""
        total: Term = t.number(0)
        parts = self.supply_parts(of)
        if self.fields.has_bag and all(asked == TRUE for _, asked, _ in parts):
            total = t.count(self.fields.read("bag"))
        else:
            for _, asked, left in parts:
                counted = t.select(asked, left, t.number(0))
                total = counted if total == t.number(0) else t.arithmetic("add", total, counted)
        return Value(total, NUMBER, t.and_(*(v.exists for v in of)))

    # ---- who plays ----

    def ask_mover(self, expr: model.Ask) -> Value:
        return Value(self.fields.read("mover"), COLOUR)

    def ask_opponent(self, expr: model.Ask, colour: Value | None = None) -> Value:
        of = self.fields.read("mover") if colour is None else colour.term
        there = TRUE if colour is None else colour.exists
        return Value(t.arithmetic("sub", t.number(1), of), COLOUR, there)

    def ask_seat(self, expr: model.Ask, colour: Value) -> Value:
        seat = self.fields.read("seat_of", self.safe(colour))
        term = t.arithmetic("add", seat, t.number(1))
        return Value(term, NUMBER, colour.exists, bounds=(1, self.fields.colours))

    def safe(self, code: Value) -> Term:
        """A code that can be an index even where it does not exist."""
        if not code.term.nullable:
            return code.term
        return t.select(t.exists(code.term), code.term, t.number(0))

    def ask_after(self, expr: model.Ask, colour: Value) -> Value:
        seat = self.fields.read("seat_of", self.safe(colour))
        following = t.arithmetic("add", seat, t.number(1))
        following = t.arithmetic("mod", following, t.number(self.fields.colours))
        return Value(self.fields.read("colour_of", following), COLOUR, colour.exists)

    def ask_next(self, expr: model.Ask) -> Value:
        return Value(self.fields.read("colour_of", self.fields.read("next_seat")), COLOUR)

    def ask_last(self, expr: model.Ask) -> Value:
        last = self.fields.read("last")
        return Value(last, CELL, t.exists(last))

    def ask_turns(self, expr: model.Ask) -> Value:
        return Value(self.fields.read("turns"), NUMBER)

    def ask_passes(self, expr: model.Ask) -> Value:
        return Value(self.fields.read("passes"), NUMBER)

    def ask_stuck(self, expr: model.Ask) -> Value:
        return Value(Term("stuck", BOOL), expr.type)
