"""What is counted of random games: it is kept beside them, so that a report need not read them.

A tally is of the games of one batch.  What several of them tell together does not depend on where
one ends and the next one begins; so reports are the same whoever played the games, and when.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from interpreter.process.arguments import MAX_COUNT, MAX_STEPS
from interpreter.study.plan.metrics import Numbers
from interpreter.study.statistics.statistics import Sample
from interpreter.study.store.contents import require
from interpreter.study.store.outcomes import (
    LENGTHS,
    Outcomes,
    check_figures,
    check_results,
    check_whole,
    result_columns,
    results_in,
)

OUTCOMES = "outcomes"  # the name of what is counted besides figures
SWAP = "swap"  # the figure that a metric takes together with results
DECIDED = "branching"  # a figure that every game has in which somebody decided
VALUE, OFTEN = "value", "games"  # of what is counted: how many games have it
TOGETHER = 32  # tallies that are joined at once
NONE = -1.0  # in place of NaN, which equals nothing


@dataclass(frozen=True, eq=False)
class Tally:
    """What is counted of random games with numbers from `first` on: how often each outcome came.

    `outcomes` has columns by name: results (`result-1` and so on), turns, moves, whether colours
    were changed where that was measured, and how many games had all of it.  `figures` are samples.
    """

    first: int
    count: int
    outcomes: Mapping[str, Numbers]
    figures: Mapping[str, Sample]

    @property
    def results(self) -> Numbers:
        """The results of each row, a column for each seat."""
        return np.array(results_in(self.outcomes)).T


# ---- counting ----------------------------------------------------------------------------------


def tally_of(games: Outcomes) -> Tally:
    """What is counted of games."""
    columns = result_columns(games.results) | {"turns": games.turns, "moves": games.moves}
    if SWAP in games.figures:
        columns[SWAP] = games.figures[SWAP]
    figures = {
        name: Sample.of(column[~np.isnan(column)])
        for name, column in games.figures.items() if name != SWAP
    }  # fmt: skip
    outcomes = counted_rows(columns, np.ones(games.count, np.int64))
    return Tally(games.first, games.count, outcomes, figures)


def joined(tallies: Iterable[Tally]) -> Tally:
    """What several tallies tell together; at least one.

    They are joined some at a time, so the memory is that of their distinct values, however many
    tallies there are.
    """
    waiting: list[Tally] = []
    for tally in tallies:
        waiting.append(tally)
        if len(waiting) == TOGETHER:
            waiting = [merged(waiting)]
    return merged(waiting)


def merged(tallies: Sequence[Tally]) -> Tally:
    """What some tallies tell together."""
    names = dict.fromkeys(name for tally in tallies for name in tally.figures)
    return Tally(
        tallies[0].first, sum(tally.count for tally in tallies), joined_outcomes(tallies),
        figure_samples(tallies, names),
    )  # fmt: skip


def joined_outcomes(tallies: Sequence[Tally]) -> dict[str, Numbers]:
    """The outcomes of several tallies, the order of which makes no difference."""
    names = list(dict.fromkeys(name for tally in tallies for name in tally.outcomes))
    columns = {
        name: np.concatenate([
            tally.outcomes.get(name, np.full(len(tally.outcomes[OFTEN]), np.nan))
            for tally in tallies
        ]) for name in names
    }  # fmt: skip
    often = columns.pop(OFTEN).astype(np.int64)
    return counted_rows(columns, often)


def counted_rows(columns: Mapping[str, Numbers], often: NDArray[np.int64]) -> (
    dict[str, Numbers]
):  # fmt: skip
    """The distinct rows of columns in rising order, and how often each came, as `games`."""
    filled = [np.where(np.isnan(column), NONE, column) for column in columns.values()]
    codes = np.zeros(len(often), np.int64)
    for column in filled:
        values, places = np.unique(column, return_inverse=True)
        _, codes = np.unique(codes * len(values) + places, return_inverse=True)
    _, first = np.unique(codes, return_index=True)
    counts = np.zeros(len(first), np.int64)
    np.add.at(counts, codes, often)
    rows = {name: column[first] for name, column in columns.items()}
    return rows | {OFTEN: counts.astype(np.float64)}


def figure_samples(tallies: Sequence[Tally], names: Iterable[str]) -> dict[str, Sample]:
    """Figures of several tallies; an action that the games of one never used is 0 in these."""
    return {
        name: Sample.joined([
            tally.figures.get(name) or without(name, tally) for tally in tallies
        ]) for name in names
    }  # fmt: skip


def without(name: str, tally: Tally) -> Sample:
    """The sample of a figure that is in no game of a tally."""
    decided = tally.figures.get(DECIDED)
    count = decided.count if decided is not None and name.startswith("action ") else 0
    return Sample.of(np.zeros(min(count, 1)), np.array([count] if count else [], np.int64))


# ---- as columns -------------------------------------------------------------------------------


def tally_columns(tally: Tally) -> Iterator[tuple[str, Mapping[str, Numbers]]]:
    """What is counted as columns: outcomes, and each figure that any game has."""
    yield OUTCOMES, tally.outcomes
    for name, sample in tally.figures.items():
        if sample.count:
            yield name, {VALUE: sample.values, OFTEN: sample.counts.astype(np.float64)}


def sample_from(columns: Mapping[str, Numbers]) -> Sample:
    """The sample of a figure from columns.

    Raises Damaged.
    """
    require(columns.keys() == {VALUE, OFTEN}, "what is counted of games")
    values, often = columns[VALUE], columns[OFTEN]
    require(not np.isnan(values).any(), "what is counted of games")
    check_whole(often, 1, MAX_COUNT, "the number of games")
    return Sample.of(values, often.astype(np.int64))


def check_tally(tally: Tally, seats: int) -> None:
    """Raise Damaged for a tally that cannot be, of games for so many seats."""
    columns = tally.outcomes
    names = {*result_columns(np.empty((0, seats))), *LENGTHS, OFTEN}
    require(names <= set(columns) <= {*names, SWAP}, "what is counted of games")
    check_results(tally.results)
    for name in LENGTHS:
        check_whole(columns[name], 0, MAX_STEPS, "the length of a game")
    check_whole(columns[OFTEN], 1, tally.count, "the number of games")
    require(int(columns[OFTEN].sum()) == tally.count, "the number of games")
    check_figures({SWAP: columns.get(SWAP, np.empty(0))})
    for name, sample in tally.figures.items():
        check_figures({name: sample.values})
        require(not np.isnan(sample.values).any(), f"`{name}` of a game")
        require(sample.count <= tally.count, "the number of games")
