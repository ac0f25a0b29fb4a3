"""Flags, numbers, choices and tables."""

from __future__ import annotations

import operator
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import partial, reduce
from itertools import pairwise
from typing import Any

from interpreter.native.ir.terms.core import FALSE, TRUE, Term, const, nothing, number
from interpreter.native.ir.terms.types import BOOL, INT, REAL, Table, Type

MAX_JOINED = 4096  # words of a table that is made of two


def lookup(table: Table, *index: Term) -> Term:
    """An entry of a table; -1 or the empty set where an index does not exist."""
    if not table.values:
        return nothing(table.type)
    if all(i.op == "const" for i in index):
        place = 0
        for size, i in zip(table.sizes, index, strict=True):
            if not 0 <= i.data < size:
                return nothing(table.type)
            place = place * size + i.data
        return const(table.type, table.values[place])
    for at, i in enumerate(index):
        if i.op == "select" and chosen_constants(i):
            ways = (lookup(table, *index[:at], way, *index[at + 1 :]) for way in i.args[1:])
            return select(i.args[0], *ways)
        if i.op == "const":
            if not 0 <= i.data < table.sizes[at]:
                return nothing(table.type)
            return lookup(table.sliced(at, i.data), *index[:at], *index[at + 1 :])
    if table.is_uniform and not any(i.nullable for i in index):
        return const(table.type, table.values[0])
    if len(index) > 1 or index[0].nullable:
        if (along := along_one(table, index)) is not None:
            return along
    entry = Term("table", table.type, index, table, table.is_nullable)
    for i in index:
        if i.nullable:
            entry = select(exists(i), entry, nothing(table.type))
    return entry


def entry(type: Type, values: Iterable[Any], index: Term) -> Term:
    """An entry of a table of one row."""
    row = tuple(values)
    return lookup(Table(type, (len(row),), row), index)


def along_one(table: Table, index: tuple[Term, ...]) -> Term | None:
    """An entry whose indices all depend on one variable alone, by a table of that variable."""
    inner = [i for i in index if i.op == "table"]
    if not inner or len(inner[0].args) > 1 or inner[0].args[0].op != "var":
        return None
    place, size = inner[0].args[0], inner[0].data.sizes[0]
    if size * max(1, table.type.size) > MAX_JOINED:
        return None
    columns: list[Sequence[int]] = []
    for i, most in zip(index, table.sizes, strict=True):
        if i.op == "table" and i.args == (place,) and i.data.sizes == (size,):
            columns.append(i.data.values)
        elif i == place and most == size:
            columns.append(range(size))
        else:
            return None
    values = (lookup(table, *map(number, places)).data for places in zip(*columns, strict=True))
    return entry(table.type, values, place)


def nearest(numbers: Table, value: Term) -> Term:
    """The place of the number nearest to a value among ascending ones; of two the lower."""
    firsts = tuple((a + b) // 2 + 1 for a, b in pairwise(numbers.values))
    if not firsts:
        return number(0)
    if value.op == "const":
        return number(bisect_right(firsts, value.data))
    return Term("nearest", INT, (value,), Table(INT, (len(firsts),), firsts))


def chosen_constants(term: Term) -> bool:
    """Whether a term is one of some constants."""
    if term.op == "select":
        return all(chosen_constants(a) for a in term.args[1:])
    return term.op == "const"


def exists(code: Term) -> Term:
    if not code.nullable:
        return TRUE
    if code.op == "select":
        condition, yes, other = code.args
        return select(condition, exists(yes), exists(other))
    return not_(lt(code, number(0)))


# ---- flags -------------------------------------------------------------------------------------


def and_(*terms: Term) -> Term:
    """All hold; evaluated from the left."""
    return joined("and", TRUE, FALSE, terms)


def or_(*terms: Term) -> Term:
    """At least one holds; evaluated from the left."""
    return joined("or", FALSE, TRUE, terms)


def joined(op: str, neutral: Term, absorbing: Term, terms: tuple[Term, ...]) -> Term:
    """Conditions joined by `and` or `or`, flattened, each of them once."""
    kept: dict[Term, None] = {}
    denied: set[Term] = set()  # of which the opposite is kept
    for term in terms:
        for part in term.args if term.op == op else (term,):
            if part.op == "const":
                if part == absorbing:
                    return absorbing
            elif part not in kept:
                is_denied = part.op == "not"
                if (part.args[0] in kept) if is_denied else (part in denied):
                    return absorbing
                kept[part] = None
                denied.update(part.args if is_denied else ())
    if not kept:
        return neutral
    return next(iter(kept)) if len(kept) == 1 else Term(op, BOOL, tuple(kept))


def not_(term: Term) -> Term:
    """The condition does not hold."""
    if term.op == "const":
        return FALSE if term.data else TRUE
    if term.op == "not":
        return term.args[0]
    return Term("not", BOOL, (term,))


def lt(a: Term, b: Term) -> Term:
    if a.op == "const" and b.op == "const":
        return const(BOOL, bool(a.data < b.data))
    return Term("lt", BOOL, as_alike(a, b))


def in_place_of(term: Term, old: Term, new: Term) -> Term:
    """A chain of choices with another last value."""
    if term.op != "select":
        return new if term == old else term
    return select(term.args[0], term.args[1], in_place_of(term.args[2], old, new))


def le(a: Term, b: Term) -> Term:
    if a.op == "const" and b.op == "const":
        return const(BOOL, bool(a.data <= b.data))
    return Term("le", BOOL, as_alike(a, b))


# ---- numbers -----------------------------------------------------------------------------------

ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.floordiv,
    "mod": operator.mod,
}  # fmt: skip


def as_alike(a: Term, b: Term) -> tuple[Term, Term]:
    """Two numbers of one type: with a point if one of them has one."""
    if "real" in (a.type.name, b.type.name):
        return as_real(a), as_real(b)
    return a, b


def roomier(a: Term, type: Type) -> Term:
    """A list in a type of lists with as much room or more."""
    if a.type == type:
        return a
    return const(type, a.data) if a.op == "const" else Term("roomier", type, (a,))


def as_real(a: Term) -> Term:
    """A number with a point."""
    if a.type == REAL:
        return a
    return const(REAL, float(a.data)) if a.op == "const" else Term("real", REAL, (a,))


def arithmetic(op: str, a: Term, b: Term) -> Term:
    """The sum, difference, product, quotient or remainder; the divisor must not be 0."""
    a, b = as_alike(a, b)
    if a.op == "const" and b.op == "const" and not (op in ("div", "mod") and b.data == 0):
        return const(a.type, ARITHMETIC[op](a.data, b.data))
    if b.op == "const" and (op, b.data) in (("add", 0), ("sub", 0), ("mul", 1)):
        return a
    if a.op == "const" and (op, a.data) in (("add", 0), ("mul", 1)):
        return b
    if op == "sub" and a == b and a.type == INT:
        return number(0)
    return Term(op, a.type, (a, b))


def total(numbers: Iterable[Term]) -> Term:
    """The sum of some numbers."""
    return reduce(partial(arithmetic, "add"), numbers, number(0))


def select(condition: Term, yes: Term, no: Term) -> Term:
    """One of two values."""
    if condition.op == "const":
        return yes if condition.data else no
    if yes.op == "select" and parts_of(yes.args[0]) <= parts_of(condition):
        yes = yes.args[1]
    if no.op == "select" and no.args[0] == condition:
        no = no.args[2]
    if yes == no:
        return yes
    if len(yes.args) == 1 and yes.op == "table" and no.op == "const" and condition == exists(yes):
        values = tuple(no.data if v < 0 else v for v in yes.data.values)
        return lookup(Table(yes.type, yes.data.sizes, values), *yes.args)
    if condition.op == yes.op == "table" and condition.args == yes.args and yes.type.is_set and (
        no.op == "const" and condition.data.sizes == yes.data.sizes
    ):  # fmt: skip
        pairs = zip(condition.data.values, yes.data.values, strict=True)
        values = tuple(v if holds else no.data for holds, v in pairs)
        return lookup(Table(yes.type, yes.data.sizes, values), *yes.args)
    if yes.type == BOOL:
        if yes == TRUE:
            return or_(condition, no)
        if yes == FALSE:
            return and_(not_(condition), no)
        if no == FALSE:
            return and_(condition, yes)
        if no == TRUE:
            return or_(not_(condition), yes)
    if yes.type.name == "list":
        most = max(yes.type, no.type, key=lambda type: type.size)
        yes, no = roomier(yes, most), roomier(no, most)
    elif not yes.type.is_set:
        yes, no = as_alike(yes, no)
    is_there = not yes.nullable or parts_of(exists(yes)) <= parts_of(condition)
    return Term("select", yes.type, (condition, yes, no), nullable=not is_there or no.nullable)


def conditions_of(term: Term) -> tuple[Term, ...]:
    """The conditions of which all must hold."""
    return term.args if term.op == "and" else (term,)


def parts_of(condition: Term) -> frozenset[Term]:
    """The conditions that all hold where this one does."""
    if condition.op == "and":
        return frozenset().union(*(parts_of(a) for a in condition.args))
    if condition.op == "not" and condition.args[0].op == "or":
        return frozenset(not_(a) for a in condition.args[0].args)
    return frozenset((condition,))
