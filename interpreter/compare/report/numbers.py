"""Figures as texts, rounded to what their intervals are worth."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, isfinite, log10
from typing import TYPE_CHECKING

from interpreter.wording import plural

if TYPE_CHECKING:
    from interpreter.compare.results import Difference, Estimate, Row

NOTHING = "–"
SIGNIFICANT = 0.05  # the level of the corrected p-value below which a difference counts
MOST_DIGITS = 6  # behind the point
WITHOUT_INTERVAL = 2  # digits behind the point where no interval says what is worth showing
SMALLEST_P = 0.001


def scaled(value: float, unit: str) -> float:
    """A figure in its unit: shares are kept between 0 and 1 and shown in per cent."""
    return 100 * value if unit == "%" else value


def decimals(low: float, high: float, unit: str) -> int:
    """The digits behind the point that show half the interval with two digits; of a share one or
    more.
    """
    fewest = 1 if unit == "%" else 0
    half = (scaled(high, unit) - scaled(low, unit)) / 2
    if not isfinite(half) or half <= 0:
        return WITHOUT_INTERVAL
    return min(max(1 - floor(log10(half)), fewest), MOST_DIGITS)


def number(value: float, digits: int) -> str:
    """A number with so many digits behind the point, without the sign of a zero."""
    if not isfinite(value):
        return NOTHING
    text = f"{value:,.{digits}f}"
    return text.lstrip("-") if float(text.replace(",", "")) == 0 else text.replace("-", "−")


def value_text(found: Estimate | Difference | None, unit: str) -> str:
    """The figure alone."""
    if found is None:
        return NOTHING
    return number(scaled(found.value, unit), decimals(found.low, found.high, unit))


def signed_text(found: Difference, unit: str) -> str:
    """A difference with its sign, unless it is shown as nothing."""
    text = value_text(found, unit)
    return f"+{text}" if found.value > 0 and any(c in "123456789" for c in text) else text


def interval_text(found: Estimate | Difference | None, unit: str) -> str:
    """The interval in brackets; nothing where there is none, or the figure is exact."""
    if found is None or not isfinite(found.high - found.low) or found.low == found.high:
        return ""
    digits = decimals(found.low, found.high, unit)
    low, high = (number(scaled(end, unit), digits) for end in (found.low, found.high))
    return f"[{low}, {high}]"


def p_text(p: float) -> str:
    """A p-value; below a thousandth only that it is."""
    if not isfinite(p):
        return NOTHING
    return f"<{SMALLEST_P}" if p < SMALLEST_P else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def is_significant(found: Difference | None) -> bool:
    """Whether a difference is one after Holm's correction."""
    return found is not None and found.corrected < SIGNIFICANT


def unit_of_difference(unit: str) -> str:
    """The unit of a difference: of shares, percentage points."""
    return "points" if unit == "%" else unit


def heading(row: Row) -> str:
    """What a row shows, and in what unit unless the title says so."""
    is_told = row.unit.lower() in row.title.lower()
    return row.title if is_told else f"{row.title}, {row.unit}"


def counts_text(counts: Sequence[int]) -> str:
    """How many games each variant had: one number where it is the same for all."""
    if len(set(counts)) == 1:
        each = " each" if len(counts) > 1 else ""
        return f"{plural(counts[0], 'game')}{each}"
    return f"{', '.join(f'{n:,}' for n in counts)} games"
