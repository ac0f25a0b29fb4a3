"""Live figures of a game under random play: length, balance, draws and branching, with intervals.

A `Sampling` plays for a moment whenever it is asked, so that whoever asks decides how much of the
machine it gets.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import numpy as np

from interpreter.api.game import Game
from interpreter.api.state import State, start_of
from interpreter.study.statistics.bounded import (
    bounded_difference,
    bounded_interval,
    share_difference,
    share_interval,
)
from interpreter.study.statistics.statistics import (
    Comparison,
    Interval,
    Sample,
    mean_difference,
    mean_interval,
)

MAX_MOVES = 20_000  # of a random game; a longer one is not finished
MAX_GAMES = 100_000
BATCH = 64  # games between two looks at the clock, on the native engine
SEED = 20_180_418
WALKED = 0.25  # the share of the time for games whose moves are counted
BARS = 24  # of a histogram
MAX_WALKED = 400  # of such games
NATIVE, REFERENCE = "native", "reference"
END = object()


@dataclass
class Sampling:
    """Random games of one game so far."""

    game: Game
    engine: str = REFERENCE
    lengths: Counter[int] = field(default_factory=Counter)
    wins: Counter[tuple[float, ...]] = field(default_factory=Counter)
    unfinished: int = 0
    count: int = 0
    branching: list[float] = field(default_factory=list)
    walk: Iterator[None] | None = None  # a game that is played move by move, so far

    def use_native(self) -> str | None:
        """Go on with the native engine, from nothing; or say why there is none."""
        if self.engine == NATIVE:
            return None
        try:
            self.game.engine(NATIVE)
        except ValueError as error:
            return str(error)
        fresh = Sampling(self.game, NATIVE)
        self.__dict__.update(fresh.__dict__)
        return None

    @property
    def is_done(self) -> bool:
        """Whether more games would tell nothing new."""
        return self.count >= MAX_GAMES

    def play(self, seconds: float) -> None:
        """Play random games for about that long; one that has not ended continues next time."""
        begun = monotonic()
        if self.engine == NATIVE:
            while not self.is_done and monotonic() - begun < seconds * (1 - WALKED):
                self.play_batch()
        while len(self.branching) < MAX_WALKED and monotonic() - begun < seconds:
            self.walk = self.walk or self.walked()
            if next(self.walk, END) is END:
                self.walk = None

    def play_batch(self) -> None:
        """Play some games to their ends."""
        engine = self.game.engine(self.engine)
        rows = engine.playout_rows(engine.start(), self.count, BATCH, SEED, MAX_MOVES)
        for row in rows:
            self.note(row.result, row.turns)

    def note(self, result: Sequence[float] | None, turns: int) -> None:
        """Count a game; one without a result was not finished."""
        self.count += 1
        if result is None:
            self.unfinished += 1
        else:
            self.lengths[turns] += 1
            self.wins[self.game.results.wins(result)] += 1

    def walked(self) -> Iterator[None]:
        """Play one game move by move, to see how many moves there are to choose from.

        Where no engine plays whole games at once, it also counts as a game.
        """
        chooser = random.Random(f"{SEED}:{len(self.branching)}")
        state: State = start_of(self.game, self.engine)
        choices = decisions = moves = 0
        while not state.is_over and moves < MAX_MOVES:
            if not state.is_chance:
                choices, decisions = choices + state.move_count, decisions + 1
            state, moves = state.random_move(chooser), moves + 1
            yield
        if decisions:
            self.branching.append(choices / decisions)
        if self.engine != NATIVE:
            self.note(state.result, state.turn)

    # ---- as figures ----

    def sample(self) -> Sample:
        """The lengths of the finished games, in turns."""
        return weighted(self.lengths)

    def results(self, seat: int) -> Sample:
        """The results of a seat."""
        counts: Counter[float] = Counter()
        for result, n in self.wins.items():
            counts[result[seat]] += n
        return weighted(counts)

    @property
    def finished(self) -> int:
        """How many games have ended."""
        return self.count - self.unfinished

    def share_of(self, seat: int) -> float:
        """The sum of a seat's results."""
        return sum(result[seat] * n for result, n in self.wins.items())

    @property
    def draws(self) -> int:
        """The games that nobody won alone."""
        return sum(n for result, n in self.wins.items() if 0 < max(result) < 1)

    def as_json(self) -> dict[str, Any]:
        """The figures as plain data; those that nothing is known of are None."""
        finished, sample = self.finished, self.sample()
        balance = []
        for seat, colour in enumerate(self.game.players):
            interval = bounded_interval(self.results(seat), 0.0, 1.0)
            share = self.share_of(seat) / finished if finished else None
            balance.append({"seat": seat, "colour": colour, **figure(share, interval)})
        drawn = share_interval(self.draws, finished) if finished else None
        branching = Sample.of(self.branching)
        return {
            "games": self.count,
            "unfinished": self.unfinished,
            "engine": self.engine,
            "length": figure(sample.mean if finished else None, mean_interval(sample)),
            "lengths": histogram(self.lengths),
            "balance": balance,
            "draws": figure(self.draws / finished if finished else None, drawn),
            "branching": figure(
                branching.mean if self.branching else None, mean_interval(branching)
            ),
            "done": self.is_done,
        }


def weighted(counts: Counter[int] | Counter[float]) -> Sample:
    """The sample of numbers that came so often."""
    values = sorted(counts)
    often = np.array([counts[value] for value in values], dtype=np.int64)  # type: ignore[index]
    return Sample(np.array(values, dtype=np.float64), often)


def figure(value: float | None, interval: Interval | None) -> dict[str, float | None]:
    """A figure with its 95 % interval."""
    low, high = (None, None) if interval is None else (interval.low, interval.high)
    return {"value": value, "low": low, "high": high}


def histogram(lengths: Counter[int]) -> list[list[int]]:
    """At most `BARS` bars of equal width: the first length of each, and its games."""
    if not lengths:
        return []
    low, high = min(lengths), max(lengths)
    width = max(1, -(-(high - low + 1) // BARS))
    bars: Counter[int] = Counter()
    for length, count in lengths.items():
        bars[(length - low) // width] += count
    return [[low + bar * width, bars[bar]] for bar in range((high - low) // width + 1)]


def compared(before: Sampling, now: Sampling) -> list[dict[str, Any]]:
    """How the figures of two versions differ: now less before, with intervals and p-values."""
    lengths = now.sample(), before.sample()
    means = [s.mean if s.count else None for s in lengths]
    rows = [row("length", "turns", means[1], means[0], mean_difference(*lengths))]
    players = now.game.players if before.game.players == now.game.players else ()
    for seat, colour in enumerate(players):
        results = now.results(seat), before.results(seat)
        shares = [s.mean if s.count else None for s in results]
        difference = bounded_difference(*results, 0.0, 1.0)
        rows.append(row(f"share of {colour}", "%", shares[1], shares[0], difference))
    drawn = [s.draws / s.finished if s.finished else None for s in (before, now)]
    by = share_difference(now.draws, now.finished, before.draws, before.finished)
    rows.append(row("draws", "%", drawn[0], drawn[1], by))
    choices = Sample.of(now.branching), Sample.of(before.branching)
    means = [s.mean if s.count else None for s in choices]
    rows.append(row("choices", "moves", means[1], means[0], mean_difference(*choices)))
    return rows


def row(
    name: str, unit: str, before: float | None, now: float | None, by: Comparison | None
) -> dict[str, Any]:
    """A figure of two versions as plain data."""
    plain = by and {"value": by.value, "low": by.low, "high": by.high, "p": by.p}
    return {"name": name, "unit": unit, "before": before, "now": now, "difference": plain}
