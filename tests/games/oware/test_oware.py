"""Oware by the Abapa rules."""

from __future__ import annotations

from typing import Any

from support.drawn import heaped, heights
from support.positions import play, refusal, result, targets

from interpreter import load_game

GAME = load_game("oware")


def at(seat: int = 0, **heaps: int) -> Any:
    return heaped(GAME, heaps, seat=seat)


def test_sowing_goes_round_the_houses_only() -> None:
    after = heights(play(GAME.start(), "sow f1"))
    assert [after.get(c, 0) for c in ("f1", "f2", "e2", "d2", "c2", "b2")] == [0, 5, 5, 5, 5, 4]
    assert "south_store" not in after


def test_twelve_seeds_leave_their_own_house_out() -> None:
    after = heights(play(at(a1=12, a2=4), "sow a1"))
    assert "a1" not in after
    assert after["b1"] == 2 and after["a2"] == 5 and after["b2"] == 1


def test_twos_and_threes_are_taken_backwards_as_far_as_they_go() -> None:
    after = heights(play(at(e1=4, d2=1, e2=2, f2=1, a2=1), "sow e1"))
    assert after == {"f1": 1, "a2": 1, "south_store": 7}
    gap = heights(play(at(e1=4, d2=1, e2=4, f2=1, a2=1), "sow e1"))
    assert gap == {"f1": 1, "f2": 2, "e2": 5, "a2": 1, "south_store": 2}


def test_nothing_is_taken_on_ones_own_side() -> None:
    assert heights(play(at(a1=2, b1=1, c1=1, a2=9), "sow a1")) == {"b1": 2, "c1": 2, "a2": 9}


def test_a_capture_of_everything_takes_nothing() -> None:
    assert heights(play(at(f1=2, f2=1, e2=2), "sow f1")) == {"f2": 2, "e2": 3}


def test_an_empty_row_must_be_given_a_seed_if_that_is_possible() -> None:
    hungry = at(a1=1, e1=2, f1=3)
    assert targets(hungry, "sow") == {"e1", "f1"}
    assert "you must give the opponent a seed" in refusal(hungry, "sow a1")


def test_when_nobody_can_be_given_a_seed_the_rows_are_kept() -> None:
    """North gives his last seed, South's a1 and b1 cannot reach row 2."""
    over = play(at(seat=1, a2=1, c1=1, north_store=23, south_store=23), "sow a2")
    assert result(over) == [1.0, 0.0]


def test_more_than_half_of_the_seeds() -> None:
    over = play(at(f1=1, f2=1, a2=9, c1=5, south_store=23, north_store=9), "sow f1")
    assert result(over) == [1.0, 0.0]


def test_a_position_that_recurs() -> None:
    """One seed each goes round; after twenty-four turns all is as it was."""
    state = at(a1=1, f2=1, south_store=23, north_store=23)
    for _ in range(48):
        if state.is_over:
            break
        state = state.play(state.moves()[0])
    assert result(state) == [0.5, 0.5]
    assert state.ended_by.text == "when seen(board, mover) = 1"
