"""Quarod: placing, engagement, swapping and passing.

"A piece is black or white and its rod points to one of the four edges of its cell. Two adjacent
pieces of different colours are engaged to each other when each one's rod points at the other."

In the drawings `B>` is a black piece whose rod points east; ^ is north, v south, < west.
"""

from __future__ import annotations

from typing import Any

import pytest
from support.positions import play, refusal, targets, texts, with_rods

from interpreter import GdlError, load_game

NOT_ENGAGED = "both must be engaged"
TO_EACH_OTHER = "they are engaged to each other"


def shown(state: Any) -> dict[str, str]:
    """The pieces by cell, as in the drawings."""
    arrows = {"north": "^", "east": ">", "south": "v", "west": "<"}
    return {
        cell: piece.colour[0] + arrows[piece.attributes["rod"]]
        for cell, piece in state.pieces().items()
    }


# The board and the options.


def test_the_default_size_is_eight() -> None:
    game = load_game("quarod")
    assert game.options["size"] == 8
    assert len(game.board.cells) == 64


@pytest.mark.parametrize("size", range(3, 13))
def test_published_sizes(size: int) -> None:
    """2 n (n - 1) pairs of neighbours, each either way round."""
    game = load_game("quarod", size=size)
    assert len(game.board.cells) == size * size
    assert len(texts(game.start())) == 4 * size * (size - 1)


@pytest.mark.parametrize("size", [2, 13])
def test_unpublished_sizes_load_too(size: int) -> None:
    assert len(load_game("quarod", size=size).board.cells) == size * size


@pytest.mark.parametrize("size", [1, 0, -8])
def test_a_size_out_of_range_is_an_error_that_names_the_range(size: int) -> None:
    with pytest.raises(GdlError, match=r"\b2\b.*\b30\b"):
        load_game("quarod", size=size)


def test_black_moves_first() -> None:
    game = load_game("quarod")
    start = game.start()
    assert tuple(game.players) == ("Black", "White")
    assert (start.seat, start.colour, start.turn) == (0, "Black", 0)
    assert not start.pieces()


# "Place a black and a white piece on two adjacent empty cells, engaged to each other. (Which cell
# gets which colour is a choice; the rods follow from it.) Either player may place either way
# round."


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("place d4 e4", {"d4": "B>", "e4": "W<"}),
        ("place e4 d4", {"e4": "B<", "d4": "W>"}),
        ("place d4 d5", {"d4": "B^", "d5": "Wv"}),
        ("place d5 d4", {"d5": "Bv", "d4": "W^"}),
    ],
)
def test_a_pair_is_placed_engaged_to_each_other(move: str, expected: dict[str, str]) -> None:
    state = play(load_game("quarod").start(), move)
    assert shown(state) == expected
    assert {piece.kind for piece in state.pieces().values()} == {"token"}
    assert (state.seat, state.colour, state.turn) == (1, "White", 1)


def test_either_player_may_place_either_way_round() -> None:
    state = load_game("quarod", size=4).start()
    for move in ("place a1 b1", "place b2 a2", "place a3 b3", "place b4 a4"):
        black, white = move.split()[1:]
        assert {f"place {black} {white}", f"place {white} {black}"} <= texts(state)
        state = play(state, move)
    assert shown(state) == {
        **{"a1": "B>", "b1": "W<", "a2": "W>", "b2": "B<"},
        **{"a3": "B>", "b3": "W<", "a4": "W>", "b4": "B<"},
    }


def test_both_cells_must_be_empty_and_share_an_edge() -> None:
    state = play(load_game("quarod", size=3).start(), "place a1 b1")
    refusal(state, "place b1 c1")
    refusal(state, "place c1 b1")
    refusal(state, "place b2 c3")  # a corner in common
    refusal(state, "place a2 c2")  # a gap between
    refusal(state, "place a3 a3")
    assert "place c1 c2" in texts(state)


# "Swap two adjacent pieces of different colours, each of which is engaged to some third piece (so
# not to each other): they exchange cells, and are turned so that they are engaged to each other."

ROW_OF_FOUR = """
    .. .. .. ..
    .. .. .. ..
    .. .. .. ..
    W> B< W> B<
"""


def row(pieces: str, **rest: Any) -> Any:
    """A board of size 4 whose lowest row holds these pieces."""
    return with_rods(load_game("quarod", size=4), 3 * ".. .. .. ..\n" + pieces, **rest)


def test_swap_exchanges_the_cells_and_turns_the_rods() -> None:
    """W-B W-B: b1 and c1, each engaged outwards, become engaged to each other."""
    state = with_rods(load_game("quarod", size=4), ROW_OF_FOUR)
    assert targets(state, "swap") == {"b1 c1"}
    after = play(state, "swap b1 c1")
    assert shown(after) == {"a1": "W>", "b1": "W>", "c1": "B<", "d1": "B<"}
    assert (after.seat, after.turn) == (1, state.turn + 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_either_player_may_swap(seat: int) -> None:
    assert targets(row("W> B< W> B<", seat=seat), "swap") == {"b1 c1"}


def test_swap_names_the_black_cell_first() -> None:
    state = row("B> W< B> W<")
    assert targets(state, "swap") == {"c1 b1"}
    assert shown(play(state, "swap c1 b1")) == {"a1": "B>", "b1": "B>", "c1": "W<", "d1": "W<"}


def test_swap_along_a_column() -> None:
    """
    a3 W>  b3 B<        a2 (black, engaged to b2) and a3 (white, engaged to b3) change places and
    a2 B>  b2 W<        face each other north and south.
    """
    drawing = """
        W> B< ..
        B> W< ..
        .. .. ..
    """
    state = with_rods(load_game("quarod", size=3), drawing)
    assert targets(state, "swap") == {"a2 a3", "b3 b2"}
    assert shown(play(state, "swap a2 a3")) == {"a2": "W^", "a3": "Bv", "b2": "W<", "b3": "B<"}
    assert shown(play(state, "swap b3 b2")) == {"a2": "B>", "a3": "W>", "b2": "B^", "b3": "Wv"}


def test_swap_of_pieces_engaged_at_right_angles() -> None:
    """
    a2 Wv  .            b1 is engaged to c1 along the row, a1 to a2 along the column.
    a1 B^  b1 W> c1 B<
    """
    drawing = """
        .. .. ..
        Wv .. ..
        B^ W> B<
    """
    state = with_rods(load_game("quarod", size=3), drawing)
    assert targets(state, "swap") == {"a1 b1"}
    assert shown(play(state, "swap a1 b1")) == {"a1": "W>", "b1": "B<", "c1": "B<", "a2": "Wv"}


def test_pieces_engaged_to_each_other_do_not_swap() -> None:
    state = row("W> B< W> B<")
    assert TO_EACH_OTHER in refusal(state, "swap b1 a1")
    assert TO_EACH_OTHER in refusal(state, "swap d1 c1")


def test_a_swap_is_not_undone_at_once() -> None:
    """The two are engaged to each other now."""
    state = play(row("W> B< W> B<"), "swap b1 c1")
    assert TO_EACH_OTHER in refusal(state, "swap c1 b1")


def test_both_pieces_must_be_engaged() -> None:
    for pieces in ("W> B< W^ B<", "Wv B< W> B<", ".. B< W> B<", "W> B< W> .."):
        assert NOT_ENGAGED in refusal(row(pieces), "swap b1 c1")


def test_a_rod_that_is_not_answered_does_not_engage() -> None:
    """c1 points at the black d1, whose rod points elsewhere."""
    assert NOT_ENGAGED in refusal(row("W> B< W> B^"), "swap b1 c1")
    assert NOT_ENGAGED in refusal(row("W> B< W> B>"), "swap b1 c1")


def test_pieces_of_one_colour_are_not_engaged() -> None:
    """a1 and b1 point at each other, but both are black."""
    assert NOT_ENGAGED in refusal(row("B> B< W> B<"), "swap b1 c1")


def test_pieces_apart_are_not_engaged() -> None:
    """a2 and c2 point at each other across an empty cell."""
    drawing = """
        W> B< ..
        B> .. W<
        .. .. ..
    """
    assert NOT_ENGAGED in refusal(with_rods(load_game("quarod", size=3), drawing), "swap a2 a3")


def test_a_rod_may_point_off_the_board() -> None:
    assert NOT_ENGAGED in refusal(row("W> B< Wv B<"), "swap b1 c1")


def test_only_adjacent_pieces_of_different_colours_swap() -> None:
    """
    a2 B>  b2 W<        a1 and b2 share a corner and a1 and a2 an edge; a2 and b1 share a colour.
    a1 W>  b1 B<
    """
    drawing = """
        .. .. ..
        B> W< ..
        W> B< ..
    """
    state = with_rods(load_game("quarod", size=3), drawing)
    assert targets(state, "swap") == {"a2 a1", "b1 b2"}
    for move in ("swap a2 b1", "swap a1 b2", "swap a1 a2", "swap a2 c2"):
        refusal(state, move)


def test_partners_left_alone_are_engaged_no_more() -> None:
    """
    a2 B>  b2 W<                       a1 may swap with a2 at first. After the swap of b1 and c1 its
    a1 W>  b1 B<  c1 W>  d1 B<         rod points at a white piece.
    """
    drawing = """
        .. .. .. ..
        .. .. .. ..
        B> W< .. ..
        W> B< W> B<
    """
    state = with_rods(load_game("quarod", size=4), drawing)
    assert targets(state, "swap") == {"a2 a1", "b1 b2", "b1 c1"}
    after = play(state, "swap b1 c1")
    assert targets(after, "swap") == set()
    assert NOT_ENGAGED in refusal(after, "swap a2 a1")


# "With neither possible the turn is a pass; passing is otherwise illegal."


def test_no_pass_while_a_pair_can_be_placed() -> None:
    game = load_game("quarod", size=3)
    refusal(game.start(), "pass")
    state = with_rods(game, "B^ W^ B^ \n W^ .. W^ \n .. .. B^")
    assert texts(state) == {"place a1 b1", "place b1 a1", "place b1 b2", "place b2 b1"}
    refusal(state, "pass")


def test_no_pass_while_a_swap_is_possible() -> None:
    """The board is full."""
    state = with_rods(load_game("quarod", size=2), "W> B< \n B> W<")
    assert texts(state) == {"swap a1 a2", "swap b2 b1"}
    refusal(state, "pass")


def test_forced_pass_on_a_full_board_without_a_swap() -> None:
    state = with_rods(load_game("quarod", size=2), "B> W< \n B> W<")
    assert texts(state) == {"pass"}


def test_forced_pass_with_empty_cells_that_do_not_touch() -> None:
    """Four cells are empty, no two of them adjacent, and nobody is engaged."""
    drawing = """
        B^ .. W^
        .. W^ ..
        W^ .. B^
    """
    state = with_rods(load_game("quarod", size=3), drawing)
    assert texts(state) == {"pass"}
    passed = play(state, "pass")
    assert (passed.seat, passed.turn, passed.is_over) == (1, state.turn + 1, False)
    assert passed.pieces() == state.pieces()


# "Pie rule: on its first turn only, seat 2 may, instead of moving, exchange colours with seat 1.
# Seat 1, now White, moves next."


def test_seat_1_has_no_exchange_on_its_first_turn() -> None:
    start = load_game("quarod", size=3).start()
    assert {text.split()[0] for text in texts(start)} == {"place"}
    refusal(start, "exchange")


def test_seat_2_may_exchange_on_its_first_turn() -> None:
    state = play(load_game("quarod", size=3).start(), "place a1 b1")
    assert {text.split()[0] for text in texts(state)} == {"place", "exchange"}
    after = play(state, "exchange")
    assert shown(after) == shown(state)
    assert (after.seat, after.colour, after.turn) == (0, "White", 2)
    later = play(after, "place b2 c2")
    assert (later.seat, later.colour) == (1, "Black")


def test_the_exchange_is_not_offered_again() -> None:
    state = play(load_game("quarod", size=3).start(), "place a1 b1")
    exchanged = play(state, "exchange")
    refusal(exchanged, "exchange")  # seat 1 cannot exchange back
    refusal(play(exchanged, "place a2 b2"), "exchange")
    placed = play(state, "place a2 b2")
    refusal(placed, "exchange")
    refusal(play(placed, "place a3 b3"), "exchange")


def test_seat_2_may_also_swap_or_place_on_its_first_turn() -> None:
    """One pair is on the board, engaged to each other: no swap is possible yet."""
    state = play(load_game("quarod", size=3).start(), "place a1 b1")
    assert targets(state, "swap") == set()
    assert TO_EACH_OTHER in refusal(state, "swap a1 b1")
    # 12 pairs of neighbours; a1 b1, a1 a2, b1 b2, b1 c1 are no longer empty.
    assert len(targets(state, "place")) == 2 * (12 - 4)
