"""Terms as C on vectors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partialmethod, reduce
from itertools import starmap

from interpreter.native.emit.kernels.sets import shift_words
from interpreter.native.emit.terms.sets import words_with
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import WORD, Layout
from interpreter.native.ir.terms import BOOL, INT, Patterns, Table, Term
from interpreter.native.lanes.tables import SHORT, NotInLanes, width
from interpreter.native.lanes.values import LaneValues, Words, inside
from interpreter.native.passes.patterns.whole import (
    OF_LIST,
    by_shifts,
    covered,
    is_by_shifts,
    shapes_of,
)


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
            place = self.name(f"{place} * lanes_of({size}) + {inside(at, size)}")
        packed = self.tables.packed(table)
        if packed:
            number, low = packed
            found = self.named(f"pack_{number}({self.name(place)})")
            return (f"{found} >> {low} & lanes_of({(1 << width(table)) - 1})",)
        if table.type == BOOL and len(table.values) <= WORD:
            return (f"lanes_some({whole_table(table)} >> {place} & lanes_of(1))",)
        words = range(table.type.size or 1)
        entries = (f"{self.tables.entry(table, word)}({place})" for word in words)
        return tuple(f"lanes_some({e})" if table.type == BOOL else e for e in entries)

    def joined(self, term: Term, sign: str) -> Words:
        """An operation on masks or words, side by side."""
        made = [self.term(a) for a in term.args]
        return tuple(f" {sign} ".join(words) for words in zip(*made, strict=True))

    make_and = partialmethod(joined, sign="&")

    def make_or(self, term: Term) -> Words:
        """Questions about the same patterns are asked together."""
        asked: dict[Patterns, list[Term]] = {}
        for part in term.args:
            if part.op == "is_among":
                asked.setdefault(part.data, []).append(part.args[0])
        masks = [self.flag(a) for a in term.args if a.op != "is_among"]
        return (" | ".join([*masks, *starmap(self.lying, asked.items())]),)

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
        return (self.lying(term.data, term.args),)

    def lying(self, patterns: Patterns, sets: Sequence[Term]) -> str:
        """Whether a pattern lies within one of some sets of few codes."""
        table = words_with(patterns, self.layout)
        if len(table.values) > SHORT and is_cheaper_by_shifts(patterns, self.layout, len(sets)):
            return self.flag(side_by_side(patterns, self.packed(sets), self.layout.size))
        masks = []
        for (word,) in map(self.term, sets):
            place = self.name(f"{word} >> 6 & lanes_of({len(table.values) - 1})")
            found = f"{self.tables.entry(table, 0)}({place})"
            masks.append(f"lanes_some({found} >> ({word} & 63) & lanes_of(1))")
        return self.mask(" | ".join(masks))

    def packed(self, sets: Sequence[Term]) -> list[Term]:
        """Words that hold as many sets of few codes as there is room for, side by side."""
        packed, size = [], self.layout.size
        for start in range(0, len(sets), WORD // size):
            words = [self.term(s)[0] for s in sets[start : start + WORD // size]]
            name = self.name(" | ".join(f"{w} << {size * i}" for i, w in enumerate(words)))
            self.locals[name] = (name,)
            packed.append(t.var(name, sets[0].type))
        return packed

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

    def make_dilate(self, term: Term) -> Words:
        shifts = self.layout.relations[term.data][0]
        if shifts is None:
            raise NotInLanes
        found = t.no(term.type)
        for shift in shifts:
            inside = t.meet(t.const(term.type, shift.source), term.args[0])
            found = t.union(found, t.moved(shift.bits, inside))
        return self.term(found)


def is_cheaper_by_shifts(patterns: Patterns, layout: Layout, count: int) -> bool:
    """Whether shifts find patterns within so many sets sooner than a look into a list for each."""
    words = -(-count // (WORD // layout.size))
    each = sum(by_shifts(shape, 1) for shape, _ in shapes_of(patterns))
    return is_by_shifts(layout, patterns) and each * words + count < OF_LIST * count


def side_by_side(patterns: Patterns, packed: Sequence[Term], size: int) -> Term:
    """Whether a pattern lies within one of the sets that words hold, of so many codes each.

    Shifts also move codes of one set to another, but never to where a pattern of that begins.
    """
    type, found = packed[0].type, t.no(packed[0].type)
    for shape, anchors in shapes_of(patterns):
        begins = sum(anchors << at for at in range(0, WORD - size + 1, size))
        lying = reduce(t.union, (covered(word, shape) for word in packed))
        found = t.union(found, t.meet(t.const(type, begins), lying))
    return t.some(found)


def whole_table(table: Table) -> str:
    """C for a short table of flags, as bits."""
    bits = sum(bool(value) << place for place, value in enumerate(table.values))
    return f"lanes_of({bits:#x}u)"
