"""Candidates that are pairs of a cell and one a step away, as a set of cells for each length; or
of a cell and one of a few values, such as directions, as a set of cells for each value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest

from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Check, Effect, Effects, depends_on, written
from interpreter.native.ir.layout.layout import Layout, bits_of
from interpreter.native.ir.plan import StepPlan
from interpreter.native.ir.possible import Possibilities
from interpreter.native.ir.rewrite import once_for_all
from interpreter.native.ir.terms import TRUE, Term
from interpreter.native.passes.loops.steps import NoWays, Steps, Ways
from interpreter.native.passes.loops.unroll import resimplify
from interpreter.native.sampling.bounds import most
from interpreter.native.sampling.records import Pairs

OFTEN = 2  # times as many steps as a cell has, and more, are each possible from few cells
MAX_VALUES = 8  # of a second parameter that is no cell


def pairs_of(step: StepPlan, layout: Layout) -> tuple[Pairs, frozenset[Term]] | None:
    """The pairs of the two parameters of a step, the first of which is known before, and the
    conditions on the position that all of them fulfil; None if steps do not lead from one to the
    other.
    """
    first, second = step.parameters
    other, checked = second.loop.name, tuple(early_conditions(step))
    steps = Steps(layout, first.loop.name, first.filtered)
    if second.loop.of != "cells":
        return with_values(step, steps, checked)
    found = None
    if not depends_on(second.filter.reads, changed_before(step)):
        found = in_cases(steps, second.filtered)
    residue = TRUE if found is not None else second.filter
    index, cases = found or in_cases(steps, second.domains[0]) or (TRUE, [])
    if not 0 < max(map(len, cases), default=0) < OFTEN * most(second.domains[0], second, layout):
        return None
    proved = set(checked)
    for ways in cases:
        for bits, pairs in ways.items():
            for condition in checked:
                asked = t.substitute(condition, {other: steps.end(bits)})
                lifted = steps.lifter.lift(asked)
                if lifted is not None:
                    pairs = t.meet(pairs, lifted)
                else:
                    proved.discard(condition)
            ways[bits] = pairs
    sets = tuple(joined(index, cases, t.no(layout.cell_set)))
    return Pairs(sets, residue), frozenset(proved)


def with_values(
    step: StepPlan, steps: Steps, checked: tuple[Term, ...]
) -> tuple[Pairs, frozenset[Term]] | None:
    """The same where the second parameter is one of a few values: the cells for each."""
    second = step.parameters[1]
    domain, lifter = second.filtered, steps.lifter
    values = bits_of(Possibilities(lifter.layout).of(second.domains[0], {})[1])
    if len(values) > MAX_VALUES or depends_on(second.filter.reads, changed_before(step)):
        return None
    sets, proved = [], set(checked)
    for value in map(t.number, values):
        cells = steps.starts
        for condition in (t.has(domain, value), *checked):
            asked = t.substitute(condition, {second.loop.name: value})
            lifted = lifter.lift(resimplify(lifter.layout, asked))
            if lifted is not None:
                cells = t.meet(cells, lifted)
            elif condition in proved:
                proved.discard(condition)
            else:
                return None
        sets.append((cells, value))
    return (Pairs(tuple(sets), TRUE, False), frozenset(proved)) if proved and sets else None


def in_cases(steps: Steps, cells: Term) -> tuple[Term, list[Ways]] | None:
    """The steps that lead from a cell to a set of cells, for each case of a number on which their
    length depends, such as whose turn it is; None where there are other ways.
    """
    def is_chosen(part: Term) -> bool:
        """Whether an entry for the cell depends on a number besides."""
        return part.op == "table" and part.args[1:] == (steps.cell,) and (
            steps.is_fixed(part.args[0]) and not part.args[0].uncertain
        )  # fmt: skip

    chosen = next((part for part in cells.parts if is_chosen(part)), None)
    index, count = (chosen.args[0], chosen.data.sizes[0]) if chosen else (TRUE, 1)

    def in_case(part: Term, case: int) -> Term:
        """A part of the set where the number is known."""
        is_known = is_chosen(part) and part.args[0] == index
        return t.lookup(part.data, t.number(case), steps.cell) if is_known else part

    try:
        return index, [
            steps.ways(once_for_all(partial(in_case, case=case))(cells)) for case in range(count)
        ]
    except NoWays:
        return None


def joined(index: Term, cases: Sequence[Ways], empty: Term) -> Iterator[tuple[Term, Term]]:
    """The first cells and the distances of pairs; cases of a number, of which one holds, as one."""
    columns = zip_longest(*(ways.items() for ways in cases), fillvalue=(0, empty))
    for (bits, cells), *others in columns:
        by = t.number(bits)
        for case, (further, more) in enumerate(others, 1):
            here = t.eq(index, t.number(case))
            cells, by = t.select(here, more, cells), t.select(here, t.number(further), by)
        yield cells, by


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


def without(effects: Effects, proved: frozenset[Term]) -> Iterator[Effect]:
    """Effects without the conditions that are proved, up to the first effect that is no check."""
    for place, effect in enumerate(effects):
        if not isinstance(effect, Check) or effect.attempt:
            yield from effects[place:]
            return
        condition = t.and_(*(c for c in t.conditions_of(effect.condition) if c not in proved))
        if condition != TRUE:
            yield replace(effect, condition=condition)
