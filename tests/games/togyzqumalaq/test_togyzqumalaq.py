"""Togyzqumalaq: the first ball stays, even numbers are taken, and a three becomes a tuz."""

from __future__ import annotations

from typing import Any

from support.drawn import heaped, heights
from support.positions import play, result, texts

from interpreter import load_game

GAME = load_game("togyzqumalaq")


def at(seat: int = 0, south: str | None = None, north: str | None = None, **heaps: int) -> Any:
    stored = {"tuz": {"South": south, "North": north}}
    return heaped(GAME, heaps, "ball", seat=seat, variables=stored)


def test_nine_balls_from_the_ninth_hole_take_ten() -> None:
    """One stays in i1, the last one is the tenth in North's eighth hole."""
    after = heights(play(GAME.start(), "sow i1"))
    assert after["i1"] == 1 and after["south_kazan"] == 10 and "b2" not in after
    assert {after[c] for c in ("i2", "h2", "c2")} == {10}
    assert after["a2"] == after["a1"] == 9


def test_nothing_is_taken_on_ones_own_side() -> None:
    after = heights(play(GAME.start(), "sow a1"))
    assert after["a1"] == 1 and after["i1"] == 10 and "south_kazan" not in after


def test_a_single_ball_goes_to_the_next_hole() -> None:
    assert heights(play(at(a1=1, b1=1, i2=5), "sow a1")) == {"b1": 2, "i2": 5}
    assert heights(play(at(i1=1, a1=1, i2=1), "sow i1")) == {"a1": 1, "south_kazan": 2}


def test_a_last_ball_that_makes_three_makes_a_tuz() -> None:
    state = play(at(i1=2, i2=2, h2=4), "sow i1")
    assert heights(state) == {"i1": 1, "south_kazan": 3, "h2": 4}
    assert state.variables["tuz"] == {"South": "i2", "North": None}
    once = play(at(south="e2", i1=2, i2=2, h2=4), "sow i1")
    assert heights(once) == {"i1": 1, "i2": 3, "h2": 4}  # one tuz only


def test_no_tuz_in_the_ninth_hole_nor_in_the_hole_of_the_other_tuz() -> None:
    ninth = play(at(i1=10, a2=2), "sow i1")
    assert heights(ninth)["a2"] == 3
    assert ninth.variables["tuz"]["South"] is None
    # g2 is North's third hole, as c1 is South's.
    same = play(at(north="c1", i1=4, g2=2), "sow i1")
    assert heights(same)["g2"] == 3
    other = play(at(north="d1", i1=4, g2=2), "sow i1")
    assert other.variables["tuz"] == {"South": "g2", "North": "d1"}


def test_balls_that_fall_into_a_tuz_are_its_owners() -> None:
    mine = play(at(south="i2", h1=4, h2=2, a2=1), "sow h1")
    assert heights(mine) == {"h1": 1, "i1": 1, "h2": 3, "a2": 1, "south_kazan": 1}
    theirs = play(at(north="b1", a1=3, a2=1), "sow a1")
    assert heights(theirs) == {"a1": 1, "c1": 1, "a2": 1, "north_kazan": 1}
    assert texts(play(at(seat=1, south="i2", i1=1, h2=1, a2=1, a1=2), "sow a2")) == {
        "sow a1", "sow i1",
    }  # fmt: skip


def test_eighty_two_balls_win() -> None:
    state = at(i1=1, i2=1, a1=3, a2=3, south_kazan=80, north_kazan=74)
    assert result(play(state, "sow i1")) == [1.0, 0.0]
    given = at(north="b1", a1=2, a2=1, c1=1, south_kazan=77, north_kazan=81)
    assert result(play(given, "sow a1")) == [0.0, 1.0]


def test_when_a_side_is_empty_the_rest_belongs_to_the_other() -> None:
    state = at(a1=1, b1=1, i2=1, south_kazan=79, north_kazan=80)
    assert not play(state, "sow a1").is_over
    last = play(at(a1=3, b1=2, south_kazan=77, north_kazan=80), "sow a1")
    assert result(last) == [1.0, 0.0]
    drawn = play(at(a1=1, south_kazan=80, north_kazan=81), "sow a1")
    assert result(drawn) == [0.5, 0.5]
