"""The syntax of rule texts: what `gdl.parser` makes of one leaf or key.

Nothing is resolved here: a word is a word, whether it names a cell, an action or nothing at all.
Every node is a frozen value and carries the span of the words that it was read from.
"""

from __future__ import annotations

from typing import TypeAlias

from gdl.node import node
from gdl.source import Span


@node
class Node:
    """Anything read from a rule text."""

    span: Span


@node
class Name(Node):
    """A word where the grammar wants a name."""

    text: str


# ---- expressions -------------------------------------------------------------------------------


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
    """`row(1)`: a question, by name with arguments."""

    name: Name
    args: tuple[Argument, ...]


@node
class Step(Node):
    """`c to neighbours(c)` as an argument: where one may step to from c."""

    name: Name
    target: Expr


@node
class Lookup(Node):
    """`owner[c]`: what is stored."""

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
    """`x or y`, `A | B`, `a .. b`, `a + b` and their like."""

    left: Expr
    op: Name
    right: Expr


@node
class Relation(Node):
    """`x = y`, `c not in S`, `A meets B` and their like."""

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

# ---- statements --------------------------------------------------------------------------------


@node
class Place(Node):
    """What `set`, `add` and `take` change: `record`, `owner[S]`."""

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
    """`put K of P with a = v on S`."""

    piece: Expr
    owner: Expr | None
    attributes: tuple[Attribute, ...]
    place: Expr


@node
class Lift(Node):
    """`lift S`: off the board, back into the supply."""

    place: Expr


@node
class Remove(Node):
    """`remove S`: off the board, out of the game."""

    place: Expr


@node
class Move(Node):
    """`move a to b`."""

    start: Expr
    end: Expr


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
    """`tell all "check"`."""

    listener: Name
    message: str


@node
class Perform(Node):
    """`collect({at})`: a definition made of statements, or in the set-up a chance action."""

    name: Name
    args: tuple[Argument, ...]


@node
class If(Node):
    """A block per condition, in order; a branch without condition is the `else`."""

    branches: tuple[tuple[Expr | None, tuple[Statement, ...]], ...]


@node
class For(Node):
    """`for x in S if condition:` and its block."""

    binders: tuple[Bind, ...]
    condition: Expr | None
    body: tuple[Statement, ...]


Statement: TypeAlias = (
    Require | Attempt | Put | Lift | Remove | Move | Swap | Assign | Add | Take | Play | Weight
    | Tell | Perform | If | For
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


# ---- turns -------------------------------------------------------------------------------------


@node
class Act(Node):
    """An action in a turn, with its first parameters fixed."""

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


Turn: TypeAlias = (
    Act | Sequence | Choice | Else | IfPossible | IfTrue | WhilePossible | UpToTimes | AtWill
)

# ---- the end -----------------------------------------------------------------------------------


@node
class EndHead(Node):
    """`when condition` (a turn is over) or `as soon as condition` (after each action)."""

    condition: Expr
    at_once: bool


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


Outcome: TypeAlias = Wins | Loses | Draw | Best


@node
class Result(Node):
    """Outcomes joined by `else`: the first that decides."""

    outcomes: tuple[Outcome, ...]


# ---- declarations ------------------------------------------------------------------------------


@node
class Names(Node):
    """`man, king`."""

    names: tuple[Name, ...]


@node
class Player(Node):
    """A colour, and the condition under which it takes part."""

    name: Name
    condition: Expr | None


@node
class Players(Node):
    """`Red, Black, Blue if players = 3`."""

    players: tuple[Player, ...]


@node
class Stored(Node):
    """`domain or none = start, published …`."""

    domain: tuple[Expr, ...]
    or_none: bool
    start: Expr | None
    published: tuple[Expr, ...]


@node
class Path(Node):
    """`a1 d1 g1`."""

    points: tuple[Name, ...]


@node
class Point(Node):
    """`3 2.5`: x and y in the drawing."""

    x: float
    y: float


@node
class Each(Node):
    """`supply: each`."""


@node
class Owner(Node):
    """`owner: none` (no name) or a colour."""

    name: Name | None


@node
class Head(Node):
    """A name with bound or plain parameters: the key of an action, a variable, a definition."""

    name: Name
    binders: tuple[Bind, ...] = ()
    names: tuple[Name, ...] = ()


@node
class Shown(Node):
    """An entry of `sees`: `nothing`, or what is shown."""

    nothing: bool
    items: Definition | None


@node
class FileName(Node):
    """`extends: tic-tac-toe`."""

    text: str
