"""Dvonn: placing, moves of exactly the height, what is cut off, passes, and the count."""

from __future__ import annotations

from typing import Any

from support.drawn import stacked, stacks_of
from support.positions import play, refusal, result, targets, texts

from interpreter import load_game

PIECES = {"W": "man White", "B": "man Black", "R": "dvonn"}
GAME = load_game("dvonn")


def at(stacks: str, seat: int = 0) -> Any:
    return stacked(GAME, stacks, PIECES, seat=seat, supply=[0, 0, 0])


def test_placing_begins_with_the_red_pieces_and_white_moves_first() -> None:
    state = GAME.start()
    cells = sorted(targets(state, "place"))
    assert len(cells) == 49
    for n, cell in enumerate(cells):
        assert state.colour == ("White", "Black")[n % 2]
        state = play(state, f"place {cell}")
    placed = list(stacks_of(state, PIECES).values())
    assert [placed.count(s) for s in "RWB"] == [3, 23, 23]
    assert state.colour == "White"
    assert all(text.startswith("move") for text in texts(state))


def test_a_stack_moves_exactly_as_far_as_it_is_high() -> None:
    state = at("c1:BW c2:R c3:B c4:W c5:W c6:W d1:B")
    assert targets(state, "move") == {
        "c1 c3", "c4 c3", "c4 c5", "c5 c4", "c5 c6", "c6 c5",
    }  # fmt: skip
    assert "a stack ends on another" in refusal(state, "move c1 e1")
    after = stacks_of(play(state, "move c1 c3"), PIECES)
    assert after["c3"] == "BBW" and "c1" not in after


def test_gaps_are_passed_over() -> None:
    assert "c1 c3" in targets(at("c1:BW c3:R c4:B d1:B"), "move")


def test_what_is_surrounded_stays() -> None:
    state = at("c5:W c4:B c6:B d4:B d5:B b4:B b5:R")
    assert texts(state) == {"pass"}
    assert "it is surrounded" in refusal(state, "move c5 c6")
    assert len(targets(at("c5:W c4:B c6:B d4:B d5:B b5:R"), "move")) == 5


def test_what_is_not_joined_to_a_red_piece_is_removed() -> None:
    state = at("c1:W b1:WW c2:B c3:R c4:B", seat=1)
    assert stacks_of(play(state, "move c2 c3"), PIECES) == {"c3": "RB", "c4": "B"}
    assert stacks_of(play(state, "move c4 c3"), PIECES) == {
        "b1": "WW", "c1": "W", "c2": "B", "c3": "RB",
    }  # fmt: skip


def test_red_pieces_alone_are_nobodys_and_covered_ones_go_along() -> None:
    assert texts(at("c1:R c2:R c3:B")) == {"pass"}
    after = stacks_of(play(at("a1:RW c1:B c3:B b1:R"), "move a1 c1"), PIECES)
    assert after == {"c1": "BRW", "b1": "R"}


def test_the_higher_stacks_win() -> None:
    over = play(at("c1:W c2:B c3:R"), "move c1 c2", "pass", "pass")
    assert result(over) == [1.0, 0.0]
    assert result(play(at("c1:R a2:BB e2:WW"), "pass", "pass")) == [0.5, 0.5]
