"""Minishogi: what each piece does, promotion, drops and what forbids them, and repetition.

Every position is checked by hand.  In SFEN, Black has the capitals and plays upwards.
"""

from __future__ import annotations

from typing import Any

import pytest
from support.counts import perft_test
from support.positions import play, refusal, result, targets
from support.sfen import from_sfen

from interpreter import load_game

GAME = load_game("minishogi")
FORCED = "it could never move from here"

test_published_counts = perft_test(
    lambda depth: GAME.start().perft(depth), [14, 181, 2512, 35_401], [533_203]
)


def at(sfen: str) -> Any:
    return from_sfen(GAME, sfen)


def moves_of(state: Any, cell: str, action: str = "move") -> set[str]:
    return {t.split()[1] for t in targets(state, action) if t.split()[0] == cell}


def test_a_gold_and_a_silver() -> None:
    state = at("4k/5/1G1S1/5/K4 b -")
    assert moves_of(state, "b3") == {"a4", "b4", "c4", "a3", "c3", "b2"}
    assert moves_of(state, "d3") == {"c4", "d4", "e4", "c2", "e2"}


def test_a_gold_on_the_last_row_goes_sideways_and_back() -> None:
    assert moves_of(at("1G3/4k/5/5/K4 b -"), "b5") == {"a5", "c5", "b4"}
    assert moves_of(at("4K/5/5/k4/1g3 w -"), "b1") == {"a1", "c1", "b2"}


def test_promoted_pieces_add_the_steps_of_a_king_or_go_like_a_gold() -> None:
    state = at("k4/5/1+B1+P1/5/K4 b -")
    assert moves_of(state, "b3") == {
        "a4", "c4", "d5", "a2", "c2", "d1", "b4", "a3", "c3", "b2",
    }  # fmt: skip
    assert moves_of(state, "d3") == {"c4", "d4", "e4", "c3", "e3", "d2"}
    state = at("k4/5/3+R1/5/K4 b -")
    assert moves_of(state, "d3") >= {"d5", "d1", "b3", "e3", "c4", "e4", "c2", "e2"}


def test_the_farthest_row_promotes_and_a_pawn_must_be_promoted_there() -> None:
    state = at("k4/1S1P1/5/5/4K b -")
    assert moves_of(state, "b4", "promote") == {"a5", "b5", "c5"}
    assert moves_of(state, "b4") >= {"b5", "c5"}
    assert moves_of(state, "d4", "promote") == {"d5"}
    assert FORCED in refusal(state, "move d4 d5")
    assert "far end" in refusal(state, "promote b4 a3")


def test_a_piece_that_leaves_the_farthest_row_may_be_promoted() -> None:
    state = at("2S2/5/k4/5/4K b -")
    assert moves_of(state, "c5", "promote") == {"b4", "d4"}
    assert "promoted already" in refusal(at("2+R2/5/k4/5/4K b -"), "promote c5 c4")


def test_a_captured_piece_changes_sides_and_loses_its_promotion() -> None:
    state = at("k4/5/3+r1/3G1/4K b -")
    after = play(state, "move d2 d3", "move a5 b5")
    drops = set(targets(after, "drop"))
    assert "Black-rook-false a2" in drops
    assert not any("Black-rook-true" in text for text in drops)


def test_one_pawn_in_a_column_but_for_promoted_ones() -> None:
    state = at("4k/1+P3/3P1/5/4K b P")
    cells = {text.split()[1] for text in targets(state, "drop")}
    assert {cell for cell in cells if cell[0] == "d"} == set()
    assert {cell for cell in cells if cell[0] == "b"} == {"b1", "b2", "b3"}
    assert "a second pawn" in refusal(state, "drop Black-pawn-false d2")
    assert FORCED in refusal(state, "drop Black-pawn-false c5")


MATING = "4k/5/1B1G1/5/K4 b {}"


def test_a_dropped_pawn_may_not_give_mate() -> None:
    """The bishop guards d5, the gold d4 and the pawn on e4."""
    state = at(MATING.format("P"))
    assert "a dropped pawn may not give mate" in refusal(state, "drop Black-pawn-false e4")
    assert "Black-pawn-false e3" in targets(state, "drop")


def test_a_dropped_pawn_may_give_check() -> None:
    """Without the bishop the king goes to d5; a rook on a4 takes the pawn."""
    assert "Black-pawn-false e4" in targets(at("4k/5/3G1/5/K4 b P"), "drop")
    assert "Black-pawn-false e4" in targets(at("4k/r4/1B1G1/5/2K2 b P"), "drop")


def test_who_could_only_answer_in_check_is_mated() -> None:
    """The silver on d5 could take the pawn on e4, but the rook on a5 pins it."""
    pinned = at("R2sk/5/3G1/5/K4 b P")
    assert "a dropped pawn may not give mate" in refusal(pinned, "drop Black-pawn-false e4")
    assert "Black-pawn-false e4" in targets(at("3sk/5/3G1/5/K4 b P"), "drop")


@pytest.mark.parametrize(
    ("sfen", "move"),
    [
        (MATING.format("G"), "drop Black-gold e4"),
        ("4k/5/1B1GP/5/K4 b -", "move e3 e4"),
    ],
)
def test_mate_by_another_piece_or_by_a_move_wins(sfen: str, move: str) -> None:
    assert result(play(at(sfen), move)) == [1, 0]


def test_a_dropped_pawn_may_leave_no_move_without_check() -> None:
    """The king cannot go anywhere, and White has nothing else: who cannot move has lost."""
    assert result(play(at(MATING.format("P")), "drop Black-pawn-false a3")) == [1, 0]


def test_black_loses_by_the_fourth_repetition() -> None:
    round_ = ("move e1 e2", "move a5 a4", "move e2 e1", "move a4 a5")
    state = play(GAME.start(), *round_ * 2, *round_[:3])
    assert not state.is_over
    assert result(play(state, round_[3])) == [0, 1]


CHASE = ("move d4 e4", "move e1 d1", "move e4 d4", "move d1 e1")


def test_white_loses_by_checks_alone() -> None:
    state = play(at("k4/3r1/5/5/4K w -"), *CHASE * 2, *CHASE[:3])
    assert not state.is_over
    assert result(play(state, CHASE[3])) == [1, 0]


def test_one_turn_without_check_is_enough_for_black_to_lose() -> None:
    """The same chase with two quiet turns in it; it begins and ends three times where it began."""
    quiet = ("move d4 d3", "move e1 e2", "move d3 d4", "move e2 e1")
    start = at("k4/3r1/5/5/4K w -")
    assert result(play(start, *CHASE, *quiet, *CHASE)) == [0, 1]
