"""Playing the games of a study, in batches that any process on any machine can play.

What a game is depends on the seed of its cell (a variant and a pairing), its number and the engine;
so it does not matter who plays it, nor in which batch.  What goes to a worker and what comes back
is text: JSON, checked on arrival.
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from interpreter.agents import make_agent
from interpreter.agents.agent import Choice, Consider, considerer
from interpreter.agents.search import SearchAgent
from interpreter.api.loading import unpacked_game
from interpreter.engine.names import VARIABLE
from interpreter.process.arguments import MAX_COUNT
from interpreter.process.version import program_version
from interpreter.study.plan.study import Pairing
from interpreter.study.play.batch import Batch
from interpreter.study.play.measure import Moment, measured, moment_of
from interpreter.study.play.random_games import outcomes_of, outcomes_text, random_outcomes
from interpreter.study.play.second_look import SecondLook, second_look
from interpreter.study.store.contents import Damaged, GameRow, check_facts, is_share, require
from interpreter.study.store.outcomes import Outcomes, check_results, known_figures

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.api.state import State


Games = TypeVar("Games")


class WorkerError(Exception):
    """A worker cannot play: it has another version of this program, or no compiler."""


def play_text(text: str) -> str:
    """What a worker does: the games of a batch, both as texts.

    Raises what `play_batch` does.
    """
    data = json.loads(text)
    batch = Batch(**data | {"agents": tuple(data["agents"])})
    if batch.has_outcomes:
        return outcomes_text(in_thread(play_outcomes, batch))
    return json.dumps([list(asdict(row).values()) for row in play_batch(batch)])


def games_of(text: str, batch: Batch, game: Game) -> list[GameRow] | Outcomes:
    """The games of a batch that a worker has sent; `game` is what it was asked to play.

    Raises WorkerError for what cannot be these games.
    """
    try:
        if batch.has_outcomes:
            return outcomes_of(text, batch, game)
        return sent_rows(text, batch, game)
    except (ValueError, TypeError, KeyError, Damaged, RecursionError) as error:
        raise WorkerError(f"a worker sent what are no games: {error}") from error


def sent_rows(text: str, batch: Batch, game: Game) -> list[GameRow]:
    """Games that a worker has sent row by row.

    Raises WorkerError, ValueError, TypeError and Damaged.
    """
    given = json.loads(text)
    if not isinstance(given, list):
        raise ValueError("they are a list")
    rows = [row_from(each) for each in given]
    if [row.number for row in rows] != list(range(batch.first, batch.first + batch.count)):
        raise WorkerError("a worker sent other games than it was asked for")
    for row in rows:
        check_row(row, batch, game)
    return rows


def check_row(row: GameRow, batch: Batch, game: Game) -> None:
    """Raise Damaged, or ValueError, for what cannot be a game of these rules."""
    if row.result is not None:
        require(len(row.result) == game.seats, "a result")
        check_results(np.array([row.result]))
    require(max(row.turns, row.moves) <= batch.most_moves, "the length of a game")
    if row.facts is not None:
        facts = json.loads(row.facts)
        check_facts(facts, len(game.board.cells))
        require(len(facts["moves"]) == row.moves, "the moves of a game")
        is_known = facts["figures"].keys() <= known_figures(game)
        require(is_known, "a figure that no game has")


def row_from(given: Any) -> GameRow:
    """A game that a worker has sent.

    Raises ValueError and TypeError.
    """
    if not isinstance(given, list) or len(given) != len(fields(GameRow)):
        raise ValueError("a game has as many entries as it has")
    number, result, turns, moves, seconds, facts = given
    counts = all(type(n) is int and 0 <= n <= MAX_COUNT for n in (number, turns, moves))
    if not counts or not isinstance(seconds, float) or not 0 <= seconds < 1e9:
        raise ValueError("a number of a game cannot be")
    if result is not None:
        if not isinstance(result, list) or not result or not all(map(is_share, result)):
            raise ValueError("a result cannot be")
        result = tuple(map(float, result))
    if not (facts is None or isinstance(facts, str)):
        raise ValueError("the facts of a game are a text")
    return GameRow(number, result, turns, moves, seconds, facts)


def play_batch(batch: Batch) -> list[GameRow]:
    """The games of a batch, row by row.

    Raises WorkerError, AgentFailed, and GdlError for a turn that cannot be looked through.
    """
    return in_thread(played, batch)


def in_thread(play: Callable[[Batch], Games], batch: Batch) -> Games:
    """What is played in a thread that is not the main one: in that one every search would start a
    thread of its own, for the sake of Ctrl-C.
    """
    if threading.current_thread() is not threading.main_thread():
        return play(batch)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(play, batch).result()


def play_outcomes(batch: Batch) -> Outcomes:
    """The random games of a batch, as columns.

    Raises WorkerError, and GdlError for a turn that cannot be looked through.
    """
    return random_outcomes(batch, game_of(batch))


def played(batch: Batch) -> list[GameRow]:
    """The games of a batch, played in this thread."""
    game = game_of(batch)
    play = walk_game if Pairing(batch.agents).is_random else play_game
    return [play(batch, game, batch.first + i) for i in range(batch.count)]


def game_of(batch: Batch) -> Game:
    """The game of a batch.

    Raises WorkerError where this machine cannot play it as the study does.
    """
    check_version(batch.version)
    game = unpacked(batch.rules)
    if game.engine().name != batch.engine:
        raise WorkerError(
            f"the study is played by the {batch.engine} engine, which this machine has not: "
            f"{game.why_reference or f'{VARIABLE} asks for another one'}"
        )
    return game


def check_version(wanted: str) -> None:
    """Raise WorkerError where a study is of another version of this program."""
    own = program_version()
    if wanted != own:
        raise WorkerError(f"this worker has boardwright {own}, and the study is of {wanted}")


@lru_cache(maxsize=64)
def unpacked(rules: str) -> Game:
    """The game of a batch."""
    return unpacked_game(rules)


# ---- random games ------------------------------------------------------------------------------


def walk_game(batch: Batch, game: Game, number: int) -> GameRow:
    """One random game, looked at move by move."""
    begun = time.perf_counter()
    state = start = game.start()
    moments: list[Moment] = []
    for move in game.random_game(number, batch.seed, batch.most_moves):
        moments.append(moment_of(state, Choice(move)))
        state = state.play(move)
    return row_of(number, start, moments, state, begun)


# ---- games of agents ---------------------------------------------------------------------------


def play_game(batch: Batch, game: Game, number: int) -> GameRow:
    """A game between agents."""
    rng = random.Random(f"{batch.seed} {number}")
    seated = Pairing(batch.agents).seated(number, game.seats)
    agents = [make_agent(name) for name in seated]
    consider = [considerer(agent) for agent in agents]
    state = game.start()
    for agent in agents:
        if isinstance(agent, SearchAgent):
            agent.prepare(state)  # the first one builds a library, which is no time of a game
    begun = time.perf_counter()
    states, moments = [state], list[Moment]()
    while not state.is_over and len(moments) < batch.most_moves:
        choice = chosen(state, consider, rng)
        moments.append(moment_of(state, choice))
        state = state.play(choice.move)
        states.append(state)
    again = None
    if batch.is_detailed:  # with luck of its own, so that the game is the same without it
        luck = random.Random(f"{batch.seed} {number} again")
        again = second_look(states[:-1], agents, luck)
    return row_of(number, states[0], moments, state, begun, again)


def chosen(state: State, agents: list[Consider], rng: random.Random) -> Choice:
    """What an agent does, or chance."""
    if state.seat is None:
        return Choice(state.random_choice(rng))
    return agents[state.seat](state, rng)


def row_of(
    number: int, start: State, moments: list[Moment], end: State, begun: float,
    again: SecondLook | None = None,
) -> GameRow:  # fmt: skip
    """What is kept of a game that was looked at."""
    facts = measured(start, moments, end, again)
    return GameRow(number, end.wins, end.turn, len(moments), time.perf_counter() - begun, facts)
