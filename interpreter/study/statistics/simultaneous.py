"""Intervals that hold together: each of several is made wider (Bonferroni).

How much wider depends on the tail.  That of a normal distribution is wider by the ratio of its
quantiles.  That of what hardly ever happens falls slower: if no game of n shows it, the upper end
of the exact two-sided interval is about log(2 / error) / n, which is 3.7 / n for 95 %, so it is
wider by the ratio of these logarithms.  Such an interval is known by its form: to the one side it
reaches much farther than to the other.
"""

from __future__ import annotations

from math import inf, log
from typing import Protocol

from scipy.special import ndtri

from interpreter.study.statistics.statistics import within

ERROR = 0.05  # the chance that any of them is wrong
LOPSIDED = 2.0  # times as long as the other is a side that belongs to a rare share


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


def wider_if_rare(count: int) -> float:
    """The same for the far side of the interval of what hardly ever happens."""
    return log(2 * count / ERROR) / log(2 / ERROR)


def among(
    figure: Figure, count: int, least: float = -inf, most: float = inf
) -> tuple[float, float]:
    """The ends of the interval of a figure that hold together with those of others, so many in
    all; none of them can be less than `least` or more than `most`.
    """
    below, above = figure.value - figure.low, figure.high - figure.value
    usual, rare = wider(count), wider_if_rare(count)
    down = rare if below > LOPSIDED * above else usual
    up = rare if above > LOPSIDED * below else usual
    low, high = figure.value - down * below, figure.value + up * above
    return within(low, least, most), within(high, least, most)


def unseen_share(games: int, count: int = 1) -> float:
    """In at most what share of games something may happen that none of so many has shown, with
    95 % confidence for so many such things together: for one the upper end of `share_interval`.
    """
    most: float = 1 - (ERROR / 2 / count) ** (1 / games)
    return most


def are_apart(one: Figure, other: Figure, count: int) -> bool:
    """Whether two figures of different games differ, of so many pairs that are looked at: their
    intervals, wide enough for all of these to hold together, have nothing in common.
    """
    (low, high), (least, most) = among(one, 2 * count), among(other, 2 * count)
    return high < least or most < low
