"""Terms as C on vectors."""

from __future__ import annotations

from functools import partialmethod

from interpreter.native.emit.kernels.sets import shift_words
from interpreter.native.emit.terms.sets import words_of
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import WORD
from interpreter.native.ir.terms import BOOL, INT, Table, Term
from interpreter.native.lanes.tables import NotInLanes, width
from interpreter.native.lanes.values import LaneValues, Words

MAX_STEPS = 4  # by which a set is moved, all of which are made where the step is not known


class LaneTerms(LaneValues):
    """Writes terms; of sets a vector for each word."""

    def make_const(self, term: Term) -> Words:
        if term.type.is_set:
            words = range(term.type.size)
            return tuple(f"lanes_of({term.data >> WORD * i & (1 << WORD) - 1:#x}u)" for i in words)
        if term.type == BOOL:
            return ("(Flags)-1" if term.data else "0",)
        return (f"lanes_of((uint64_t)({int(term.data)}))",)

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
            here = self.mask(f"lanes_eq({at}, lanes_of({entry}))")
            found = self.chosen(here, self.field(term.data, entry), found, field.type)
        return found

    def make_table(self, term: Term) -> Words:
        table: Table = term.data
        place = "lanes_of(0)"
        for size, index in zip(table.sizes, term.args, strict=True):
            at = self.term(index)[0]
            at = f"lanes_inside({at}, {size})"
            place = self.name(f"{place} * lanes_of({size}) + {at}")
        packed = self.tables.packed(table)
        if packed:
            number, low = packed
            found = self.named(f"pack_{number}({self.name(place)})")
            return (f"{found} >> {low} & lanes_of({(1 << width(table)) - 1})",)
        words = range(table.type.size or 1)
        entries = (f"{self.tables.entry(table, word)}({place})" for word in words)
        return tuple(f"lanes_some({e})" if table.type == BOOL else e for e in entries)

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
        if term.args[0].type == BOOL:
            return (f"~({a[0]} ^ {b[0]})",)
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
        yes, no = (self.term(a) for a in term.args[1:])
        return self.chosen(condition, yes, no, term.type)

    # ---- sets ----

    make_union = partialmethod(joined, sign="|")
    make_meet = partialmethod(joined, sign="&")
    make_minus = partialmethod(joined, sign="& ~")

    def make_bit(self, term: Term) -> Words:
        at = self.term(term.args[0])[0]
        if term.type.size == 1:
            return (f"lanes_of(1) << ({at} & 63)",)
        one = self.name(f"lanes_of(1) << ({at} & 63)")
        words = range(term.type.size)
        return tuple(f"lanes_only(lanes_eq({at} >> 6, lanes_of({i})), {one})" for i in words)

    def make_has(self, term: Term) -> Words:
        cells, at = self.term(term.args[0]), self.term(term.args[1])[0]
        word = cells[0]
        for i, other in enumerate(cells[1:], 1):
            here = self.mask(f"lanes_eq({at} >> 6, lanes_of({i}))")
            word = self.chosen(here, (other,), (word,), INT)[0]
        return (f"lanes_some({word} >> ({at} & 63) & lanes_of(1))",)

    def some(self, words: list[str]) -> Words:
        """Whether some word is not 0."""
        whole = self.name(" | ".join(f"({w})" for w in words))
        return (f"lanes_some({whole})",)

    def make_some(self, term: Term) -> Words:
        return self.some(list(self.term(term.args[0])))

    def make_meets(self, term: Term) -> Words:
        a, b = (self.term(x) for x in term.args)
        return self.some([f"{x} & {y}" for x, y in zip(a, b, strict=True)])

    def make_within(self, term: Term) -> Words:
        a, b = (self.term(x) for x in term.args)
        outside = self.some([f"{x} & ~{y}" for x, y in zip(a, b, strict=True)])
        return (f"~{outside[0]}",)

    def make_is_among(self, term: Term) -> Words:
        table, (word,) = words_of(term.data), self.term(term.args[0])
        place = self.name(f"{word} >> 6 & lanes_of({len(table.values) - 1})")
        found = f"{self.tables.entry(table, 0)}({place})"
        return (f"lanes_some({found} >> ({word} & 63) & lanes_of(1))",)

    def make_count(self, term: Term) -> Words:
        return (" + ".join(f"lanes_count({w})" for w in self.term(term.args[0])),)

    def make_first(self, term: Term) -> Words:
        found = "lanes_of(-1ull)"
        for i, word in reversed(list(enumerate(self.term(term.args[0])))):
            low = f"lanes_count(({word} & -{word}) - lanes_of(1)) + lanes_of({WORD * i})"
            found = self.name(f"lanes_if(lanes_some({word}), {low}, {found})")
        return (found,)

    def make_moved(self, term: Term) -> Words:
        cells = self.term(term.args[0])
        return tuple(w or "lanes_of(0)" for w in shift_words(cells, term.data))

    def make_moved_by(self, term: Term) -> Words:
        cells, step = term.args
        steps = sorted(set(step.data.values)) if step.op == "table" else []
        if not 0 < len(steps) <= MAX_STEPS:
            raise NotInLanes
        found, *others = (self.term(t.moved_by(cells, t.number(bits))) for bits in steps)
        for bits, moved in zip(steps[1:], others, strict=True):
            here = self.flag(t.eq(step, t.number(bits)))
            found = self.chosen(here, moved, found, term.type)
        return found

    def make_dilate(self, term: Term) -> Words:
        shifts = self.layout.relations[term.data][0]
        if shifts is None:
            raise NotInLanes
        found = t.no(term.type)
        for shift in shifts:
            inside = t.meet(t.const(term.type, shift.source), term.args[0])
            found = t.union(found, t.moved(shift.bits, inside))
        return self.term(found)
