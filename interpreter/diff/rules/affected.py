"""What the differing rule lines can affect: where play in search of a difference should go.

In: two games and their differing lines.  Out: the actions that write or read what differs, the
number variables that the lines read, such as a counter of quiet moves, and for a difference the
lines that cause it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from gdl.model import nodes as model
from gdl.model.analysis import Name, Part, Reads, names_used, parts_of, walk
from gdl.vocabulary.types import NUMBER
from interpreter.diff.rules.findings import Change, Difference, Fact, Line

if TYPE_CHECKING:
    from interpreter.api.game import Game


@dataclass(frozen=True)
class Affected:
    """The actions and number variables that differing lines can affect, by name.

    `lines` has for each action the differing lines that it depends on, and under the empty name
    those of turns and ends.
    """

    actions: frozenset[str]
    numbers: frozenset[str]
    lines: Mapping[str, tuple[Change, ...]]


def affected(games: tuple[Game, Game], changes: tuple[Change, ...]) -> Affected:
    """What these changes between two games can affect."""
    lines: dict[str, tuple[Change, ...]] = {}
    for game in games:
        for name in game.model.actions:
            action = "action", name
            used = {action, *names_used(game.model, parts_of(game.model, action))}
            own = tuple(c for c in changes if named(c) in used)
            lines[name] = tuple(dict.fromkeys((*lines.get(name, ()), *own)))
        lines[""] = of_turns(game.model, changes, lines.get("", ()))
    numbers = (numbers_read(game.model, list(written(changes))) for game in games)
    actions = frozenset(name for name, own in lines.items() if own and name)
    return Affected(actions, frozenset().union(*numbers), lines)


def of_turns(
    rules: model.Game, changes: tuple[Change, ...], known: tuple[Change, ...]
) -> tuple[Change, ...]:
    """The known changes, followed by those that turns and ends depend on."""
    used = names_used(rules, of_play(rules))
    sections = ("end", "after turn", "turn", "opening")
    own = (c for c in changes if c.section in sections or named(c) in used)
    return tuple(dict.fromkeys((*known, *own)))


def traced(difference: Difference, aims: Affected) -> Difference:
    """A difference that cites differing lines in place of lines that only depend on them."""
    differing = {line for own in aims.lines.values() for line in written(own)}

    def cited(fact: Fact) -> Fact:
        own = aims.lines.get(fact.action, ())
        if fact.kind not in ("move", "over", "result") or not own:
            return fact
        if {fact.a, fact.b} & differing:
            return fact
        return replace(fact, a=own[0].a, b=own[0].b)

    first, *others = map(cited, difference.facts)
    return replace(difference, facts=(after_move(first, difference, aims), *others))


def after_move(fact: Fact, difference: Difference, aims: Affected) -> Fact:
    """A fact; if it cites no line, it gets a differing line that the last move depends on."""
    if fact.a or fact.b or not difference.moves:
        return fact
    action = difference.moves[-1][0].split()[0]
    own = aims.lines.get(action) or aims.lines.get("", ())
    return replace(fact, a=own[0].a, b=own[0].b) if own else fact


def written(changes: Iterable[Change]) -> Iterator[Line]:
    """The lines of changes."""
    for change in changes:
        yield from (line for line in (change.a, change.b) if line is not None)


def named(change: Change) -> Name | None:
    """The fact, definition, action or variable of a change; None for turns, ends and the like."""
    if change.section in ("players", "pieces") and ", " in change.name:
        return "fact", change.name.split(", ")[1]
    sorts = {"define": "definition", "actions": "action", "chance": "action", "state": "variable"}
    sort = sorts.get(change.section)
    return None if sort is None else (sort, change.name)


def numbers_read(rules: model.Game, lines: list[Line]) -> frozenset[str]:
    """The number variables that these lines declare or read."""
    places = {(line.file, line.number) for line in lines}
    reads = Reads(rules)
    read = {word for part in parts(rules) if at(part) in places for word in reads.of(part)}
    return frozenset(
        v.name
        for v in rules.variables
        if v.type == NUMBER and (at(v) in places or f"state {v.name}" in read)
    )


def at(part: Any) -> tuple[str, int] | None:
    """The file and the line in which a part of the rules begins; None if it has no span."""
    span = getattr(part, "span", None)
    return None if span is None else (span.source.name, span.line)


def parts(rules: model.Game) -> Iterator[Part]:
    """Every part of the rules that play depends on, nested ones included."""
    names = [("action", n) for n in rules.actions] + [("definition", n) for n in rules.definitions]
    tops: list[Part] = [p for name in names for p in parts_of(rules, name)]
    for top in (*tops, *of_play(rules)):
        yield from walk(top)


def of_play(rules: model.Game) -> Iterator[Part]:
    """The parts that determine turns and ends."""
    yield from rules.after_turn
    yield from rules.opening
    for condition, turn in rules.turn:
        if condition is not None:
            yield condition
        yield turn
    for end in rules.ends:
        yield end.condition
        yield from end.outcomes
