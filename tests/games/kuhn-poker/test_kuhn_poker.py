"""Kuhn poker: who wins how much, what is seen, and the value that Kuhn found."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from support.positions import play, refusal, result, texts

from interpreter import load_game

JACK_KING = ("deal First 1", "deal Second 3")


def dealt(*moves: str) -> Any:
    return play(load_game("kuhn-poker").start(), *JACK_KING, *moves)


@pytest.mark.parametrize(
    ("moves", "points"),
    [
        (("check", "check"), [-1, 1]),
        (("check", "bet", "fold"), [-1, 1]),
        (("check", "bet", "call"), [-2, 2]),
        (("bet", "fold"), [1, -1]),
        (("bet", "call"), [-2, 2]),
    ],
)
def test_all_ways_to_bet(moves: tuple[str, ...], points: list[float]) -> None:
    assert result(dealt(*moves)) == points


def test_a_bet_is_called_or_folded() -> None:
    assert texts(dealt()) == texts(dealt("check")) == {"check", "bet"}
    assert texts(dealt("bet")) == texts(dealt("check", "bet")) == {"call", "fold"}
    assert "there is a bet" in refusal(dealt("bet"), "check")


def test_cards_are_shown_only_when_nobody_folds() -> None:
    """A view leaves out the hands that its seat does not see."""
    assert dealt("check").view(0).variables["hand"].keys() == {"First"}
    assert dealt("check").view(1).variables["hand"].keys() == {"Second"}
    shown = dealt("bet", "call")
    assert shown.view(0).variables["hand"] == shown.view(1).variables["hand"]
    folded = dealt("bet", "fold")
    assert folded.view(1).variables["hand"] != folded.view(0).variables["hand"]


def chance_of(state: Any, move: str) -> Fraction:
    """How often the seat to move makes a move in Kuhn's equilibrium with α = 1/6."""
    alpha = Fraction(1, 6)
    card = int(state.variables["hand"][state.colour])
    is_bet = "call" in texts(state)
    if state.colour == "First":
        goes = (0, alpha + Fraction(1, 3), 1) if is_bet else (alpha, 0, 3 * alpha)
    else:
        goes = (0, Fraction(1, 3), 1) if is_bet else (Fraction(1, 3), 0, 1)
    often = Fraction(goes[card - 1])
    return often if move in ("bet", "call") else 1 - often


def value(state: Any) -> Fraction:
    if state.is_over:
        return Fraction(state.result[0])
    if state.chance:
        return sum((Fraction(odds).limit_denominator(6) * value(state.play(move))
                    for move, odds in state.chance), Fraction(0))  # fmt: skip
    return sum((chance * value(state.play(move)) for move in texts(state)
                if (chance := chance_of(state, move))), Fraction(0))  # fmt: skip


def test_the_first_player_loses_an_eighteenth_of_a_chip() -> None:
    """H. W. Kuhn, A simplified two-person poker, 1950."""
    assert value(load_game("kuhn-poker").start()) == Fraction(-1, 18)
