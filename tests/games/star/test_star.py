"""Star: groups count what they touch of the rim, less two."""

from __future__ import annotations

from support.positions import play, position, result, targets, texts

from interpreter import load_game

GAME = load_game("star", side=2)  # seven cells amid a rim of twelve


def test_the_start() -> None:
    start = GAME.start()
    assert targets(start, "place") == {"b2", "b3", "c2", "c3", "c4", "d2", "d3"}
    assert "pass" not in texts(start)
    assert "pass" in texts(play(start, "place c3"))


def test_points() -> None:
    """A cell of the side touches three of the rim, each further one beside it two more."""
    state = position(GAME, {"Black": "b2 b3", "White": "d2 c3"}, turn=4)
    state = play(state, "pass", "pass")
    assert result(state) == [1.0, 0.0]
    assert state.scores == {"Black": 3, "White": 1}


def test_groups_that_touch_too_little_are_no_stars() -> None:
    state = position(GAME, {"Black": "c3", "White": "d2"}, turn=4)
    assert play(state, "pass", "pass").scores == {"Black": 0, "White": 1}


def test_apart_they_count_less_than_together() -> None:
    state = position(GAME, {"Black": "b2 c4", "White": "d2 c2"}, turn=4)
    assert play(state, "pass", "pass").scores == {"Black": 2, "White": 3}


def test_a_full_board_ends_the_game() -> None:
    state = position(GAME, {"Black": "b2 b3 c2", "White": "c3 d2 d3"}, turn=6)
    assert result(play(state, "place c4")) == [1.0, 0.0]


def test_the_pie_rule() -> None:
    state = play(load_game("star", side=2, pie=True).start(), "place c3")
    assert "exchange" in texts(state)
    assert "exchange" not in texts(play(GAME.start(), "place c3"))
