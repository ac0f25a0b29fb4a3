"""Studies whose games are drawn by chance: the truth is known, and none has to be played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpreter.study.plan.metrics import Games, metrics_of, score_first
from interpreter.study.plan.study import Pairing
from interpreter.study.report.verdict import Finding
from interpreter.study.results.elo import elo_rows
from interpreter.study.results.estimates import halves, mean_share, rows_of
from interpreter.study.results.results import (
    Charts,
    Histogram,
    PairingResult,
    Results,
    Row,
    VariantResult,
)

NOTHING_DRAWN = Charts(Histogram((0,), 1, (0,)), None, None, {}, {}, {})
COLOURS = ("Black", "White", "Red", "Green", "Blue", "Brown")
SPREAD = 4.0  # of Beta: how close the parts until a win is settled lie together
STEPS = 16  # into which a game is divided for these parts
Mix = tuple[float, float, float]  # shares of games won by seat 1, drawn, won by seat 2
Luck = np.random.Generator


@dataclass(frozen=True)
class Truth:
    """What is true of a variant whose games are drawn by chance."""

    mix: Mix = (0.45, 0.1, 0.45)
    turns: float = 30.0  # of a game, above the one that each has
    settled: float | None = None  # the part of a won game until the win is settled

    def games(self, count: int, luck: Luck) -> Games:
        """So many of its games."""
        one = luck.choice([1.0, 0.5, 0.0], count, p=self.mix)
        lengths = luck.poisson(self.turns, count) + 1.0
        empty = np.full(count, np.nan)
        figures = {}
        if self.settled is not None:
            means = luck.beta(SPREAD * self.settled, SPREAD * (1 - self.settled), count)
            parts = luck.binomial(STEPS, means) / STEPS
            figures["settled"] = np.where(one == 0.5, np.nan, parts)
        return Games(np.stack([one, 1 - one], axis=1), lengths, lengths, empty, empty, figures)

    def value(self, metric: str) -> float:
        """What the mean of a primary metric truly is."""
        known = {
            "score-1": self.mix[0] + self.mix[1] / 2, "draws": self.mix[1],
            "turns": self.turns + 1, "settled": self.settled or 0.0,
        }  # fmt: skip
        return known[metric]


def played(mix: Mix, turns: float, count: int, luck: Luck) -> Games:
    """Games whose results and lengths are drawn by chance."""
    return Truth(mix, turns).games(count, luck)


def variant(title: str, rules: str, seats: int = 2) -> VariantResult:
    """A variant of which only its names matter."""
    return VariantResult(title, "game", "Game", "game", {}, rules, "native", COLOURS[:seats], ())


def results_of(*games: Games, agents: str = "uct:500", same_rules: bool = False) -> Results:
    """The results of a study of one pairing with these games; the verdict asks for no others than
    the primary metrics.
    """
    seats = games[0].seats
    metrics = [m for m in metrics_of(seats, (), is_mirror=True) if m.is_primary]
    (rows,) = rows_of([halves(metrics, games, [m.key for m in metrics])])
    counts = tuple(each.count for each in games)
    charts = (NOTHING_DRAWN,) * len(games)
    pairing = PairingResult(agents, (agents,), True, counts, counts, rows, charts, ())
    variants = tuple(
        variant("ABC"[i], "same" if same_rules else str(i), seats) for i in range(len(games))
    )
    return Results("study", 1, "", variants, (pairing,), (), (), None, ())


def climbed(shares: Sequence[float], count: int, luck: Luck) -> Results:
    """The results of a ladder of one variant that doubles from rung to rung: the stronger agent of
    each truly gets these shares of so many games, none of them drawn.
    """
    budgets = [100 * 2**rung for rung in range(len(shares) + 1)]
    rungs = [Pairing((f"uct:{2 * low}", f"uct:{low}")) for low in budgets[:-1]]
    rows = tuple(
        Row(f"ladder {rung.title}", rung.title, "%", "Ladder",
            (mean_share((luck.random(count) < share).astype(float)),), (None,))
        for rung, share in zip(rungs, shares, strict=True)
    )  # fmt: skip
    variants = (variant("A", "a"),)
    return Results("study", 1, "", variants, (), rows, (), None, (), elo=elo_rows(rungs, rows))


def contested(
    *shares: float, count: int, luck: Luck, seats: int = 2, drawn: Sequence[float] = ()
) -> Results:
    """The results of a ladder of one rung in variants for so many seats: an agent with four times
    the budget truly wins these shares of so many games.  None is drawn, or else in each variant
    this part of the games.
    """
    title = "uct:400 vs uct:100"
    rest = np.full(count, np.nan)
    games = []
    for share, part in zip(shares, drawn or (0,) * len(shares), strict=True):
        first = (luck.random(count) < share).astype(float)
        others = np.stack([1 - first] + [0 * first] * (seats - 2), axis=1)
        scores = np.concatenate([first[:, None], others], axis=1)
        scores[: round(part * count)] = first[: round(part * count)] = 0.5
        games.append(Games(scores, rest, rest, first, rest, {}))
    (ladder,) = rows_of([halves([score_first(f"ladder {title}", title, "Ladder")], games)])
    variants = tuple(variant("ABC"[i], str(i), seats) for i in range(len(games)))
    rungs = [Pairing(("uct:400", "uct:100"))]
    return Results(
        "study", 1, "", variants, (), ladder, (), None, (), elo=elo_rows(rungs, ladder)
    )  # fmt: skip


def about(found: Sequence[Finding], topic: str, *variants: int) -> Finding:
    """The finding on a topic."""
    (one,) = [f for f in found if f.topic == topic and f.variants == variants]
    return one
