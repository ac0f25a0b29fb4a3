"""Tsuro, cribbage, Hanabi and Klondike, files outside, against models that know no rule files."""

from __future__ import annotations

import random
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from interpreter import load_game

OUTSIDE = Path(__file__).with_name("outside")


def played(name: str, seed: int, **options: Any) -> Any:
    """The states of a random game and the moves that lead from each to the next."""
    chooser, state = random.Random(seed), load_game(OUTSIDE / f"{name}.yaml", **options).start()
    while not state.is_over:
        moves = [move for move, _ in state.chance] or state.moves()
        move = chooser.choice(moves)
        yield state, move, (after := state.play(move))
        state = after


# ---- Tsuro -------------------------------------------------------------------------------------

Spot = tuple[int, int, int]  # column, row, and the end of the cell where a token comes in
WAYS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
ACROSS = [5, 4, 7, 6, 1, 0, 3, 2]


def tiles() -> dict[str, dict[int, int]]:
    """The 35 tiles of the file: which end each end is joined to."""
    text = (OUTSIDE / "tsuro.yaml").read_text("utf-8")
    joined = {}
    for name, pairs in re.findall(r"(t\d+):\n +joins: (.*)\n", text):
        ends = [(int(a), int(b)) for a, b in re.findall(r"\{(\d), (\d)\}", pairs)]
        joined[name] = dict(ends) | {b: a for a, b in ends}
    return joined


def end_of(spot: Spot, laid: dict[tuple[int, int], tuple[str, int]], joined: Any) -> Spot:
    """Where a token stands when it has followed the lines as far as they go."""
    x, y, end = spot
    while (x, y) in laid:
        name, turned = laid[x, y]
        end = (joined[name][(end - 2 * turned) % 8] + 2 * turned) % 8
        x, y = x + WAYS[end // 2][0], y + WAYS[end // 2][1]
        end = ACROSS[end]
    return x, y, end


def is_inside(spot: Spot) -> bool:
    return {spot[0], spot[1]} <= set(range(6))


@pytest.mark.parametrize("seed", range(2))
def test_tokens_follow_the_lines_of_the_tiles(seed: int) -> None:
    joined = tiles()
    assert len(joined) == 35
    laid: dict[tuple[int, int], tuple[str, int]] = {}
    at: dict[str, Spot] = {}
    for state, move, after in played("tsuro", seed, players=2 + seed):
        me, (action, *words) = state.colour, move.text.split()
        if action == "begin":
            at[me] = (ord(words[0][0]) - 97, int(words[0][1]) - 1, int(words[1]))
        elif action != "deal":
            spot, hand = at[me], state.variables["hand"][me]
            ways = [(tile, turned) for tile in hand for turned in range(4)]
            safe = [w for w in ways if is_inside(end_of(spot, {**laid, spot[:2]: w}, joined))]
            offered = {tuple(m.text.split()) for m in state.moves()}
            name = "place" if safe else "fall"
            assert offered == {(name, tile, str(turned)) for tile, turned in safe or ways}
            laid[spot[:2]] = (words[0], int(words[1]))
            at = {p: end_of(spot, laid, joined) for p, spot in at.items()}
        for colour, (x, y, end) in at.items():
            if is_inside((x, y, end)):
                assert after.variables["at"][colour] == f"{'abcdef'[x]}{y + 1}"
                assert after.variables["port"][colour] == end
            else:
                assert after.variables["at"][colour] is None
    assert len(laid) > 2


# ---- Cribbage ----------------------------------------------------------------------------------


def rank(card: str) -> int:
    return int(card.split("-")[1])


def suit(card: str) -> str:
    return card.split("-")[0]


def value(card: str) -> int:
    return min(10, rank(card))


def is_run(cards: Any) -> bool:
    ranks = sorted(map(rank, cards))
    return ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def shown(hand: list[str], starter: str, is_crib: bool) -> int:
    """The points of a hand with the card that was cut."""
    sets = [c for n in range(1, 6) for c in combinations([*hand, starter], n)]
    points = sum(2 for c in sets if sum(map(value, c)) == 15)
    points += sum(2 for a, b in combinations([*hand, starter], 2) if rank(a) == rank(b))
    runs = [len(c) for c in sets if len(c) > 2 and is_run(c)]
    points += sum(n for n in runs if n == max(runs))
    if len(set(map(suit, hand))) == 1 and (suit(hand[0]) == suit(starter) or not is_crib):
        points += 5 if suit(hand[0]) == suit(starter) else 4
    return points + any(rank(c) == 11 and suit(c) == suit(starter) for c in hand)


def pegged(pile: list[str]) -> int:
    """The points of the last card laid."""
    points, same = 2 * (sum(map(value, pile)) in (15, 31)), 1
    while same < len(pile) and rank(pile[-1 - same]) == rank(pile[-1]):
        same += 1
    runs = [n for n in range(3, len(pile) + 1) if is_run(pile[-n:])]
    return points + same * (same - 1) + max(runs, default=0)


def test_hands_of_cribbage_are_worth_what_books_say() -> None:
    assert shown(["clubs-5", "diamonds-5", "hearts-11", "spades-5"], "hearts-5", False) == 29
    assert shown(["clubs-4", "diamonds-5", "hearts-5", "spades-6"], "hearts-6", False) == 24


@pytest.mark.parametrize("seed", range(2))
def test_cribbage_counts_as_a_model_does(seed: int) -> None:
    points, dealer, starter = {"Pone": 0, "Dealer": 0}, "Dealer", ""
    pile: list[str] = []
    laid: dict[str, list[str]] = {"Pone": [], "Dealer": [], "crib": []}
    latest, gone = "", False
    for state, move, after in played("cribbage", seed):
        me, (action, *cards) = state.colour, move.text.split()
        if action == "cut":
            starter = cards[0]
            points[dealer] += 2 * (rank(starter) == 11)
        elif action == "lay_away":
            laid["crib"] += cards
        elif action in ("play", "go"):
            room = 31 - sum(map(value, pile))
            fits = [card for card in state.variables["hand"][me] if value(card) <= room]
            assert {m.text for m in state.moves()} == ({f"play {c}" for c in fits} or {"go"})
            if action == "play":
                pile += cards
                laid[me] += cards
                points[me] += pegged(pile)
                latest, gone = me, False
            elif gone:
                points[latest] += 1
            if sum(map(value, pile)) == 31 or (action == "go" and gone):
                pile, gone = [], False
            else:
                gone = action == "go"
        if len(laid["Pone"]) == len(laid["Dealer"]) == 4:
            points[latest] += bool(pile)
            other = "Pone" if dealer == "Dealer" else "Dealer"
            for who, whose in ((other, other), (dealer, dealer), (dealer, "crib")):
                if max(points.values()) < 121:
                    points[who] += shown(laid[whose], starter, whose == "crib")
            dealer, pile, gone = other, [], False
            laid = {"Pone": [], "Dealer": [], "crib": []}
        assert after.variables["points"] == points
    assert max(points.values()) >= 121


# ---- Hanabi ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
def test_hanabi_is_played_together_and_nobody_sees_the_own_hand(seed: int) -> None:
    state = load_game(OUTSIDE / "hanabi.yaml", players=3).start()
    chooser = random.Random(seed)
    while not state.is_over:
        slots, held = state.variables["slot"], state.variables["held"]
        for seat, colour in enumerate(("Ann", "Bob", "Cid")):
            seen = state.view(seat).variables["slot"]
            assert seen == {at: card for at, card in slots.items() if at[0] != colour}
        assert {at for at, card in slots.items() if card} == {at for at in held if held[at]}
        state = state.play(chooser.choice([m for m, _ in state.chance] or state.moves()))
    total = sum(state.variables["tower"].values())
    assert state.result == [0 if state.variables["fuses"] == 0 else total] * 3


# ---- Klondike ----------------------------------------------------------------------------------

Card = tuple[str, int]
BASES = ("base_clubs", "base_diamonds", "base_hearts", "base_spades")
COLUMNS = tuple(f"{letter}1" for letter in "abcdefg")


def goes_on(card: Card, pile: list[Card]) -> bool:
    """Whether a card may be put on a column: a king on none, others in turn and colour."""
    if not pile:
        return card[1] == 13
    red = {"diamonds", "hearts"}
    return pile[-1][1] == card[1] + 1 and (pile[-1][0] in red) != (card[0] in red)


def klondike_moves(piles: dict[str, list[Card]]) -> set[str]:
    """All moves; a card that was laid bare has been turned over."""
    moves = {"turn_over"} if piles["stock"] else {"redeal"}
    for place in (*COLUMNS, "waste"):
        for suit, rank in piles[place][-1:]:
            if rank == len(piles[f"base_{suit}"]) + 1:
                moves.add(f"build {place}")
    for onto in COLUMNS:
        for start in COLUMNS:
            run = piles[start] if start != onto else []
            moves |= {f"go {start} {len(run) - i} {onto}" for i, card in enumerate(run)
                      if goes_on(card, piles[onto])}  # fmt: skip
        moves |= {f"enter {onto}" for card in piles["waste"][-1:] if goes_on(card, piles[onto])}
        moves |= {
            f"back {base} {onto}" for base in BASES for card in piles[base][-1:]
            if goes_on(card, piles[onto])
        }  # fmt: skip
    return moves


@pytest.mark.parametrize("seed", range(3))
def test_klondike_offers_the_moves_of_a_model(seed: int) -> None:
    seen: set[str] = set()
    for state, _, _ in played("klondike", seed):
        if state.chance:
            continue
        piles: dict[str, list[Card]] = {name: [] for name in state.game.board.cells}
        for cell, pieces in state.piles().items():
            cards = [piece.attributes for piece in pieces]
            piles[cell] = [(card["suit"], card["rank"]) for card in cards]
        assert {move.text for move in state.moves()} == klondike_moves(piles)
        seen |= {move.action for move in state.moves()}
    assert {"turn_over", "redeal", "build", "go"} <= seen
