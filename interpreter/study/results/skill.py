"""How much skill a game rewards: the ladder as a whole, from its lowest rung to its highest."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf, isfinite, log10

from interpreter.study.results.results import Estimate, Kind

LEVEL_SHARE = 0.75  # of the points that a player gets against one of the level below


def elo(share: float) -> float:
    """What a share of the points is worth in Elo (1978); infinite for none or all of them."""
    if not 0 < share < 1:
        return inf if share >= 1 else -inf
    return 400 * log10(share / (1 - share))


def elo_of(rungs: Sequence[Estimate | None]) -> Estimate | None:
    """The Elo from the bottom of the ladder to its top: what its rungs add up to.

    A share of all points is taken as half a game less, so that the sum stays finite; its interval
    then has no upper end.  The intervals of rungs, which are of different games, are combined as
    Donner & Zou (2012) do.  None without a ladder, or where a rung has no games.
    """
    known = [rung for rung in rungs if rung is not None]
    if not known or len(known) < len(rungs):
        return None
    values = [elo((r.value * r.count + 0.5) / (r.count + 1)) for r in known]
    below = hypot(*(v - elo(r.low) for v, r in zip(values, known, strict=True)))
    above = hypot(*(elo(r.high) - v for v, r in zip(values, known, strict=True)))
    total, count = sum(values), min(r.count for r in known)
    kind: Kind = "few" if any(r.kind == "few" for r in known) else "sampled"
    return Estimate(total, total - below, total + above, count, kind)


def levels_of(rungs: Sequence[Estimate | None]) -> Estimate | None:
    """How many levels of play the ladder spans, each of which gets 75 % against the one below
    (Robertie 1992); at least one.
    """
    total = elo_of(rungs)
    if total is None:
        return None
    value, low, high = (
        1 + max(0.0, end) / elo(LEVEL_SHARE) if isfinite(end) or end > 0 else 1.0
        for end in (total.value, total.low, total.high)
    )
    return Estimate(value, low, high, total.count, total.kind)
