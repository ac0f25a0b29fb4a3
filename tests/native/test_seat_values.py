"""What a line under `end:` asks of every seat is computed once for each of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.both_engines import walk
from support.tiny import tiny

from interpreter.native.program.program import program_of

pytestmark = pytest.mark.usefixtures("native")

CARDS = """
players: A, B, C
words:
  suits: red, black
pieces:
  card:
    owner: none
    supply: each
    with:
      suit: suits
      rank: 1..5
state:
  deck: subsets(card) = card
  hand[p in colours]: subsets(card)
define:
  same(p, r): count({k for k in hand[p] if rank(k) = r})
  pairs(p): max(r for r in 1..5 if same(p, r) = 2 else 0)
  single(p): max(r for r in 1..5 if same(p, r) = 1 else 0)
  worth(p): 100 * pairs(p) + single(p)
  best: max(worth(p) for p in playing)
  winners: p for p in playing if worth(p) = best
actions:
  draw(k in deck):
    - take k from deck
    - add k to hand[mover]
turn: draw
end:
  - when no deck: RESULT
"""
RESULTS = {
    "points": "p gets (12 div count(winners) if p in winners else 0) for p in colours",
    "places": "most worth ranks first",
    "winners": "winners wins",
}
NUMBERS = """
board: square(2)
define:
  worth(n): sum(n * 10 + r for r in 1..3 if r != n)
  among_seats: sum(worth(count(pieces(p))) for p in playing)
  among_numbers: sum(worth(n) for n in {0, 3, 40})
  lucky: p for p in colours if among_seats + among_numbers mod 7 > worth(count(pieces(p))) + 40
actions:
  place(at in empty): put man on at
turn: place
end:
  - when no empty: lucky wins
"""


def end_of(text: str) -> str:
    """The C function that decides the last line under `end:`."""
    return re.findall(r"^static void end_\d+\(.*?^}", text, re.M | re.S)[-1]


@pytest.mark.parametrize("name", ["points", "winners"])
def test_a_costly_value_of_a_seat_is_computed_in_one_place(name: str, tmp_path: Path) -> None:
    game = tiny(tmp_path, CARDS.replace("RESULT", RESULTS[name]))
    loops = re.findall(r"for \(int32_t x_r_l\d = 1;", end_of(program_of(game.reference).text))
    assert len(loops) == 2, "one for `pairs` and one for `single`"


@pytest.mark.parametrize("name", RESULTS)
def test_the_results_are_those_of_the_reference_engine(name: str, tmp_path: Path) -> None:
    game = tiny(tmp_path, CARDS.replace("RESULT", RESULTS[name]))
    for seed in range(3):
        walk(game, seed, 12)


def test_a_costly_rank_is_computed_once_and_not_for_each_place(tmp_path: Path) -> None:
    game = tiny(tmp_path, CARDS.replace("RESULT", RESULTS["places"]))
    text = end_of(program_of(game.reference).text)
    assert text.rindex("x_r_l1 = 1;") < text.index("while (rest")


def test_what_is_asked_of_other_numbers_is_not_taken_for_that_of_seats(tmp_path: Path) -> None:
    walk(tiny(tmp_path, NUMBERS), 1, 6)


def test_what_may_not_exist_is_computed_before_a_loop_of_an_end(tmp_path: Path) -> None:
    game = tiny(tmp_path, """
        board: square(3)
        define:
          ours(p): first(c for c in pieces(p))
          near(p): n for n in neighbours(ours(p)) if count(neighbours(n) & pieces(p)) > 1
          far(p): count(count(near(p) - {c}) > 1 for c in cells)
        actions:
          place(at in empty): put man on at
        turn: place
        end:
          - when no empty or turns = 1: p gets far(p) for p in colours
    """)
    text = end_of(program_of(game.reference).text)
    assert text.rindex("set1_first") < text.index("for (uint64_t")
    walk(game, 1, 10)
