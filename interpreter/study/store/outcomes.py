"""Random games of which no more is kept than what became of them, and some figures, as columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from interpreter.reference.turns import DONE, PASS
from interpreter.study.plan.metrics import SPANS, Numbers, span_of
from interpreter.study.store.contents import LARGEST_NUMBER, require

if TYPE_CHECKING:
    from interpreter.api.game import Game

LENGTHS = ("turns", "moves")


@dataclass(frozen=True, eq=False)
class Outcomes:
    """Random games with numbers that follow one another, from `first` on.

    `results` has a row for each game and a column for each seat, NaN where a game was not finished;
    the `figures` are those of `measure`, NaN where a game has none, and none where they were not
    asked for or the engine has no quick way to them.  All games together took `seconds`.
    """

    first: int
    results: Numbers
    turns: Numbers
    moves: Numbers
    figures: Mapping[str, Numbers]
    seconds: float

    @property
    def count(self) -> int:
        """How many games there are."""
        return len(self.turns)


def results_in(columns: Mapping[str, Numbers]) -> list[Numbers]:
    """The columns of results among others, by seat."""
    found: list[Numbers] = []
    while (seat := f"result-{len(found) + 1}") in columns:
        found.append(columns[seat])
    return found


def result_columns(results: Numbers) -> dict[str, Numbers]:
    """The columns of results by name, from a row for each game."""
    return {f"result-{seat}": column for seat, column in enumerate(results.T, 1)}


# ---- as texts -----------------------------------------------------------------------------------


def result_text(result: Iterable[float] | None) -> str | None:
    """A result as the file has it, such as "1 0"."""
    return None if result is None else " ".join(f"{share:g}" for share in result)


def result_texts(results: Numbers) -> list[str | None]:
    """Results as the file has them, of a row each."""
    distinct, places = np.unique(results, axis=0, return_inverse=True)
    texts = [None if np.isnan(row[0]) else result_text(row.tolist()) for row in distinct]
    return [texts[place] for place in places.ravel().tolist()]


# ---- what cannot be ----------------------------------------------------------------------------


def check_whole(column: Numbers, least: int, most: int, what: str) -> None:
    """Raise Damaged for numbers that are not whole, or out of reach."""
    is_right = (column >= least) & (column <= most) & (column == np.floor(column))
    require(bool(is_right.all()), what)


def known_figures(game: Game) -> frozenset[str]:
    """The names of all figures that a game of these rules can have."""
    actions = (f"action {action}" for action in (*game.model.actions, PASS, DONE))
    seats = range(1, game.seats + 1)
    points = (f"{name}-{seat}" for name in ("points", "gained") for seat in seats)
    return frozenset((*actions, *points, *SPANS))


def check_results(results: Numbers) -> None:
    """Raise Damaged for results of games that cannot be.

    A win is 1, and nobody else has a share then; of several who win or draw, each has one half.
    A single player may win, draw or lose.
    """
    is_open = np.isnan(results)
    require(results.ndim == 2 and results.shape[1] > 0, "a result")
    require(bool((is_open.all(axis=1) | ~is_open.any(axis=1)).all()), "a result")
    require(bool((is_open | np.isin(results, (0, 0.5, 1))).all()), "a result")
    wins, shares = ((results == share).sum(axis=1) for share in (1, 0.5))
    is_decided = ((wins == 1) & (shares == 0)) | ((wins == 0) & (shares > 1))
    is_alone = results.shape[1] == 1
    require(is_alone or bool((is_open[:, 0] | is_decided).all()), "a result")


def check_figures(columns: Mapping[str, Numbers]) -> None:
    """Raise Damaged for figures that cannot be."""
    for name, column in columns.items():
        least, most = span_of(name)
        is_in_span = (column >= least) & (column <= most) & (np.abs(column) < LARGEST_NUMBER)
        is_right = np.isnan(column) | is_in_span
        require(bool(is_right.all()), f"`{name}` of a game")
