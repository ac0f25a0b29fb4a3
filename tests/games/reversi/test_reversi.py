"""Reversi: a disc traps a line of the other's discs, which then change sides."""

from __future__ import annotations

from typing import Any

import pytest
from support.counts import perft_test
from support.drawn import drawn
from support.positions import play, refusal, result, targets, texts

from interpreter import load_game

DISCS = {"B": "disc Black", "W": "disc White"}
TRAPS_NONE = "a disc must trap at least one"


def owners(state: Any) -> dict[str, str]:
    """The colour on each cell, by its first letter."""
    return {cell: piece.colour[0] for cell, piece in state.pieces().items()}


def test_the_set_up() -> None:
    start = load_game("reversi").start()
    assert owners(start) == {"d5": "B", "e4": "B", "d4": "W", "e5": "W"}
    assert start.colour == "Black"
    assert texts(start) == {"place c4", "place d3", "place e6", "place f5"}


def test_a_disc_must_trap() -> None:
    start = load_game("reversi").start()
    assert TRAPS_NONE in refusal(start, "place a1")
    assert TRAPS_NONE in refusal(start, "place c5")  # beside an own disc
    assert "empty" in refusal(start, "place d4")
    assert "pass" in refusal(start, "pass")


def test_trapped_discs_change_sides() -> None:
    state = play(load_game("reversi").start(), "place d3")
    assert owners(state) == {"d3": "B", "d4": "B", "d5": "B", "e4": "B", "e5": "W"}
    assert state.scores == {"Black": 4, "White": 1}
    assert texts(state) == {"place c3", "place c5", "place e3"}


STAR = """
    . . . . . . . .
    . B . . B . . B
    . . W . W . W .
    . . . W W W . .
    . B W W . W W B
    . . . W W W . .
    . . W . W . W .
    . B . . B . . .
"""


def test_all_eight_directions_at_once() -> None:
    """The line to g2 is open at its end and stays white."""
    state = drawn(load_game("reversi"), STAR, DISCS)
    after = owners(play(state, "place e4"))
    white = {cell for cell, colour in after.items() if colour == "W"}
    assert white == {"f3", "g2"}
    assert len(after) == len(owners(state)) + 1


def test_a_trap_ends_at_the_first_own_disc() -> None:
    """
    . B W B W +        e1 changes sides, c1 does not.
    """
    drawing = 7 * ". . . . . . . .\n" + ". B W B W . . ."
    state = drawn(load_game("reversi"), drawing, DISCS)
    after = owners(play(state, "place f1"))
    assert after == {"b1": "B", "c1": "W", "d1": "B", "e1": "B", "f1": "B"}


def test_a_gap_traps_nothing() -> None:
    drawing = 7 * ". . . . . . . .\n" + "B W . W . . . ."
    state = drawn(load_game("reversi"), drawing, DISCS)
    assert texts(state) == {"place c1"}
    assert owners(play(state, "place c1")) == {"a1": "B", "b1": "B", "c1": "B", "d1": "W"}


def test_discs_changed_now_trap_no_others() -> None:
    """
    c1 traps b1 (with a1). b1, now black, does not in turn trap b2 with b3.
    """
    drawing = (
        5 * ". . . . . . . .\n" + ". B . . . . . .\n" + ". W . . . . . .\n" + "B W . . . . . ."
    )
    state = drawn(load_game("reversi"), drawing, DISCS)
    after = owners(play(state, "place c1"))
    assert after == {"a1": "B", "b1": "B", "c1": "B", "b2": "W", "b3": "B"}


def test_one_who_cannot_place_passes_and_only_then() -> None:
    """White can trap nothing; Black can trap b1."""
    drawing = 7 * ". . . . . . . .\n" + "B W . . . . . ."
    state = drawn(load_game("reversi"), drawing, DISCS, seat=1)
    assert texts(state) == {"pass"}
    assert TRAPS_NONE in refusal(state, "place c1")
    after = play(state, "pass")
    assert not after.is_over
    assert texts(after) == {"place c1"}


def test_two_passes_end_the_game() -> None:
    """Three against three on a board that nobody can add to."""
    drawing = 7 * ". . . . . . . .\n" + "B B B . W W W ."
    over = play(drawn(load_game("reversi"), drawing, DISCS, seat=1), "pass", "pass")
    assert over.scores == {"Black": 3, "White": 3}
    assert result(over) == [0.5, 0.5]


def test_a_pass_and_a_disc_do_not_add_up() -> None:
    drawing = 7 * ". . . . . . . .\n" + "B W . . . . . ."
    state = play(drawn(load_game("reversi"), drawing, DISCS, seat=1), "pass", "place c1")
    assert texts(state) == {"pass"}
    assert not play(state, "pass").is_over


def test_the_shortest_game() -> None:
    """Black wipes White out with the ninth disc; nobody can place any more."""
    moves = "e6 f4 e3 f6 g5 d6 e7 f5 c5".split()
    state = play(load_game("reversi").start(), *(f"place {m}" for m in moves))
    assert state.scores == {"Black": 13, "White": 0}
    assert texts(state) == {"pass"}
    over = play(state, "pass", "pass")
    assert result(over) == [1.0, 0.0]


@pytest.mark.parametrize(
    ("game", "shares"), [("reversi", [0.0, 1.0]), ("anti-reversi", [1.0, 0.0])]
)
def test_a_full_board_ends_the_game(game: str, shares: list[float]) -> None:
    """The last disc, black on h8, traps g8; eight against 56."""
    drawing = """
        B B B B B B W .
        W W W W W W W W
        W W W W W W W W
        W W W W W W W W
        W W W W W W W W
        W W W W W W W W
        W W W W W W W W
        W W W W W W W W
    """
    over = play(drawn(load_game(game), drawing, DISCS), "place h8")
    assert over.scores == {"Black": 8, "White": 56}
    assert result(over) == shares


test_perft = perft_test(
    lambda depth: load_game("reversi").perft(depth),
    quick=[4, 12, 56, 244, 1396], slow=[8200, 55092],
)  # fmt: skip


def test_after_one_disc_there_are_three_answers() -> None:
    state = play(load_game("reversi").start(), "place f5")
    assert targets(state, "place") == {"d6", "f4", "f6"}
