"""Classic game (Quarto): the end.

"If that makes a four the mover wins at once" - "a four is made when its cells are all occupied and
the pawns on it agree in at least one attribute", the fours being 4 rows, 4 columns, 2 long
diagonals and 9 squares of 2 x 2. "All 16 placed with no four made: draw."
"""

from __future__ import annotations

from typing import Any

import pytest
from support.positions import pawn, play, result, texts, with_pawns

from interpreter import load_game

FLAT = ["fdhs", "fbct", "fdct", "fbhs"]

FOURS = [
    *(" ".join(file + rank for file in "abcd") for rank in "1234"),
    *(" ".join(file + rank for rank in "1234") for file in "abcd"),
    "a1 b2 c3 d4",
    "a4 b3 c2 d1",
    *(
        f"{left}{low} {right}{low} {left}{low + 1} {right}{low + 1}"
        for left, right in ("ab", "bc", "cd")
        for low in (1, 2, 3)
    ),
]

# No four is made on this board, whatever order it was filled in.
DRAWN = """
    fbcs fdht pbct pbhs
    pdht fbht pdcs fbct
    pdhs fdct fbhs pbht
    fdcs pbcs fdhs pdct
"""


def given(board: dict[str, str], code: str, seat: int = 0) -> Any:
    drawing = "\n".join(
        " ".join(board.get(file + rank, "....") for file in "abcd") for rank in "4321"
    )
    return with_pawns(load_game("quarto"), drawing, seat=seat, variables={"given": pawn(code)})


def three_of(cells: str, codes: list[str], seat: int = 0) -> tuple[Any, str]:
    names = cells.split()
    state = given(dict(zip(names[:3], codes[:3], strict=True)), codes[3], seat)
    return state, f"place {names[3]}"


@pytest.mark.parametrize("cells", FOURS)
def test_whoever_makes_a_four_wins_at_once(cells: str) -> None:
    assert len(FOURS) == 19
    state, move = three_of(cells, FLAT)
    assert not state.is_over
    assert result(play(state, move)) == [1.0, 0.0]


def test_the_second_seat_wins_likewise() -> None:
    state, move = three_of("a1 b1 c1 d1", FLAT, seat=1)
    assert result(play(state, move)) == [0.0, 1.0]


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
    ],
)
def test_any_attribute_will_do(codes: list[str]) -> None:
    state, move = three_of("a1 b1 c1 d1", codes)
    assert result(play(state, move)) == [1.0, 0.0]


@pytest.mark.parametrize(
    ("cells", "codes"),
    [
        ("a1 b1 c1 d1", ["fdhs", "fbct", "fdct", "pbhs"]),  # three flat, one protruded
        ("a1 d1 a4 d4", FLAT),  # the corners
        ("a1 c1 a3 c3", FLAT),  # a larger square
        ("b1 a2 c2 b3", FLAT),  # a square on its corner
        ("a1 b1 c1 c2", FLAT),  # an L
        ("a2 b3 c4 d1", FLAT),  # a broken diagonal
    ],
)
def test_otherwise_the_mover_picks(cells: str, codes: list[str]) -> None:
    state, move = three_of(cells, codes)
    after = play(state, move)
    assert not after.is_over
    assert after.seat == 0
    assert {text.split()[0] for text in texts(after)} == {"pick"}
    assert len(texts(after)) == 12


def test_three_that_agree_are_not_enough() -> None:
    state = given({"a1": "fdhs", "b1": "fbct"}, "fdct")
    assert not play(state, "place c1").is_over


def test_a_whole_game_won_on_the_fifth_pawn() -> None:
    """Seat 2 places a1, seat 1 b1, seat 2 c1, seat 1 d4, seat 2 d1: the lowest row is flat."""
    state = play(load_game("quarto").start(), f"pick {pawn('fdhs')}")
    state = play(state, "place a1", f"pick {pawn('fbct')}", "place b1", f"pick {pawn('fdct')}")
    state = play(state, "place c1", f"pick {pawn('pbcs')}", "place d4", f"pick {pawn('fbhs')}")
    assert state.seat == 1
    assert result(play(state, "place d1")) == [0.0, 1.0]


def test_all_placed_without_a_four_is_a_draw() -> None:
    """
    fbcs fdht pbct  x       x = pbhs: the row is fbcs fdht pbct pbhs, the column pdct pbht fbct
    pdht fbht pdcs fbct     pbhs, the diagonal fdcs fdct pdcs pbhs, the square pdcs fbct pbct pbhs.
    pdhs fdct fbhs pbht     None of them agrees in anything.
    fdcs pbcs fdhs pdct
    """
    state = with_pawns(
        load_game("quarto"),
        DRAWN.replace("pbhs", "...."),
        seat=0,
        variables={"given": pawn("pbhs")},
    )
    assert texts(state) == {"place d4"}
    over = play(state, "place d4")
    assert len(over.pieces()) == 16
    assert result(over) == [0.5, 0.5]


def test_the_last_pawn_but_one_is_followed_by_a_pick_of_the_last() -> None:
    drawing = DRAWN.replace("pbhs", "....").replace("fbct", "....")
    state = with_pawns(load_game("quarto"), drawing, seat=1, variables={"given": pawn("fbct")})
    assert texts(state) == {"place d3", "place d4"}
    state = play(state, "place d3")
    assert texts(state) == {f"pick {pawn('pbhs')}"}
    state = play(state, f"pick {pawn('pbhs')}")
    assert state.seat == 0
    assert result(play(state, "place d4")) == [0.5, 0.5]


@pytest.mark.parametrize(("seat", "expected"), [(0, [1.0, 0.0]), (1, [0.0, 1.0])])
def test_the_last_pawn_may_still_win(seat: int, expected: list[float]) -> None:
    """
    pbcs fdht pbhs  x       x = fdct makes column d, all flat, and the diagonal, all dent. The other
    pdct fdcs pdht fbcs     seventeen fours agree in nothing.
    fbhs pdhs fbct fdhs
    pdcs pbct pbht fbht
    """
    drawing = """
        pbcs fdht pbhs ....
        pdct fdcs pdht fbcs
        fbhs pdhs fbct fdhs
        pdcs pbct pbht fbht
    """
    state = with_pawns(load_game("quarto"), drawing, seat=seat, variables={"given": pawn("fdct")})
    assert not state.is_over
    over = play(state, "place d4")
    assert len(over.pieces()) == 16
    assert result(over) == expected
