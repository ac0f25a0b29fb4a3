"""Random games of which no more is kept than what became of them, and some figures, as columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from interpreter.study.plan.metrics import Numbers, span_of
from interpreter.study.store.contents import require


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


def check_figures(columns: Mapping[str, Numbers]) -> None:
    """Raise Damaged for figures that cannot be."""
    for name, column in columns.items():
        least, most = span_of(name)
        is_right = np.isnan(column) | ((column >= least) & (column <= most))
        require(bool(is_right.all()), f"`{name}` of a game")
