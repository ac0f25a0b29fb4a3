"""Whether a set covers one of some patterns: the cheapest way to find that out for a whole set.

On a board of few codes all sets that do are listed.  Patterns of few shapes are looked for by
shifts, one or several for each shape.  Otherwise each pattern is compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import SMALL, Layout, bits_of
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.rewrite import in_plan
from interpreter.native.ir.terms import Patterns, Term

MAX_SHAPES = 16  # of patterns that are looked for by shifts
OF_LIST = 6  # what a look into a list costs, in operations on words
OF_PATTERN = 2  # what the comparison of a pattern costs for each word


def write_shapes(plan: Plan) -> None:
    """Give each condition on patterns its cheapest form."""
    def change(term: Term) -> Term:
        return cheapest(plan.layout, term.data, term.args) if term.op == "covers" else term

    in_plan(plan, change, op="covers")


def cheapest(layout: Layout, patterns: Patterns, sets: Sequence[Term]) -> Term:
    """Whether one of some patterns lies within one of some sets."""
    if layout.size <= SMALL:
        holders = sets_with(patterns, layout.size)
        return t.or_(*(t.is_among(inside, holders) for inside in sets))
    if not is_by_shifts(layout, patterns):
        return t.covers(patterns, *sets)
    parts = []
    for inside in sets:
        for shape, anchors in shapes_of(patterns):
            lying = covered(inside, shape)
            parts.append(t.some(t.meet(t.const(inside.type, anchors), lying)))
    return t.or_(*parts)


def cost(layout: Layout, patterns: Patterns, sets: Sequence[Term]) -> int:
    """About how many operations on words the cheapest form takes."""
    if layout.size <= SMALL:
        return OF_LIST * len(sets)
    words = sets[0].type.size
    by_each = OF_PATTERN * words * len(patterns.masks)
    if is_by_shifts(layout, patterns):
        by_each = sum(by_shifts(shape, words) for shape, _ in shapes_of(patterns))
    return by_each * len(sets)


def by_shifts(shape: tuple[int, ...], words: int) -> int:
    """What it costs to look for a shape by shifts: more operations where words are joined."""
    return words * (1 + (1 if words == 1 else 2) * (len(chain_of(shape)) - 1))


def is_by_shifts(layout: Layout, patterns: Patterns) -> bool:
    """Whether patterns are looked for by shifts."""
    if not layout.stride:
        return False
    shapes = shapes_of(patterns)
    each = 2 * len(patterns.masks)
    return len(shapes) <= MAX_SHAPES and sum(by_shifts(s, 1) for s, _ in shapes) <= each


@lru_cache(maxsize=256)
def shapes_of(patterns: Patterns) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The shapes of patterns, as steps from their lowest codes, and the set of these codes."""
    shapes: dict[tuple[int, ...], int] = {}
    for mask in patterns.masks:
        low = (mask & -mask).bit_length() - 1
        shape = tuple(b - low for b in bits_of(mask))
        shapes[shape] = shapes.get(shape, 0) | 1 << low
    return tuple(shapes.items())


@lru_cache(maxsize=64)
def sets_with(patterns: Patterns, size: int) -> int:
    """The sets of few codes that hold one of some patterns, as a set of sets."""
    every = (1 << (1 << size)) - 1
    # the sets that have a code: runs of 2^code ones in turn with as many zeros
    having = [every // ((1 << (1 << c)) + 1) << (1 << c) for c in range(size)]
    members = 0
    for mask in patterns.masks:
        holders = every
        for code in bits_of(mask):
            holders &= having[code]
        members |= holders
    return members


def chain_of(steps: tuple[int, ...]) -> list[tuple[bool, int]]:
    """Shifts that find the codes from which all of some steps end in a set, one after the other.

    Each is of what was found so far (true) or of the set itself, and all must hold.  Steps that are
    the sum of smaller sets of steps take fewer shifts: a row of four is two rows of two.
    """
    wanted = set(steps)
    best: tuple[int, ...] = steps
    by = 0
    for difference in {b - a for a in steps for b in steps if b > a}:
        part = {s for s in steps if s + difference in wanted}
        if part | {s + difference for s in part} == wanted and len(part) < len(best):
            best, by = tuple(sorted(part)), difference
    if by:
        return [*chain_of(best), (True, by)]
    return [(False, step) for step in steps]


def covered(inside: Term, steps: tuple[int, ...]) -> Term:
    """For each code whether the ones so many further on are all in the set.

    They are found from the lowest of them, so that no code is moved beyond the end of the set.
    """
    found = covered_by(inside, [steps], t.number(0))
    assert found is not None  # of no steps at all
    return found


def covered_by(inside: Term, steps: Sequence[tuple[int, ...] | None], index: Term) -> Term | None:
    """The same where the steps depend on an index; None if they take different kinds of shifts.

    No steps: whatever is found there does not matter.
    """
    known = [chosen for chosen in steps if chosen is not None]
    if not known:
        return None
    lows = [min(chosen) for chosen in known]
    chains = [
        chain_of(tuple(step - low for step in sorted(chosen)))
        for chosen, low in zip(known, lows, strict=True)
    ]
    kinds = max((tuple(is_of_found for is_of_found, _ in chain) for chain in chains), key=len)
    for chain in chains:
        chain += [(is_of_found, 0) for is_of_found in kinds[len(chain) :]]  # changes nothing
    if any(tuple(is_of_found for is_of_found, _ in chain) != kinds for chain in chains):
        return None

    def by(number: list[int]) -> Term:
        left = iter(number)
        return t.entry(t.INT, (0 if chosen is None else next(left) for chosen in steps), index)

    found: Term | None = None
    for number, is_of_found in enumerate(kinds):
        source = found if is_of_found and found is not None else inside
        moved = t.moved_by(source, by([chain[number][1] for chain in chains]))
        found = moved if found is None else t.meet(found, moved)
    return None if found is None else t.moved_by(found, by(lows))
