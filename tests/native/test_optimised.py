"""A game begins with a library that is built quickly, and goes on with an optimised one."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import Any

import pytest
from support.quick import each

from interpreter import load_game
from interpreter.native.build import cache, flags
from interpreter.native.build.build import BuildFailed
from interpreter.native.build.compilers import find_compiler
from interpreter.native.build.flags import SUFFIX
from interpreter.native.runtime import library
from interpreter.native.runtime.engine import NativeEngine

pytestmark = [
    pytest.mark.skipif(find_compiler() is None, reason="no C compiler"),
    pytest.mark.usefixtures("some_level"),
]
GAME = "nim"
MOST = 10_000  # moves of a game
USUAL_BRIEF = ("-DBRIEF",)
LOOK_AHEAD = [  # games that have code which only saves time
    "catchup", "lasca", "nine-mens-morris", "chess", "chess960", "crazyhouse", "king-of-the-hill",
    "los-alamos-chess", "three-check", "whist", "xiangqi",
]  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder; no private folder is there."""
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "PRIVATE", [])
    return tmp_path / "cache" / "native"


def native() -> NativeEngine:
    engine = load_game(GAME).engine("native")
    assert isinstance(engine, NativeEngine)
    return engine


def refuse(*_args: object, **_options: object) -> None:
    raise BuildFailed("the disk is full")


def test_the_library_changes_within_random_games_and_the_games_do_not(folder: Path) -> None:
    engine = native()
    start = engine.start()
    begun = engine.playout_rows(start, 0, 60, 7, MOST)
    assert not engine.is_optimised and len(list(folder.glob(f"*{SUFFIX}"))) == 1
    engine.seconds_left = 0.0  # so that the first batch of the next games is the last of its kind
    assert engine.playout_rows(start, 0, 60, 7, MOST) == begun
    assert engine.is_optimised and len(list(folder.glob(f"*{SUFFIX}"))) == 2
    again = engine.playouts(start, 60, 7, 1, MOST)
    for name, value in (("count", 60), ("mean_moves", sum(row.moves for row in begun) / 60)):
        assert getattr(again, name) == pytest.approx(value)


def first_library(name: str, monkeypatch: pytest.MonkeyPatch, brief: tuple[str, ...]) -> Any:
    """The engine of a game with the library that it begins with, built with or without `BRIEF`."""
    monkeypatch.setattr(flags, "BRIEF", brief)
    engine: Any = load_game(name).engine("native")
    engine.seconds_left, engine.calls_left = inf, MOST**2  # it goes on with this library
    return engine


def test_the_first_library_looks_ahead_by_less_code(monkeypatch: pytest.MonkeyPatch) -> None:
    engines = [first_library("los-alamos-chess", monkeypatch, brief) for brief in ((), USUAL_BRIEF)]
    whole, brief = (Path(engine.library._name).stat().st_size for engine in engines)
    assert brief < whole * 0.9


@pytest.mark.parametrize("name", each(len(LOOK_AHEAD), LOOK_AHEAD))
def test_the_first_library_plays_the_same_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engines = [first_library(name, monkeypatch, brief) for brief in ((), USUAL_BRIEF)]
    whole, brief = (e.playout_rows(e.start(), 0, 5, 7, MOST) for e in engines)
    assert whole == brief and not engines[1].is_optimised
    assert engines[0].perft(engines[0].start(), 2) == engines[1].perft(engines[1].start(), 2)


@pytest.mark.parametrize("threads", [1, 3])
def test_batches_add_up(threads: int) -> None:
    quick, whole = native(), native()
    whole.optimise()
    assert whole.is_optimised and not quick.is_optimised
    for count in (0, 1, 2, 7, 40):
        found = quick.playouts(quick.start(), count, 3, threads, MOST)
        assert found == whole.playouts(whole.start(), count, 3, 1, MOST)
    assert list(quick.batches(5, 12)) == [(5, 1), (6, 2), (8, 4), (12, 5)]
    assert list(whole.batches(5, 12)) == [(5, 12)]


def test_many_calls_change_the_library() -> None:
    engine = native()
    node, engine.calls_left = engine.start(), 3
    moves = engine.keys(node)
    first = engine.play(node, moves[0], None)
    assert first is not None and not engine.is_optimised
    listed = engine.keys(first)
    assert engine.is_optimised
    assert engine.keys(first) == listed and engine.keys(node) == moves


def test_a_library_that_was_optimised_is_used_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    native().optimise()
    monkeypatch.setattr("interpreter.native.build.build.build", refuse)  # nothing is built again
    assert native().is_optimised


def test_what_searches_uses_the_rules_of_the_optimised_library() -> None:
    engine = native()
    baseline = engine.library
    engine.prepare()
    assert engine.is_optimised and engine.library is not baseline


def test_a_game_goes_on_where_it_cannot_be_optimised(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = native()
    start = engine.start()
    expected = engine.playouts(start, 30, 1, 1, MOST)
    monkeypatch.setattr(library, "ready", refuse)
    engine.seconds_left = 0.0
    assert engine.playouts(start, 30, 1, 1, MOST) == expected
    assert engine.playouts(start, 30, 1, 1, MOST) == expected
    said = capsys.readouterr().err
    assert said == f"{GAME} is played by code that is not optimised: the disk is full\n"
    with pytest.raises(BuildFailed, match="the disk is full"):
        engine.prepare()
