"""Single states told by C: the same observations, masks and numbers as without it."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from support.diagnosing import bundled
from support.quick import each
from support.tiny import tiny

from interpreter import Game, load_game
from interpreter.native.build.compilers import NativeError
from interpreter.native.runtime import observing
from interpreter.spaces import ActionSpace
from interpreter.spaces.planes import Planes, TurnHistory

pytestmark = pytest.mark.usefixtures("native")

GAMES = ("backgammon", "whist", "chess", "stratego-small", "dvonn", "quoridor", "goofspiel",
         "tzaar", "battleship", "yahtzee", "quardo", "blokus-duo")  # fmt: skip


def of_c(game: Game, planes: Planes, actions: ActionSpace) -> None:
    """Let C tell of all states of a game from now on."""
    native = game.engine("native").analyses
    assert native is not None
    for telling in (planes.observer, actions.numbering):
        telling.begin(native.native)
        assert telling.engine is native.native or (telling is actions.numbering and actions.steps)


def compared(game: Game, moves: int, history: int = 3, steps: bool = False) -> None:
    """Compare what each seat sees of random games, and what may be chosen there."""
    plain, actions = ActionSpace(game, steps), ActionSpace(game, steps)
    planes = Planes(game, history=history, actions=actions)
    of_c(game, planes, actions)
    chooser, state, past = random.Random(7), game.start(), TurnHistory(history)
    for _ in range(moves):
        past.add(state)
        for seat in range(game.seats):
            seen = planes.observe(state, seat, past.states)
            assert seen.tobytes() == planes.looked_at(state, seat, past.states).tobytes(), seat
        assert actions.mask(state).tobytes() == plain.mask(state).tobytes()
        assert actions.legal(state) == plain.legal(state)
        if state.is_over:
            state, past = game.start(), TurnHistory(history)
        else:
            state = state.random_move(chooser)


@pytest.mark.parametrize("name", each(3, GAMES))
def test_c_tells_what_is_told_without_it(name: str) -> None:
    compared(load_game(name), 150)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(bundled()))
def test_of_every_game(name: str) -> None:
    game = load_game(name)
    compared(game, 400)
    compared(game, 100, history=1, steps=True)


def test_steps_that_were_chosen_are_shown() -> None:
    game = load_game("breakthrough", size=5)
    actions = ActionSpace(game, steps=True)
    planes, plain = (Planes(game, actions=actions) for _ in range(2))
    of_c(game, planes, actions)
    state = game.start()
    chosen = actions.numbers(state.moves()[0])[:2]
    seen = planes.observe(state, 0, chosen=chosen)
    assert seen.tobytes() == plain.observe(state, 0, chosen=chosen).tobytes()
    assert seen.tobytes() != planes.observe(state, 0).tobytes()


# ---- when the libraries are built ----


def test_libraries_are_built_once_it_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observing.Telling, "patience", 3)
    game = load_game("connect-four")
    state, planes, actions = game.start("native"), Planes(game), ActionSpace(game)
    native = game.engine("native").analyses
    assert native is not None
    monkeypatch.setattr(native.native, "is_optimised", False)
    for _ in range(5):
        planes.observe(state, 0)
    assert planes.observer.engine is None
    native.native.optimise()
    reference = game.start("reference")
    for _ in range(5):
        planes.observe(reference, 0)
    assert planes.observer.engine is None
    for _ in range(3):
        assert planes.observer.engine is actions.numbering.engine is None
        planes.observe(state, 0)
        actions.mask(state)
    assert planes.observer.engine is actions.numbering.engine is native.native
    assert (planes.observe(reference, 0) == planes.observe(state, 0)).all()
    after = state.play("drop d1")
    with_past = Planes(game, history=2)
    of_c(game, with_past, actions)
    mixed = with_past.observe(after, 1, [reference])  # a state that C does not know
    assert (mixed == with_past.observe(after, 1, [state])).all()


def test_a_library_that_the_cache_has_is_used_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("connect-four")
    state, planes, actions = game.start("native"), Planes(game), ActionSpace(game)
    of_c(game, planes, actions)
    for is_built in (True, False):
        if not is_built:
            monkeypatch.setattr(observing.build, "is_built", lambda *_: False, raising=False)
        planes, actions = Planes(game), ActionSpace(game)
        for _ in range(observing.FEW):
            assert planes.observer.engine is actions.numbering.engine is None
            planes.observe(state, 0)
            actions.mask(state)
        native = state.node.engine if is_built else None
        assert planes.observer.engine is actions.numbering.engine is native


def test_states_of_the_same_game_loaded_twice() -> None:
    game, again = load_game("connect-four"), load_game("connect-four")
    planes, actions = Planes(game), ActionSpace(game)
    of_c(game, planes, actions)
    state, other = game.start().play("drop d1"), again.start().play("drop d1")
    assert (planes.observe(other, 1) == planes.observe(state, 1)).all()
    assert (actions.mask(other) == actions.mask(state)).all()


def test_without_a_compiler_it_goes_on_without_c(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object) -> None:
        raise NativeError("no compiler")

    monkeypatch.setattr(observing, "load_second", fails)
    game = load_game("connect-four")
    planes, state = Planes(game), game.start("native")
    planes.observer.begin(state.node.engine)
    assert "states of connect-four are shown by code that is not native: no compiler" in (
        capsys.readouterr().err
    )
    assert (planes.observe(state, 0) == planes.looked_at(state, 0, ())).all()


def test_a_condition_that_c_cannot_evaluate_is_no_obstacle(tmp_path: Path) -> None:
    game = tiny(tmp_path, """
pieces: man
state:
  n: 0..9
sees:
  n: seen(board, n) > 1
actions:
  put(c in empty):
    - put man on c
    - add 1 to n
turn: put
end:
  - when no empty: draw
""")  # fmt: skip
    planes, state = Planes(game), game.start("native").play("put a1")
    planes.observer.begin(state.node.engine)
    assert planes.observer.engine is None
    assert np.array_equal(planes.observe(state, 0), planes.looked_at(state, 0, ()))
