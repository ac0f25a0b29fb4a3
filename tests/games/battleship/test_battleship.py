"""Battleship: where ships may lie, what a shot tells, and what nobody sees."""

from __future__ import annotations

import random
from typing import Any

from support.positions import play, refusal, result, targets

from interpreter import load_game

FLEET = (
    "place 1 5 {{{0}1,{1}1,{2}1,{3}1,{4}1}}", "place 2 4 {{{0}2,{1}2,{2}2,{3}2}}",
    "place 3 3 {{{0}3,{1}3,{2}3}}", "place 4 3 {{{0}4,{1}4,{2}4}}", "place 5 2 {{{0}5,{1}5}}",
)  # fmt: skip
SHIPS = [f"{column}{row}" for row, size in enumerate((5, 4, 3, 3, 2), 1)
         for column in "lmnop"[:size]]  # fmt: skip


def begun() -> Any:
    """Both fleets in the lower left corners of their seas."""
    state = load_game("battleship").start()
    for ship in FLEET:
        state = play(state, ship.format(*"abcde"), ship.format(*"lmnop"))
    return state


def test_ships_lie_in_lines_of_the_own_sea() -> None:
    state = load_game("battleship").start()
    assert len(state.moves()) == 2 * 6 * 10
    state = play(state, "place 1 5 {a1,b1,c1,d1,e1}")
    assert len(state.moves()) == 120
    state = play(state, "place 1 5 {u1,u2,u3,u4,u5}")
    assert len(state.moves()) == 2 * 7 * 10 - 5 - 5  # across and upright, without those on the five
    assert "no room" in refusal(state, "place 2 4 {e1,f1,g1,h1}")
    assert "no room" in refusal(state, "place 2 4 {l1,m1,n1,o1}")
    assert "here it must be `place 2 4 …`" in refusal(state, "place 2 5 {a3,b3,c3,d3,e3}")


def test_nobody_sees_the_ships_of_the_other() -> None:
    state = begun()
    assert len(state.view(0).pieces) == len(state.view(1).pieces) == 17
    assert all(piece.colour == "Red" for piece in state.view(0).pieces.values())
    assert len(targets(state, "shoot")) == 100
    assert not [text for text in state.view(0).heard if text.startswith("Blue")]


def test_a_hit_shows_which_ship_it_is() -> None:
    state = play(begun(), "shoot l5", "shoot a10")
    assert state.view(0).pieces["l5"].kind == "wreck"
    assert state.view(0).pieces["l5"].attributes == {"number": 5}
    assert "l1" not in state.view(0).pieces
    assert state.view(0).variables["fired"] == {"l5", "a10"}
    assert "`at` is not in `sea(opponent) - fired`" in refusal(state, "shoot l5")
    state = state.play("shoot m5")
    for seat in (0, 1):
        assert "sunk, of size 2" in state.view(seat).heard
    assert not any("of size" in text for text in play(begun(), "shoot l1").view(0).heard)


def test_who_sinks_the_fleet_wins() -> None:
    state = begun()
    for number, cell in enumerate(SHIPS):
        assert not state.is_over
        state = state.play(f"shoot {cell}")
        if number < 16:
            state = state.play(f"shoot {'abcdefghij'[number % 10]}{6 + number // 10}")
    assert result(state) == [1, 0] and state.ended_because == "the whole fleet is sunk"
    assert state.turn == 10 + 33


def test_where_ships_lie_changes_nothing_for_the_other() -> None:
    one, other = begun(), load_game("battleship").start()
    for ship in FLEET:
        other = play(other, ship.format(*"abcde"), ship.format(*"qrstu"))
    luck = random.Random(1)
    for _ in range(20):
        assert one.view(0) == other.view(0)
        if one.seat == 0:
            assert one.moves() == other.moves()
            cell = luck.choice(sorted(c for c in targets(one, "shoot") if int(c[1:]) > 5))
        else:
            cell = luck.choice(sorted(targets(one, "shoot")))
        one, other = one.play(f"shoot {cell}"), other.play(f"shoot {cell}")
