"""Quardo: the pawns, the fours, placing, swapping and the coins.

"4 x 4 board. 16 pawns, each different, of four two-valued attributes: edge flat or protruded;
centre dent or bulge; outline hexagon or circle; body straight or tapered. There are 19 fours: 4
rows, 4 columns, 2 long diagonals, 9 squares of 2 x 2. A four is made when its cells are all
occupied and the pawns on it agree in at least one attribute." "A coin lies on each four."

In the drawings a pawn is four letters: flat/protruded, dent/bulge, hexagonal/circular,
straight/tapered.
"""

from __future__ import annotations

from typing import Any

import pytest
from support.positions import (
    PAWN_CODES,
    attributes,
    cell_sets,
    pawn,
    play,
    refusal,
    targets,
    texts,
    with_pawns,
)

from interpreter import GdlError, load_game

NO_COIN = "a swap must win a coin"
ALL_CELLS = [file + rank for rank in "1234" for file in "abcd"]


def coins(state: Any) -> dict[str, int]:
    return dict(state.variables["coins"])


def unclaimed(state: Any) -> set[frozenset[str]]:
    return cell_sets(state.variables["unclaimed"])


def four(names: str) -> frozenset[str]:
    return frozenset(names.split())


ROWS = [four(" ".join(file + rank for file in "abcd")) for rank in "1234"]
COLUMNS = [four(" ".join(file + rank for rank in "1234")) for file in "abcd"]
DIAGONALS = [four("a1 b2 c3 d4"), four("a4 b3 c2 d1")]
BLOCKS = [
    four("a1 b1 a2 b2"),
    four("b1 c1 b2 c2"),
    four("c1 d1 c2 d2"),
    four("a2 b2 a3 b3"),
    four("b2 c2 b3 c3"),
    four("c2 d2 c3 d3"),
    four("a3 b3 a4 b4"),
    four("b3 c3 b4 c4"),
    four("c3 d3 c4 d4"),
]
FOURS = ROWS + COLUMNS + DIAGONALS + BLOCKS

# Pawns that agree in nothing but the edge, which is flat; any three of them agree in nothing else.
FLAT = ["fdhs", "fbct", "fdct", "fbhs"]


def three_of(names: str, codes: list[str], **rest: Any) -> tuple[Any, str]:
    """Pawns on the first three cells, and the move that places the fourth on the last."""
    cells = names.split()
    return _on(dict(zip(cells[:3], codes[:3], strict=True)), **rest), (
        f"place {pawn(codes[3])} {cells[3]}"
    )


def _on(board: dict[str, str], **rest: Any) -> Any:
    drawing = "\n".join(
        " ".join(board.get(file + rank, "....") for file in "abcd") for rank in "4321"
    )
    return with_pawns(load_game("quardo"), drawing, **rest)


# The table.


def test_two_players_unless_said_otherwise() -> None:
    game = load_game("quardo")
    assert game.options["players"] == 2
    assert game.seats == 2
    assert tuple(game.players) == ("First", "Second")
    assert len(game.board.cells) == 16
    start = game.start()
    assert (start.seat, start.colour, start.turn) == (0, "First", 0)
    assert list(start.chance) == []


@pytest.mark.parametrize("players", [1, 4, 0])
def test_a_number_of_players_out_of_range_is_an_error_that_names_the_range(players: int) -> None:
    with pytest.raises(GdlError, match=r"\b2\b.*\b3\b"):
        load_game("quardo", players=players)


def test_sixteen_pawns_on_sixteen_cells() -> None:
    start = load_game("quardo").start()
    expected = {f"{pawn(code)} {cell}" for code in PAWN_CODES for cell in ALL_CELLS}
    assert len(expected) == 256
    assert texts(start) == {f"place {each}" for each in expected}


def test_a_coin_lies_on_each_of_nineteen_fours() -> None:
    start = load_game("quardo").start()
    assert len(set(FOURS)) == 19
    assert unclaimed(start) == set(FOURS)
    assert coins(start) == {"First": 0, "Second": 0}


# "Place any unused pawn on any empty cell."


def test_placing_a_pawn() -> None:
    state = play(load_game("quardo").start(), f"place {pawn('fdhs')} b2")
    piece = state.at("b2")
    assert (piece.kind, piece.colour) == ("pawn", None)
    assert dict(piece.attributes) == {
        "edge": "flat",
        "centre": "dent",
        "outline": "hexagonal",
        "body": "straight",
    }
    assert (state.seat, state.colour, state.turn) == (1, "Second", 1)


def test_a_pawn_is_used_once_and_a_cell_too() -> None:
    state = play(load_game("quardo").start(), f"place {pawn('pbct')} b2")
    assert len(texts(state)) == 15 * 15
    refusal(state, f"place {pawn('pbct')} c3")
    refusal(state, f"place {pawn('fdhs')} b2")


def test_a_turn_is_one_action_and_nobody_passes() -> None:
    state = load_game("quardo").start()
    for turn, code in enumerate(PAWN_CODES[:5]):
        assert (state.turn, state.seat) == (turn, turn % 2)
        refusal(state, "pass")
        state = play(state, f"place {pawn(code)} {ALL_CELLS[turn * 3]}")


# "Then the mover takes the coin of every made four through the placed pawn's cell or the swapped
# pawns' cells whose coin is still there."


@pytest.mark.parametrize("cells", [" ".join(sorted(each)) for each in FOURS])
def test_each_four_can_be_made(cells: str) -> None:
    state, move = three_of(cells, FLAT)
    after = play(state, move)
    assert coins(after) == {"First": 1, "Second": 0}
    assert unclaimed(after) == set(FOURS) - {four(cells)}


@pytest.mark.parametrize(
    "cells",
    [
        "a1 d1 a4 d4",  # the corners
        "a1 c1 a3 c3",  # a larger square
        "b1 a2 c2 b3",  # a square on its corner
        "a2 b3 c4 d1",  # a broken diagonal
        "a1 b1 c1 c2",  # an L
        "a1 b1 b2 c2",  # a Z
        "a1 b1 c1 a2",
    ],
)
def test_other_sets_of_four_cells_are_no_fours(cells: str) -> None:
    state, move = three_of(cells, FLAT)
    after = play(state, move)
    assert coins(after) == {"First": 0, "Second": 0}
    assert unclaimed(after) == set(FOURS)


@pytest.mark.parametrize(
    "codes",
    [
        ["fdhs", "fbct", "fdct", "fbhs"],  # flat
        ["pdhs", "pbct", "pdct", "pbhs"],  # protruded
        ["fdhs", "pdct", "fdct", "pdhs"],  # dent
        ["fbhs", "pbct", "fbct", "pbhs"],  # bulge
        ["fdhs", "pbht", "fdht", "pbhs"],  # hexagonal
        ["fdcs", "pbct", "fdct", "pbcs"],  # circular
        ["fdhs", "pbcs", "fdcs", "pbhs"],  # straight
        ["fdht", "pbct", "fdct", "pbht"],  # tapered
        ["fdhs", "fdht", "fdcs", "fdct"],  # flat and dent
    ],
)
def test_any_attribute_will_do(codes: list[str]) -> None:
    """One coin, also where they agree in two."""
    state, move = three_of("a1 b1 c1 d1", codes)
    assert coins(play(state, move)) == {"First": 1, "Second": 0}


@pytest.mark.parametrize(
    "codes",
    [
        ["fdhs", "fbct", "fdct", "pbhs"],  # three flat, one protruded
        ["fdhs", "pbct", "fdht", "pbcs"],
        ["fdhs", "fbht", "pdct", "pbcs"],
    ],
)
def test_pawns_that_agree_in_nothing_make_no_four(codes: list[str]) -> None:
    state, move = three_of("a1 b1 c1 d1", codes)
    assert coins(play(state, move)) == {"First": 0, "Second": 0}


def test_three_pawns_make_no_four() -> None:
    state = _on({"a1": "fdhs", "b1": "fbct"})
    assert coins(play(state, f"place {pawn('fdct')} c1")) == {"First": 0, "Second": 0}


def test_the_mover_takes_the_coin() -> None:
    state, move = three_of("a1 b1 c1 d1", FLAT, seat=1)
    assert coins(play(state, move)) == {"First": 0, "Second": 1}


def test_one_pawn_may_win_several_coins() -> None:
    """
    4  pbhs pbht pbcs  x       x = pbct makes the row (p, b), the column (c, t) and the square c3-d4
    3  pdhs pdht pdcs pdct     (p, c), but not the diagonal fdhs fbht pdcs pbct.
    2  fbhs fbht fbcs fbct
    1  fdhs fdht fdcs fdct
    """
    drawing = """
        pbhs pbht pbcs ....
        pdhs pdht pdcs pdct
        fbhs fbht fbcs fbct
        fdhs fdht fdcs fdct
    """
    state = with_pawns(load_game("quardo"), drawing, variables={"coins": {"First": 3, "Second": 2}})
    after = play(state, f"place {pawn('pbct')} d4")
    assert coins(after) == {"First": 6, "Second": 2}
    gone = {four("a4 b4 c4 d4"), four("d1 d2 d3 d4"), four("c3 d3 c4 d4")}
    assert unclaimed(after) == set(FOURS) - gone


def test_a_coin_is_taken_once() -> None:
    """The coin of the row is gone: making the row again wins nothing."""
    left = [sorted(each) for each in FOURS if each != ROWS[0]]
    state, move = three_of("a1 b1 c1 d1", FLAT, variables={"unclaimed": left})
    after = play(state, move)
    assert coins(after) == {"First": 0, "Second": 0}
    assert unclaimed(after) == set(FOURS) - {ROWS[0]}


def test_a_four_that_the_move_does_not_touch_wins_nothing() -> None:
    """The lowest row is made, and its coin is there, but d4 is not on it."""
    state = _on(dict(zip(["a1", "b1", "c1", "d1"], FLAT, strict=True)))
    after = play(state, f"place {pawn('pdht')} d4")
    assert coins(after) == {"First": 0, "Second": 0}
    assert unclaimed(after) == set(FOURS)


# "Swap two pawns on neighbouring cells (eight neighbours), legal only if it makes at least one four
# through either of the two cells whose coin is still there."

# The row lacks a flat pawn on d1: pdhs stands there, and a flat one on a cell next to it.
ALMOST = {"a1": "fdhs", "b1": "fbct", "c1": "fdct", "d1": "pdhs"}


def test_a_swap_that_makes_a_four_takes_its_coin() -> None:
    state = _on({**ALMOST, "d2": "fbhs"})
    assert targets(state, "swap") == {"d1 d2"}
    after = play(state, "swap d1 d2")
    assert dict(after.at("d1").attributes) == attributes("fbhs")
    assert dict(after.at("d2").attributes) == attributes("pdhs")
    assert coins(after) == {"First": 1, "Second": 0}
    assert unclaimed(after) == set(FOURS) - {ROWS[0]}
    assert (after.seat, after.turn) == (1, state.turn + 1)


def test_cells_that_share_a_corner_are_neighbours() -> None:
    """c2 and d1; the lower row comes first in the text."""
    state = _on({**ALMOST, "c2": "fbhs"})
    assert targets(state, "swap") == {"d1 c2"}
    assert coins(play(state, "swap d1 c2")) == {"First": 1, "Second": 0}
    # The other diagonal.
    state = _on({"a1": "pdhs", "b1": "fbct", "c1": "fdct", "d1": "fdhs", "b2": "fbhs"})
    assert targets(state, "swap") == {"a1 b2"}


def test_cells_further_apart_are_no_neighbours() -> None:
    state = _on({**ALMOST, "d3": "fbhs", "b2": "fbht"})
    assert targets(state, "swap") == set()
    refusal(state, "swap d1 d3")
    refusal(state, "swap d1 b2")
    refusal(state, "swap a1 d1")


def test_a_swap_that_makes_nothing_is_illegal() -> None:
    state = _on({**ALMOST, "d2": "pbhs"})
    assert targets(state, "swap") == set()
    assert NO_COIN in refusal(state, "swap d1 d2")
    assert NO_COIN in refusal(state, "swap a1 b1")


def test_a_swap_that_makes_a_four_without_a_coin_is_illegal() -> None:
    left = [sorted(each) for each in FOURS if each != ROWS[0]]
    state = _on({**ALMOST, "d2": "fbhs"}, variables={"unclaimed": left})
    assert NO_COIN in refusal(state, "swap d1 d2")


def test_a_four_elsewhere_does_not_make_a_swap_legal() -> None:
    """The upper row is made and its coin is there, but the swap of a1 and b1 does not touch it."""
    upper = dict(zip(["a4", "b4", "c4", "d4"], FLAT, strict=True))
    state = _on({**upper, "a1": "pdhs", "b1": "pbct"})
    assert NO_COIN in refusal(state, "swap a1 b1")


def test_both_cells_must_hold_a_pawn() -> None:
    state = _on(ALMOST)
    refusal(state, "swap d1 d2")
    refusal(state, "swap c2 d2")


def test_a_swap_takes_the_coins_through_both_cells() -> None:
    """
    2  fbhs pdct pbht pdhs      a1 and a2 change places: the lower row is flat, and the upper one
    1  pbcs fbct fdct fdhs      protruded.
    """
    drawing = """
        .... .... .... ....
        .... .... .... ....
        fbhs pdct pbht pdhs
        pbcs fbct fdct fdhs
    """
    state = with_pawns(load_game("quardo"), drawing, seat=1)
    after = play(state, "swap a1 a2")
    assert coins(after) == {"First": 0, "Second": 2}
    assert unclaimed(after) == set(FOURS) - {ROWS[0], ROWS[1]}


def test_a_swap_takes_only_the_coins_that_are_there() -> None:
    """The same with the coin of the upper row gone."""
    drawing = """
        .... .... .... ....
        .... .... .... ....
        fbhs pdct pbht pdhs
        pbcs fbct fdct fdhs
    """
    left = [sorted(each) for each in FOURS if each != ROWS[1]]
    state = with_pawns(load_game("quardo"), drawing, variables={"unclaimed": left})
    assert coins(play(state, "swap a1 a2")) == {"First": 1, "Second": 0}


def test_a_broken_four_keeps_its_coin_where_it_went_and_wins_none_when_made_again() -> None:
    """
    2  pdhs fdht pdct pbcs      The lowest row is flat, and Second has its coin. First changes d1
    1  fbct fdct fbht fdhs      and d2: the second row is dent now, the lowest agrees in nothing.
    """
    drawing = """
        .... .... .... ....
        .... .... .... ....
        pdhs fdht pdct pbcs
        fbct fdct fbht fdhs
    """
    left = [sorted(each) for each in FOURS if each != ROWS[0]]
    state = with_pawns(
        load_game("quardo"),
        drawing,
        variables={"unclaimed": left, "coins": {"First": 0, "Second": 1}},
    )
    state = play(state, "swap d1 d2")
    assert coins(state) == {"First": 1, "Second": 1}
    assert unclaimed(state) == set(FOURS) - {ROWS[0], ROWS[1]}
    # Changed back, the lowest row would be made again, but its coin is gone.
    assert NO_COIN in refusal(state, "swap d1 d2")


def test_a_swap_fills_no_cell() -> None:
    """The same cells are empty, and the pawns off the board can still be placed."""
    state = play(_on({**ALMOST, "d2": "fbhs"}), "swap d1 d2")
    assert set(state.pieces()) == {"a1", "b1", "c1", "d1", "d2"}
    assert len(targets(state, "place")) == 11 * 11
