"""The checked model of a game: what the checker makes and the engines run.

Everything is resolved and typed: a `Value` is a constant, a `Local` a bound variable by slot, an
`Ask` a built-in of `gdl.builtins`, an `Apply` a definition of the file.  Options are fixed, so that
a model is one member of the family that the file describes.  All nodes are frozen; cells,
directions, colours, kinds and words stand in values by name.

A slot is a place in a frame: each action, definition or rule is evaluated with a list of values,
one for each variable that it binds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from gdl.node import node
from gdl.source import Source, Span
from gdl.types import Type

# ---- expressions -------------------------------------------------------------------------------


@node
class Expr:
    """An expression: where it stands and what type it has."""

    span: Span
    type: Type


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
    """`rod[c]`: an attribute of the piece on a cell."""

    name: str
    cell: Expr


@node
class Ask(Expr):
    """A built-in: `mover`, `neighbours(c)`, `owner[c]`."""

    name: str
    args: tuple[Expr, ...] = ()


@node
class Reach(Expr):
    """`reach(a, c to S)`: the cells reached from `start` in one or more steps."""

    start: Expr
    slot: int
    steps: Expr


@node
class Seen(Expr):
    """`seen(board, mover)`: how often these things were so at earlier ends of turns.

    Among the things `supply` is that of all colours, and a variable is meant with all its indices.
    """

    board: bool
    things: tuple[Expr, ...]


@node
class Apply(Expr):
    """A definition of the file with its arguments."""

    name: str
    args: tuple[Expr, ...]


@node
class AskFact(Expr):
    """`goal(White)`: a fact of a colour; `attacks(c)`: a fact of the kind of the piece on c."""

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
    """`=`, `<`, `<=`, `in`, `within`, `meets` or `touches`; false of what does not exist."""

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
    """The number with the other sign."""

    operand: Expr


@node
class Opposite(Expr):
    """The direction or step the other way."""

    operand: Expr


@node
class Times(Expr):
    """`3*north`: a step so many times."""

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
    """A kind where a set is wanted: every piece that there can be of it."""

    kind: Expr


@node
class Binder:
    """One variable, or an unordered pair, that runs over a set."""

    slots: tuple[int, ...]
    names: tuple[str, ...]
    domain: Expr


@node
class Comprehension:
    """The values of a body for each choice of its variables under which a condition holds."""

    body: Expr
    binders: tuple[Binder, ...]
    condition: Expr | None


@node
class Build(Expr):
    """The set of a comprehension's values; what does not exist is left out."""

    comprehension: Comprehension


@node
class Aggregate(Expr):
    """`any all count sum max min first union list descending` over a comprehension."""

    name: str
    comprehension: Comprehension
    default: Expr | None


# ---- statements --------------------------------------------------------------------------------


@node
class Statement:
    """A statement and where it stands."""

    span: Span


@node
class Require(Statement):
    """The action is legal only if the condition holds here."""

    condition: Expr
    message: str | None


@node
class Attempt(Statement):
    """`try`: if it fails, the action is taken back and the message told."""

    condition: Expr
    message: str | None


@node
class Put(Statement):
    """A piece on a cell or on each cell of a set."""

    piece: Expr
    owner: Expr | None
    attributes: tuple[tuple[str, Expr], ...]
    place: Expr


@node
class Lift(Statement):
    """Pieces off the board, back into the supply."""

    place: Expr


@node
class Remove(Statement):
    """Pieces off the board, out of the game."""

    place: Expr


@node
class Move(Statement):
    """A piece to another cell."""

    start: Expr
    end: Expr


@node
class Swap(Statement):
    """Two pieces exchange cells."""

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
    """`set owner[S] to p`: the owner, the kind or an attribute of the pieces on S."""

    what: str
    place: Expr
    value: Expr


@node
class SetNext(Statement):
    """`set next to p`: who takes the next turn."""

    colour: Expr


@node
class Play(Statement):
    """The acting seat plays this colour from now on; whoever had it gets the mover's."""

    colour: Expr


@node
class Weight(Statement):
    """How likely this instance of a chance action is, in proportion."""

    value: Expr


@node
class Tell(Statement):
    """Words for `all`, the `mover` or the `opponent`."""

    listener: str
    message: str


@node
class Perform(Statement):
    """A definition that is a list of statements."""

    name: str
    args: tuple[Expr, ...]


@node
class Deal(Statement):
    """A chance action in the set-up, its first parameters fixed."""

    name: str
    args: tuple[Expr, ...]


@node
class If(Statement):
    """The first branch whose condition holds; a branch without one is the `else`."""

    branches: tuple[tuple[Expr | None, tuple[Statement, ...]], ...]


@node
class For(Statement):
    """A body for each choice of variables; the sets are read once, before the first round."""

    binders: tuple[Binder, ...]
    condition: Expr | None
    body: tuple[Statement, ...]


# ---- turns -------------------------------------------------------------------------------------


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


# ---- the end -----------------------------------------------------------------------------------


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


# ---- the game ----------------------------------------------------------------------------------


@node
class Option:
    """An option: all that loads, what is offered, and what holds if nothing is said."""

    name: str
    values: tuple[int | float | bool | str, ...]
    published: tuple[int | float | bool | str, ...]
    default: int | float | bool | str
    span: Span


@node
class Board:
    """The board: a lattice (`shape` and `size`) without `holes`, or lines of points."""

    span: Span
    shape: str  # "square" … "triangle", or "lines"
    size: tuple[int, ...] = ()
    holes: Expr | None = None
    lines: tuple[tuple[str, ...], ...] = ()
    points: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    tracks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@node
class Fact:
    """A constant of each player or kind that has it; `slot` holds `here` in a kind's fact."""

    name: str
    of: str  # "player" or "kind"
    values: Mapping[str, Expr]
    type: Type
    slot: int


@node
class Kind:
    """A kind of piece; `supply` is None for unlimited, "each", or a number for each owner."""

    name: str
    span: Span
    owners: tuple[str | None, ...]  # the colours it can belong to; (None,) for nobody
    supply: int | str | None
    attributes: Mapping[str, Expr]  # name to the set of its values


@node
class Variable:
    """A variable of `state` or `marks`: its domain, its indices and its start."""

    name: str
    span: Span
    type: Type
    index: tuple[Binder, ...]
    domain: Expr
    or_none: bool
    start: Expr | None


@node
class Definition:
    """A definition: an expression, or statements where `body` is a tuple."""

    name: str
    span: Span
    slots: tuple[int, ...]
    types: tuple[Type, ...]
    body: Expr | tuple[Statement, ...]


@node
class Action:
    """An action, also one of chance: its parameters and what it does."""

    name: str
    span: Span
    binders: tuple[Binder, ...]
    body: tuple[Statement, ...]
    is_chance: bool


@node
class Shown:
    """An entry of `sees`: what a viewer is shown of `name` (None: nothing).

    For `board` and `supply` the expression gives a set; for a variable a condition over its
    indices; for an action `heard` lists the parameters that the others hear.
    """

    name: str
    span: Span
    expr: Expr | None
    slots: tuple[int, ...] = ()
    heard: tuple[int, ...] = ()


@node
class Question:
    """A private question: its parameters and its answer."""

    name: str
    span: Span
    binders: tuple[Binder, ...]
    answer: Expr


@node
class Game:
    """A game with its options fixed."""

    name: str
    title: str
    about: Mapping[str, str]
    looks: Mapping[str, str]
    options: Mapping[str, int | float | bool | str]
    declared: tuple[Option, ...]
    colours: tuple[str, ...]
    board: Board
    kinds: tuple[Kind, ...]
    facts: Mapping[str, Fact]
    variables: tuple[Variable, ...]
    marks: tuple[Variable, ...]
    definitions: Mapping[str, Definition]
    actions: Mapping[str, Action]
    sees: Mapping[str, Shown]
    questions: tuple[Question, ...]
    setup: tuple[Statement, ...]
    opening: tuple[Turn, ...]
    turn: tuple[tuple[Expr | None, Turn], ...]
    after_turn: tuple[Statement, ...]
    ends: tuple[End, ...]
    frame: int  # the number of slots that a frame needs
    sources: tuple[Source, ...] = field(default=(), compare=False)  # the file, and what it extends


