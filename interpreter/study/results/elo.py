"""How strong agents are in a game: from the rungs of a ladder to one scale.

In the model of Bradley & Terry (1952) a share s of the points between two agents stands for
400 · log10(s / (1 − s)) Elo (Elo 1978).  Where every agent meets only the next weaker one, the most
likely strengths are the sums of these differences, and the rungs are independent of each other; so
the interval of a sum follows from the intervals of its parts (MOVER: Zou & Donner 2008), also where
these are lopsided.  An agent that wins every game has no finite Elo: half a game is added to both
sides for the figure (Haldane 1956), and the interval has no upper end.

The model is of two players of whom equal ones get a half.  Where more than two seats share the
points, a share stands for no Elo.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot, inf, isclose, isfinite, log10

from interpreter.study.plan.study import Pairing
from interpreter.study.results.results import Estimate, Row

SCALE = 400.0  # Elo for ten times as many points
UNIT = "Elo"
LEVEL_SHARE = 0.75  # of the points that a player gets against one of the level below


def elo(share: float) -> float:
    """The Elo difference that a share of the points stands for."""
    if share <= 0 or share >= 1:
        return -inf if share <= 0 else inf
    return SCALE * log10(share / (1 - share))


def elo_rows(rungs: Sequence[Pairing], rows: Sequence[Row]) -> tuple[Row, ...]:
    """For every agent of a ladder its Elo above the weakest one, a row each, the weakest first.

    `rungs` go upward, each stronger agent named first; `rows` are the shares of these.  There are
    none unless each rung begins where the one before it ends, and none where no variant has Elo.
    """
    if not rungs or any(low.agents[0] != high.agents[1] for low, high in pairwise(rungs)):
        return ()
    weakest = rungs[0].agents[1]
    agents = [weakest, *(rung.agents[0] for rung in rungs)]
    none: list[Estimate | None] = [None] * len(agents)
    columns = [heights(shares) if shares else none for shares in shares_of(rows)]
    if not any(map(any, columns)):
        return ()
    nothing = (None,) * len(columns)
    return tuple(
        Row(f"elo {agent}", agent, UNIT, f"Elo above {weakest}", estimates, nothing)
        for agent, estimates in zip(agents, zip(*columns, strict=True), strict=True)
    )


def has_elo(row: Row, variant: int) -> bool:
    """Whether equal agents get a half in a variant, so that shares stand for Elo."""
    return isclose(even_share(row, variant), 0.5)


def even_share(row: Row, variant: int) -> float:
    """What equal agents get in a variant; a half where the row does not say it."""
    null = row.nulls[variant] if row.nulls else None
    return 0.5 if null is None else null


def shares_of(rows: Sequence[Row]) -> list[list[Estimate | None]]:
    """For each variant the shares of a ladder, the weakest rung first; none where it has no Elo."""
    variants = range(len(rows[0].estimates)) if rows else ()
    return [
        [row.estimates[v] for row in rows] if all(has_elo(row, v) for row in rows) else []
        for v in variants
    ]


def heights(shares: Sequence[Estimate | None]) -> list[Estimate | None]:
    """How high the agents of one variant stand, from the shares on the rungs between them; None
    from the first rung on that has no interval.
    """
    made: list[Estimate | None] = [Estimate(0, 0, 0, 0, "exact")]
    value = below = above = 0.0
    counts = []
    for step in steps(shares):
        value += step.value
        below, above = hypot(below, step.value - step.low), hypot(above, step.high - step.value)
        counts.append(step.count)
        made.append(Estimate(value, value - below, value + above, min(counts), step.kind))
    return made + [None] * (1 + len(shares) - len(made))


def steps(shares: Sequence[Estimate | None]) -> Iterator[Estimate]:
    """The Elo of each rung, up to the first one without an interval."""
    for share in shares:
        if share is None or not isfinite(share.high - share.low):
            return
        value = share.value
        if value <= 0 or value >= 1:
            value = (value * share.count + 0.5) / (share.count + 1)
        yield Estimate(elo(value), elo(share.low), elo(share.high), share.count, share.kind)


def top_of(shares: Sequence[Estimate | None]) -> Estimate | None:
    """The Elo from the bottom of a ladder to its top; None without one, or where a rung has no
    games.
    """
    return heights(shares)[-1] if shares else None


def levels_of(shares: Sequence[Estimate | None]) -> Estimate | None:
    """How many levels of play a ladder spans, each of which gets 75 % against the one below
    (Robertie 1992); at least one.
    """
    top = top_of(shares)
    if top is None:
        return None
    value, low, high = (
        1 + max(0.0, end) / elo(LEVEL_SHARE) for end in (top.value, top.low, top.high)
    )
    return Estimate(value, low, high, top.count, top.kind)
