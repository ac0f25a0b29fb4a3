"""How strong the tree search is: against chance, and against itself with fewer simulations."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest
from support.matches import play_match
from support.quick import each

from interpreter import load_game
from interpreter.agents import make_agent

pytestmark = pytest.mark.usefixtures("some_level")
GAMES: dict[str, dict[str, Any]] = {
    "hex": {"size": 7}, "reversi": {}, "squ": {"size": 8}, "breakthrough": {},
}  # fmt: skip
PLACING: dict[str, dict[str, Any]] = {
    "hex": {"size": 11}, "connect-four": {}, "reversi": {}, "breakthrough": {},
    "squ": {"size": 8}, "quarod": {"size": 8}, "cropa": {"side": 7},
}  # fmt: skip
SURE = 0.01  # how likely at most a result is between equals


def scores(
    name: str, strong: str, weak: str, count: int, options: dict[str, Any] | None = None
) -> list[float]:
    """What the first of two agents got in matches with alternating seats."""
    game, shares = load_game(name, **(GAMES[name] if options is None else options)), []
    for seed in range(count):
        seat = seed % 2
        agents = [make_agent(strong), make_agent(weak)]
        shares.append(play_match(game, agents if seat == 0 else agents[::-1], seed)[1][seat])
    return shares


def chance_of(score: float, count: int) -> float:
    """How likely equals are to get a score at least so good in games without draws."""
    return sum(comb(count, wins) for wins in range(int(score), count + 1)) / 2**count


@pytest.mark.parametrize("name", each(2, GAMES))
def test_a_thousand_simulations_beat_chance(name: str) -> None:
    assert scores(name, "uct:1000", "random", 6) == [1.0] * 6


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_simulations_beat_chance_in_two_hundred_games(name: str) -> None:
    won = scores(name, "uct:1000", "random", 200)
    assert [seed for seed, score in enumerate(won) if score < 1] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_more_simulations_play_better(name: str) -> None:
    won = scores(name, "uct:8000", "uct:1000", 100)
    assert chance_of(sum(won), len(won)) < SURE, sum(won)


@pytest.mark.slow
@pytest.mark.parametrize("name", PLACING)
def test_amaf_and_decisive_moves_make_it_stronger(name: str) -> None:
    won = scores(name, "uct:1000", "uct:1000,amaf=0,decisive=0", 100, PLACING[name])
    assert sum(won) > 50, sum(won)
