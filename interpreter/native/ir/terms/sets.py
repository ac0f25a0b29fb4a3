"""Bit sets, and what is equal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from interpreter.native.ir.terms.core import FALSE, TRUE, Term, const, no, number
from interpreter.native.ir.terms.logic import (
    and_,
    arithmetic,
    as_alike,
    chosen_constants,
    exists,
    lookup,
    not_,
    or_,
    select,
)
from interpreter.native.ir.terms.types import BOOL, INT, REAL, Patterns, Table, Type


def eq(a: Term, b: Term) -> Term:
    """Equal numbers, codes, flags or sets."""
    a, b = as_alike(a, b)
    if a == b:
        return TRUE
    if a.op == "const" and b.op == "const":
        return FALSE
    if a.op == "const":
        a, b = b, a
    if a.op == "select" and chosen_constants(b) and (
        chosen_constants(a) or (b.op == a.args[1].op == "const")
    ):
        return select(a.args[0], eq(a.args[1], b), eq(a.args[2], b))
    if a.type == BOOL and b.op == "const":
        return a if b.data else not_(a)
    if b.op == "const" and b.data == 0 and a.type.is_set:
        return not_(some(a))
    return Term("eq", BOOL, (a, b))


def is_whole(a: Term) -> Term:
    """Whether a number has no fraction."""
    if a.type != REAL:
        return TRUE
    return eq(arithmetic("mod", a, const(REAL, 1.0)), const(REAL, 0.0))


def union(*terms: Term) -> Term:
    """All elements of some sets."""
    a = terms[0]
    for b in terms[1:]:
        if b.value == 0 or a == b:
            continue
        if a.value == 0:
            a = b
        elif a.op == "const" and b.op == "const":
            a = const(a.type, a.data | b.data)
        elif a.op == b.op == "minus" and a.args[1] == b.args[1]:
            a = minus(union(a.args[0], b.args[0]), a.args[1])
        else:
            a = Term("union", a.type, (a, b))
    return a


def meet(a: Term, b: Term) -> Term:
    """The elements of both sets."""
    if a == b:
        return a
    if 0 in (a.value, b.value):
        return no(a.type)
    if b.op == "const":
        a, b = b, a
    if a.op == "const":
        if b.op == "const":
            return const(a.type, a.data & b.data)
        if b.op == "meet" and b.args[0].op == "const":
            return meet(const(a.type, a.data & b.args[0].data), b.args[1])
        if b.op == "minus" and b.args[0].op == "const" and not b.args[0].data & ~a.data:
            return b
        if b.op == "union":
            for one, other in (b.args, b.args[::-1]):
                if one.op == "const" and not one.data & a.data:
                    return meet(a, other)
    if b.op == "table":
        a, b = b, a
    if a.op == "table" and b.op == "select" and b.args[1].op == "table" and b.args[2].value == 0:
        return select(b.args[0], meet(a, b.args[1]), b.args[2])
    return meet_of_row(a, b) if a.op in ("const", "table") else whole_meet(a, b)


def whole_meet(a: Term, b: Term) -> Term:
    """The elements of both sets, of which no more is known than that one lies in the other."""
    return b if is_part(b, a) else Term("meet", a.type, (a, b))


def meet_of_row(a: Term, b: Term) -> Term:
    """The elements of a fixed set, which an index may choose, and another one."""
    both = in_both(a, b)
    if both is not None:
        return both
    if b.op == "meet":
        both = in_both(a, b.args[0])
        if both is not None:
            return meet(both, b.args[1])
    if b.op == "union":
        for one, other in (b.args, b.args[::-1]):
            common = in_both(a, one)
            if common is not None and common.value == 0:
                return meet(a, other)
    return whole_meet(a, b)


def in_both(a: Term, b: Term) -> Term | None:
    """The common elements of two fixed sets that the same index chooses; None of others."""
    if b.op == "const":
        a, b = b, a
    if a.op == b.op == "table" and a.args == b.args and a.data.sizes == b.data.sizes:
        values = tuple(x & y for x, y in zip(a.data.values, b.data.values, strict=True))
        table = Table(a.type, a.data.sizes, values)
        return a if values == a.data.values else no(a.type) if not any(values) else (
            lookup(table, *a.args)
        )  # fmt: skip
    if a.op == "const" and b.op == "table" and not any(v & ~a.data for v in b.data.values):
        return b
    return None


def minus(a: Term, b: Term) -> Term:
    """The elements of the first set that are not in the second."""
    if a == b or a.value == 0:
        return no(a.type)
    if b.value == 0:
        return a
    if a.op == "const" and b.op == "const":
        return const(a.type, a.data & ~b.data)
    if a.op == "table" and a.data.adjacency and b.op == "bit" and a.args == b.args:
        return a  # no cell is next to itself
    if a.op == b.op == "select" and a.args[0] == b.args[0] and a.args[2].value == 0:
        return select(a.args[0], minus(*(x.args[1] for x in (a, b))), a.args[2])
    return Term("minus", a.type, (a, b))


def bit(type: Type, code: Term) -> Term:
    """The set of one code; empty for one that does not exist."""
    if code.op == "const":
        return const(type, 1 << code.data if code.data >= 0 else 0)
    made = Term("bit", type, (code,))
    return select(exists(code), made, no(type)) if code.nullable else made


def code(value: Term, size: int) -> Term:
    """A number as a code below a size, -1 for other numbers and for one that does not exist."""
    if value.op == "const":
        return number(int(value.data) if value.data in range(size) else -1)
    return Term("code", INT, (value,), size, nullable=True)


def has(a: Term, code: Term) -> Term:
    """Whether a code is in a set."""
    if a.value == 0:
        return FALSE
    if a.op == "const" and code.op == "const":
        return const(BOOL, code.data >= 0 and bool(a.data >> code.data & 1))
    if a.op == "select" and code.op == "const":
        return select(a.args[0], has(a.args[1], code), has(a.args[2], code))
    if a.op == "select" and a.args[2].value == 0:
        return and_(a.args[0], has(a.args[1], code))
    if a.op in ("union", "meet", "minus"):
        one, other = (has(part, code) for part in a.args)
        return or_(one, other) if a.op == "union" else (
            and_(one, other if a.op == "meet" else not_(other))
        )
    if a.op == "bit":
        return eq(a.args[0], code)
    if code.op == "select" and a.op in ("read", "const"):
        return select(code.args[0], has(a, code.args[1]), has(a, code.args[2]))
    return and_(exists(code), Term("has", BOOL, (a, code)))


def within(a: Term, b: Term) -> Term:
    """Whether all elements of a set are in another."""
    if a.value == 0 or a == b:
        return TRUE
    if a.op == "const" and b.op == "const":
        return const(BOOL, a.data & ~b.data == 0)
    if a.op == "table" and b.op == "const" and not any(v & ~b.data for v in a.data.values):
        return TRUE
    if a.op == "bit":
        return has(b, a.args[0])
    if a.op == "union":
        return and_(within(a.args[0], b), within(a.args[1], b))
    return Term("within", BOOL, (a, b))


def is_among(a: Term, sets: int) -> Term:
    """Whether a set of few codes is one of some sets."""
    if a.op == "const":
        return const(BOOL, bool(sets >> a.data & 1))
    return Term("is_among", BOOL, (a,), sets)


def rows(table: Table, codes: Term) -> Term:
    """The rows of a table for the elements of a set, united; what has no row counts for nothing."""
    if codes.op == "const":
        united = 0
        for code, row in enumerate(table.values):
            united |= row * (codes.data >> code & 1)
        return const(table.type, united)
    return Term("rows", table.type, (codes,), table) if any(table.values) else no(table.type)


def covers(patterns: Patterns, *sets: Term) -> Term:
    """Whether one of some fixed sets lies within one of some sets."""
    if not patterns.masks:
        return FALSE
    known = [a.data for a in sets if a.op == "const"]
    if 0 in patterns.masks or any(mask & ~a == 0 for mask in patterns.masks for a in known):
        return TRUE
    left = tuple(dict.fromkeys(a for a in sets if a.op != "const"))
    return Term("covers", BOOL, left, patterns) if left else FALSE


def meets(a: Term, b: Term) -> Term:
    """Whether two sets have an element in common."""
    if 0 in (a.value, b.value):
        return FALSE
    if a.op == "const" and b.op == "const":
        return const(BOOL, a.data & b.data != 0)
    if a.op == "bit":
        return has(b, a.args[0])
    if b.op == "bit":
        return has(a, b.args[0])
    if a.op == "union":
        return or_(meets(a.args[0], b), meets(a.args[1], b))
    if a.op == "select" and a.args[2].value == 0:
        return and_(a.args[0], meets(a.args[1], b))
    if a.op == "meet" and b.op in ("flood", "select") and any(is_part(b, x) for x in a.args):
        return meets(a.args[is_part(b, a.args[0])], b)
    if b.op == "union" and all(x.op == "bit" for x in b.args):
        return or_(*(has(a, x.args[0]) for x in b.args))
    return Term("meets", BOOL, (a, b))


def some(a: Term) -> Term:
    """Whether a set has an element."""
    if a.op == "const":
        return const(BOOL, a.data != 0)
    if a.op == "meet":
        return meets(*a.args)
    if a.op == "union":
        return or_(*(some(x) for x in a.args))
    if a.op == "select":
        return select(a.args[0], some(a.args[1]), some(a.args[2]))
    if a.op == "table":
        flags = tuple(v != 0 for v in a.data.values)
        return lookup(Table(BOOL, a.data.sizes, flags), *a.args)
    return TRUE if a.op == "bit" else Term("some", BOOL, (a,))


def count(a: Term) -> Term:
    """How many elements a set has."""
    if a.op == "const":
        return number(a.data.bit_count())
    return number(1) if a.op == "bit" else Term("count", INT, (a,))


def first(a: Term) -> Term:
    """The lowest code of a set, or -1."""
    if a.op == "bit":
        return a.args[0]
    if a.op == "const":
        return number((a.data & -a.data).bit_length() - 1)
    return Term("first", INT, (a,), nullable=True)


def last(a: Term) -> Term:
    """The highest code of a set, or -1."""
    if a.op == "bit":
        return a.args[0]
    if a.op == "const":
        return number(a.data.bit_length() - 1)
    return Term("last", INT, (a,), nullable=True)


def factors_of(a: Term) -> list[Term]:
    """The sets whose common part a set is."""
    return [f for x in a.args for f in factors_of(x)] if a.op == "meet" else [a]


def codes_in(value: Term) -> Iterator[Term]:
    """The codes that a new value of a set adds or drops."""
    if value.op in ("union", "minus", "select"):
        for part in value.args:
            yield from codes_in(part)
    elif value.op == "bit":
        yield value.args[0]


def is_part(a: Term, whole: Term) -> bool:
    """Whether a set surely lies within another."""
    if a == whole or a.value == 0:
        return True
    if a.op == "meet":
        return any(is_part(x, whole) for x in a.args)
    if a.op == "minus":
        return is_part(a.args[0], whole)
    if a.op == "union":
        return all(is_part(x, whole) for x in a.args)
    if a.op == "flood":
        return is_part(a.args[1], whole)
    return a.op == "select" and all(is_part(x, whole) for x in a.args[1:])


def moved(step: Any, a: Term) -> Term:
    """A set of cells, moved by a step of the board."""
    return a if a.value == 0 else Term("moved", a.type, (a,), step)


def moved_by(a: Term, step: Term) -> Term:
    """Every code of a set, moved down by a number that may be negative."""
    if step.op == "const":
        return moved(-step.data, a) if step.data else a
    return a if a.value == 0 else Term("moved_by", a.type, (a, step))


def dilate(adjacency: str, near: Table, a: Term) -> Term:
    """The cells next to those of a set."""
    if a.value == 0:
        return a
    one = a.args[1] if a.op == "select" and a.args[2].value == 0 else a
    if one.op == "bit" and a == bit(a.type, one.args[0]):
        return lookup(near, one.args[0])
    return Term("dilate", a.type, (a,), adjacency)


def flood(adjacency: str, seed: Term, inside: Term) -> Term:
    """The parts of `inside` that are connected with what of `seed` is in it."""
    return Term("flood", seed.type, (seed, inside), adjacency)


def sight(cell: Term, directions: Term, through: Term) -> Term:
    """What is seen from a cell; nothing from one that does not exist."""
    if directions.value == 0:
        return no(through.type)
    made = Term("sight", through.type, (cell, directions, through))
    return select(exists(cell), made, no(through.type)) if cell.nullable else made


def roots(inside: Term, name: str, steps: Term) -> Term:
    """For each cell of a set the first cell of its part; `steps` depends on the variable."""
    size = steps.type.size * 64
    return Term("roots", Type("list", size), (inside, steps), name)


def links(inside: Term, ways: Sequence[tuple[int, Term]]) -> Term:
    """For each cell of a set the first cell of its part, by how many codes each step between cells
    goes, and from which cells.
    """
    size = inside.type.size * 64
    data = tuple(bits for bits, _ in ways)
    return Term("links", Type("list", size), (inside, *(cells for _, cells in ways)), data)


def part_of(inside: Term, found: Term, cell: Term) -> Term:
    """The part of a set, by its roots, that a cell is in; empty for a cell that does not exist."""
    made = Term("part_of", inside.type, (inside, found, cell))
    return select(exists(cell), made, no(inside.type)) if cell.nullable else made


def steps_to(start: Term, end: Term, name: str, steps: Term) -> Term:
    """The fewest steps from a cell to another; `steps` depends on the variable."""
    made = Term("steps_to", INT, (start, end, steps), name, nullable=True)
    return select(and_(exists(start), exists(end)), made, number(-1))


def reach(start: Term, name: str, steps: Term) -> Term:
    """The cells reached in one or more steps; `steps` is a set that depends on the variable."""
    made = Term("reach", steps.type, (start, steps), name)
    return select(exists(start), made, no(steps.type)) if start.nullable else made


def spread(start: Term, ways: Sequence[tuple[int, Term]]) -> Term:
    """The cells reached in one or more steps: by how many codes each goes, and from which cells."""
    cells = tuple(cells for _, cells in ways)
    return Term("spread", cells[0].type, (start, *cells), tuple(bits for bits, _ in ways))
