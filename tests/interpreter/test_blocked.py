"""Why a piece of one's own has no move: what a tap on it is answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load_game
from interpreter.web.wire.reasons import why_data

BIDS = """\
game: Bids
players: Red, Blue
board: square(2)
pieces: man
actions:
  bid(n in 5..9, at in empty): put man on at
turn: bid
end:
  - when no empty: draw
"""


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
    assert answer["message"] == "Black-pawn stands on a8, so a8 is not in `mine`"


def test_a_piece_that_never_moves_gets_the_reason_of_the_rule() -> None:
    state = load_game("nine-mens-morris").start().play("place a1").play("place d1")
    assert why_data(state, None, ["a1"])["message"] == (
        "White-man stands on a1, so a1 is not in `empty`"
    )


def test_a_piece_with_a_move_is_not_blocked() -> None:
    assert "is possible" in why_data(load_game("breakthrough").start(), None, ["a2"])["message"]


@pytest.mark.parametrize("action", [None, "place"])
def test_what_is_to_be_chosen_first_is_said(action: str | None) -> None:
    state = load_game("quardo").start()
    state = state.play(next(move for move in state.moves() if move.text.endswith(" b2")))
    said = why_data(state, action, ["b2"])
    assert said["message"].startswith("choose a piece first; ")
    assert said["line"] is not None
    chosen = why_data(state, "place", [state.moves()[0].text.split()[1], "b2"])
    assert chosen["message"].endswith(" stands on b2, so b2 is not in `empty`")


def test_a_number_that_nobody_has_chosen_is_one_that_moves_have(tmp_path: Path) -> None:
    (tmp_path / "bids.yaml").write_text(BIDS)
    said = why_data(load_game(str(tmp_path / "bids.yaml")).start(), None, ["a1"])
    assert said["message"] == "`bid 5 a1` is possible"
