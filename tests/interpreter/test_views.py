"""Views and questions of bundled games; `tests/reference/test_hidden.py` has each rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.positions import play

from interpreter import IllegalMove, View, load_game


def test_an_open_game_shows_all_to_all() -> None:
    state = play(load_game("squ", size=3).start(), "drop b2")
    for seat, colour in enumerate(("Red", "Black")):
        view = state.view(seat)
        assert isinstance(view, View)
        assert (view.seat, view.colour, view.acting, view.turn) == (seat, colour, 1, 1)
        assert dict(view.pieces) == state.pieces()
        assert view.hidden == frozenset()
        assert view.variables == state.variables
        assert view.heard == ()
        assert view.result is None


def test_a_large_supply_is_counted(tmp_path: Path) -> None:
    """A list of its pieces would fill the memory."""
    path = tmp_path / "game.yaml"
    path.write_text("extends: tic-tac-toe\npieces:\n  mark:\n    supply: 500000000\n", "utf-8")
    view = load_game(path).start().view(0)
    assert view.supply == {"Cross-mark": 500_000_000, "Nought-mark": 500_000_000}


def test_the_supply_is_counted_by_piece() -> None:
    view = play(load_game("nine-mens-morris").start(), "place a1").view(1)
    assert view.supply == {"White-man": 8, "Black-man": 9}
    assert load_game("squ", size=3).start().view(0).supply == {}


def test_a_view_of_a_colour_that_was_exchanged() -> None:
    state = play(load_game("dark-hex", size=3, pie=True).start(), "place b2", "exchange")
    assert state.view(0).colour == "Blue"
    assert state.view(1).colour == "Red"
    assert set(state.view(1).pieces) == {"b2"}


def test_a_view_at_chance_and_at_the_end() -> None:
    start = load_game("royal-game-of-ur").start()
    assert start.view(0).acting is None
    moves = [f"place {c}" for c in ("a1", "a2", "b1", "b2", "c1")]
    over = play(load_game("phantom-tic-tac-toe").start(), *moves)
    assert over.view(1).result == (1.0, 0.0)
    assert set(over.view(1).pieces) == {"a2", "b2"}


def test_a_seat_that_there_is_not() -> None:
    for seat in (2, -1):
        with pytest.raises(ValueError, match="is from 0 to 1"):
            load_game("squ").start().view(seat)


def test_games_without_questions() -> None:
    state = load_game("squ").start()
    assert state.questions() == []
    with pytest.raises(IllegalMove, match="touch a1"):
        state.ask("touch a1")


def test_views_of_equal_states_are_equal() -> None:
    start = load_game("dark-hex", size=3).start()
    assert play(start, "place a1").view(1) == play(start, "place c3").view(1)
