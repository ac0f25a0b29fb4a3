"""Which rule lines differ, and the play that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from gdl.source.wording import clip
from interpreter.api.wording import plural
from interpreter.study.report.verdict.finding import Answer, Finding

if TYPE_CHECKING:
    from interpreter.study.results.results import ChangedLine, Results, RulesApart

MAX_LINES = 2  # that are quoted
MAX_LINE = 120  # letters of one
MAX_FACT = 240  # characters of what differs
MAX_MOVES = 6
SHORTER = "fewer moves may show it: `gdl diff` looks further"
OPTIONS = "options"  # the section whose changes the titles of variants tell
NOUNS = {
    "options": "option", "pieces": "piece", "state": "variable", "marks": "mark",
    "define": "definition", "actions": "action", "chance": "chance action",
    "parts": "part of a turn", "questions": "question",
}  # fmt: skip
ANSWERS: Mapping[str, Answer] = {"different": "yes", "equal-proved": "no"}


def rules(results: Results) -> Iterator[Finding]:
    """For each variant with other rules than the base the lines and the play that differ."""
    for apart in results.rules:
        title, base = results.titles[apart.variant], results.titles[results.base]
        lines = lines_text(apart, title, base)
        play = play_text(apart, title, base)
        if not lines and play:
            lines = f"{title} has other values of options than {base}"
        if text := "; ".join(part for part in (lines, play) if part):
            answer = ANSWERS.get(apart.outcome, "open")
            yield Finding("rules", answer, f"{text}.", (results.base, apart.variant))


def lines_text(apart: RulesApart, title: str, base: str) -> str:
    """How many lines differ and which, whole entries first; nothing where only values of options
    do.
    """
    if all(line.heading.startswith(OPTIONS) for line in apart.lines):
        return ""
    ordered = sorted(apart.lines, key=lambda line: not line.is_whole)
    shown = [line_text(line) for line in ordered[:MAX_LINES]]
    if rest := len(apart.lines) - len(shown):
        shown.append(f"{rest} more")
    what = "rule" if any(line.is_whole for line in apart.lines) else "rule line"
    return f"{title} differs from {base} in {plural(len(apart.lines), what)}: {'; '.join(shown)}"


def line_text(line: ChangedLine) -> str:
    """A line that was changed, added or left out; a whole entry by its name."""
    section, _, name = line.heading.partition(", ")
    if line.is_whole and section in NOUNS and ", " not in name:
        return f"the {NOUNS[section]} `{name}` is {'gone' if line.first else 'new'}"
    base, other = (f"`{clip(text, MAX_LINE)}`" for text in (line.first, line.other))
    if not line.first:
        return f"{line.heading} has {other} in addition"
    if not line.other:
        return f"{line.heading} lacks {base}"
    return f"{line.heading} has {other} in place of {base}"


def play_text(apart: RulesApart, title: str, base: str) -> str:
    """After which moves play differs, or how far no difference was met."""
    if apart.outcome == "not-compared":
        return ""
    if apart.outcome != "different":
        is_proved = apart.outcome == "equal-proved"
        return f"that changes nothing: {apart.said}" if is_proved else apart.said
    if not apart.moves:
        return ""  # of another board, or other names, the lines say enough
    fact = clip(apart.facts[0], MAX_FACT) if apart.facts else ""
    if not apart.is_shortest:
        fact = f"{fact}; {SHORTER}"
    by_chance = f"{apart.by_chance}; " if apart.by_chance else ""
    who = f"({by_chance}A: {base}, B: {title})"
    if len(apart.moves) > MAX_MOVES:
        return f"play was found to differ after {plural(len(apart.moves), 'move')} {who}: {fact}"
    moves = ", ".join(f"`{move}`" for move in apart.moves)
    return f"play differs after {moves} {who}: {fact}"
