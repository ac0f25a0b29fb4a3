"""A relation between a set of sets and a set: what can be asked of each set alone.

`lines(3) within mine` is said here as `any(l within mine for l in lines(3))`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from string import ascii_lowercase
from typing import TypeGuard

from gdl import syntax
from gdl.types import CELL, CELLS, SetType, Type, is_open, join, set_of

ASKED = {"in": "within", "not in": "within", "!=": "="}  # what is asked of a set, for an operator
RELATIONS = ("within", "meets", "touches", "=")
MEMBERSHIP = ("in", "not in")
DENIALS = ("not in", "!=")
ASKING = ("any", "all", "count")  # what goes through the sets
EACH = "what is asked of each set is written with `for`: `{}`"


def of_each(
    node: syntax.Relation,
    left: Type,
    right: Type,
    is_free: Callable[[str], bool],
    asking: str = "any",
) -> str | None:
    """The relation asked of each set, where one side holds sets such as the other; else None.

    `is_free` says whether a name can be that of a variable; `asking` is what the sets are asked by.
    """
    op, span = node.op.text, node.span
    first = " ".join(span.source.text[span.start : node.op.span.start].split())
    second = " ".join(span.source.text[node.op.span.end : span.end].split())
    asked = ASKED.get(op, op)
    if asked in RELATIONS and is_set_of(left, right, op):
        sets, before, after = first, "", f" {asked} {second}"
    elif op in RELATIONS and is_set_of(right, left, op):
        sets, before, after = second, f"{first} {op} ", ""
    elif op in MEMBERSHIP and is_set(right) and right.element == set_of(left):
        sets, before, after = second, f"{first} in ", ""
    else:
        return None
    words = re.findall(r"\w+", span.text)
    letters = (sets[:1].lower(), *ascii_lowercase)
    name = next((n for n in letters if n.isalpha() and n not in words and is_free(n)), None)
    if name is None:
        return None
    return f"{asking}({before}{name}{after} for {name} in {sets})"


def is_set_of(sets: Type, one: Type, op: str) -> bool:
    """Whether the first type is a set of sets such as the second."""
    if not is_set(sets) or not is_set(sets.element) or is_open(sets):
        return False
    if op == "touches":
        return sets.element == CELLS and one in (CELL, CELLS)
    return is_set(one) and not is_open(one) and join(sets.element, one) is not None


def is_set(type: Type) -> TypeGuard[SetType]:
    """Whether a type is that of sets."""
    return isinstance(type, SetType)
