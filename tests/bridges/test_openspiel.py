"""Rule files as games of OpenSpiel: its checks, its algorithms, and what seats may not know."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.diagnosing import bundled

pyspiel = pytest.importorskip("pyspiel")
from open_spiel.python import policy  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    best_response,
    cfr,
    expected_game_score,
    exploitability,
    mcts,
)

from interpreter.bridges import openspiel  # noqa: E402
from interpreter.spaces.planes import Planes  # noqa: E402

QUICK = ("tic-tac-toe", "nim", "kuhn-poker", "leduc-poker", "rock-paper-scissors", "goofspiel",
         "phantom-tic-tac-toe", "liars-dice", "pig", "connect-four")  # fmt: skip


# ---- OpenSpiel's own checks ----


@pytest.mark.parametrize("name", QUICK)
def test_random_games_pass_the_checks_of_openspiel(name: str) -> None:
    pyspiel.random_sim_test(openspiel.load(name), 1, True, False, mask_test=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(bundled()))
def test_random_games_of_the_library_pass_the_checks_of_openspiel(name: str) -> None:
    pyspiel.random_sim_test(openspiel.load(name), 1, True, False, mask_test=True)


@pytest.mark.parametrize("name, kind", [
    ("tic-tac-toe", "SEQUENTIAL DETERMINISTIC PERFECT_INFORMATION ZERO_SUM"),
    ("backgammon", "SEQUENTIAL EXPLICIT_STOCHASTIC PERFECT_INFORMATION ZERO_SUM"),
    ("kuhn-poker", "SEQUENTIAL EXPLICIT_STOCHASTIC IMPERFECT_INFORMATION ZERO_SUM"),
    ("rock-paper-scissors", "SIMULTANEOUS DETERMINISTIC PERFECT_INFORMATION ZERO_SUM"),
    ("liars-dice", "SEQUENTIAL EXPLICIT_STOCHASTIC IMPERFECT_INFORMATION GENERAL_SUM"),
    ("sokoban", "SEQUENTIAL DETERMINISTIC PERFECT_INFORMATION GENERAL_SUM"),
])  # fmt: skip
def test_the_type_says_what_kind_of_game_it_is(name: str, kind: str) -> None:
    of = openspiel.load(name).get_type()
    words = (of.dynamics, of.chance_mode, of.information, of.utility)
    assert " ".join(word.name for word in words) == kind


# ---- its algorithms ----


PASS_OR_BET = {"check": 0, "fold": 0, "bet": 1, "call": 1}
FOLD_CALL_RAISE = {"fold": 0, "call": 1, "raise": 2}


def side_by_side(own: Any, theirs: Any, words: dict[str, int]) -> Iterator[tuple[Any, Any]]:
    """The decisions of a game here and there, found by the same cards and the same words."""
    if own.is_terminal():
        assert theirs.is_terminal() and own.returns() == theirs.returns()
        return
    if own.is_chance_node():
        assert len(own.chance_outcomes()) == len(theirs.chance_outcomes())
        for (a, p), (b, q) in zip(own.chance_outcomes(), theirs.chance_outcomes()):
            assert p == pytest.approx(q)
            yield from side_by_side(own.child(a), theirs.child(b), words)
        return
    assert own.current_player() == theirs.current_player()
    yield own, theirs
    named = {words[own.action_to_string(a)]: a for a in own.legal_actions()}
    assert sorted(named) == theirs.legal_actions()
    for theirs_action, action in named.items():
        yield from side_by_side(own.child(action), theirs.child(theirs_action), words)


def solved(game: Any, iterations: int) -> Any:
    """The average policy of CFR."""
    solver = cfr.CFRSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return solver.average_policy()


def check_same(own: Any, theirs: Any, words: dict[str, int], count: int, iterations: int) -> None:
    """Both have so many information sets, the same ones, and what algorithms find is the same."""
    pairs = list(side_by_side(own.new_initial_state(), theirs.new_initial_state(), words))
    known = {(a.information_state_string(), b.information_state_string()): (a, b) for a, b in pairs}
    assert len(known) == len({a for a, _ in known}) == len({b for _, b in known}) == count
    check_worth(own, theirs)
    one, other = solved(own, iterations), solved(theirs, iterations)
    for a, b in known.values():
        wanted = other.action_probabilities(b)
        for action, share in one.action_probabilities(a).items():
            assert share == pytest.approx(wanted[words[a.action_to_string(action)]], abs=1e-9)
    assert exploitability.nash_conv(own, one) == pytest.approx(
        exploitability.nash_conv(theirs, other), abs=1e-9
    )


def test_kuhn_poker_is_that_of_openspiel() -> None:
    own, theirs = openspiel.load("kuhn-poker"), pyspiel.load_game("kuhn_poker")
    check_same(own, theirs, PASS_OR_BET, 12, iterations=10)


@pytest.mark.slow
def test_leduc_poker_is_that_of_openspiel() -> None:
    own, theirs = openspiel.load("leduc-poker"), pyspiel.load_game("leduc_poker")
    check_same(own, theirs, FOLD_CALL_RAISE, 936, iterations=4)


def check_worth(own: Any, theirs: Any) -> None:
    """Uniform play is worth the same, and so is the best response to it."""
    found, wanted = (
        [
            exploitability.exploitability(game, uniform := policy.UniformRandomPolicy(game)),
            *expected_game_score.policy_value(game.new_initial_state(), [uniform] * 2),
            *(best_response.BestResponsePolicy(game, seat, uniform).value(
                game.new_initial_state()) for seat in range(2)),
        ]
        for game in (own, theirs)
    )  # fmt: skip
    assert found == pytest.approx(wanted, abs=1e-6)


def test_its_tree_search_takes_a_win_on_tic_tac_toe() -> None:
    game = openspiel.load("tic-tac-toe")
    state = game.new_initial_state()
    for text in ("place a1", "place a3", "place b1", "place b3"):
        state.apply_action(number(state, text))
    bot = mcts.MCTSBot(game, 2, 200, mcts.RandomRolloutEvaluator(
        1, np_random(3)), random_state=np_random(4))  # fmt: skip
    assert state.action_to_string(bot.step(state)) == "place c1"


def np_random(seed: int) -> Any:
    import numpy as np

    return np.random.RandomState(seed)


def number(state: Any, text: str) -> int:
    """The number of an action, or of an outcome of chance, by its text."""
    chance = state.is_chance_node()
    actions = [a for a, _ in state.chance_outcomes()] if chance else state.legal_actions()
    return next(a for a in actions if state.action_to_string(state.current_player(), a) == text)


def after(name: str, *texts: str, **parameters: Any) -> Any:
    """The state after some actions and outcomes."""
    state = openspiel.load(name, **parameters).new_initial_state()
    for text in texts:
        state.apply_action(number(state, text))
    return state


# ---- what a seat knows ----


@pytest.mark.parametrize("name, one, other, seat, seats_that_know", [
    ("kuhn-poker", ("deal First 1", "deal Second 2", "bet"),
     ("deal First 1", "deal Second 3", "bet"), 0, [1]),
    ("kuhn-poker", ("deal First 1", "deal Second 2", "bet"),
     ("deal First 3", "deal Second 2", "bet"), 1, [0]),
    ("leduc-poker", ("deal First 1-1", "deal Second 2-1"),
     ("deal First 1-1", "deal Second 3-2"), 0, [1]),
    ("phantom-tic-tac-toe", ("place a1",), ("place b2",), 1, [0]),
    ("dark-hex", ("place a1",), ("place b2",), 1, [0]),
])  # fmt: skip
def test_what_a_seat_may_not_see_changes_nothing_of_what_it_knows(
    name: str, one: tuple[str, ...], other: tuple[str, ...], seat: int, seats_that_know: list[int]
) -> None:
    a, b = after(name, *one), after(name, *other)
    assert str(a) != str(b)
    assert a.information_state_string(seat) == b.information_state_string(seat)
    assert a.observation_string(seat) == b.observation_string(seat)
    for knows in seats_that_know:
        assert a.information_state_string(knows) != b.information_state_string(knows)


@pytest.mark.parametrize(
    "name", ["kuhn-poker", "phantom-tic-tac-toe", "liars-dice", "goofspiel", "stratego-small"]
)
def test_a_seat_forgets_nothing_of_what_it_knew_and_did(name: str) -> None:
    state, chooser = openspiel.load(name).new_initial_state(), random.Random(2)
    seats = range(state.num_players())
    known = [""] * len(seats)
    for _ in range(60):
        now = [state.information_state_string(seat) for seat in seats]
        for seat in seats:
            assert now[seat].startswith(known[seat])
        known = now
        if state.is_terminal():
            break
        own = state.current_player()
        if state.is_simultaneous_node():
            actions = [chooser.choice(state.legal_actions(seat)) for seat in seats]
            texts = [state.action_to_string(seat, actions[seat]) for seat in seats]
            state.apply_actions(actions)
        else:
            action = chooser.choice(state.legal_actions())
            texts = {own: state.action_to_string(own, action)} if own >= 0 else {}
            state.apply_action(action)
        for seat in seats if isinstance(texts, list) else texts:
            told = state.information_state_string(seat).removeprefix(known[seat])
            assert f"> {texts[seat]}" in told.split("\n")


HUNT = """
game: Hunt
board: square(3)
players: White, Black
pieces: stone
sees:
  shoot: nothing
setup:
  - put stone of Black on {a1, c3}
actions:
  shoot(at in cells): remove at
turn: shoot
end:
  - when turns = 4: draw
"""


def test_a_seat_notices_what_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "hunt.yaml"
    path.write_text(HUNT, "utf-8")
    game, told = openspiel.load(path), {}
    for shot in ("shoot a1", "shoot c3", "shoot b2"):
        state = game.new_initial_state()
        state.apply_action(number(state, shot))
        told[shot] = state.information_state_string(1)
    assert len(set(told.values())) == 3


# ---- states ----


@pytest.mark.parametrize("name", ["leduc-poker", "chess", "goofspiel"])
def test_a_state_survives_being_written_and_read(name: str) -> None:
    game, chooser = openspiel.load(name), random.Random(5)
    state = game.new_initial_state()
    for _ in range(6):
        if state.is_simultaneous_node():
            state.apply_actions([chooser.choice(state.legal_actions(p)) for p in (0, 1)])
        else:
            state.apply_action(chooser.choice(state.legal_actions()))
    read_game, read = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(game, state)
    )
    assert str(read_game) == str(game)
    for copy in (read, state.clone()):
        assert str(copy) == str(state) and copy.history() == state.history()
        for seat in (0, 1):
            assert copy.information_state_string(seat) == state.information_state_string(seat)
            assert copy.observation_string(seat) == state.observation_string(seat)


WANDER = """
game: Wander
board: square(3)
players: White, Black
pieces: king
setup:
  - put king of White on a1
  - put king of Black on c3
actions:
  step(a in mine, b in neighbours(a) & empty):
    - move a to b
    - require seen(board) = 0
turn: step
end:
  - when stuck: mover loses
  - when turns = 40: draw
"""


def test_states_with_different_pasts_are_different_where_the_rules_ask(tmp_path: Path) -> None:
    path = tmp_path / "wander.yaml"
    path.write_text(WANDER, "utf-8")
    texts = set()
    game = openspiel.load(path)
    for corner in ("a2", "b1"):
        state = game.new_initial_state()
        for step in (f"step a1 {corner}", "step c3 c2", f"step {corner} b2", "step c2 c1"):
            state.apply_action(number(state, step))
        texts.add(str(state))
    assert len(texts) == 2
    assert len({state.observation_string(0), state.observation_string(1)}) == 2


def test_the_tensor_is_the_planes_of_the_seat() -> None:
    state = after("connect-four", "drop d1")
    planes = Planes(state.get_game().rules)
    assert state.get_game().observation_tensor_shape() == list(planes.shape)
    for seat in (0, 1):
        wanted = planes.observe(state.standing.state, seat).reshape(-1).tolist()
        assert any(wanted) and state.observation_tensor(seat) == wanted
    assert state.observation_tensor(0) != state.observation_tensor(1)


def test_options_are_parameters() -> None:
    openspiel.register("hex")
    game = pyspiel.load_game("boardwright_hex(size=3)")
    assert game.num_distinct_actions() == openspiel.load("hex", size=3).num_distinct_actions() < 12
    assert game.get_parameters()["size"] == 3
    assert pyspiel.load_game("boardwright_hex").num_distinct_actions() > 100


def test_a_game_that_takes_too_long_is_a_draw() -> None:
    game = openspiel.load("tic-tac-toe", max_game_length=4)
    state = game.new_initial_state()
    for text in ("place a1", "place a3", "place b1"):
        state.apply_action(number(state, text))
    assert not state.is_terminal()
    state.apply_action(number(state, "place b3"))
    assert game.max_game_length() == 4
    assert state.is_terminal() and state.returns() == [0, 0] and not state.legal_actions()


def test_all_choose_at_once() -> None:
    state = openspiel.load("rock-paper-scissors").new_initial_state()
    assert state.is_simultaneous_node()
    texts = [[state.action_to_string(p, a) for a in state.legal_actions(p)] for p in (0, 1)]
    assert texts[0] == texts[1] and len(texts[0]) == 3
    before = state.information_state_string(1)
    state.apply_actions([state.legal_actions(0)[0], state.legal_actions(1)[1]])
    assert before != state.information_state_string(1)


def test_only_what_is_legal_can_be_done() -> None:
    state = openspiel.load("tic-tac-toe").new_initial_state()
    state.apply_action(0)
    with pytest.raises(ValueError, match="a1"):
        state.apply_action(0)


RULES = """
game: Groups
board: square(3)
players: White, Black
pieces: stone
setup:
  - put stone of White on {a1, b1, c3}
  - put stone of Black on {a3}
actions:
  take(g in groups(pieces)): remove g
turn: take
end:
  - when no pieces: mover wins
"""


def test_moves_chosen_in_steps_are_several_actions_of_one_seat(tmp_path: Path) -> None:
    path = tmp_path / "groups.yaml"
    path.write_text(RULES, "utf-8")
    game = openspiel.load(path)
    pyspiel.random_sim_test(game, 3, True, False, mask_test=True)
    state, players = game.new_initial_state(), []
    for _ in range(3):
        players.append(state.current_player())
        state.apply_action(state.legal_actions()[-1])
    assert players == [0, 0, 0] and state.current_player() == 1
    assert state.history_str() == "0, 8, 9"


def test_a_short_name_that_nobody_registered_is_refused() -> None:
    with pytest.raises(ValueError, match="nobody has registered boardwright_none"):
        openspiel.setting_of("boardwright_none", ())


def test_a_short_name_stands_for_one_game() -> None:
    """Else states of the first would go on by the rules of the second."""
    openspiel.register("nim", "boardwright_taken")
    openspiel.register("nim", "boardwright_taken")
    with pytest.raises(ValueError, match="boardwright_taken stands for other rules already"):
        openspiel.register("kuhn-poker", "boardwright_taken")


def test_games_are_pickled_with_their_parameters() -> None:
    game = openspiel.load("breakthrough", size=5)
    again = pickle.loads(pickle.dumps(game))
    assert again.get_parameters() == game.get_parameters()
    assert again.rules.rules_hash == game.rules.rules_hash


@pytest.mark.parametrize("most", [0, -5])
def test_a_game_takes_at_least_one_decision(most: int) -> None:
    with pytest.raises(ValueError, match="`max_game_length` is from 1 to"):
        openspiel.load("nim", max_game_length=most)
