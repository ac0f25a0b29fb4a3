"""Random games measured all at once have the figures that they have one by one."""

from __future__ import annotations

import json
import zlib

import numpy as np
import pytest

from interpreter import load_game
from interpreter.study.play.batch import Batch
from interpreter.study.play.games import walk_game
from interpreter.study.play.walked import walk_figures
from interpreter.study.store.contents import Damaged
from interpreter.study.store.packed_columns import packed_columns, unpacked_columns

GAMES = 12
MOST = 400  # moves, which some games of Go need more of
QUICK = ("branching", "forced", "passes", "coverage", "filled", "swap", "action ", "choice", "tree",
         "pieces", "growth", "removals")  # fmt: skip
NAMES = ("squ", "hex", "english-draughts", "reversi", "royal-game-of-ur", "quarod", "dark-hex",
         "tic-tac-toe", "nine-mens-morris")  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_figures_are_those_of_one_game_after_another(name: str) -> None:
    game = load_game(name)
    engine = game.engine()
    (walks,) = engine.walks(engine.start(), 0, GAMES, 7, MOST) or ()
    figures = walk_figures(walks, game)
    batch = Batch(0, 0, ("random",), 0, GAMES, 7, True, MOST, engine.name, "", "")
    for number in range(GAMES):
        row = walk_game(batch, game, number)
        assert row.facts is not None
        facts = json.loads(row.facts)
        assert (walks.turns[number], walks.lengths[number]) == (row.turns, row.moves)
        result = walks.results[number]
        assert row.result is None if np.isnan(result[0]) else tuple(result) == row.result
        wanted = {k: v for k, v in facts["figures"].items() if k.startswith(QUICK)}
        own = {key: column[number] for key, column in figures.items()}
        assert {k: own[k] for k in wanted} == pytest.approx(wanted)
        assert not any(v > 0 for k, v in own.items() if k not in wanted)  # what others did


def test_the_reference_engine_has_no_quicker_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_ENGINE", "reference")
    engine = load_game("tic-tac-toe").engine()
    assert engine.walks(engine.start(), 0, 2, 7, 100) is None


# ---- as bytes ----------------------------------------------------------------------------------

COLUMNS = {"turns": np.array([5.0, 6, 7]), "branching": np.array([2.5, 3, np.nan])}
NAMED, DATA = packed_columns(COLUMNS)
BODY = zlib.decompress(DATA)


def test_columns_come_back_as_they_were() -> None:
    again = unpacked_columns(NAMED, DATA, 3)
    assert list(again) == list(COLUMNS)
    assert all(np.array_equal(again[key], COLUMNS[key], equal_nan=True) for key in COLUMNS)


WRONG = [
    ("{", DATA), ("{}", DATA), ('["turns"]', DATA), ('["turns", "turns"]', DATA),
    ('["turns", 7]', DATA), ('["turns", "a", "b"]', DATA),
    ("[]", DATA), ('["turns\\n", "b"]', DATA),
    (NAMED, DATA[:-3]), (NAMED, b"no columns"), (NAMED, zlib.compress(BODY + b"\0")),
    (NAMED, zlib.compress(b"\0" * 50_000_000)),
    (NAMED, zlib.compress(BODY[:-8] + np.array([np.inf]).tobytes())),
    (str(list(map(str, range(501)))).replace("'", '"'), zlib.compress(b"\0" * 24 * 501)),
]  # fmt: skip


@pytest.mark.parametrize("place", range(len(WRONG)))
def test_columns_that_cannot_be(place: int) -> None:
    names, data = WRONG[place]
    with pytest.raises(Damaged):
        unpacked_columns(names, data, 3)


@pytest.mark.parametrize("count", [0, -1, 2, 4, 10**9])
def test_more_or_fewer_games_than_there_are(count: int) -> None:
    with pytest.raises(Damaged):
        unpacked_columns(NAMED, DATA, count)
