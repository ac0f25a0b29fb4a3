"""Sets as C on vectors, a vector for each word."""

from __future__ import annotations

from functools import partialmethod

from interpreter.native.emit.kernels.sets import shift_words
from interpreter.native.emit.terms.sets import words_of
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import WORD
from interpreter.native.ir.terms import Term
from interpreter.native.lanes.scalars import LaneScalars
from interpreter.native.lanes.tables import NotInLanes
from interpreter.native.lanes.values import Words


class LaneSets(LaneScalars):
    """Writes sets, and what is asked of them."""

    make_union = partialmethod(LaneScalars.joined, sign="|")
    make_meet = partialmethod(LaneScalars.joined, sign="&")
    make_minus = partialmethod(LaneScalars.joined, sign="& ~")

    def make_bit(self, term: Term) -> Words:
        at = self.term(term.args[0])[0]
        if term.type.size == 1:
            return (f"lanes_of(1) << ({at} & 63)",)
        one = self.name(f"lanes_of(1) << ({at} & 63)")
        words = range(term.type.size)
        return tuple(f"{one} & lanes_eq({at} >> 6, lanes_of({i}))" for i in words)

    def make_has(self, term: Term) -> Words:
        cells, at = self.term(term.args[0]), self.term(term.args[1])[0]
        word = cells[0]
        for i, other in enumerate(cells[1:], 1):
            here = self.name(f"lanes_eq({at} >> 6, lanes_of({i}))")
            word = self.chosen(here, (other,), (word,))[0]
        return (f"-({word} >> ({at} & 63) & lanes_of(1))",)

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
        return (f"~{self.name(outside[0])}",)

    def make_is_among(self, term: Term) -> Words:
        table, (word,) = words_of(term.data), self.term(term.args[0])
        place = self.name(f"{word} >> 6 & lanes_of({len(table.values) - 1})")
        return (f"-({self.tables.entry(table, 0)}({place}) >> ({word} & 63) & lanes_of(1))",)

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
