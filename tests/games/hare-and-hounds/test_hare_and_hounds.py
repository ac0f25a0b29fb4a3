"""Hare and hounds: three hounds that never go back, and a hare that wants to get past them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.drawn import placed
from support.positions import play, result, texts

from interpreter import load_game

GAME = load_game("hare-and-hounds")


def at(hounds: str, hare: str, seat: int, **variables: int) -> Any:
    board = {c: {"kind": "hound", "colour": "Hounds"} for c in hounds.split()}
    board[hare] = {"kind": "hare", "colour": "Hare"}
    stored = json.loads(GAME.start().to_json())["variables"] | variables
    return placed(GAME, board, seat=seat, variables=stored)


def test_the_start() -> None:
    assert texts(GAME.start()) == {
        "chase a2 b2", "chase b1 b2", "chase b1 c1", "chase b1 c2", "chase b3 b2", "chase b3 c3",
        "chase b3 c2",
    }  # fmt: skip


def test_the_hare_goes_any_way() -> None:
    assert texts(at("a2 b1 b3", "c2", 1)) == {f"run c2 {c}" for c in "b2 c1 c3 d1 d2 d3".split()}
    assert texts(at("a2 b1 b3", "c3", 1)) == {"run c3 c2", "run c3 d3"}


def test_a_hare_that_is_shut_in_is_caught() -> None:
    state = play(at("d1 d3 c2", "e2", 0), "chase c2 d2")
    assert result(state) == [1.0, 0.0]


def test_a_hare_behind_all_hounds_has_won() -> None:
    state = at("b1 c2 c3", "b2", 1)
    assert result(play(state, "run b2 a2")) == [0.0, 1.0]
    assert not play(state, "run b2 b3").is_over  # b1 is no farther to the right


@pytest.mark.parametrize("idle", [8, 9])
def test_ten_moves_without_a_step_ahead(idle: int) -> None:
    state = at("a2 b1 b3", "e2", 0, idle=idle)
    assert play(state, "chase b1 b2").is_over == (idle == 9)
    ahead = play(state, "chase b1 c1")
    assert ahead.variables["idle"] == 0
