"""Goofspiel: bids for prizes that are turned up, made at the same time."""

from __future__ import annotations

from support.positions import play, result, texts

from interpreter import load_game

GAME = load_game("goofspiel", cards=3)


def test_a_deal() -> None:
    start = load_game("goofspiel").start()
    assert [(m.text, round(odds, 9)) for m, odds in start.chance[:2]] == [
        ("turn_up 1", round(1 / 13, 9)), ("turn_up 2", round(1 / 13, 9)),
    ]  # fmt: skip
    assert texts(play(start, "turn_up 7")) == {f"bid {n}" for n in range(1, 14)}


def test_the_highest_bid_takes_the_prize() -> None:
    state = play(GAME.start(), "turn_up 2", "bid 1", "bid 3")
    assert state.variables["points"] == {"First": 0, "Second": 2}
    assert state.variables["hand"] == {"First": {2, 3}, "Second": {1, 2}}
    assert state.variables["prizes"] == {1, 3}


def test_equal_bids_win_nothing() -> None:
    state = play(GAME.start(), "turn_up 3", "bid 2", "bid 2")
    assert state.variables["points"] == {"First": 0, "Second": 0}
    state = play(state, "turn_up 1", "bid 1", "bid 3")  # Second's turn: Second bids first
    assert state.variables["points"] == {"First": 1, "Second": 0}


def test_a_prize_that_is_carried_over() -> None:
    game = load_game("goofspiel", cards=3, carry=True)
    state = play(game.start(), "turn_up 3", "bid 2", "bid 2", "turn_up 1", "bid 1", "bid 3")
    assert state.variables["points"] == {"First": 4, "Second": 0}


def test_nobody_sees_a_bid_before_all_have_bid() -> None:
    state = play(GAME.start(), "turn_up 2", "bid 1")
    assert state.view(1).variables["hand"]["First"] == {1, 2, 3}
    assert state.view(1).heard == ("chance: turn_up 2",)
    state = play(state, "bid 3")
    assert state.view(1).heard[1:] == ("First: bid 1", "Second: bid 3")


def test_the_most_points_win() -> None:
    first = ("turn_up 2", "bid 1", "bid 3"), ("turn_up 1", "bid 1", "bid 3")
    state = play(GAME.start(), *first[0], *first[1], "turn_up 3", "bid 2", "bid 2")
    assert state.variables["points"] == {"First": 1, "Second": 2}
    assert result(state) == [0.0, 1.0]
    state = play(GAME.start(), "turn_up 3", "bid 3", "bid 3", "turn_up 1", "bid 1", "bid 1")
    assert result(play(state, "turn_up 2", "bid 2", "bid 2")) == [0.5, 0.5]


def test_three_players() -> None:
    game = load_game("goofspiel", players=3, cards=4)
    state = play(game.start(), "turn_up 4", "bid 4", "bid 4", "bid 1")
    assert set(state.variables["points"].values()) == {0}
    state = play(state, "turn_up 3", "bid 2", "bid 4", "bid 2")  # Second, Third, First
    assert state.variables["points"] == {"First": 0, "Second": 0, "Third": 3}
    assert state.colour == "chance" or state.is_chance


def test_counts() -> None:
    """Three prizes, three bids of each; then two and two and two, and what is left."""
    start = load_game("goofspiel", cards=3).start()
    assert [start.perft(n) for n in range(1, 10)] == [3, 9, 27, 54, 108, 216, 216, 216, 216]
