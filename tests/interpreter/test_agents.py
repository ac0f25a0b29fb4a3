"""Agents: made of texts, and choosing legal moves by the luck that they are given."""

from __future__ import annotations

import random

import pytest

from interpreter import load_game
from interpreter.agents import make_agent


def test_the_random_agent_plays_a_game_to_its_end_and_repeats_it() -> None:
    def play(seed: int) -> list[str]:
        agent, luck = make_agent("random"), random.Random(seed)
        state, texts = load_game("tic-tac-toe").start(), []
        while not state.is_over:
            move = agent.choose(state, luck)
            assert move in state.moves()
            texts.append(move.text)
            state = state.play(move)
        return texts

    assert play(1) == play(1)
    assert len({tuple(play(seed)) for seed in range(5)}) > 1


def test_every_move_is_chosen_about_as_often() -> None:
    agent, state = make_agent(" Random "), load_game("tic-tac-toe").start()
    luck = random.Random(7)
    counts = {move.text: 0 for move in state.moves()}
    for _ in range(900):
        counts[agent.choose(state, luck).text] += 1
    assert all(60 < count < 140 for count in counts.values())


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("randmo", "did you mean `random`?"),
        ("wizard", "there is no agent `wizard`; there is random"),
        ("", "there is no agent ``"),
        ("random:5", "without `:5`"),
    ],
)
def test_an_unknown_agent_is_refused_with_a_hint(spec: str, message: str) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        make_agent(spec)
    assert message in str(error.value)
