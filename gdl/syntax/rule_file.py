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
class AttributeEntry:
    """An attribute of a kind: its values, and perhaps the value at the start."""

    name: syntax.Name
    domain: syntax.Domain


@dataclass(frozen=True)
class PlayerEntry:
    """A colour, the condition under which it takes part, and its facts."""

    name: syntax.Name
    condition: syntax.Expr | None
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class BoardEntry:
    """The board: a constructor expression, lines of points or a drawing, with named tracks
    and piles.

    `sets` are those that the letters of a drawing name.
    """

    span: Span
    cells: syntax.Expr | None = None
    lines: tuple[syntax.Path, ...] = ()
    drawing: syntax.Drawing | None = None
    sets: tuple[DefineEntry, ...] = ()
    points: tuple[tuple[syntax.Name, syntax.Point], ...] = ()
    tracks: tuple[tuple[syntax.Name, syntax.Track], ...] = ()
    pile: syntax.Expr | None = None  # how many pieces may stand on a cell
    is_broken: bool = False  # whether some of it could not be read


@dataclass(frozen=True)
class PieceEntry:
    """A kind of piece."""

    name: syntax.Name
    owner: syntax.Owner | None = None
    supply: syntax.Expr | syntax.Each | None = None
    attributes: tuple[AttributeEntry, ...] = ()
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class WordEntry:
    """A word that a file declares under `words`, with its facts."""

    name: syntax.Name
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class WordsEntry:
    """Words that belong together, and the name of the set of them."""

    name: syntax.Name
    words: tuple[WordEntry, ...]


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
class NotationEntry:
    """A text under `notation`, with the keys above its own."""

    above: tuple[Text, ...]
    key: Text
    value: Text

    @property
    def path(self) -> tuple[str, ...]:
        """The words of the keys above it."""
        return tuple(key.value.strip() for key in self.above)


@dataclass(frozen=True)
class RuleFile:
    """The sections of a rule file; what the file leaves out is empty or None."""

    span: Span
    title: str = ""
    about: dict[str, str] = field(default_factory=dict)  # designer, year, notes
    looks: tuple[tuple[Text, Text], ...] = ()
    notation: tuple[NotationEntry, ...] = ()
    options: tuple[tuple[syntax.Name, syntax.Stored], ...] = ()
    players: tuple[PlayerEntry, ...] = ()
    words: tuple[WordsEntry, ...] = ()
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
    parts: tuple[tuple[syntax.Name, syntax.Turn], ...] = ()
    opening: tuple[syntax.Turn, ...] = ()
    turn: tuple[tuple[syntax.Expr | None, syntax.Turn], ...] = ()
    after_turn: Body = ()
    end: tuple[tuple[syntax.EndHead, syntax.Result], ...] = ()
    line_names: dict[Span, str] = field(default_factory=dict)  # of statements and lines of `end`
    broken: frozenset[str] = frozenset()  # words in declarations that could not be read
    characters: int = 0  # the length of all rule texts
    playing: tuple[syntax.Head, syntax.Stored] | None = None  # see `gdl.syntax.playing`
