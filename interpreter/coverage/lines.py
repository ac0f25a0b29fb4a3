"""The lines of a game whose use is counted, in the order of its rule files."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import names_used
from gdl.source.spans import Span
from interpreter.coverage.watched import Counts, definition_key
from interpreter.diff.rules.findings import Line, line_of
from interpreter.diff.rules.lines import whole_span


@dataclass(frozen=True)
class LineUse:
    """How often a part of the rules was used in some games.

    `kind` says what `uses` and `chances` count:

    - "action": how often it was played; the situations in which it could be played.
    - "statement": how often it was carried out, a `for` with at least one round; how often it was
      reached in moves that were played, in the set-up or after a turn.
    - "branch", an `if` or `else`: how often it was taken; how often it was asked.
    - "definition": how often it was true, a set with elements, or another value that exists; how
      often it was asked when moves were carried out.
    - "turn", a line of `opening` or `turn`: how many turns it governed; how many asked for it.
    - "end": how many games it ended; how many games there were.

    `section` and `name` are the heading and the entry below it, as in `gdl diff`; `span` is the
    place in the text, and `line` the text there, with its file and line number.
    """

    kind: str
    section: str
    name: str
    line: Line
    span: Span
    uses: int
    chances: int

    def as_json(self) -> dict[str, Any]:
        """The use as plain data."""
        return {
            "kind": self.kind, "section": self.section, "name": self.name,
            "line": self.line.as_json(), "uses": self.uses, "chances": self.chances,
        }  # fmt: skip


@dataclass(frozen=True)
class Counted:
    """A part of the rules that is counted under a key."""

    kind: str
    section: str
    name: str
    span: Span
    key: Hashable


def line_uses(game: model.Game, counts: Counts) -> tuple[LineUse, ...]:
    """The counts of all lines, file by file from the top."""
    files = [source.name for source in game.sources]

    def place(part: Counted) -> tuple[int, int]:
        name = part.span.source.name
        return files.index(name) if name in files else len(files), part.span.start

    return tuple(
        LineUse(
            part.kind, part.section, part.name, line_of(part.span), part.span,
            counts.used[part.key], counts.reached[part.key],
        )
        for part in sorted(counted(game), key=place)
    )  # fmt: skip


def counted(game: model.Game) -> Iterator[Counted]:
    """The parts of a game that play depends on; what is only seen or asked is none."""
    yield from statements(game.setup, "setup", "")
    used = names_used(game, of_play(game))
    for name, definition in game.definitions.items():
        if ("definition", name) not in used:
            continue
        if isinstance(definition.body, tuple):
            yield from statements(definition.body, "define", name)
        else:
            span = whole_span(definition)
            yield Counted("definition", "define", name, span, definition_key(name))
    for name, action in game.actions.items():
        section = "chance" if action.is_chance else "actions"
        yield Counted("action", section, name, action.span, action_key(name))
        yield from statements(action.body, section, name)
    for turn in game.opening:
        yield Counted("turn", "opening", "", turn.span, turn)
    for condition, turn in game.turn:
        span = turn.span if condition is None else condition.span
        yield Counted("turn", "turn", "", span, turn)
    yield from statements(game.after_turn, "after turn", "")
    for end in game.ends:
        yield Counted("end", "end", "", whole_span(end), end)


def of_play(game: model.Game) -> Iterator[Any]:
    """The parts that determine the set-up, the actions, the turns and the ends."""
    yield from (*game.setup, *game.opening, *game.after_turn)
    for action in game.actions.values():
        yield from (*action.binders, *action.body)
    for condition, turn in game.turn:
        yield from (turn,) if condition is None else (condition, turn)
    for end in game.ends:
        yield from (end.condition, *end.outcomes)


def action_key(name: str) -> Hashable:
    """The key under which an action is counted."""
    return "action", name


def statements(body: Iterable[model.Statement], section: str, name: str) -> Iterator[Counted]:
    """Statements and what is in them; an `if` is counted branch by branch."""
    for statement in body:
        if isinstance(statement, model.If):
            for number, (condition, inside) in enumerate(statement.branches):
                span = statement.span if condition is None else condition.span
                yield Counted("branch", section, name, span, (statement, number))
                yield from statements(inside, section, name)
            continue
        is_loop = isinstance(statement, model.For | model.RepeatWhile)
        span = statement.span if is_loop else whole_span(statement)
        yield Counted("statement", section, name, span, statement)
        if isinstance(statement, model.For | model.RepeatWhile):
            yield from statements(statement.body, section, name)
