"""Kalah: sowing into one's own store, another turn, captures, and the seeds that are left."""

from __future__ import annotations

from typing import Any

from support.drawn import heaped, heights
from support.positions import play, result, targets

from interpreter import load_game

GAME = load_game("kalah")


def at(seat: int = 0, **heaps: int) -> Any:
    return heaped(GAME, heaps, seat=seat)


def test_the_fourth_seed_of_c1_falls_into_the_store() -> None:
    start = GAME.start()
    assert heights(start) == {f"{x}{y}": 4 for x in "abcdef" for y in (1, 2)}
    assert targets(start, "sow") == {f"{x}1" for x in "abcdef"}
    again = play(start, "sow c1")
    assert again.colour == "South"
    counted = heights(again)
    assert [counted.get(c, 0) for c in ("c1", "d1", "e1", "f1", "south_store", "f2")] == [
        0, 5, 5, 5, 1, 4
    ]  # fmt: skip
    assert play(start, "sow a1").colour == "North"


def test_a_last_seed_in_an_empty_house_takes_what_faces_it() -> None:
    after = play(at(a1=1, b2=5, c2=1, f1=2), "sow a1")
    assert heights(after) == {"c2": 1, "f1": 2, "south_store": 6}
    assert after.colour == "North"  # a capture is no seed sown into the store


def test_nothing_is_taken_where_nothing_faces_it_nor_on_the_other_side() -> None:
    assert heights(play(at(a1=1, c2=1), "sow a1")) == {"b1": 1, "c2": 1}
    assert heights(play(at(f1=2, e1=3, a2=1), "sow f1")) == {
        "e1": 3, "south_store": 1, "f2": 1, "a2": 1
    }  # fmt: skip


def test_the_opponents_store_is_passed_over() -> None:
    """Eight seeds from f1: the store, the six houses of North, and a1, which was empty."""
    after = play(at(f1=8, b1=1), "sow f1")
    assert heights(after) == {
        "b1": 1, "south_store": 3, "b2": 1, "c2": 1, "d2": 1, "e2": 1, "f2": 1
    }  # fmt: skip
    round_for_north = play(at(seat=1, a2=8, b2=1, a1=2), "sow a2")
    assert heights(round_for_north)["north_store"] == 3
    assert "south_store" not in heights(round_for_north)


def test_when_a_side_is_empty_the_rest_belongs_to_its_owner() -> None:
    over = play(at(f1=1, a2=3, south_store=23, north_store=21), "sow f1")
    assert result(over) == [0.5, 0.5]
    assert result(play(at(f1=1, a2=2, south_store=24, north_store=21), "sow f1")) == [1.0, 0.0]


def test_the_number_of_seeds() -> None:
    assert sum(heights(load_game("kalah", seeds=6).start()).values()) == 72
