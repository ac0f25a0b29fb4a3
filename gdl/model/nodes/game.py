"""A game: what it declares, and its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from gdl.model.nodes.binding import (
    Binder,
    Binds,
    BindsChoices,
    BindsOne,
    BindsParameters,
    Expr,
    Heads,
    heads_of,
)
from gdl.model.nodes.notation import NOTHING_WRITTEN, Notation
from gdl.model.nodes.statements import Statement
from gdl.model.nodes.turns import End, Turn
from gdl.source.node import node
from gdl.source.spans import Source, Span
from gdl.vocabulary.types import Type


@node
class Option:
    """An option: its values, those that are published, the default, and those that `go together`
    with the other options as they are (None: all of them).
    """

    name: str
    values: tuple[int | float | bool | str, ...]
    published: tuple[int | float | bool | str, ...]
    default: int | float | bool | str
    span: Span
    allowed: tuple[int | float | bool | str, ...] | None = None

    @property
    def offered(self) -> tuple[int | float | bool | str, ...]:
        """The values that go together with the other options as they are."""
        return self.values if self.allowed is None else self.allowed

    @property
    def offered_published(self) -> tuple[int | float | bool | str, ...]:
        """The published values among those."""
        if self.allowed is None:
            return self.published
        allowed = set(self.allowed)
        return tuple(value for value in self.published if value in allowed)


@node
class BoardRow:
    """A row of a drawn board, as it is written."""

    text: str
    span: Span


@node
class Board:
    """The board: lines of points, a lattice without `holes`, given as `shape` and `size` or as
    drawn `rows`, or none.

    `further` are points of a lattice that no step leads to; `points` says where points lie.
    `pile` is how many pieces may stand on a cell, one on another; None where a piece that comes
    takes the place of the one that stands there.
    """

    span: Span
    shape: str  # "square" … "triangle", "squares" or "hexes" of a drawing, "lines" or "none"
    size: tuple[int, ...] = ()
    holes: Expr | None = None
    lines: tuple[tuple[str, ...], ...] = ()
    points: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    tracks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    pile: int | None = None
    rows: tuple[BoardRow, ...] = ()  # from the top
    further: tuple[str, ...] = ()

    @property
    def drawing(self) -> tuple[str, ...]:
        """The texts of the rows of a drawn board; empty for any other."""
        return tuple(row.text for row in self.rows)


@node
class Fact(BindsOne):
    """A value of each player, kind or word that has it; `slot` holds `here` in a kind's fact."""

    inside = ("values",)

    name: str
    of: str  # "player", "kind" or "word"
    values: Mapping[str, Expr]
    type: Type
    slot: int


@node
class Kind:
    """A kind of piece; `supply` is None for unlimited, "each", or a number for each owner.

    `starts` has the values that attributes of a new piece have where `put` does not give one.
    """

    name: str
    span: Span
    owners: tuple[str | None, ...]  # the colours it can belong to; (None,) for nobody
    supply: int | str | None
    attributes: Mapping[str, Expr]  # name to the set of its values
    starts: Mapping[str, Expr] = field(default_factory=dict)


@node
class Variable(Binds):
    """A variable of `state` or `marks`: its domain, its indices and its start.

    `is_playing`: it is the set of the colours that still take turns.
    """

    inside = ("domain", "or_none", "start")

    name: str
    span: Span
    type: Type
    index: tuple[Binder, ...]
    domain: Expr
    or_none: bool
    start: Expr | None
    is_playing: bool = False

    @property
    def heads(self) -> Heads:
        return heads_of(self.index)


@node
class Definition(BindsParameters):
    """A definition: an expression, or statements where `body` is a tuple."""

    inside = ("body",)

    name: str
    span: Span
    slots: tuple[int, ...]
    types: tuple[Type, ...]
    body: Expr | tuple[Statement, ...]


@node
class Action(BindsChoices):
    """An action or a chance action: its parameters and its statements."""

    inside = ("body",)

    name: str
    span: Span
    binders: tuple[Binder, ...]
    body: tuple[Statement, ...]
    is_chance: bool


@node
class Shown(BindsParameters):
    """An entry of `sees`: what a viewer is shown of `name` (None: nothing).

    For `board` and `supply` the expression gives a set; for a variable a condition over its
    indices; for an action `heard` lists the parameters that the others hear.
    """

    inside = ("expr",)

    name: str
    span: Span
    expr: Expr | None
    slots: tuple[int, ...] = ()
    heard: tuple[int, ...] = ()


@node
class Question(BindsChoices):
    """A private question: its parameters and its answer."""

    inside = ("answer",)

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
    parts: Mapping[str, Turn]  # what `parts` names: the turns have copies of it
    opening: tuple[Turn, ...]
    turn: tuple[tuple[Expr | None, Turn], ...]
    after_turn: tuple[Statement, ...]
    ends: tuple[End, ...]
    frame: int  # the number of slots in a frame
    notation: Notation = NOTHING_WRITTEN
    line_names: Mapping[Span, str] = field(default_factory=dict, compare=False)
    who_plays: tuple[Span, ...] = field(default=(), compare=False)  # conditions of `players`
    supplies: tuple[Span, ...] = field(default=(), compare=False)  # of the kinds that have one
    sources: tuple[Source, ...] = field(default=(), compare=False)  # the file, and what it extends
