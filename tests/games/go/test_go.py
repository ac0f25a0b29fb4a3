"""Go: liberties, captures, no suicide, positional superko, area score with komi."""

from __future__ import annotations

from typing import Any

import pytest
from support.drawn import drawn
from support.positions import play, refusal, result, targets, texts

from interpreter import GdlError, load_game

STONES = {"B": "stone Black", "W": "stone White"}
SUPERKO = "this position has been on the board before"


def on_board(drawing: str, size: int = 5, **rest: Any) -> Any:
    """A position on a small board."""
    return drawn(load_game("go", size=size), drawing, STONES, **rest)


def test_the_start() -> None:
    game = load_game("go")
    start = game.start()
    assert (game.options["size"], game.options["komi"]) == (19, 7.5)
    assert len(game.board.cells) == 361
    assert start.colour == "Black"
    assert len(start.moves()) == 362
    assert "pass" in texts(start)


@pytest.mark.parametrize("size", [9, 13])
def test_published_sizes(size: int) -> None:
    assert len(load_game("go", size=size).start().moves()) == size * size + 1


def test_wrong_options() -> None:
    with pytest.raises(GdlError):
        load_game("go", size=1)
    with pytest.raises(GdlError):
        load_game("go", komi=3)


def test_a_stone_without_liberties_is_captured() -> None:
    drawing = """
        . . . . .
        . . B . .
        . B W . .
        . . B . .
        . . . . .
    """
    after = play(on_board(drawing), "place d3")
    assert after.at("c3") is None
    assert len(after.pieces()) == 4
    assert play(on_board(drawing), "place e5").at("c3").colour == "White"


def test_a_group_is_captured_as_a_whole() -> None:
    drawing = """
        . . . . .
        . B B . .
        B W W . .
        . B W B .
        . . B . .
    """
    after = play(on_board(drawing), "place d3")
    assert {c for c, p in after.pieces().items() if p.colour == "White"} == set()


def test_several_groups_at_once() -> None:
    """d1 takes e1 in the corner and c1 c2."""
    drawing = """
        . . . . .
        . . . . .
        . . B . .
        . B W B B
        . B W . W
    """
    after = play(on_board(drawing), "place d1")
    assert {c for c, p in after.pieces().items() if p.colour == "White"} == set()
    assert set(after.pieces()) == {"c3", "b2", "d2", "e2", "b1", "d1"}


def test_groups_do_not_connect_by_corners() -> None:
    drawing = """
        . . . . .
        . . . . .
        B . . . .
        W B . . .
        . W . . .
    """
    state = on_board(drawing)
    assert play(state, "place a1").at("a2") is None
    assert play(state, "place a1").at("b1").colour == "White"


def test_suicide_is_forbidden() -> None:
    drawing = """
        . . . . .
        . . W . .
        . W . W .
        . . W . .
        . . . . .
    """
    assert "suicide" in refusal(on_board(drawing), "place c3")
    assert "place c3" in texts(on_board(drawing, seat=1))


def test_suicide_of_a_group_is_forbidden() -> None:
    drawing = """
        . . . . .
        . W W . .
        W B . W .
        . W W . .
        . . . . .
    """
    assert "suicide" in refusal(on_board(drawing), "place c3")


def test_a_stone_that_captures_has_liberties() -> None:
    """c3 has none before, and takes c2."""
    drawing = """
        . . . . .
        . . W . .
        . W . W .
        . B W B .
        . . B . .
    """
    after = play(on_board(drawing), "place c3")
    assert after.at("c2") is None
    assert after.at("c3").colour == "Black"


KO = """
    . . . . .
    . B W . .
    B W . W .
    . B W . .
    . . . . .
"""


def test_ko() -> None:
    """Black takes b3; White may not take back at once, but after moves elsewhere."""
    state = play(on_board(KO), "place c3")
    assert state.at("b3") is None
    assert SUPERKO in refusal(state, "place b3")
    assert "place b3" not in targets(state, "place")
    later = play(state, "place e1", "place e5")
    assert "place b3" in texts(later)
    assert play(later, "place b3").at("c3") is None


def test_a_pass_repeats_the_board_and_is_allowed() -> None:
    state = play(on_board(KO), "place c3")
    passed = play(state, "pass")
    assert passed.colour == "Black"
    assert not passed.is_over


def test_superko_is_positional() -> None:
    """Send two, return one: the board is as it was, though the other player was to move then."""
    drawing = """
        . . . . .
        . . . . .
        . . . . .
        B B W . .
        . W . W .
    """
    state = play(on_board(drawing, seat=1), "place a1")  # two stones, and c1 their last liberty
    state = play(state, "place c1")
    assert state.at("a1") is None
    assert state.at("b1") is None
    assert SUPERKO in refusal(state, "place b1")
    assert "place b1" in texts(play(state, "place e5", "place e3"))


def test_passing_twice_ends_the_game() -> None:
    state = play(load_game("go", size=5).start(), "pass")
    assert not state.is_over
    assert result(play(state, "pass")) == [0.0, 1.0]  # nothing but komi


def test_a_stone_between_passes() -> None:
    state = play(load_game("go", size=5).start(), "pass", "place c3", "pass")
    assert not state.is_over


def test_area_counts_stones_and_what_they_surround() -> None:
    """Black has 5 stones and the 10 cells to the left, White 5 stones and the 5 to the right."""
    drawing = """
        . . B W .
        . . B W .
        . . B W .
        . . B W .
        . . B W .
    """
    over = play(on_board(drawing), "pass", "pass")
    assert over.scores == {"Black": 15, "White": 10 + 7.5}
    assert result(over) == [0.0, 1.0]


def test_komi_decides() -> None:
    drawing = """
        . . B W .
        . . B W .
        . . B W .
        . . B W .
        . . B W .
    """
    expected = {0: [1, 0], 0.5: [1, 0], 5.5: [0, 1]}
    for komi, shares in expected.items():
        game = load_game("go", size=5, komi=komi)
        over = play(drawn(game, drawing, STONES), "pass", "pass")
        assert over.scores == {"Black": 15, "White": 10 + komi}
        assert result(over) == shares


def test_a_draw_without_komi() -> None:
    drawing = """
        . B W .
        . B W .
        . B W .
        . B W .
    """
    game = load_game("go", size=4, komi=0)
    assert result(play(drawn(game, drawing, STONES), "pass", "pass")) == [0.5, 0.5]


def test_what_both_touch_is_nobodys() -> None:
    drawing = """
        . . B . W
        . . B . W
        . . B . W
        . . B . W
        . . B . W
    """
    over = play(drawn(load_game("go", size=5, komi=0), drawing, STONES), "pass", "pass")
    assert over.scores == {"Black": 15, "White": 5}


def test_an_empty_board_is_nobodys() -> None:
    over = play(load_game("go", size=5, komi=0).start(), "pass", "pass")
    assert over.scores == {"Black": 0, "White": 0}
    assert result(over) == [0.5, 0.5]


def test_one_stone_surrounds_the_board() -> None:
    over = play(load_game("go", size=5).start(), "place c3", "pass", "pass")
    assert over.scores == {"Black": 25, "White": 7.5}
    assert result(over) == [1.0, 0.0]


def test_perft_on_two_by_two() -> None:
    """1: four cells or pass. 2: after a stone three cells or pass, after a pass four or pass."""
    game = load_game("go", size=2)
    assert game.perft(1) == 5
    assert game.perft(2) == 4 * 4 + 5
