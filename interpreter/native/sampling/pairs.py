"""Candidates that are pairs of a cell and a neighbour, as a set of cells for each direction."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.native.emit.terms.block import Block
from interpreter.native.emit.terms.lines import Base
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Check, depends_on, written
from interpreter.native.ir.layout.layout import Shift
from interpreter.native.ir.plan import StepPlan
from interpreter.native.ir.terms import TRUE, Table, Term
from interpreter.native.passes.loops.lift import Lifter
from interpreter.native.sampling.bounds import Domains


class Pairs(Domains):
    """Writes the drawing of two neighbours."""

    def pair_sets(self, step: StepPlan) -> list[tuple[Term, int]]:
        """For each shift from a cell to a neighbour, the first cells of candidates, and its bits.

        Empty if the parameters of a step are not such a pair.
        """
        if len(step.parameters) != 2 or any(
            p.loop.of != "cells" or p.fixed is not None for p in step.parameters
        ):
            return []
        first, second = step.parameters
        cell = t.var(first.loop.name, t.INT)
        factors = t.factors_of(second.domains[0])
        near = [f for f in factors if f.op == "table" and f.data.adjacency and f.args == (cell,)]
        if len(near) != 1 or not self.is_independent(step, 0):
            return []
        relations = self.layout.relations
        shifts = relations[near[0].data.adjacency][0]
        others = [f for f in factors if f is not near[0]]
        if second.filter != TRUE and not depends_on(second.filter.reads, changed_before(step)):
            others.append(second.filter)
        if shifts is None or any(cell.data in f.free for f in others):
            return []
        start = first.filtered
        lifter, conditions = Lifter(self.layout, cell.data), tuple(early_conditions(step))
        sets = []
        for shift in shifts:
            pairs = t.meet(t.const(start.type, shift.source), start)
            for other in others:
                pairs = t.meet(pairs, t.moved(-shift.bits, other))
            there = t.lookup(step_table(shift, self.layout.size), cell)
            for condition in conditions:
                lifted = lifter.lift(t.substitute(condition, {second.loop.name: there}))
                if lifted is not None:
                    pairs = t.meet(pairs, lifted)
            sets.append((pairs, shift.bits))
        return sets

    def count_pairs(self, block: Block, pairs: list[tuple[Term, int]]) -> str:
        """C for the number of pairs."""
        counts = [block.term(t.count(p)) for p, _ in pairs]
        name = block.unit.fresh("n")
        block.write(f"const int32_t {name} = {' + '.join(counts)};")
        return name

    def draw_pair(
        self, block: Block, step: StepPlan, pairs: list[tuple[Term, int]], fail: str, base: Base,
        drawn: str,
    ) -> None:  # fmt: skip
        """Draw one of the pairs; `drawn` is its index, if that has been drawn before."""
        names = [p.loop.name for p in step.parameters]
        with block.trial(base):
            total = " + ".join(block.term(t.count(p)) for p, _ in pairs)
            place = block.unit.fresh("place")
            block.write(f"int32_t {names[0]}, {names[1]};")
            drawn = drawn or f"rng_below(r, (uint32_t)({total}))"
            block.write(f"int32_t {place} = (int32_t){drawn};")
            for number, (cells, bits) in enumerate(pairs):
                size = block.term(t.count(cells))
                made = block.term(cells)
                is_last = number == len(pairs) - 1
                block.write("{" if is_last else f"if ({place} < {size}) {{")
                block.write(f"    {names[0]} = set{cells.type.size}_nth({made}, {place});")
                block.write(f"    {names[1]} = {names[0]} + {bits};")
                block.write("}" if is_last else f"}} else if ({place} -= {size}, true)")
        second = step.parameters[1]
        if second.filter != TRUE and depends_on(second.filter.reads, changed_before(step)):
            chosen = t.has(second.filter, t.var(names[1], t.INT))
            block.write(f"if (!{block.wrapped(chosen)}) {fail}")


def step_table(shift: Shift, size: int) -> Table:
    """For each code the one that it is shifted to; -1 if the step leaves the board."""
    codes = (c + shift.bits if shift.source >> c & 1 else -1 for c in range(size))
    return Table(t.INT, (size,), tuple(codes))


def changed_before(step: StepPlan) -> frozenset[str]:
    """The fields that may be changed before the last parameter of a step is chosen."""
    return frozenset[str]().union(*map(written, step.phases[:-1]))


def early_conditions(step: StepPlan) -> Iterator[Term]:
    """Conditions on the position before a step, tested as soon as its parameters are chosen."""
    changed = changed_before(step)
    for effect in step.phases[-1]:
        if not isinstance(effect, Check) or effect.attempt:
            return
        conditions = t.conditions_of(effect.condition)
        yield from (c for c in conditions if not depends_on(c.reads, changed))
