"""A relation between a set of sets and a set, rewritten for each set alone.

`lines(3) within mine` becomes `any(l within mine for l in lines(3))`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from string import ascii_lowercase
from typing import TypeGuard

from gdl.syntax import nodes as syntax
from gdl.vocabulary.types import CELL, CELLS, SetType, Type, is_open, join, set_of

OF_ONE = {"in": "within", "not in": "within", "!=": "="}  # the operator for a single set
RELATIONS = ("within", "meets", "touches", "=")
MEMBERSHIP = ("in", "not in")
DENIALS = ("not in", "!=")
AGGREGATES = ("any", "all", "count")  # which can go through the sets
EACH = "a condition on each set is written with `for`: `{}`"


def of_each(
    node: syntax.Relation,
    left: Type,
    right: Type,
    is_free: Callable[[str], bool],
    aggregate: str = "any",
) -> str | None:
    """The relation rewritten for each set, if one side holds sets like the other; else None.

    `is_free` says whether a variable may have a name; `aggregate` goes through the sets.
    """
    op, span = node.op.text, node.span
    first = " ".join(span.source.text[span.start : node.op.span.start].split())
    second = " ".join(span.source.text[node.op.span.end : span.end].split())
    relation = OF_ONE.get(op, op)
    if relation in RELATIONS and is_set_of(left, right, op):
        sets, before, after = first, "", f" {relation} {second}"
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
    return f"{aggregate}({before}{name}{after} for {name} in {sets})"


def is_set_of(sets: Type, one: Type, op: str) -> bool:
    """Whether the first type is that of sets of sets like the second."""
    if not is_set(sets) or not is_set(sets.element) or is_open(sets):
        return False
    if op == "touches":
        return sets.element == CELLS and one in (CELL, CELLS)
    return is_set(one) and not is_open(one) and join(sets.element, one) is not None


def is_set(type: Type) -> TypeGuard[SetType]:
    """Whether a type is a set type."""
    return isinstance(type, SetType)
