"""What the results of a game are: win shares or points, in which range, and who pays for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, lcm

from gdl.model import nodes as model
from gdl.model.intervals import hull
from gdl.model.ranges import Bounds
from gdl.vocabulary.types import COLOUR


@dataclass(frozen=True)
class Results:
    """The results that a seat can have.

    With `are_points`, a draw is 0 and other results are what the lines of `end` say; without, they
    are win shares from 0 to 1, and a draw is one half.  `least` and `greatest` are bounds, which
    need not be reached.  `is_zero_sum` says that the results of all seats always have the same
    sum.  Native states hold results as whole numbers of `1/unit`.
    """

    least: float
    greatest: float
    unit: int
    are_points: bool
    is_zero_sum: bool

    @property
    def draw(self) -> float:
        """What everybody gets in a draw."""
        return 0.0 if self.are_points else 0.5

    @property
    def has_whole_game(self) -> bool:
        """Whether nothing but a win, a draw and a loss can come about."""
        return not self.are_points and self.unit == 2

    def share(self, result: float) -> float:
        """Where a result lies between the least and the greatest, as a number from 0 to 1."""
        if self.greatest == self.least:
            return 0.5
        return (result - self.least) / (self.greatest - self.least)

    def of_share(self, share: float) -> float:
        """The result that lies at a share of the range: the inverse of `share`."""
        return self.least + share * (self.greatest - self.least)

    def in_units(self, result: float) -> int:
        """A result as a whole number of units."""
        return round(result * self.unit)

    def of_units(self, units: int) -> float:
        """The result of so many units."""
        return units / self.unit

    def is_drawn(self, result: Sequence[float]) -> bool:
        """Whether nobody has more than all others; alone, whether it is worth a draw."""
        return result[0] == self.draw if len(result) == 1 else result.count(max(result)) > 1

    def is_common(self, result: Sequence[float]) -> bool:
        """Whether all get the same points, and that is no draw: some, or none where nobody can have
        lost any.
        """
        is_drawn = len(result) > 1 and result[0] == self.draw and self.least < self.draw
        return self.are_points and len(set(result)) == 1 and not is_drawn

    def wins(self, result: Sequence[float]) -> tuple[float, ...]:
        """The win share of each seat: whoever has the most has won, alone or with others.

        A seat that plays alone for points has nobody to win against: that is a draw.
        """
        if self.has_whole_game:
            return tuple(result)
        top = max(result)
        is_won = len(result) > 1 and result.count(top) == 1
        return tuple((1.0 if is_won else 0.5) if part == top else 0.0 for part in result)

    def lost_by(self, loser: int, seats: int) -> tuple[float, ...]:
        """The result where one seat gives up: it pays one point to each of the others, or these
        share the win.
        """
        others = 1.0 if self.are_points or seats == 2 else 0.5
        own = 1.0 - seats if self.are_points else 0.0
        return tuple(own if seat == loser else others for seat in range(seats))


def results_of(game: model.Game, bounds: Bounds) -> Results:
    """The results of a game; the bounds are infinite where the rules do not say them."""
    seats = len(game.colours)
    outcomes = [outcome for end in game.ends for outcome in end.outcomes]
    gets = [o for o in outcomes if isinstance(o, model.Gets)]
    if not gets:
        has_places = any(isinstance(o, model.Ranked) for o in outcomes)
        unit = 2 * max(1, seats - 1) if has_places else 2
        return Results(0.0, 1.0, unit, False, seats == 2)
    ranges = [(0.0, 0.0), *(points(o, seats, bounds) for o in outcomes)]
    least, greatest = hull(ranges)
    is_zero_sum = all(o.is_paid for o in gets)
    if is_zero_sum and seats == 2:  # what one seat can get, the other can lose
        greatest = max(greatest, -least)
        least = -greatest
    unit = lcm(*range(1, seats + 1)) if any(map(is_shared, outcomes)) else 1
    return Results(float(least), float(greatest), unit, True, is_zero_sum)


def points(outcome: model.Outcome, seats: int, bounds: Bounds) -> tuple[float, float]:
    """The least and the most points that a seat gets by an outcome."""
    match outcome:
        case model.Gets(expr=expr):
            bounds.enter(outcome)
            least, most = bounds.interval(expr)
            return (-inf, inf) if least > most else (least, most)
        case model.Wins() | model.Best():
            return -1, seats - 1
        case model.Loses():
            return 1 - seats, 1
    return 0, 0


def is_shared(outcome: model.Outcome) -> bool:
    """Whether several may share a win by an outcome."""
    if isinstance(outcome, model.Wins):
        return outcome.colour.type != COLOUR
    return isinstance(outcome, model.Best)
