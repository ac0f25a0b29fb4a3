"""Playing random games of which no more is kept than what became of them, and some figures.

A worker sends them as text: the names of columns and their bytes in base64, checked on arrival.
"""

from __future__ import annotations

import json
import time
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from interpreter.agents.search import prepare
from interpreter.board.values import Played
from interpreter.board.walks import Walks
from interpreter.study.plan.metrics import Numbers
from interpreter.study.play.walked import walk_figures
from interpreter.study.store.contents import require
from interpreter.study.store.outcomes import (
    LENGTHS,
    Outcomes,
    check_figures,
    check_results,
    check_whole,
    known_figures,
    result_columns,
    results_in,
)
from interpreter.study.store.packed_columns import packed_columns, unpacked_columns

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.study.play.batch import Batch

Parts = tuple[Numbers, Numbers, Numbers, dict[str, Numbers]]  # results, turns, moves, figures


def random_outcomes(batch: Batch, game: Game) -> Outcomes:
    """The random games of a batch."""
    if batch.is_measured:
        prepare(game.start())  # the first batch builds a library, which is no time of a game
    begun = time.perf_counter()
    engine, where = game.engine(), (batch.first, batch.count, batch.seed, batch.most_moves)
    found = engine.walks(engine.start(), *where) if batch.is_measured else None
    if found is None:
        columns = plain(game.random_games(*where), game)
    else:
        columns = joined([measured(walks, game) for walks in found])
    return Outcomes(batch.first, *columns, time.perf_counter() - begun)


def plain(games: Sequence[Played], game: Game) -> Parts:
    """What became of games."""
    nobody = (np.nan,) * game.seats
    results = np.array([one.result or nobody for one in games], np.float64)
    return (
        won(results, game),
        np.array([one.turns for one in games], np.float64),
        np.array([one.moves for one in games], np.float64), gained(results, game),
    )  # fmt: skip


def won(results: Numbers, game: Game) -> Numbers:
    """The win shares of games from their results, a row each."""
    if game.results.has_whole_game or not len(results):
        return results
    distinct, places = np.unique(results, axis=0, return_inverse=True)
    shares = [
        row if np.isnan(row[0]) else np.array(game.results.wins(row.tolist())) for row in distinct
    ]
    return np.array(shares)[places.ravel()]


def gained(results: Numbers, game: Game) -> dict[str, Numbers]:
    """What each seat got, where that is more than who has won."""
    if game.results.has_whole_game:
        return {}
    return {f"gained-{seat}": column for seat, column in enumerate(results.T, 1)}


def measured(walks: Walks, game: Game) -> Parts:
    """What became of games, and their figures."""
    turns, moves = walks.turns.astype(np.float64), walks.lengths.astype(np.float64)
    figures = walk_figures(walks, game) | gained(walks.results, game)
    return won(walks.results, game), turns, moves, figures


def joined(parts: Sequence[Parts]) -> Parts:
    """Games one behind another; what some of them never did is 0 for these."""
    results, turns, moves, figures = zip(*parts, strict=True)
    names = sorted({name for each in figures for name in each})
    return np.concatenate(results), np.concatenate(turns), np.concatenate(moves), {
        name: np.concatenate([
            each.get(name, np.zeros(len(some))) for each, some in zip(figures, turns, strict=True)
        ]) for name in names
    }  # fmt: skip


# ---- as text -----------------------------------------------------------------------------------


def outcomes_text(games: Outcomes) -> str:
    """Games as a worker sends them."""
    columns = result_columns(games.results)
    names, data = packed_columns(columns | {"turns": games.turns, "moves": games.moves}
                                 | dict(games.figures))  # fmt: skip
    return json.dumps({
        "first": games.first, "seconds": games.seconds, "names": names,
        "data": b64encode(data).decode(),
    })  # fmt: skip


def outcomes_of(text: str, batch: Batch, game: Game) -> Outcomes:
    """Games that a worker has sent, which must be those of a batch.

    Raises ValueError, TypeError, KeyError and Damaged.
    """
    told = json.loads(text)
    seconds = told["seconds"]
    require(told["first"] == batch.first, "the number of the first game")
    require(isinstance(seconds, float) and 0 <= seconds < 1e9, "the time that games took")
    columns = unpacked_columns(told["names"], b64decode(told["data"], validate=True), batch.count)
    results = results_in(columns)
    require(len(results) == game.seats, "a result")
    table = np.array(results).T
    turns, moves = (columns.pop(name) for name in LENGTHS)
    check_results(table)
    for column in (turns, moves):
        check_whole(column, 0, batch.most_moves, "the length of a game")
    seats = result_columns(table)
    figures = {name: column for name, column in columns.items() if name not in seats}
    require(figures.keys() <= known_figures(game), "a figure that no game has")
    check_figures(figures)
    return Outcomes(batch.first, table, turns, moves, figures, seconds)
