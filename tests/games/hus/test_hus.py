"""Hus: sowing goes on from occupied holes, with what they face or with what they hold."""

from __future__ import annotations

from typing import Any

from support.drawn import heaped, heights
from support.positions import play, refusal, result, targets

from interpreter import load_game

GAME = load_game("hus")


def at(seat: int = 0, **heaps: int) -> Any:
    return heaped(GAME, heaps, seat=seat)


def test_the_start() -> None:
    """Two in each outer hole and in the right half of the inner row."""
    start = GAME.start()
    south = {f"{x}1" for x in "abcdefgh"} | {"e2", "f2", "g2", "h2"}
    north = {f"{x}4" for x in "abcdefgh"} | {"a3", "b3", "c3", "d3"}
    assert heights(start) == dict.fromkeys(south | north, 2)
    assert targets(start, "sow") == south


def test_five_laps() -> None:
    """a1 ends in c1, that in f1, that in h2, which faces nothing, that in e2, that in b2."""
    after = heights(play(GAME.start(), "sow a1"))
    assert {cell: n for cell, n in after.items() if cell[1] in "12"} == {
        "b1": 3, "d1": 3, "e1": 3, "g1": 3, "h1": 3, "g2": 3, "f2": 3, "d2": 1, "c2": 1, "b2": 1,
    }  # fmt: skip


def test_a_capture_is_sown_from_the_next_hole_on() -> None:
    after = heights(play(at(g1=2, h2=1, h3=3, h4=2, a4=2), "sow g1"))
    assert after == {"h1": 1, "h2": 2, "g2": 1, "f2": 1, "e2": 1, "d2": 1, "c2": 1, "a4": 2}


def test_an_empty_outer_hole_gives_nothing_to_the_capture() -> None:
    after = heights(play(at(g1=2, h2=1, h3=3, a4=2), "sow g1"))
    assert after == {"h1": 1, "h2": 2, "g2": 1, "f2": 1, "e2": 1, "a4": 2}


def test_what_faces_only_the_outer_hole_stays() -> None:
    """h3 is empty: h2 itself is sown, into g2 and f2."""
    after = heights(play(at(g1=2, h2=1, h4=5), "sow g1"))
    assert after == {"h1": 1, "g2": 1, "f2": 1, "h4": 5}


def test_north_goes_the_other_way_round() -> None:
    after = heights(play(at(seat=1, b4=2, a3=1, a2=2, a1=1, h1=2), "sow b4"))
    assert after == {"a4": 1, "a3": 2, "b3": 1, "c3": 1, "d3": 1, "h1": 2}


def test_single_seeds_do_not_start_and_lose() -> None:
    state = at(a1=2, d1=1, h4=1, g4=1)
    assert "a single seed does not start" in refusal(state, "sow d1")
    assert result(play(state, "sow a1")) == [1.0, 0.0]
