"""Intervals that hold together: each of several is made wider (Bonferroni)."""

from __future__ import annotations

from typing import Protocol

from scipy.special import ndtri

ERROR = 0.05  # the chance that any of them is wrong


class Figure(Protocol):
    """A figure with its 95 % interval."""

    @property
    def value(self) -> float:
        """What it is taken to be."""

    @property
    def low(self) -> float:
        """The least that it may be."""

    @property
    def high(self) -> float:
        """The most that it may be."""


def wider(count: int) -> float:
    """By how much 95 % intervals, of which there are so many, must be wider to hold together with
    95 %, as far as they are like those of a normal distribution.
    """
    return float(ndtri(1 - ERROR / (2 * count)) / ndtri(1 - ERROR / 2))


def among(figure: Figure, count: int) -> tuple[float, float]:
    """The ends of the interval of a figure that hold together with those of others, so many in
    all.
    """
    by = wider(count)
    return (
        figure.value - by * (figure.value - figure.low),
        figure.value + by * (figure.high - figure.value),
    )


def are_apart(one: Figure, other: Figure, count: int) -> bool:
    """Whether two figures of different games differ, of so many pairs that are looked at: their
    intervals, wide enough for all of these to hold together, have nothing in common.
    """
    (low, high), (least, most) = among(one, 2 * count), among(other, 2 * count)
    return high < least or most < low
