"""What a round of a loop costs that is counted in play."""

from __future__ import annotations

import pytest

from gdl import Report, Source, load_model
from gdl.model.loose import (
    CELLS_A_ROUND,
    IN_C,
    ON_REFERENCE,
    LargestRounds,
    Pace,
    loose_loops,
    many_looks,
)  # fmt: skip
from gdl.model.nodes import Game
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
    ("count(neighbours(a) & mine) + held", [0, 2, 4]),  # `mine`, which goes through the board
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


SMALL = """
game: Small
players: White, Black
board: square(8)
pieces: man
state:
  held: 0..9
define:
  never: 0
{define}actions:
  place(at in empty):
    - put man on at
{body}
turn: {turn}
end:
  - when {end}never = 1 or no empty: draw
"""
LONG = f"m in 1..{2 * ON_REFERENCE.most // 64**3}"
LOOKED = f"count(x(a) + x(b) = m for a in cells, b in cells, {LONG}) = 9 or "


def small(turn: str = "place", define: str = "", body: str = "", end: str = "") -> Game:
    """A small game with something added to it."""
    report = Report()
    text = SMALL.format(turn=turn, define=define, body=body, end=end)
    game = load_model(Source("small.yaml", text), library(), {}, report)
    assert game is not None, [d.render() for d in report.diagnostics]
    return game


def prices(game: Game, pace: Pace = ON_REFERENCE) -> dict[str, int]:
    """The largest price of the loops that are counted, by their words."""
    found = sorted(loose_loops(game, 64, pace).values(), key=lambda loop: loop.price)
    return {loop.span.text: loop.price for loop in found}


@pytest.mark.parametrize("turn, is_much", [
    ("place", False), ("place or pass", False), ("place, place", True), ("place at will", True),
])  # fmt: skip
def test_rules_count_as_often_as_a_turn_may_be_looked_at(turn: str, is_much: bool) -> None:
    """Once, and once after each choice of what comes before the last action."""
    assert bool(prices(small(turn=turn, end=LOOKED))) == is_much


@pytest.mark.parametrize("pace", [ON_REFERENCE, IN_C], ids=["reference", "native"])
def test_so_many_parts_of_a_rule_are_another_round(pace: Pace) -> None:
    asked = " + ".join(["held"] * pace.parts_a_round)
    loops = "a in cells, b in cells, m in 1..turns * 9"
    found = loose_loops(small(end=f"count({asked} = m for {loops}) = 9 or "), 64, pace)
    assert min(loop.price for loop in found.values()) == 3


def test_what_a_definition_carries_out_is_added_up() -> None:
    row = "    - for a in row(1): set held to {}\n"
    twice = "  twice:\n" + row.format(1) + row.format(2)
    body = "    - for a in cells, m in 1..turns * 9000: {}"
    plain = prices(small(body=body.format("set held to 1")))
    both = prices(small(define=twice, body=body.format("twice")))
    assert both["1..turns * 9000"] >= 2 * 8 * plain["1..turns * 9000"]


def test_each_use_of_a_definition_counts_with_the_bounds_of_its_arguments() -> None:
    several = "  several(n): count(x(a) + x(b) = m for a in cells, b in cells, m in 1..n)\n"
    game = small(define=several, end="several(2) = 9 or several(2000) = 9 or several(3) = 9 or ")
    first, *_ = game.ends
    rounds = LargestRounds(game, 64, IN_C).of_rule([first.condition])
    assert 64 * 64 * 2004 < rounds < 64 * 64 * 2006


def test_definitions_that_only_notations_use_are_counted() -> None:
    big = "  big(c): count(x(a) = x(b) for a in cells, b in cells, m in 1..turns)\n"
    assert "1..turns" in prices(small(define=big))


@pytest.mark.parametrize("most", [[2, 30], [30, 2]])
def test_a_loop_has_the_largest_price_of_its_uses(most: list[int]) -> None:
    several = "  several(n): count(x(a) + x(b) = m for a in cells, b in cells, m in 1..n)\n"
    uses = "".join(f"several({n}) = 9 or " for n in (*most, 2000, 2001))
    found = loose_loops(small(define=several, end=uses), 64).values()
    of_cells = [loop.price for loop in found if loop.span.text == "cells"]
    assert len(of_cells) == 2 and min(of_cells) > 30


@pytest.mark.parametrize("turn, is_much", [
    ("place", False), ("place, place, place, place", True), ("place at will", True),
    ("place, place", False), ("place, (place at will)", True),
])  # fmt: skip
def test_c_counts_looks_where_a_turn_may_be_looked_at_often(turn: str, is_much: bool) -> None:
    assert many_looks(small(turn=turn), 64, IN_C) == is_much


MADE = "count(count((1..{}) - {{m}}) = 9 for m in 1..12000)"


@pytest.mark.parametrize("most, is_much", [(90, False), (99_999, True)])
def test_sets_that_are_made_count_by_their_elements(most: int, is_much: bool) -> None:
    game = small(end=MADE.format(most) + " = 9 or ")
    assert bool(loose_loops(game, 64)) == is_much
    assert not loose_loops(game, 64, IN_C)


def test_sets_count_with_the_bounds_of_each_use() -> None:
    made = f"  made(n): {MADE.format('n')}\n"
    game = small(define=made, end="made(2) = 9 or made(90000) = 9 or ")
    first, *_ = game.ends
    assert LargestRounds(game, 64, ON_REFERENCE).of_rule([first.condition]) > ON_REFERENCE.most
