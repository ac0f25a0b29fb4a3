"""Misère Hex: who joins the own sides loses."""

from __future__ import annotations

import pytest
from support.positions import play, position, result

from interpreter import load_game


@pytest.mark.parametrize(
    ("seat", "red", "blue", "move", "shares"),
    [
        (0, "b1 b2", "a1 a2", "b3", [0.0, 1.0]),
        (0, "b1 b2", "a1 a2", "c3", None),
        (1, "b1 b3", "a2 b2", "c2", [1.0, 0.0]),
    ],
)
def test_joining_the_sides_loses(
    seat: int, red: str, blue: str, move: str, shares: list[float] | None
) -> None:
    state = position(load_game("misere-hex", size=3), {"Red": red, "Blue": blue}, seat=seat)
    after = play(state, f"place {move}")
    assert after.is_over == (shares is not None)
    if shares:
        assert result(after) == shares


def test_the_loss_is_by_seat_after_an_exchange() -> None:
    """Seat 2 has taken Red over and joins."""
    state = play(load_game("misere-hex", size=3, pie=True).start(), "place b2", "exchange")
    assert result(play(state, "place a1", "place b1", "place a2", "place b3")) == [1.0, 0.0]


def test_the_board_is_that_of_hex() -> None:
    assert [load_game("misere-hex").perft(n) for n in (1, 2)] == [121, 14520]
