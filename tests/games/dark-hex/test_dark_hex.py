"""Dark Hex: each sees its own stones; a try on a taken cell is told to the one who made it."""

from __future__ import annotations

from support.positions import play, refusal, result, targets

from interpreter import load_game

TAKEN = "that cell is taken"


def test_each_sees_its_own_stones_alone() -> None:
    state = play(load_game("dark-hex", size=3).start(), "place b2", "place a1", "place c1")
    assert set(state.view(0).pieces) == {"b2", "c1"}
    assert set(state.view(1).pieces) == {"a1"}
    assert "b2" in state.view(1).hidden
    assert state.view(0).acting == state.view(1).acting == 1
    assert state.view(1).turn == 3


def test_nobody_hears_where_the_other_placed() -> None:
    state = play(load_game("dark-hex", size=3).start(), "place b2", "place a1")
    assert state.view(0).heard == ("Red: place b2",)
    assert state.view(1).heard == ("Blue: place a1",)


def test_taken_cells_are_offered_like_empty_ones() -> None:
    start = load_game("dark-hex", size=3).start()
    one, other = play(start, "place b2"), play(start, "place a1")
    assert targets(one, "place") == targets(other, "place") == set(start.game.board.cells)
    assert one.view(1) == other.view(1)


def test_a_try_on_a_taken_cell_is_taken_back() -> None:
    state = play(load_game("dark-hex", size=3).start(), "place b2", "place b2")
    assert (state.seat, state.turn) == (1, 1)
    assert state.at("b2").colour == "Red"
    assert len(state.pieces()) == 1
    assert TAKEN in " ".join(state.view(1).heard)
    assert TAKEN not in " ".join(state.view(0).heard)
    assert "b2" not in targets(state, "place")
    assert "tried" in refusal(state, "place b2")


def test_a_try_shows_no_stone() -> None:
    state = play(load_game("dark-hex", size=3).start(), "place b2", "place b2")
    assert dict(state.view(1).pieces) == {}


def test_own_cells_are_not_offered() -> None:
    state = play(load_game("dark-hex", size=3).start(), "place b2", "place a1")
    assert "b2" not in targets(state, "place")
    refusal(state, "place b2")


def test_joining_the_sides_wins_and_all_see_who() -> None:
    state = load_game("dark-hex", size=3).start()
    over = play(state, "place b1", "place a1", "place b2", "place a2", "place b3")
    assert result(over) == [1.0, 0.0]
    assert over.view(1).result == (1.0, 0.0)


def test_an_exchange_is_heard_by_all() -> None:
    state = play(load_game("dark-hex", size=3, pie=True).start(), "place b2", "exchange")
    assert (state.seat, state.colour) == (0, "Blue")
    assert "Blue: exchange" in state.view(0).heard
    assert set(state.view(1).pieces) == {"b2"}  # seat 2 owns the red stone now
    assert dict(state.view(0).pieces) == {}
