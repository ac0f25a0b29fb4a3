"""Stratego on a small board: who beats whom, who moves how, and what each player knows."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.positions import refusal, result

from interpreter import load_game
from interpreter.board.values import UNKNOWN

RED = "a1 b1 c1 d1 e1 f1 a2 b2 e2 f2".split()
BLUE = "a6 b6 c6 d6 e6 f6 a5 b5 e5 f5".split()
ARMY = "standard bomb bomb spy scout scout miner miner general marshal".split()


def begun(red: list[str], blue: list[str]) -> Any:
    """The armies placed on `RED` and `BLUE` in this order."""
    state = load_game("stratego-small").start()
    for names, cells in ((red, RED), (blue, BLUE)):
        for name, cell in zip(names, cells, strict=True):
            state = state.play(f"place {name} {cell}")
    return state


def led_by(*names: str) -> list[str]:
    """The army with these on the last cells."""
    rest = list(ARMY)
    for name in names:
        rest.remove(name)
    return [*rest, *names]


def met(attacker: str, defender: str) -> Any:
    """Red's piece from f2 attacks Blue's from f5 on f4."""
    state = begun(led_by("scout" if attacker != "scout" else "miner", attacker),
                  led_by("scout" if defender != "scout" else "miner", defender))  # fmt: skip
    for move in ("move f2 f3", "move f5 f4"):
        state = state.play(move)
    return state.play("attack f3 f4")


def test_the_armies_are_placed() -> None:
    state = load_game("stratego-small").start()
    assert len(state.moves()) == 7 * 10
    state = state.play("place marshal a1")
    assert len(state.moves()) == 6 * 9
    assert "none of these is left" in refusal(state, "place marshal b1")


def test_only_the_owner_knows_the_ranks() -> None:
    state = begun(ARMY, ARMY)
    assert state.view(0).pieces["a1"].attributes["rank"] == "standard"
    assert state.view(0).pieces["a6"].attributes["rank"] == UNKNOWN
    assert state.view(1).pieces["a1"].attributes["rank"] == UNKNOWN
    assert "Blue: place a6" in state.view(0).heard
    assert not any("bomb" in text for text in state.view(0).heard if text.startswith("Blue"))
    assert state.view(0).variables["stock"].keys() == {
        ("Red", name) for name in dict.fromkeys(ARMY)
    }


@pytest.mark.parametrize(
    ("attacker", "defender", "left"),
    [
        ("marshal", "general", "attacker"), ("general", "marshal", "defender"),
        ("spy", "marshal", "attacker"), ("marshal", "spy", "attacker"),
        ("spy", "general", "defender"), ("miner", "scout", "attacker"),
        ("miner", "miner", "nobody"), ("marshal", "marshal", "nobody"), ("spy", "spy", "nobody"),
    ],
)  # fmt: skip
def test_battles(attacker: str, defender: str, left: str) -> None:
    state = met(attacker, defender)
    there = state.at("f4")
    if left == "nobody":
        assert there is None
    else:
        owner, name = {"attacker": ("Red", attacker), "defender": ("Blue", defender)}[left]
        assert (there.colour, there.attributes["rank"]) == (owner, name)
        for seat in (0, 1):
            assert state.view(seat).pieces["f4"].attributes == {"rank": name, "is_known": True}
    assert state.at("f3") is None
    for seat in (0, 1):
        assert f"battle {attacker} {defender}" in state.view(seat).heard


def test_only_a_miner_takes_a_bomb() -> None:
    assert met_in_camp("miner").at("f5").attributes["rank"] == "miner"
    lost = met_in_camp("marshal")
    assert lost.at("f5").attributes == {"rank": "bomb", "is_known": True}
    assert lost.at("f4") is None


def met_in_camp(attacker: str) -> Any:
    """Red's piece from f2 attacks a bomb on f5."""
    state = begun(led_by("scout", attacker), led_by("scout", "bomb"))
    for move in ("move f2 f3", "move e5 d5", "move f3 f4", "move d5 e5"):
        state = state.play(move)
    return state.play("attack f4 f5")


def test_bombs_and_the_standard_stay_and_nobody_enters_a_lake() -> None:
    state = begun(led_by("miner", "standard", "bomb"), ARMY)  # on b2, e2 and f2
    for move in ("move f2 f3", "move e2 e3"):
        assert "it cannot move" in refusal(state, move)
    assert "there" in refusal(state, "move b2 b3")


def test_a_scout_goes_far_and_attacks_from_afar() -> None:
    state = begun(led_by("general", "scout"), led_by("general", "bomb"))
    moves = {str(move) for move in state.moves()}
    assert {"move f2 f3", "move f2 f4", "attack f2 f5"} <= moves
    assert "move f2 f5" not in moves and "move e2 e4" not in moves
    state = state.play("attack f2 f5")
    assert state.at("f2") is None and state.at("f5").attributes["rank"] == "bomb"


def test_who_takes_the_standard_wins() -> None:
    state = begun(led_by("general", "scout"), led_by("general", "standard")).play("attack f2 f5")
    assert state.is_over and result(state) == [1, 0]
    assert state.ended_because == "the standard is taken"


def test_who_cannot_move_loses() -> None:
    state = begun(ARMY, ARMY)
    data = json.loads(state.to_json())
    kept = {"a6", "b6", "c6"}  # the standard and the bombs
    data["board"] = {c: p for c, p in data["board"].items() if c[1] in "12" or c in kept}
    left = state.game.state_from_json(json.dumps(data)).play("move f2 f3")
    assert left.is_over and result(left) == [1, 0]
    assert left.ended_because == "the other side cannot move"
