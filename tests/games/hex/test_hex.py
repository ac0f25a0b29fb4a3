"""Hex: join your two sides. Red joins bottom and top, Blue left and right."""

from __future__ import annotations

from typing import Any

import pytest
from support.positions import play, position, refusal, result, targets, texts

from interpreter import GdlError, load_game


def test_the_start() -> None:
    game = load_game("hex")
    assert (game.options["size"], game.options["pie"]) == (11, False)
    assert game.players == ("Red", "Blue")
    assert len(targets(game.start(), "place")) == 121


@pytest.mark.parametrize("size", [9, 11, 13, 14, 19])
def test_published_sizes(size: int) -> None:
    assert len(load_game("hex", size=size).start().moves()) == size * size


def test_wrong_options() -> None:
    with pytest.raises(GdlError, match=r"\b2\b.*\b26\b"):
        load_game("hex", size=1)
    with pytest.raises(GdlError):
        load_game("hex", pie="perhaps")


def test_a_cell_has_six_neighbours() -> None:
    """The long diagonal of the rhombus runs from a1 to the far corner; the short one is joined."""
    graph = load_game("hex").board.graph
    assert set(graph["b2"]) == {"a2", "c2", "b1", "b3", "a3", "c1"}
    assert set(graph["a1"]) == {"a2", "b1"}
    assert set(graph["k1"]) == {"j1", "k2", "j2"}


def test_occupied_cells_and_no_pass() -> None:
    state = play(load_game("hex").start(), "place f6")
    assert "empty" in refusal(state, "place f6")
    assert "pass" in refusal(state, "pass")


@pytest.mark.parametrize(
    ("seat", "red", "blue", "move", "wins"),
    [
        (0, "b1 b2", "a1 a2", "b3", True),
        (0, "b1 b2", "a1 a2", "a3", True),  # round the corner b2-a3
        (0, "b1 b2", "a1 a2", "c3", False),  # b2 and c3 do not touch
        (0, "c1 a3", "a1 a2", "b2", True),
        (0, "a1 c3", "a3 a2", "b2", False),
        (1, "b1 b3", "a2 b2", "c2", True),
        (1, "b1 b3", "a2 b2", "c1", True),
        (1, "b1 b3", "a2 b2", "c3", False),
        (1, "c1 c2", "a1 a2", "a3", False),  # a column is nothing to Blue
        (0, "a1 b1", "a2 b2", "c1", False),  # a row is nothing to Red
    ],
)
def test_joining_the_sides(seat: int, red: str, blue: str, move: str, wins: bool) -> None:
    state = position(load_game("hex", size=3), {"Red": red, "Blue": blue}, seat=seat)
    after = play(state, f"place {move}")
    assert after.is_over == wins
    if wins:
        assert result(after) == [1.0 - seat, float(seat)]


def test_a_chain_may_wind() -> None:
    game = load_game("hex", size=4)
    state = position(game, {"Red": "d1 c2 b2 a3", "Blue": "a1 b1 c3 d3"})
    assert result(play(state, "place a4")) == [1.0, 0.0]


def test_no_exchange_without_the_option() -> None:
    state = play(load_game("hex").start(), "place f6")
    assert "exchange" not in texts(state)
    assert "pie" in refusal(state, "exchange")


def test_the_pie_rule() -> None:
    """Seat 2 takes over Red; seat 1 then plays Blue, and moves next."""
    state = load_game("hex", size=3, pie=True).start()
    assert "exchange" in refusal(state, "exchange")
    state = play(state, "place b2")
    assert "exchange" in texts(state)
    assert len(state.moves()) == 9
    after = play(state, "exchange")
    assert (after.seat, after.colour, after.turn) == (0, "Blue", 2)
    assert after.at("b2").colour == "Red"
    assert "exchange" in refusal(after, "exchange")
    later = play(after, "place a1")
    assert (later.seat, later.colour) == (1, "Red")
    assert later.at("a1").colour == "Blue"


def test_the_result_is_by_seat_after_an_exchange() -> None:
    state = play(load_game("hex", size=3, pie=True).start(), "place b2", "exchange")
    assert result(play(state, "place a1", "place b1", "place a2", "place b3")) == [0.0, 1.0]


def test_without_an_exchange_it_is_gone() -> None:
    state = play(load_game("hex", size=3, pie=True).start(), "place b2", "place a1")
    assert "exchange" in refusal(state, "exchange")
    assert state.colour == "Red"


def test_a_full_board_has_one_winner() -> None:
    """Every way to fill a 2 × 2 board: 24 orders, none of them a draw."""

    def ends(state: Any) -> list[list[float]]:
        if state.is_over:
            return [result(state)]
        later = (state.play(move) for move in state.moves())
        return [end for after in later for end in ends(after)]

    winners = ends(load_game("hex", size=2).start())
    assert all(sorted(shares) == [0.0, 1.0] for shares in winners)


@pytest.mark.parametrize(
    ("depth", "count"),
    [
        (1, 121),
        (2, 14520),
        pytest.param(3, 1727880, marks=pytest.mark.slow),
    ],
)
def test_perft(depth: int, count: int) -> None:
    assert load_game("hex").perft(depth) == count
