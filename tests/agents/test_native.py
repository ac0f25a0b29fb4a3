"""Searches of the native engine as agents use them: limits, memory, repetition, Ctrl-C."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from support.diagnosing import bundled
from support.matches import play_match
from support.tiny import tiny

from interpreter import load_game
from interpreter.agents import AgentFailed, make_agent
from interpreter.agents.native import search_native
from interpreter.agents.request import Report, Request
from interpreter.agents.search import SEARCHES, SearchAgent, search

pytestmark = pytest.mark.usefixtures("native")

GROWTH = """
import resource
from interpreter import load_game
from interpreter.agents.request import Request
from interpreter.agents.search import search

state = load_game("hex").start()
search(state, Request("{kind}", seconds=0.1, nodes=1000, threads={threads}))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
report = search(state, Request(
    "{kind}", simulations={simulations}, nodes={nodes}, threads={threads}
))
print(report.nodes, report.memory, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
SPARE = 8_000  # kilobytes that a search may take besides its nodes

MANY_MOVES = {"abalone", "amazons", "blokus-duo", "golomb", "quoridor", "twixt", "tzaar"}
# each needs an optimised library and one that searches
QUICK = set([*bundled()][::12]) - MANY_MOVES


def ask(state: Any, kind: str, **rest: Any) -> Report:
    return search(state, Request(kind, **rest))


def walk(name: str, steps: int) -> list[Any]:
    """States of a random game in which a seat acts."""
    luck, state, states = random.Random(5), load_game(name).start(), []
    for _ in range(steps):
        if state.is_over:
            break
        if not state.is_chance:
            states.append(state)
        state = state.random_move(luck)
    return states


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in bundled()
])  # fmt: skip
def test_a_search_of_any_game_rates_its_moves_in_their_order(name: str) -> None:
    for state in walk(name, 12)[::4]:
        assert state.engine.name == "native"
        for kind in SEARCHES:
            report = search_native(state, state.engine, Request(kind, simulations=40))
            assert [rated.move for rated in report.moves] == state.moves()
            assert report.best in state.moves()
            assert all(0 <= rated.share <= 1 for rated in report.moves)


@pytest.mark.parametrize("spec", ["flat:300", "uct:300", "uct:300,threads=2", "alphabeta:300"])
def test_a_seed_repeats_a_match(spec: str) -> None:
    game = load_game("connect-four")

    def moves(seed: int) -> list[str]:
        return play_match(game, [make_agent(spec), make_agent(spec)], seed)[0]

    assert moves(1) == moves(1)
    assert len({tuple(moves(seed)) for seed in range(4)}) > 1


@pytest.mark.parametrize("kind", SEARCHES)
def test_a_seed_repeats_a_report(kind: str) -> None:
    state = load_game("reversi").start()
    first, again = (ask(state, kind, simulations=3000, seed=9) for _ in range(2))
    assert first == again and first.moves == again.moves
    other = ask(state, kind, simulations=3000, seed=10)
    assert first != other or first.moves != other.moves


@pytest.mark.parametrize("kind", SEARCHES)
def test_a_limit_of_time_is_kept(kind: str) -> None:
    state, begin = load_game("breakthrough").start(), time.perf_counter()
    report = ask(state, kind, seconds=0.2)
    assert 0.15 < time.perf_counter() - begin < 60 and report.simulations > 0


@pytest.mark.parametrize("kind", SEARCHES)
def test_a_limit_of_simulations_is_kept(kind: str) -> None:
    report = ask(load_game("breakthrough").start(), kind, simulations=2001, threads=2)
    assert report.simulations == 2001


@pytest.mark.skipif(sys.platform != "linux", reason="reads memory as Linux counts it")
@pytest.mark.parametrize(("kind", "threads"), [("uct", 1), ("uct", 2), ("alphabeta", 1)])
@pytest.mark.parametrize(("nodes", "simulations"), [(1000, 20_000), (300_000, 150_000)])
def test_a_limit_of_nodes_is_kept(
    kind: str, threads: int, nodes: int, simulations: int
) -> None:
    code = GROWTH.format(kind=kind, threads=threads, nodes=nodes, simulations=simulations)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    used, memory, growth = map(int, done.stdout.split())
    assert nodes / 4 < used <= nodes
    assert growth <= memory / 1024 + SPARE
    assert memory // used <= 48


def test_too_many_nodes_are_refused_in_one_message() -> None:
    state = load_game("tic-tac-toe").start()
    agent = make_agent("alphabeta:depth=9,nodes=1000000000000")
    with pytest.raises(AgentFailed, match=r"`alphabeta:.*` failed: there is not enough memory"):
        agent.choose(state, random.Random(1))


def test_ctrl_c_ends_a_search() -> None:
    state, begin = load_game("breakthrough").start(), time.perf_counter()
    threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        make_agent("uct:60s").choose(state, random.Random(1))
    assert time.perf_counter() - begin < 40


def test_moves_that_are_equally_good_are_chosen_at_random() -> None:
    state = load_game("tic-tac-toe").start()
    for spec in ("alphabeta:depth=1", "flat:1", "uct:1"):
        agent = make_agent(spec)
        chosen = {agent.choose(state, random.Random(seed)) for seed in range(60)}
        assert len(chosen) > 5


@pytest.mark.parametrize(("name", "options"), [("connect-four", {}), ("gonnect", {"size": 5})])
def test_a_search_goes_on_with_its_tree_where_only_time_limits_it(
    name: str, options: dict[str, Any]
) -> None:
    """The rules of the second game ask what was seen before."""
    agent, state = make_agent("uct:200ms"), load_game(name, **options).start()
    assert isinstance(agent, SearchAgent) and agent.kept is not None
    for seed in range(3):
        state = state.play(agent.choose(state, random.Random(seed)))
    fresh, again = (ask(state, "uct", simulations=5, kept=trees) for trees in (None, agent.kept))
    assert again.nodes > 2 * fresh.nodes
    assert [rated.move for rated in again.moves] == state.moves()


@pytest.mark.parametrize("spec", ["uct:500", "uct:500,2s", "uct:2x", "uct:2x,1s"])
def test_no_tree_is_kept_where_a_seed_decides(spec: str) -> None:
    agent = make_agent(spec)
    assert isinstance(agent, SearchAgent) and agent.kept is None


def test_a_flat_search_tries_all_moves_equally_often() -> None:
    report = ask(load_game("hex", size=3).start(), "flat", simulations=9)
    assert {rated.share for rated in report.moves} <= {0.0, 1.0}
    assert report.simulations == 9


def test_a_state_that_was_read_is_searched() -> None:
    game = load_game("tic-tac-toe")
    state = game.start()
    for text in ("place a1", "place b1", "place a2", "place b2"):
        state = state.play(text)
    again = game.state_from_json(state.to_json())
    assert again.engine.name == "native"
    assert ask(again, "uct", simulations=100).best.text == "place a3"


BACK = """
players: Red, Blue
board: rectangle(4, 1)
pieces: stone
setup:
  - put stone of Red on a1
  - put stone of Blue on d1
actions:
  walk(start in mine, there in neighbours(start) & empty): move start to there
turn: walk else pass
end:
  - when seen(board, mover) = 1: mover wins
  - when turns >= 6: draw
"""


@pytest.mark.parametrize("kind", SEARCHES)
def test_what_was_seen_before_the_search_counts_in_it(tmp_path: Path, kind: str) -> None:
    state = tiny(tmp_path, BACK).start()
    for text in ("walk a1 b1", "walk d1 c1", "walk b1 a1"):
        state = state.play(text)
    report = ask(state, kind, simulations=40)
    shares = {rated.move.text: rated.share for rated in report.moves}
    assert report.best.text == "walk c1 d1"
    assert shares["walk c1 d1"] == 1 > shares["walk c1 b1"]
