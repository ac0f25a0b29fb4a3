"""Why a piece of one's own has no move: what a tap on it is answered."""

from __future__ import annotations

import pytest

from interpreter import load_game
from interpreter.web.wire.reasons import why_data


@pytest.mark.parametrize(
    ("game", "cell", "kind", "said"),
    [
        ("breakthrough", "a1", "pawn", "White-pawn stands on a2, White-pawn stands on b2"),
        ("english-draughts", "a1", "man", "Black-man stands on b2"),
        ("english-draughts", "b2", "man", "Black-man stands on a3, Black-man stands on c3"),
    ],
)
def test_the_pieces_in_its_way_are_named(game: str, cell: str, kind: str, said: str) -> None:
    answer = why_data(load_game(game).start(), None, [cell])
    assert answer["message"] == f"this {kind} has no move: {said}"
    assert answer["cells"] == [cell] and answer["line"] is not None


def test_a_piece_of_somebody_else_is_no_piece_to_move() -> None:
    answer = why_data(load_game("breakthrough").start(), None, ["a8"])
    assert answer["message"] == "`start` is not in `mine`: Black-pawn stands on a8"


def test_a_piece_that_never_moves_gets_the_reason_of_the_rule() -> None:
    state = load_game("nine-mens-morris").start().play("place a1").play("place d1")
    assert why_data(state, None, ["a1"])["message"] == (
        "`at` is not in `empty`: White-man stands on a1"
    )


def test_a_piece_with_a_move_is_not_blocked() -> None:
    assert "is possible" in why_data(load_game("breakthrough").start(), None, ["a2"])["message"]
