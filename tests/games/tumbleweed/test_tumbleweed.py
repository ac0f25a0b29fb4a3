"""Tumbleweed: the opening, what stacks see, and the count."""

from __future__ import annotations

from typing import Any

from support.drawn import stacked, stacks_of
from support.positions import play, refusal, result, texts

from interpreter import load_game

DISCS = {"R": "disc Red", "W": "disc White", "n": "neutral"}
GAME = load_game("tumbleweed", side=3)


def at(stacks: str, seat: int = 0) -> Any:
    return stacked(GAME, stacks, DISCS, seat=seat)


def test_the_first_player_places_the_second_chooses_and_red_begins() -> None:
    start = load_game("tumbleweed").start()
    assert stacks_of(start, DISCS) == {"h8": "nn"}
    placed = play(start, "found Red a1", "found White o8")
    assert placed.seat == 1
    assert texts(placed) == {"choose Red", "choose White"}
    for colour, red in (("Red", 1), ("White", 0)):
        chosen = play(placed, f"choose {colour}")
        assert (chosen.colour, chosen.seat) == ("Red", red)


def test_a_new_stack_is_as_high_as_the_own_stacks_that_see_it() -> None:
    state = at("c1:R c3:nn c5:W")
    assert texts(state) == {f"settle {c}" for c in ("a1", "b1", "c2", "d1", "e1")} | {"pass"}
    assert stacks_of(play(state, "settle a1"), DISCS)["a1"] == "R"
    # c1, e1 and e3 see d1 (c1 and e1), e2 (e1 and e3) and d2 (e1 only: c3 stands before the rest).
    seen = at("c1:R e1:R e3:R c3:nn a3:W")
    assert stacks_of(play(seen, "settle d1"), DISCS)["d1"] == "RR"
    assert stacks_of(play(seen, "settle e2"), DISCS)["e2"] == "RR"
    assert stacks_of(play(seen, "settle d2"), DISCS)["d2"] == "R"


def test_what_is_replaced_must_be_lower() -> None:
    state = at("c1:R e1:R e3:R c3:nn d1:W e2:RR")
    assert "settle d1" in texts(state)  # c1 and e1 see it
    assert "too few of your stacks see it" in refusal(state, "settle e2")
    assert "too few of your stacks see it" in refusal(at("c1:R e1:R c3:nn"), "settle c3")
    assert stacks_of(play(state, "settle d1"), DISCS)["d1"] == "RR"
    assert stacks_of(play(at("c1:R e1:R e3:R c3:nn a3:R"), "settle c3"), DISCS)["c3"] == "RRRR"


def test_two_passes_end_the_game() -> None:
    even = at("c1:R c3:nn c5:W")
    assert result(play(even, "pass", "pass")) == [0.5, 0.5]  # each has a stack and five cells
    # Red also gets e2 and d2, and takes e3 from White: 2 + 6 against 1 + 4.
    assert result(play(even, "settle e1", "pass", "pass")) == [1.0, 0.0]
