"""Whist: dealing, following suit, who takes a trick, and points for tricks above six."""

from __future__ import annotations

from itertools import product

import pytest
from support.positions import play, result, texts

from interpreter import IllegalMove, State, load_game

GAME = load_game("whist")
PLAYERS = ("North", "East", "South", "West")
RANKS = "two three four five six seven eight nine ten jack queen king ace".split()
LOW, HIGH = RANKS[:6], RANKS[6:]
SUITS = "clubs", "diamonds", "hearts", "spades"


def cards(suit: str, *ranks: str) -> list[str]:
    return [f"{suit}-{rank}" for rank in ranks]


def dealt(*hands: list[str]) -> State:
    """The state after a deal in which the players get these hands, West the last card last."""
    assert sorted(card for hand in hands for card in hand) == sorted(
        f"{suit}-{rank}" for suit, rank in product(SUITS, RANKS)
    )
    rounds = zip(*hands, strict=True)
    deals = [f"deal {p} {card}" for four in rounds for p, card in zip(PLAYERS, four, strict=True)]
    return play(GAME.start(), *deals[:-1], f"turn_up {hands[3][-1]}")


def trick(state: State, cards: str) -> State:
    """The state after cards have been played."""
    return play(state, *(f"play {card}" for card in cards.split()))


def of_suits() -> State:
    """Everybody holds one suit; West's spades are trumps."""
    return dealt(*(cards(suit, *RANKS) for suit in SUITS))


def mixed() -> State:
    """North and East share the clubs and the diamonds, South and West the rest; spades trump."""
    return dealt(
        [*cards("clubs", *HIGH), *cards("diamonds", *LOW)],
        [*cards("clubs", *LOW), *cards("diamonds", *HIGH)],
        [*cards("hearts", *HIGH), *cards("spades", *LOW)],
        [*cards("hearts", *LOW), *cards("spades", *HIGH)],
    )


def test_the_deal() -> None:
    start = GAME.start()
    assert len(start.chance) == 52 and start.chance[0][1] == pytest.approx(1 / 52)
    state = of_suits()
    assert not state.is_chance and state.colour == "North"
    assert state.variables["turned_up"] == "spades-ace"
    assert {len(hand) for hand in state.variables["hand"].values()} == {13}
    assert not state.variables["deck"]


def test_everybody_sees_the_own_hand_and_the_card_turned_up() -> None:
    for seat, name in enumerate(PLAYERS):
        seen = of_suits().view(seat)
        assert set(seen.variables["hand"]) == {name}
        assert seen.variables["turned_up"] == "spades-ace"
        assert sum("-" in text for text in seen.heard) == 1


def test_all_cards_may_be_led_and_suit_must_be_followed() -> None:
    state = mixed()
    assert len(texts(state)) == 13
    state = play(state, "play clubs-ace")
    assert texts(state) == {f"play clubs-{rank}" for rank in LOW}
    with pytest.raises(IllegalMove, match="you must follow suit"):
        state.play("play diamonds-ace")
    assert len(texts(play(state, "play clubs-two"))) == 13  # South has no clubs


def test_the_highest_card_of_the_suit_led_takes_the_trick() -> None:
    state = trick(mixed(), "clubs-ten clubs-seven hearts-ace hearts-two")
    assert state.colour == "North"
    assert state.variables["tricks"] == {"North": 1, "East": 0, "South": 1, "West": 0}
    assert set(state.variables["table"].values()) == {None}
    assert state.variables["held"] == dict.fromkeys(PLAYERS, 12)


def test_a_trump_beats_the_suit_led_and_a_higher_trump_beats_it() -> None:
    state = trick(mixed(), "clubs-ace clubs-two spades-two hearts-two")
    assert state.colour == "South"
    state = trick(mixed(), "clubs-ace clubs-two spades-six spades-ten")
    assert state.colour == "West"
    assert state.variables["tricks"] == {"North": 0, "East": 1, "South": 0, "West": 1}


def test_each_trick_above_six_is_a_point() -> None:
    state = of_suits()
    assert GAME.zero_sum and (GAME.results.least, GAME.results.greatest) == (-28, 7)
    for rank in RANKS:
        first = PLAYERS.index(state.colour)
        state = trick(state, " ".join(f"{suit}-{rank}" for suit in SUITS[first:] + SUITS[:first]))
    assert state.variables["tricks"] == {"North": 0, "East": 13, "South": 0, "West": 13}
    assert result(state) == [-7, 7, -7, 7]


def test_six_tricks_and_seven() -> None:
    """North takes six tricks with clubs; West has only trumps then, and takes the others."""
    state = mixed()
    for low, high in zip(LOW, HIGH[1:], strict=True):
        state = trick(state, f"clubs-{high} clubs-{low} hearts-{high} hearts-{low}")
    assert state.variables["tricks"]["North"] == 6 and state.colour == "North"
    state = trick(state, "clubs-eight diamonds-eight hearts-eight")
    assert texts(state) == {f"play spades-{rank}" for rank in HIGH}
    state = trick(state, "spades-eight")
    for low, high in zip(LOW, HIGH[1:], strict=True):
        state = trick(state, f"spades-{high} diamonds-{low} diamonds-{high} spades-{low}")
    assert result(state) == [-1, 1, -1, 1]
