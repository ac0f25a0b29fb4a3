"""Agents where things are hidden: what they know, what they guess, and that they never look.

An agent gets here a state that refuses everything but what its seat may see; and of two states that
differ only in what is hidden it gets the same move out of the same luck.
"""

from __future__ import annotations

import json
import random
import time
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from support.guarded import Guarded
from support.matches import play_match, total
from support.quick import each
from support.tiny import tiny

from interpreter import load_game
from interpreter.agents import make_agent
from interpreter.agents.search import SearchAgent
from interpreter.hidden.determinisation import Determiniser
from interpreter.hidden.knowledge import Attempt, Memory

pytestmark = pytest.mark.usefixtures("engine")

SPECS = ["flat:24,worlds=3", "uct:24,worlds=3", "alphabeta:60,worlds=3"]
CARDS = """
game: Cards
players: First, Second
board: rectangle(2, 1)
state:
  hand[p in colours]: 0..9
  shown[p in colours]: 0..9
sees:
  hand[p]: p = viewer
  deal: p
chance:
  deal(p in colours, n in 1..9):
    - require not any(hand[q] = n for q in colours)
    - set hand[p] to n
setup:
  - deal(First)
  - deal(Second)
actions:
  show: set shown[mover] to hand[mover]
turn: show or pass
end:
  - when turns = 4 and hand[First] > hand[Second]: First wins
  - when turns = 4: Second wins
"""
SILENT = """
actions:
  go(c in cells - mine):
    - try c in empty, "taken"
    - put man on c
turn: go
end:
  - when count(mine) = 3: mover wins
sees:
  board: pieces(viewer)
  go: nothing
  refusal: nothing
"""
DRAFT = """
pieces:
  man:
    owner: none
    supply: each
    with:
      size: small, medium, large
      shade: light, dark
actions:
  go(p in man, c in empty):
    - try p in supply, "it is used"
    - put p on c
turn: go
end:
  - when count(empty) = 4: draw
sees:
  supply: nothing
  go: c
"""


UNSEEN = DRAFT.replace(
    "c in empty):\n", 'c in cells):\n    - try c in empty, "it is taken"\n'
).replace("sees:\n", "sees:\n  board: nothing\n")


def game_of(name: str, folder: Path) -> Any:
    if name in RULES:
        return tiny(folder, RULES[name])
    return load_game(name, **({"size": 4} if name == "dark-hex" else {}))


RULES = {"cards": CARDS, "silent": SILENT, "draft": DRAFT, "unseen": UNSEEN}
NAMES = ["phantom-tic-tac-toe", "dark-hex", *RULES]


def walk(game: Any, seed: int) -> Any:
    """A random match: each state in which a seat acts, and what the seat knows then."""
    luck, memory, state = random.Random(seed), Memory(), game.start()
    while not state.is_over:
        if state.is_chance:
            state = state.random_move(luck)
            continue
        known = memory.knowledge(state)
        yield state, known
        move = luck.choice(state.moves())
        memory.note(known, move.text)
        state = state.play(move)


@pytest.mark.parametrize("name", NAMES)
def test_every_guess_looks_to_the_seat_like_the_truth(name: str, tmp_path: Path) -> None:
    for seed in range(3):
        for state, known in walk(game_of(name, tmp_path), seed):
            world = Determiniser(known, random.Random(seed)).sample()
            assert world is not None and world.is_consistent, known
            assert world.state.view(state.seat) == state.view(state.seat)
            assert world.state.moves() == state.moves()


def test_the_guesses_differ_in_what_is_hidden(tmp_path: Path) -> None:
    state = load_game("phantom-tic-tac-toe").start()
    for move in ("place a1", "place b2", "place c3"):
        state = state.play(move)
    known, boards = Memory().knowledge(state), set()
    for seed in range(60):
        world = Determiniser(known, random.Random(seed)).sample()
        assert world is not None and world.is_consistent
        boards.add(tuple(world.state.pieces()))
    assert len(boards) > 15  # of 8 * 7 / 2 places for two crosses


def test_what_was_refused_is_there_in_every_guess() -> None:
    state, memory = load_game("phantom-tic-tac-toe").start().play("place a1"), Memory()
    for text in ("place a1", "place b2"):
        memory.note(memory.knowledge(state), text)
        state = state.play(text)
    state = state.play("place b2").play("place c3")  # the first is refused, and nobody hears of it
    known = memory.knowledge(state)
    assert known.attempts == (Attempt(0, "place a1"),)
    for seed in range(20):
        world = Determiniser(known, random.Random(seed)).sample()
        assert world is not None and world.is_consistent
        assert world.state.at("a1").colour == "Cross"


def test_the_cards_of_others_are_drawn_by_chance(tmp_path: Path) -> None:
    state = tiny(tmp_path, CARDS).start().play("deal First 4").play("deal Second 7")
    known, hands = Memory().knowledge(state), set()
    for seed in range(60):
        world = Determiniser(known, random.Random(seed)).sample()
        assert world is not None and world.is_consistent
        assert world.state.variables["hand"]["First"] == 4
        hands.add(world.state.variables["hand"]["Second"])
    assert hands == {1, 2, 3, 5, 6, 7, 8, 9}


# ---- the agents --------------------------------------------------------------------------------


@pytest.mark.parametrize("name, spec", each(2, product(NAMES, SPECS)))
def test_an_agent_sees_only_what_its_seat_may(name: str, spec: str, tmp_path: Path) -> None:
    luck, agents = random.Random(1), [make_agent(spec), make_agent(spec)]
    state: Any = game_of(name, tmp_path).start()
    for _ in range(4):
        if state.is_over:
            break
        if state.is_chance:
            state = state.random_move(luck)
            continue
        guarded: Any = Guarded(state)
        state = state.play(agents[state.seat].choose(guarded, luck))


@pytest.mark.parametrize(
    ("name", "one", "other", "spec"),
    each(2, [(*pair, spec) for pair in [
        ("phantom-tic-tac-toe", ["place a1", "place b2"], ["place a1", "place c2"]),
        ("dark-hex", ["place a1", "place b2"], ["place a1", "place d3"]),
        ("cards", ["deal First 4", "deal Second 7"], ["deal First 4", "deal Second 1"]),
        ("unseen", ["go small-light a1"], ["go large-dark a1"]),
    ] for spec in SPECS]),
)  # fmt: skip
def test_what_is_hidden_changes_no_choice(
    name: str, one: list[str], other: list[str], spec: str, tmp_path: Path
) -> None:
    game = game_of(name, tmp_path)

    def after(moves: list[str]) -> Any:
        state = game.start()
        for move in moves:
            state = state.play(move)
        return state

    def chosen(moves: list[str], seed: int) -> str:
        return make_agent(spec).choose(after(moves), random.Random(seed)).text

    seat = after(one).seat
    assert after(one).view(seat) == after(other).view(seat)
    assert all(chosen(one, seed) == chosen(other, seed) for seed in range(3))


def test_searching_beats_chance_in_the_dark(engine: str) -> None:
    game, count = load_game("phantom-tic-tac-toe"), 12 if engine == "reference" else 40
    won = total(game, make_agent("uct:80,worlds=8"), make_agent("random"), count)
    assert won >= 0.7 * count


def test_a_state_that_cannot_be_explained_is_played_all_the_same() -> None:
    """A state from elsewhere: nobody heard how the two stones came there."""
    game = load_game("phantom-tic-tac-toe")
    man = {"kind": "mark", "colour": "Cross"}
    text = json.dumps({"board": {"a1": man, "b2": man}, "seat": 1, "turn": 7})
    state = game.state_from_json(text)
    move = make_agent("uct:20,worlds=2").choose(state, random.Random(1))
    assert move in state.moves()


def test_one_agent_may_play_match_after_match() -> None:
    game, agent = load_game("phantom-tic-tac-toe"), make_agent("uct:16,worlds=2")
    first = play_match(game, [agent, agent], 5)
    play_match(game, [agent, agent], 6)
    assert play_match(game, [agent, agent], 5) == first


def test_moves_made_without_the_agent_are_remembered() -> None:
    state = load_game("phantom-tic-tac-toe").start().play("place a1")
    agent = make_agent("uct:16,worlds=2")
    assert isinstance(agent, SearchAgent)
    agent.watch(state, state.parse("place a1"))
    assert agent.memory.knowledge(state.play("place a1")).attempts == (Attempt(0, "place a1"),)


def test_a_limit_of_time_is_kept_in_the_dark() -> None:
    """Without its limit the agent would search on; how exactly the limit is met is not asked."""
    state = load_game("dark-hex", size=5).start()
    make_agent("uct:1,worlds=1").choose(state, random.Random(1))  # what has to be built is built
    begin = time.perf_counter()
    make_agent("uct:400ms,worlds=3").choose(state, random.Random(1))
    assert time.perf_counter() - begin < 60


def test_a_budget_for_each_move_that_the_seat_may_try() -> None:
    """The guesses share it as they share a number of simulations."""
    state = load_game("phantom-tic-tac-toe").start()
    count = len(state.moves())
    for seed in range(3):
        chosen = [
            make_agent(spec).choose(state, random.Random(seed))
            for spec in ("uct:7x,worlds=3", f"uct:{7 * count},worlds=3")
        ]
        assert chosen[0] == chosen[1]
