"""The benchmarks of docs/performance.md still run, a short row of each, and write numbers well."""

from __future__ import annotations

import contextlib
import importlib.util
import sys
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.both_engines import walk
from support.diagnosing import bundled
from support.quick import each

from interpreter import Game, load_game
from interpreter.bridges.episode import Episode
from interpreter.native.build.compilers import find_compiler
from interpreter.spaces import VectorGame


def script(name: str) -> ModuleType:
    """A script of this folder as a module."""
    path = Path(__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"bench_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses look for their module
    spec.loader.exec_module(module)
    return module


native, startup, studies, games, bridges, searches = map(
    script, ("native", "startup", "studies", "games", "bridges", "searches")
)
pytestmark = pytest.mark.skipif(find_compiler() is None, reason="no C compiler")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""), (0.163, "0.16"), (1.424, "1.42"), (16.52, "16.5"), (113.4, "113"),
        (948_712.0, "949,000"), (12_200_000, "12,200,000"),
    ],
)  # fmt: skip
def test_numbers_have_three_digits(value: float | None, text: str) -> None:
    assert native.number(value) == text


def test_one_row(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["native.py", "--only", "tic", "--runs", "1", "--seconds", "0.1"]
    monkeypatch.setattr(sys, "argv", words)
    native.main()
    *_, head, rule, row = capsys.readouterr().out.splitlines()
    assert head.count("|") == rule.count("|") == row.count("|") == len(native.HEAD) + 1
    title, length, rate, *_ = (cell.strip() for cell in row.strip("|").split("|"))
    assert title == "tic-tac-toe" and 7.3 < float(length) < 7.9
    assert int(rate.replace(",", "")) > 10_000


@pytest.mark.parametrize("name", ["startup", "games", "growth", "reference", "bridges", "searches"])
@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("tic-tac-to", "no bundled game is called `tic-tac-to`; "),
        ("--nothing", "unrecognized arguments: --nothing"),
    ],
)
def test_a_wrong_argument_is_said_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    name: str, word: str, said: str,
) -> None:  # fmt: skip
    words = ["--only", word] if name == "bridges" and not word.startswith("-") else [word]
    monkeypatch.setattr(sys, "argv", [f"{name}.py", *words])
    with pytest.raises(SystemExit) as ended:
        script(name).main()
    assert ended.value.code == 2 and said in capsys.readouterr().err.splitlines()[-1]


def test_the_start_of_one_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["startup.py", "tic-tac-toe"])
    startup.main()
    _, row = capsys.readouterr().out.splitlines()
    name, lines, *times = row.split()
    _imports, python, compiler, uncached, cached = map(float, times)
    assert name == "tic-tac-toe" and int(lines) > 0 and python > 0 and compiler > 0 and cached > 0
    assert uncached == pytest.approx(python + compiler, abs=0.002)


def test_the_summary_of_starts() -> None:
    short = startup.Times("one", 10, 0.1, 0.1, 0.1, 0.05)
    long = startup.Times("two", 100, 0.1, 0.2, 0.4, 0.07)
    rows = [line.split("|")[2:-1] for line in startup.summary([short, long]).split("\n")[2:4]]
    assert [[cell.strip() for cell in row] for row in rows] == [
        ["1", "0.20 s", "0.20 s", "1", "1", "0.050 s", "0.05 s"],
        ["2", "0.40 s", "0.60 s", "1", "1", "0.060 s", "0.07 s"],
    ]


def test_the_lines_of_a_variant_count_with_those_of_its_base() -> None:
    chess, variant = (
        Path(startup.ROOT, "games", f"{name}.yaml").read_text("utf-8").count("\n")
        for name in ("chess", "three-check")
    )
    assert startup.lines_of("three-check") == chess + variant > startup.lines_of("chess") == chess


@pytest.mark.slow
def test_many_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["--measured", "1500", "--plain", "1600", "--folder", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", ["studies.py", *words])
    studies.main()
    _, *rows = capsys.readouterr().out.splitlines()
    assert [row.split()[-1] for row in rows] == ["1,500", "0", "1,500", "0", "1,600", "0"]


def played(name: str, steps: int) -> None:
    """Every bridge that fits a game plays like the engine."""
    game = load_game(name)
    for play in bridges.BRIDGES.values():
        with contextlib.suppress(bridges.Unfit):
            play(game, steps, 5)


@pytest.mark.parametrize("name", ["rock-paper-scissors", "royal-game-of-ur", "kuhn-poker"])
def test_bridges_play_like_the_engine(name: str) -> None:
    played(name, 60)


@pytest.mark.parametrize("array", ["masks", "rewards"])
def test_a_difference_in_many_games_is_found(array: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play = VectorGame.step

    def step(games: VectorGame, actions: Any) -> None:
        play(games, actions)
        wrong = games.masks.any(axis=1) if array == "masks" else games.terminated
        getattr(games, array)[wrong] = 1  # all actions are legal; all seats win

    monkeypatch.setattr(VectorGame, "step", step)
    with pytest.raises(AssertionError):
        bridges.play_many(load_game("tic-tac-toe"), 256 * 12, 5)


@pytest.mark.parametrize("wrong", ["mask", "result"])
def test_a_difference_in_an_environment_is_found(
    wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = getattr(Episode, wrong)
    if wrong == "mask":
        monkeypatch.setattr(Episode, wrong, lambda *given: right(*given) | 1)  # all are legal
    else:
        swapped = property(lambda episode: (right.fget(episode) or [])[::-1] or None)
        monkeypatch.setattr(Episode, wrong, swapped)
    for play in (bridges.play_env, bridges.play_parallel):
        with pytest.raises(AssertionError):
            play(load_game("tic-tac-toe"), 60, 5)


def queue(monkeypatch: pytest.MonkeyPatch, path: Path, *more: str) -> int:
    words = ["bridges.py", "--only", "kuhn-poker", "tic-tac-toe", "--ledger", str(path), *more]
    monkeypatch.setattr(sys, "argv", words)
    result: int = bridges.main()
    return result


def test_what_was_played_is_kept_and_gone_on_with(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, given = tmp_path / "ledger.csv", list[tuple[str, int, int]]()

    def wrong(game: Game, steps: int, seed: int) -> None:
        given.append((game.name, steps, seed))
        if game.name == "kuhn-poker":
            raise AssertionError("a difference")

    def unfit(game: Game, steps: int, seed: int) -> None:
        raise bridges.Unfit(f"{game.seats} seats")

    monkeypatch.setattr(bridges, "BRIDGES", {"wrong": wrong, "unfit": unfit})
    monkeypatch.setattr(bridges, "FIRST", 40)
    chosen = "--bridges", "wrong", "unfit"
    assert queue(monkeypatch, path, *chosen, "--to", "100") == 1
    assert queue(monkeypatch, path, *chosen, "--to", "150") == 1
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    assert lines == [
        "game,bridge,steps,wrong,unfit", "kuhn-poker,unfit,0,0,2 seats", "kuhn-poker,wrong,0,2,",
        "tic-tac-toe,unfit,0,0,2 seats", "tic-tac-toe,wrong,150,0,",
    ]  # fmt: skip
    assert [path] == list(tmp_path.iterdir())
    played = [steps for name, steps, _ in given if name == "tic-tac-toe"]
    assert played[0] == 41 and sum(played) == 150  # a short slice first
    assert len({(name, seed) for name, _, seed in given}) == len(given)
    ticks = count()  # of a clock that no other process makes late
    monkeypatch.setattr(bridges, "monotonic", lambda: next(ticks))
    monkeypatch.setattr(bridges, "sleep", lambda seconds: None)
    with bridges.locked(bridges.ROOT / "games" / "tic-tac-toe.yaml"):  # somebody else plays it
        assert queue(monkeypatch, path, *chosen, "--to", "500", "--seconds", "30") == 1
    assert "tic-tac-toe,wrong,150,0," in path.read_text()
    capsys.readouterr()
    assert queue(monkeypatch, path, "--table", "--bridges") == 0
    *_, rule, one, two, _, why = capsys.readouterr().out.splitlines()
    assert one == "| unfit | 0 | 0 | 0 | 0 | 0 | 2 |"
    assert two == "| wrong | 2 | 0 | 150 | 0 | 3 | 0 |"
    assert why == "- 2 seats (unfit): kuhn-poker, tic-tac-toe" and rule.startswith("|---")


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(bundled()))
def test_bridges_play_every_game_like_the_engine(name: str) -> None:
    played(name, 500)


def test_every_row_is_a_game_with_these_options() -> None:
    for row in native.ROWS:
        if row.options:
            assert load_game(row.name, **row.options).options.items() >= row.options.items()


@pytest.mark.parametrize("path", each(2, games.OUTSIDE), ids=lambda path: path.stem)
def test_both_engines_play_the_files_outside_the_library(path: Path) -> None:
    game = load_game(path)
    assert game.why_reference is None
    most = 10 if len(game.board.cells) < 400 else 1  # where a position takes seconds
    assert walk(game, seed=1, most=most) > 0


def test_the_time_of_an_action_is_compared_within_a_size() -> None:
    def game(name: str, cells: int, action: float) -> object:
        return games.Measured(name, cells, 0, 0, 0.0, 0.0, 0, 0, 1.0, action)

    many = [game("a", 9, 10.0), game("b", 16, 20.0), game("c", 10, 90.0), game("d", 81, 7.0)]
    assert games.times_median(many) == {"a": 0.5, "b": 1.0, "c": 4.5, "d": 1.0}


def test_a_file_outside_is_a_link_to_the_file() -> None:
    path = games.OUTSIDE[0]
    assert games.link(str(path)) == f"[_{path.stem}_](../tests/bench/outside/{path.name})"
    assert games.link("hex") == "[`hex`](games/hex.md)"


def test_a_match_between_two_processes() -> None:
    """Whoever has the second seat of it has the first one of the next."""
    agents = ("uct:400", "random")
    sides = tuple(searches.Side(searches.ROOT, "connect-four", agent, 0) for agent in agents)
    assert [searches.match(sides, number, opening=1) for number in (0, 1)] == [1, 1]
    for side in sides:
        side.close()


def test_the_clock_of_the_search_is_where_the_matches_exchange_it() -> None:
    file = searches.ROOT / "interpreter/native/c/search_common.c"
    common = file.read_text(encoding="utf-8")
    assert common.count(searches.CLOCK[0]) == 1
