"""Statements: what changes a position."""

from __future__ import annotations

from gdl.model.nodes.binding import Binder, BindsOne, Expr, Loop
from gdl.source.node import node
from gdl.source.spans import Span


@node
class Statement:
    """A statement, with its place in the source."""

    span: Span


@node
class Require(Statement):
    """The action is legal only if the condition holds here."""

    condition: Expr
    message: str | None


@node
class Attempt(Statement):
    """`try`: if the condition fails, the action is undone and the message is told."""

    condition: Expr
    message: str | None


@node
class Put(Statement):
    """Put a piece on a cell or on each cell of a set, or under what stands there."""

    piece: Expr
    owner: Expr | None
    attributes: tuple[tuple[str, Expr], ...]
    place: Expr
    under: bool = False


@node
class Lift(Statement):
    """Take pieces off the board, back into the supply.

    `count` is how many of each pile, its upper ones or with `below` its lower ones; None for all.
    """

    place: Expr
    count: Expr | None = None
    below: bool = False


@node
class Remove(Statement):
    """Take pieces off the board, out of the game; `count` and `below` as in `Lift`."""

    place: Expr
    count: Expr | None = None
    below: bool = False


@node
class Move(Statement):
    """Move a piece to another cell.

    With piles, `start` may be a set of cells, whose piles go to the end one after another.
    `count` and `below` are as in `Lift`; with `under` the pieces go under those at the end.
    """

    start: Expr
    end: Expr
    count: Expr | None = None
    below: bool = False
    under: bool = False


@node
class MoveAtOnce(Statement, Loop):
    """Move a piece in each round of a loop, all at the same time."""

    inside = ("condition", "start", "end")

    binders: tuple[Binder, ...]
    condition: Expr | None
    start: Expr
    end: Expr


@node
class Swap(Statement):
    """Let two pieces exchange cells."""

    first: Expr
    second: Expr


@node
class SetVariable(Statement):
    """`set V to x`."""

    name: str
    index: tuple[Expr, ...]
    value: Expr


@node
class SetMark(SetVariable):
    """`set M to x` for a mark, which no rule reads."""


@node
class SetPiece(Statement):
    """`set owner[S] to p`: the owner, the kind or an attribute of the pieces on S.

    `level` counts from the bottom of a pile; None for its top.
    """

    what: str
    place: Expr
    value: Expr
    level: Expr | None = None


@node
class SetNext(Statement):
    """`set next to p`: who takes the next turn."""

    colour: Expr


@node
class SetTurns(Statement):
    """`set turns to n` in the set-up: play begins as if after so many turns."""

    turns: int


@node
class Play(Statement):
    """The acting seat plays this colour from now on; the seat that had it gets the mover's."""

    colour: Expr


@node
class Weight(Statement):
    """The relative probability of this instance of a chance action."""

    value: Expr


@node
class Tell(Statement):
    """A message to `all`, the `mover` or the `opponent`, followed by values."""

    listener: str
    message: str
    values: tuple[Expr, ...] = ()


@node
class Let(Statement, BindsOne):
    """`let n = x`: `slot` holds the value, or none, in the statements that follow in the list."""

    inside = ()

    name: str
    slot: int
    value: Expr


@node
class Perform(Statement):
    """Carry out a definition that is a list of statements."""

    name: str
    args: tuple[Expr, ...]


@node
class Deal(Statement):
    """A chance action in the set-up, with its first arguments fixed."""

    name: str
    args: tuple[Expr, ...]


@node
class If(Statement):
    """The first branch whose condition holds; a branch without a condition is `else`."""

    branches: tuple[tuple[Expr | None, tuple[Statement, ...]], ...]


@node
class RepeatWhile(Statement):
    """Carry out the body while the condition holds before it, at most `times` times."""

    times: Expr
    condition: Expr
    body: tuple[Statement, ...]


@node
class For(Statement, Loop):
    """Carry out the body for each choice of variables; the sets are read before the first round."""

    inside = ("condition", "body")

    binders: tuple[Binder, ...]
    condition: Expr | None
    body: tuple[Statement, ...]
