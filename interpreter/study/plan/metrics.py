"""The one table of metrics: what each is called, and the number that it takes from every game.

A metric is a share of games, a mean or a quantile of numbers that each game gives; a game that
gives none is not counted.  Four of them answer the questions that a study is made for, `PRIMARY`;
the others explain.  `docs/comparing.md` defines every one of them, with its source.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gdl.source.limits import MAX_PLAYERS
from gdl.source.nearest import nearest
from gdl.source.wording import names_as_words
from interpreter.study.plan.study import Study, StudyError
from interpreter.study.statistics.statistics import Sample

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Games:
    """Games in the order of their numbers, as columns; what is not known is NaN.

    `results` has a row for each game and a column for each seat; `figures` are those of `measure`;
    `first` is the mean result of the seats of the agent that is named first in a pairing, and
    `first_won` whether one of them has won alone.

    A row is a game, or as many as `often` tells that ended alike.  Rows for several games have no
    figures but `swap`; the others are in `tallies`, by name.
    """

    results: Numbers
    turns: Numbers
    moves: Numbers
    first: Numbers
    first_won: Numbers
    figures: Mapping[str, Numbers]
    often: NDArray[np.int64] | None = None
    tallies: Mapping[str, Sample] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.turns)

    @property
    def count(self) -> int:
        """How many games there are."""
        return self.rows if self.often is None else int(self.often.sum())

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return int(self.results.shape[1])

    def since(self, first: int) -> Games:
        """The games from a number on, of those of which each is a row."""
        return Games(
            self.results[first:], self.turns[first:], self.moves[first:], self.first[first:],
            self.first_won[first:], {key: column[first:] for key, column in self.figures.items()},
        )  # fmt: skip

    @property
    def is_finished(self) -> NDArray[np.bool_]:
        """Which games were finished."""
        return ~np.isnan(self.results[:, 0])

    def sample(self, numbers: Numbers, figure: str = "") -> Sample:
        """The sample of what is known of a number of each row, and of a figure in `tallies`."""
        is_known = ~np.isnan(numbers)
        often = None if self.often is None else self.often[is_known]
        own, further = Sample.of(numbers[is_known], often), self.tallies.get(figure)
        return own if further is None else Sample.joined([own, further])

    def figure(self, name: str) -> Sample:
        """The sample of a figure; empty where no game has it."""
        return self.sample(self.figures.get(name, np.full(self.rows, np.nan)), name)


Span = tuple[float, float]
SHARE: Span = (0.0, 1.0)
SIGNED: Span = (-1.0, 1.0)
AMOUNT: Span = (0.0, inf)
ANYTHING: Span = (-inf, inf)


@dataclass(frozen=True)
class Metric:
    """A metric: the number of every game (NaN for none), and what is made of these numbers.

    `span` is from the least to the most that a number can be.  `null` is what the metric is on
    average where nothing matters: seats and agents are equal, and no move changes anything.
    """

    key: str
    title: str
    unit: str  # "%" where the numbers are shares
    group: str
    kind: Literal["share", "mean", "quantile"]
    numbers: Callable[[Games], Numbers]
    q: float = 0.0  # of a quantile
    span: Span = SHARE
    null: Callable[[Games], float | None] | None = None
    depends_on_seats: bool = False  # on their number, even where nothing matters
    is_detail: bool = False  # shown only where it is asked for, or where all of them are

    @property
    def needs_look(self) -> bool:
        """Whether its numbers are of games that were looked at move by move."""
        return self.group not in ("Result", "Length")

    @property
    def needs_moves(self) -> bool:
        """Whether its numbers take the words of moves, whole positions or what the rules count, so
        that they are of games whose moves are kept.
        """
        return self.group == "Scores" or self.key in ("distance", "repeated")

    @property
    def needs_second_look(self) -> bool:
        """Whether its numbers are of games in which agents searched twice."""
        return self.group == "Tension" or self.key in ("spread", "clarity")

    @property
    def is_counted(self) -> bool:
        """Whether it is the mean of what is counted on the board or among the moves of a game: no
        result, which luck decides, and no search, which luck takes part in.
        """
        is_luck = self.needs_second_look or self.group in ("Pie rule", "Points")
        return self.kind == "mean" and self.needs_look and not is_luck

    @property
    def is_primary(self) -> bool:
        """Whether it answers one of the questions that a study is made for."""
        return self.key in PRIMARY or bool(SCORE.fullmatch(self.key))


MIN_WORD = 5  # letters of a word of a title by which a metric may be meant
ALL = "all"  # of the words of `--metrics`: the usual ones, and those that are details
PRIMARY = ("score-first", "draws", "turns", "settled")
"""Fairness or skill (the results of seats, or of the better agent), draws, length, decisiveness."""
SCORE = re.compile(r"score-\d+")


def metrics_of(seats: int, actions: Iterable[str], is_mirror: bool) -> tuple[Metric, ...]:
    """All metrics for games with up to so many seats in which these actions occur."""
    seat_numbers = range(1, seats + 1)
    scored = seat_numbers if seats > 2 else (1,)  # the other seat has the rest
    metrics = [win(s) for s in seat_numbers] + [score(s) for s in scored]
    if not is_mirror:
        metrics = [FIRST_WINS, FIRST_SCORE, *metrics]
    metrics += [*OUTCOMES, *lengths(), *FIGURES]
    metrics += [points(s, is_result) for is_result in (True, False) for s in seat_numbers]
    metrics += [action(name) for name in actions]
    return tuple(metrics)


def figure(key: str) -> Callable[[Games], Numbers]:
    """The numbers of a figure that `measure` finds."""

    def numbers(games: Games) -> Numbers:
        missing = np.full(games.rows, np.nan)
        return games.figures.get(key, missing)

    return numbers


# ---- results -----------------------------------------------------------------------------------


def win(seat: int) -> Metric:
    """Games that a seat has won alone, among those that were finished."""

    def numbers(games: Games) -> Numbers:
        if seat > games.results.shape[1]:
            return np.full(games.rows, np.nan)
        share = games.results[:, seat - 1]
        return np.where(np.isnan(share), np.nan, share == 1)

    title = f"won by seat {seat}"
    return Metric(
        f"win-{seat}", title, "%", "Result", "share", numbers, depends_on_seats=True
    )  # fmt: skip


def score(seat: int) -> Metric:
    """The result of a seat: 1 for a win, one half where it is shared or drawn."""

    def numbers(games: Games) -> Numbers:
        if seat > games.results.shape[1]:
            return np.full(games.rows, np.nan)
        return games.results[:, seat - 1]

    title = f"result of seat {seat}"
    return Metric(
        f"score-{seat}", title, "%", "Result", "mean", numbers, null=even, depends_on_seats=True
    )  # fmt: skip


def even(games: Games) -> float | None:
    """The result of every seat where none has an advantage: what they share, a half if drawn; None
    where a seat plays alone.
    """
    if games.seats == 1:
        return None
    shares = games.sample(games.results.mean(axis=1))
    return shares.mean if shares.count else 1 / games.seats


def draws(games: Games) -> Numbers:
    """Finished games that nobody has won alone, and in which somebody got a part."""
    is_shared = ~(games.results == 1).any(axis=1) & (games.results > 0).any(axis=1)
    return np.where(games.is_finished, is_shared, np.nan)


def unfinished(games: Games) -> Numbers:
    """Games that were given up as too long."""
    return (~games.is_finished).astype(np.float64)


def first_wins(games: Games) -> Numbers:
    """Games that the agent named first has won alone."""
    return games.first_won


FIRST_WINS = Metric(
    "win-first", "won by the agent named first", "%", "Result", "share", first_wins,
    depends_on_seats=True,
)  # fmt: skip


def score_first(key: str, title: str, group: str) -> Metric:
    """The result of the agent that is named first."""
    return Metric(
        key, title, "%", group, "mean", lambda games: games.first, null=even, depends_on_seats=True
    )  # fmt: skip


FIRST_SCORE = score_first("score-first", "result of the agent named first", "Result")
OUTCOMES = (
    Metric("draws", "drawn or shared", "%", "Result", "share", draws),
    Metric("unfinished", "not finished", "%", "Result", "share", unfinished),
)


# ---- length ------------------------------------------------------------------------------------


def finished_turns(games: Games) -> Numbers:
    """The turns of finished games."""
    return np.where(games.is_finished, games.turns, np.nan)


def finished_moves(games: Games) -> Numbers:
    """The moves of finished games."""
    return np.where(games.is_finished, games.moves, np.nan)


QUARTILES = (
    ("q1", "first quartile", 0.25), ("median", "median", 0.5), ("q3", "third quartile", 0.75),
)  # fmt: skip


def lengths() -> list[Metric]:
    """Mean and quartiles of turns and moves."""
    metrics = []
    for unit, numbers in (("turns", finished_turns), ("moves", finished_moves)):
        title = f"{unit} (mean)"
        metrics.append(Metric(unit, title, unit, "Length", "mean", numbers, span=AMOUNT))
        for name, part, q in QUARTILES:
            key, title = f"{unit}-{name}", f"{unit} ({part})"
            metrics.append(Metric(key, title, unit, "Length", "quantile", numbers, q, AMOUNT))
    return metrics


# ---- what needs a look at every move -----------------------------------------------------------


def mean(key: str, title: str, unit: str, group: str, span: Span = SHARE) -> Metric:
    """The mean of a figure."""
    return Metric(key, title, unit, group, "mean", figure(key), span=span)


def detail(key: str, title: str, unit: str, group: str, span: Span = SHARE) -> Metric:
    """The mean of a figure that is a detail."""
    return replace(mean(key, title, unit, group, span), is_detail=True)


def searched(key: str, title: str, group: str, span: Span = SIGNED) -> Metric:
    """The mean of a figure of second searches: in a game it may be negative, and 0 is no effect."""
    null = lambda games: 0.0  # noqa: E731
    return Metric(key, title, "%", group, "mean", figure(key), span=span, null=null)


def shuffled_drama(games: Games) -> Numbers:
    """The drama of each game in the mean of all ways to deal out the winners among the games."""
    is_won = (games.results == 1).any(axis=1) & ~np.isnan(figure("drama")(games))
    dramas = np.full(games.rows, np.nan)
    if games.seats == 2 and is_won.any():
        share = float((games.results[is_won, 0] == 1).mean())
        one, two = (figure(f"drama-{seat}")(games)[is_won] for seat in (1, 2))
        dramas[is_won] = share * one + (1 - share) * two
    return dramas


def swap_score(games: Games) -> Numbers:
    """The result of seat 2 in games in which seats and colours were exchanged."""
    swapped = figure("swap")(games) == 1
    if games.seats == 1:
        return np.full(games.rows, np.nan)
    return np.where(swapped, games.results[:, 1], np.nan)


FIGURES = (
    mean("branching", "legal moves at a decision", "moves", "Choice", AMOUNT),
    mean("forced", "decisions with one legal move", "%", "Choice"),
    mean("passes", "decisions that are passes", "%", "Choice"),
    searched("spread", "what the best move is worth above another one", "Choice"),
    detail("choice", "legal moves where there is a choice", "moves", "Choice", AMOUNT),
    replace(searched("clarity", "how often a little search finds the move of a large one",
                     "Choice"), is_detail=True),
    searched("lead", "how far the seat that leads is ahead", "Tension"),
    searched("lead-changes", "turns that change the lead", "Tension"),
    searched("drama", "drama: how far the winner was behind", "Tension"),
    Metric("drama-shuffled", "drama if winners are shuffled among the games", "%", "Tension",
           "mean", shuffled_drama, span=SIGNED),
    replace(searched("swing", "mean square of what a turn changes in the lead", "Tension",
                     ANYTHING), unit="", is_detail=True),
    mean("settled", "part of the game until the win is settled", "%", "Tension"),
    mean("coverage", "cells that are ever used", "%", "Board"),
    mean("filled", "cells that are full at the end", "%", "Board"),
    detail("pieces", "cells with a piece, in the mean of a game", "cells", "Board", AMOUNT),
    detail("pieces-most", "most cells with a piece at once", "cells", "Board", AMOUNT),
    detail("growth", "cells filled by a move, less those emptied", "cells", "Board", ANYTHING),
    detail("removals", "moves that leave fewer pieces", "%", "Board"),
    detail("distance", "steps that a moved piece goes", "steps", "Board", AMOUNT),
    detail("repeated", "positions that the game had before", "%", "Board"),
    detail("tree", "product of the legal moves in a game, log10", "", "Complexity", AMOUNT),
    Metric("swap", "games with an exchange of colours", "%", "Pie rule", "share", figure("swap")),
    Metric("swap-score", "result of seat 2 after one", "%", "Pie rule", "mean", swap_score,
           depends_on_seats=True),
    mean("margin", "margin of the best score", "points", "Scores", AMOUNT),
)


ENDINGS = "ended-by"  # a row for each line of `end`
WHOLE = {
    "tree-size": ("games that can be played, log10", ""),
    "positions": ("positions that can be reached, log10", ""),
    "tokens": ("words and signs of the rules", "tokens"),
    "symmetries": ("symmetries of the board that the rules respect", "symmetries"),
    "unused-cells": ("cells that no game used", "cells"),
    "unused-lines": ("rule lines that no game used", "lines"),
    ENDINGS: ("games that each line of `end` decided", "%"),
    "mirror-legal": ("replies of a mirroring seat 2 that are legal", "%"),
    "mirror-score": ("result of a mirroring seat 2 against random play", "%"),
    "depth-elo": ("from the bottom of the ladder to its top", "Elo"),
    "depth-levels": ("levels of play, each getting 75 % against the one below", "levels"),
}
"""The title and the unit of what is measured once for a game as a whole, by key; all are details.

`results.whole` finds them.
"""


SPANS = {metric.key: metric.span for metric in FIGURES} | dict.fromkeys(
    ("drama-1", "drama-2"), SIGNED  # if that seat had won
)


def span_of(figure: str) -> Span:
    """From the least to the most that a figure of a game can be."""
    return SHARE if figure.startswith("action ") else SPANS.get(figure, ANYTHING)


def points(seat: int, is_result: bool = False) -> Metric:
    """The score of a seat at the end, or what the rules give it: points, the worth of a place."""
    key, title, group = f"points-{seat}", f"score of seat {seat}", "Scores"
    if is_result:
        key, title, group = f"gained-{seat}", f"points that seat {seat} gets", "Points"
    return replace(mean(key, title, "points", group, ANYTHING), depends_on_seats=True)


def action(name: str) -> Metric:
    """The part of all decisions that an action has."""
    return mean(f"action {name}", f"decisions that are “{names_as_words(name)}”", "%", "Actions")


# ---- by their keys -----------------------------------------------------------------------------


def known_keys() -> list[str]:
    """The keys of all metrics but those of single actions."""
    return [*(metric.key for metric in metrics_of(MAX_PLAYERS, (), is_mirror=False)), *WHOLE]


def sequential_keys() -> tuple[str, ...]:
    """The metrics that a sequential test can be about: shares and means of every game."""
    every = metrics_of(2, (), is_mirror=False)
    return tuple(m.key for m in every if m.kind != "quantile" and not m.needs_look)


def asked_for(study: Study) -> tuple[str, ...]:
    """The metrics that a study names, all primary; none where it shows the usual ones."""
    return tuple(key for key in study.metrics if key != ALL)


def metric_named(key: str) -> Metric:
    """The metric of one of `known_keys`, or of an action such as `action pass`."""
    if key.startswith("action "):
        return action(key.removeprefix("action "))
    return next(m for m in metrics_of(MAX_PLAYERS, (), is_mirror=False) if m.key == key)


def listed_metrics(text: str) -> tuple[str, ...]:
    """The metrics of a list such as `win-1, draws`; those of actions are written `action pass`.

    Raises StudyError.
    """
    words = tuple(word.strip() for word in text.split(",") if word.strip())
    known = [*known_keys(), ALL]
    for word in words:
        if word not in known and not word.startswith("action "):
            raise StudyError(f"there is no metric `{word}`; {meant_by(word)}", is_usage=True)
    return words


def meant_by(word: str) -> str:
    """What is probably meant by a word that is no metric: one with such a name, those of such a
    group, or one with such a word in its title; else all metrics of a game for two.
    """
    usual = metrics_of(2, (), is_mirror=False)
    if near := nearest(word, [*known_keys(), ALL]):
        return f"did you mean `{near}`?"
    groups = {metric.group.lower() for metric in usual}
    if group := word.lower() if word.lower() in groups else nearest(word.lower(), sorted(groups)):
        keys = [f"`{metric.key}`" for metric in usual if metric.group.lower() == group]
        return f"those of the {group} are {', '.join(keys)}"
    words = {part: m for m in reversed(usual) for part in m.title.split() if len(part) >= MIN_WORD}
    if near := word if word in words else nearest(word, words):
        return f"did you mean `{words[near].key}` ({words[near].title})?"
    return f"there is {', '.join([*(metric.key for metric in usual), *WHOLE, ALL])}"
