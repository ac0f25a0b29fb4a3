"""The values of a term for many values of its variables at once."""

from __future__ import annotations

import operator
from collections.abc import Callable
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
    if term.op == "var":
        return rows.get(term.data)
    size = len(next(iter(rows.values()))) if rows else 1
    if term.op == "const":
        return [term.data] * size
    args = [column(a, rows) for a in term.args]
    if any(a is None for a in args):
        return None
    known = [a for a in args if a is not None]
    if term.op in PLAIN:
        return list(map(PLAIN[term.op], *known))
    if term.op == "code":
        return [number if 0 <= number < term.data else -1 for number in known[0]]
    if term.op in ("mod", "div") and term.args[1].value:
        return list(map(ARITHMETIC[term.op], *known))
    if term.op != "table":
        return None
    none, sizes, values = nothing(term.type).data, term.data.sizes, term.data.values
    places = [i if 0 <= i < sizes[0] else -1 for i in known[0]]
    for size, along in zip(sizes[1:], known[1:], strict=True):
        pairs = zip(places, along, strict=True)
        places = [place * size + i if place >= 0 and 0 <= i < size else -1 for place, i in pairs]
    return [values[place] if place >= 0 else none for place in places]
