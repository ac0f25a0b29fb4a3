"""Turns, and how a game ends."""

from __future__ import annotations

from gdl.model.nodes.expressions import Expr
from gdl.source.node import node
from gdl.source.spans import Span


@node
class Turn:
    """A part of a turn and where it stands."""

    span: Span


@node
class Act(Turn):
    """An action with its first parameters fixed; `pass` and `done` are actions too."""

    name: str
    args: tuple[Expr, ...]


@node
class Sequence(Turn):
    """One after the other; the empty sequence does nothing."""

    steps: tuple[Turn, ...]


@node
class Choice(Turn):
    """The player chooses."""

    options: tuple[Turn, ...]


@node
class Else(Turn):
    """The first that has a way through."""

    options: tuple[Turn, ...]


@node
class IfTrue(Turn):
    """A turn where the condition holds, otherwise nothing."""

    turn: Turn
    condition: Expr


@node
class Repeat(Turn):
    """Again and again: at most `times` (None: once for each cell of the board).

    `at_will` says that the player may stop; otherwise it goes on as long as it has a way through.
    """

    turn: Turn
    times: Expr | None
    at_will: bool


# ---- the end ----


@node
class Outcome:
    """A way to decide a game and where it stands."""

    span: Span


@node
class Wins(Outcome):
    """A colour wins; undecided where the expression gives none."""

    colour: Expr


@node
class Loses(Outcome):
    """A colour loses, and the others win."""

    colour: Expr


@node
class Draw(Outcome):
    """Nobody wins."""


@node
class Rank:
    """What is compared, colour by colour; `expr` reads the colour from `slot`."""

    name: str
    most: bool
    slot: int
    expr: Expr


@node
class Best(Outcome):
    """Who is ahead in the first rank that tells the colours apart."""

    ranks: tuple[Rank, ...]


@node
class End:
    """A line of `end`: tested after each action (`at_once`) or when a turn is over."""

    span: Span
    condition: Expr
    at_once: bool
    outcomes: tuple[Outcome, ...]
