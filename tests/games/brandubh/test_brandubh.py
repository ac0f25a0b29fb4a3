"""Brandubh: rook's moves, captures from both sides, a king who flees to a corner."""

from __future__ import annotations

from typing import Any

import pytest
from support.drawn import drawn
from support.drawn import placed as placed_on
from support.positions import play, result, targets

from interpreter import load_game

MEN = {"A": "man Attackers", "D": "man Defenders", "K": "king Defenders"}
GAME = load_game("brandubh")


def men(listed: str) -> Any:
    """A position of `A a4 b4; K d4` and so on, the attackers to move."""
    board = {}
    for part in listed.split("; "):
        symbol, *cells = part.split()
        kind, colour = MEN[symbol].split()
        board |= {cell: {"kind": kind, "colour": colour} for cell in cells}
    return placed_on(GAME, board)


def test_the_set_up() -> None:
    start = GAME.start()
    kinds = [(p.kind, p.colour) for p in start.pieces().values()]
    assert kinds.count(("man", "Attackers")) == 8
    assert kinds.count(("man", "Defenders")) == 4
    assert start.at("d4").kind == "king"
    assert start.colour == "Attackers"


PASSING = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    A . . . . . .
    . . . . . . .
    A . . . . K .
    . . . . . . .
"""


def test_men_pass_the_throne_and_stay_off_corners() -> None:
    state = drawn(GAME, PASSING, MEN)
    assert {t for t in targets(state, "move") if t.startswith("a4")} == {
        *(f"a4 {c}4" for c in "bcefg"), "a4 a3", "a4 a5", "a4 a6",
    }  # fmt: skip
    assert not {t for t in targets(state, "move") if t in ("a2 a1", "a4 d4", "a4 a7")}


def test_the_king_escapes_at_a_corner() -> None:
    state = play(drawn(GAME, PASSING, MEN, seat=1), "move f2 f1", "move a4 b4", "move f1 g1")
    assert result(state) == [0.0, 1.0]


@pytest.mark.parametrize(
    ("placed", "move", "taken"),
    [
        ("A f1 e2 d3; D d2; K b2", "move f1 f2", set()),
        ("A e1 c2; D d2; K b2", "move e1 e2", {"d2"}),
        ("A g1; D f1; K b2", "move g1 g2", set()),
        ("A e2; D f1; K b3", "move e2 e1", {"f1"}),
    ],
)  # fmt: skip
def test_a_man_is_taken_from_both_sides_or_against_a_corner(
    placed: str, move: str, taken: set[str]
) -> None:
    state = men(placed)
    before, after = set(state.pieces()), set(play(state, move).pieces())
    assert before - after - {move.split()[1]} == taken


def test_a_man_may_move_between_two_enemies() -> None:
    drawing = ". . . . . . .\n" * 4 + ". . . D . . .\n. K A . A . .\n. . . . . . ."
    state = play(drawn(GAME, drawing, MEN, seat=1), "move d3 d2")
    assert state.at("d2").kind == "man"


@pytest.mark.parametrize(
    ("placed", "move", "over"),
    [  # on the throne by four, beside it by three, elsewhere by two
        ("A d3 c4 f4 d5; D c1; K d4", "move f4 e4", True),
        ("A d3 f4 d5; D c1; K d4", "move f4 e4", False),
        ("A e3 g4 e5; D c1; K e4", "move g4 f4", True),
        ("A f3 e5; D c1; K e4", "move f3 e3", False),
        ("A b6 e6; D c1; K c6", "move e6 d6", True),
    ],
)  # fmt: skip
def test_taking_the_king(placed: str, move: str, over: bool) -> None:
    state = play(men(placed), move)
    assert state.is_over == over
    if over:
        assert result(state) == [1.0, 0.0]
