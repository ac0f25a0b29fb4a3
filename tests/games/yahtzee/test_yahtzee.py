"""Yahtzee: what each box is worth, dice kept and thrown again, bonuses, jokers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from peers.models.yahtzee import Yahtzee
from peers.walking import Case, compare_game
from support.positions import play, refusal, result, texts

from interpreter import load_game

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
BOXES = (
    *UPPER, "three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight",
    "yahtzee", "anything",
)  # fmt: skip


@cache
def start(joker: str = "forced") -> Any:
    return load_game("yahtzee", joker=joker).start()


def thrown(state: Any, dice: str, places: str = "abcde") -> Any:
    """The state after these dice have fallen."""
    for place, number in zip(places, dice, strict=True):
        state = state.play(f"throw {place}1 {number}")
    return state


def filled(state: Any, *boxes: str) -> Any:
    """Red throws and fills one box after the other, Blue the same boxes with nothing or little."""
    for box in boxes:
        name, _, dice = box.partition(" ")
        state = play(thrown(state, dice), f"fill {name}")
        low = next(m for m in BOXES if f"fill {m}" in texts(thrown(state, "12235")))
        state = play(thrown(state, "12235"), f"fill {low}")
    return state


def points(state: Any, colour: str = "Red") -> dict[str, int]:
    stored = state.variables["points"]
    return {b: stored[colour, b] for b in BOXES if stored[colour, b] is not None}


def again(state: Any) -> set[str]:
    return {text for text in texts(state) if text.startswith("again")}


# What is printed beside the boxes: 3-3-3-4-5 is worth 18 as three of a kind, and so on.
@pytest.mark.parametrize(
    ("dice", "worth"),
    [
        ("33345", {"threes": 9, "fours": 4, "ones": 0, "three_of_a_kind": 18, "full_house": 0,
                   "four_of_a_kind": 0, "small_straight": 0, "anything": 18, "yahtzee": 0}),
        ("22266", {"twos": 6, "sixes": 12, "three_of_a_kind": 18, "full_house": 25,
                   "four_of_a_kind": 0}),
        ("22662", {"full_house": 25}),
        ("44441", {"three_of_a_kind": 17, "four_of_a_kind": 17, "full_house": 0, "fours": 16}),
        ("22446", {"full_house": 0, "three_of_a_kind": 0, "anything": 18}),
        ("31244", {"small_straight": 30, "large_straight": 0}),
        ("34562", {"small_straight": 30, "large_straight": 40, "full_house": 0}),
        ("54321", {"small_straight": 30, "large_straight": 40, "anything": 15}),
        ("12346", {"small_straight": 30, "large_straight": 0}),
        ("12356", {"small_straight": 0, "large_straight": 0, "anything": 17}),
        ("33456", {"small_straight": 30, "large_straight": 0}),
        ("55555", {"fives": 25, "yahtzee": 50, "four_of_a_kind": 25, "full_house": 0,
                   "large_straight": 0, "anything": 25}),
    ],
)  # fmt: skip
def test_what_a_box_is_worth(dice: str, worth: dict[str, int]) -> None:
    state = thrown(start(), dice)
    for box, number in worth.items():
        assert points(play(state, f"fill {box}")) == {box: number}


def test_each_box_is_filled_once() -> None:
    state = thrown(filled(start(), "ones 11234"), "11111")
    assert points(state) == {"ones": 2}
    assert "fill ones" not in texts(state) and "full" in refusal(state, "fill ones")


def test_dice_are_kept_or_thrown_again_twice() -> None:
    state = thrown(start(), "16261")
    assert {m.text for m, _ in start().chance} == {f"throw a1 {n}" for n in range(1, 7)}
    assert len(again(state)) == 31 and len(texts(state)) == 31 + 13
    state = play(state, "again {a1,c1,e1}")
    assert (state.is_chance, state.colour) == (True, None)
    state = thrown(state, "366", "ace")
    assert state.variables["dice"] == {"a1": 3, "b1": 6, "c1": 6, "d1": 6, "e1": 6}
    state = thrown(play(state, "again {a1}"), "6", "a")
    assert again(state) == set() and len(texts(state)) == 13
    state = play(state, "fill yahtzee")
    assert points(state) == {"yahtzee": 50}
    assert thrown(state, "11111").colour == "Blue"


def test_a_kept_die_may_be_thrown_in_the_third_throw() -> None:
    state = thrown(play(thrown(start(), "11234"), "again {c1,d1,e1}"), "566", "cde")
    assert len(again(state)) == 31
    state = thrown(play(state, "again {a1,b1}"), "56", "ab")
    assert points(play(state, "fill full_house")) == {"full_house": 25}
    assert points(play(state, "fill three_of_a_kind")) == {"three_of_a_kind": 28}


THREE_OF_EACH = [f"{box} {3 * str(n)}{2 * str(n % 6 + 1)}" for n, box in enumerate(UPPER, 1)]


def test_three_of_each_number_bring_the_upper_bonus() -> None:
    """3 + 6 + 9 + 12 + 15 + 18 = 63."""
    before, after = filled(start(), *THREE_OF_EACH[:5]), filled(start(), *THREE_OF_EACH)
    assert (before.scores["Red"], after.scores["Red"]) == (45, 63 + 35)
    short = filled(start(), *THREE_OF_EACH[1:], "ones 11234")
    assert short.scores["Red"] == 62


def test_a_further_yahtzee_brings_a_bonus_if_the_first_brought_points() -> None:
    state = filled(start(), "yahtzee 44444", "fours 44444")
    assert (state.variables["bonuses"], state.scores["Red"]) == ({"Red": 1, "Blue": 0}, 170)
    empty = filled(start(), "yahtzee 44443", "fours 44444")
    assert (empty.variables["bonuses"]["Red"], empty.scores["Red"]) == (0, 20)


def test_a_forced_joker_goes_into_its_upper_box() -> None:
    state = thrown(filled(start(), "yahtzee 44444"), "33333")
    assert texts(state) - again(state) == {"fill threes"}
    assert "goes into the upper box" in refusal(state, "fill full_house")
    zero = thrown(filled(start(), "yahtzee 12345"), "33333")
    assert texts(zero) - again(zero) == {"fill threes"}


JOKER = {"full_house": 25, "small_straight": 30, "large_straight": 40, "anything": 15}


@pytest.mark.parametrize("first", ["44444", "12345"])
def test_a_joker_fits_below_when_its_upper_box_is_full(first: str) -> None:
    state = thrown(filled(start(), f"yahtzee {first}", "threes 12345"), "33333")
    below = {f"fill {box}" for box in BOXES[6:] if box != "yahtzee"}
    assert texts(state) - again(state) == below
    for box, number in (JOKER | {"three_of_a_kind": 15}).items():
        after = play(state, f"fill {box}")
        assert points(after)[box] == number
        assert after.scores["Red"] == number + 3 + (150 if first == "44444" else 0)


def test_a_forced_joker_that_fits_nowhere_scores_nothing_above() -> None:
    lower = [f"{box} 12346" for box in BOXES[6:] if box != "yahtzee"]
    state = thrown(filled(start(), "yahtzee 44444", "threes 12345", *lower), "33333")
    assert texts(state) - again(state) == {f"fill {b}" for b in UPPER if b != "threes"}
    after = play(state, "fill sixes")
    assert points(after)["sixes"] == 0 and after.variables["bonuses"]["Red"] == 1


def test_a_free_joker_goes_anywhere_and_fits_once_its_upper_box_is_full() -> None:
    early = thrown(filled(start("free"), "yahtzee 44444"), "33333")
    assert len(texts(early) - again(early)) == 12
    assert points(play(early, "fill large_straight"))["large_straight"] == 0
    late = thrown(filled(start("free"), "yahtzee 44444", "threes 12345"), "33333")
    assert "fill ones" in texts(late)
    assert points(play(late, "fill large_straight"))["large_straight"] == 40


def test_without_jokers_five_alike_are_like_any_dice() -> None:
    state = thrown(filled(start("never"), "yahtzee 44444", "threes 12345"), "33333")
    assert len(texts(state) - again(state)) == 11
    after = play(state, "fill full_house")
    assert points(after)["full_house"] == 0 and after.variables["bonuses"]["Red"] == 1


def test_the_most_points_win() -> None:
    """Red has 63 above with the bonus, and something in each box below; Blue throws 12235."""
    lower = ("44443", "44443", "22233", "12345", "12345", "66666")
    boxes = [f"{box} {dice}" for box, dice in zip(BOXES[6:12], lower, strict=True)]
    state = filled(start(), *THREE_OF_EACH, *boxes)
    state = play(thrown(state, "12346"), "fill anything")
    state = play(thrown(state, "12235"), "fill anything")
    assert state.scores == {
        "Red": 98 + 19 + 19 + 25 + 30 + 40 + 50 + 16,
        "Blue": 1 + 4 + 3 + 0 + 5 + 0 + 13,
    }
    assert result(state) == [1.0, 0.0] and state.ended_by.text.startswith("when all")


class Loaded(random.Random):
    """Chooses moves so that dice often fall alike and boxes are filled soon."""

    face = 0

    def choice(self, names: Sequence[Any]) -> Any:
        if names[0].startswith("throw"):
            return names[self.face] if self.random() < 0.97 else super().choice(names)
        self.face = self.randrange(6)
        fills = [name for name in names if name.startswith("fill")]
        return super().choice(fills if self.random() < 0.7 else names)


@pytest.mark.parametrize("joker", ["forced", "free", "never"])
def test_jokers_are_as_in_the_model_of_the_printed_rules(joker: str) -> None:
    options = {"players": 2, "upper_bonus": 35, "yahtzee_bonus": 100, "joker": joker}
    case, chooser = Case("yahtzee", "a model", Yahtzee, options), Loaded(5)
    assert sum(compare_game(case, chooser) for _ in range(5)) > 700
