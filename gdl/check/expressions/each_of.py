"""What is meant of each of several things, rewritten with `for`.

A relation between a set of sets and a set: `lines(3) within mine` becomes
`any(l within mine for l in lines(3))`.  Several numbers: `a, b` become the list
`list(a if i = 1 else b for i in 1..2)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from string import ascii_lowercase
from typing import TypeGuard

from gdl.source.spans import Span
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


def numbers_in_turn(spans: Sequence[Span], is_free: Callable[[str], bool]) -> str | None:
    """The list of several numbers in their order, the first of which counts most; None without a
    free name for it.
    """
    texts = [" ".join(span.text.split()) for span in spans]
    texts = [f"({text})" if " if " in text else text for text in texts]
    words = re.findall(r"\w+", " ".join(texts))
    names = (name for name in ("i", *ascii_lowercase) if name not in words and is_free(name))
    name = next(names, None)
    if name is None:
        return None
    cases = [f"{text} if {name} = {n} else " for n, text in enumerate(texts[:-1], 1)]
    return f"list({''.join(cases)}{texts[-1]} for {name} in 1..{len(texts)})"


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
