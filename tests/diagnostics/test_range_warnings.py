"""A variable that is given a number: a warning only where the number is never in the range."""

from __future__ import annotations

import random

import pytest
from support.diagnosing import FEW, findings

from gdl import Report, Source, load_model
from interpreter.api.game import Game
from interpreter.api.library import library

FILE = """\
game: Ranges
players: White, Black
board: square(4)
pieces: stone
state:
  n: {domain}
  raw: -999..999
  some_cells: subsets(0..3) = 0..3
  maybe: 0..3 or none
define:
  use(k):
    - set n to k
  taking(k):
    - take k from n
  largest: max(count(g) for g in groups(mine))
actions:
  place(at in empty):
    - put stone on at
    - set maybe to none
    - for k in some_cells: set raw to k
    - use({value})
    - taking(1)
    - set raw to {value}
    - set n to {value}
turn: place
end:
  - when no empty and n = raw and maybe = none: draw
  - when turns = 12: draw
"""
VALUES = (
    "12", "-3", "count(mine)", "count(mine) + 9", "count(empty) - 20", "count(group(at))", "turns",
    "largest", "x(at)", "x(at) + y(at) + 3", "seat(mover) + 4", "(40 if turns > 3 else 2)",
    "n", "n + 1", "n + 40", "n - 20", "2 * n", "count(mine) div 2", "count(mine) mod 3",
    "count(mine) mod 3 + 8", "sum(7 for c in mine)", "max(x(c) + 20 for c in mine else 0)",
    "min(x(c) - 9 for c in mine)", "count(row(1) & mine) + 5", "first(1..3)", "-count(mine)",
)  # fmt: skip
DOMAINS = ("0..0", "0..3", "1..37", "2..9", "0, 5, 20", "-4..4")


def warned(text: str) -> list[str]:
    return [d.span.text for d in findings(text, tried=FEW) if d.code == "out-of-range"]


@pytest.mark.parametrize("domain", DOMAINS)
def test_what_is_warned_of_happens_each_time(domain: str) -> None:
    sure = [v for v in VALUES if v.strip("()") in " ".join(warned(text(domain, v)))]
    assert "12" in sure or domain == "1..37" or domain == "0, 5, 20"
    for value in sure:
        if "if" in value:
            continue  # one branch is warned of
        for before, raw in numbers(domain, value):
            assert not stays(domain, raw), f"`{value}` was {raw} after {before}"


@pytest.mark.parametrize("domain", [d for d in DOMAINS if d != "0..0"])
@pytest.mark.parametrize("value", ["count(mine)", "turns", "n + 1", "n - 1", "largest"])
def test_what_may_be_in_the_range_gives_no_warning(domain: str, value: str) -> None:
    assert not warned(text(domain, value))


@pytest.mark.parametrize("value", VALUES)
def test_a_larger_range_ends_the_warning(value: str) -> None:
    """Taking the hint at its word is enough: the numbers named are in the new range."""
    for domain in ("0..3", "0..9"):
        if warned(text(domain, value)):
            assert not warned(text("-999..999", value))


def text(domain: str, value: str) -> str:
    return FILE.format(domain=domain, value=value)


def stays(domain: str, number: int) -> bool:
    """Whether a number is within the ends of a domain."""
    low, high = {"0, 5, 20": (0, 20)}.get(domain) or map(int, domain.split(".."))
    return bool(low <= number <= high)


def numbers(domain: str, value: str) -> list[tuple[int, int]]:
    """What a value was after each move of a random game."""
    rules = load_model(Source("ranges.yaml", text(domain, value)), library(), {}, Report())
    assert rules is not None
    game = Game(rules)
    chooser, state, values = random.Random(3), game.start("reference"), []
    while not state.is_over:
        state = state.random_move(chooser)
        place, _ = game.reference.rules.variable_place("raw")
        values.append((state.turn, state.node.position.variables[place][0]))
    return values
