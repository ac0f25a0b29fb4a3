"""Leduc poker: raises, the common card, pairs, and who pays how much."""

from __future__ import annotations

from typing import Any

import pytest
from support.positions import play, refusal, result, texts

from interpreter import load_game

DEALT = ("deal First 2-1", "deal Second 3-1")  # a middle card against a high one


def after(*moves: str, dealt: tuple[str, ...] = DEALT) -> Any:
    return play(load_game("leduc-poker").start(), *dealt, *moves)


@pytest.mark.parametrize(
    ("moves", "points"),
    [
        (("raise", "fold"), [1, -1]),
        (("call", "raise", "fold"), [-1, 1]),
        (("raise", "raise", "fold"), [-3, 3]),
        (("call", "call", "turn_up 1-1", "call", "call"), [-1, 1]),
        (("call", "call", "turn_up 2-2", "call", "call"), [1, -1]),  # a pair
        (("raise", "call", "turn_up 3-2", "call", "raise", "call"), [-7, 7]),
        (("raise", "call", "turn_up 2-2", "raise", "fold"), [3, -3]),
        (("raise", "raise", "call", "turn_up 2-2", "raise", "raise", "call"), [13, -13]),
    ],
)
def test_who_pays_how_much(moves: tuple[str, ...], points: list[float]) -> None:
    assert result(after(*moves)) == points


def test_equal_cards_share() -> None:
    dealt = ("deal First 2-1", "deal Second 2-2")
    ended = after("raise", "call", "turn_up 1-1", "raise", "call", dealt=dealt)
    assert result(ended) == [0, 0]
    assert ended.ended_because == "the hands are equal"


def test_two_raises_a_round() -> None:
    raised = after("raise", "raise")
    assert texts(raised) == {"call", "fold"}
    assert "two raises" in refusal(raised, "raise")
    assert texts(after("raise", "raise", "call", "turn_up 1-1")) == {"call", "raise"}


def test_first_begins_both_rounds() -> None:
    turned = after("call", "raise", "call", "turn_up 1-1")
    assert (turned.colour, turned.variables["staked"]) == ("First", {"First": 3, "Second": 3})
    assert len(after("call", "call").chance) == 4


def test_who_folds_shows_nothing() -> None:
    folded = after("raise", "fold")
    assert folded.view(0).variables["hand"] != folded.view(1).variables["hand"]
    shown = after("call", "call", "turn_up 1-1", "call", "call")
    assert shown.view(0).variables["hand"] == shown.view(1).variables["hand"]
    assert load_game("leduc-poker").zero_sum
