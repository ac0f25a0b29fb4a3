"""Misère SQU: the holder of the record loses."""

from __future__ import annotations

import pytest
from support.positions import on_squares, play, result, targets

from interpreter import load_game


def test_the_holder_loses() -> None:
    """Red's disc on b2 makes the squ a2 b2 a3 b3 with the last empty cell."""
    state = on_squares(load_game("misere-squ", size=3), "R R B \n R . B \n B B R")
    over = play(state, "drop b2")
    assert over.variables == {"record": 1, "holder": "Red"}
    assert result(over) == [0.0, 1.0]


@pytest.mark.parametrize(("holder", "shares"), [("Red", [0.0, 1.0]), ("Black", [1.0, 0.0])])
def test_the_record_of_before_counts(holder: str, shares: list[float]) -> None:
    state = on_squares(
        load_game("misere-squ", size=3), "R B R \n B . B \n R R B",
        variables={"record": 1, "holder": holder},
    )  # fmt: skip
    assert result(play(state, "drop b2")) == shares


def test_no_squ_at_all_is_a_draw() -> None:
    state = load_game("misere-squ", size=2).start()
    assert result(play(state, "drop a1", "drop b1", "drop a2", "drop b2")) == [0.5, 0.5]


def test_turns_are_those_of_squ() -> None:
    game = load_game("misere-squ", size=3)
    assert [n for n, _ in game.positions(2)] == [1, 9, 252]
    state = play(game.start(), "drop b2", "drop a1")
    assert (state.colour, state.turn) == ("Black", 1)
    assert len(targets(state, "drop")) == 7
