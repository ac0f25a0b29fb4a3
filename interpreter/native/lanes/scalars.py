"""Flags, numbers and entries as C on vectors."""

from __future__ import annotations

from functools import partialmethod

from interpreter.native.ir.layout.layout import WORD
from interpreter.native.ir.terms import BOOL, INT, Table, Term
from interpreter.native.lanes.tables import NotInLanes, width
from interpreter.native.lanes.values import LaneValues, Words


class LaneScalars(LaneValues):
    """Writes constants, what is read, conditions and arithmetic."""

    def make_const(self, term: Term) -> Words:
        if term.type.is_set:
            words = range(term.type.size)
            return tuple(f"lanes_of({term.data >> WORD * i & (1 << WORD) - 1:#x}u)" for i in words)
        value = -int(term.data) if term.type == BOOL else int(term.data)
        return (f"lanes_of((uint64_t)({value}))",)

    def make_var(self, term: Term) -> Words:
        if term.data not in self.locals:
            raise NotInLanes
        return self.locals[term.data]

    def make_read(self, term: Term) -> Words:
        field = self.plan.fields.all.get(term.data)
        if field is None:
            raise NotInLanes
        if not term.args or not field.sizes:
            return self.field(term.data)
        if self.is_in_memory(term.data):
            places = self.places(term.data, term.args)
            return tuple(f"lanes_gather(state, {place})" for place in places)
        index, size = term.args[0], field.sizes[0]
        if index.op == "const":
            return self.field(term.data, index.data if index.data in range(size) else 0)
        at, found = self.term(index)[0], self.field(term.data, 0)
        for entry in range(1, size):
            here = self.name(f"lanes_eq({at}, lanes_of({entry}))")
            found = self.chosen(here, self.field(term.data, entry), found)
        return found

    def make_table(self, term: Term) -> Words:
        table: Table = term.data
        place = "lanes_of(0)"
        for size, index in zip(table.sizes, term.args, strict=True):
            at = self.term(index)[0]
            inside = self.name(f"{at} & lanes_less({at}, lanes_of({size}))")
            place = self.name(f"{place} * lanes_of({size}) + {inside}")
        packed = self.tables.packed(table)
        if packed:
            number, low = packed
            found = self.named(f"pack_{number}({self.name(place)})")
            return (f"{found} >> {low} & lanes_of({(1 << width(table)) - 1})",)
        words = range(table.type.size or 1)
        return tuple(f"{self.tables.entry(table, word)}({place})" for word in words)

    def joined(self, term: Term, sign: str) -> Words:
        """An operation on masks or words, side by side."""
        made = [self.term(a) for a in term.args]
        return tuple(f" {sign} ".join(words) for words in zip(*made, strict=True))

    make_and = partialmethod(joined, sign="&")
    make_or = partialmethod(joined, sign="|")
    def make_not(self, term: Term) -> Words:
        return (f"~{self.flag(term.args[0])}",)

    def make_eq(self, term: Term) -> Words:
        a, b = (self.term(x) for x in term.args)
        pairs = zip(a, b, strict=True)
        return (" & ".join(f"lanes_eq({x}, {y})" for x, y in pairs),)

    def make_lt(self, term: Term) -> Words:
        a, b = (self.term(x)[0] for x in self.numbers(term))
        return (f"lanes_below_signed({a}, {b})",)

    def make_le(self, term: Term) -> Words:
        a, b = (self.term(x)[0] for x in self.numbers(term))
        return (f"~lanes_below_signed({b}, {a})",)

    def numbers(self, term: Term) -> tuple[Term, ...]:
        """The arguments of an operation on whole numbers."""
        if any(a.type != INT for a in term.args):
            raise NotInLanes
        return term.args

    def number(self, term: Term, sign: str) -> Words:
        """An operation on numbers of 32 bits, which wrap around."""
        a, b = (self.term(x)[0] for x in self.numbers(term))
        return (f"lanes_wrapped({a} {sign} {b})",)

    make_add = partialmethod(number, sign="+")
    make_sub = partialmethod(number, sign="-")
    make_mul = partialmethod(number, sign="*")

    def make_mod(self, term: Term) -> Words:
        a, bits = self.divided(term)
        return (f"{a} & lanes_of({(1 << bits) - 1})",)

    def make_div(self, term: Term) -> Words:
        a, bits = self.divided(term)
        return (f"(Lanes)((SignedLanes){a} >> {bits})",)

    def divided(self, term: Term) -> tuple[str, int]:
        """What is divided by a power of 2, and which power that is; vectors divide by no other."""
        a, b = self.numbers(term)
        if b.op != "const" or b.data <= 0 or b.data & b.data - 1:
            raise NotInLanes
        return self.term(a)[0], b.data.bit_length() - 1

    def make_select(self, term: Term) -> Words:
        condition = self.flag(term.args[0])
        return self.chosen(condition, self.term(term.args[1]), self.term(term.args[2]))
