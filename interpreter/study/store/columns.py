"""The games of a study as columns of numbers, as metrics take them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from interpreter.study.plan.metrics import Games, Numbers
from interpreter.study.plan.study import Study
from interpreter.study.store.contents import require, result_of
from interpreter.study.store.faults import told
from interpreter.study.store.outcomes import Outcomes, known_figures
from interpreter.study.store.packed_columns import MOST_GAMES
from interpreter.study.store.store import Store
from interpreter.study.store.tallies import (
    DECIDED,
    OFTEN,
    SWAP,
    Tally,
    figure_samples,
    joined,
    tally_of,
)


class Columns:
    """Reads games of a study, up to a number."""

    def __init__(self, study: Study, store: Store):
        self.study = study
        self.store = store

    def have(self, variant: int, pairing: int, most: int) -> int:
        """How many games there are without a gap from the first one, at most so many."""
        missing = self.store.missing(variant, pairing, most)
        return missing[0][0] if missing else most

    # ---- one by one ----

    def games(self, variant: int, pairing: int, below: int) -> Games:
        """The games with numbers below a number, of which none is missing; without figures."""
        results, turns, moves = self.outcomes(variant, pairing, 0, below)
        first, first_won = self.of_first(pairing, results)
        return Games(results, turns, moves, first, first_won, {})

    def outcomes(
        self, variant: int, pairing: int, first: int, end: int
    ) -> tuple[Numbers, Numbers, Numbers]:
        """Results, turns and moves of the games from a number up to another one."""
        seats = self.study.variants[variant].game.seats
        table: dict[str | None, tuple[float, ...]] = {None: (np.nan,) * seats}
        parts = [np.empty((0, seats + 2))]
        with told(self.store.path):
            for rows in self.store.rows(variant, pairing, first, end):
                for text in {text for text, _, _ in rows} - table.keys():
                    table[text] = result_of(text) or ()
                    require(len(table[text]) == seats, "a result")
                parts.append(np.array([(*table[text], *rest) for text, *rest in rows], np.float64))
        whole = np.concatenate(parts)
        return whole[:, :-2], whole[:, -2], whole[:, -1]

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
        wanted = self.wanted(variant)
        pieces = [*self.store.figures(variant, pairing, 0, games.rows, wanted)]
        told = {name for fact in facts.values() for name in fact["figures"]}
        told |= {name for _, piece in pieces for name in piece}
        names = self.known(variant, told) if facts or pieces else []
        columns = {name: np.full(games.rows, np.nan) for name in names}
        for number, fact in facts.items():
            for name, column in columns.items():
                is_action = name.startswith("action ") and DECIDED in fact["figures"]
                column[number] = fact["figures"].get(name, 0.0 if is_action else np.nan)
        for first, piece in pieces:
            fill(columns, first, piece)
        return replace(games, figures=columns)

    def known(self, variant: int, told: set[str]) -> list[str]:
        """The names of figures among those that a file tells, and of all actions of the rules."""
        return sorted(n for n in self.wanted(variant) if n in told or n.startswith("action "))

    def wanted(self, variant: int) -> frozenset[str]:
        """The names of all figures that there can be: a file may have others."""
        return known_figures(self.study.variants[variant].game)

    # ---- many at once ----

    def counted(
        self, variant: int, pairing: int, below: int, facts: Mapping[int, dict[str, Any]]
    ) -> Games:
        """The games with numbers below a number, of which none is missing, with the figures of
        those that were looked at, whose facts are given.

        Random games of which there is a tally, and all behind them, are counted rather than read
        one by one; so there are as many rows as they have different outcomes.
        """
        is_random = self.study.all_pairings[pairing].is_random
        pieces = self.store.pieces(variant, pairing, below) if is_random else []
        own = pieces[0][0] if pieces else below
        with told(self.store.path):
            require(all(number < own for number in facts), "the facts of a game")
        games = self.games(variant, pairing, own)
        games = self.with_figures(variant, pairing, games, facts)
        return self.further(variant, pairing, games, below) if pieces else games

    def further(self, variant: int, pairing: int, games: Games, below: int) -> Games:
        """Games, and those after them up to a number, which are counted."""
        seats = games.seats
        others = (
            self.tally(variant, pairing, n, min(n + MOST_GAMES, end))
            for first, end in self.store.between(variant, pairing, below)
            for n in range(max(first, games.rows), end, MOST_GAMES)
        )
        read = self.store.tallies(variant, pairing, below, seats, self.wanted(variant))
        whole = joined(chain(read, others))
        rows = whole.outcomes
        results = whole.results
        mean, won = self.of_first(pairing, results)
        nothing = np.full(len(results), np.nan)
        told = {*whole.figures, *(rows.keys() & {SWAP})}
        names = self.known(variant, told | games.figures.keys()) if told or games.figures else []
        missing = np.full(games.rows, np.nan)
        return Games(
            np.concatenate([games.results, results]),
            np.concatenate([games.turns, rows["turns"]]),
            np.concatenate([games.moves, rows["moves"]]),
            np.concatenate([games.first, mean]),
            np.concatenate([games.first_won, won]),
            {
                name: np.concatenate([games.figures.get(name, missing),
                                      rows[SWAP] if name == SWAP and SWAP in rows else nothing])
                for name in names
            },
            np.concatenate([np.ones(games.rows, np.int64), rows[OFTEN].astype(np.int64)]),
            figure_samples([whole], names),
        )  # fmt: skip

    def tally(self, variant: int, pairing: int, first: int, end: int) -> Tally:
        """What is counted of games from a number up to another one, each of which is read."""
        results, turns, moves = self.outcomes(variant, pairing, first, end)
        pieces = [*self.store.figures(variant, pairing, first, end, self.wanted(variant))]
        names = {name for _, piece in pieces for name in piece}
        columns = {name: np.full(end - first, np.nan) for name in names}
        for begun, piece in pieces:
            fill(columns, begun - first, piece)
        return tally_of(Outcomes(first, results, turns, moves, columns, 0.0))


def fill(columns: Mapping[str, Numbers], place: int, piece: Mapping[str, Numbers]) -> None:
    """Write the figures of some games into columns; an action that none of them used is 0."""
    length = len(next(iter(piece.values())))
    decided = piece.get(DECIDED, np.full(length, np.nan))
    unused = np.where(np.isnan(decided), np.nan, 0.0)
    for name, column in columns.items():
        found = piece.get(name, unused if name.startswith("action ") else np.nan)
        column[place : place + length] = found
