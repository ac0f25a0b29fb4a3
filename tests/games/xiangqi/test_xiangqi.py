"""Xiangqi: what blocks each piece, generals that may not face, and check all the time."""

from __future__ import annotations

from typing import Any

from support.counts import perft_test
from support.drawn import placed
from support.positions import play, refusal, result, targets

from interpreter import load_game

GAME = load_game("xiangqi")


def at(red: str, black: str, **rest: Any) -> Any:
    """A position: pieces by the first letters of their kinds, `ge1 ca1`."""
    board = {}
    for colour, listed in (("Red", red), ("Black", black)):
        for word in listed.split():
            cell = word[-3:] if word[-2:] == "10" else word[-2:]
            (kind,) = [k.name for k in GAME.model.kinds if k.name.startswith(word[: -len(cell)])]
            board[cell] = {"kind": kind, "colour": colour}
    return placed(GAME, board, **rest)


test_published_counts = perft_test(
    lambda depth: GAME.start().perft(depth), [44, 1920, 79666], [3290240]
)


def moves_of(state: Any, cell: str) -> set[str]:
    return {t.split()[1] for t in targets(state, "move") if t.split()[0] == cell}


def test_a_horse_is_blocked_beside_it() -> None:
    free = at("gd1 he5", "gf10")
    assert moves_of(free, "e5") == {"d7", "f7", "d3", "f3", "c6", "c4", "g6", "g4"}
    lamed = at("gd1 he5 se6", "gf10 sd5")
    assert moves_of(lamed, "e5") == {"d3", "f3", "g6", "g4"}


def test_an_elephant_stays_on_its_side_and_is_blocked() -> None:
    assert moves_of(at("gd1 ec5", "gf10"), "c5") == {"a3", "e3"}
    assert moves_of(at("gd1 ec5 sb4", "gf10"), "c5") == {"e3"}


def test_general_and_advisors_stay_in_the_palace() -> None:
    state = at("gd1 ae2", "gf10")
    assert moves_of(state, "d1") == {"d2", "e1"}
    assert moves_of(state, "e2") == {"d3", "f1", "f3"}


def test_soldiers_go_sideways_beyond_the_river() -> None:
    assert moves_of(at("gd1 sa5", "gf10"), "a5") == {"a6"}
    assert moves_of(at("gd1 sc6", "gf10"), "c6") == {"c7", "b6", "d6"}


def test_a_cannon_captures_over_one_piece() -> None:
    state = at("gd1 caa1 sa4", "gf10 sa7 sa9")
    assert {t for t in moves_of(state, "a1") if t[0] == "a"} == {"a2", "a3", "a7"}


def test_generals_may_not_face() -> None:
    state = at("gd1 sd5", "gd10")
    assert "would be in check" in refusal(at("gd1 sd6", "gd10"), "move d6 c6")
    assert moves_of(state, "d5") == {"d6"}
    assert "would be in check" in refusal(at("ge1", "gd10"), "move e1 d1")


def test_who_cannot_move_loses() -> None:
    """The general is not in check, but d9 is guarded, and on e10 it would face the other one."""
    state = at("ge1 cha8", "gd10")
    after = play(state, "move a8 a9")
    assert after.is_over
    assert result(after) == [1, 0]


def test_a_position_by_checks_alone_loses() -> None:
    state = at("gd1 cha8", "ge9")
    round_ = ("move a9 a10", "move e10 e9", "move a10 a9", "move e9 e10")
    state = play(state, "move a8 a9", "move e9 e10", *round_, "move a9 a10", "move e10 e9")
    after = play(state, "move a10 a9")
    assert result(after) == [0, 1]


def test_a_position_without_checks_is_drawn() -> None:
    state = at("gd1 cha8", "ge9")
    round_ = ("move d1 d2", "move e9 e10", "move d2 d1", "move e10 e9")
    state = play(state, *round_)
    assert not state.is_over
    assert result(play(state, *round_)) == [0.5, 0.5]


def test_one_move_without_check_is_enough_for_a_draw() -> None:
    """The same circle with one quiet move in it, to a8 instead of a9."""
    state = at("gd1 cha8", "ge9")
    round_ = ("move a8 a9", "move e9 e10", "move a9 a8", "move e10 e9")
    assert result(play(state, *round_, *round_)) == [0.5, 0.5]
