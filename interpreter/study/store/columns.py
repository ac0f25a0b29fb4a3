"""The games of a study as columns of numbers, as metrics take them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from interpreter.reference.turns import PASS
from interpreter.study.plan.metrics import SPANS, Games, Numbers
from interpreter.study.plan.study import Study
from interpreter.study.store.contents import require, result_of
from interpreter.study.store.store import Store, told


class Columns:
    """Reads games of a study, up to a number."""

    def __init__(self, study: Study, store: Store):
        self.study = study
        self.store = store

    def have(self, variant: int, pairing: int, most: int) -> int:
        """How many games there are without a gap from the first one, at most so many."""
        missing = self.store.missing(variant, pairing, most)
        return missing[0][0] if missing else most

    def games(self, variant: int, pairing: int, below: int) -> Games:
        """The games with numbers below a number, of which none is missing; without figures."""
        rows = self.store.rows(variant, pairing, below)
        seats = self.study.variants[variant].game.seats
        table: dict[str | None, tuple[float, ...]] = {None: (np.nan,) * seats}
        with told(self.store.path):
            for text, _, _ in rows:
                if text not in table:
                    table[text] = result_of(text) or ()
                    require(len(table[text]) == seats, "a result")
        results = np.array([table[text] for text, _, _ in rows]).reshape(len(rows), seats)
        turns = np.array([turns for _, turns, _ in rows], dtype=np.float64)
        moves = np.array([moves for _, _, moves in rows], dtype=np.float64)
        first, first_won = self.of_first(pairing, results)
        return Games(results, turns, moves, first, first_won, {})

    def facts(self, variant: int, pairing: int, below: int) -> dict[int, dict[str, Any]]:
        """The facts of the games that were looked at, by number."""
        cells = len(self.study.variants[variant].game.board.cells)
        return dict(self.store.facts(variant, pairing, below, cells))

    def of_first(self, pairing: int, results: Numbers) -> tuple[Numbers, Numbers]:
        """For the seats of the agent that is named first: mean result, and whether one has won."""
        who, (count, seats) = self.study.all_pairings[pairing], results.shape
        period = len(who.agents)
        mean, won = (np.full(count, np.nan) for _ in range(2))
        phases = np.arange(count) % period
        for phase in range(period):
            chosen = phases == phase
            own = results[chosen][:, list(who.seats_of_first(phase, seats))]
            mean[chosen] = own.mean(axis=1)
            won[chosen] = np.where(np.isnan(mean[chosen]), np.nan, (own == 1).any(axis=1))
        return mean, won

    def with_figures(
        self, variant: int, pairing: int, games: Games, facts: Mapping[int, dict[str, Any]]
    ) -> Games:
        """The games with the figures of those that were looked at, whose facts are given.

        An action of the rules that no game has used has a figure too, which is 0.
        """
        pieces = [*self.store.figures(variant, pairing, games.count)]
        known = (*self.study.variants[variant].game.model.actions, PASS)
        names = {f"action {action}" for action in known} if facts or pieces else set[str]()
        told = {name for fact in facts.values() for name in fact["figures"]}
        told |= {name for _, piece in pieces for name in piece}
        seats = range(1, games.seats + 1)
        names |= told & {*SPANS, *(f"points-{seat}" for seat in seats)}  # a file may have others
        columns = {name: np.full(games.count, np.nan) for name in sorted(names)}
        for number, fact in facts.items():
            for name, column in columns.items():
                is_action = name.startswith("action ") and "branching" in fact["figures"]
                column[number] = fact["figures"].get(name, 0.0 if is_action else np.nan)
        for first, piece in pieces:
            nothing = np.zeros(len(next(iter(piece.values()))))
            for name, column in columns.items():
                found = piece.get(name, nothing if name.startswith("action ") else np.nan)
                column[first : first + len(nothing)] = found
        return replace(games, figures=columns)
