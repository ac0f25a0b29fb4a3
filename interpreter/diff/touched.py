"""What the rule lines that differ can matter to: where play that looks for a difference should go.

In: two games and the lines that differ.  Out: the actions that say or ask something that differs,
the number variables that the lines read, such as a counter of quiet moves, and for a difference
the lines that it comes from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from gdl import model
from gdl.analysis import Part, Reads, walk
from gdl.types import NUMBER
from interpreter.diff.findings import Change, Difference, Fact, Line

if TYPE_CHECKING:
    from interpreter.game import Game

Name = tuple[str, str]  # "definition", "fact", "action" or "variable", and its name


@dataclass(frozen=True)
class Touched:
    """What lines that differ can matter to, by name.

    `lines` are for each action the lines that differ and that it says or asks, and for the empty
    name those of turns and ends.
    """

    actions: frozenset[str]
    numbers: frozenset[str]
    lines: Mapping[str, tuple[Change, ...]]


def touched(games: tuple[Game, Game], changes: tuple[Change, ...]) -> Touched:
    """What these lines of two games can matter to."""
    lines: dict[str, tuple[Change, ...]] = {}
    for game in games:
        for name in game.rules.actions:
            asked = uses(game.rules, ("action", name))
            own = tuple(c for c in changes if named(c) in asked)
            lines[name] = tuple(dict.fromkeys((*lines.get(name, ()), *own)))
        lines[""] = of_turns(game.rules, changes, lines.get("", ()))
    numbers = (numbers_read(game.rules, list(written(changes))) for game in games)
    actions = frozenset(name for name, own in lines.items() if own and name)
    return Touched(actions, frozenset().union(*numbers), lines)


def of_turns(
    rules: model.Game, changes: tuple[Change, ...], known: tuple[Change, ...]
) -> tuple[Change, ...]:
    """Those that turns and ends say or ask, behind those that are known."""
    asked_there = {n for part in of_play(rules) for n in uses_of(rules, part)}
    sections = ("end", "after turn", "turn", "opening")
    own = (c for c in changes if c.section in sections or named(c) in asked_there)
    return tuple(dict.fromkeys((*known, *own)))


def traced(difference: Difference, aims: Touched) -> Difference:
    """A difference that cites the lines that differ where it cites others that only ask them."""
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


def after_move(fact: Fact, difference: Difference, aims: Touched) -> Fact:
    """A fact that cites nothing, with a line that differs and that the last move can have met."""
    if fact.a or fact.b or not difference.moves:
        return fact
    action = difference.moves[-1][0].split()[0]
    own = aims.lines.get(action) or aims.lines.get("", ())
    return replace(fact, a=own[0].a, b=own[0].b) if own else fact


def written(changes: Iterable[Change]) -> Iterator[Line]:
    """The lines themselves."""
    for change in changes:
        yield from (line for line in (change.a, change.b) if line is not None)


def named(change: Change) -> Name | None:
    """What a line that differs belongs to; None for turns, ends and the like."""
    if change.section in ("players", "pieces") and ", " in change.name:
        return "fact", change.name.split(", ")[1]
    sorts = {"define": "definition", "actions": "action", "chance": "action", "state": "variable"}
    sort = sorts.get(change.section)
    return None if sort is None else (sort, change.name)


def uses(rules: model.Game, start: Name) -> set[Name]:
    """A name and all that it asks, directly or not."""
    return {start}.union(*(uses_of(rules, part) for part in body(rules, start)))


def uses_of(rules: model.Game, part: Part) -> set[Name]:
    """All names that a part of the rules asks, directly or not."""
    found: set[Name] = set()
    waiting = [part]
    while waiting:
        new = set(asked(waiting.pop())) - found
        found |= new
        waiting += [p for name in sorted(new) for p in body(rules, name)]
    return found


def asked(top: Part) -> Iterator[Name]:
    """The names that a part asks directly."""
    for part in walk(top):
        match part:
            case model.Apply(name=other) | model.Perform(name=other):
                yield "definition", other
            case model.AskFact(name=other):
                yield "fact", other
            case model.Stored(name=other) | model.SetVariable(name=other):
                yield "variable", other


def body(rules: model.Game, name: Name) -> tuple[Part, ...]:
    """The parts of what a name stands for."""
    sort, word = name
    if sort == "fact":
        return tuple(rules.facts[word].values.values())
    if sort == "action":
        action = rules.actions[word]
        return (*action.binders, *action.body)
    if sort == "definition":
        said = rules.definitions[word].body
        return said if isinstance(said, tuple) else (said,)
    return ()


def numbers_read(rules: model.Game, lines: list[Line]) -> frozenset[str]:
    """The number variables that are declared in these lines or that they read."""
    places = {(line.file, line.number) for line in lines}
    reads = Reads(rules)
    read = {word for part in parts(rules) if at(part) in places for word in reads.of(part)}
    return frozenset(
        v.name
        for v in rules.variables
        if v.type == NUMBER and (at(v) in places or f"state {v.name}" in read)
    )


def at(part: Any) -> tuple[str, int] | None:
    """The file and the line in which a part of the rules begins; None for what has no place."""
    span = getattr(part, "span", None)
    return None if span is None else (span.source.name, span.line)


def parts(rules: model.Game) -> Iterator[Part]:
    """Every part of the rules that play goes by."""
    names = [("action", n) for n in rules.actions] + [("definition", n) for n in rules.definitions]
    tops: list[Part] = [p for name in names for p in body(rules, name)]
    for top in (*tops, *of_play(rules)):
        yield from walk(top)


def of_play(rules: model.Game) -> Iterator[Part]:
    """The parts that say how turns go and how the game ends."""
    yield from rules.after_turn
    yield from rules.opening
    for condition, turn in rules.turn:
        if condition is not None:
            yield condition
        yield turn
    for end in rules.ends:
        yield end.condition
        yield from end.outcomes
