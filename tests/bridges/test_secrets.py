"""What a seat may not see changes no byte of what any bridge gives it.

Pairs of histories that show a seat the same from their start on (`support.twins`) are put into
each bridge; what the seat gets must be equal: observations, also of earlier turns, masks, rewards,
infos, and what OpenSpiel says that it knows.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import pytest
from support.diagnosing import bundled
from support.twins import History, random_history, twins

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")
pyspiel = pytest.importorskip("pyspiel")

from gdl.model.analysis import differs_by_seat  # noqa: E402
from interpreter import Game, State, load_game  # noqa: E402
from interpreter.api.views import choices  # noqa: E402
from interpreter.bridges import openspiel  # noqa: E402
from interpreter.bridges.gymnasium import GameEnv  # noqa: E402
from interpreter.bridges.pettingzoo import env, parallel_env  # noqa: E402
from interpreter.bridges.stepping import OneGame  # noqa: E402
from interpreter.spaces.planes import TurnHistory  # noqa: E402

QUICK = ("kuhn-poker", "phantom-tic-tac-toe", "rock-paper-scissors")
SECRET = ("battleship", "dark-hex", "goofspiel", "kuhn-poker", "leduc-poker", "liars-dice",
          "phantom-tic-tac-toe", "quardo-touch", "rock-paper-scissors", "stratego-small",
          "whist")  # fmt: skip
by_c = pytest.mark.parametrize("by_c", [False, True], ids=["without C", "by C"])
pytestmark = pytest.mark.usefixtures("native")
Given = Iterator[tuple[str, Any]]


class Bridges:
    """All bridges of a game."""

    def __init__(self, name: str, by_c: bool):
        self.name = name
        self.by_c = by_c
        self.game: Game = load_game(name)
        plain = env(self.game, history=3)
        self.environments = {
            "env": plain, "env by steps": env(self.game, steps=True),
            "parallel_env": parallel_env(self.game),
        }  # fmt: skip
        for environment in self.environments.values():
            self.begin(environment)

    def begin(self, environment: Any) -> None:
        """Reset an environment, whose states C tells of from the first one on, or never does."""
        environment.reset(seed=1)
        episode = environment.episode
        for telling in (episode.planes.observer, episode.actions.numbering):
            telling.left = 0
            if self.by_c:
                telling.begin(episode.state.node.engine)
        if self.by_c:
            assert episode.planes.observer.engine is episode.state.node.engine

    @cached_property
    def seated(self) -> list[Any]:
        """An environment of Gymnasium for each seat."""
        made = [GameEnv(self.game, seat=seat) for seat in range(self.game.seats)]
        for environment in made:
            self.begin(environment)
        return made

    @cached_property
    def spiel(self) -> Any:
        return openspiel.load(self.name)

    def given(self, history: History, seat: int) -> Given:
        """All that a seat gets at the end of a history, with a name for each."""
        state = history.now
        if not state.is_chance:
            yield from self.of_environments(history, seat)
            if not state.is_over:
                environment = self.seated[seat]
                put(environment.episode, history)
                yield "GameEnv", environment._observation().tobytes()
                yield "its info", environment._info()["action_mask"].tobytes()
            if self.by_c:
                yield from self.of_c(history, seat)
        yield from self.of_spiel(history, seat)

    def of_environments(self, history: History, seat: int) -> Given:
        agent = f"player_{seat}"
        for what, environment in self.environments.items():
            is_parallel = what == "parallel_env"
            if is_parallel and choices(history.now):
                continue  # it is never there: all choices are made in one step
            put(environment.episode, history)
            got = environment._observations()[agent] if is_parallel else environment.observe(agent)
            yield what, tuple(got[key].tobytes() for key in ("observation", "action_mask"))
            if is_parallel:
                continue
            acted = [state.seat for state in history.states if state.seat is not None]
            environment.agent_selection = f"player_{acted[-1]}" if acted else agent
            environment._select()
            if environment.agent_selection == agent:
                yield f"{what}.last", repr(environment.last()[1:])
            elif not history.now.is_over:
                before = environment.observe(agent)["observation"].tobytes()
                for _ in choosing(environment.episode):
                    assert environment.observe(agent)["observation"].tobytes() == before

    def of_c(self, history: History, seat: int) -> Given:
        """What C gives where it plays the last move, too, or comes to the last state by chance."""
        episode = self.environments["env"].episode
        before = history.states[-2] if len(history.states) > 1 else history.now
        if before.is_over or before.is_chance:
            before = history.now
        if before.is_over or not self.plays(before):
            return
        luck = random.Random(4)
        played = OneGame(before, episode.stepping, None)
        played.begin(luck)
        if before is not history.now:
            assert played.play(episode.actions.index(history.moves[-1]), luck) is not None
        assert played.is_over == history.now.is_over
        assert played.is_over or played.seat == history.now.seat
        yield "in C", played.observe(seat).tobytes()
        if seat == history.now.seat:
            yield "its mask", played.mask.tobytes()

    def plays(self, state: State) -> bool:
        """Whether environments may play on in C from a state."""
        stepping = self.environments["env"].episode.stepping
        if stepping.engine is None and not stepping.actions.steps:
            stepping.begin(state.node.engine)
        return stepping.engine is not None

    def of_spiel(self, history: History, seat: int) -> Given:
        state = self.spiel.new_initial_state()
        for actions in steps(state, history):
            state.apply_actions(actions) if len(actions) > 1 else state.apply_action(actions[0])
        yield "information_state_string", state.information_state_string(seat)
        yield "observation_string", state.observation_string(seat)
        if self.spiel.get_type().provides_observation_tensor:
            yield "observation_tensor", state.observation_tensor(seat)
        yield "current_player", state.current_player()
        yield "returns", state.returns()
        if not state.is_chance_node() and not state.is_terminal():
            yield "legal_actions", state.legal_actions(seat)
            yield "mask", state.legal_actions_mask(seat)


def choosing(episode: Any) -> Iterator[None]:
    """The steps of a move of the seat that acts, one by one."""
    if not episode.actions.steps:
        return
    numbers = episode.actions.numbers(episode.state.moves()[0])
    for length in range(1, len(numbers)):
        episode.chosen = numbers[:length]
        yield
    episode.chosen = ()


def put(episode: Any, history: History) -> None:
    """Let an episode stand at the end of a history."""
    episode.past = TurnHistory(episode.planes.history)
    for state in history.states:
        episode.past.add(state)
    episode.state, episode.chosen = history.now, ()


def steps(state: Any, history: History) -> Iterator[list[int]]:
    """The actions of OpenSpiel for the moves of a history, all at once where they are.

    Of choices at once that others have not made yet none is known.
    """
    setting = state.standing.setting
    waiting: dict[int, int] = {}
    for before, move in zip(history.states, history.moves):
        (number,) = setting.space(before).numbers(move)
        if not state.is_simultaneous_node():
            yield [number]
            continue
        waiting[seat_of(before)] = number
        if waiting.keys() >= state.standing.legal.keys():
            yield [waiting.get(seat, 0) for seat in range(state.num_players())]
            waiting.clear()


def seat_of(state: State) -> int:
    assert state.seat is not None
    return state.seat


def compared(name: str, by_c: bool, wanted: int, most: int) -> int:
    """Compare about so many pairs of histories; returns how many there were."""
    bridges, chooser, count = Bridges(name, by_c), random.Random(3), 0
    while count < wanted:
        truth = random_history(bridges.game, chooser, chooser.randint(1, most))
        for seat in range(bridges.game.seats):
            for one, two in twins(truth, seat, chooser):
                for a, b in zip(bridges.given(one, seat), bridges.given(two, seat), strict=True):
                    assert a == b, (seat, one.moves, two.moves)
                count += 1
    return count


@by_c
@pytest.mark.parametrize("name", QUICK)
def test_a_secret_changes_no_byte_of_what_a_seat_gets(name: str, by_c: bool) -> None:
    assert compared(name, by_c, 8, 20) >= 8


@pytest.mark.slow
@by_c
@pytest.mark.parametrize("name", SECRET)
def test_secrets_of_every_game(name: str, by_c: bool) -> None:
    count = compared(name, by_c, 300, 200)
    print(f"{name}: {count} pairs")
    assert count >= 300


@pytest.mark.slow
def test_all_games_with_secrets_are_named() -> None:
    games = map(load_game, bundled())
    hiding = {g.name for g in games if differs_by_seat(g.model) or g.has_simultaneous_choices}
    assert hiding == {*SECRET}
