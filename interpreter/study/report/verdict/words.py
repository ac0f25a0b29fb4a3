"""Numbers of findings in words."""

from __future__ import annotations

from math import ceil, floor, inf, isfinite, log10
from typing import TYPE_CHECKING

from interpreter.api.wording import plural
from interpreter.study.report.charts.numbers import brackets, number, unit_of_difference, value_text
from interpreter.study.results.results import Estimate

if TYPE_CHECKING:
    from interpreter.study.results.results import Difference, VariantResult

MOST_GAMES = 10_000_000  # that are ever advised
LEAST_GAMES = 30  # from which a number is advised; fewer tell too little of the truth
FEW = 10  # more games; of less than that no number is told
POWER = 1 + 0.8416 / 1.9600
"""How many times half an interval must fit into a distance to leave it out in 80 % of studies."""


def figure_text(figure: Estimate | Difference, unit: str) -> str:
    """A figure with its unit and its interval, or that there is none: `50.4 % [49.3, 51.5]`."""
    span = brackets(figure, unit)
    if not span and isinstance(figure, Estimate) and figure.kind == "few":
        span = f"[{plural(figure.count, 'game')}: too few for an interval]"
    words = [value_text(figure, unit), unit, span]
    return " ".join(word for word in words if word)


def exactly(value: float, unit: str) -> str:
    """A figure that is the same in every game: `exactly 4 turns`, `exactly 1 turn`."""
    digits = 0 if float(value).is_integer() else 2
    counted = unit_of_difference(unit)
    if abs(value) == 1:
        counted = counted.removesuffix("s")
    return f"exactly {number(value, digits)} {counted}".rstrip()


def points_text(share: float) -> str:
    """A difference of shares in percentage points, without its sign: `2`, `3.1`."""
    return number(abs(100 * share), 0 if float(100 * share).is_integer() else 1)


def range_text(low: float, high: float) -> str:
    """From one difference of shares to another of the same sign: `3.1 to 6.2 points`."""
    near, far = sorted((abs(low), abs(high)))
    return f"{number(100 * near, 1)} to {number(100 * far, 1)} points"


def seat_text(variant: VariantResult, seat: int) -> str:
    """A seat, from 0, and the colour that it begins with: `seat 1 (Black)`."""
    return f"seat {seat + 1} ({variant.colours[seat]})"


def more_games(games: int, half: float, wanted: float) -> str:
    """About how many more games tell in four of five studies, in words, if the truth is as it looks
    now: half an interval is then to be smaller than `wanted`.
    """
    if games < LEAST_GAMES or not (isfinite(half) and half > 0):
        return "more games would tell"
    needed = games * (POWER * half / wanted) ** 2 - games if wanted > 0 else inf
    if needed < FEW:
        return "a few more games would probably tell"
    if needed > MOST_GAMES:
        return f"more than {MOST_GAMES:,} more games would be needed to tell"
    return f"about {two_digits(needed):,} more games would probably tell"


def two_digits(count: float) -> int:
    """A number of games rounded up to two digits."""
    step: int = 10 ** max(floor(log10(count)) - 1, 0)
    return int(ceil(count / step) * step)
