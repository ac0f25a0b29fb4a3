"""The sections of a rule file, as syntax nodes."""

from __future__ import annotations

from dataclasses import dataclass, field

from gdl.source.spans import Span
from gdl.syntax import nodes as syntax
from gdl.yaml.reader import Text

Body = tuple[syntax.Statement, ...]


@dataclass(frozen=True)
class Fact:
    """A fixed value of a colour or a kind."""

    name: syntax.Name
    value: syntax.Definition


@dataclass(frozen=True)
class PlayerEntry:
    """A colour, the condition under which it takes part, and its facts."""

    name: syntax.Name
    condition: syntax.Expr | None
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class BoardEntry:
    """The board: a constructor expression or lines of points, with named tracks and piles."""

    span: Span
    cells: syntax.Expr | None = None
    lines: tuple[syntax.Path, ...] = ()
    points: tuple[tuple[syntax.Name, syntax.Point], ...] = ()
    tracks: tuple[tuple[syntax.Name, syntax.Path], ...] = ()
    pile: syntax.Expr | None = None  # how many pieces may stand on a cell
    is_broken: bool = False  # whether some of it could not be read


@dataclass(frozen=True)
class PieceEntry:
    """A kind of piece."""

    name: syntax.Name
    owner: syntax.Owner | None = None
    supply: syntax.Expr | syntax.Each | None = None
    attributes: tuple[Fact, ...] = ()
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class DefineEntry:
    """A definition: an expression or statements."""

    head: syntax.Head
    body: syntax.Definition | Body

    @property
    def is_performed(self) -> bool:
        """Whether it is a list of statements."""
        return isinstance(self.body, tuple)


@dataclass(frozen=True)
class RuleFile:
    """The sections of a rule file; what the file leaves out is empty or None."""

    span: Span
    title: str = ""
    about: dict[str, str] = field(default_factory=dict)  # designer, year, notes
    looks: tuple[tuple[Text, Text], ...] = ()
    options: tuple[tuple[syntax.Name, syntax.Stored], ...] = ()
    players: tuple[PlayerEntry, ...] = ()
    board: BoardEntry | None = None
    pieces: tuple[PieceEntry, ...] = ()
    setup: Body = ()
    state: tuple[tuple[syntax.Head, syntax.Stored], ...] = ()
    marks: tuple[tuple[syntax.Head, syntax.Stored], ...] = ()
    define: tuple[DefineEntry, ...] = ()
    chance: tuple[tuple[syntax.Head, Body], ...] = ()
    actions: tuple[tuple[syntax.Head, Body], ...] = ()
    sees: tuple[tuple[syntax.Head, syntax.Shown], ...] = ()
    questions: tuple[tuple[syntax.Head, syntax.Expr], ...] = ()
    opening: tuple[syntax.Turn, ...] = ()
    turn: tuple[tuple[syntax.Expr | None, syntax.Turn], ...] = ()
    after_turn: Body = ()
    end: tuple[tuple[syntax.EndHead, syntax.Result], ...] = ()
    broken: frozenset[str] = frozenset()  # words in declarations that could not be read
    characters: int = 0  # the length of all rule texts
