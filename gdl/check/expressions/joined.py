"""`and` and `or` between operands that are not conditions, and what is meant by them.

`kind[c] = king or man` is meant as `kind[c] in {king, man}`, `empty and not mine` as the set
`empty - mine` or as the condition `some empty and no mine`.  The checked sides come in; what
to write instead goes out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gdl.model import nodes as model
from gdl.source.spans import Span
from gdl.syntax import nodes as syntax
from gdl.vocabulary.types import CELLS, FLAG, UNKNOWN, SetType, Type, join

SIMPLE = (syntax.Word, syntax.Call, syntax.Lookup, syntax.Display, syntax.Build, syntax.Aggregate,
          syntax.Number)  # fmt: skip
INSIDE = {"=": "in", "!=": "not in"}
SIGNS = {"and": "&", "or": "|"}


@dataclass(frozen=True)
class Side:
    """One operand of a chain of `and` or of `or`."""

    node: syntax.Expr
    value: model.Expr
    is_denied: bool = False  # whether it is a set with `not` before it; `value` is the set

    @property
    def is_set(self) -> bool:
        """Whether it is a set, or one with `not` before it."""
        return isinstance(self.value.type, SetType)

    @property
    def text(self) -> str:
        """The source text without the `not`, in brackets where it may need them."""
        node = self.node
        if self.is_denied and isinstance(node, syntax.Unary):
            node = node.operand
        return plain(node)


def plain(node: syntax.Expr) -> str:
    """The source text of an expression as an operand, in brackets unless it is simple."""
    return node.span.text if isinstance(node, SIMPLE) else f"({node.span.text})"


def chain(node: syntax.Binary) -> list[syntax.Binary]:
    """The nodes of `a and b and c`, the innermost first."""
    links = [node]
    while isinstance(links[-1].left, syntax.Binary) and links[-1].left.op.text == node.op.text:
        links.append(links[-1].left)
    return links[::-1]


def one_of_several(op: str, sides: Sequence[Side]) -> tuple[Span, str] | None:
    """The place where one relation has several values, and what to write instead."""
    for at, side in enumerate(sides[:-1]):
        compared = right_type(side)
        if compared is None or not isinstance(side.node, syntax.Relation):
            continue
        others: list[Side] = []
        for other in sides[at + 1 :]:
            if other.value.type in (FLAG, UNKNOWN) or join(compared, other.value.type) is None:
                break
            others.append(other)
        written = others and compared_with(op, side.node, others)
        if written:
            return closed(side.node.span.to(others[-1].node.span)), written
    return None


def closed(span: Span) -> Span:
    """A span extended to the brackets of which it contains only one of a pair."""
    text, start, end = span.source.text, span.start, span.end
    depth = lowest = 0
    for sign in span.text:
        depth += (sign == "(") - (sign == ")")
        lowest = min(lowest, depth)
    for _ in range(-lowest):
        start = text.rindex("(", 0, start)
    for _ in range(depth - lowest):
        end = text.index(")", end) + 1
    return Span(span.source, start, end)


def right_type(side: Side) -> Type | None:
    """The type of the right operand if the side is a relation."""
    value = side.value.operand if isinstance(side.value, model.Not) else side.value
    return value.right.type if isinstance(value, model.Relation) else None


def compared_with(op: str, node: syntax.Relation, others: Sequence[Side]) -> str | None:
    """A relation with several values, or None if that has no obvious meaning."""
    left, relation, right = node.left.span.text, node.op.text, plain(node.right)
    if relation in INSIDE and (op == "or" or relation == "!="):
        values = [node.right.span.text, *(other.node.span.text for other in others)]
        return f"{left} {INSIDE[relation]} {{{', '.join(values)}}}"
    if relation not in ("in", "not in") or (op == "or" and any(o.is_denied for o in others)):
        return None
    signs = ["-" if o.is_denied else SIGNS[op if relation == "in" else "or"] for o in others]
    return f"{left} {relation} {right}" + "".join(
        f" {sign} {other.text}" for sign, other in zip(signs, others, strict=True)
    )


def sets_meant(op: str, sides: Sequence[Side]) -> tuple[str, ...]:
    """What may be meant by sets joined like conditions: a set, and a condition."""
    if not all(side.is_set for side in sides):
        return ()
    condition = f" {op} ".join(f"{'no' if s.is_denied else 'some'} {s.text}" for s in sides)
    made = made_of(op, [s for s in sides if not s.is_denied], [s for s in sides if s.is_denied])
    return (made, condition) if made else (condition,)


def made_of(op: str, held: Sequence[Side], denied: Sequence[Side]) -> str | None:
    """The intersection or union of the `held` sets without the `denied`, as text; else None."""
    sides = (*held, *denied)
    of: Type | None = sides[0].value.type
    for side in sides:
        of = None if of is None else join(of, side.value.type)
    if of is None or (op == "or" and denied) or (not held and of != CELLS):
        return None
    kept = f" {SIGNS[op]} ".join(side.text for side in held) or "cells"
    return kept + "".join(f" - {side.text}" for side in denied)
