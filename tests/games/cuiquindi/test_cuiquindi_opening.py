"""Cuiquindi: the board and the pie rule of the set-up.

"Set-up (the two-adjacent-stones pie rule): seat 1 places two black stones on two adjacent empty
cells, then two white stones on two adjacent empty cells (they may touch the black ones), then seat
2 chooses the colour it will play. Black then takes the first turn."
"""

from __future__ import annotations

import pytest
from support.positions import play, refusal, result, targets, texts

from interpreter import GdlError, load_game


def test_the_default_side_is_six() -> None:
    game = load_game("cuiquindi")
    assert game.options["side"] == 6
    assert len(game.board.cells) == 91


@pytest.mark.parametrize(("side", "count", "pairs"), [(5, 61, 156), (6, 91, 240), (7, 127, 342)])
def test_published_sides(side: int, count: int, pairs: int) -> None:
    """A hexagon of side n has 9n² - 15n + 6 pairs of neighbours."""
    game = load_game("cuiquindi", side=side)
    assert len(game.board.cells) == count
    assert len(texts(game.start())) == pairs


@pytest.mark.parametrize(("side", "count"), [(2, 7), (3, 19), (8, 169)])
def test_unpublished_sides_load_too(side: int, count: int) -> None:
    assert len(load_game("cuiquindi", side=side).board.cells) == count


@pytest.mark.parametrize("side", [1, 0, -6])
def test_a_side_out_of_range_is_an_error_that_names_the_range(side: int) -> None:
    with pytest.raises(GdlError, match=r"\b2\b.*\b30\b"):
        load_game("cuiquindi", side=side)


def test_seat_1_begins_with_two_black_stones() -> None:
    """The twelve pairs of a board of seven cells, each once, its cells in board order."""
    game = load_game("cuiquindi", side=2)
    start = game.start()
    assert tuple(game.players) == ("Black", "White")
    assert (start.seat, start.turn) == (0, 0)
    assert targets(start, "found") == {
        "Black a1 a2",
        "Black a1 b1",
        "Black a1 b2",
        "Black a2 b2",
        "Black a2 b3",
        "Black b1 b2",
        "Black b1 c1",
        "Black b2 b3",
        "Black b2 c1",
        "Black b2 c2",
        "Black b3 c2",
        "Black c1 c2",
    }
    refusal(start, "found Black a1 b3")  # not adjacent
    refusal(start, "found White a1 a2")  # black stones first


def test_then_seat_1_places_two_white_stones_which_may_touch_the_black_ones() -> None:
    state = play(load_game("cuiquindi", side=2).start(), "found Black a1 a2")
    assert (state.seat, state.turn) == (0, 0)
    assert targets(state, "found") == {
        "White b1 b2",
        "White b1 c1",
        "White b2 b3",
        "White b2 c1",
        "White b2 c2",
        "White b3 c2",
        "White c1 c2",
    }
    refusal(state, "found White a2 b3")  # a2 is taken
    state = play(state, "found White b2 b3")
    assert {c: (p.kind, p.colour) for c, p in state.pieces().items()} == {
        "a1": ("stone", "Black"),
        "a2": ("stone", "Black"),
        "b2": ("stone", "White"),
        "b3": ("stone", "White"),
    }


def test_then_seat_2_chooses_its_colour() -> None:
    state = play(load_game("cuiquindi", side=3).start(), "found Black a1 a2", "found White e1 e2")
    assert (state.seat, state.turn) == (1, 1)
    assert texts(state) == {"choose Black", "choose White"}


def test_seat_2_takes_white_and_seat_1_begins_as_black() -> None:
    state = play(load_game("cuiquindi", side=3).start(), "found Black a1 a2", "found White e1 e2")
    state = play(state, "choose White")
    assert (state.seat, state.colour, state.turn) == (0, "Black", 2)
    state = play(state, "move a1 b3", "grow d4")
    assert (state.seat, state.colour, state.turn) == (1, "White", 3)


def test_seat_2_takes_black_and_begins_itself() -> None:
    state = play(load_game("cuiquindi", side=3).start(), "found Black a1 a2", "found White e1 e2")
    state = play(state, "choose Black")
    assert (state.seat, state.colour, state.turn) == (1, "Black", 2)
    state = play(state, "move a1 b3", "grow d4")
    assert (state.seat, state.colour, state.turn) == (0, "White", 3)
    assert state.at("b3").colour == state.at("d4").colour == "Black"


def test_the_choice_comes_once() -> None:
    state = play(load_game("cuiquindi", side=3).start(), "found Black a1 a2", "found White e1 e2")
    for choice in ("choose Black", "choose White"):
        later = play(state, choice)
        assert {text.split()[0] for text in texts(later)} == {"move"}


@pytest.mark.parametrize(
    ("choice", "expected"), [("choose White", [0.0, 1.0]), ("choose Black", [1.0, 0.0])]
)
def test_the_result_goes_to_the_seat_that_plays_the_colour(
    choice: str, expected: list[float]
) -> None:
    """
     B .       Black passes: c2 touches c1 but not b1, and a1 touches b1 but not c1.
    B W W      White moves b2 to c2 and grows a1, through the cell that was left. Then neither
     . .       has a turn. Black has one creature of 2, White has 2 and 1: White wins 2.5 to 1.
    """
    state = play(load_game("cuiquindi", side=2).start(), "found Black b1 c1", "found White b2 b3")
    state = play(state, choice, "pass", "move b2 c2", "grow a1", "pass", "pass")
    assert dict(state.scores) == {"Black": 1, "White": 2.5}
    assert result(state) == expected
