"""English draughts: men step ahead, kings any way, captures are forced and go on."""

from __future__ import annotations

import pytest
from support.counts import perft_test
from support.drawn import drawn
from support.positions import play, refusal, result, texts

from interpreter import load_game

MEN = {"b": "man Black", "w": "man White", "B": "king Black", "W": "king White"}


def test_the_set_up() -> None:
    start = load_game("english-draughts").start()
    pieces = start.pieces()
    assert len(pieces) == 24
    assert {p.kind for p in pieces.values()} == {"man"}
    dark = {
        c for c in load_game("english-draughts").board.cells if (ord(c[0]) + int(c[1])) % 2 == 0
    }
    assert {c for c, p in pieces.items() if p.colour == "Black"} == {
        c for c in dark if c[1] in "123"
    }
    assert {c for c, p in pieces.items() if p.colour == "White"} == {
        c for c in dark if c[1] in "678"
    }
    assert start.colour == "Black"


def test_the_first_moves() -> None:
    assert texts(load_game("english-draughts").start()) == {
        "step a3 b4", "step c3 b4", "step c3 d4", "step e3 d4", "step e3 f4", "step g3 f4",
        "step g3 h4",
    }  # fmt: skip


QUIET = """
    . . . . . . . .
    . . . . . . w .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . B . . . . .
    . . . . . . . .
    b . . . . . . .
"""


def test_men_step_ahead_and_kings_any_way() -> None:
    state = drawn(load_game("english-draughts"), QUIET, MEN)
    assert texts(state) == {"step a1 b2", "step c3 b2", "step c3 b4", "step c3 d2", "step c3 d4"}
    white = drawn(load_game("english-draughts"), QUIET, MEN, seat=1)
    assert texts(white) == {"step g7 f6", "step g7 h6"}


CAPTURE = """
    . . . . . . . .
    . . . . . . . .
    . . . . . w . .
    . . . . . . . .
    . . . w . . . .
    b . b . . . . .
    . . . . . . . .
    . . . . . . . .
"""


def test_a_capture_is_forced() -> None:
    state = drawn(load_game("english-draughts"), CAPTURE, MEN)
    assert texts(state) == {"jump c3 e5"}
    assert "step" in refusal(state, "step a3 b4")


def test_a_jump_goes_on_with_the_same_man() -> None:
    state = play(drawn(load_game("english-draughts"), CAPTURE, MEN), "jump c3 e5")
    assert set(state.pieces()) == {"a3", "e5", "f6"}
    assert (state.seat, state.colour) == (0, "Black")
    assert texts(state) == {"jump e5 g7"}
    after = play(state, "jump e5 g7")
    assert set(after.pieces()) == {"a3", "g7"}
    assert after.is_over  # White has no man left


def test_another_man_does_not_go_on() -> None:
    """After c3 x e5 there is nothing more for that man; a3 could capture b4."""
    drawing = """
        . . . . . . . .
        . . . . . . w .
        . . . . . . . .
        . . . . . . . .
        . w . w . . . .
        b . b . . . . .
        . . . . . . . .
        . . . . . . . .
    """
    state = drawn(load_game("english-draughts"), drawing, MEN)
    assert texts(state) == {"jump a3 c5", "jump c3 a5", "jump c3 e5"}
    after = play(state, "jump c3 e5")
    assert after.colour == "White"


def test_any_of_the_captures_may_be_chosen() -> None:
    """One man or two: the longer capture is not forced."""
    drawing = """
        . . . . . . . .
        . . . . . . . .
        . . . . . w . .
        . . . . . . . .
        . w . w . . . .
        . . b . . . . .
        . . . . . . . .
        . . . . . . . .
    """
    state = drawn(load_game("english-draughts"), drawing, MEN)
    assert texts(state) == {"jump c3 a5", "jump c3 e5"}
    assert play(state, "jump c3 a5").colour == "White"
    assert play(state, "jump c3 e5").colour == "Black"


def test_men_do_not_jump_back() -> None:
    drawing = """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . b . . . . .
        . w . . . . . .
        . . . . . . . .
        . . . . . . . .
    """
    assert texts(drawn(load_game("english-draughts"), drawing, MEN)) == {"step c4 b5", "step c4 d5"}
    as_king = drawn(load_game("english-draughts"), drawing.replace("b", "B"), MEN)
    assert texts(as_king) == {"jump c4 a2"}


def test_no_jump_over_two_or_over_an_own_man() -> None:
    drawing = """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . w . . . w . .
        . . w . b . . .
        . . . b . . . .
        . . . . . . . .
        . . . . . . . .
    """
    state = drawn(load_game("english-draughts"), drawing, MEN)
    assert texts(state) == {"jump e4 g6"}


def test_a_king_jumps_on_in_all_directions() -> None:
    """Round the four white men, back to where it started."""
    drawing = """
        . . . . . . . w
        . . . . . . . .
        . . . . . . . .
        . . w . w . . .
        . . . . . . . .
        . . w . w . . .
        . . . B . . . .
        . . . . . . . .
    """
    state = drawn(load_game("english-draughts"), drawing, MEN)
    state = play(state, "jump d2 b4", "jump b4 d6", "jump d6 f4", "jump f4 d2")
    assert state.colour == "White"
    assert set(state.pieces()) == {"d2", "h8"}


def test_crowning() -> None:
    drawing = """
        . . . . . . . .
        b . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . w .
        . . . . . . . .
        . . . . . w . .
        . . . . . . . .
    """
    game = load_game("english-draughts")
    black = play(drawn(game, drawing, MEN), "step a7 b8")
    assert black.at("b8").kind == "king"
    white = play(drawn(game, drawing, MEN, seat=1), "step f2 e1")
    assert white.at("e1").kind == "king"
    assert white.at("g4").kind == "man"


def test_crowning_ends_the_turn() -> None:
    """On d8 a king could capture e7, but the man has just arrived there."""
    drawing = """
        . . . . . . . .
        . . w . w . . .
        . b . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . w . .
    """
    state = play(drawn(load_game("english-draughts"), drawing, MEN), "jump b6 d8")
    assert state.colour == "White"
    assert state.at("d8").kind == "king"
    assert set(state.pieces()) == {"d8", "e7", "f1"}


def test_blocked_is_lost() -> None:
    drawing = """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . b . . . . .
        . b . . . . . .
        w . . . . . . .
    """
    state = drawn(load_game("english-draughts"), drawing, MEN)
    assert result(play(state, "step c3 d4")) == [1.0, 0.0]  # a1 has no cell ahead at all


def test_three_times_the_same_position_is_a_draw() -> None:
    drawing = """
        . W . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . B .
    """
    state = drawn(load_game("english-draughts"), drawing, MEN)
    round_trip = ["step g1 h2", "step b8 a7", "step h2 g1", "step a7 b8"]
    state = play(state, *round_trip)
    assert not state.is_over
    assert result(play(state, *round_trip)) == [0.5, 0.5]


@pytest.mark.parametrize("quiet", [78, 79])
def test_forty_turns_each_without_a_capture_or_a_man_are_a_draw(quiet: int) -> None:
    drawing = QUIET.replace("w", "W")
    game = load_game("english-draughts")
    state = drawn(game, drawing, MEN, variables={"quiet": quiet})
    king = play(state, "step c3 d4")
    assert king.is_over == (quiet == 79)
    man = play(state, "step a1 b2")
    assert not man.is_over
    assert man.variables["quiet"] == 0


def test_a_capture_starts_the_count_again() -> None:
    state = drawn(load_game("english-draughts"), CAPTURE, MEN, variables={"quiet": 79})
    assert play(state, "jump c3 e5").variables["quiet"] == 0


# Published counts take a whole series of jumps as one move: Martin Fierz, "perft for checkers",
# checker-board.blogspot.com, 15 February 2009; the same by Aart Bik, "perft for 8x8 checkers",
# talkchess.com, 2009.


test_perft = perft_test(
    lambda depth: load_game("english-draughts").perft(depth, turns=True),
    quick=[7, 49, 302, 1469, 7361, 36768], slow=[179740, 845931, 3963680],
)  # fmt: skip


@pytest.mark.parametrize("depth, count", [(1, 7), (2, 49), (3, 302), (4, 1469)])
def test_perft_on_the_reference_engine(depth: int, count: int) -> None:
    assert load_game("english-draughts").start("reference").perft(depth, turns=True) == count
