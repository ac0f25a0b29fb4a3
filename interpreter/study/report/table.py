"""The report on a terminal, and as plain text in a pipe.

First comes what differs, in sentences.  Then every variant has a column with its figures and their
95 % intervals; all but the base have their difference from it and the corrected p-value.
Where all that is too wide, there is a table for each other variant beside the base.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import StringIO
from textwrap import wrap
from typing import TYPE_CHECKING

from gdl.source.printable import printable
from interpreter.api.wording import plural
from interpreter.drawing.text.canvas import in_ascii
from interpreter.process.output import console, unguarded
from interpreter.study.report.charts.numbers import (
    NOTHING,
    apart_text,
    counts_text,
    grouped,
    heading,
    interval_text,
    is_significant,
    legend,
    named_base,
    paired_rows,
    signed_text,
    told_p,
    value_text,
)
from interpreter.study.report.sentences import (
    differing,
    explored,
    sequential_text,
    tested_text,
)
from interpreter.study.report.verdict import by_topic, findings

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

    from interpreter.study.results.results import Difference, Estimate, Results, Row

PIPE_WIDTH = 100  # columns of a text that goes to no terminal
NARROWEST_TITLE = 14  # columns that the titles of rows may be folded into
WIDEST = 18  # columns of a variant, after which its title and its intervals are folded
GAP = 2  # columns between columns
MAX_PAIRS = 10  # pairs of variants
PAIR_WIDTH = 30  # columns of their names


def print_report(results: Results) -> None:
    """Write the report to the standard output, with colours on a terminal."""
    out = console(sys.stdout)
    width = out.width if out.is_terminal else PIPE_WIDTH
    text = report_text(results, width, out.is_terminal and not out.no_color)
    is_unicode = "utf" in (sys.stdout.encoding or "").lower()
    # The texts in it are safe, and the colours are ours.
    unguarded(sys.stdout).write(text if is_unicode else in_ascii(text))
    sys.stdout.flush()


def report_text(results: Results, width: int = PIPE_WIDTH, has_colour: bool = False) -> str:
    """The whole report, in lines of at most so many columns."""
    file = StringIO()
    out = console(
        file, width=width, force_terminal=has_colour, no_color=not has_colour,
        color_system="standard" if has_colour else None, legacy_windows=False,
    )  # fmt: skip
    for part in parts(results, width):
        out.print(part)
    return "\n".join(line.rstrip() for line in file.getvalue().split("\n"))


def parts(results: Results, width: int) -> list[RenderableType]:
    """What stands one below another."""
    titles = results.titles
    lines: list[RenderableType] = [safe(results.title, "bold"), safe("")]
    found = findings(results)
    for topic, sentences in by_topic(found):
        lines += [safe(f"{topic}: {' '.join(sentences)}"), safe("")]
    is_told = any(finding.topic == "difference" for finding in found)
    if others := explored(results) if is_told else differing(results):
        lines += [*map(safe, others), safe("")]
    lines += pair_lines(results)
    every = [(p.title, counts_text(p.games), p.rows) for p in results.pairings]
    every += [("Ladder", "share of the stronger agent", results.ladder)]
    every += [("Strength", elo_heading(results.elo), results.elo)]
    every += [("Best play", "solved", results.solved)]
    every += [("Whoever plays", "a sample of its own", results.whole)]
    tables = [(title, what, usual(rows)) for title, what, rows in every]
    hidden = {row.metric for _, _, rows in every for row in rows if row.is_detail}
    for title, what, rows in tables:
        if not rows:
            continue
        lines += [safe(f"{title} – {what}", "bold")]
        for shown in folds(rows, titles, results.base, width):
            lines += [table(rows, titles, shown, results.base, width), safe("")]
    if shown_rows := [rows for _, _, rows in tables if rows]:
        lines += [safe(legend(shown_rows, len(titles) > 1, named_base(results)), "dim")]
    if hidden:
        metrics = plural(len(hidden), "more metric")
        lines += [safe(f"{metrics} in the report; `--metrics all` shows them here", "dim")]
    if results.test:
        lines += [safe(""), safe(sequential_text(results.test, tested_text(results)))]
    lines += [safe(f"Note: {note}") for note in results.notes]
    return [*lines, safe(f"Ended: {results.stopped}. Seed {results.seed}.", "dim")]


def pair_lines(results: Results) -> list[RenderableType]:
    """All pairs of variants, and in what they differ; where they are many, that the page has them.
    """
    pairs, rows = results.pairs, paired_rows(results)
    if pairs is None:
        return []
    if len(pairs.apart) > MAX_PAIRS:
        return [safe(f"{plural(len(pairs.apart), 'pair')} of variants in the report", "dim"),
                safe("")]  # fmt: skip
    titles, head = results.titles, "All pairs – * p < 0.05 after Holm's correction of this table"
    made = new_table([folded(row.title) for row in rows])
    for pair in pairs.apart:
        texts = [
            difference_texts(apart, row.unit, is_primary=False)[0]
            for row, apart in zip(rows, pair.differences, strict=True)
        ]
        title = wrap(f"{titles[pair.other]} less {titles[pair.first]}", PAIR_WIDTH)
        made.add_row(safe("\n".join(title)), *map(safe, texts))
    return [safe(head, "bold"), made, safe("")]


def elo_heading(rows: Sequence[Row]) -> str:
    """Above whom the agents of a ladder stand."""
    return f"Elo above {rows[0].title}" if rows else ""


def usual(rows: Sequence[Row]) -> list[Row]:
    """The rows that are no details."""
    return [row for row in rows if not row.is_detail]


def safe(text: str, style: str = "") -> Text:
    """A text from a file, without what would steer the terminal."""
    from rich.text import Text

    return Text(printable(text), style)


# ---- one table ---------------------------------------------------------------------------------


def folds(rows: Sequence[Row], titles: Sequence[str], base: int, width: int) -> list[list[int]]:
    """Which variants stand side by side: all, or the base with each other one."""
    together = list(range(len(titles)))
    needed = NARROWEST_TITLE + sum(GAP + wide for wide in widths(rows, titles, together, base))
    if len(titles) <= 2 or needed <= width:
        return [together]
    return [[base, i] for i in together if i != base]


def widths(
    rows: Sequence[Row], titles: Sequence[str], shown: Sequence[int], base: int
) -> list[int]:
    """The columns that each part of the table takes, without the titles of the rows."""
    lines = [heads(titles, shown, base), *(cells(row, shown, base) for row in rows)]
    parts = (
        [part for text in column for part in text.split("\n")]
        for column in zip(*lines, strict=True)
    )
    return [max(map(len, part)) for part in parts]


def heads(titles: Sequence[str], shown: Sequence[int], base: int) -> list[str]:
    """The heads of the columns, in lines."""
    texts = [folded(titles[i]) for i in shown]
    for i in others_of(shown, base):
        texts += ["difference" if len(shown) == 2 else folded(f"difference, {titles[i]}"), "p"]
    return texts


def folded(title: str) -> str:
    """The title of a variant in lines that are not too wide."""
    return "\n".join(wrap(title, WIDEST))


def others_of(shown: Sequence[int], base: int) -> list[int]:
    """The variants that are compared with the base."""
    return [i for i in shown if i != base]


def cells(row: Row, shown: Sequence[int], base: int) -> list[str]:
    """The texts of a row behind its title."""
    texts = [estimate_text(row.estimates[i], row.unit) for i in shown]
    for i in others_of(shown, base):
        texts += difference_texts(row.differences[i], row.unit, row.is_primary)
    return texts


def estimate_text(estimate: Estimate | None, unit: str) -> str:
    """A figure and its interval, below it where both are too wide for a line."""
    value, interval = value_text(estimate, unit), interval_text(estimate, unit)
    between = " " if len(value) + len(interval) < WIDEST else "\n"
    return f"{value}{between}{interval}".rstrip()


def difference_texts(difference: Difference | None, unit: str, is_primary: bool) -> list[str]:
    """A difference, marked where it is significant, and its p-value; of a primary row also the
    interval, below.
    """
    if difference is None:
        return [NOTHING, NOTHING]
    mark = "*" if is_significant(difference) else ""
    interval = apart_text(difference, unit) if is_primary else ""
    return [f"{signed_text(difference, unit)}{mark}\n{interval}".rstrip(), told_p(difference)]


def table(
    rows: Sequence[Row], titles: Sequence[str], shown: Sequence[int], base: int, width: int
) -> Table:
    """The rows under their groups, a column or more for each of the variants shown."""
    room = width - sum(GAP + wide for wide in widths(rows, titles, shown, base))
    made = new_table(heads(titles, shown, base))
    for group, members in grouped(rows):
        made.add_row(safe(group, "italic"))
        for row in members:
            others = others_of(shown, base)
            marked = any(is_significant(row.differences[i]) for i in others)
            title = wrap(
                heading(row, shown), max(room, NARROWEST_TITLE),
                initial_indent="  ", subsequent_indent="    ",
            )  # fmt: skip
            texts = (safe(text, "bold" * marked) for text in cells(row, shown, base))
            made.add_row(safe("\n".join(title)), *texts)
    return made


def new_table(heads: Sequence[str]) -> Table:
    """A table with a column for titles and one under each head."""
    from rich.table import Table

    made = Table(box=None, padding=(0, GAP, 0, 0), pad_edge=False)
    made.add_column("", no_wrap=True)
    for head in heads:
        made.add_column(safe(head, "bold"), justify="right", no_wrap=True)
    return made
