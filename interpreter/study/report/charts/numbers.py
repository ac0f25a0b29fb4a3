"""Figures as texts, rounded to what their intervals are worth."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import floor, fsum, isfinite, log10
from typing import TYPE_CHECKING

from interpreter.api.wording import plural

if TYPE_CHECKING:
    from interpreter.study.results.results import Difference, Estimate, Results, Row

NOTHING = "–"
TOO_FEW = "†"
ALWAYS = "always"
PRIMARY = "Primary"  # the heading of primary rows
MAX_DIGITS = 6  # behind the point
WITHOUT_INTERVAL = 2  # digits behind the point where no interval says what is worth showing
SMALLEST_P = 0.001
WINS, DRAWS = re.compile(r"win-[0-9]+"), "draws"  # metrics that are parts of the finished games
ALL_BUT = 1e-6  # what sums of shares may be off by themselves


def scaled(value: float, unit: str) -> float:
    """A figure in its unit: shares are kept between 0 and 1 and shown in per cent."""
    return 100 * value if unit == "%" else value


def decimals(low: float, high: float, unit: str) -> int:
    """The digits behind the point that show half the interval with two digits; of a share one or
    more.
    """
    if unit == "Elo":
        return 0
    fewest = 1 if unit == "%" else 0
    half = (scaled(high, unit) - scaled(low, unit)) / 2
    if not isfinite(half) or half <= 0:
        return WITHOUT_INTERVAL
    return min(max(1 - floor(log10(half)), fewest), MAX_DIGITS)


def number(value: float, digits: int) -> str:
    """A number with so many digits behind the point, without the sign of a zero."""
    if not isfinite(value):
        return NOTHING
    text = f"{value:,.{digits}f}"
    return text.lstrip("-") if float(text.replace(",", "")) == 0 else text.replace("-", "−")


def value_text(figure: Estimate | Difference | None, unit: str) -> str:
    """The figure alone."""
    if figure is None:
        return NOTHING
    return number(scaled(figure.value, unit), decimals(figure.low, figure.high, unit))


def signed_text(difference: Difference, unit: str) -> str:
    """A difference with its sign, unless it is shown as nothing."""
    text = value_text(difference, unit)
    return f"+{text}" if difference.value > 0 and any(c in "123456789" for c in text) else text


def brackets(figure: Estimate | Difference, unit: str) -> str:
    """The interval in brackets, also where it has only one end; nothing where there is none."""
    if not (isfinite(figure.low) or isfinite(figure.high)):
        return ""
    digits = decimals(figure.low, figure.high, unit)
    low, high = (end_text(scaled(end, unit), digits) for end in (figure.low, figure.high))
    return f"[{low}, {high}]"


def end_text(end: float, digits: int) -> str:
    """An end of an interval."""
    return number(end, digits) if isfinite(end) else f"{'−' if end < 0 else ''}∞"


def interval_text(estimate: Estimate | None, unit: str) -> str:
    """What is known of how sure a figure is: its interval; a mark where its games are too few; or
    that it is the same in every game.  Nothing for a figure that is counted or exact.
    """
    if estimate is None or estimate.kind in ("counted", "exact") or not isfinite(estimate.value):
        return ""
    if estimate.kind == "constant":
        return ALWAYS
    return f"{brackets(estimate, unit)}{TOO_FEW if estimate.kind == 'few' else ''}"


def apart_text(difference: Difference | None, unit: str) -> str:
    """The interval of a difference; nothing where there is none."""
    if difference is None or difference.low == difference.high:
        return ""
    return brackets(difference, unit)


def p_text(p: float) -> str:
    """A p-value; below a thousandth only that it is."""
    if not isfinite(p):
        return NOTHING
    return f"<{SMALLEST_P}" if p < SMALLEST_P else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def told_p(difference: Difference) -> str:
    """The p-value of a difference: corrected, or in round brackets where it is exploratory."""
    if difference.corrected is not None:
        return p_text(difference.corrected)
    return f"({p_text(difference.p)})" if isfinite(difference.p) else NOTHING


def is_significant(difference: Difference | None) -> bool:
    """Whether a difference is marked: a primary one, after Holm's correction."""
    return difference is not None and difference.is_marked


def null_text(row: Row, shown: Sequence[int]) -> str:
    """What a metric is where nothing matters, in the variants shown: once, or for each of them in
    order; nothing where that is not known.
    """
    texts = [NOTHING if (null := row.nulls[i]) is None else
             number(scaled(null, row.unit), 0 if null in (0, 0.5) else 1)
             for i in shown if row.nulls]  # fmt: skip
    known = list(dict.fromkeys(text for text in texts if text != NOTHING))
    return ", ".join(texts if len(known) > 1 else known)


def group_of(row: Row) -> str:
    """The heading that a row stands under, with how many games it is of where that is a part."""
    group = PRIMARY if row.is_primary else row.group
    return f"{group} – of the first {plural(row.sample, 'game')}" if row.sample else group


def grouped(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """Rows by their groups, each group once, in the order in which they are met."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(group_of(row), []).append(row)
    return [*groups.items()]


def legend(tables: Sequence[Sequence[Row]], has_differences: bool, base: str = "") -> str:
    """What the signs of tables mean, as far as they are in them; `base` is the variant from which
    differences are, unless it is the first.
    """
    rows = [row for table in tables for row in table]
    kinds = {estimate.kind for row in rows for estimate in row.estimates if estimate}
    told = ["[95 % interval], not corrected" if has_differences else "[95 % interval]"]
    if has_differences:
        told.append("* p < 0.05 after Holm's correction of the primary metrics")
        if not all(row.is_primary for row in rows):
            told.append("(p) exploratory, not corrected: one in twenty is below 0.05 by chance")
        told.append(f"differences from {base}, of shares in points" if base else
                    "differences of shares in points")  # fmt: skip
    if any(row.nulls for row in rows):
        told.append("null: where nothing matters, variant by variant if it differs")
    if "few" in kinds:
        told.append(f"{TOO_FEW} too few games")
    if "constant" in kinds:
        told.append(f"{ALWAYS}: the same in every game")
    if any(map(is_off, tables)):
        told.append("shares are rounded each by itself, so they may not add up to 100")
    return "; ".join(told)


def paired_rows(results: Results) -> list[Row]:
    """The rows in which all pairs of variants are compared, in the order of their differences."""
    pairs = results.pairs
    if pairs is None:
        return []
    rows = next(p.rows for p in results.pairings if p.title == pairs.agents)
    by_key = {row.metric: row for row in rows}
    return [by_key[key] for key in pairs.metrics]


def named_base(results: Results) -> str:
    """The title of the base, where it is not the first variant."""
    return results.titles[results.base] if results.base else ""


def is_off(rows: Sequence[Row]) -> bool:
    """Whether wins and draws, which are all of the finished games, seem not to add up to 100."""
    parts = [row for row in rows if WINS.fullmatch(row.metric) or row.metric == DRAWS]
    for estimates in zip(*(row.estimates for row in parts), strict=True):
        known = [each for each in estimates if each is not None]
        shown = fsum(round(100 * e.value, decimals(e.low, e.high, "%")) for e in known)
        is_all = abs(fsum(e.value for e in known) - 1) < ALL_BUT
        if is_all and abs(shown - 100) > 100 * ALL_BUT:
            return True
    return False


def unit_of_difference(unit: str) -> str:
    """The unit of a difference: of shares, percentage points."""
    return "points" if unit == "%" else unit


def heading(row: Row, shown: Sequence[int]) -> str:
    """What a row shows, in what unit unless the title says so, and its value in the variants shown
    if nothing matters, where that is known.
    """
    is_told = row.unit.lower() in row.title.lower()
    null = null_text(row, shown)
    title = row.title if is_told else f"{row.title}, {row.unit}"
    return f"{title} (null {null})" if null else title


def counts_text(counts: Sequence[int]) -> str:
    """How many games each variant had: one number where it is the same for all."""
    if len(set(counts)) == 1:
        each = " each" if len(counts) > 1 else ""
        return f"{plural(counts[0], 'game')}{each}"
    return f"{', '.join(f'{n:,}' for n in counts)} games"
