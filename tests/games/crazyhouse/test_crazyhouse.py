"""Crazyhouse: captured pieces change sides and are dropped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.counts import perft_test
from support.fen import from_fen
from support.positions import play, refusal, result, targets

from interpreter import load_game

GAME = load_game("crazyhouse")
POCKETS = """
extends: crazyhouse
pieces:
  pawn:
    supply: 1
  knight:
    supply: 1
  bishop:
    supply: 1
  rook:
    supply: 1
  queen:
    supply: 1
setup:
  - put king of White on e1
  - put king of Black on c8
state:
  castling[p in colours]: subsets({east, west}) = {}
"""
OPENED = ("advance e2 e4", "advance d7 d5", "advance e4 d5")
PLAIN = {kind: {"promoted": False} for kind in ("knight", "bishop", "rook", "queen")}


def at(fen: str) -> Any:
    """A position with empty hands: what a FEN leaves off the board has never been there."""
    data = json.loads(from_fen(GAME, fen, PLAIN).to_json())
    return GAME.state_from_json(json.dumps(data | {"supply": [0] * len(data["supply"])}))


test_perft = perft_test(GAME.perft, [20, 400, 8902], [197_281, 4_888_832])  # as published


def test_drops_of_all_kinds(tmp_path: Path) -> None:
    """One piece of each kind in both hands, and the two kings: 2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp]."""
    assert len(with_pockets(tmp_path).start(engine="reference").moves()) == 301  # as published


@pytest.mark.slow
def test_two_drops_of_all_kinds(tmp_path: Path) -> None:
    assert with_pockets(tmp_path).perft(2) == 75_353  # as published


def with_pockets(folder: Path) -> Any:
    (folder / "pockets.yaml").write_text(POCKETS, "utf-8")
    return load_game(str(folder / "pockets.yaml"))


def test_a_captured_piece_is_dropped() -> None:
    state = play(GAME.start(), *OPENED)
    assert state.supply == {"White-pawn": 1}
    assert not targets(state, "drop")  # Black has none
    state = play(state, "move d8 d5")
    drops = targets(state, "drop")
    assert drops == {f"White-pawn {c}{n}" for c in "abcdefgh" for n in range(3, 8)
                     if state.at(f"{c}{n}") is None} | {"White-pawn e2"}  # fmt: skip
    after = play(state, "drop White-pawn e4")
    assert after.at("e4").colour == "White"
    assert after.supply == {"Black-pawn": 1}
    assert len(targets(after, "drop")) == 30 + 2  # rows 3 to 6 without e4 and d5; e2 and d7


def test_a_dropped_pawn_on_the_second_row_steps_twice() -> None:
    state = play(GAME.start(), *OPENED, "move d8 d5", "drop White-pawn e2", "drop Black-pawn e6")
    assert "e2 e4" in targets(state, "advance")


def test_no_pawn_on_the_last_rows() -> None:
    state = play(GAME.start(), "advance b2 b4", "advance a7 a5", "advance b4 a5", "move a8 a5",
                 "move g1 f3", "move a5 a2", "move a1 a2", "advance h7 h6")  # fmt: skip
    assert state.supply == {"White-pawn": 1, "White-rook-false": 1, "Black-pawn": 2}
    assert "no pawn on the first" in refusal(state, "drop White-pawn a8")
    assert {"White-rook-false a8", "White-rook-false a1"} <= targets(state, "drop")


def test_a_promoted_piece_becomes_a_pawn_again() -> None:
    state = at("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    state = play(state, "promote a7 a8 queen")
    assert state.at("a8").attributes == {"promoted": True}
    taken = play(state, "move b8 a8")
    assert taken.supply == {"Black-pawn": 1}
    other = play(at("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1"), "promote a7 b8 queen")
    assert other.supply == {"White-rook-false": 1}


def test_in_passing() -> None:
    state = play(GAME.start(), "advance e2 e4", "advance a7 a6", "advance e4 e5", "advance d7 d5",
                 "en_passant e5 d6")  # fmt: skip
    assert state.supply == {"White-pawn": 1}
    assert state.at("d5") is None


def test_a_drop_parries_check_and_gives_mate() -> None:
    """A rook on the back row is no mate while something can be put between."""
    state = at("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    assert result(play(state, "move a1 a8")) == [1.0, 0.0]
    state = at("6k1/n4ppp/8/8/1N6/8/8/R3K3 b - - 0 1")
    state = play(state, "move a7 c6", "move b4 c6", "advance h7 h6", "drop White-knight-false f6")
    assert state.supply == {}
    assert state.variables["quiet"] == 1


def test_few_pieces_are_no_draw() -> None:
    assert not play(at("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), "move e1 e2").is_over
    state = at("4k3/8/8/8/8/8/3q4/4K3 w - - 0 1")
    assert not play(state, "move e1 d2").is_over  # White has a queen to drop
