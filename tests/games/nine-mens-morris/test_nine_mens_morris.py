"""Nine men's morris: placing, sliding, flying; a mill captures one man."""

from __future__ import annotations

from typing import Any

import pytest
from support.positions import play, position, refusal, result, targets, texts

from interpreter import load_game

IN_A_MILL = "the man is in a mill"


def men(white: str, black: str, **rest: Any) -> Any:
    """A position after all men have been placed, unless `supply` says otherwise."""
    rest.setdefault("supply", [0, 0])
    game = load_game("nine-mens-morris")
    return position(game, {"White": white, "Black": black}, kind="man", **rest)


def test_the_start() -> None:
    game = load_game("nine-mens-morris")
    assert len(game.board.cells) == 24
    assert game.board.graph.number_of_edges() == 32
    start = game.start()
    assert start.colour == "White"
    assert len(targets(start, "place")) == 24
    assert sorted(start.supply.values()) == [9, 9]


def test_nobody_slides_while_there_are_men_to_place() -> None:
    state = play(load_game("nine-mens-morris").start(), "place a1", "place d2")
    assert {text.split()[0] for text in texts(state)} == {"place"}
    assert "place" in refusal(state, "slide a1 a4")
    assert "place" in refusal(state, "fly a1 g7")


def test_a_man_from_the_supply() -> None:
    state = play(load_game("nine-mens-morris").start(), "place a1")
    assert sorted(state.supply.values()) == [8, 9]
    assert "empty" in refusal(state, "place a1")


def test_a_mill_captures() -> None:
    """The same player goes on; the man is out of the game, not back in the supply."""
    state = load_game("nine-mens-morris").start()
    state = play(state, "place a1", "place b2", "place d1", "place d2", "place g1")
    assert state.colour == "White"
    assert texts(state) == {"capture b2", "capture d2"}
    after = play(state, "capture d2")
    assert after.colour == "Black"
    assert set(after.pieces()) == {"a1", "d1", "g1", "b2"}
    assert sorted(after.supply.values()) == [6, 7]


def test_no_capture_without_a_mill() -> None:
    state = play(load_game("nine-mens-morris").start(), "place a1", "place b2", "place d1")
    assert state.colour == "Black"
    assert "capture" in refusal(state, "capture a1")


def test_a_corner_is_no_mill() -> None:
    state = play(load_game("nine-mens-morris").start(), "place a1", "place b2", "place d1")
    state = play(state, "place f6", "place d2")
    assert state.colour == "Black"


def test_a_row_across_the_middle_is_no_mill() -> None:
    """b4, c4 and e4 lie in a row, but not on one line."""
    state = men("b4 c4 f4 a1", "g7 d7 a7 b6")
    after = play(state, "slide f4 e4")
    assert after.colour == "Black"


def test_a_mill_of_mixed_men_is_none() -> None:
    state = play(load_game("nine-mens-morris").start(), "place a1", "place d1", "place g1")
    assert state.colour == "Black"


def test_men_in_mills_are_safe_while_there_are_others() -> None:
    state = men("a1 d1 g4 c3", "b2 d2 f2 a7")
    state = play(state, "slide g4 g1")
    assert texts(state) == {"capture a7"}
    assert IN_A_MILL in refusal(state, "capture d2")


def test_men_in_mills_are_captured_when_all_are() -> None:
    state = play(men("a1 d1 g4 c3", "b2 d2 f2"), "slide g4 g1")
    assert targets(state, "capture") == {"b2", "d2", "f2"}


def test_two_mills_at_once_capture_one_man() -> None:
    """g1 closes the row below and the column at the right."""
    state = men("a1 d1 g4 g7", "b2 d2 f2 b6 d6", supply=[1, 0])
    state = play(state, "place g1", "capture b6")
    assert state.colour == "Black"


def test_slides_go_along_a_line_to_the_next_point() -> None:
    state = men("a1 d2 c3 g7", "b6 d6 f6 d7")
    assert {t for t in targets(state, "slide") if t[:2] == "a1"} == {"a1 a4", "a1 d1"}
    assert {t for t in targets(state, "slide") if t[:2] == "d2"} == {
        "d2 b2", "d2 f2", "d2 d1", "d2 d3",
    }  # fmt: skip
    assert {t for t in targets(state, "slide") if t[:2] == "c3"} == {"c3 c4", "c3 d3"}
    assert {t for t in targets(state, "slide") if t[:2] == "g7"} == {"g7 g4"}
    for move in ("slide a1 g1", "slide a1 b2", "slide g7 d7", "slide b6 b4"):
        refusal(state, move)
    assert "slide" in refusal(state, "fly a1 g1")


def test_a_mill_may_be_opened_and_closed_again() -> None:
    state = men("a1 d1 g1 c3", "b6 d6 a7 g7 d3")
    state = play(state, "slide g1 g4", "slide d3 d2", "slide g4 g1")
    assert state.colour == "White"
    assert targets(state, "capture") == {"b6", "d6", "a7", "g7", "d2"}


def test_a_mill_that_stands_captures_nothing_more() -> None:
    state = play(men("a1 d1 g1 c3", "b6 d6 a7 g7"), "slide c3 c4")
    assert state.colour == "Black"


def test_three_men_fly() -> None:
    state = men("a1 d2 c3", "b6 d6 f6 d7")
    assert len(texts(state)) == 3 * 17
    assert "fly a1 g7" in texts(state)
    assert "fly" in refusal(state, "slide a1 a4")
    refusal(state, "fly a1 b6")
    black = men("a1 d2 c3", "b6 d6 f6 d7", seat=1)
    assert {text.split()[0] for text in texts(black)} == {"slide"}


def test_a_flying_man_closes_a_mill() -> None:
    state = play(men("a1 d1 c3", "b6 d6 a7 d7"), "fly c3 g1")
    assert targets(state, "capture") == {"b6", "d6", "a7", "d7"}


def test_two_men_left_lose() -> None:
    state = play(men("a1 d1 g4 c3", "b6 d6 a7"), "slide g4 g1")
    assert not state.is_over
    assert result(play(state, "capture a7")) == [1.0, 0.0]


def test_few_men_do_not_lose_while_there_are_more_to_place() -> None:
    state = play(
        load_game("nine-mens-morris").start(), "place a1", "place b2", "place d1", "place d2",
        "place g1", "capture b2",
    )  # fmt: skip
    assert not state.is_over


def test_one_who_cannot_move_loses() -> None:
    """White shuts the last way, d3, of the men on a1 d1 g1 d2."""
    state = men("a4 g4 b2 f2 e3", "a1 d1 g1 d2")
    assert result(play(state, "slide e3 d3")) == [1.0, 0.0]


def test_three_times_the_same_position_is_a_draw() -> None:
    state = men("a1 d2 c3 g7", "b6 d6 f6 d7")
    again = ["slide a1 a4", "slide d7 a7", "slide a4 a1", "slide a7 d7"]
    state = play(state, *again)
    assert not state.is_over
    assert result(play(state, *again)) == [0.5, 0.5]


@pytest.mark.parametrize(
    ("depth", "count"),
    [
        (1, 24),
        (2, 552),
        pytest.param(3, 12144, marks=pytest.mark.slow),
    ],
)
def test_perft(depth: int, count: int) -> None:
    assert load_game("nine-mens-morris").perft(depth) == count
