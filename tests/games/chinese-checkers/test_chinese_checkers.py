"""Chinese checkers: steps and chains of jumps, points that are reached and filled, and places."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.positions import cells, play, position, refusal, result, targets, texts

from gdl.source.diagnostics import GdlError
from interpreter import load_game
from interpreter.engine.names import VARIABLE

GAME = load_game("chinese-checkers")
LONG = load_game("chinese-checkers", jumps="long", blocked="exchange")
OWN = load_game("chinese-checkers", blocked="own", stay=False)
THREE = load_game("chinese-checkers", players=3)
TIP = "a1 b1 b2 c1 c2 c3 d1 d2 d3 d4"  # the lower point, Red's goal
TOP = "n1 n2 n3 n4 o1 o2 o3 p1 p2 q1"


@pytest.fixture(autouse=True)
def few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling the games with all these options would take longer than the reference engine."""
    monkeypatch.setenv(VARIABLE, "reference")


def at(red: str, green: str = "i1", game: Any = GAME) -> Any:
    """A position with Red to move."""
    return position(game, {"Red": red, "Green": green}, kind="marble")


def ends(state: Any, start: str) -> set[str]:
    return {text.split()[1] for text in targets(state, "move") if text.startswith(f"{start} ")}


def test_the_start() -> None:
    """Four marbles of the front row can step two ways, three of the second can jump two ways."""
    start = GAME.start()
    assert {c for c, piece in start.pieces().items() if piece.colour == "Red"} == cells(TOP)
    assert len(texts(start)) == 14
    assert ends(start, "o2") == cells("m6 m8")
    assert ends(start, "n4") == cells("m8 m9")


@pytest.mark.parametrize(
    ("players", "colours"),
    [
        (2, "Red Green"), (3, "Red Yellow Blue"), (4, "Red Orange Green Blue"),
        (6, "Red Orange Yellow Green Blue Violet"),
    ],
)  # fmt: skip
def test_who_plays(players: int, colours: str) -> None:
    """In turn clockwise, ten marbles each; four play across, three between empty points."""
    state = load_game("chinese-checkers", players=players).start()
    assert list(state.game.players) == colours.split()
    owners = [piece.colour for piece in state.pieces().values()]
    assert all(owners.count(colour) == 10 for colour in colours.split())


def test_a_chain_may_turn_and_stop_anywhere() -> None:
    state = at("i5", "j6 k8")
    assert ends(state, "i5") == cells("i4 i6 h5 h6 j5") | cells("k7 k9")
    assert set(play(state, "move i5 k9").pieces()) == cells("j6 k8 k9")


def test_two_in_a_row_cannot_be_jumped() -> None:
    assert ends(at("i5", "i6 i7"), "i5") == cells("i4 j5 j6 h5 h6")


def test_long_jumps() -> None:
    """Over one marble, to the hole as far behind it; nothing else may be between."""
    state = at("i3", "i5", LONG)
    assert "i7" in ends(state, "i3")
    assert not cells("i6 i8") & ends(state, "i3")
    assert "i7" not in ends(at("i3", "i5 i6", LONG), "i3")
    assert "i7" not in ends(at("i3", "i5"), "i3")


def test_a_marble_does_not_jump_over_the_hole_that_it_left() -> None:
    """From i5 to k7 and k5; from there, i5 is empty, and g7 is not reached."""
    state = at("i5", "j6 k6", LONG)
    assert ends(state, "i5") == cells("i4 i6 h5 h6 j5") | cells("k7 k5")


def test_who_has_reached_the_point_stays_in_it() -> None:
    assert ends(at("d1"), "d1") == cells("d2 c1")
    assert "stays" in refusal(at("d1"), "move d1 e5")
    assert ends(at("d1", game=OWN), "d1") == cells("d2 c1 e5 e6")


NEARLY = f"{TIP.replace('a1 ', '').replace(' d1', '')} e5 k3"


def test_a_marble_that_stays_at_home_does_not_save_its_owner() -> None:
    after = play(at(NEARLY, "a1 i1"), "move e5 d1")
    assert result(after) == [1.0, 0.0]
    assert not play(at(NEARLY, "a1 i1"), "move k3 k4").is_over
    assert not play(at(NEARLY, "a1 i1", OWN), "move e5 d1").is_over


def test_a_full_home_that_nobody_has_reached_wins_nothing() -> None:
    assert not play(GAME.start(), "move n1 m5").is_over


def test_all_ones_own() -> None:
    assert result(play(at(f"{TIP[:-3]} e9", game=OWN), "move e9 d4")) == [1.0, 0.0]


def test_a_marble_in_the_way_changes_places() -> None:
    """From e5, d1 is a step and c1 a jump over it away; nothing leads to b1, and e6 is outside."""
    state = at("e5 d2 m8", "d1 c1 b1 e6 m9", LONG)
    assert targets(state, "swap") == {"e5 d1", "e5 c1", "d2 d1", "d2 c1"}
    after = play(state, "swap e5 d1")
    assert {c for c, p in after.pieces().items() if p.colour == "Green"} == cells("e5 c1 b1 e6 m9")
    assert "places" in refusal(at("e5", "d1"), "swap e5 d1")


def test_who_cannot_move_passes() -> None:
    assert texts(at("a1", "b1 b2 c1 c3 i1")) == {"pass"}
    assert "pass" not in texts(at("a1", "b1 b2 c1 i1"))


def three(**rest: Any) -> Any:
    men = {"Red": f"{TIP[:-3]} e9", "Yellow": "m1 i9", "Blue": "m13 i1"}
    return position(THREE, men, kind="marble", **rest)


def test_the_others_play_for_the_other_places() -> None:
    first = play(three(), "move e9 d4")
    assert not first.is_over
    assert first.variables["playing"] == {"Yellow", "Blue"}
    later = play(first, "move i9 i8", "move i1 i2")
    assert later.colour == "Yellow"
    goal = "k1 k2 l1 l2 l3 m1 m2 m3"  # with j1, and m4 still to be filled
    second = position(
        THREE,
        {"Red": TIP, "Yellow": f"{goal} j1 m5", "Blue": "i1"}, kind="marble", seat=1,
        variables=json.loads(first.to_json())["variables"],
    )  # fmt: skip
    assert result(play(second, "move m5 m4")) == [1.0, 0.5, 0.0]


def test_at_the_limit_those_who_still_play_share_the_places() -> None:
    assert result(play(three(turn=999), "move e9 d4")) == [1.0, 0.25, 0.25]
    assert result(play(three(turn=999), "move e9 e10")) == [0.5, 0.5, 0.5]


def test_the_third_time() -> None:
    there_and_back = ["move n1 m5", "move d1 e5", "move m5 n1", "move e5 d1"]
    state = play(GAME.start(), *there_and_back)
    assert not state.is_over
    assert result(play(state, *there_and_back)) == [0.5, 0.5]


def test_fifteen_marbles_are_for_two() -> None:
    start = load_game("chinese-checkers", marbles=15).start()
    red = {c for c, piece in start.pieces().items() if piece.colour == "Red"}
    assert red == cells(TOP) | cells("m5 m6 m7 m8 m9")
    with pytest.raises(GdlError, match="only two"):
        load_game("chinese-checkers", marbles=15, players=3)
