"""What a round of a loop costs that is counted in play."""

from __future__ import annotations

import pytest

from gdl import Report, Source, load_model
from gdl.model.loose import CELLS_A_ROUND, IN_C, ON_REFERENCE, Pace, loose_loops
from interpreter.api.library import library

RULES = """
game: Rounds
players: White, Black
board: square(8)
pieces: man
state:
  held: 0..9
define:
  many: count(x(a) + x(b) + x(c) < held for a in cells, b in cells, c in cells)
  more:
    - set held to many
actions:
  place(at in empty):
    - put man on at
    - repeat up to turns * 1000000 times while {condition}: {statement}
turn: place
end:
  - when no empty: draw
"""


@pytest.mark.parametrize("condition, statement", [
    ("many > 5", "set held to 1"),
    ("held > 5", "set held to many"),
    ("held > 5", "\n        - if many > 5: set held to 1"),
    ("held > 5", "more"),
])  # fmt: skip
def test_what_is_asked_of_a_position_costs_each_round(condition: str, statement: str) -> None:
    text = RULES.format(condition=condition, statement=statement)
    report = Report()
    game = load_model(Source("rounds.yaml", text), library(), {}, report)
    assert game is not None, [d.render() for d in report.diagnostics]
    first, second = loose_loops(game, 64).values()
    assert (first.span.text, second.span.text[:6]) == ("cells", "repeat")
    assert 64 == first.price <= second.price < 70  # each round of either has a loop over all cells


@pytest.mark.parametrize("condition, prices", [
    ("1 + held", [66]),
    (" + ".join(["held"] * 16), [2, 4]),
    ("count(neighbours(a) & mine) + held", [2, 4]),
])  # fmt: skip
def test_what_takes_long_in_a_round_counts_as_several(condition: str, prices: list[int]) -> None:
    """Long conditions do, and sets that are made anew in each round: then all of it is counted."""
    asked = f"any(x(a) = {condition} for a in cells)"
    text = RULES.format(condition=asked, statement="set held to 1")
    report = Report()
    game = load_model(Source("rounds.yaml", text), library(), {}, report)
    assert game is not None, [d.render() for d in report.diagnostics]
    assert [loop.price for loop in loose_loops(game, 64).values()] == prices


APART = """
game: Apart
players: White, Black
board: square(20)
pieces: man
define:
  beside: c for c in empty if some neighbours(c) & pieces
actions:
  put(at in empty): put man on at
  move(start in mine, there in empty):
    - require count(group(start)) > 1
    - lift start
    - require there in reach(start, c to neighbours(c) & beside)
    - put man on there
turn: put, move
end:
  - when count(m * n = 7 for m in 1..turns, n in 1..turns, k in 1..99) = 9: draw
"""


@pytest.mark.parametrize("pace", [ON_REFERENCE, IN_C], ids=["reference", "native"])
def test_what_is_asked_once_for_a_choice_is_in_the_price_of_no_later_one(pace: Pace) -> None:
    game = load_model(Source("apart.yaml", APART), library(), {}, Report())
    assert game is not None
    prices = {(loop.span.text, loop.span.line): loop.price
              for loop in loose_loops(game, 400, pace).values()}  # fmt: skip
    groups = 1 + 400 // CELLS_A_ROUND
    assert prices["empty", 10] == 1
    if pace is ON_REFERENCE:  # which counts the cells from which steps lead on
        assert prices["reach(start, c to neighbours(c) & beside)", 13] == 1
        assert prices["mine", 10] == groups
    else:
        assert prices["mine", 10] == groups + 400 - 1


@pytest.mark.parametrize("held, is_made", [
    ("area[White if x(c) > held else Black]", False),  # looked up
    ("(cells if x(c) > held else empty)", False),
    ("row(x(c))", False),  # small
    ("(cells - {c})", True),
    ("neighbours(cells - {c})", True),
])  # fmt: skip
def test_only_sets_that_are_made_anew_count_by_their_elements(held: str, is_made: bool) -> None:
    asked = f"any(c in {held} for c in cells)"
    large = RULES.replace("square(8)", "square(12)")
    text = large.format(condition=asked, statement="set held to 1")
    report = Report()
    text = text.replace("  held: 0..9", "  held: 0..9\n  area[p in colours]: subsets(cells)")
    game = load_model(Source("rounds.yaml", text), library(), {}, report)
    assert game is not None, [d.render() for d in report.diagnostics]
    found = loose_loops(game, 144).values()
    assert any(loop.is_made and loop.span.text in held for loop in found) == is_made, found
