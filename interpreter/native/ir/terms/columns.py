"""The values of a term for many values of its variables at once."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from interpreter.native.ir.terms.core import Term, nothing
from interpreter.native.ir.terms.logic import ARITHMETIC

MAX_ROWS = 8192  # values of variables that are gone through

PLAIN: dict[str, Callable[..., Any]] = {
    "lt": operator.lt, "le": operator.le, "eq": operator.eq, "not": operator.not_,
    "and": lambda *of: all(of), "or": lambda *of: any(of),
    "select": lambda holds, yes, no: yes if holds else no,
    "union": operator.or_, "meet": operator.and_, "minus": lambda a, b: a & ~b,
    "has": lambda cells, code: code >= 0 and bool(cells >> code & 1),
    "bit": lambda code: 1 << code if code >= 0 else 0,
    "some": bool, "meets": lambda a, b: a & b != 0, "within": lambda a, b: a & ~b == 0,
    "add": ARITHMETIC["add"], "sub": ARITHMETIC["sub"], "mul": ARITHMETIC["mul"],
}  # fmt: skip


def column(term: Term, rows: dict[str, list[int]]) -> list[Any] | None:
    """The values of a term, for each row of the values of its variables; None if not known here."""
    size = len(next(iter(rows.values()))) if rows else 1
    done: dict[Term, list[Any]] = {}

    def values(term: Term) -> list[Any]:
        if term.op in ("var", "const"):
            return rows[term.data] if term.op == "var" else [term.data] * size
        if term not in done:
            done[term] = mapped(term, map(values, term.args))
        return done[term]

    with suppress(LookupError):
        return values(term)
    return None


def mapped(term: Term, columns: Iterator[list[Any]]) -> list[Any]:
    """The values of an operation by those of its arguments.  Raises LookupError if not known here.
    """
    if term.op == "code":
        return [number if 0 <= number < term.data else -1 for number in next(columns)]
    if term.op in ("mod", "div") and not term.args[1].value:
        raise LookupError
    if term.op != "table":
        return list(map(PLAIN.get(term.op) or ARITHMETIC[term.op], *columns))
    none, sizes, values = nothing(term.type).data, term.data.sizes, term.data.values
    places = [i if 0 <= i < sizes[0] else -1 for i in next(columns)]
    for size, along in zip(sizes[1:], columns, strict=True):
        pairs = zip(places, along, strict=True)
        places = [place * size + i if place >= 0 and 0 <= i < size else -1 for place, i in pairs]
    return [values[place] if place >= 0 else none for place in places]
