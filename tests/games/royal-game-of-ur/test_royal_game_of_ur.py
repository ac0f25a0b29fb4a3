"""The Royal Game of Ur: dice, entering, rosettes, captures, exact throws.

White goes d1 c1 b1 a1, then a2 to h2, then h1 g1 and off; Black likewise on the third row.
"""

from __future__ import annotations

from typing import Any

import pytest
from support.positions import play, position, refusal, result, targets, texts

from interpreter import load_game

SAFE = "a man on a rosette is safe"


def men(white: str, black: str, **rest: Any) -> Any:
    """A position with chance to throw; `home` says how many are home (White, Black)."""
    game = load_game("royal-game-of-ur")
    home = rest.pop("home", (0, 0))
    supply = [7 - len(m.split()) - h for m, h in zip((white, black), home, strict=True)]
    return position(
        game, {"White": white, "Black": black}, kind="man", supply=supply,
        variables={"home": {"White": home[0], "Black": home[1]}}, **rest,
    )  # fmt: skip


def test_the_board() -> None:
    game = load_game("royal-game-of-ur")
    assert len(game.board.cells) == 20
    assert {"e1", "f1", "e3", "f3"}.isdisjoint(game.board.cells)


def test_four_dice() -> None:
    start = load_game("royal-game-of-ur").start()
    assert (start.seat, start.colour, start.is_chance) == (None, None, True)
    assert start.moves() == []
    chances = {move.text: chance for move, chance in start.chance}
    assert chances == {
        "throw 0": 1 / 16, "throw 1": 4 / 16, "throw 2": 6 / 16, "throw 3": 4 / 16,
        "throw 4": 1 / 16,
    }  # fmt: skip


def test_the_dice_are_thrown_by_chance_alone() -> None:
    start = load_game("royal-game-of-ur").start()
    assert play(start, "throw 2").variables["dice"] == 2
    with pytest.raises(ValueError, match="throw"):
        start.play("enter d1")


@pytest.mark.parametrize(("dice", "cell"), [(1, "d1"), (2, "c1"), (3, "b1"), (4, "a1")])
def test_entering(dice: int, cell: str) -> None:
    state = play(load_game("royal-game-of-ur").start(), f"throw {dice}")
    assert state.colour == "White"
    assert texts(state) == {f"enter {cell}"}
    black = play(men("", "", seat=1), f"throw {dice}")
    assert texts(black) == {f"enter {cell[0]}3"}


def test_a_throw_of_nought_is_a_turn_lost() -> None:
    state = play(load_game("royal-game-of-ur").start(), "throw 0")
    assert state.turn == 1
    assert play(state, "throw 1").colour == "Black"


def test_the_turn_goes_on_to_the_other() -> None:
    state = play(load_game("royal-game-of-ur").start(), "throw 2", "enter c1")
    assert state.is_chance
    assert play(state, "throw 1").colour == "Black"


def test_a_rosette_gives_another_turn() -> None:
    state = play(load_game("royal-game-of-ur").start(), "throw 4", "enter a1")
    assert state.is_chance
    assert play(state, "throw 1").colour == "White"


@pytest.mark.parametrize(
    ("man", "dice", "there"), [("b1", 1, "a1"), ("b2", 2, "d2"), ("h2", 2, "g1")]
)
def test_all_rosettes_of_white(man: str, dice: int, there: str) -> None:
    state = play(men(man, "a3"), f"throw {dice}", f"advance {man} {there}", "throw 1")
    assert state.colour == "White"


def test_advancing_along_the_path() -> None:
    """From the start row to the middle, along it, and to the end row; b1 bars entering."""
    state = play(men("b1 a2 g2", ""), "throw 3")
    assert texts(state) == {"advance b1 b2", "advance a2 d2", "advance g2 g1"}


def test_an_own_man_bars_the_way_in() -> None:
    state = play(men("d1 c1", ""), "throw 1")
    assert texts(state) == {"advance c1 b1"}
    assert "mine" in refusal(state, "enter d1")
    assert "mine" in refusal(state, "advance d1 c1")


def test_a_move_must_be_made_if_there_is_one() -> None:
    state = play(men("d1", ""), "throw 2")
    assert texts(state) == {"enter c1", "advance d1 b1"}
    assert "pass" in refusal(state, "pass")


def test_a_man_is_captured_and_begins_again() -> None:
    state = play(men("a1", "b2"), "throw 2")
    after = play(state, "advance a1 b2")
    assert after.at("b2").colour == "White"
    assert set(after.pieces()) == {"b2"}
    assert after.supply == {"White-man": 6, "Black-man": 7}
    assert play(after, "throw 4").colour == "Black"


def test_a_man_on_the_middle_rosette_is_safe() -> None:
    state = play(men("b2", "d2"), "throw 2")
    assert "advance b2 d2" not in texts(state)
    assert SAFE in refusal(state, "advance b2 d2")
    beyond = play(men("b2", "d2"), "throw 3")
    assert "advance b2 e2" in texts(beyond)


def test_the_private_cells_of_the_other_are_out_of_reach() -> None:
    state = play(men("d1", "c3 b3 a3"), "throw 3")
    assert targets(state, "advance") == {"d1 a1"}


def test_leaving_needs_the_exact_throw() -> None:
    assert texts(play(men("g1", "a3", home=(6, 0)), "throw 1")) == {"leave g1"}
    assert texts(play(men("h1", "a3", home=(6, 0)), "throw 2")) == {"leave h1"}
    assert texts(play(men("h1", "a3", home=(6, 0)), "throw 1")) == {"advance h1 g1"}
    state = play(men("h1 a1", "a3", home=(5, 0)), "throw 3")
    assert texts(state) == {"advance a1 c2"}
    assert "the throw must be exact" in refusal(state, "leave h1")


def test_too_high_a_throw_is_a_turn_lost() -> None:
    state = play(men("g1", "a3", home=(6, 0)), "throw 2", "throw 1")
    assert state.colour == "Black"


def test_leaving_counts_and_gives_no_other_turn() -> None:
    state = play(men("g1 a2", "a3", home=(2, 0)), "throw 1", "leave g1")
    assert state.variables["home"] == {"White": 3, "Black": 0}
    assert state.at("g1") is None
    assert state.supply["White-man"] == 3
    assert play(state, "throw 1").colour == "Black"


def test_the_seventh_man_home_wins() -> None:
    assert result(play(men("g1", "a3", home=(6, 0)), "throw 1", "leave g1")) == [1.0, 0.0]
    black = play(men("g1", "h3", home=(6, 6), seat=1), "throw 2", "leave h3")
    assert result(black) == [0.0, 1.0]


def test_no_man_enters_without_one_in_hand() -> None:
    state = play(men("a1 b1 c1", "a3", home=(4, 0)), "throw 4")
    assert texts(state) == {"advance a1 d2", "advance b1 c2", "advance c1 b2"}
    assert "mine" in refusal(state, "enter a1")
    free = play(men("c2 b1 c1", "a3", home=(4, 0)), "throw 4")
    assert "some supply" in refusal(free, "enter a1")
