"""Turns, and how a game ends."""

from __future__ import annotations

from typing import TypeAlias

from gdl.source.node import node
from gdl.syntax.nodes.expressions import Argument, Bind, Expr, Name, Node


@node
class Act(Node):
    """An action in a turn, with arguments for its first parameters."""

    name: Name
    args: tuple[Argument, ...]


@node
class Sequence(Node):
    """`a, b`."""

    steps: tuple[Turn, ...]


@node
class Choice(Node):
    """`a or b`."""

    options: tuple[Turn, ...]


@node
class Else(Node):
    """`a else b`."""

    options: tuple[Turn, ...]


@node
class AllAtOnce(Node):
    """`all a`."""

    turn: Turn


@node
class IfPossible(Node):
    """`a if possible`."""

    turn: Turn


@node
class IfTrue(Node):
    """`a if condition`."""

    turn: Turn
    condition: Expr


@node
class WhilePossible(Node):
    """`a while possible`."""

    turn: Turn


@node
class UpToTimes(Node):
    """`a up to n times`."""

    turn: Turn
    times: Expr


@node
class AtWill(Node):
    """`a at will`."""

    turn: Turn


@node
class Times(Node):
    """`a n times` (least and most are the same), `a m to n times`."""

    turn: Turn
    least: Expr
    most: Expr


@node
class WithTheMost(Node):
    """`a with the most v`, `a with the fewest v`."""

    turn: Turn
    most: bool
    value: Expr


Turn: TypeAlias = (
    Act | Sequence | Choice | Else | IfPossible | IfTrue | WhilePossible | UpToTimes | AtWill
    | Times | AllAtOnce | WithTheMost
)

# ---- the end ----


@node
class EndHead(Node):
    """`when condition` (tested after a turn) or `as soon as condition` (after each action)."""

    condition: Expr
    at_once: bool
    name: Name | None = None


@node
class Wins(Node):
    """`P wins`."""

    colour: Expr


@node
class Loses(Node):
    """`P loses`."""

    colour: Expr


@node
class Draw(Node):
    """`draw`."""


@node
class Rank(Node):
    """`most area`, `fewest small`."""

    most: bool
    name: Name


@node
class Best(Node):
    """`most points, fewest turns_used wins`."""

    ranks: tuple[Rank, ...]


@node
class Ranked(Best):
    """`most score ranks first`: the places of all colours."""


@node
class Gets(Node):
    """`P gets n from Q for x in S`; without `from` nobody pays."""

    to: Expr
    amount: Expr
    payers: Expr | None
    binders: tuple[Bind, ...]
    condition: Expr | None


Outcome: TypeAlias = Wins | Loses | Draw | Best | Gets


@node
class Result(Node):
    """Outcomes joined by `else`: the first that decides counts; and a text that says why."""

    outcomes: tuple[Outcome, ...]
    message: str | None
