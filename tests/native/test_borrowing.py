"""The two libraries of a game: what plays is built at once, what searches when it is asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from interpreter import load_game
from interpreter.agents import AgentFailed, make_agent
from interpreter.native.build import cache
from interpreter.native.build.build import BuildFailed
from interpreter.native.build.compilers import find_compiler
from interpreter.native.build.flags import SUFFIX
from interpreter.native.emit.plain_state import FOLDER
from interpreter.native.program.borrowing import FILES
from interpreter.native.program.program import program_of
from interpreter.native.runtime.search import SearchOptions, run_search

pytestmark = pytest.mark.skipif(find_compiler() is None, reason="no C compiler")
ENTRIES = ("bw_search", "bw_perft", "bw_positions", "bw_graph", "bw_retrograde")
RULES = """\
game: Race
players: Red, Blue
board: square(2)
pieces: stone
actions:
  place(c in empty): put stone on c
turn: place
end:
  - when no empty: WINNER wins
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder; no private folder is there."""
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "PRIVATE", [])
    return tmp_path / "cache" / "native"


# ---- what is built when ----


def test_random_play_builds_nothing_that_searches(folder: Path) -> None:
    load_game("tic-tac-toe").playouts(20, seed=1)
    (path,) = folder.glob(f"*{SUFFIX}")
    built = path.read_bytes()
    assert b"bw_playouts" in built
    assert not [name for name in ENTRIES if name.encode() in built]


@pytest.mark.parametrize("name", ["tic-tac-toe", "english-draughts", "royal-game-of-ur"])
def test_the_text_that_plays_has_nothing_of_the_searches(name: str) -> None:
    text = program_of(load_game(name).reference).text
    for file in FILES:
        if file.endswith(".c"):  # looks within a turn use the headers too
            assert (FOLDER / file).read_text("utf-8") not in text
    assert not [entry for entry in ENTRIES if entry in text]


def test_what_searches_is_built_once_and_kept(
    folder: Path, some_level: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load_game("tic-tac-toe")
    assert game.perft(3) == 504
    kept = sorted(folder.iterdir())
    assert len([p for p in kept if p.suffix == SUFFIX]) == 3  # two that play: the first is quick
    assert len([p for p in kept if p.name.startswith("tic-tac-toe-search-")]) == 1
    monkeypatch.setattr("interpreter.native.build.build.build", None)  # nothing is built again
    again = load_game("tic-tac-toe")
    assert (again.perft(3), again.positions(2)) == (504, game.positions(2))
    assert sorted(folder.iterdir()) == kept


def test_processes_may_build_it_at_once(folder: Path) -> None:
    code = "from interpreter import load_game; print(load_game('tic-tac-toe').perft(4))"
    started = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    assert [process.communicate()[0].strip() for process in started] == ["3024"] * 2
    assert all(cache.is_sound(path) for path in folder.glob(f"*{SUFFIX}"))
    assert not list(folder.glob(".build-*"))


# ---- whose rules it has ----


def test_games_whose_states_are_alike_keep_their_own_rules(tmp_path: Path) -> None:
    games = []
    for number, winner in enumerate(("Red", "Blue")):
        path = tmp_path / str(number) / "race.yaml"
        path.parent.mkdir()
        path.write_text(RULES.replace("WINNER", winner))
        games.append(load_game(str(path)))
    for game in games:
        assert game.perft(4) == 24
    for game, result in (*zip(games, (1.0, 0.0), strict=True), (games[0], 1.0)):
        assert searched(game) == result


def searched(game) -> float:
    """What alpha-beta proves for the first seat."""
    start = game.start("native")
    report = run_search(
        start.engine.second, start.node.state, start.node.seen,
        SearchOptions("solve", seconds=5),
    )  # fmt: skip
    assert report.proved
    return report.shares[0]


# ---- where it cannot be had ----


def test_an_agent_says_that_it_cannot_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object) -> None:
        raise BuildFailed("the disk is full")

    monkeypatch.setattr("interpreter.native.runtime.library.load_second", fail)
    game = load_game("tic-tac-toe")
    with pytest.raises(AgentFailed, match="the disk is full"):
        make_agent("uct:10").choose(game.start(), Random(1))
