"""SQU: the board, who plays when, and how many discs.

The rules: square board of 8 or 10, ten if nothing is said; Red moves first, without a pie rule.
"Red's first turn places one red disc on an empty cell. Every later turn places two discs of the
mover's colour on empty cells, one after the other; when a single empty cell is left, one disc."
"""

from __future__ import annotations

import pytest
from support.positions import on_squares, play, refusal, result, texts

from interpreter import GdlError, load_game


def test_the_default_board_has_ten_by_ten_cells() -> None:
    game = load_game("squ")
    assert game.options["size"] == 10
    assert len(game.board.cells) == 100
    assert game.start().parse("drop j10").text == "drop j10"


@pytest.mark.parametrize("size", [8, 10])
def test_published_sizes(size: int) -> None:
    game = load_game("squ", size=size)
    assert len(game.board.cells) == size * size
    assert len(texts(game.start())) == size * size


@pytest.mark.parametrize("size", [2, 3, 4, 7])
def test_unpublished_sizes_load_too(size: int) -> None:
    assert len(load_game("squ", size=size).board.cells) == size * size


@pytest.mark.parametrize("size", [1, 0, -3])
def test_a_size_out_of_range_is_an_error_that_names_the_range(size: int) -> None:
    with pytest.raises(GdlError, match=r"\b2\b.*\b64\b"):
        load_game("squ", size=size)


def test_two_players_red_first() -> None:
    game = load_game("squ", size=8)
    start = game.start()
    assert tuple(game.players) == ("Red", "Black")
    assert game.seats == 2
    assert (start.seat, start.colour, start.turn) == (0, "Red", 0)
    assert not start.is_over
    assert not start.pieces()


def test_first_turn_is_one_red_disc() -> None:
    state = play(load_game("squ", size=8).start(), "drop d4")
    assert (state.at("d4").kind, state.at("d4").colour) == ("disc", "Red")
    assert (state.seat, state.colour, state.turn) == (1, "Black", 1)


def test_every_later_turn_is_two_discs_of_the_mover() -> None:
    first = play(load_game("squ", size=8).start(), "drop d4", "drop a1")
    assert (first.seat, first.colour, first.turn) == (1, "Black", 1)
    second = play(first, "drop h8")
    assert (second.seat, second.colour, second.turn) == (0, "Red", 2)
    assert {c: p.colour for c, p in second.pieces().items()} == {
        "d4": "Red",
        "a1": "Black",
        "h8": "Black",
    }
    third = play(second, "drop b2")
    assert (third.seat, third.turn) == (0, 2)
    assert play(third, "drop c2").turn == 3


def test_discs_go_on_empty_cells_only() -> None:
    state = play(load_game("squ", size=8).start(), "drop d4", "drop a1")
    refusal(state, "drop d4")  # the other colour
    refusal(state, "drop a1")  # the first disc of this turn
    assert len(texts(state)) == 62


def test_nothing_but_drops_is_ever_legal_so_no_pie_and_no_pass() -> None:
    state = load_game("squ", size=3).start()
    for move in ("drop b2", "drop a1", "drop c1", "drop b1", "drop a2"):
        assert {text.split()[0] for text in texts(state)} == {"drop"}
        refusal(state, "pass")
        state = play(state, move)


def test_a_single_empty_cell_takes_one_disc() -> None:
    """16 cells: 1, then seven turns of 2, then 1. Seat 2 has filled 8, the last one is Red's."""
    drawing = """
        R B B R
        B R R B
        B R B R
        . B R B
    """
    state = on_squares(load_game("squ", size=4), drawing, seat=0)
    assert texts(state) == {"drop a1"}
    over = play(state, "drop a1")
    assert over.at("a1").colour == "Red"
    assert over.is_over


def test_the_single_disc_belongs_to_whoever_is_to_move() -> None:
    drawing = """
        R B B R
        B R R B
        B R B R
        . B R B
    """
    state = on_squares(load_game("squ", size=4), drawing, seat=1)
    assert play(state, "drop a1").at("a1").colour == "Black"


def test_two_empty_cells_take_two_discs() -> None:
    state = on_squares(load_game("squ", size=3), "R B R \n B . R \n . R B", seat=1)
    assert texts(state) == {"drop a1", "drop b2"}
    between = play(state, "drop b2")
    assert (between.seat, between.is_over, texts(between)) == (1, False, {"drop a1"})
    assert play(between, "drop a1").is_over


def test_a_whole_game_on_four_cells() -> None:
    """1 red, 2 black, and the single cell that is left: no squ, so a draw."""
    state = play(load_game("squ", size=2).start(), "drop a1", "drop b1", "drop a2")
    assert (state.seat, state.turn) == (0, 2)
    over = play(state, "drop b2")
    assert over.turn == 3
    assert result(over) == [0.5, 0.5]
