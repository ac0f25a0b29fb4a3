"""Guesses at cards in hand: who had them is known from what is played later."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from support.tiny import tiny

from interpreter import load_game
from interpreter.hidden.determinisation import Determiniser
from interpreter.hidden.holding import Holding
from interpreter.hidden.knowledge import Memory
from interpreter.hidden.worlds import Work

TRICKS = """\
players: Ada, Ben, Cleo
pieces:
  card:
    owner: none
    supply: each
    with:
      suit: clubs, hearts, spades
      rank: 1..4
state:
  deck: subsets(card) = card
  hand[p in colours]: subsets(card)
  table[p in colours]: card or none
  led: clubs, hearts, spades or none
  tricks[p in colours]: 0..4
  given: 0..3
sees:
  deck: nothing
  hand[p]: p = viewer
  deal: p
  give: nothing
setup:
  - for i in 1..4, p in colours: deal(p)
define:
  worth(k): rank(k) + (4 if suit(k) = led else 0)
  leader: first(p for p in colours if worth(table[p]) = max(worth(table[q]) for q in colours))
chance:
  deal(p in colours, k in deck):
    - take k from deck
    - add k to hand[p]
actions:
  give(k in hand[mover]):
    - take k from hand[mover]
    - add k to hand[after(mover)]
    - add 1 to given
  play(k in hand[mover]):
    - require suit(k) = led or no {h for h in hand[mover] if suit(h) = led}, "follow suit"
    - take k from hand[mover]
    - set table[mover] to k
    - if led = none: set led to suit(k)
opening:
  - give
  - give
  - give
turn: play
after turn:
  - if no {p for p in colours if table[p] = none}:
      - let winner = leader
      - add 1 to tricks[winner]
      - set next to winner
      - set led to none
      - for p in colours: set table[p] to none
end:
  - when no {p for p in colours if some hand[p]}: most tricks wins
"""


def knowledge_of(game: Any, seed: int, moves: int) -> Any:
    """What the seat to move knows after so many random moves of seats, and the true state."""
    luck, memory, state = random.Random(seed), Memory(), game.start()
    for _ in range(moves + 1):
        while state.is_chance:
            options, odds = zip(*state.chance, strict=True)
            state = state.play(luck.choices(options, odds)[0])
        known = memory.knowledge(state)
        latest, move = state, luck.choice(state.moves())
        memory.note(known, move.text)
        state = state.play(move)
    return known, latest


def test_cards_that_nobody_saw_are_dealt_so_that_all_plays_were_possible(tmp_path: Path) -> None:
    game, found = tiny(tmp_path, TRICKS), set()
    for seed in range(12):
        known, state = knowledge_of(game, seed, moves=3 + seed % 9)
        world = Determiniser(known, random.Random(seed)).sample()
        assert world is not None and world.is_consistent, known
        assert world.state.view(known.seat) == state.view(known.seat)
        found.add(str(world.state.variables["hand"]))
    assert len(found) > 6


def test_hands_of_whist_are_guessed() -> None:
    game = load_game("whist")
    for seed, moves in ((1, 6), (3, 30)):
        known, state = knowledge_of(game, seed, moves)
        world = Determiniser(known, random.Random(seed), Work(20_000)).sample()
        assert world is not None and world.is_consistent
        assert world.state.view(known.seat) == state.view(known.seat)
        others = [p for p in game.players if p != state.colour]
        hands = world.state.variables["hand"]
        assert any(hands[p] != state.variables["hand"][p] for p in others)


def test_a_card_is_held_by_whoever_is_first_known_to_have_it() -> None:
    known, state = knowledge_of(load_game("whist"), 4, moves=8)
    holders = Holding(known, random.Random(1)).holders
    plays = [text.split() for text in known.view.heard if ": play" in text]
    assert len(plays) == 8
    assert all(holders[card] in (who.strip(":"), "chance") for who, _, card in plays)
    own = state.variables["hand"][state.colour] - {state.variables["turned_up"]}
    assert {holders[card] for card in own} == {state.colour}
    assert holders[state.variables["turned_up"]] == "chance"


def test_numbers_and_cells_are_held_by_nobody() -> None:
    for name in ("liars-dice", "battleship", "stratego-small", "dark-hex"):
        known, _ = knowledge_of(load_game(name), 1, moves=3)
        assert not Holding(known, random.Random(1)).holders
