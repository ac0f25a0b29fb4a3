"""Typed expressions."""

from __future__ import annotations

from gdl.model.nodes.binding import Binder, BindsOne, Expr, Loop
from gdl.source.node import node


@node
class Value(Expr):
    """A constant: a number, a flag, None, or the name of a cell, direction, colour, kind, word."""

    value: int | float | bool | str | None


@node
class Local(Expr):
    """A variable bound by a parameter, a comprehension, a loop or a step."""

    name: str
    slot: int


@node
class Stored(Expr):
    """A variable of `state`, with its indices."""

    name: str
    index: tuple[Expr, ...]


@node
class Attribute(Expr):
    """`rod[c]`: an attribute of the piece on a cell; `rod[c, 1]` of the lowest of its pile."""

    name: str
    cell: Expr
    level: Expr | None = None


@node
class BuiltinCall(Expr):
    """A built-in: `mover`, `neighbours(c)`, `owner[c]`."""

    name: str
    args: tuple[Expr, ...] = ()


@node
class ByStep(Expr, BindsOne):
    """`reach(a, c to S)`, `groups(S, c to T)`: a built-in that follows steps of its own.

    A step leads from the cell in `slot` to each cell of `steps`.
    """

    inside = ("steps",)

    name: str
    args: tuple[Expr, ...]
    slot: int
    steps: Expr


@node
class Seen(Expr):
    """`seen(board, mover)`: how often earlier turns ended with these things as they are now.

    `supply` among the things is that of all colours; a variable includes all its indices.  With a
    `turn_number` only the end of the turn with this number counts.
    """

    board: bool
    things: tuple[Expr, ...]
    turn_number: Expr | None = None


@node
class Apply(Expr):
    """A definition of the file with its arguments."""

    name: str
    args: tuple[Expr, ...]


@node
class OfPiece(Expr):
    """`suit(k)`, `kind(k)`, `owner(k)`: an attribute, the kind or the owner of a piece that is
    given as a value, wherever it is.
    """

    name: str
    piece: Expr


@node
class FactValue(Expr):
    """`goal(White)`, `beats(rock)`: a fact of a colour or a word; `attacks(c)`, `level(king)`: a
    fact of the kind of the piece on c, or of a kind.
    """

    name: str
    of: Expr


@node
class And(Expr):
    """Both conditions hold."""

    left: Expr
    right: Expr


@node
class Or(Expr):
    """One of two conditions holds."""

    left: Expr
    right: Expr


@node
class Not(Expr):
    """A condition does not hold."""

    operand: Expr


@node
class Some(Expr):
    """A set has an element."""

    operand: Expr


@node
class Relation(Expr):
    """`=`, `<`, `<=`, `in`, `within`, `meets` or `touches`; false if an operand does not exist."""

    op: str
    left: Expr
    right: Expr


@node
class Arithmetic(Expr):
    """`+ - * mod div` of two numbers."""

    op: str
    left: Expr
    right: Expr


@node
class SetOperation(Expr):
    """`|`, `&` or `-` of two sets."""

    op: str
    left: Expr
    right: Expr


@node
class Negative(Expr):
    """A number with the opposite sign."""

    operand: Expr


@node
class Opposite(Expr):
    """The opposite direction or step."""

    operand: Expr


@node
class AsSteps(Expr):
    """A direction, or a set of directions, among other steps: `south` in `{2*north, south}`."""

    operand: Expr


@node
class Times(Expr):
    """`3*north`: a step repeated `times` times."""

    times: Expr
    step: Expr


@node
class Steps(Expr):
    """`2*north + east`: several steps as one."""

    parts: tuple[Expr, ...]


@node
class StepTo(Expr):
    """`c + 2*d`: the cell that a step leads to, if there is one."""

    cell: Expr
    step: Expr


@node
class Choose(Expr):
    """`yes if condition else no`."""

    yes: Expr
    condition: Expr
    no: Expr


@node
class Display(Expr):
    """A set written out; it exists only when all its elements do."""

    items: tuple[Expr, ...]


@node
class Range(Expr):
    """The numbers from low to high."""

    low: Expr
    high: Expr


@node
class PiecesOfKind(Expr):
    """A kind where a set is wanted: all pieces that there can be of it."""

    kind: Expr


@node
class Comprehension(Loop):
    """The values of a body for each choice of its variables under which a condition holds."""

    inside = ("condition", "body")

    body: Expr
    binders: tuple[Binder, ...]
    condition: Expr | None


@node
class Build(Expr):
    """The set of a comprehension's values, except for those that do not exist."""

    comprehension: Comprehension


@node
class Aggregate(Expr):
    """`any all count sum max min first union list descending` over a comprehension."""

    name: str
    comprehension: Comprehension
    default: Expr | None
