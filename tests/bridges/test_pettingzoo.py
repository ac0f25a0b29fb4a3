"""Games as environments of PettingZoo: its own tests, what agents get, and secrets."""

from __future__ import annotations

import pickle
import random
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    seed_test,
)

from interpreter import IllegalMove, load_game
from interpreter.bridges.gymnasium import GameEnv
from interpreter.bridges.pettingzoo import env, parallel_env, raw_env

FEW = ["kuhn-poker", "liars-dice", "rock-paper-scissors", "fifteen-puzzle", "english-draughts"]
KINDS = [  # chance, hidden things, one seat and several, choices at once, several moves a turn
    *FEW, "tic-tac-toe", "connect-four", "chess", "go", "backgammon", "battleship", "whist",
    "goofspiel", "quoridor", "amazons", "twenty-forty-eight", "yahtzee", "stratego-small", "twixt",
]  # fmt: skip


def checked(name: str, cycles: int) -> None:
    game = load_game(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the game is not one of theirs
        api_test(env(game), num_cycles=cycles)
        seed_test(lambda: env(game), num_cycles=cycles)
        parallel_api_test(parallel_env(game), num_cycles=cycles)
        parallel_seed_test(lambda: parallel_env(game), num_cycles=cycles)


@pytest.mark.parametrize("name", FEW)
def test_the_tests_of_pettingzoo_pass(name: str) -> None:
    checked(name, 20)


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_the_tests_of_pettingzoo_pass_in_long_games(name: str) -> None:
    checked(name, 300)
    performance_benchmark(env(name))


# ---- what agents get ---------------------------------------------------------------------------


def moves_of(environment: Any) -> list[str]:
    """The texts of the moves that the mask of the agent that acts allows."""
    mask = environment.last()[0]["action_mask"]
    return [str(environment.episode.actions.move(int(n))) for n in np.flatnonzero(mask)]


def step(environment: Any, move: str) -> None:
    episode = environment.episode
    numbers = {str(m): episode.actions.index(m) for m in episode.state.moves()}
    environment.step(numbers[move])


def test_the_winner_gets_the_result() -> None:
    environment = env("tic-tac-toe")
    environment.reset(seed=1)
    assert environment.agents == ["player_0", "player_1"]
    assert moves_of(environment) == [f"place {c}{r}" for r in "123" for c in "abc"]
    for move in ("place a1", "place b1", "place a2", "place b2"):
        step(environment, move)
        assert not any(environment.rewards.values())
    waiting = environment.observe("player_1")
    assert not waiting["action_mask"].any() and waiting["observation"].any()
    step(environment, "place a3")
    assert environment.rewards == {"player_0": 1, "player_1": 0}
    assert all(environment.terminations.values()) and not any(environment.truncations.values())
    for _ in range(2):
        environment.step(None)
    assert environment.agents == []


def test_an_illegal_move_ends_the_game_or_is_refused() -> None:
    for make, is_refused in ((env, False), (raw_env, True)):
        environment = make("tic-tac-toe")
        environment.reset()
        step(environment, "place a1")
        taken = environment.episode.actions.index(load_game("tic-tac-toe").start().moves()[0])
        if is_refused:
            with pytest.raises(IllegalMove, match="a1"):
                environment.step(taken)
            assert environment.agent_selection == "player_1"
            continue
        environment.step(taken)
        assert environment.rewards == {"player_0": 0, "player_1": -1}
        assert all(environment.terminations.values())
        assert not any(environment.observe(a)["action_mask"].any() for a in environment.agents)
        environment.reset()
        assert len(moves_of(environment)) == 9


def test_long_games_are_truncated() -> None:
    environment = env("chess", max_moves=3, history=2)
    environment.reset(seed=1)
    for n in range(3):
        assert not any(environment.truncations.values())
        step(environment, environment.episode.state.moves()[n].text)
    assert all(environment.truncations.values()) and not any(environment.terminations.values())
    assert environment.rewards == {"player_0": 0, "player_1": 0}


def test_moves_may_be_chosen_in_steps() -> None:
    environment = env("hex", size=4, steps=True)
    environment.reset()
    state = environment.episode.state
    start = environment.observe("player_0")["observation"]
    environment.step(environment.episode.actions.by_name["place"])
    assert environment.agent_selection == "player_0"
    assert (environment.observe("player_0")["observation"] != start).any()
    assert environment.observe("player_1")["observation"].sum() < start.size
    environment.step(5)
    assert environment.agent_selection == "player_1"
    assert environment.episode.state == state.play("place b2")
    with pytest.raises(ValueError, match="in steps"):
        parallel_env("hex", steps=True)


def test_chance_acts_from_the_seed_alone() -> None:
    first, second = env("backgammon"), env("backgammon")
    starts = []
    for seed in range(8):
        first.reset(seed=seed)
        second.reset(seed=seed)
        assert first.episode.state == second.episode.state
        starts.append(first.episode.state)
    assert len(set(starts)) > 3
    first.reset(seed=1)
    first.reset()
    second.reset(seed=1)
    second.reset()
    assert first.episode.state == second.episode.state


def test_all_choose_at_once() -> None:
    environment = parallel_env("rock-paper-scissors")
    seen, _ = environment.reset(seed=1)
    actions = {str(m): environment.episode.actions.index(m) for m in
               environment.episode.state.moves()}  # fmt: skip
    assert [seen[a]["action_mask"].sum() for a in environment.agents] == [3, 3]
    rock, paper = (next(n for text, n in actions.items() if word in text)
                   for word in ("rock", "paper"))  # fmt: skip
    _, rewards, ends, _, _ = environment.step({"player_0": rock, "player_1": paper})
    assert rewards == {"player_0": 0, "player_1": 1} and all(ends.values())
    assert environment.agents == []


def test_an_illegal_choice_ends_a_parallel_environment() -> None:
    environment = parallel_env("rock-paper-scissors")
    environment.reset(seed=1)
    seen, rewards, ends, cuts, _ = environment.step({"player_0": 0, "player_1": 99})
    assert rewards == {"player_0": 0, "player_1": -1}
    assert all(ends.values()) and not any(cuts.values())
    assert not any(observed["action_mask"].any() for observed in seen.values())
    with pytest.raises(RuntimeError, match="call `reset`"):
        environment.step({"player_0": 0, "player_1": 0})
    seen, _ = environment.reset()
    assert all(observed["action_mask"].any() for observed in seen.values())


ENDS = """
game: Ends
players: First, Second
state:
  deck: 1..3 = 1
chance:
  roll(k in 1..3): set deck to k
actions:
  take: set deck to 3
opening:
  - roll
turn: take
end:
  - when deck >= LEAST: First wins
"""


def ends(folder: Path, least: int) -> str:
    """A game that chance ends where it rolls `least` or more."""
    path = folder / "ends.yaml"
    path.write_text(ENDS.replace("LEAST", str(least)), "utf-8")
    return str(path)


def test_a_game_begins_with_somebody_to_act(tmp_path: Path) -> None:
    rules = ends(tmp_path, 3)
    one, other = env(rules), parallel_env(rules)
    for seed in range(20):
        one.reset(seed=seed)
        assert one.agent_selection == "player_1" and moves_of(one) == ["take"]
        seen, _ = other.reset(seed=seed)
        assert [seen[a]["action_mask"].sum() for a in other.agents] == [0, 1]
        assert other.episode.state == one.episode.state
    one.step(0)
    assert one.rewards == {"player_0": 1, "player_1": 0}


def test_games_that_all_end_before_anybody_acts_are_no_environment(tmp_path: Path) -> None:
    rules = ends(tmp_path, 2)
    path = Path(rules)
    path.write_text(path.read_text("utf-8").replace("k in 1..3", "k in 2..3"), "utf-8")
    for make in (raw_env, parallel_env, GameEnv):
        with pytest.raises(ValueError, match="1,000 games of ends ended before anybody acted"):
            make(rules).reset(seed=1)


def test_both_environments_show_an_agent_the_same_choice() -> None:
    one, other = env("goofspiel", players=3), parallel_env("goofspiel", players=3)
    one.reset(seed=4)
    seen, _ = other.reset(seed=4)
    chooser = random.Random(2)
    for _ in range(5):
        actions = {}
        for _ in other.agents:
            agent = one.agent_selection
            last = one.last()[0]
            for key, value in last.items():
                assert (value == seen[agent][key]).all()
            actions[agent] = chooser.choice(np.flatnonzero(last["action_mask"]).tolist())
            one.step(actions[agent])
        assert set(actions) == set(other.agents)
        seen, *_ = other.step(actions)


def test_one_acts_alone_in_a_parallel_environment() -> None:
    environment = parallel_env("tic-tac-toe")
    seen, _ = environment.reset()
    assert [seen[a]["action_mask"].sum() for a in environment.agents] == [9, 0]
    seen, *_ = environment.step({"player_0": 4, "player_1": 4})
    assert [seen[a]["action_mask"].sum() for a in environment.agents] == [0, 8]
    assert environment.state().shape == (2, *environment.episode.planes.shape)


def test_what_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    environment = env("tic-tac-toe", render_mode="ansi")
    environment.reset()
    step(environment, "place a1")
    assert environment.render().splitlines()[-3] == "1 │ C │   │   │"
    human = env("tic-tac-toe", render_mode="human")
    human.reset()
    step(human, "place a1")
    assert environment.render() in capsys.readouterr().out
    with pytest.raises(ValueError, match="ansi, human, rgb_array"):
        env("tic-tac-toe", render_mode="svg")


def test_a_picture_shows_the_board() -> None:
    environment = env("tic-tac-toe", render_mode="rgb_array")
    environment.reset()
    empty = environment.render()
    assert empty.dtype == np.uint8 and empty.shape[1:] == (480, 3)
    step(environment, "place a3")
    picture = environment.render()
    rows, columns = np.nonzero((picture != empty).any(axis=2))
    assert 0 < rows.max() < 240 > columns.max() > 40  # the cross is in the upper left corner
    with pytest.raises(ValueError, match="whist has no board to be drawn"):
        env("whist", render_mode="rgb_array")


def test_a_long_board_is_drawn_narrow(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    path = tmp_path / "long.yaml"
    path.write_text(
        "game: Long\nplayers: A\nboard: rectangle(1, 400)\npieces: man\n"
        "actions:\n  place(c in empty): put man on c\nturn: place\nend:\n  - when no empty: draw\n"
    )
    made = env(load_game(str(path)), render_mode="rgb_array")
    made.reset(seed=1)
    rows, columns, _ = made.render().shape
    assert columns < 480 and 1500 < rows < 1950


def test_actions_are_whole_numbers() -> None:
    made, both = env("tic-tac-toe"), parallel_env("rock-paper-scissors")
    made.reset(seed=1)
    both.reset(seed=1)
    for action in (1.5, True, "x", None, [1]):
        with pytest.raises(TypeError, match="`action` is a whole number"):
            made.step(action)
    with pytest.raises(ValueError, match="none for player_1"):
        both.step({"player_0": 0})
    with pytest.raises(TypeError, match="a dict with a number for each agent"):
        both.step(None)
    with pytest.raises(TypeError, match="whole number"):
        both.step({"player_0": 0.5, "player_1": 0})


def test_earlier_turns_are_seen() -> None:
    environment = env("tic-tac-toe", history=3)
    names = environment.episode.planes.names
    for _ in range(2):  # nothing of a game is left in the next
        environment.reset()
        for move in ("place a1", "place b1", "place c1"):
            step(environment, move)
        seen = environment.observe("player_0")["observation"]
        wanted = {
            "own mark": 2, "own mark, 1 turn ago": 1, "own mark, 2 turns ago": 1,
            "opponent mark": 1, "opponent mark, 1 turn ago": 1, "opponent mark, 2 turns ago": 0,
        }  # fmt: skip
        assert {name: seen[names.index(name)].sum() for name in wanted} == wanted
    environment.reset()
    seen = environment.observe("player_0")["observation"]
    assert not any(seen[names.index(name)].any() for name in wanted)


def test_settings_and_options_are_told_apart() -> None:
    game = load_game("hex", size=5)
    assert env(game, history=2).episode.planes.shape[1:] == (5, 5)
    assert env("hex", size=5, history=2).episode.planes.shape[1:] == (5, 5)
    with pytest.raises(TypeError, match="size"):
        env(game, size=6)


def test_an_environment_can_be_pickled() -> None:
    environment = raw_env("backgammon")
    environment.reset(seed=3)
    copy = pickle.loads(pickle.dumps(environment))
    for _ in range(6):
        one, other = environment.last()[0], copy.last()[0]
        assert one["action_mask"].tobytes() == other["action_mask"].tobytes()
        assert one["observation"].tobytes() == other["observation"].tobytes()
        number = int(np.flatnonzero(one["action_mask"])[0])
        environment.step(number)
        copy.step(number)


# ---- secrets -----------------------------------------------------------------------------------


def taken(environment: Any) -> tuple[Any, ...]:
    """All that an agent gets, as bytes."""
    seen, *rest = environment.last()
    return seen["observation"].tobytes(), seen["action_mask"].tobytes(), *map(repr, rest)


def test_choices_at_once_are_not_seen_by_those_who_choose_later() -> None:
    got = set()
    for number in range(3):
        environment = env("rock-paper-scissors")
        environment.reset()
        environment.step(number)
        got.add(taken(environment))
    assert len(got) == 1
