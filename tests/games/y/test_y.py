"""Y: join all three sides; a corner lies on two."""

from __future__ import annotations

from typing import Any

import pytest
from support.positions import play, position, refusal, result, targets

from interpreter import GdlError, load_game


def test_the_start() -> None:
    game = load_game("y")
    assert game.options["side"] == 11
    assert len(targets(game.start(), "place")) == 66
    assert game.start().colour == "Black"
    assert "empty" in refusal(play(game.start(), "place a1"), "place a1")


def test_sizes() -> None:
    assert len(load_game("y", side=4).board.cells) == 10
    with pytest.raises(GdlError, match=r"\b2\b.*\b26\b"):
        load_game("y", side=1)


def test_the_triangle() -> None:
    """The lowest row has as many cells as a side; an inner cell has six neighbours."""
    graph = load_game("y", side=4).board.graph
    assert set(graph["b2"]) == {"a2", "a3", "b1", "b3", "c1", "c2"}
    assert set(graph["a1"]) == {"a2", "b1"}
    assert set(graph["d1"]) == {"c1", "c2"}
    assert set(graph["a4"]) == {"a3", "b3"}


@pytest.mark.parametrize(
    ("black", "move", "wins"),
    [
        ("a2 b1 b3", "b2", True),  # the Y
        ("a2 b2", "c2", False),  # bottom and right, not left
        ("a2 b2 c2", "c1", True),
        ("a1 a2 a3", "a4", True),  # a row from corner to corner is on all three sides
        ("a2 a3", "a4", False),  # bottom and right
        ("a1 b1 c1", "d1", True),
        ("a1 c1 d1", "b2", False),  # a1 is apart from c1
        ("a1 c1 d1", "b1", True),
        ("d1 c2", "b2", False),
        ("d1 c2 b2", "a2", True),
    ],
)
def test_joining_three_sides(black: str, move: str, wins: bool) -> None:
    state = position(load_game("y", side=4), {"Black": black})
    after = play(state, f"place {move}")
    assert after.is_over == wins
    if wins:
        assert result(after) == [1.0, 0.0]


def test_white_wins_too() -> None:
    state = position(load_game("y", side=4), {"White": "a2 b1 b3", "Black": "a1 a3 d1"}, seat=1)
    assert result(play(state, "place b2")) == [0.0, 1.0]


def test_two_groups_do_not_add_up() -> None:
    state = position(load_game("y", side=4), {"Black": "a1 b3", "White": "b2 a3"})
    assert not play(state, "place d1").is_over


def test_there_is_always_one_winner() -> None:
    """All games on the boards with three and six cells."""

    def ends(state: Any) -> list[list[float]]:
        if state.is_over:
            return [result(state)]
        return [end for move in state.moves() for end in ends(state.play(move))]

    assert ends(load_game("y", side=2).start()) == 6 * [[1.0, 0.0]]
    assert all(sorted(shares) == [0.0, 1.0] for shares in ends(load_game("y", side=3).start()))


def test_perft() -> None:
    assert [load_game("y").perft(n) for n in (1, 2)] == [66, 66 * 65]
