"""Conditions on one element of a set as the set of all elements for which they hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import bits_of
from interpreter.native.ir.terms import BOOL, FALSE, INT, TRUE, Loop, Term
from interpreter.native.passes.groups.questions import is_mutual
from interpreter.native.passes.loops.lift_sight import looking
from interpreter.native.passes.loops.lift_tables import TableLifter

MAX_WRITTEN_OUT = 32  # rounds of a loop over numbers that is written out
MAX_AROUND = 24  # operations by which what is around all cells is counted
COUNTS = ("fold", "count")
MAX_ALIKE = 8  # of one over cells or fixed sets
ATOMS = ("lt", "le", "eq", "has", "table")  # conditions that are no others joined


def left_by(lifter: ConditionLifter, cells: Term, condition: Term) -> Term | None:
    """Those of some elements for which a condition holds; None where that is not known."""
    holds = lifter.lift(condition)
    if holds is None:
        return None
    if condition.op == "not":
        inner = lifter.lift(condition.args[0])
        assert inner is not None
        return t.minus(cells, inner)
    return holds if cells == lifter.every else t.meet(cells, holds)


class ConditionLifter(TableLifter):
    """Finds for which values of one variable, `every` of which is a code, a condition holds."""

    def lift(self, term: Term) -> Term | None:
        """All cells for which a condition holds; None where it is no such condition."""
        if self.name not in term.free:
            if term in (TRUE, FALSE):
                return self.every if term == TRUE else t.no(self.every.type)
            return t.select(term, self.every, t.no(self.every.type))
        method = getattr(self, f"lift_{term.op}", None)
        lifted: Term | None = method(term) if method is not None else None
        if lifted is not None or term.op not in ATOMS:
            return lifted
        return self.tabulated(term) or self.with_entry(term) or self.each_way(term)

    def each_way(self, term: Term) -> Term | None:
        """The cells for which a condition holds, in each case of a value that depends on them."""
        for at, value in enumerate(term.args):
            if value.op == "select" and self.name in value.free:
                holds, *ways = value.args
                asked = (t.rebuild(term, (*term.args[:at], w, *term.args[at + 1 :])) for w in ways)
                return self.lift(t.select(holds, *asked))
        return None

    def lift_not(self, term: Term) -> Term | None:
        inner = self.lift(term.args[0])
        return None if inner is None else t.minus(self.every, inner)

    def lift_and(self, term: Term) -> Term | None:
        cells = self.every
        for part in self.with_one_fixed(term, t.and_):
            left = left_by(self, cells, part)
            if left is None:
                return None
            cells = left
        return cells

    def lift_or(self, term: Term) -> Term | None:
        parts = [self.lift(part) for part in self.with_one_fixed(term, t.or_)]
        return None if None in parts else t.union(*(p for p in parts if p is not None))

    def with_one_fixed(self, term: Term, joined: Callable[..., Term]) -> Iterator[Term]:
        """The parts of a condition, those that do not depend on the variable as one.

        A guard among these stays before what it guards; beside what depends on the variable, an
        index that may not exist is asked about again where the entry is read.
        """
        fixed = [part for part in term.args if self.name not in part.free]
        for part in term.args:
            if self.name in part.free:
                yield part
            elif part is fixed[0]:
                yield joined(*fixed)

    def lift_select(self, term: Term) -> Term | None:
        condition, yes, no = (self.lift(a) if a.type == BOOL else None for a in term.args)
        if condition is None or yes is None or no is None:
            return None
        return t.union(t.meet(condition, yes), t.minus(no, condition))

    def lift_fold(self, term: Term) -> Term | None:
        """Whether something holds for any or all of a few constants, or of elements of a set."""
        *domains, condition, body = term.args
        loop, reduction = term.data.loops[0], term.data.reduction
        if reduction not in ("any", "all"):
            return None
        is_any = reduction == "any"
        each = t.and_(condition, body) if is_any else t.or_(t.not_(condition), body)
        values = values_of(loop, tuple(domains)) if len(term.data.loops) == 1 else None
        if values is None:
            found = self.for_some(term, each if is_any else t.not_(each))
            return found if found is None or is_any else t.minus(self.every, found)
        rounds = [t.substitute(each, {loop.name: t.number(value)}) for value in values]
        return self.lift(t.or_(*rounds) if is_any else t.and_(*rounds))

    def for_some(self, fold: Term, condition: Term, reduction: str = "union") -> Term | None:
        """The cells for which a condition holds in a round of a loop that does not depend on them:
        once or more, or as the reduction says.
        """
        domains = fold.args[:-2]
        if any(self.name in d.free for d in domains):
            return None
        lifted = self.lift(condition)
        if lifted is None:
            return None
        return t.fold(reduction, fold.data.loops, domains, TRUE, lifted, lifted.type)

    def lift_has(self, term: Term) -> Term | None:
        inside, code = term.args
        if self.name in inside.free:
            return None
        if self.is_variable(code):
            if inside.type != self.every.type:
                return None
            return inside if self.every == self.board else t.meet(inside, self.every)
        return self.stepping(code, inside)

    def lift_le(self, term: Term) -> Term | None:
        return self.compared(term, 1)

    def compared(self, term: Term, more: int) -> Term | None:
        """The cells for which one number is below another, or below one `more`, where one of them
        is counted and the other known.
        """
        low, high = term.args
        if low.value is not None:
            return self.at_least(high, low.data + 1 - more)
        many = self.at_least(low, high.data + more) if high.value is not None else None
        return None if many is None else t.minus(self.every, many)

    def at_least(self, counts: Term, number: int) -> Term | None:
        """The cells for which so many are counted, by a loop that does not depend on them or of
        what is a few steps away.
        """
        if number < 1:
            return None
        if counts.op == "count":
            return self.many_around(counts.args[0], number) or self.many_rounds(counts, number)
        if counts.op != "fold" or counts.data.reduction != "count":
            return None
        found = None
        if number < 3:
            each = t.and_(*counts.args[-2:])
            found = self.for_some(counts, each, "union" if number == 1 else "twice")
        return found or self.many_rounds(counts, number)

    def many_rounds(self, counts: Term, number: int) -> Term | None:
        """The cells for which something holds in so many of a few rounds, which are counted or
        whose values make the set that is.
        """
        fold = counts.args[0] if counts.op == "count" else counts
        if fold.op != "fold" or len(fold.data.loops) > 1 or self.every != self.board:
            return None
        *domains, condition, body = fold.args
        name = fold.data.loops[0].name
        if counts is fold:
            condition = t.and_(condition, body)
        elif fold.data.reduction != "union" or body != t.bit(body.type, t.var(name, INT)):
            return None
        values = values_of(fold.data.loops[0], tuple(domains))
        if values is None or number * (len(values) - number + 1) > MAX_AROUND:
            return None
        rounds = [self.lift(t.substitute(condition, {name: t.number(v)})) for v in values]
        sets = [one for one in rounds if one is not None]
        return self.in_many(sets, number) if len(sets) == len(values) else None

    def many_around(self, cells: Term, number: int) -> Term | None:
        """The cells of whose entry in a table so many are in a set."""
        row, inside = self.apart(cells)
        if row is None or not self.is_table(row) or not self.is_of_cells(row.data):
            return None
        steps = self.steps_of(row.data, exact=False)
        if steps is None or any(f.op == "table" for f in t.factors_of(inside)):
            return None  # of what is near a cell, few are asked one by one
        if number * (len(steps) - number + 1) > MAX_AROUND:
            return None
        return self.in_many([self.around(row.data, (step,), inside) for step in steps], number)

    def in_many(self, sets: list[Term], number: int) -> Term:
        """What is in so many of some sets."""
        spare = len(sets) - number  # of which none need have it
        found = [self.every] + [t.no(self.every.type)] * number  # in none or more, in one, ...
        for at, one in enumerate(sets):
            for many in range(min(number, at + 1), max(0, at - spare), -1):
                found[many] = t.union(found[many], t.meet(found[many - 1], one))
        return found[number]

    def apart(self, *sets: Term) -> tuple[Term | None, Term]:
        """The one of the sets that depends on the variable, None if there are more, and what the
        others have in common.
        """
        factors = [f for one in sets for f in t.factors_of(one)]
        others = [f for f in factors if self.name not in f.free]
        one = [f for f in factors if self.name in f.free]
        inside: Term = reduce(t.meet, others) if others else self.every
        return one[0] if len(one) == 1 else None, inside

    def exactly(self, counts: Term, number: int) -> Term | None:
        """The cells for which exactly so many are counted."""
        if number == 0:
            return self.compared(t.le(counts, t.number(0)), 1)
        once = None
        if number == 1 and counts.op == "fold" and counts.data.reduction == "count":
            once = self.for_some(counts, t.and_(*counts.args[-2:]), "once")
        if once is not None:
            return once
        many, more = self.at_least(counts, number), self.at_least(counts, number + 1)
        return None if many is None or more is None else t.minus(many, more)

    def lift_lt(self, term: Term) -> Term | None:
        code, zero = term.args
        rows = self.step_rows(code) if zero.value == 0 else None
        return self.compared(term, 0) if rows is None else t.minus(self.every, rows[0])

    def lift_eq(self, term: Term) -> Term | None:
        code, other = term.args[::-1] if self.is_variable(term.args[1]) else term.args
        if self.is_variable(code) and self.name not in other.free:
            return t.bit(self.every.type, other)
        if code.op in COUNTS and other.value is not None:
            return self.exactly(code, other.data)
        if term.args[0].type == BOOL:
            return self.alike(*term.args)
        if (coded := self.coded(*term.args) or self.coded(*term.args[::-1])) is not None:
            return coded
        if code.op == "meet" and self.is_table(other):
            return self.left_over(code.args, other)
        return None

    def alike(self, one: Term, other: Term) -> Term | None:
        """The cells for which two conditions, one the same for all, both hold or both do not."""
        for fixed, cells in ((one, self.lift(other)), (other, self.lift(one))):
            if self.name not in fixed.free and cells is not None:
                return t.select(fixed, cells, t.minus(self.every, cells))
        return None

    def left_over(self, sets: tuple[Term, ...], left: Term) -> Term | None:
        """The cells for which a set has just these cells of an entry, if they are among its own."""
        entry, inside = sets if self.is_table(sets[0]) else sets[::-1]
        if not self.is_table(entry) or not self.is_of_cells(entry.data):
            return None
        pairs = tuple(zip(entry.data.values, left.data.values, strict=True))
        rest, few = (
            t.lookup(t.Table(entry.type, entry.data.sizes, values), *entry.args)
            for values in (tuple(many & ~few for many, few in pairs),
                           tuple(few if few & ~many == 0 else 0 for many, few in pairs))
        )  # fmt: skip
        holds = self.lift(t.and_(t.within(few, inside), t.not_(t.meets(rest, inside))))
        own = sum(1 << i for i, (many, few) in enumerate(pairs) if few & ~many == 0)
        return None if holds is None else t.meet(t.const(self.every.type, own), holds)

    def lift_within(self, term: Term) -> Term | None:
        pattern, inside = term.args
        if self.name in inside.free or pattern.op != "table" or not self.is_of_cells(pattern.data):
            return None
        found = self.within_rows(pattern, inside)
        if found is not None or len(pattern.args) > 1 or not self.layout.stride:
            return found
        outside = t.meets(pattern, t.minus(self.board, inside))  # some have fewer, as at the edge
        beyond = self.lift_meets(outside) if outside.op == "meets" else None
        return None if beyond is None else t.minus(self.every, beyond)

    def lift_meets(self, term: Term) -> Term | None:
        pattern, inside = self.apart(*term.args)
        if pattern is None:
            return None
        if pattern.op == "sight" and self.is_variable(pattern.args[0]) and self.every == self.board:
            _, ways, through = pattern.args
            if self.name not in ways.free | through.free:
                looks = looking(self.layout, ways, through, inside)
                return None if looks is None else looks.seen()
        if not self.is_table(pattern):
            return None
        if self.is_of_cells(pattern.data):
            if pattern.data.adjacency and is_mutual(pattern.data):
                return t.dilate(pattern.data.adjacency, pattern.data, inside)
            steps = self.steps_of(pattern.data, exact=False)
            if steps is not None:
                return self.around(pattern.data, steps, inside)
        return None


def values_of(loop: Loop, domains: tuple[Term, ...], most: int = MAX_ALIKE) -> list[int] | None:
    """The few values that a loop goes through, if they are known."""
    if loop.kind not in ("bits", "range") or any(d.op != "const" for d in domains):
        return None
    if loop.kind == "bits":
        codes = bits_of(domains[0].data)
        return codes if len(codes) <= most else None
    low, high = domains[0].data, domains[1].data
    return list(range(low, high + 1)) if high - low < MAX_WRITTEN_OUT else None
