"""SQU: the end.

"The game ends when the board is full. The holder of the record wins; no squ at all: draw."
"""

from __future__ import annotations

from support.positions import on_squares, play, result

from interpreter import load_game


def test_the_game_goes_on_until_the_board_is_full() -> None:
    """Nobody can beat a squ of size 2 on nine cells, but the cells are still to be filled."""
    state = on_squares(load_game("squ", size=3), "R . R \n B B . \n R . .", seat=0)
    state = play(state, "drop c1", "drop b1")
    assert state.variables["record"] == 2
    assert not state.is_over
    assert play(state, "drop b3").is_over is False
    assert result(play(state, "drop b3", "drop c2")) == [1.0, 0.0]


def test_red_holds_the_record_and_wins() -> None:
    """
    3  R B R     turn by turn: a1 | b1 a2 | c1 a3 | c2 b3 | c3 b2
    2  B R B
    1  R B R     Red's last disc but one makes a1 c1 a3 c3.
    """
    state = play(load_game("squ", size=3).start(), "drop a1", "drop b1", "drop a2", "drop c1")
    over = play(state, "drop a3", "drop c2", "drop b3", "drop c3", "drop b2")
    assert over.variables["record"] == 2
    assert result(over) == [1.0, 0.0]


def test_black_holds_the_record_and_wins() -> None:
    """
    3  B R B
    2  R R R     the red cross holds no squ
    1  B R B
    """
    state = play(load_game("squ", size=3).start(), "drop b2", "drop a1", "drop c1", "drop b1")
    state = play(state, "drop a2", "drop a3", "drop c3")
    assert (state.variables["record"], state.variables["holder"]) == (2, "Black")
    assert result(play(state, "drop b3", "drop c2")) == [0.0, 1.0]


def test_no_squ_at_all_is_a_draw() -> None:
    """
    3  R B R
    2  B R R     no 2 x 2 of one colour, and the corners are of both
    1  B R B
    """
    state = play(load_game("squ", size=3).start(), "drop a3", "drop b3", "drop a2", "drop c3")
    over = play(state, "drop b2", "drop a1", "drop c1", "drop c2", "drop b1")
    assert over.variables["holder"] is None
    assert result(over) == [0.5, 0.5]


def test_the_first_of_equal_squs_wins_however_many_the_other_has() -> None:
    """Black made the first squ of 1. Red's last disc is its second of 1, and none is larger."""
    drawing = """
        R R B B
        R R B B
        B B R R
        B B R .
    """
    state = on_squares(
        load_game("squ", size=4), drawing, seat=0, variables={"record": 1, "holder": "Black"}
    )
    assert result(play(state, "drop d1")) == [0.0, 1.0]


def test_the_last_disc_can_still_win() -> None:
    drawing = """
        R B B R
        B R B B
        R B R B
        . R B R
    """
    state = on_squares(
        load_game("squ", size=4), drawing, seat=0, variables={"record": 2, "holder": "Black"}
    )
    assert result(play(state, "drop a1")) == [1.0, 0.0]
