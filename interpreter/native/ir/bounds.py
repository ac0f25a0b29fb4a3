"""What dear conditions need: cheaper ones that must hold first.

`needs` are asked before a condition; where one of them is enough it takes the place of the
condition.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import Layout, bits_of
from interpreter.native.ir.terms import Term


def rank(term: Term) -> int:
    """A rough rank of the time that a term takes: 0 for plain set algebra, 3 for loops."""
    if any(part.op == "fold" for part in term.parts):
        return 3
    return 2 if term.is_search else int(term.is_heavy)


def needs(condition: Term, layout: Layout) -> Iterator[Term]:
    """Cheaper conditions that a condition needs, in the order of their tests; none for one that is
    equivalent to a cheaper one.
    """
    if enough(condition, layout) is not None:
        return
    if condition.op == "meets":
        yield from first_steps(condition, layout)
        yield from meetings(condition)
    elif condition.op == "le" and condition.args[0].value is not None:
        yield from of_size(condition, layout)


def enough(condition: Term, layout: Layout) -> Term | None:
    """A cheaper condition that a condition is equivalent to; None if none is known."""
    if condition.op == "meets":
        for sight, other in (condition.args, condition.args[::-1]):
            if sight.op == "sight" and sight.args[2] == other:
                return next(first_steps(condition, layout), None)
    if condition.op == "le" and condition.args[0].value == 2:
        return next(of_size(condition, layout), None)
    return None


def first_steps(condition: Term, layout: Layout) -> Iterator[Term]:
    """Where something is seen through a set, and is in it or not next to the cell: the first step
    leads into the set.
    """
    factors = [f for a in condition.args for f in t.factors_of(a)]
    for sight in factors:
        if sight.op != "sight" or sight.args[1].op != "const":
            continue
        cell, ways, through = sight.args
        _, near = layout.adjacency(tuple(bits_of(ways.data)), joined=False)
        if any(f is not sight and is_beyond(f, cell, near, through) for f in factors):
            yield t.meets(t.lookup(near, cell), through)


def is_beyond(goal: Term, cell: Term, near: t.Table, through: Term) -> bool:
    """Whether nothing of a set can be next to a cell, unless what is seen through is there."""
    if t.is_part(goal, through):
        return True
    return goal.op == "table" and goal.args == (cell,) and len(goal.data.sizes) == 1 and not any(
        a & b for a, b in zip(goal.data.values, near.values, strict=False)
    )  # fmt: skip


def meetings(condition: Term) -> Iterator[Term]:
    """The cheaper sets of an intersection, before each of which one has to search for."""
    factors = sorted((f for a in condition.args for f in t.factors_of(a)), key=rank)
    common = factors[0]
    for factor, after in pairwise(factors):
        if factor is not factors[0]:
            common = t.meet(common, factor)
        if after.is_search and common is not factors[0]:
            yield t.some(common)


def of_size(condition: Term, layout: Layout) -> Iterator[Term]:
    """A group of two cells or more: the cell from which it is found has a neighbour in it."""
    least, size = condition.args
    if least.data < 2 or size.op != "count" or size.args[0].op != "flood":
        return
    seed, inside = size.args[0].args
    if seed.op == "bit":
        near = t.lookup(layout.relations[size.args[0].data][1], seed.args[0])
        yield t.and_(t.has(inside, seed.args[0]), t.meets(near, inside))


def hurdles(condition: Term, layout: Layout) -> list[Term]:
    """A condition as conditions one after the other, each behind what it needs."""
    return [
        one for part in t.conditions_of(condition) for one in (*needs(part, layout), part)
    ]  # fmt: skip
