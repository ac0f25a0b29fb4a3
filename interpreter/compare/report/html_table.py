"""Tables of the page, readable without its charts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from interpreter.compare.report.escaping import escape
from interpreter.compare.report.figures import page_colour
from interpreter.compare.report.numbers import (
    NOTHING,
    apart_text,
    group_of,
    heading,
    interval_text,
    is_significant,
    signed_text,
    told_p,
    value_text,
)
from interpreter.wording import options_text

if TYPE_CHECKING:
    from interpreter.compare.results import Difference, Estimate, Results, Row

KINDS = {"few": "too few:", "constant": "the same in each of"}


def row_table(rows: Sequence[Row], titles: Sequence[str], caption: str) -> str:
    """All rows under their groups; figures and differences as on the terminal."""
    columns = 1 + len(titles) + 2 * (len(titles) - 1)
    body = []
    for group, members in groupby(rows, key=group_of):
        body.append(
            f'<tbody><tr class="group"><th scope="rowgroup" colspan="{columns}">{escape(group)}'
            f"</th></tr>{''.join(row_line(row) for row in members)}</tbody>"
        )
    head = f"<thead><tr>{heads(titles)}</tr></thead>"
    return framed(f"{head}{''.join(body)}", caption)


def framed(parts: str, caption: str, kind: str = "") -> str:
    """A table that is scrolled sideways where it is too wide, also with the keyboard."""
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{escape(caption)}">'
        f"<table{kind}><caption>{escape(caption)}</caption>{parts}</table></div>"
    )


def heads(titles: Sequence[str]) -> str:
    """The heads of the columns."""
    found = ["Metric", *(named(i, title) for i, title in enumerate(titles))]
    for title in titles[1:]:
        found += [f"{escape(title)}: difference", "p"]
    return "".join(f'<th scope="col">{head}</th>' for head in found)


def row_line(row: Row) -> str:
    """One metric."""
    cells = [estimate_cell(found, row.unit) for found in row.estimates]
    for found in row.differences[1:]:
        cells += difference_cells(found, row.unit)
    title = escape(heading(row, range(len(row.estimates))))
    return f'<tr><th scope="row">{title}</th>{"".join(cells)}</tr>'


def estimate_cell(found: Estimate | None, unit: str) -> str:
    """A figure, its interval, and how many games are behind it."""
    if found is None:
        return f'<td title="not measured, or not there to be measured">{NOTHING}</td>'
    interval = interval_text(found, unit)
    shown = f" <small>{interval}</small>" if interval else ""
    games = "exact" if found.kind == "exact" else (
        f"{KINDS.get(found.kind, '')} {found.count:,} games".lstrip()
    )
    return f'<td title="{games}">{value_text(found, unit)}{shown}</td>'


def difference_cells(found: Difference | None, unit: str) -> list[str]:
    """A difference and its p-value, marked where it is significant."""
    if found is None:
        return [f"<td>{NOTHING}</td>"] * 2
    text, p = signed_text(found, unit), told_p(found)
    kind = ""
    if is_significant(found):
        text, kind = f"<strong>{text}*</strong>", ' class="significant"'
    interval = apart_text(found, unit)
    text += f" <small>{interval}</small>" if interval else ""
    return [f"<td{kind}>{text}</td>", f"<td{kind}>{escape(p)}</td>"]


def named(variant: int, title: str) -> str:
    """The title of a variant, with a spot in the colour that it has in the charts."""
    spot = f'<span class="spot" style="background:{page_colour(variant)}"></span>'
    return f"{spot}{escape(title)}"


def variant_table(results: Results) -> str:
    """What the variants are."""
    names = ("Variant", "Game", "File", "Options", "Colours", "Cells", "Engine", "Hash of rules")
    head = "".join(f'<th scope="col">{name}</th>' for name in names)
    lines = []
    for i, variant in enumerate(results.variants):
        texts = (
            f"{variant.game} ({variant.name})", variant.file,
            options_text(variant.options) or NOTHING,
            ", ".join(variant.colours), str(len(variant.board)), variant.engine,
            variant.rules_hash,
        )  # fmt: skip
        cells = "".join(f"<td>{escape(text)}</td>" for text in texts)
        lines.append(f'<tr><th scope="row">{named(i, variant.shown)}</th>{cells}</tr>')
    parts = f"<thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return framed(parts, "Variants", ' class="words"')
