"""A finding in words, for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from interpreter.api.state import State
from interpreter.api.wording import plural
from interpreter.diff.rules.findings import (
    Change,
    Difference,
    Fact,
    Finding,
    Line,
    Looked,
    by_entry,
)
from interpreter.drawing.text.states import state_text

MAX_FACTS = 8  # texts; moves with the same explanation share one, and so do cells
MAX_MOVES = 24
MAX_NAMES = 6  # of entries in one section


def report_lines(finding: Finding) -> Iterator[str]:
    """The whole report: the games, whether they are the same, then how rules and play differ."""
    yield f"A: {finding.titles[0]}"
    yield f"B: {finding.titles[1]}"
    yield ""
    said = answer(finding), where_rules_differ(finding.changes)
    tells_rules = finding.difference is None and not finding.changes
    is_first = tells_rules and not finding.looked.is_everything  # else play is the better proof
    yield " ".join(reversed(said) if is_first else said)
    yield from (f"note: {note}" for note in finding.notes)
    if finding.changes:
        yield ""
        yield from change_lines(finding.changes)
    if finding.difference is not None:
        yield ""
        yield from difference_lines(finding.difference, finding.looked)


def answer(finding: Finding) -> str:
    """Whether the games are the same in play, as far as that is known."""
    if finding.difference is None:
        return verdict(finding.looked)
    count = len(finding.difference.moves)
    when = f"after {plural(count, 'move')}" if count else "before the first move"
    return f"The two games are not the same: they differ {when}."


# ---- rules -------------------------------------------------------------------------------------


def where_rules_differ(changes: Sequence[Change]) -> str:
    """A sentence that names the sections whose lines differ, and the entries in them."""
    if not changes:
        return "The rule lines say the same."
    entries: dict[str, dict[str, None]] = {}
    for change in changes:
        entries.setdefault(change.section, {}).update({change.name: None} if change.name else {})
    places = [f"`{section}`{in_brackets([*names])}" for section, names in entries.items()]
    *others, last = places
    return f"Their rules differ in {', '.join(others)}{' and ' * bool(others)}{last}."


def in_brackets(names: Sequence[str]) -> str:
    """The first names of some, in brackets; nothing where there are none."""
    more = [f"{len(names) - MAX_NAMES} more"] if len(names) > MAX_NAMES else []
    shown = ", ".join([*(f"`{name}`" for name in names[:MAX_NAMES]), *more])
    return f" ({shown})" if shown else ""


def change_lines(changes: tuple[Change, ...]) -> Iterator[str]:
    """The rule lines that differ, under their headings."""
    yield "Rule lines that differ:"
    for head, group in groupby(changes, key=lambda change: (change.section, change.name)):
        yield f"  {', '.join(part for part in head if part)}"
        for change, *rest in by_entry(group):
            yield from side_lines("A", change.a, change.b, len(rest))
            yield from side_lines("B", change.b, change.a, len(rest))


def side_lines(name: str, line: Line | None, other: Line | None, rest: int) -> Iterator[str]:
    """The line of one file, if it has one; `rest` more lines belong to it."""
    if line is not None:
        only = "only in " if other is None else ""
        more = f" (and {plural(rest, 'more line')})" if rest else ""
        yield f"    {only}{name}  {line.place}: {line.text}{more}"


# ---- play --------------------------------------------------------------------------------------


def difference_lines(difference: Difference, looked: Looked) -> Iterator[str]:
    """The sequence of moves, what differs after it, and the boards."""
    yield f"The games differ {after(difference, looked)}:"
    yield from facts_lines(difference.facts)
    if difference.states is not None and difference.moves:
        yield ""
        yield from boards(*difference.states)
    yield ""
    yield bound(difference, looked)


def after(difference: Difference, looked: Looked) -> str:
    """The moves before the difference, and how many of them are chance moves."""
    if not difference.moves:
        return "before the first move"
    words = ", ".join(f"`{a}`" if a == b else f"`{a}` (B: `{b}`)" for a, b in difference.moves)
    count = len(difference.moves)
    return f"after {plural(count, 'move')}{dealt(count, looked)}, {words}"


def dealt(moves: int, looked: Looked) -> str:
    """How many of the first moves are chance moves, in brackets."""
    said = by_chance(moves, looked)
    return f" ({said})" if said else ""


def by_chance(moves: int, looked: Looked) -> str:
    """A note on how many of the first moves are chance moves, before a seat acts."""
    count = min(moves, looked.dealt)
    if not count:
        return ""
    them = "it" if moves == 1 else "all of them" if count == moves else f"{count:,} of them"
    return f"{them} by chance, before anybody chooses"


def facts_lines(facts: Sequence[Fact]) -> Iterator[str]:
    """What differs, with the rule lines behind it once below all facts that they cause."""
    behind: dict[tuple[Line | None, Line | None], list[Fact]] = {}
    for fact in facts:
        behind.setdefault((fact.a, fact.b), []).append(fact)
    shown = left = 0
    for lines, those in behind.items():
        texts = joined(those)
        fitting = texts[: max(MAX_FACTS - shown, 0)]
        shown, left = shown + len(fitting), left + len(texts) - len(fitting)
        yield from (f"  {text}" for text in fitting)
        for name, line in zip("AB", lines, strict=True):
            if line is not None and fitting:
                yield f"    {name}  {line.place}: {line.text}"
    if left:
        yield f"  … and {left} more"


def joined(facts: Sequence[Fact]) -> list[str]:
    """The texts of facts; one for all moves with the same explanation, and for all cells that
    differ alike.
    """
    alike: dict[tuple[str, str], list[str]] = {}
    for number, fact in enumerate(facts):
        begin, name, end = around_name(fact)
        alike.setdefault((begin, end if name else str(number)), []).append(name)
    return [said_of(begin, names, end) for (begin, end), names in alike.items()]


def around_name(fact: Fact) -> tuple[str, str, str]:
    """The text of a fact before, in and after the move or the cell that it is about; all of it
    before a name that is empty where it is about neither.
    """
    if fact.kind == "piece":
        cell, _, end = fact.text.removeprefix("on ").partition(": ")
        return "on ", cell, f": {end}"
    begin, tick, rest = fact.text.partition("`")
    move, _, end = rest.partition("`")
    return (begin, f"`{move}`", end) if fact.kind == "move" and tick else (fact.text, "", "")


def said_of(begin: str, names: Sequence[str], end: str) -> str:
    """One text for all moves or cells of which the same is said."""
    if names == [""]:
        return begin
    is_each = begin == "on " and len(names) > 1
    return f"{begin}{'each of ' * is_each}{listed(names)}{end}"


def listed(moves: Sequence[str]) -> str:
    """Moves or cells with commas between them, at most `MAX_MOVES`."""
    more = f" and {len(moves) - MAX_MOVES} more" if len(moves) > MAX_MOVES else ""
    return ", ".join(moves[:MAX_MOVES]) + more


def boards(a: State, b: State) -> Iterator[str]:
    """The boards and variables of A and B, once if they look the same."""
    drawings = state_text(a), state_text(b)
    what = "The board" if a.game.board.cells else "The values"
    if drawings[0] == drawings[1]:
        yield f"{what} in both:"
        yield drawings[0]
        return
    for name, drawing in zip("AB", drawings, strict=True):
        yield f"{what} in {name}:"
        yield drawing


def bound(difference: Difference, looked: Looked) -> str:
    """Whether a shorter sequence might also tell the games apart."""
    if not difference.moves:
        return "They differ from the start."
    if difference.is_shortest:
        return "No shorter sequence of moves shows a difference."
    games = f"One of {games_text(looked)}" if looked.games > 1 else "A random game"
    return f"{games} met {found_as(difference)}; it may not be the shortest: {proved(looked)}."


def found_as(difference: Difference) -> str:
    """What random games met: this sequence, or a longer one."""
    if difference.met_after == len(difference.moves):
        return "it"
    return f"a difference after {plural(difference.met_after or 0, 'move')}, and this is shorter"


def verdict(looked: Looked) -> str:
    """What is known if no difference was found."""
    if looked.is_everything:
        return f"The two games are the same: all {looked.pairs:,} pairs of positions were compared."
    sampled = f" And none in {games_text(looked)}." if looked.games or looked.moves else ""
    text = proved(looked)
    return f"{text[0].upper()}{text[1:]}.{sampled}"


def proved(looked: Looked) -> str:
    """What the breadth-first search has proved."""
    if looked.depth < 0:
        return f"nothing is proved; {looked.pairs:,} pairs of positions were compared"
    pairs = f"{looked.pairs:,} pairs of positions were compared"
    return f"there is no difference {within(looked)} ({pairs})"


def within(looked: Looked) -> str:
    """How far the breadth-first search has compared everything."""
    count = "move" if looked.depth == 1 else f"{looked.depth:,} moves"
    where = f"within the first {count}" if looked.depth else "before the first move"
    return where + dealt(looked.depth, looked)


def games_text(looked: Looked) -> str:
    """The number of random games and of their moves."""
    return f"{plural(looked.games, 'random game')} ({plural(looked.moves, 'move')})"
