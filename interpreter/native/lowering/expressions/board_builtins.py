"""Built-ins about the board and the pieces on it.

What the board alone decides (`row`, `between`, `lines` …) is a constant or a table, made of what
the reference engine says.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod

from gdl.model.nodes import BuiltinCall
from gdl.vocabulary.types import COLOUR, KIND, NUMBER, PIECE, SetType, Type
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import bits_of
from interpreter.native.ir.layout.planes import Planes
from interpreter.native.ir.terms import BOOL, INT, REAL, Term
from interpreter.native.ir.terms.effort import ROUNDS_A_TICK, tick
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.values import Groups, Value, clamp
from interpreter.native.lowering.expressions.constant_folding import PADDING
from interpreter.native.lowering.expressions.families import Families, Tabulated
from interpreter.reference import builtins
from interpreter.reference.effort import cost_of

MAX_RESULTS = 200_000  # entries of a table of what the board says


class BoardBuiltins(Planes):
    """The built-ins about the board."""

    def __init__(self, lower: Families):
        super().__init__(lower.fields)
        self.up = lower

    def attribute_codes(self, name: str) -> tuple[Type, list[int]]:
        """The type of an attribute, and the codes of its values."""
        type = self.rules.codes.attribute_types[name]
        codes = [self.up.folder.code(type, INT, v) for v in self.fields.attributes[name].values]
        if any(isinstance(c, float) for c in codes):
            raise NotNative("fraction")
        return type, codes

    def attribute(self, name: str, cell: Value) -> Value:
        """The attribute of the piece on a cell."""
        type, codes = self.attribute_codes(name)
        unused = range((1 << self.fields.attributes[name].planes) - len(codes))
        bounds = (min(codes), max(codes))
        # numbers stay different from each other, so that a number tells its place
        codes += [bounds[1] + 1 + i if type == NUMBER else codes[0] for i in unused]
        place = self.attribute_place(name, cell.term)
        there = t.and_(cell.exists, t.has(self.has_attribute(name), cell.term))
        return self.of_place(type, codes, place, there, bounds)

    def of_place(
        self, type: Type, codes: list[int], place: Term, there: Term, bounds: tuple[int, int]
    ) -> Value:
        """The value of an attribute from its place among the values, as codes."""
        term = place if codes == list(range(len(codes))) else t.entry(INT, codes, place)
        if str(type) == "flag":
            term = t.eq(term, t.number(1))
        return Value(term, type, there, bounds=bounds if type == NUMBER else None)

    def attribute_at(self, name: str, cell: Value, level: Value) -> Value:
        """The attribute of a piece in a pile."""
        type, codes = self.attribute_codes(name)
        entry = self.entry_at(cell, level)
        having = [name in self.rules.named_attributes(p) for p in self.layout.pieces]
        has_it = t.lookup(self.entries(t.BOOL, False, having), entry)
        place = t.lookup(self.entries(INT, 0, self.places(name)), entry)
        bounds = (min(codes), max(codes))
        return self.of_place(type, codes, place, has_it, bounds)

    def entry_at(self, cell: Value, level: Value) -> Term:
        """The entry of a piece in a pile, 0 where there is none."""
        if level.term.type == REAL:
            raise NotNative("fraction")
        most = t.number(self.most)  # a field of piles has 0 for what is above them
        top = most if "pile" in self.fields.all else self.fields.read("height", cell.term)
        within = t.and_(t.le(t.number(1), level.term), t.le(level.term, top))
        entry = self.entry(cell.term, t.arithmetic("sub", level.term, t.number(1)))
        return t.select(t.and_(cell.exists, level.exists, within), entry, t.number(0))

    def in_pile(self, cell: Value, level: Value, type: Type, values: list[int]) -> Value:
        """What a piece in a pile has, by its code, which is -1 for nothing."""
        of = t.lookup(self.entries(INT, -1, values), self.entry_at(cell, level))
        return Value(of, type, t.exists(of))

    def builtin_height(self, expr: BuiltinCall, cell: Value) -> Value:
        return Value(self.fields.read("height", cell.term), NUMBER, bounds=(0, self.most))

    def builtin_owner(self, expr: BuiltinCall, cell: Value, level: Value | None = None) -> Value:
        if level is not None:
            return self.in_pile(cell, level, COLOUR, [p.owner for p in self.layout.pieces])
        owner = self.owner(cell.term)
        return Value(owner, COLOUR, t.exists(owner))

    def builtin_kind(self, expr: BuiltinCall, cell: Value, level: Value | None = None) -> Value:
        if level is not None:
            return self.in_pile(cell, level, KIND, [p.kind for p in self.layout.pieces])
        return Value(self.kind(cell.term), KIND, t.has(self.occupied, cell.term))

    def builtin_piece(self, expr: BuiltinCall, cell: Value, level: Value | None = None) -> Value:
        if level is not None:
            return self.in_pile(cell, level, PIECE, list(range(len(self.layout.pieces))))
        there = t.and_(cell.exists, t.has(self.occupied, cell.term))
        safe = t.select(there, cell.term, t.number(0)) if cell.term.nullable else cell.term
        return Value(self.piece(safe), PIECE, there)

    def builtin_alike(self, expr: BuiltinCall, cells: Value) -> Value:
        place = cells.term
        ways = []
        for name in self.fields.attributes:
            same = [t.within(place, self.has_attribute(name))]
            for plane in self.attribute_planes(name):
                same.append(t.or_(t.within(place, plane), t.not_(t.meets(place, plane))))
            ways.append(t.and_(*same))
        is_alike = t.and_(t.some(place), t.within(place, self.occupied), t.or_(*ways))
        return Value(is_alike, expr.type)

    def builtin_cells(self, expr: BuiltinCall) -> Value:
        return Value(self.every, expr.type)

    def builtin_empty(self, expr: BuiltinCall) -> Value:
        return Value(self.empty, expr.type)

    def builtin_pieces(self, expr: BuiltinCall, *of: Value) -> Value:
        colours = [v.term for v in of if v.type == COLOUR]
        board = t.union(*(self.own(c) for c in colours)) if colours else self.occupied
        return Value(self.of_kinds(board, of), expr.type)

    def of_kinds(self, cells: Term, of: tuple[Value, ...]) -> Term:
        """The cells with a piece of the kinds among these values, if there are any."""
        kinds = [v.term for v in of if v.type == KIND]
        if not kinds or not self.fields.has_kinds:
            return cells
        return t.meet(cells, t.union(*(self.of_kind(k) for k in kinds)))

    def builtin_mine(self, expr: BuiltinCall, *of: Value) -> Value:
        return Value(self.of_kinds(self.own(self.fields.read("mover")), of), expr.type)

    def builtin_enemy(self, expr: BuiltinCall, *of: Value) -> Value:
        mover = self.fields.read("mover")
        if self.fields.colours == 2:
            enemy = self.own(t.arithmetic("sub", t.number(1), mover))
        else:
            everyone = (self.own(t.number(c)) for c in range(self.fields.colours))
            enemy = t.minus(t.union(*everyone), self.own(mover))
        return Value(self.of_kinds(enemy, of), expr.type)

    def constant_ways(self, expr: BuiltinCall) -> tuple[int, ...] | None:
        """The directions that the second argument names, None where it is left out."""
        if len(expr.args) < 2:
            return None
        value = self.up.fixed_value(expr.args[1], {})
        if value is None or not value.is_constant:
            raise NotNative("directions", expr.span)
        return tuple(bits_of(value.term.data))

    def builtin_neighbours(
        self, expr: BuiltinCall, place: Value, ways: Value | None = None
    ) -> Value:
        if ways is not None and not ways.is_constant:
            return Value(self.stepped(place.term, ways.term), expr.type)
        name, near = self.layout.adjacency(self.constant_ways(expr), joined=False)
        cells = place.term
        return Value(t.minus(t.dilate(name, near, cells), cells), expr.type)

    def stepped(self, cells: Term, ways: Term) -> Term:
        """The cells one step from a set, in directions that the position decides."""
        reached = t.no(self.cells)
        for direction in range(len(self.rules.topology.directions)):
            name, near = self.layout.adjacency((direction,), joined=False)
            step = t.dilate(name, near, cells)
            chosen = t.select(t.has(ways, t.number(direction)), step, t.no(self.cells))
            reached = t.union(reached, chosen)
        return t.minus(reached, cells)

    def on_the_board(self, expr: BuiltinCall, *args: Value) -> Value:
        """What the board alone decides, of codes that the position decides."""
        values, sizes, index = self.evaluated_on_the_board(expr, args)
        type = self.up.folder.term_type(expr.type)
        assert type is not None
        codes = [self.up.folder.code(expr.type, type, v) for v in values]
        term = t.lookup(t.Table(type, sizes, tuple(codes)), *index)
        is_there = t.lookup(t.Table(BOOL, sizes, tuple([v is not None for v in values])), *index)
        real = [code for code, v in zip(codes, values, strict=True) if v is not None]
        bounds = (min(real), max(real)) if real and expr.type == NUMBER else None
        return Value(term, expr.type, is_there, bounds=bounds)

    def builtin_rotated(self, expr: BuiltinCall, direction: Value, times: Value) -> Value:
        ways = len(self.rules.topology.all_directions)
        if times.term.type == INT and ways:  # any number, also one far outside the board
            term = t.arithmetic("mod", times.term, t.number(ways))
            times = replace(times, term=term, bounds=(0, ways - 1))
        return self.on_the_board(expr, direction, times)

    def evaluated_on_the_board(self, expr: BuiltinCall, args: tuple[Value, ...]) -> Tabulated:
        """What the board says for all values that the arguments can have.

        Raises NotNative.
        """
        domains = [d for a in map(self.near, args) if (d := self.up.domain(a)) is not None]
        sizes = tuple(len(d[0]) for d in domains)
        if len(domains) < len(args) or prod(sizes) > MAX_RESULTS:
            raise NotNative("table")
        ask = builtins.function(self.rules, expr)
        values = product(*(d[0] for d in domains))
        results = []
        for v in values:
            value = None if None in v or PADDING in v else ask(None, *v)
            tick(1 + cost_of(value) // ROUNDS_A_TICK)
            results.append(value)
        return results, sizes, tuple(d[1] for d in domains)

    def near(self, value: Value) -> Value:
        """A number as one that lies within the board or just outside, which means the same."""
        farthest = len(self.layout.topology.cells) + 1
        is_near = value.bounds is not None and max(map(abs, value.bounds)) <= farthest
        if value.type != NUMBER or value.term.type != INT or is_near:
            return value
        near = clamp(value.term, -farthest, farthest)
        return replace(value, term=near, bounds=(-farthest, farthest))

    def builtin_copies(self, expr: BuiltinCall, shape: Value) -> Value:
        raise NotNative("set-of-sets")  # of what has more values than a table has room for

    def builtin_lines(self, expr: BuiltinCall, *args: Value) -> Value:
        """The lines or blocks of a size that the position decides."""
        if any(isinstance(a.type, SetType) for a in args[1:]):
            raise NotNative("directions")
        return self.up.of_rows(expr.type, self.evaluated_on_the_board(expr, args))

    builtin_blocks = builtin_lines

    def builtin_group(self, expr: BuiltinCall, cell: Value, ways: Value | None = None) -> Value:
        name, _ = self.layout.adjacency(self.constant_ways(expr), joined=True)
        owner = self.owner(cell.term)
        term = t.flood(name, t.bit(self.cells, cell.term), self.plane(owner))
        return Value(term, expr.type, t.has(self.occupied, cell.term))

    def builtin_groups(self, expr: BuiltinCall, cells: Value, ways: Value | None = None) -> Value:
        name, _ = self.layout.adjacency(self.constant_ways(expr), joined=True)
        inside = t.select(cells.exists, cells.term, t.no(self.cells))
        return Value(t.number(0), expr.type, groups=Groups((inside,), name))

    def builtin_sight(
        self, expr: BuiltinCall, cell: Value, ways: Value, through: Value | None = None
    ) -> Value:
        clear = self.empty if through is None else through.term
        return Value(t.sight(cell.term, ways.term, clear), expr.type)
