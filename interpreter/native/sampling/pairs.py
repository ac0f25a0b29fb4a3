"""Candidates that are pairs of a cell and one a step away, as a set of cells for each length; or
of a cell and few values, such as directions, as a set of cells for each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product, zip_longest
from math import prod

from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Check, Effect, Effects, depends_on, written
from interpreter.native.ir.layout.layout import Layout, bits_of
from interpreter.native.ir.layout.planes import Planes
from interpreter.native.ir.plan import Parameter, StepPlan
from interpreter.native.ir.possible import Possibilities
from interpreter.native.ir.rewrite import once_for_all
from interpreter.native.ir.terms import INT, TRUE, Term
from interpreter.native.passes.loops.lift_conditions import values_of
from interpreter.native.passes.loops.steps import NoWays, Steps, Ways
from interpreter.native.passes.loops.unroll import resimplify
from interpreter.native.sampling.bounds import most
from interpreter.native.sampling.records import Pairs

OFTEN = 2  # times as many steps as a cell has, and more, are each possible from few cells
MAX_VALUES = 8  # of a later parameter that is no cell
MAX_SETS = 24  # of cells, one for each choice of all later parameters


def pairs_of(step: StepPlan, board: Planes) -> tuple[Pairs, frozenset[Term]] | None:
    """The pairs of the parameters of a step, the first of which is known before, and the
    conditions on the position that all of them fulfil; None if steps do not lead from one to the
    other.
    """
    first, second, *more = step.parameters
    other, checked = second.loop.name, tuple(early_conditions(step))
    steps = Steps(board.layout, first.loop.name, first.filtered)
    if more or second.loop.of != "cells":
        return with_values(step, steps, checked)
    is_known = not depends_on(second.filter.reads, changed_before(step))
    found = in_cases(steps, second.filtered) if is_known else None
    residue = second.filter if found is None else TRUE
    index, cases = found or in_cases(steps, second.domains[0]) or (TRUE, [])
    if not 0 < max(map(len, cases), default=0) < OFTEN * most(second.domains[0], second, board):
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
    sets = tuple(joined(index, cases, t.no(board.cells)))
    return Pairs(sets, residue), frozenset(proved)


def with_values(
    step: StepPlan, steps: Steps, checked: tuple[Term, ...]
) -> tuple[Pairs, frozenset[Term]] | None:
    """The same where the later parameters have few values: the cells for each choice of these."""
    others, lifter = step.parameters[1:], steps.lifter
    names, values = [p.loop.name for p in others], [few_values(p, lifter.layout) for p in others]
    if not 0 < prod(map(len, values)) <= MAX_SETS or any(
        depends_on(p.filter.reads, changed_before(step)) for p in others
    ):
        return None
    domains = [t.has(p.filtered, t.var(p.loop.name, INT)) for p in others if p.loop.kind == "bits"]
    sets, proved = [], set(checked)
    for choice in product(*values):
        cells, known = steps.starts, dict(zip(names, map(t.number, choice), strict=True))
        for condition in (*domains, *checked):
            asked = t.substitute(condition, known)
            lifted = lifter.lift(resimplify(lifter.layout, asked))
            if lifted is not None:
                cells = t.meet(cells, lifted)
            elif condition in proved:
                proved.discard(condition)
            else:
                return None
        sets.append((cells, *known.values()))
    is_left = len(proved) < len(set(checked)) or any(
        isinstance(effect, Check) for phase in step.phases[1:-1] for effect in phase
    )
    is_worth_it = proved and (len(sets) <= MAX_VALUES or not is_left)
    return (Pairs(tuple(sets), TRUE, False), frozenset(proved)) if is_worth_it else None


def few_values(parameter: Parameter, layout: Layout) -> list[int]:
    """The values that a parameter may have; none where they are many or not known."""
    low, *high = parameter.domains
    if parameter.loop.kind == "bits":
        found = bits_of(Possibilities(layout).of(low, {})[1])
    else:
        found = values_of(parameter.loop, (low, *high), MAX_VALUES) or []
    return found if len(found) <= MAX_VALUES else []


def in_cases(steps: Steps, cells: Term) -> tuple[Term, list[Ways]] | None:
    """The steps that lead from a cell to a set of cells, for each case of a number on which their
    length depends, such as whose turn it is; None where there are other ways.
    """
    def is_chosen(part: Term) -> bool:
        """Whether an entry for the cell depends on a number besides."""
        outside = cells.free - {steps.cell.data}  # no variable of a loop inside
        fixed = [a for a in part.args if a.free <= outside and not a.uncertain]
        return part.op == "table" and len(part.args) == 2 and (
            steps.cell in part.args and len(fixed) == 1
        )  # fmt: skip

    index, count = TRUE, 1
    for part in filter(is_chosen, cells.parts):
        at = part.args.index(steps.cell)
        index, count = part.args[1 - at], part.data.sizes[1 - at]
        break

    def in_case(part: Term, case: int) -> Term:
        """A part of the set where the number is known."""
        if not is_chosen(part) or index not in part.args:
            return part
        return t.lookup(part.data, *(t.number(case) if a == index else a for a in part.args))

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
