"""Matches of agents without a terminal."""

from __future__ import annotations

import random
from typing import Any

from interpreter.agents import Agent


def play_match(game: Any, agents: list[Agent], seed: int) -> tuple[list[str], list[float]]:
    """The moves and the result of a match."""
    luck, state, texts = random.Random(seed), game.start(), []
    while not state.is_over:
        if state.is_chance:
            moves, odds = zip(*state.chance, strict=True)
            move = luck.choices(moves, odds)[0]
        else:
            move = agents[state.seat].choose(state, luck)
            assert move in state.moves()
        texts.append(move.text)
        state = state.play(move)
    return texts, state.result


def total(game: Any, first: Agent, second: Agent, games: int) -> float:
    """What the first agent gets in matches of two, in turn at each seat."""
    won = 0.0
    for number in range(games):
        seat = number % 2
        agents = [second, first] if seat else [first, second]
        won += play_match(game, agents, number)[1][seat]
    return won
