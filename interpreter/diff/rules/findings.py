"""The results of comparing two games, as frozen data for the report in words and the JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl.source.spans import Span

if TYPE_CHECKING:
    from interpreter.api.state import State

DIFFERENT, EQUAL, NONE_FOUND = "different", "equal-proved", "none-found"


@dataclass(frozen=True)
class Line:
    """A rule as its file has it, with its first line number; several lines are joined."""

    file: str
    number: int  # counted from 1
    text: str

    @property
    def place(self) -> str:
        """The name of the file, without its folder, and the line number."""
        return f"{Path(self.file).name}:{self.number}"

    def as_json(self) -> dict[str, Any]:
        """The line as plain data."""
        return {"file": self.file, "line": self.number, "text": self.text}


def line_of(span: Span) -> Line:
    """The lines of a span, without comments, list dashes, line breaks and a comma at the end.

    A dash that belongs to the span is one of a drawing, and stays.
    """
    last = span.source.place(max(span.start, span.end - 1))[0]
    lines = (span.source.line(n).split(" #")[0].strip() for n in range(span.line, last + 1))
    text = " ".join(line for line in lines if line and not line.startswith("#"))
    dash = "" if span.text.startswith("- ") else "- "
    return Line(span.source.name, span.line, text.removeprefix(dash).removesuffix(","))


@dataclass(frozen=True)
class Change:
    """A rule line that only one file has (the other is None), or that differs between them.

    `is_whole` says that only one file has the entry, an action say, with all its lines.
    """

    section: str
    name: str  # of the entry under the heading; empty if it has none
    a: Line | None
    b: Line | None
    is_whole: bool = False

    def as_json(self) -> dict[str, Any]:
        """The change as plain data."""
        both = {side: line and line.as_json() for side, line in (("a", self.a), ("b", self.b))}
        return {"section": self.section, "name": self.name, **both}


def by_entry(changes: Iterable[Change]) -> Iterator[list[Change]]:
    """Changes one by one, but the lines of an entry that only one file has together."""

    def key(numbered: tuple[int, Change]) -> tuple[str, str, int]:
        number, change = numbered
        return change.section, change.name, -1 if change.is_whole else number

    for _, group in groupby(enumerate(changes), key):
        yield [change for _, change in group]


@dataclass(frozen=True)
class Fact:
    """One difference between two situations, in words, with the rule lines behind it.

    `kind` is one of players, board, over, result, acting, colours, piece, supply, variable, shown,
    told, move, chance.  `action` is the action of a move that only one game allows.
    """

    kind: str
    text: str
    a: Line | None = None
    b: Line | None = None
    action: str = ""

    def as_json(self) -> dict[str, Any]:
        """The fact as plain data."""
        both = {side: line and line.as_json() for side, line in (("a", self.a), ("b", self.b))}
        return {"kind": self.kind, "text": self.text, **both}


@dataclass(frozen=True)
class Difference:
    """Moves, each as A and as B write it, after which the games disagree, and the facts.

    `is_shortest` says that no shorter sequence of moves shows any difference; `met_after` is the
    number of moves in the random game that found a difference, None if the search found it.
    """

    moves: tuple[tuple[str, str], ...]
    facts: tuple[Fact, ...]
    is_shortest: bool
    states: tuple[State, State] | None = field(default=None, compare=False)
    met_after: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The difference as plain data."""
        return {
            "moves": [{"a": a, "b": b} for a, b in self.moves],
            "shortest": self.is_shortest,
            "met_after": self.met_after,
            "facts": [fact.as_json() for fact in self.facts],
        }


@dataclass(frozen=True)
class Looked:
    """How much was compared.

    `depth`: every sequence of up to this many moves was compared (-1: none); `pairs`: of positions;
    `is_everything`: both games as a whole; `games` and `moves`: of random play; `dealt`: the number
    of chance moves before a seat acts, such as the deals of a set-up.
    """

    depth: int = -1
    pairs: int = 0
    is_everything: bool = False
    games: int = 0
    moves: int = 0
    is_stopped: bool = False  # by Ctrl-C
    dealt: int = 0

    def as_json(self) -> dict[str, Any]:
        """What was compared as plain data."""
        return {
            "depth": self.depth, "pairs": self.pairs, "everything": self.is_everything,
            "random_games": self.games, "random_moves": self.moves, "stopped": self.is_stopped,
            "dealt": self.dealt,
        }  # fmt: skip


@dataclass(frozen=True)
class Finding:
    """The result of a comparison; `notes` say what was not compared or how words were matched."""

    titles: tuple[str, str]
    changes: tuple[Change, ...]
    notes: tuple[str, ...]
    difference: Difference | None
    looked: Looked

    @property
    def outcome(self) -> str:
        """ "different", "equal-proved" or "none-found"."""
        if self.difference is not None:
            return DIFFERENT
        return EQUAL if self.looked.is_everything else NONE_FOUND

    def as_json(self) -> dict[str, Any]:
        """The finding as plain data."""
        return {
            "a": self.titles[0],
            "b": self.titles[1],
            "outcome": self.outcome,
            "lines": [change.as_json() for change in self.changes],
            "notes": list(self.notes),
            "difference": self.difference and self.difference.as_json(),
            "looked": self.looked.as_json(),
        }
