"""Statements, and the heads of blocks."""

from __future__ import annotations

from typing import TypeAlias

from gdl.source.node import node
from gdl.syntax.nodes.expressions import Argument, Bind, Expr, Name, Node


@node
class Place(Node):
    """The target of `set`, `add` or `take`: `record`, `owner[S]`."""

    name: Name
    args: tuple[Expr, ...]


@node
class Require(Node):
    """`require condition, "message"`."""

    condition: Expr
    message: str | None


@node
class Attempt(Node):
    """`try condition, "message"`."""

    condition: Expr
    message: str | None


@node
class Attribute(Node):
    """`rod = north` in a `put`."""

    name: Name
    value: Expr


@node
class Put(Node):
    """`put K of P with a = v on S`, or `under S`."""

    piece: Expr
    owner: Expr | None
    attributes: tuple[Attribute, ...]
    place: Expr
    under: bool = False


@node
class Lift(Node):
    """`lift S`, or `lift n of S from below`: off the board, back into the supply."""

    place: Expr
    count: Expr | None = None
    below: bool = False


@node
class Remove(Node):
    """`remove S`, or `remove n of S from below`: off the board, out of the game."""

    place: Expr
    count: Expr | None = None
    below: bool = False


@node
class Move(Node):
    """`move a to b`, `move n of a from below under b`."""

    start: Expr
    end: Expr
    count: Expr | None = None
    below: bool = False
    under: bool = False


@node
class MoveAtOnce(Node):
    """`move a to b for x in S if condition`: all of them at the same time."""

    start: Expr
    end: Expr
    binders: tuple[Bind, ...]
    condition: Expr | None


@node
class Swap(Node):
    """`swap a and b`."""

    first: Expr
    second: Expr


@node
class Assign(Node):
    """`set V to x`."""

    place: Place
    value: Expr


@node
class Add(Node):
    """`add x to V`."""

    value: Expr
    place: Place


@node
class Take(Node):
    """`take x from V`."""

    value: Expr
    place: Place


@node
class Play(Node):
    """`play P`."""

    colour: Expr


@node
class Weight(Node):
    """`weight n`."""

    value: Expr


@node
class Tell(Node):
    """`tell all "check"`, `tell all "battle", rank[a], rank[b]`."""

    listener: Name
    message: str
    values: tuple[Expr, ...] = ()


@node
class Let(Node):
    """`let n = x`: a name for a value, up to the end of the list of statements."""

    name: Name
    value: Expr


@node
class Perform(Node):
    """`collect({at})`: a definition made of statements, or in the set-up a chance action."""

    name: Name
    args: tuple[Argument, ...]


@node
class Named(Node):
    """`check, require …`: a statement with the name of its line."""

    name: Name
    statement: Statement


@node
class Label(Node):
    """The key of a change by name: `checkmate`, `before checkmate`, `after checkmate`."""

    name: Name


@node
class If(Node):
    """One branch per condition, in order; a branch without condition is the `else`."""

    branches: tuple[tuple[Expr | None, tuple[Statement, ...]], ...]


@node
class For(Node):
    """`for x in S if condition:` and its block."""

    binders: tuple[Bind, ...]
    condition: Expr | None
    body: tuple[Statement, ...]


@node
class RepeatWhile(Node):
    """`repeat up to n times while condition:` and its block."""

    times: Expr
    condition: Expr
    body: tuple[Statement, ...]


Statement: TypeAlias = (
    Require | Attempt | Put | Lift | Remove | Move | MoveAtOnce | Swap | Assign | Add | Take | Play
    | Weight | Tell | Let | Perform | If | For | RepeatWhile | Named
)


@node
class IfHead(Node):
    """The key of a block: `if c`, `else if c` (`is_else`), or `else` (no condition)."""

    condition: Expr | None
    is_else: bool


@node
class ForHead(Node):
    """The key of a block: `for x in S if c`."""

    binders: tuple[Bind, ...]
    condition: Expr | None


@node
class RepeatHead(Node):
    """The key of a block: `repeat up to n times while condition`."""

    times: Expr
    condition: Expr
