"""Many games at once: what C writes is what the engines say of the same games."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.one_by_one import compared
from support.tiny import tiny

from gdl.source.diagnostics import GdlError
from interpreter import list_games, load_game
from interpreter.api.game import Game
from interpreter.spaces import ActionSpace
from interpreter.spaces.planes import Planes
from interpreter.spaces.vector import VectorGame

pytestmark = pytest.mark.usefixtures("native")

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("tic-tac-toe", {}), ("connect-four", {}), ("chess", {}), ("go", {"size": 5}),
    ("hex", {"size": 4, "pie": True}), ("backgammon", {}), ("kuhn-poker", {}), ("quardo", {}),
    ("rock-paper-scissors", {}), ("twenty-forty-eight", {}), ("dvonn", {}), ("quarto", {}),
    ("yahtzee", {}),
]  # fmt: skip
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")


@pytest.mark.parametrize(("name", "options"), GAMES, ids=[name for name, _ in GAMES])
def test_what_c_writes_is_what_states_say(name: str, options: dict[str, Any]) -> None:
    assert compared(load_game(name, **options), 3, 50, seed=7) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("name", list_games())
def test_every_game(name: str) -> None:
    game = load_game(name)
    if ActionSpace(game).steps:
        with pytest.raises(ValueError, match="have no single numbers"):
            VectorGame(game, 2)
        return
    compared(game, 4, 400, seed=11, max_moves=300)


# ---- seeds, counts and threads ----


def history(many: VectorGame, places: int, steps: int) -> Iterator[tuple[Any, ...]]:
    """All that is written of the first games of many while they are played at random."""
    for _ in range(steps):
        arrays = (many.masks, many.rewards, many.seats, many.terminated, many.truncated)
        yield tuple(array[:places].tolist() for array in arrays)
        many.step(many.random_actions())


def test_a_game_depends_on_its_seed_and_place_alone() -> None:
    game = load_game("backgammon")
    wanted = list(history(VectorGame(game, 5, seed=3), 5, 60))
    for count, threads in ((5, 3), (100, 1), (100, 2)):
        assert list(history(VectorGame(game, count, seed=3, threads=threads), 5, 60)) == wanted
    assert list(history(VectorGame(game, 5, seed=4), 5, 60)) != wanted


def test_reset_with_a_seed_begins_as_new() -> None:
    many = VectorGame(load_game("royal-game-of-ur"), 40, seed=1, threads=2)
    first = list(history(many, 40, 30))
    many.reset()
    assert list(history(many, 40, 30)) != first
    many.reset(seed=1)
    assert list(history(many, 40, 30)) == first


def exit_code(child: int, seconds: float = 60) -> int:
    """The exit code of a process, which is killed when it takes too long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    raise AssertionError("the forked process hangs")


@needs_fork
def test_a_forked_process_goes_on_with_threads_of_its_own() -> None:
    many = VectorGame(load_game("tic-tac-toe"), 200, seed=1, threads=2)
    child = os.fork()
    if child == 0:
        many.step(many.random_actions())
        os._exit(0 if (many.masks.sum(axis=1) == 8).all() else 1)
    assert exit_code(child) == 0
    many.step(many.random_actions())
    assert (many.masks.sum(axis=1) == 8).all()


@needs_fork
def test_games_that_another_thread_played_when_a_process_was_forked_are_refused() -> None:
    many = VectorGame(load_game("tic-tac-toe"), 50_000, seed=1, threads=2)
    leaves = threading.Event()

    def play() -> None:
        while not leaves.is_set():
            many.step(many.random_actions())

    player = threading.Thread(target=play)
    player.start()
    try:
        codes = {forked(many) for _ in range(12)}
    finally:
        leaves.set()
        player.join()
    assert 3 in codes <= {0, 3}
    many.step(many.random_actions())


def forked(many: VectorGame) -> int:
    """What becomes of a process that is forked and plays on: 0 for a step, 3 for a refusal."""
    child = os.fork()
    if child == 0:
        try:
            many.step(many.random_actions())
        except RuntimeError as error:
            os._exit(3 if "forked while another thread played these games" in str(error) else 1)
        os._exit(0)
    return exit_code(child)


def test_a_game_that_has_ended_begins_anew_whatever_its_action() -> None:
    many = VectorGame(load_game("tic-tac-toe"), 2, seed=1, max_moves=4)
    for cell in range(4):
        many.step([cell, 8 - cell])
    assert many.truncated.all() and not many.terminated.any() and not many.masks.any()
    many.step([-1, 10**6])
    assert not many.truncated.any() and many.masks.all() and not many.rewards.any()


SHARED = """
state:
  n: 0..9
actions:
  add(k in 1..2): add k to n
  skip: add 0 to n
  wait: add 0 to n
turn: (add, skip) or (add, add) or wait
end:
  - when n >= 5: draw
"""


def test_a_move_that_begins_several_ways_of_a_turn_is_drawn_as_often_as_others(
    tmp_path: Path,
) -> None:
    game = tiny(tmp_path, SHARED)
    assert [str(move) for move in game.start().moves()] == ["add 1", "add 2", "wait"]
    many = VectorGame(game, 6_000, seed=2)
    _, counts = np.unique(many.random_actions(), return_counts=True)
    assert counts == pytest.approx([2_000] * 3, abs=150)


# ---- what fails ----

UNLUCKY = """
extends: tic-tac-toe
state:
  n: 0..9
setup:
  - roll
  - require n != 3, "three is unlucky"
chance:
  roll(k in 1..3): set n to k
"""


def test_a_game_whose_set_up_fails_is_cut_off_and_others_go_on(tmp_path: Path) -> None:
    path = tmp_path / "unlucky.yaml"
    path.write_text(UNLUCKY)
    game = load_game(str(path))
    with pytest.raises(GdlError, match="setup-fails"):
        VectorGame(game, 50, seed=1)
    many = next(made for seed in range(99) if (made := begun(game, seed)))
    failed = 0
    for _ in range(60):
        moves = many.masks.any(axis=1)
        try:
            many.step(many.random_actions())
        except GdlError as error:
            assert "setup-fails" in str(error)
            assert many.truncated.any() and not many.masks[many.truncated].any()
            failed += 1
        assert (many.masks.any(axis=1) | many.terminated | many.truncated).all() and moves.any()
    assert failed


def begun(game: Game, seed: int) -> VectorGame | None:
    try:
        return VectorGame(game, 6, seed=seed)
    except GdlError:
        return None


ENDLESS = """
extends: tic-tac-toe
end:
  - when turns = 3 and count(m * k = 7 for m in 1..turns * 9000, k in 1..turns * 9000) < 9: draw
"""


def test_a_game_whose_step_goes_too_far_has_no_result(tmp_path: Path) -> None:
    path = tmp_path / "endless.yaml"
    path.write_text(ENDLESS)
    many = VectorGame(load_game(path), 2, seed=1)
    for _ in range(2):
        many.step(many.random_actions())
    with pytest.raises(GdlError, match="too-many-in-play"):
        many.step(many.random_actions())
    assert many.truncated.all() and not many.terminated.any() and not many.rewards.any()
    many.step([-1, -1])
    assert many.masks.all() and not many.truncated.any()


# ---- what is refused ----


def test_a_game_of_the_reference_engine_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("tic-tac-toe")
    monkeypatch.setattr(game, "_native_engine", "the native engine cannot play it")
    with pytest.raises(ValueError, match="the native engine cannot play it"):
        VectorGame(game, 2)


@pytest.mark.parametrize(
    ("actions", "error", "text"),
    [
        ([0, -1], ValueError, "game 1 was given the action -1, but the actions are from 0 to 8"),
        ([9, 0], ValueError, "game 0 was given the action 9, but the actions are from 0 to 8"),
        ([1, 4], ValueError, "game 1 was given the action 4, but `place b2` is not legal there"),
        (np.array([0, 2**40]), ValueError, f"game 1 was given the action {2**40}"),
        (np.array([0, 2**64 - 1], np.uint64), ValueError, f"the action {2**64 - 1}, but"),
        (np.array([0, 200], np.uint8), ValueError, "game 1 was given the action 200"),
        ([0.0, 1.0], TypeError, "the actions are an array of whole numbers, not of float64"),
        ([True, False], TypeError, "the actions are an array of whole numbers, not of bool"),
        (["a", "b"], TypeError, "whole numbers"),
        ([None, 1], TypeError, "whole numbers"),
        ([0], ValueError, r"the actions have the shape \(1,\), not \(2,\)"),
        ([[0, 1]], ValueError, r"the actions have the shape \(1, 2\), not \(2,\)"),
        (0, ValueError, r"the actions have the shape \(\), not \(2,\)"),
        ([[0], [1, 2]], ValueError, "inhomogeneous"),
    ],
)
def test_hostile_actions(actions: Any, error: type[Exception], text: str) -> None:
    many = VectorGame(load_game("tic-tac-toe"), 2, seed=1)
    many.step([4, 5] if "b2" not in text else [0, 4])
    before = many.masks.copy()
    with pytest.raises(error, match=text):
        many.step(actions)
    assert (many.masks == before).all()  # nothing was played
    many.step(np.array([1, 3], np.int64))
    assert many.masks.sum() == 14


def test_arrays_of_any_layout_are_read() -> None:
    many = VectorGame(load_game("tic-tac-toe"), 3, seed=1)
    spread = np.arange(6, dtype=np.int32)[::2]
    spread.flags.writeable = False
    swapped = np.array([1, 3, 5], ">i4")
    shifted = np.frombuffer(b"\0" + np.array([6, 7, 8], np.int32).tobytes(), np.uint8)[1:]
    for actions in (spread, swapped, shifted.view(np.int32)):
        many.step(actions)
    assert many.masks.sum() == 18


def test_arrays_that_were_written_to_do_no_harm() -> None:
    many = VectorGame(load_game("tic-tac-toe"), 1, seed=1)
    many.step([0])
    many.masks[:] = 1
    many.seats[:], many.terminated[:] = 1000, True
    with pytest.raises(ValueError, match="`place a1` is not legal"):
        many.step([0])
    many.step([1])
    assert many.seats.tolist() == [0] and not many.terminated.any()


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        ({"count": 0}, ValueError), ({"count": 2**40}, ValueError), ({"count": 1.5}, TypeError),
        ({"threads": 0}, ValueError), ({"max_moves": 0}, ValueError), ({"seed": "x"}, TypeError),
    ],
)  # fmt: skip
def test_arguments_that_are_none(wanted: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match=f"`{next(iter(wanted))}` is"):
        VectorGame(load_game("tic-tac-toe"), **{"count": 2, **wanted})


@pytest.mark.parametrize("observe", [False, True])
def test_misspelt_settings(observe: bool) -> None:
    game = load_game("tic-tac-toe")
    with pytest.raises(TypeError, match="`histroy` is no setting"):
        VectorGame(game, 2, observe=observe, histroy=2)
    with pytest.raises(TypeError, match="`left_out` is a list of names, not 'supply'"):
        VectorGame(game, 2, left_out="supply")


@pytest.mark.parametrize("kind", [VectorGame, Planes, ActionSpace])
def test_a_name_is_no_game(kind: Any) -> None:
    with pytest.raises(TypeError, match="`game` is a game that was loaded, as by `load_game`, not"):
        kind("tic-tac-toe", *[2][: kind is VectorGame])
