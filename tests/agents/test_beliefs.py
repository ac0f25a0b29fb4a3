"""Agents where chance is hidden: a move within its limits, and never a look at what is hidden."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest
from support.guarded import Guarded
from support.tiny import tiny

from interpreter.agents import make_agent
from interpreter.hidden.beliefs import Beliefs
from interpreter.hidden.determinisation import Work
from interpreter.hidden.knowledge import Memory

DICE = """
game: Five dice each
players: First, Second
board: square(2)
state:
  die[p in colours, n in 1..5]: 0..6
  bid: 0..60
  caller: colours or none
sees:
  die[p, n]: p = viewer
  roll: nothing
chance:
  roll(p in colours, n in 1..5, k in 1..6): set die[p, n] to k
setup:
  - for p in colours, n in 1..5: roll(p, n)
define:
  there(k): count(die[p, n] in {1, k} for p in colours, n in 1..5)
actions:
  bids(q in 1..10, k in 2..6):
    - require 6*q + k > bid, "more than the last"
    - require 6*q + k <= 60
    - set bid to 6*q + k
  call_it:
    - require bid > 0
    - set caller to mover
turn: bids or call_it
end:
  - when caller = mover and there(bid mod 6) * 6 >= bid - 6: opponent wins
  - when caller = mover: mover wins
  - when turns = 60: draw
"""
RANKS = """
game: Ranks
players:
  Red:
    camp: row(1) | row(2)
  Blue:
    camp: row(5) | row(6)
board: square(6) - {b3, b4, e3, e4}
pieces: man
state:
  rank[c in cells]: 0..11
  shown: subsets(cells)
  stock[p in colours, r in 0..11]: 0..5
  lost: colours or none
setup:
  - for p in colours, r in {0, 1, 3, 5, 9, 10}: set stock[p, r] to 1
  - for p in colours: set stock[p, 2] to 3
  - for p in colours, r in {5, 11}: set stock[p, r] to 2
define:
  carry(a, b, r):
    - move a to b
    - set rank[b] to r
    - set rank[a] to 0
  fight(a, b, r, s):
    - if s = 0: set lost to opponent
    - take {a, b} from shown
    - if r = s: remove {a, b}
      else if r > s or (r = 3 and s = 11):
        - carry(a, b, r)
        - add {b} to shown
      else:
        - remove a
        - set rank[a] to 0
        - add {b} to shown
  slide(a, b, r):
    - if a in shown: add {b} to shown
    - take {a} from shown
    - carry(a, b, r)
actions:
  place(r in 0..11, at in camp(mover) & empty):
    - require stock[mover, r] > 0
    - take 1 from stock[mover, r]
    - put man on at
    - set rank[at] to r
  go(a in mine, b in neighbours(a) - mine):
    - require rank[a] not in {0, 11}, "flags and bombs do not move"
    - if b in enemy: fight(a, b, rank[a], rank[b])
      else: slide(a, b, rank[a])
sees:
  rank[c]: owner[c] = viewer or c in shown
  stock[p, r]: p = viewer
  place: at
turn:
  if any(stock[mover, r] > 0 for r in 0..11): place
  else: go
end:
  - when lost = opponent: mover wins
  - when stuck and turns > 24: mover wins
  - when turns = 200: draw
"""
POKER = """
game: Three cards
players: First, Second
board: square(2)
state:
  card[p in colours]: 0..3
  coins[p in colours]: 0..60 = 30
  pot: 0..9
  hand: 0..9
  is_over: flag = true
sees:
  card[p]: p = viewer
  deal: p
chance:
  deal(p in colours, k in 1..3):
    - require not any(card[q] = k for q in colours)
    - set card[p] to k
actions:
  bet:
    - set is_over to false
    - add 1 to pot
    - take 1 from coins[mover]
    - if pot = 2: settle
  check_it:
    - set is_over to false
    - require pot = 0
    - if hand mod 2 = 1: settle
    - add 1 to hand
  fold:
    - require pot = 1
    - add 2 to coins[opponent]
    - finish
define:
  settle:
    - if card[mover] > card[opponent]: add pot + 1 to coins[mover]
      else: add pot + 1 to coins[opponent]
    - finish
  finish:
    - set is_over to true
    - set pot to 0
    - for p in colours: set card[p] to 0
turn:
  if is_over: deal(First), deal(Second), (bet or check_it)
  else: bet or check_it or fold
end:
  - when turns = 30: most coins wins
"""
GAMES = {"dice": DICE, "ranks": RANKS, "poker": POKER}


def play_some(state: Any, spec: str, count: int) -> list[float]:
    """Let two agents play so many moves; how long each took."""
    luck, agents = random.Random(4), [make_agent(spec), make_agent(spec)]
    times: list[float] = []
    while len(times) < count and not state.is_over:
        if state.is_chance:
            state = state.random_move(luck)
            continue
        guarded: Any = Guarded(state)
        begin = time.perf_counter()
        move = agents[state.seat].choose(guarded, luck)
        times.append(time.perf_counter() - begin)
        state = state.play(move)
    return times


@pytest.mark.parametrize("name", GAMES)
def test_a_limit_of_simulations_limits_the_guessing_too(name: str, tmp_path: Path) -> None:
    times = play_some(tiny(tmp_path, GAMES[name]).start(), "uct:10,worlds=4", 12)
    assert times and max(times) < 30  # without load the slowest takes less than half a second


@pytest.mark.parametrize("name", GAMES)
def test_a_limit_of_time_is_kept(name: str, tmp_path: Path) -> None:
    times = play_some(tiny(tmp_path, GAMES[name]).start(), "uct:150ms,worlds=4", 6)
    assert times and min(times) < 0.4 and max(times) < 2


@pytest.mark.parametrize("name", GAMES)
def test_what_is_held_possible_agrees_with_all_that_is_known(name: str, tmp_path: Path) -> None:
    game, luck = tiny(tmp_path, GAMES[name]), random.Random(2)
    for seed in range(2):
        memory, beliefs, state, moves = Memory(), Beliefs(), game.start(), 0
        for _ in range(60):
            if state.is_over or moves == 12:
                break
            if state.is_chance:
                state = state.random_move(luck)
                continue
            known, seat = memory.knowledge(state), state.seat
            beliefs.recall(seat, memory.latest(seat))
            for left in (2, 1):
                world = beliefs.guess(known, random.Random(seed), Work(600), left)
                assert world is not None and world.is_consistent
                assert world.state.view(seat) == known.view
                assert world.state.moves() == state.moves()
            move = luck.choice(state.moves())
            beliefs.settle(seat, memory.note(known, move.text))
            state, moves = state.play(move), moves + 1


def test_the_dice_of_others_are_drawn_by_chance(tmp_path: Path) -> None:
    state, luck = tiny(tmp_path, DICE).start(), random.Random(1)
    while state.is_chance:
        state = state.random_move(luck)
    known, beliefs, others = Memory().knowledge(state), Beliefs(), []
    beliefs.recall(0, None)
    for seed in range(40):
        world = beliefs.guess(known, random.Random(seed), Work(2000), 1)
        assert world is not None and world.is_consistent
        others += [v for (p, _), v in world.state.variables["die"].items() if p == "Second"]
    assert {others.count(k) > 10 for k in range(1, 7)} == {True}  # about 33 each


@pytest.mark.parametrize("spec", ["uct:12,worlds=2", "flat:12,worlds=2"])
def test_twins_are_played_alike_move_after_move(spec: str, tmp_path: Path) -> None:
    """Two matches that differ only in the cards that a seat never sees."""
    game, chosen = tiny(tmp_path, POKER), []
    for hidden in (1, 3):
        agent, state, moves = make_agent(spec), game.start(), []
        for hand in range(3):
            state = state.play("deal First 2").play(f"deal Second {hidden}")
            while not state.is_chance and not state.is_over:
                if state.seat == 0:
                    moves.append(agent.choose(state, random.Random(hand)).text)
                    agent.watch(state, state.moves()[0])  # whatever it chose, it bets
                texts = [move.text for move in state.moves()]
                state = state.play("fold" if "fold" in texts and state.seat == 1 else "bet")
            if state.is_over:
                break
        chosen.append(moves)
    assert chosen[0] == chosen[1] and chosen[0]


def test_what_was_held_possible_in_another_match_is_forgotten(tmp_path: Path) -> None:
    agent = make_agent("uct:12,worlds=2")
    game = tiny(tmp_path, POKER)
    first = game.start().play("deal First 2").play("deal Second 1")
    alone = [agent.choose(first, random.Random(s)).text for s in range(3)]
    other = game.start().play("deal First 3").play("deal Second 1")
    agent.choose(other, random.Random(1))
    assert [agent.choose(first, random.Random(s)).text for s in range(3)] == alone
