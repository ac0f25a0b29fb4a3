"""What is told of rules that have changed since games were played: the lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from gdl.source.diagnostics import GdlError
from gdl.source.printable import in_one_line
from interpreter.api.loading import unpacked_game
from interpreter.api.wording import plural
from interpreter.diff.rules.findings import Change
from interpreter.diff.rules.lines import changes

if TYPE_CHECKING:
    from interpreter.study.plan.study import Study
    from interpreter.study.store.members import Changed

MAX_LINES = 20  # that are told of one variant


def changed_text(changed: Changed, study: Study) -> str:
    """That a variant or an agent has changed, with the lines that differ, and what becomes of its
    games.
    """
    were = "was" if changed.games == 1 else "were"
    played = f"since {plural(changed.games, 'game')} {were} played"
    if changed.texts is None:
        lines = [f"{changed.title}: the program has changed {played}"]
    else:
        lines = [f"{changed.title}: the rules have changed {played}"]
        lines += line_texts(changed.title, changed.texts, study)
    by, come = ("it", "it comes") if changed.texts is None else ("them", "they come")
    aside = "is set aside in the study, and counts again"
    lines.append(f"what was played by {by} {aside} if {come} back")
    return "\n".join(map(in_one_line, lines))


def line_texts(title: str, texts: str, study: Study) -> Iterator[str]:
    """The rule lines that differ, under what they belong to; none where the rules of then cannot
    be read any more.
    """
    now = next(v.game for v in study.variants if v.title == title)
    try:
        found = changes(unpacked_game(texts), now)
    except (GdlError, ValueError):
        return
    for head, group in groupby(found[:MAX_LINES], key=lambda c: (c.section, c.name)):
        yield f"  {', '.join(part for part in head if part)}"
        for change in group:
            yield from sides(change)
    if len(found) > MAX_LINES:
        yield f"  and {plural(len(found) - MAX_LINES, 'more line')}"


def sides(change: Change) -> Iterator[str]:
    """A line as it was and as it is; of one that came or went only that."""
    words = ("was", "now") if change.a and change.b else ("went", "came")
    for word, line in zip(words, (change.a, change.b), strict=True):
        if line:
            yield f"    {word:<4}  {line.place}: {line.text}"
