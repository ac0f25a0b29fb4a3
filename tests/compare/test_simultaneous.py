"""Intervals that hold together, also of what is rare."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from interpreter.study.results.results import Estimate
from interpreter.study.statistics.bounded import share_interval
from interpreter.study.statistics.simultaneous import among, unseen_share, wider, wider_if_rare

GAMES = 300


def missed(share: float, count: int) -> float:
    """How often an interval that is to hold together with others, so many in all, leaves out a
    share: exactly, from all that games can show.
    """
    left_out = 0.0
    for won, chance in enumerate(binom.pmf(np.arange(GAMES + 1), GAMES, share)):
        interval = share_interval(won, GAMES)
        assert interval is not None
        low, high = among(Estimate(won / GAMES, interval.low, interval.high, GAMES), count)
        left_out += 0.0 if low <= share <= high else chance
    return left_out


@pytest.mark.parametrize("share", [0.002, 0.005, 0.01, 0.02, 0.05, 0.2, 0.5, 0.95, 0.99])
def test_intervals_hold_together_however_rare_the_share_is(share: float) -> None:
    for count in (1, 3, 10, 50):
        assert missed(share, count) <= 1.2 * 0.05 / count


def test_the_far_side_of_a_rare_share_is_wider_than_that_of_a_usual_one() -> None:
    interval = share_interval(0, GAMES)
    assert interval is not None
    _, high = among(Estimate(0.0, interval.low, interval.high, GAMES), 10)
    assert high == pytest.approx(wider_if_rare(10) * interval.high)
    assert high > wider(10) * interval.high
    low, high = among(Estimate(0.5, 0.4, 0.6, GAMES), 10)
    assert 0.5 - low == pytest.approx(wider(10) * 0.1) == pytest.approx(high - 0.5)


def test_what_no_game_has_shown() -> None:
    """Sentences and tables have one figure for it, that of the exact interval."""
    assert unseen_share(200) == pytest.approx(share_interval(0, 200).high)
    assert unseen_share(200) == pytest.approx(0.0183, abs=5e-5)
    assert (1 - unseen_share(1_000, 4)) ** 1_000 == pytest.approx(0.025 / 4)
