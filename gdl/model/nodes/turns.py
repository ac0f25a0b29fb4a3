"""Turns, and how a game ends."""

from __future__ import annotations

from gdl.model.nodes.binding import BindsOne, Expr
from gdl.source.node import node
from gdl.source.spans import Span


@node
class Turn:
    """A part of a turn, with its place in the source."""

    span: Span


@node
class Act(Turn):
    """An action with its first arguments fixed; `pass` and `done` are actions too."""

    name: str
    args: tuple[Expr, ...]


@node
class Sequence(Turn):
    """Parts of a turn, one after the other; the empty sequence does nothing."""

    steps: tuple[Turn, ...]


@node
class Choice(Turn):
    """Options of which the player chooses one."""

    options: tuple[Turn, ...]


@node
class Else(Turn):
    """The first option by which the turn can be completed."""

    options: tuple[Turn, ...]


@node
class IfTrue(Turn):
    """A turn if the condition holds, otherwise nothing."""

    turn: Turn
    condition: Expr


@node
class Repeat(Turn):
    """A repetition of at most `times` rounds (None: one for each cell of the board).

    If `at_will`, the player may stop; otherwise it goes on as long as a round can be completed.
    """

    turn: Turn
    times: Expr | None
    at_will: bool


@node
class AllAtOnce(Turn):
    """A simultaneous choice: every colour chooses one of these actions, unseen before all have.

    Then they are carried out in the order of play.
    """

    acts: tuple[Act, ...]


@node
class Most(Turn):
    """Of the ways through a turn those with the largest value at its end, or else the smallest."""

    turn: Turn
    most: bool
    value: Expr


# ---- the end ----


@node
class Outcome:
    """One way in which an end decides the game, with its place in the source."""

    span: Span


@node
class Wins(Outcome):
    """A colour wins, or the colours of a set share the win; nothing is decided if there is none."""

    colour: Expr


@node
class Loses(Outcome):
    """A colour loses, and all others win."""

    colour: Expr


@node
class Draw(Outcome):
    """Nobody wins."""


@node
class Rank(BindsOne):
    """What colours are ranked by, most or fewest first; `slot` holds the colour for `expr`."""

    inside = ("expr",)

    name: str
    most: bool
    slot: int
    expr: Expr


@node
class Best(Outcome):
    """The colours that are ahead in the first rank; each further rank breaks ties."""

    ranks: tuple[Rank, ...]


@node
class Ranked(Best):
    """Everybody gets a place by the ranks, and the results are those of the places."""


@node
class Gets(Outcome, BindsOne):
    """Each colour gets a number of points: `slot` holds the colour for `expr`.

    `is_paid` says that others pay them, so that all points add up to nothing.
    """

    inside = ("expr",)

    slot: int
    expr: Expr
    is_paid: bool


@node
class End:
    """A line of `end`: tested after each action (`at_once`) or when a turn is over.

    `message` says in the words of the rules why the game is over; None if they say nothing.
    """

    span: Span
    condition: Expr
    at_once: bool
    outcomes: tuple[Outcome, ...]
    message: str | None
