"""Tables of the page, readable without its charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from markupsafe import Markup

from gdl.source.wording import names_as_words
from interpreter.api.wording import options_text
from interpreter.study.report.charts.markup import macros
from interpreter.study.report.charts.numbers import (
    NOTHING,
    apart_text,
    grouped,
    heading,
    interval_text,
    is_significant,
    paired_rows,
    signed_text,
    told_p,
    value_text,
)
from interpreter.study.report.charts.style import page_colour

if TYPE_CHECKING:
    from interpreter.study.results.results import Difference, Estimate, Openings, Results, Row

KINDS = {"few": "too few:", "constant": "the same in each of", "counted": "counted over"}


@dataclass(frozen=True)
class Cell:
    """What stands in a cell of a table."""

    text: str
    small: str = ""  # behind the text
    title: str = ""  # shown where the mouse rests
    colour: str = ""  # of a spot before the text
    is_strong: bool = False
    is_significant: bool = False
    is_apart: bool = False  # a difference, which begins a line where there is little room


Line = tuple[Cell, Sequence[Cell]]  # its head, and what follows
EMPTY = Cell(NOTHING)


def table(
    caption: str, heads: Sequence[Cell], groups: Sequence[tuple[str, Sequence[Line]]],
    kind: str = "",
) -> Markup:  # fmt: skip
    """A table of groups of lines, each under its title where it has one.

    Where there is little room, each line of one that is "compared" becomes a block, with its heads
    at its cells.
    """
    markup: Markup = macros("parts.html").table(caption, heads, groups, kind)
    return markup


def row_table(
    rows: Sequence[Row], titles: Sequence[str], caption: str, base: int = 0
) -> Markup:
    """All rows under their groups; figures, and differences from the base, as on the terminal."""
    heads = [Cell("Metric"), *(named(i, title) for i, title in enumerate(titles))]
    is_compared = any(apart for row in rows for apart in row.differences)
    others = [i for i in range(len(titles)) if i != base] if is_compared else []
    for i in others:
        heads += [Cell(f"{titles[i]}: difference"), Cell("p")]
    groups = [
        (group, [row_line(row, others) for row in members]) for group, members in grouped(rows)
    ]
    return table(caption, heads, groups, "compared" if len(titles) > 1 else "")


def row_line(row: Row, others: Sequence[int]) -> Line:
    """One metric, with the differences of some variants from the base."""
    cells = [estimate_cell(estimate, row.unit) for estimate in row.estimates]
    for variant in others:
        cells += difference_cells(row.differences[variant], row.unit)
    return Cell(heading(row, range(len(row.estimates)))), cells


def estimate_cell(estimate: Estimate | None, unit: str) -> Cell:
    """A figure, its interval, and how many games are behind it."""
    if estimate is None:
        return Cell(NOTHING, title="not measured, or not there to be measured")
    games = "exact" if estimate.kind == "exact" else (
        f"{KINDS.get(estimate.kind, '')} {estimate.count:,} games".lstrip()
    )
    return Cell(value_text(estimate, unit), interval_text(estimate, unit), games)


def difference_cells(difference: Difference | None, unit: str) -> list[Cell]:
    """A difference and its p-value, marked where it is significant."""
    if difference is None:
        return [replace(EMPTY, is_apart=True), EMPTY]
    is_marked = is_significant(difference)
    text = signed_text(difference, unit) + ("*" if is_marked else "")
    interval = apart_text(difference, unit)
    return [
        Cell(text, interval, is_strong=is_marked, is_significant=is_marked, is_apart=True),
        Cell(told_p(difference), is_significant=is_marked),
    ]


def pairs_table(results: Results) -> Markup:
    """All pairs of variants, and in what they differ; empty where they were not compared."""
    pairs = results.pairs
    if pairs is None:
        return Markup()
    titles, rows = results.titles, paired_rows(results)
    heads = [Cell("Pair"), *(Cell(row.title) for row in rows)]
    lines = [
        (Cell(f"{titles[pair.other]} less {titles[pair.first]}"), [
            difference_cells(apart, row.unit)[0]
            for row, apart in zip(rows, pair.differences, strict=True)
        ])
        for pair in pairs.apart
    ]  # fmt: skip
    caption = f"All pairs ({pairs.agents}): * p < 0.05 after Holm’s correction of this table"
    return table(caption, heads, [("", lines)])


def openings_table(openings: Openings, variant: str) -> Markup:
    """The first moves of a variant, those that a symmetry makes the same in one line."""
    heads = [Cell(text) for text in ("First move", "The same as", "Games", "Share", "Seat 1 gets")]
    lines = [
        (Cell(names_as_words(each.move)), [
            Cell(names_as_words(", ".join(each.alike[1:])) or NOTHING), Cell(f"{each.games:,}"),
            estimate_cell(each.share, "%"), estimate_cell(each.result, "%"),
        ])
        for each in openings.moves
    ]  # fmt: skip
    possible = f" of {openings.possible:,}" if openings.possible else ""
    folded = openings.why_unfolded or f"folded by {openings.symmetries} symmetries"
    caption = f"{variant}: {openings.chosen:,}{possible} first moves, {folded}"
    return table(caption, heads, [("", lines)])


def named(variant: int, title: str) -> Cell:
    """The title of a variant, with a spot in the colour that it has in the charts."""
    return Cell(title, colour=page_colour(variant))


def variant_table(results: Results) -> Markup:
    """What the variants are."""
    names = ("Variant", "Game", "File", "Options", "Colours", "Cells", "Engine", "Hash of rules")
    lines = []
    for i, variant in enumerate(results.variants):
        texts = (
            f"{variant.game} ({variant.name})", variant.file,
            options_text(variant.options) or NOTHING,
            ", ".join(variant.colours), str(len(variant.scene.cells) or NOTHING), variant.engine,
            variant.rules_hash,
        )  # fmt: skip
        lines.append((named(i, variant.shown), [*map(Cell, texts)]))
    return table("Variants", [*map(Cell, names)], [("", lines)], "words")
