"""Results made by hand for the tests of reports, with what is awkward in them.

`study` builds them over boards of bundled games; figures come from plain formulas, sample games
are played at random by seed.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from math import exp, nan
from typing import Any

from interpreter import load_game
from interpreter.drawing.scene import board_scene, drawn_position
from interpreter.drawing.scene.stored import values_beside
from interpreter.study.results.records import VALUES_WIDTH
from interpreter.study.results.results import (
    Charts,
    Curve,
    Difference,
    Estimate,
    Histogram,
    PairingResult,
    Results,
    Row,
    SampleGame,
    SequentialAnswer,
    Step,
    VariantResult,
)
from interpreter.study.statistics.sequential import Sprt

NASTY = "<b>\"x\" & 'y'</b> [red] {z} $title </script><script>alert(1)</script>"


PRIMARY = ("win-1", "unfinished", "turns")


def estimate(value: float, half: float, count: int = 1000) -> Estimate:
    return Estimate(value, value - half, value + half, count)


def row(
    metric: str, title: str, unit: str, group: str, estimates: list[Any], p: float = 0.2
) -> Row:
    """A row; p of a primary one is corrected to twice as much."""
    first, is_primary = estimates[0], metric in PRIMARY
    corrected = min(1.0, 2 * p) if is_primary else None
    apart = [
        None if e is None or first is None or i == 0
        else Difference(e.value - first.value, e.value - first.value - (e.high - e.low) * 0.7,
                        e.value - first.value + (e.high - e.low) * 0.7, p, corrected,
                        corrected is not None and corrected < 0.05)
        for i, e in enumerate(estimates)
    ]  # fmt: skip
    nulls = (0.5,) * len(estimates) if metric == "score-1" else ()
    return Row(metric, title, unit, group, tuple(estimates), tuple(apart), is_primary, nulls)


def rows(variants: int, seats: int) -> tuple[Row, ...]:
    """Results, lengths, actions; one not measured at all, one only in part.

    Wins and draws are shares of the finished games and add up to one.
    """
    some = range(variants)
    wins = [
        row(f"win-{s + 1}", f"Seat {s + 1} wins", "%", "Result",
            [estimate((0.92 - 0.02 * v) / seats + (0.04 if s == 0 else -0.04 / max(seats - 1, 1)),
                      0.03) for v in some], 0.0001 if s == 0 else 0.3)
        for s in range(seats)
    ]  # fmt: skip
    made = (
        *wins,
        row("score-1", "Result of seat 1", "%", "Result", [estimate(0.54, 0.02) for _ in some]),
        row("draws", "Draws", "%", "Result", [estimate(0.08 + 0.02 * v, 0.015) for v in some]),
        row("unfinished", "Unfinished", "%", "Result",
            [estimate(0.02 + 0.02 * v, 0.002) for v in some], 0.02),
        row("turns", "Turns per game", "turns", "Length",
            [estimate(61.42 + 30.61 * v, 0.53) for v in some], 1e-9),
        row("turns_q3", "Turns, upper quartile", "turns", "Length",
            [Estimate(70.0 + v, nan, nan, 9, "few") for v in some]),
        row("branching", "Branching factor", "", "Choice",
            [Estimate(1234.5 - v, 1234.5 - v, 1234.5 - v, 1000, "constant") for v in some]),
        row("drama", "Drama", "", "Choice", [None for _ in some]),
        row("lead", f"Lead changes {NASTY}", "", "Choice",
            [None if v % 2 else estimate(0.01234, 0.00045) for v in some]),
        row("action place", "decisions that are `place`", "%", "Actions",
            [estimate(0.7 + 0.02 * v, 0.01) for v in some]),
        row("action pass", "decisions that are `pass`", "%", "Actions",
            [estimate(0.3 - 0.02 * v, 0.01) for v in some]),
    )  # fmt: skip
    return tuple(sorted(made, key=lambda row: not row.is_primary))


def curve(start: float, end: float, turns: int) -> Curve:
    at = tuple(range(1, turns + 1))
    means = tuple(start + (end - start) * t / turns for t in at)
    spans = [abs(end - start) * (0.02 + 0.1 * t / turns) for t in at]
    pairs = list(zip(means, spans, strict=True))
    lows, highs = tuple(m - s for m, s in pairs), tuple(m + s for m, s in pairs)
    return Curve(at, means, lows, highs, tuple(1000 - t for t in at))


def charts(variant: VariantResult, number: int, is_empty: bool = False) -> Charts:
    if is_empty:
        return Charts(Histogram((), 1, ()), None, None, {}, {}, {})
    starts = tuple(range(20, 140, 5))
    middle = 60 + 20 * number
    counts = tuple(round(200 * exp(-(((s - middle) / 18) ** 2))) for s in starts)
    cells = variant.scene.cells
    x, y = (sum(getattr(c, axis) for c in cells) / max(1, len(cells)) for axis in "xy")
    near = {c.name: exp(-((c.x - x) ** 2 + (c.y - y) ** 2) / 12_800) for c in cells}
    total = sum(near.values())
    return Charts(
        Histogram(starts, 5, counts),
        curve(len(cells), 10 + 5 * number, 60 + 20 * number),
        curve(0.5, 0.55 + 0.05 * number, 60 + 20 * number),
        {cell: share / total for cell, share in near.items()},
        {cell: 0.3 + 0.6 * share for cell, share in near.items()},
        {cell: 0.2 + 0.3 * share for cell, share in near.items()},
        200,
    )


def sample_game(game: Any, variant: int, number: int, seed: int, most: int = 80) -> SampleGame:
    """A random game; the moves of the first one are called something nasty too."""
    chooser, state = random.Random(seed), game.start("reference")
    beside = values_beside(game, VALUES_WIDTH)
    start, values, steps = drawn_position(state), beside(state), []
    while not state.is_over and len(steps) < most:
        choices = state.moves() or [move for move, _ in state.chance]
        move, who = chooser.choice(choices), state.colour or "chance"
        state = state.play(move)
        text = f"{move.text} {NASTY}" if number == 1 and not steps else move.text
        expected = 0.5 + 0.4 * chooser.random() if len(steps) % 2 else None
        steps.append(Step(who, text, state.turn, drawn_position(state), expected, beside(state)))
    result = None if state.result is None else tuple(state.result)
    agents = tuple("uct:500" for _ in range(game.seats))
    return SampleGame(variant, number, agents, result, "a game of median length", start,
                      tuple(steps), values)  # fmt: skip


def variant_of(title: str, game: Any) -> VariantResult:
    return VariantResult(
        title, game.name, game.title, f"{game.name}.yaml", dict(game.options),
        game.rules_hash, "reference", tuple(game.players), board_scene(game),
    )  # fmt: skip


def study(*games: tuple[str, Any], seats: int = 2, title: str = "How size matters") -> Results:
    """A study of these variants under one pairing."""
    variants = tuple(variant_of(name, game) for name, game in games)
    count = len(variants)
    samples = tuple(
        sample_game(game, i, number, 10 * i + number)
        for i, (_, game) in enumerate(games)
        for number in (1, 2)
    )
    pairing = PairingResult(
        "uct:500", ("uct:500",) * seats, True, (1000,) * count, (200,) * count,
        rows(count, seats), tuple(charts(v, i) for i, v in enumerate(variants)), samples,
    )  # fmt: skip
    rungs = tuple(
        row(f"rung_{n}", f"uct:{2 * n} against uct:{n}", "%", "Ladder",
            [estimate(0.75 - 0.001 * n / 4 + 0.02 * i, 0.04, 200) for i in range(count)])
        for n in (50, 100, 200)
    )  # fmt: skip
    solved = (row("solved", "Share of seat 1 with best play", "%", "Best play",
                  [None, *[Estimate(1.0, 1.0, 1.0, 1, "exact")] * (count - 1)]),)  # fmt: skip
    test = SequentialAnswer(
        "Does seat 1 win 2 % more often?", "open", -0.4321, -2.94, 2.94, 1000, "%", Sprt(0.02),
        Difference(0.01, -0.03, 0.05, nan, None),
    )  # fmt: skip
    notes = ("random agents do not say what they expect", f"a note with {NASTY}")
    return Results(title, 7, "1000 games each", variants, (pairing,), rungs, solved, test, notes)


@cache
def two(title: str = "How size matters") -> Results:
    """Two variants on hexagons."""
    return study(
        ("size=5", load_game("hex", size=5)), ("size=7", load_game("hex", size=7)), title=title
    )


@cache
def one() -> Results:
    return study(("only", load_game("tic-tac-toe")))


@cache
def six() -> Results:
    """Six variants with long titles, three seats."""
    names = [f"size={n} with a rather long title of number {n}" for n in range(3, 9)]
    return study(*((name, load_game("hex", size=n + 3)) for n, name in enumerate(names)), seats=3)


@cache
def bare() -> Results:
    """Two variants of which nothing is known but that they were there."""
    results = two()
    pairing = replace(
        results.pairings[0], rows=(), samples=(),
        charts=tuple(charts(v, 0, is_empty=True) for v in results.variants),
    )  # fmt: skip
    return replace(results, pairings=(pairing,), ladder=(), solved=(), test=None, notes=())


@cache
def nasty() -> Results:
    """Markup in every text that comes from people's files."""
    results = two(NASTY)
    variants = tuple(
        replace(v, title=f"{v.title} {NASTY}", file=f"{NASTY}.yaml", options={"a": NASTY},
                colours=("Red", f"Black {NASTY}"))
        for v in results.variants
    )  # fmt: skip
    pairing = replace(results.pairings[0], title=f"uct:500 {NASTY}")
    return replace(results, variants=variants, pairings=(pairing,), stopped=NASTY)
