"""Shogi: what it adds to minishogi: lances and knights, three rows that promote, and draws.

Every position is checked by hand.  In SFEN, Black has the capitals and plays upwards.
"""

from __future__ import annotations

from typing import Any

from support.counts import perft_test
from support.positions import play, refusal, result, targets
from support.sfen import from_sfen

from interpreter import load_game

GAME = load_game("shogi")
FORCED = "it could never move from here"

test_published_counts = perft_test(
    lambda depth: GAME.start().perft(depth), [30, 900, 25_470], [719_731]
)


def at(sfen: str) -> Any:
    return from_sfen(GAME, sfen)


def moves_of(state: Any, cell: str, action: str = "move") -> set[str]:
    return {t.split()[1] for t in targets(state, action) if t.split()[0] == cell}


def drops_of(state: Any, kind: str) -> set[str]:
    return {t.split()[1] for t in targets(state, "drop") if f"-{kind}" in t}


def test_a_lance_goes_straight_ahead_and_a_knight_leaps() -> None:
    state = at("8k/9/9/2p6/9/2L3N2/9/9/K8 b -")
    assert moves_of(state, "c4") == {"c5", "c6"}
    assert moves_of(state, "g4") == {"f6", "h6"}
    state = at("k8/9/2l3n2/9/9/9/9/9/8K w -")
    assert moves_of(state, "c7") == {"c6", "c5", "c4", "c3", "c2"}
    assert moves_of(state, "c7", "promote") == {"c3", "c2", "c1"}
    assert moves_of(state, "g7") == {"f5", "h5"}


def test_promoted_lances_and_knights_go_like_a_gold() -> None:
    state = at("8k/9/9/9/2+L3+N2/9/9/9/K8 b -")
    assert moves_of(state, "c5") == {"b6", "c6", "d6", "b5", "d5", "c4"}
    assert moves_of(state, "g5") == {"f6", "g6", "h6", "f5", "h5", "g4"}


def test_the_farthest_three_rows_promote() -> None:
    state = at("k8/9/9/3S5/9/9/9/9/8K b -")
    assert moves_of(state, "d6", "promote") == {"c7", "d7", "e7"}
    state = at("k8/9/3S5/9/9/9/9/9/8K b -")
    assert moves_of(state, "d7", "promote") == {"c8", "d8", "e8", "c6", "e6"}
    assert "far end" in refusal(at("k8/9/9/9/3S5/9/9/9/8K b -"), "promote d5 d6")


def test_what_could_never_move_again_must_be_promoted() -> None:
    state = at("k8/2L6/9/4N4/9/9/9/9/8K b -")
    assert FORCED in refusal(state, "move c8 c9")
    assert FORCED in refusal(state, "move e6 d8")
    assert moves_of(state, "c8", "promote") == {"c9"}
    assert moves_of(state, "e6", "promote") == {"d8", "f8"}
    assert moves_of(at("k8/9/9/9/4N4/9/9/9/8K b -"), "e5") == {"d7", "f7"}


def test_nothing_is_dropped_where_it_could_never_move() -> None:
    state = at("k8/9/9/9/9/9/9/9/8K b PLNS")
    assert {cell[1] for cell in drops_of(state, "pawn")} == set("12345678")
    assert {cell[1] for cell in drops_of(state, "lance")} == set("12345678")
    assert {cell[1] for cell in drops_of(state, "knight")} == set("1234567")
    assert {cell[1] for cell in drops_of(state, "silver")} == set("123456789")


def test_a_dropped_pawn_may_not_give_mate_but_a_knight_may() -> None:
    """White's king on i9 has its own lance on h9 and knight on h8 beside it, and on i8 there is a
    guarded pawn of Black's, or a pawn of its own.
    """
    state = at("7lk/7n1/8G/9/9/9/9/9/K8 b P")
    assert "a dropped pawn may not give mate" in refusal(state, "drop Black-pawn-false i8")
    state = at("7lk/7np/9/9/9/9/9/9/K8 b N")
    assert result(play(state, "drop Black-knight-false h7")) == [1, 0]


def test_the_fourth_repetition_is_a_draw() -> None:
    round_ = ("move h2 g2", "move b8 c8", "move g2 h2", "move c8 b8")
    state = play(GAME.start(), *round_ * 2, *round_[:3])
    assert not state.is_over
    assert result(play(state, round_[3])) == [0.5, 0.5]


def test_checks_alone_lose() -> None:
    start = at("k8/7r1/9/9/9/9/9/9/8K w -")
    chase = ("move h8 i8", "move i1 h1", "move i8 h8", "move h1 i1")
    state = play(start, *chase * 2, *chase[:3])
    assert not state.is_over
    assert result(play(state, chase[3])) == [1, 0]
