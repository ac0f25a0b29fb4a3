"""Games with `sees` that C plays: what it writes is what states show, and nothing else."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.diagnosing import bundled
from support.one_by_one import compared
from support.tiny import tiny
from support.twins import random_history, twins

from interpreter import State, load_game
from interpreter.api.game import Game
from interpreter.native.runtime.vector import Arrays, ManyGames
from interpreter.spaces.vector import VectorGame

pytestmark = pytest.mark.usefixtures("native")

LIBRARY = ("battleship", "dark-hex", "kuhn-poker", "leduc-poker", "liars-dice",
           "phantom-tic-tac-toe", "quardo-touch", "stratego-small", "whist")  # fmt: skip

# Sets, numbers and pieces under conditions that read other variables, whose turn it is, and turns.
HANDS = """
game: Hands
players: First, Second, Third
pieces:
  card:
    owner: none
    supply: each
    with:
      rank: 1..6
state:
  deck: subsets(card) = card
  hand[p in colours]: card or none
  kept[p in colours]: subsets(card)
  turned: flag
  pot: 0..60 = 3
  goal: 1..6 or none = none
  bet[p in colours]: 0..9
sees:
  deck: nothing
  hand[p]: p = viewer or turned and bet[p] = max(bet[q] for q in colours)
  kept[p]: p = viewer or count(kept[p]) > 2
  goal: viewer = next or pot > 12
  pot: pot > 5 and viewer != First
  draw_card: nothing
  set_goal: nothing
chance:
  draw_card(p in colours, k in deck):
    - take k from deck
    - add k to kept[p]
    - set hand[p] to k
  set_goal(n in 1..6): set goal to n
actions:
  raise(n in 1..3):
    - if bet[mover] < 7: add n to bet[mover]
    - if pot < 50: add n to pot
  show: set turned to not turned
  rest: set goal to none
turn:
  if turns mod 3 = 0: set_goal, raise
  if turns < 6: draw_card(mover), (raise or show)
  else: raise or show or rest
end:
  - when turns = 24: most bet wins
"""

# A board of which each sees what is near, with kinds and attributes that not all kinds have.
FOG = """
game: Fog
players: Red, Blue, Green
board: hexagon(3)
pieces:
  man:
    with:
      rank: 1..3
      mood: flag = false
  tent:
    with:
      rank: 1..3
state:
  trap[c in cells]: flag
  aim[p in colours]: cells or none = none
sees:
  board: pieces(viewer) | neighbours(pieces(viewer)) | pieces(tent)
  kind[c]: owner[c] = viewer or turns mod 4 = 0
  mood[c]: owner[c] = viewer or count(neighbours(c) & pieces(viewer)) > 1
  trap[c]: c in pieces(viewer) or turns > 12
  aim[p]: p = viewer or p = after(viewer)
  place: r
  pitch: nothing
actions:
  place(r in 1..3, at in cells):
    - if at in empty: put man with rank = r, mood = (r > 1) on at
    - set trap[at] to not trap[at]
    - set aim[mover] to at
  forget: set aim[mover] to none
  change: play after(mover)
chance:
  pitch(r in 1..2, at in cells):
    - if at in empty: put tent of mover with rank = r on at
turn:
  if turns mod 5 = 2: pitch, pass
  else: place or forget or change or pass
end:
  - when turns = 30: draw
"""

# Piles whose pieces are hidden in part, a supply of which some is shown, choices at once.
SHELF = """
game: Shelf
players: Black, White
board:
  cells: square(2)
  pile: 4
words:
  suit: cup, coin
pieces:
  card:
    owner: none
    supply: each
    with:
      sort: suit
      value: 1..3
  jar:
    supply: 5
state:
  order[s in suit, n in 1..3]: flag
  bids[p in colours]: subsets(1..4)
  best[p in colours]: 0..9 or none = none
  offer[p in colours]: 1..4 = 1
sees:
  value[c]: c = last or height[c] > 2
  kind[c]: height[c] < 4 or viewer = Black
  supply: supply(viewer, jar) | {k for k in supply(card) if value(k) = 2}
  board: cells - {b1} if viewer = White else cells
  order[s, n]: any(value[c] = n for c in pieces(card)) or s = cup
  bids[p]: p = viewer
  best[p]: p = viewer or best[p] = none or best[p] > 3
  lay: nothing
  drop: nothing
chance:
  lay(k in supply(card), at in cells):
    - if height[at] < 4: put k on at
  drop(at in cells):
    - if height[at] < 4 and some supply(mover, jar): put jar under at
actions:
  bid(n in 1..4):
    - set offer[mover] to n
    - add n to bids[mover]
    - set best[mover] to n + 2
    - set order[cup, 1] to n > 2
  mark(n in 1..3):
    - set order[coin, n] to true
    - set best[mover] to none
turn:
  if turns < 5: lay, drop, mark
  else: all bid, drop
after turn:
  - set best[next] to 1
end:
  - when turns = 20: draw
"""
MADE_UP = {"hands": HANDS, "fog": FOG, "shelf": SHELF}
STEPS = 60  # in which each seat of a game that was made up has seen everything that there may be


def loaded(name: str, folder: Path) -> Game:
    """A game of the library, or one that was made up."""
    if name not in MADE_UP:
        return load_game(name)
    path = folder / f"{name}.yaml"
    path.write_text(MADE_UP[name], encoding="utf-8")
    return load_game(str(path))


# ---- the same as states say ----


@pytest.mark.parametrize("name", MADE_UP)
def test_c_shows_what_states_show(name: str, tmp_path: Path) -> None:
    game = loaded(name, tmp_path)
    assert compared(game, 2, STEPS, seed=5) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("name", [*LIBRARY, *MADE_UP])
def test_c_shows_what_states_show_in_long_games(name: str, tmp_path: Path) -> None:
    compared(loaded(name, tmp_path), 6, 400, seed=12, max_moves=300, history=3)


@pytest.mark.slow
def test_all_games_that_hide_something_are_named() -> None:
    assert {name for name in bundled() if load_game(name).model.sees} == {*LIBRARY}


# ---- and nothing else ----


class Eyes:
    """What C shows of any state to the seat that acts."""

    def __init__(self, game: Game):
        self.many = VectorGame(game, 1, seed=1, history=2)

    def see(self, state: State) -> bytes:
        """The observation and the mask, as bytes."""
        many, node = self.many, state.node
        arrays = Arrays(*(array.ctypes.data for array in many._written))
        there = ManyGames(
            many.many.engine, node.state, node.seen, many.many.library, 1, many.actions.size, 0, 1,
            1_000, arrays,
        )  # fmt: skip
        there.reset(None)
        assert many.seats[0] == state.seat
        assert (many.observations[0] == many.planes.observe(state, state.seat)).all()
        return many.observations.tobytes() + many.masks.tobytes()


def alike(game: Game, chooser: random.Random, most: int) -> Iterator[tuple[State, State]]:
    """Pairs of states that the seat which acts in both cannot tell apart."""
    truth = random_history(game, chooser, chooser.randint(1, most))
    for seat in range(game.seats):
        for one, two in twins(truth, seat, chooser):
            if one.now.seat == two.now.seat == seat:
                yield one.now, two.now


def pairs_compared(game: Game, wanted: int, most: int) -> set[int]:
    """Compare so many pairs of states that look alike; returns the seats that looked at them."""
    eyes, chooser, seats, count = Eyes(game), random.Random(3), set(), 0
    while count < wanted:
        for one, two in alike(game, chooser, most):
            assert eyes.see(one) == eyes.see(two)
            assert one.node.state != two.node.state
            seats.add(one.seat)
            count += 1
    return seats


def test_a_secret_changes_no_byte() -> None:
    assert pairs_compared(load_game("kuhn-poker"), 8, 20) == {0, 1}


@pytest.mark.slow
@pytest.mark.parametrize("name", [*LIBRARY, *MADE_UP])
def test_secrets_of_every_game_change_no_byte(name: str, tmp_path: Path) -> None:
    game = loaded(name, tmp_path)
    assert pairs_compared(game, 40, 80) == {*range(game.seats)}


# ---- what is refused ----

PASSING = """
state:
  n: 0..9
sees:
  n: viewer = mover or {}
actions:
  add: add 1 to n
turn: add or pass
"""


@pytest.mark.parametrize("condition", ["stuck", "seen(board, n) > 1"])
def test_what_needs_more_than_a_position_is_refused(condition: str, tmp_path: Path) -> None:
    game = tiny(tmp_path, PASSING.format(condition))
    with pytest.raises(ValueError, match=re.escape(f"viewer = mover or {condition}`")):
        VectorGame(game, 2)
    assert VectorGame(game, 2, observe=False).observations.size == 0
    assert VectorGame(game, 2, left_out=["n"]).observations.size
