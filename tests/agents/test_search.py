"""The searches on both engines: wins found, values proven, chance, three seats, limits, seeds.

The values are worked out by hand.
"""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest
from support.gamble import GAMBLE
from support.matches import play_match, total
from support.tiny import tiny

from interpreter import load_game
from interpreter.agents import make_agent
from interpreter.agents.request import Report, Request
from interpreter.agents.search import SEARCHES, search

pytestmark = pytest.mark.usefixtures("engine")

KINDS = list(SEARCHES)
THREE = """
players: First, Second, Third
state:
  way: 0..7
actions:
  pick(n in 0..1): set way to 2*way + n
turn: pick
end:
  - when turns = 3 and way = 0: First loses
  - when turns = 3 and way = 1: Third loses
  - when turns = 3 and way = 2: Second loses
  - when turns = 3 and way = 3: First wins
  - when turns = 3 and way = 4: Third wins
  - when turns = 3 and way = 5: Second wins
  - when turns = 3 and way = 6: draw
  - when turns = 3: First wins
"""
TWICE = """
state:
  tally: 0..9
actions:
  add(n in 1..2): add n to tally
turn: add, add
end:
  - when tally = 6: mover wins
  - when tally > 6: mover loses
"""


def state_after(game: Any, *moves: str) -> Any:
    state = game.start()
    for move in moves:
        state = state.play(move)
    return state


def ask(state: Any, kind: str, simulations: int = 600, **rest: Any) -> Report:
    return search(state, Request(kind, simulations=simulations, **rest))


@pytest.fixture
def crosses() -> Any:
    return load_game("tic-tac-toe")


@pytest.mark.parametrize("kind", KINDS)
def test_a_win_in_one_is_found(crosses: Any, kind: str) -> None:
    state = state_after(crosses, "place a1", "place b1", "place a2", "place b2")
    assert ask(state, kind).best.text == "place a3"


@pytest.mark.parametrize("kind", KINDS)
def test_a_threat_is_met(crosses: Any, kind: str) -> None:
    state = state_after(crosses, "place a1", "place b2", "place b1")
    assert ask(state, kind).best.text == "place c1"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("each", "most", "expected"), [(5, None, 35), (0.3, None, 2), (0.01, None, 1), (5, 20, 20)]
)
def test_a_budget_for_each_legal_move(
    crosses: Any, kind: str, each: float, most: int | None, expected: int
) -> None:
    state = state_after(crosses, "place a1", "place b2")  # seven moves are left
    own = search(state, Request(kind, seed=3, each=each, simulations=most))
    total = search(state, Request(kind, seed=3, simulations=expected))
    assert (own.best, own.moves, own.simulations) == (total.best, total.moves, total.simulations)
    assert own.simulations <= expected and (kind == "alphabeta" or own.simulations == expected)


@pytest.mark.parametrize("kind", ["uct", "alphabeta"])
def test_a_fork_is_proven_to_win(crosses: Any, kind: str) -> None:
    state = state_after(crosses, "place a1", "place b1", "place a2", "place a3")
    report = ask(state, kind, 5000)
    assert report.proof == (1.0, 0.0)
    assert report.best.text in ("place b2", "place c2")  # b2 threatens c2 and c3; c2 forces b2
    best = next(rated for rated in report.moves if rated.move == report.best)
    assert best.share == 1 and best.is_proven


def test_alphabeta_proves_that_nobody_wins_from_the_start(crosses: Any) -> None:
    report = ask(crosses.start(), "alphabeta", 100_000)
    assert report.proof == (0.5, 0.5)
    report = ask(state_after(crosses, "place b1", "place b2"), "alphabeta", 100_000)
    assert report.proof == (0.5, 0.5)


def test_the_tree_proves_a_small_game(crosses: Any) -> None:
    state = state_after(crosses, "place a1", "place b2", "place b1")
    assert ask(state, "uct", 20_000).proof == (0.5, 0.5)


def test_where_all_is_lost_the_longest_way_is_taken(crosses: Any) -> None:
    state = state_after(crosses, "place a1", "place b1", "place a2")
    report = ask(state, "alphabeta", 100_000)
    assert report.proof == (1.0, 0.0) and report.best.text == "place a3"


@pytest.mark.parametrize("kind", ["uct", "alphabeta"])
@pytest.mark.parametrize(
    ("limit", "best", "share"), [(3, "risky", 0.75), (4, "safe", 0.5), (2, "risky", 0.875)]
)
def test_chance_counts_by_its_probabilities(
    tmp_path: Path, kind: str, limit: int, best: str, share: float
) -> None:
    state = tiny(tmp_path, GAMBLE.format(limit=limit)).start()
    report = ask(state, kind, 4000, exploration=3.0)
    assert report.best.text == best
    assert report.proof == pytest.approx((share, 1 - share))


def test_flat_means_are_near_the_probabilities(tmp_path: Path) -> None:
    report = ask(tiny(tmp_path, GAMBLE.format(limit=3)).start(), "flat", 2000)
    shares = {rated.move.text: rated.share for rated in report.moves}
    assert report.best.text == "risky" and report.simulations == 2000
    assert shares["risky"] == pytest.approx(0.75, abs=0.06) and shares["safe"] == 0.5


@pytest.mark.parametrize("kind", ["uct", "alphabeta"])
def test_each_of_three_seats_wants_the_most_for_itself(tmp_path: Path, kind: str) -> None:
    report = ask(tiny(tmp_path, THREE).start(), kind)
    assert report.best.text == "pick 1" and report.proof == (0.5, 0.5, 0.5)


@pytest.mark.parametrize("kind", ["uct", "alphabeta"])
def test_a_seat_may_act_twice_in_a_row(tmp_path: Path, kind: str) -> None:
    """A turn adds 2 to 4, and who stands at 6 when it is over wins.

    Black leaves 2, 3 or 4, and White gets from each of them to 6.
    """
    game = tiny(tmp_path, TWICE)
    assert ask(game.start(), kind).proof == (0.0, 1.0)
    state = state_after(game, "add 2", "add 2")
    report = ask(state, kind)
    assert report.best.text == "add 1" and report.proof == (0.0, 1.0)


@pytest.mark.parametrize("kind", ["flat", "uct"])
def test_searching_beats_chance(crosses: Any, kind: str) -> None:
    assert total(crosses, make_agent(f"{kind}:60"), make_agent("random"), 16) >= 13


def test_the_tree_beats_chance_in_a_larger_game() -> None:
    game = load_game("connect-four")
    assert total(game, make_agent("uct:40"), make_agent("random"), 6) >= 5


def test_alphabeta_never_loses_a_drawn_game(crosses: Any) -> None:
    agent = make_agent("alphabeta:1500")
    for seed in range(4):
        assert play_match(crosses, [agent, make_agent("random")], seed)[1][0] >= 0.5


@pytest.mark.parametrize("spec", ["random", "flat:9", "uct:9", "alphabeta:depth=1"])
@pytest.mark.parametrize("name", ["tic-tac-toe", "breakthrough", "phantom-tic-tac-toe"])
def test_a_seed_repeats_every_choice(name: str, spec: str) -> None:
    def texts(seed: int) -> list[str]:
        luck, agents = random.Random(seed), [make_agent(spec), make_agent(spec)]
        state, chosen = load_game(name).start(), []
        while not state.is_over and len(chosen) < 4:
            if state.is_chance:
                state = state.random_move(luck)
                continue
            assert state.seat is not None
            chosen.append(agents[state.seat].choose(state, luck).text)
            state = state.play(chosen[-1])
        return chosen

    assert texts(3) == texts(3)


def test_three_seats_play_a_match_to_its_end() -> None:
    game = load_game("quardo", players=3)
    state = game.start()
    for seed in range(2):
        while state.is_chance:
            state = state.random_move(random.Random(seed))
        state = state.play(make_agent("uct:2").choose(state, random.Random(seed)))
    assert state.turn == 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_limit_of_time_is_kept(kind: str) -> None:
    state = load_game("connect-four").start()
    begin = time.perf_counter()
    report = search(state, Request(kind, seconds=0.3))
    assert time.perf_counter() - begin < 60
    assert report.best in state.moves() and report.simulations > 0


@pytest.mark.parametrize("kind", ["flat", "uct"])
def test_a_limit_of_simulations_is_kept(crosses: Any, kind: str) -> None:
    assert ask(crosses.start(), kind, 50).simulations == 50
    assert ask(crosses.start(), kind, 1).simulations == 1


def test_a_limit_of_depth_is_kept(crosses: Any) -> None:
    report = search(crosses.start(), Request("alphabeta", depth=1))
    assert report.simulations in (9, 20) and report.proof is None  # C asks twice: won? not lost?


@pytest.mark.parametrize("kind", KINDS)
def test_an_only_move_needs_no_search(crosses: Any, kind: str) -> None:
    full = ["a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3"]  # only c3 is left
    state = state_after(crosses, *(f"place {cell}" for cell in full))
    report = ask(state, kind)
    assert report.best.text == "place c3" and report.simulations == 0


def test_the_weights_of_a_search_add_up_to_one(crosses: Any) -> None:
    for kind in ("uct", "alphabeta"):
        report = ask(crosses.start(), kind, 200)
        assert sum(rated.weight for rated in report.moves) == pytest.approx(1)
        assert [rated.move for rated in report.moves] == crosses.start().moves()
