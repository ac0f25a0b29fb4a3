"""Twixt: pegs, bridges that cross no other bridge, and a way from border line to border line."""

from __future__ import annotations

from typing import Any

from support.positions import play, result, texts

from interpreter import load_game

GAME = load_game("twixt", size=8)


def bridges(state: Any) -> set[str]:
    return {" ".join(sorted(link)) for of in state.variables["bridges"].values() for link in of}


def test_the_start() -> None:
    """No peg stands on a corner, or on a border line of the other side."""
    start = GAME.start()
    assert len(start.moves()) == 6 * 8
    assert {"place b1", "place g8", "place d4"} <= texts(start)
    assert not {"place a4", "place h4", "place a1", "place b9"} & texts(start)
    second = play(start, "place d4")
    assert len(second.moves()) == 6 * 8 - 1
    assert {"place a2", "place h7"} <= texts(second) and "place d1" not in texts(second)


def test_pegs_a_knights_move_apart_are_joined() -> None:
    state = play(GAME.start(), "place c3", "place f2", "place d5", "place g4", "place e3")
    assert bridges(state) == {"c3 d5", "f2 g4", "d5 e3"}


def test_a_bridge_crosses_no_other_one() -> None:
    """From c4 to e5 the way leads over that from c3 to d5; from c4 to d6 it is free."""
    state = play(GAME.start(), "place c3", "place c4", "place d5", "place e5")
    assert bridges(state) == {"c3 d5"}
    assert bridges(play(state, "place g7", "place d6")) == {"c3 d5", "c4 d6"}


def test_not_even_one_of_its_own() -> None:
    state = play(GAME.start(), "place c3", "place h2", "place d5", "place h4", "place c4",
                 "place h6", "place e5")  # fmt: skip
    assert "c4 e5" not in bridges(state) and "c3 d5" in bridges(state)


def test_who_joins_the_lines_of_the_own_side_wins() -> None:
    small = load_game("twixt", size=5)
    state = play(small.start(), "place b1", "place e2", "place c3", "place e3")
    assert not state.is_over
    assert result(play(state, "place b5")) == [1.0, 0.0]
    state = play(small.start(), "place d1", "place a2", "place d5", "place c3", "place d2")
    assert result(play(state, "place e2")) == [0.0, 1.0]


def test_pegs_without_bridges_join_nothing() -> None:
    """The bridge from b2 to d3 bars the one from b1 to c3."""
    small = load_game("twixt", size=5)
    state = play(small.start(), "place b1", "place b2", "place d2", "place d3", "place c3")
    assert bridges(state) == {"b1 d2", "b2 d3"} and not state.is_over


def test_the_pie_rule() -> None:
    first = play(load_game("twixt", size=8, pie=True).start(), "place d4")
    taken = play(first, "exchange")
    assert (taken.seat, taken.colour) == (0, "Blue")
    assert "place a4" in texts(taken)
    assert "exchange" not in texts(play(GAME.start(), "place d4"))
