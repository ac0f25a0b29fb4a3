"""What Python programs may hand in: anything else is refused before any work, on both engines."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from typing import Any

import pytest

from interpreter import IllegalMove, load_game
from interpreter.agents.agent import AgentFailed
from interpreter.agents.programs import ProgramAgent
from interpreter.agents.request import Request

NO_WHOLE = ("x", 1.5, 2.0, None, [], b"1", True, float("nan"))
ENGINES = ("native", "reference")


@pytest.fixture(params=ENGINES)
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("BOARDWRIGHT_ENGINE", request.param)
    return load_game("tic-tac-toe")


@pytest.mark.parametrize("value", NO_WHOLE, ids=repr)
def test_what_is_no_whole_number(game: Any, value: Any, capfd: pytest.CaptureFixture[str]) -> None:
    start = game.start()
    calls = [
        lambda: game.playouts(value),
        lambda: game.playouts(3, threads=value),
        lambda: game.perft(value),
        lambda: game.positions(value),
        lambda: start.perft(value),
        lambda: start.view(value),
    ]
    if value is not None:
        calls.append(lambda: game.playouts(3, seed=value))
    for call in calls:
        with pytest.raises(TypeError, match="is a whole number"):
            call()
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "value",
    [-1, -(10**40), 10**13, 10**30, 10**5000, 2**63, 2**64],
    ids=lambda v: f"{v.bit_length()} bits",
)
def test_whole_numbers_out_of_bounds(game: Any, value: int) -> None:
    start = game.start()
    for call in (
        lambda: game.playouts(value),
        lambda: game.playouts(3, threads=value),
        lambda: game.perft(value),
        lambda: game.positions(value),
        lambda: start.perft(value),
        lambda: start.view(value),
    ):
        with pytest.raises(ValueError, match="is from"):
            call()


def test_bounds_that_hold(game: Any) -> None:
    assert game.playouts(0).count == 0 and game.perft(0) == 1 and len(game.positions(0)) == 1
    assert game.playouts(3, seed=-5) == game.playouts(3, seed=-5 % 2**64)
    assert game.playouts(3, seed=2**64 + 7) == game.playouts(3, seed=7)
    assert game.playouts(3, seed=7, threads=256).count == 3
    with pytest.raises(ValueError, match="threads"):
        game.playouts(3, threads=0)


PATIENT = """\
import threading, time, _thread
from interpreter import load_game
game = load_game("tic-tac-toe")
threading.Timer(0.5, _thread.interrupt_main).start()
try:
    game.playouts(10**12, seed=1)
except KeyboardInterrupt:
    print("stopped")
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_ctrl_c_ends_random_games(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_ENGINE", engine)
    done = subprocess.run(
        [sys.executable, "-c", PATIENT], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == "stopped\n" and not done.stderr


# ---- states ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "[" * 10**5,
        '{"a":' * 10**5,
        '{"pending": ' + "[" * 800 + "]" * 800 + "}",
        "[]",
        "1",
        "",
        "nan",
        '{"turn": 1e999}',
        '{"turn": "x"}',
        '{"turn": -1}',
        '{"turn": NaN}',
        '{"seat": 5}',
        '{"result": "xy"}',
        '{"history": 1}',
        '{"heard": [1]}',
        '{"refused": [[]]}',
        '{"setup": [1]}',
        '{"colours": [1, 2]}',
        '{"supply": "x"}',
        '{"last": []}',
        '{"marks": 1}',
        '{"game": []}',
        '{"options": []}',
        '{"board": {"a1": {"kind": []}}}',
        '{"board": {"a1": {"kind": {}}}}',
        '{"turn": ' + "9" * 5000 + "}",
    ],
    ids=lambda t: t[:30],
)
def test_texts_that_are_no_states(game: Any, text: str) -> None:
    with pytest.raises(ValueError):
        game.state_from_json(text)


@pytest.mark.parametrize("value", [None, 5, b"{}", {}, ["{}"]])
def test_states_are_read_from_texts(game: Any, value: Any) -> None:
    with pytest.raises(TypeError, match="is a text"):
        game.state_from_json(value)


def test_any_value_under_any_heading(game: Any) -> None:
    """A state is read, or ValueError says why not."""
    luck, start = random.Random(4), json.loads(game.start().to_json())
    values = [None, True, -1, 0, 7, 10**20, 1.5, "x", "", [], [1], [[]], {}, {"a1": 1}, {"set": 1}]
    for key in start:
        for value in values:
            try:
                game.state_from_json(json.dumps(start | {key: value}))
            except ValueError:
                continue
    for _ in range(300):
        some = {key: luck.choice(values) for key in luck.sample(sorted(start), 3)}
        try:
            game.state_from_json(json.dumps(start | some))
        except ValueError:
            continue


# ---- moves -------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
def test_a_move_belongs_to_its_game(engine: str) -> None:
    small, large = load_game("hex", size=3), load_game("hex", size=4)
    ours, theirs = small.start(engine), large.start(engine)
    for move in theirs.moves():
        with pytest.raises(IllegalMove, match="of another game"):
            ours.play(move)
        with pytest.raises(IllegalMove, match="of another game"):
            ours.legal(move)
    with pytest.raises(AgentFailed, match="of another game"):
        ProgramAgent("theirs", lambda state, rng: theirs.moves()[0]).choose(ours, random.Random(1))


def test_moves_of_the_same_rules_are_the_same() -> None:
    one, other = load_game("hex", size=3), load_game("hex", size=3)
    for a, b in zip(one.start("native").moves(), other.start("reference").moves(), strict=True):
        assert a == b and hash(a) == hash(b)
        assert other.start("reference").play(a) == one.start("native").play(b)


@pytest.mark.parametrize("value", [None, 5, [], b"place a1"])
def test_a_move_is_a_move_or_its_text(game: Any, value: Any) -> None:
    for call in (game.start().play, game.start().parse, game.start().ask):
        with pytest.raises(TypeError, match="is a text"):
            call(value)


# ---- options, searches -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    [10**5000, None, 1.5, "x", [], {}, b"4", float("nan"), object()],
    ids=lambda v: type(v).__name__,
)
def test_options_that_cannot_be(value: Any) -> None:
    from gdl.source.diagnostics import GdlError

    with pytest.raises(GdlError):
        load_game("hex", size=value)
    with pytest.raises(GdlError):
        load_game("hex", **{"name": value})


@pytest.mark.parametrize(
    "wrong",
    [
        {"simulations": "x"},
        {"simulations": 1.5},
        {"threads": True},
        {"seed": "x"},
        {"depth": []},
        {"seconds": "x"},
        {"exploration": None, "nodes": "x"},
        {"seconds": True},
    ],
    ids=str,
)
def test_searches_of_wrong_types(wrong: Any) -> None:
    with pytest.raises(TypeError):
        Request("uct", **{"simulations": 5, **wrong})


@pytest.mark.parametrize(
    "wrong",
    [
        {"simulations": -1},
        {"simulations": 0},
        {"simulations": 10**30},
        {"threads": 0},
        {"threads": 1000},
        {"seconds": -1.0},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"exploration": -1},
        {"minimax": 1.5},
        {"depth": 0},
        {"nodes": 0},
        {"kind": "ucb"},
        {"kind": ""},
    ],
    ids=str,
)
def test_searches_that_cannot_be(wrong: Any) -> None:
    with pytest.raises(ValueError):
        Request(**{"kind": "uct", "simulations": 5, **wrong})
