"""The numbers of many games in compact form."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import fsum

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, eq=False)
class Sample:
    """The numbers of a variant's games: distinct values in rising order, and how often each came.

    Both arrays have one dimension and the same length; `counts` are at least 1.
    """

    values: NDArray[np.float64]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, numbers: ArrayLike) -> Sample:
        """The sample of an array with a number for each game.

        Raises ValueError where the array has not one dimension or holds NaN or infinity.
        """
        found = np.asarray(numbers, dtype=np.float64)
        if found.ndim != 1 or not np.isfinite(found).all():
            raise ValueError("a sample is a one-dimensional array of finite numbers")
        values, counts = np.unique(found, return_counts=True)
        return cls(values, counts.astype(np.int64))

    @cached_property
    def ranks(self) -> NDArray[np.int64]:
        """How many games have each value or a smaller one."""
        return self.counts.cumsum()

    @cached_property
    def count(self) -> int:
        """How many games there are."""
        return int(self.counts.sum())

    @cached_property
    def mean(self) -> float:
        """The mean.  Raises ValueError for a sample without games."""
        if not len(self.values):
            raise ValueError("a sample without games has no mean")
        found = fsum(self.values * self.counts) / self.count
        # Rounding must not take the mean of equal values off their value.
        return min(max(found, float(self.values[0])), float(self.values[-1]))

    def at(self, place: int) -> float:
        """The value at a place, counted from 0, among all games in rising order."""
        return float(self.values[np.searchsorted(self.ranks, place, side="right")])

    def quantile(self, q: float) -> float:
        """What `numpy.quantile` gives for all games.  Raises ValueError for a sample without."""
        if not len(self.values):
            raise ValueError("a sample without games has no quantiles")
        place = (self.count - 1) * q
        below, part = int(place), place - int(place)
        low, high = self.at(below), self.at(min(below + 1, self.count - 1))
        # From the nearer end, as numpy does it, so that both round alike.
        return low + (high - low) * part if part < 0.5 else high - (high - low) * (1 - part)

    def moment(self, order: int) -> float:
        """The mean of a power of the distance from the mean."""
        return fsum((self.values - self.mean) ** order * self.counts) / self.count

    @property
    def variance(self) -> float:
        """The unbiased variance; 0 for a single game."""
        return self.moment(2) * self.count / max(self.count - 1, 1)
