"""What touches two groups: only the groups around cells where two may meet are looked for.

The pieces next to a cell are of one group if steps between them connect them around the cell, which
shifts of the set tell for all cells at once.  Where they do not, the cell is a fork, and the groups
next to it are flooded: few in most positions, and none if no fork is asked about.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial, reduce

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import Layout, Shift, bits_of
from interpreter.native.ir.rewrite import replaced
from interpreter.native.ir.terms import TRUE, Term

MAX_NEIGHBOURS = 6  # from a cell: where there are more, groups join so soon that they are few


def at_forks(layout: Layout, fold: Term) -> Term | None:
    """What lies next to two groups, by the groups next to forks; None of other loops.

    Groups are joined both ways, so that a cell is next to those that are next to it.
    """
    loop, (whole, *_, condition, body) = fold.data.loops[0], fold.args
    shifts, near = layout.relations.get(loop.adjacency, (None, None))
    group = t.var(loop.name, loop.type)
    around = Term("dilate", whole.type, (group,), loop.adjacency)
    is_outside = body == t.minus(around, group)  # no cell of a group is next to another one
    if loop.kind != "groups" or loop.count != 1 or condition != TRUE:
        return None
    if body != around and not is_outside:
        return None
    if not shifts or len(shifts) > MAX_NEIGHBOURS:
        return None
    beside = partial(t.dilate, loop.adjacency, near)
    seeds = t.meet(whole, beside(forks(layout, shifts, near.values, whole)))
    few = replace(loop, kind="groups_at", count=2)
    return t.fold("twice", (few,), (whole, seeds), TRUE, around, fold.type)


def asked_only(cells: Term) -> Term:
    """A set of cells without those next to two groups: only its own forks are looked at."""
    factors = t.factors_of(cells)
    for factor in factors:
        twice = factor.args[1] if factor.op == "minus" else factor
        if twice.op != "fold" or twice.data.reduction != "twice":
            continue
        others = [f for f in factors if f is not factor and f.free <= twice.free]
        whole, seeds, *rest = twice.args
        if twice.data.loops[0].kind == "groups_at" and seeds.op == "meet" and others:
            beside = seeds.args[1]
            at = t.meet(reduce(t.meet, others), beside.args[0])
            fewer = t.rebuild(twice, (whole, t.meet(whole, t.rebuild(beside, (at,))), *rest))
            return replaced(cells, {twice: fewer})
    return cells


def forks(layout: Layout, shifts: tuple[Shift, ...], near: tuple[int, ...], pieces: Term) -> Term:
    """The cells where more than one row of pieces, each next to the one before, is around them."""
    there = [beyond(layout, shift, pieces) for shift in shifts]
    once = twice = t.no(pieces.type)
    for place, following in enumerate(rounds(shifts, near)):
        ends = there[place]
        if following is not None:
            ends = t.minus(ends, there[following])
        twice, once = t.union(twice, t.meet(once, ends)), t.union(once, ends)
    return twice


def beyond(layout: Layout, shift: Shift, pieces: Term) -> Term:
    """The cells from which a step leads to a piece."""
    found, every = t.moved(-shift.bits, pieces), layout.every_cell
    stray = (c + shift.bits for c in bits_of(every & ~shift.source))
    if any(c >= 0 and every >> c & 1 for c in stray):
        found = t.meet(t.const(pieces.type, shift.source), found)
    return found


def rounds(shifts: tuple[Shift, ...], near: tuple[int, ...]) -> list[int | None]:
    """For each step one whose end is next to its own, from every cell; together they are rounds."""
    def are_next(a: Shift, b: Shift) -> bool:
        return all(near[c + a.bits] >> c + b.bits & 1 for c in bits_of(a.source & b.source))

    links = [[j for j, b in enumerate(shifts) if b is not a and are_next(a, b)] for a in shifts]
    left = set(range(len(shifts)))
    after: list[int | None] = [None] * len(shifts)
    while left:
        first = here = min(left, key=lambda j: (len(links[j]), j))
        left.remove(here)
        length = 1
        while free := [j for j in links[here] if j in left]:
            following = min(free, key=lambda j: (len(left.intersection(links[j])), j))
            after[here], here = following, following
            left.remove(here)
            length += 1
        if length > 2 and first in links[here]:
            after[here] = first
    return after
