"""Scopa, gin rummy and bridge, files outside the library, against models of their own."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from interpreter import load_game

OUTSIDE = Path(__file__).with_name("outside")
Choose = Callable[[Any, list[Any], random.Random], Any]


def any_move(state: Any, moves: list[Any], chooser: random.Random) -> Any:
    return chooser.choice(moves)


def played(name: str, seed: int, choose: Choose = any_move) -> Iterator[tuple[Any, Any, Any]]:
    """The states of a game, the moves that are played in them, and the states that follow."""
    chooser, state = random.Random(seed), load_game(OUTSIDE / f"{name}.yaml").start()
    while not state.is_over:
        drawn = [move for move, _ in state.chance]
        move = chooser.choice(drawn) if drawn else choose(state, state.moves(), chooser)
        yield state, move, (after := state.play(move))
        state = after


def suit(card: str) -> str:
    return card.split("-")[0]


def rank(card: str) -> int:
    return int(card.split("-")[1])


def texts(state: Any) -> set[str]:
    return {move.text for move in state.moves()}


# ---- scopa: a card takes cards that make up its rank --------------------------------------------

COINS = ("coins", "cups", "swords", "clubs")
PRIMES = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12, 8: 10, 9: 10, 10: 10}


def captures(card: str, table: set[str]) -> list[set[str]]:
    """What a card can take."""
    alike = [{other} for other in table if rank(other) == rank(card)]
    sets = [set(c) for n in range(2, 8) for c in combinations(table, n)]
    return alike or [s for s in sets if sum(map(rank, s)) == rank(card)]


def place(card: str) -> tuple[int, int]:
    return rank(card), COINS.index(suit(card))


def primiera(cards: set[str]) -> int:
    return sum(max([PRIMES[rank(c)] for c in cards if suit(c) == u] or [-100]) for u in COINS)


def measures(cards: set[str]) -> list[int]:
    """What whoever has more of gets a point for."""
    return [len(cards), sum(suit(c) == "coins" for c in cards), primiera(cards)]


@pytest.mark.parametrize("seed", range(2))
def test_scopa_takes_and_counts_as_a_model_does(seed: int) -> None:
    won: dict[str, set[str]] = {"North": set(), "South": set()}
    sweeps, latest, card = {"North": 0, "South": 0}, "", ""
    table: set[str] = set()
    taken: set[str] = set()
    for state, move, after in played("scopa", seed):
        me, (action, *words) = state.colour, move.text.split()
        if action == "play":
            assert texts(state) == {f"play {c}" for c in state.variables["hand"][me]}
            card, table, taken = words[0], set(state.variables["table"]), set()
        elif action == "leave":
            assert texts(state) == {"leave"} and not captures(card, table)
        elif action == "pick":  # one after the other, in order
            after_these = [c - taken for c in captures(card, table) if taken <= c]
            low = max(map(place, taken), default=(0, 0))
            nexts = [min(c, key=place) for c in after_these if all(place(k) > low for k in c)]
            assert texts(state) == {f"pick {c}" for c in nexts}
            taken.add(words[0])
        elif action == "take":
            assert texts(state) == {"take"} and taken in captures(card, table)
            won[me] |= taken | {card}
            latest = me
            is_last = not after.variables["left"] and not any(after.variables["held"].values())
            sweeps[me] += table == taken and not is_last
    deck = {f"{u}-{n}" for u in COINS for n in range(1, 11)}
    won[latest] |= deck - won["North"] - won["South"]
    points = {}
    for p, q in (("North", "South"), ("South", "North")):
        more = sum(a > b for a, b in zip(measures(won[p]), measures(won[q]), strict=True))
        points[p] = sweeps[p] + more + ("coins-7" in won[p])
    lead = points["North"] - points["South"]
    assert after.result == [lead, -lead]


# ---- gin rummy: the melds that leave the fewest points ------------------------------------------


def melds(hand: frozenset[str]) -> list[frozenset[str]]:
    """Every meld in a hand."""
    alike = [[c for c in hand if rank(c) == n] for n in range(1, 14)]
    found = [frozenset(s) for cards in alike for n in (3, 4) for s in combinations(cards, n)]
    for u in {suit(c) for c in hand}:
        runs = [{f"{u}-{n}" for n in range(a, b)} for a in range(1, 12) for b in range(a + 3, 15)]
        found += [frozenset(run) for run in runs if run <= hand]
    return found


def points(cards: frozenset[str]) -> int:
    return sum(min(10, rank(c)) for c in cards)


def deadwood(hand: frozenset[str]) -> int:
    """The fewest points outside melds."""
    return min([points(hand), *(deadwood(hand - meld) for meld in melds(hand))])


def careful(state: Any, moves: list[Any], chooser: random.Random) -> Any:
    """The card whose loss leaves the fewest points, with a knock if there can be one."""
    if not any(move.text.startswith("discard") for move in moves):
        return chooser.choice(moves)
    hand = state.variables["hand"][state.colour]
    left = {move: deadwood(hand - {move.text.split()[1]}) for move in moves}
    return min(moves, key=lambda move: (left[move], move.text.startswith("discard")))


@pytest.mark.parametrize("seed", range(2))
def test_who_can_arrange_the_hand_may_knock(seed: int) -> None:
    knocks = 0
    for state, _, following in played("gin-rummy", seed, careful):
        end = following
        hand, new = state.variables["hand"].get(state.colour), state.variables["drawn"]
        if not state.is_chance and any(text.startswith("discard") for text in texts(state)):
            free = [c for c in hand if c != new]
            able = [c for c in free if deadwood(hand - {c}) <= 10]
            knocks += len(able)
            assert texts(state) == {f"discard {c}" for c in free} | {f"knock {c}" for c in able}
    assert knocks
    knocker, left = end.variables["knocker"], end.variables["hand"]
    other = "South" if knocker == "North" else "North"
    lead = points(left[other]) - points(left[knocker])
    paid = 25 + lead if not left[knocker] else lead if lead > 0 else lead - 25
    assert dict(zip(("North", "South"), end.result, strict=True)) == {knocker: paid, other: -paid}


# ---- bridge: the auction, the open hand, the score ----------------------------------------------

STRAINS = ("c", "d", "h", "s", "nt")
SIDES = {"North": 0, "East": 1, "South": 0, "West": 1}


def calls(made: list[tuple[str, str]], me: str) -> set[str]:
    """What may be called after the calls made."""
    bids = [call for _, call in made if call.startswith("bid")]
    level, strain = bids[-1].split()[1:] if bids else ("0", "nt")
    now = int(level), STRAINS.index(strain)
    ranks = [(n, i) for n in range(1, 8) for i in range(5) if (n, i) > now]
    may = {"no_bid"} | {f"bid {n} {STRAINS[i]}" for n, i in ranks}
    who, what = next(((p, c) for p, c in reversed(made) if c != "no_bid"), (me, ""))
    if SIDES[who] != SIDES[me] and what != "redouble":
        may.add("redouble" if what == "double" else "double")
    return may


def scored(level: int, strain: str, doubled: int, tricks: int) -> int:
    """What the side of the declarer gets, as the laws of duplicate bridge have it."""
    each, over = 20 if strain in "cd" else 30, tricks - 6 - level
    if over < 0:
        fines = [50] * 13 if doubled == 1 else [100, 200, 200, *[300] * 10]
        return -sum(fines[:-over]) * max(1, doubled // 2)
    contract = (each * level + 10 * (strain == "nt")) * doubled
    extra = each if doubled == 1 else 50 * doubled
    made = contract + (300 if contract >= 100 else 50) + {6: 500, 7: 1000}.get(level, 0)
    return made + extra * over + {1: 0, 2: 50, 4: 100}[doubled]


@pytest.mark.parametrize("seed", range(2))
def test_bridge_is_called_and_scored_as_in_a_model(seed: int) -> None:
    made: list[tuple[str, str]] = []
    for state, move, following in played("bridge", seed):
        over = following
        if not state.is_chance and not state.variables["declarer"]:
            assert texts(state) == calls(made, state.colour)
            made.append((state.colour, move.text))
    end = over.variables
    who, last = next((p, c) for p, c in reversed(made) if c.startswith("bid"))
    level, strain = int(last.split()[1]), last.split()[2]
    own = [p for p, c in made if SIDES[p] == SIDES[who] and c.split()[-1] == strain]
    assert end["declarer"] == own[0]
    score = scored(level, strain, end["doubled"], end["tricks"][who])
    assert over.result == [score if side == SIDES[who] else -score for side in SIDES.values()]


def test_the_hand_of_the_dummy_is_open_after_the_first_card() -> None:
    for state, move, after in played("bridge", 0):
        declarer, action = state.variables["declarer"], move.text.split()[0]
        if declarer:
            names = list(SIDES)
            dummy = names[(names.index(declarer) + 2) % 4]
            others = set(names) - {declarer, dummy}
            for p in names:
                shown = set(after.view(names.index(p)).variables["hand"])
                assert shown == {p, dummy}
            assert (action == "play_dummy") == (move.text.split()[1] == dummy)
            assert state.colour in {declarer, *others}
