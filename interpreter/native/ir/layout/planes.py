"""What stands on the board, as bit planes: owners, kinds and attributes of pieces."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, reduce
from math import prod
from operator import or_
from typing import Any

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.fields import Fields
from interpreter.native.ir.terms import INT, Table, Term, Type
from interpreter.native.ir.terms.refusal import NotNative


class Planes:
    """The planes of one game's board."""

    def __init__(self, fields: Fields):
        self.fields, self.rules, self.layout = fields, fields.rules, fields.layout
        self.cells = self.layout.cell_set

    def own(self, colour: Term) -> Term:
        """The cells with a piece of a colour."""
        if not self.fields.has_owned:
            return t.no(self.cells)
        if colour.nullable:
            return t.select(t.exists(colour), self.fields.read("own", colour), t.no(self.cells))
        return self.fields.read("own", colour)

    def plane(self, owner: Term) -> Term:
        """The cells with a piece of an owner, who may be nobody."""
        if not self.fields.has_unowned:
            return self.own(owner)
        unowned = self.fields.read("unowned")
        if not self.fields.has_owned:
            return unowned
        return t.select(t.exists(owner), self.own(owner), unowned)

    @property
    def owners(self) -> list[Term]:
        """The cells with a piece of each owner."""
        planes = []
        if self.fields.has_owned:
            planes = [self.own(t.number(c)) for c in range(self.fields.colours)]
        return [*planes, self.fields.read("unowned")] if self.fields.has_unowned else planes

    @property
    def occupied(self) -> Term:
        return t.union(t.no(self.cells), *self.owners)

    @property
    def every(self) -> Term:
        return t.const(self.cells, self.layout.every_cell)

    @property
    def empty(self) -> Term:
        return t.minus(self.every, self.occupied)

    def board_planes(self) -> list[Term]:
        """All that is on the board."""
        planes = self.owners
        if self.fields.has_kinds:
            kinds = range(len(self.fields.model.kinds))
            planes += [self.fields.read("kind", t.number(k)) for k in kinds]
        for name in self.fields.attributes:
            planes += self.attribute_planes(name)
        return planes

    @cached_property
    def names(self) -> frozenset[str]:
        """The fields that hold what is on the board."""
        return frozenset(str(plane.data) for plane in self.board_planes())

    @cached_property
    def of_sides(self) -> list[Term]:
        """The pieces of the mover and of an only opponent."""
        mover = self.fields.read("mover")
        sides = [mover, t.arithmetic("sub", t.number(1), mover)][: 1 + (self.fields.colours == 2)]
        return [self.own(side) for side in sides if self.fields.has_owned]

    @cached_property
    def all_pieces(self) -> list[list[Term]]:
        """Planes that have all pieces together, as colours and as sides."""
        nobody = [self.fields.read("unowned")] if self.fields.has_unowned else []
        return [self.owners] + [self.of_sides + nobody] * (self.fields.colours == 2)

    def attribute_planes(self, name: str) -> list[Term]:
        """The bits of the places of an attribute's values, lowest first."""
        planes = range(self.fields.attributes[name].planes)
        return [self.fields.read(f"with_{name}", t.number(bit)) for bit in planes]

    def of_kind(self, kind: Term) -> Term:
        """The cells with a piece of a kind."""
        return self.fields.read("kind", kind) if self.fields.has_kinds else self.occupied

    def is_kind(self, cell: Term, number: int) -> Term:
        """Whether the piece on a cell is of a kind."""
        return t.has(self.of_kind(t.number(number)), cell)

    def is_part(self, a: Term, whole: Term) -> bool:
        """Whether a set surely lies within another, whatever stands on the board."""
        if t.is_part(a, whole):
            return True
        if whole.op == "const":
            fixed = self.always_around(a)
            return fixed is not None and fixed.op == "const" and not fixed.data & ~whole.data
        if whole.op == "meet":
            return all(self.is_part(a, part) for part in whole.args)
        if a.op == "read" and a.data in self.names:
            return self.has_all_pieces(whole)
        if whole.op == "minus":
            return self.is_part(a, whole.args[0]) and self.are_apart(a, whole.args[1])
        if a.op in ("meet", "minus"):
            return any(self.is_part(x, whole) for x in a.args[: 1 + (a.op == "meet")])
        return a.op in ("union", "select") and all(
            self.is_part(x, whole) for x in a.args if x.type == whole.type
        )

    def has_all_pieces(self, cells: Term) -> bool:
        """Whether all cells with a piece surely are in a set."""
        parts = set(parts_of(cells))
        if self.every in parts or parts.issuperset(self.owners):
            return True
        kinds = range(len(self.fields.model.kinds))
        return self.fields.has_kinds and parts.issuperset(
            self.fields.read("kind", t.number(k)) for k in kinds
        )

    def always_around(self, cells: Term) -> Term | None:
        """A set of cells that has all of another and depends on no field; None if none is known."""
        match cells.op:
            case "const" | "table" | "bit" if not cells.reads:
                return cells
            case "table":
                return t.const(cells.type, reduce(or_, cells.data.values))
            case "read" if cells.data in self.names:
                return self.every
            case "read" if self.fields.all[cells.data].may_have:
                return t.const(cells.type, self.fields.all[cells.data].may_have)
            case "minus":
                return self.always_around(cells.args[0])
            case "meet":
                known = [part for part in map(self.always_around, cells.args) if part is not None]
                return reduce(t.meet, known) if known else None
            case "union" | "select":
                parts = list(map(self.always_around, cells.args[cells.op == "select" :]))
                known = [part for part in parts if part is not None]
                return t.union(*known) if len(known) == len(parts) else None
        return None

    def are_apart(self, one: Term, other: Term) -> bool:
        """Whether two sets surely share nothing."""
        if 0 in (one.value, other.value):
            return True
        for a, b in ((one, other), (other, one)):
            if a.op in ("union", "select") and all(
                self.are_apart(part, b) for part in a.args if part.type == b.type
            ):
                return True
            if a.op == "meet" and any(self.are_apart(part, b) for part in a.args):
                return True
            if a.op == "minus" and (self.is_part(b, a.args[1]) or self.are_apart(a.args[0], b)):
                return True
        if one.op != "read" or other.op != "read":
            return False
        if one.data == other.data:
            return one.data in ("own", "kind") and self.is_other_row(one, other)
        return {one.data, other.data} == {"own", "unowned"}

    def is_other_row(self, one: Term, other: Term) -> bool:
        """Whether two entries of a field surely are different ones."""
        return any(self.is_other(i, j) for i, j in zip(one.args, other.args, strict=False))

    def is_other(self, one: Term, other: Term) -> bool:
        """Whether two numbers are surely not the same: such as the mover and its opponent."""
        if one.op == other.op == "const":
            return bool(one.data != other.data)
        return any(
            a.op == "sub" and a.args[0].value is not None and a.args[0].data % 2 and a.args[1] == b
            for a, b in ((one, other), (other, one))
        )

    # ---- what is on a cell ----

    def owner(self, cell: Term) -> Term:
        """The colour of the piece on a cell, -1 for none."""
        code = t.number(-1)
        if self.fields.has_owned:
            for colour in reversed(range(self.fields.colours)):
                whose = self.own(t.number(colour))
                code = t.select(t.has(whose, cell), t.number(colour), code)
        return code

    def kind(self, cell: Term) -> Term:
        """The kind of the piece on a cell, -1 for none."""
        code = t.number(-1)
        for number in reversed(range(len(self.fields.model.kinds))):
            code = t.select(self.is_kind(cell, number), t.number(number), code)
        return code

    def attribute_place(self, name: str, cell: Term) -> Term:
        """The place of an attribute's value among its values."""
        planes = self.attribute_planes(name)
        if len(planes) > 3:  # many places: their bits are added up
            bits = ((t.has(plane, cell), 1 << bit) for bit, plane in enumerate(planes))
            return t.total(t.select(is_set, t.number(bit), t.number(0)) for is_set, bit in bits)
        choices = [t.number(i) for i in range(1 << len(planes))]
        for plane in planes:
            is_set = t.has(plane, cell)
            pairs = zip(choices[1::2], choices[::2], strict=True)
            choices = [t.select(is_set, one, zero) for one, zero in pairs]
        return choices[0]

    def places(self, name: str) -> list[int]:
        """Of each piece the place of its value of an attribute, 0 where it has none."""
        values, named = self.fields.attributes[name].values, self.rules.named_attributes
        pieces = map(named, self.layout.pieces)
        return [values.index(piece[name]) if name in piece else 0 for piece in pieces]

    def has_attribute(self, name: str) -> Term:
        """The cells with a piece that has an attribute."""
        kinds = [i for i, k in enumerate(self.fields.model.kinds) if name in k.attributes]
        if len(kinds) == len(self.fields.model.kinds):
            return self.occupied
        return t.union(*(self.of_kind(t.number(k)) for k in kinds))

    def piece(self, cell: Term) -> Term:
        """The code of the piece on an occupied cell."""
        kind = t.number(0)
        if self.fields.has_kinds:
            kind = self.kind(cell)
            kind = t.select(t.exists(kind), kind, t.number(0))
        places = [self.attribute_place(n, cell) for n in self.fields.attributes]
        return self.piece_of(kind, self.owner(cell), places)

    def piece_of(self, kind: Term, owner: Term, places: list[Term]) -> Term:
        """The code of a piece with the places of its attributes, 0 for those it has not."""
        attributes = self.fields.attributes
        sizes = [len(self.fields.model.kinds), self.fields.colours + 1,
                 *(1 << attribute.planes for attribute in attributes.values())]  # fmt: skip
        if prod(sizes) > 1_000_000:
            raise NotNative("many-pieces")
        codes, columns = [-1] * prod(sizes), list(map(self.places, attributes))
        for code, piece in enumerate(self.layout.pieces):
            place = piece.kind * sizes[1] + piece.owner + 1
            for size, column in zip(sizes[2:], columns, strict=True):
                place = place * size + column[code]
            codes[place] = code
        index = (kind, t.arithmetic("add", owner, t.number(1)), *places)
        return Term("table", INT, index, Table(INT, tuple(sizes), tuple(codes)), True)

    # ---- piles ----

    @property
    def most(self) -> int:
        """How many pieces may stand on a cell."""
        return self.fields.pile or 1

    def entry_index(self, cell: Term, place: Term) -> Term:
        """Where the entry of a piece is, whose place in its pile counts from 0."""
        return t.arithmetic("add", t.arithmetic("mul", cell, t.number(self.most)), place)

    def entry(self, cell: Term, place: Term) -> Term:
        """The entry of a piece that stands in a pile: its code and one."""
        if "pile" not in self.fields.all:
            return t.number(1)
        return self.fields.read("pile", self.entry_index(cell, place))

    def entries(self, type: Type, nothing: Any, values: list[Any]) -> Table:
        """A table of what is true of each piece, by its entry; `nothing` is for 0."""
        return Table(type, (len(values) + 1,), (nothing, *values))


def parts_of(cells: Term) -> Iterator[Term]:
    """The sets of which one is the union."""
    if cells.op == "union":
        for part in cells.args:
            yield from parts_of(part)
    else:
        yield cells
