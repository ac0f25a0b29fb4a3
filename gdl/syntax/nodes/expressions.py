"""Names and expressions."""

from __future__ import annotations

from typing import TypeAlias

from gdl.source.node import node
from gdl.source.spans import Span


@node
class Node:
    """Anything read from a rule text."""

    span: Span


@node
class Name(Node):
    """A word where the grammar expects a name."""

    text: str


@node
class Number(Node):
    """`3` or `10.5`."""

    value: int | float


@node
class Constant(Node):
    """`true`, `false` or `none`."""

    text: str


@node
class Word(Node):
    """A name standing alone."""

    text: str


@node
class Call(Node):
    """`row(1)`: a name called with arguments."""

    name: Name
    args: tuple[Argument, ...]


@node
class Step(Node):
    """`c to neighbours(c)` as an argument: the cells to which one may step from c."""

    name: Name
    target: Expr


@node
class Lookup(Node):
    """`owner[c]`: a stored value."""

    name: Name
    args: tuple[Expr, ...]


@node
class Bind(Node):
    """`c in cells`, or `{a, b} in links` with two names."""

    names: tuple[Name, ...]
    domain: Expr


@node
class Comprehension(Node):
    """`body for binders if condition`."""

    body: Expr
    binders: tuple[Bind, ...]
    condition: Expr | None


@node
class Aggregate(Node):
    """`max(n for n in S else 0)`."""

    name: Name
    comprehension: Comprehension
    default: Expr | None


@node
class Build(Node):
    """`{c for c in cells if …}`."""

    comprehension: Comprehension


@node
class Display(Node):
    """`{a, b}`, written out."""

    items: tuple[Expr, ...]


@node
class Unary(Node):
    """`not x`, `some S`, `no S`, `-x`."""

    op: Name
    operand: Expr


@node
class Binary(Node):
    """`x or y`, `A | B`, `a .. b`, `a + b` and the like."""

    left: Expr
    op: Name
    right: Expr


@node
class Relation(Node):
    """`x = y`, `c not in S`, `A meets B` and the like."""

    left: Expr
    op: Name
    right: Expr


@node
class Choose(Node):
    """`x if condition else y`."""

    yes: Expr
    condition: Expr
    no: Expr


Expr: TypeAlias = (
    Number | Constant | Word | Call | Lookup | Aggregate | Build | Display | Unary | Binary
    | Relation | Choose
)
Argument: TypeAlias = Expr | Step
Definition: TypeAlias = Expr | Comprehension
