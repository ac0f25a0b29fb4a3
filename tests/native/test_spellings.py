"""Rules that say the same in other words become the same plan, or one that is as fast."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load_game
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Effects, For, inside
from interpreter.native.ir.layout.planes import Planes
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.show import show_plan
from interpreter.native.ir.terms import INT
from interpreter.native.lowering.planner import make_plan
from interpreter.native.passes.loops.nest import goes_up
from interpreter.native.passes.pipeline import optimise
from interpreter.native.sampling.pairs import pairs_of
from interpreter.native.sampling.planner import Planner
from interpreter.native.sampling.records import Pairs

PLACING = """
game: Placing
players: White, Black
board: {board}
pieces: stone
actions:
  place(at in empty): put stone on at
turn: place
end:
  - when {won}: mover wins
  - when no empty: draw
"""
ROWS = [
    "any(l within mine for l in lines(5))",
    "any(count(l & mine) = 5 for l in lines(5))",
    "any(count(l & mine) >= 5 for l in lines(5))",
    "any(count(l & mine) > 4 for l in lines(5))",
    "any(count(c in mine for c in l) = 5 for l in lines(5))",
    "any(all(owner[c] = mover for c in l) for l in lines(5))",
]
BESIDE = "count(sight(last, d, mine) & mine) + count(sight(last, -d, mine) & mine)"
FOUR_WAYS = "{north, northeast, east, southeast}"
THROUGH = [
    f"any({BESIDE} >= 4 for d in {FOUR_WAYS})",
    f"any({BESIDE} > 3 for d in {FOUR_WAYS})",
    f"any(1 + {BESIDE} = 5 for d in {FOUR_WAYS})",
    f"max({BESIDE} + 1 for d in {FOUR_WAYS}) >= 5",
    "any(last in l and l within mine for l in lines(5))",
]
JOINED = [
    "any(all(g meets s for s in sides) for g in groups(mine))",
    "any(count(g meets s for s in sides) = 3 for g in groups(mine))",
    "any(all(group(c) meets s for s in sides) for c in mine)",
    "any(count(group(c) meets s for s in sides) > 2 for c in mine)",
]
ACROSS = [
    "any(g meets column(1) and g meets column(6) for g in groups(mine))",
    "any(reach(c, d to neighbours(d) & mine) meets column(6) for c in column(1) & mine)",
    "any(distance(a, b, c to neighbours(c) & mine) != none "
    "for a in column(1) & mine, b in mine & column(6))",
    "any(group(c) meets column(6) for c in column(1) & mine)",
    "any(c in column(1) and group(c) meets column(6) for c in mine)",
]
ONE_WAY = [
    "any(reach(c, d to {d + east, d + north} & mine) meets column(6) for c in column(1) & mine)",
    "any(reach(c, d to {e for e in cells if distance(d, e) <= 1} & mine) meets column(1) "
    "for c in column(1) & mine)",
    "any(({c} | group(c) if turns > 9 else {c}) meets column(6) for c in column(1) & mine)",
]
OF_LAST = [
    "all(group(last) meets s for s in sides)",
    "count(group(last) meets s for s in sides) = 3",
    "last in cells and count(s meets group(last) for s in sides) > 1",
    "not any(not group(last) meets s for s in sides)",
]
STEPPING = """
game: Stepping
players:
  White:
    ways: north, northeast
  Black:
    ways: south, southwest
board: square(6)
pieces: man
setup:
  - put man of White on row(1)
  - put man of Black on row(6)
actions:
  {action}
turn: step
end:
  - when stuck: mover wins
  - when turns = 60: draw
"""
STEPS = [
    "step(c in mine, d in directions):\n    - require c + d in empty\n    - move c to c + d",
    "step(c in mine, d in ways(mover)):\n    - require c + d in empty\n    - move c to c + d",
    "step(at in empty, d in {north, east}):\n    - require at + d in empty\n    - put man on at",
    "step(c in mine, d in orthogonal):\n    - require c + d in enemy and c + 2*d in empty\n"
    "    - remove c + d\n    - move c to c + 2*d",
    "step(c in mine, d in orthogonal, n in 1..3):\n"
    "    - require all(c + i*d in empty for i in 1..n)\n"
    "    - move c to c + n*d",
    "step(c in mine, n in 1..2):\n    - require c + n*north in empty\n    - move c to c + n*north",
]
ENCLOSED = "at + (n + 1)*d in mine and all(at + k*d in enemy for k in 1..n)"
RUN = "sight(at, d, enemy) & enemy"
FLIPPED = [
    "union(between(at, c) for c in sight(at, directions, enemy) & mine)",
    f"at + i*d for d in directions, n in 1..4, i in 1..4 if i <= n and {ENCLOSED}",
    f"union({{at + i*d for i in 1..n}} for d in directions, n in 1..4 if {ENCLOSED})",
    f"union({RUN} for d in directions if at + (count({RUN}) + 1)*d in mine)",
    f"union(({RUN} if at + (count({RUN}) + 1)*d in mine else {{}}) for d in directions)",
]
SLIDES = [
    "sight(start, directions) & empty",
    "{start + n*d for d in directions, n in 1..5 if all(start + i*d in empty for i in 1..n)}",
    "{start + n*d for d in directions, n in 1..5 if start + n*d in empty"
    " and all(start + i*d not in pieces and start + i*d in cells for i in 1..n - 1)}",
]
TAKEN = [
    "remove union(g for g in groups(enemy) if no neighbours(g) & empty)",
    "for g in groups(enemy) if no neighbours(g) & empty: remove g",
    "for g in groups(enemy):\n        - if neighbours(g) within pieces: remove g",
    "for g in groups(enemy):\n        - if not neighbours(g) meets empty: remove g",
]
TURNED = [
    "set owner[neighbours(at) & enemy] to mover",
    "for c in neighbours(at) & enemy: set owner[c] to mover",
    "for c in neighbours(at):\n        - if c in enemy: set owner[c] to mover",
]
ONE_BY_ONE = [  # rounds that change what later ones ask
    "for g in groups(enemy):\n        - if no neighbours(g) & empty: remove g & row(1)",
    "for g in groups(enemy):\n        - if no neighbours(g, directions) & empty: remove g",
    "for c in neighbours(at):\n        - if c + north in enemy: remove c",
    "for c in neighbours(at) & enemy:\n        - if count(enemy) > 3: remove c",
    "for c in neighbours(at) & enemy: set owner[c + north] to mover",
]
AHEAD = [
    "there in cells - mine):\n    - require y(there) = y(start) + ahead and "
    "x(there) in x(start) - 1..x(start) + 1",
    "there in empty):\n    - require y(there) - y(start) = ahead\n"
    "    - require x(there) - x(start) in 0..1",
    "there in {start + 2*d for d in directions if start + d in pieces and start + 2*d in empty}):",
]
MARKING = """
game: Marking
players: Order, Chaos
board: square({size})
words:
  mark: cross, nought
state:
  sign[c in cells]: mark or none
actions:
  place(k in mark, at in cells):
    - require {free}
    - set sign[at] to k
turn: place
end:
  - when any(all({alike} for c in l) for l in lines(5), k in mark): mover wins
  - when {full}: draw
"""


def plan_of(rules: str, folder: Path) -> Plan:
    """The plan of some rules, optimised."""
    path = folder / "rules.yaml"
    path.write_text(rules)
    plan = make_plan(load_game(str(path)).reference)
    optimise(plan)
    return plan


@pytest.mark.parametrize("won", ROWS[1:])
def test_rows_in_other_words(won: str, tmp_path: Path) -> None:
    first, other = (
        plan_of(PLACING.format(board="square(9)", won=each), tmp_path) for each in (ROWS[0], won)
    )
    assert other.kept.keys() == first.kept.keys() != set()
    assert other.ends[0].condition == first.ends[0].condition


@pytest.mark.parametrize("won", THROUGH)
def test_rows_through_the_last_piece(won: str, tmp_path: Path) -> None:
    first, other = (
        plan_of(PLACING.format(board="square(9)", won=each), tmp_path) for each in (ROWS[0], won)
    )
    assert other.kept.keys() == first.kept.keys() != set()
    assert other.ends[0].condition.args[0].reads & other.kept.keys()


def test_a_row_is_followed_as_far_as_it_goes(tmp_path: Path) -> None:
    beyond = "turns > n and all(at + k*d in enemy for k in 2..n)"
    held = f"at + i*d for d in orthogonal, n in 1..4, i in 1..4 if i <= n and {beyond}"
    action = f"step(at in empty):\n    - require some {{{held}}}\n    - put man on at"
    plan = plan_of(STEPPING.format(action=action), tmp_path)
    assert ":while" in show_plan(plan)


@pytest.mark.parametrize("flipped", FLIPPED[1:])
def test_cells_that_lines_lead_to_are_seen(flipped: str, tmp_path: Path) -> None:
    action = "place(at in empty):\n    - require some flipped(at)\n    - remove flipped(at)"
    rules = STEPPING.format(action=action).replace("turn: step", "turn: place")
    first, other = (
        plan_of(f"{rules}define:\n  flipped(at): {each}\n", tmp_path)
        for each in (FLIPPED[0], flipped)
    )
    (step,), (expected,) = other.steps.values(), first.steps.values()
    assert step.parameters == expected.parameters
    looks = [p for effect in step.effects for p in effect.terms[0].parts if p.op == "sight"]
    assert looks and all(look.args[1].data.bit_count() == 8 for look in looks)
    assert not any(p.op == "fold" and p.data.loops[0].of != "cells"
                   for effect in step.effects for p in effect.terms[0].parts)  # fmt: skip


@pytest.mark.parametrize("slide", SLIDES[1:])
def test_slides_by_direction_and_number_are_looks(slide: str, tmp_path: Path) -> None:
    moving = "step(start in mine, there in {}):\n    - move start to there"
    (first,), (other,) = (
        plan_of(STEPPING.format(action=moving.format(each)), tmp_path).steps.values()
        for each in (SLIDES[0], slide)
    )
    assert other.parameters == first.parameters


@pytest.mark.parametrize("first, other", [
    *((TAKEN[0], each) for each in TAKEN[1:]), *((TURNED[0], each) for each in TURNED[1:]),
])  # fmt: skip
def test_rounds_that_change_only_their_own_cells_are_one(
    first: str, other: str, tmp_path: Path
) -> None:
    effects = [placing(each, tmp_path) for each in (first, other)]
    assert len(effects[0]) == len(effects[1]) and not any(isinstance(e, For) for e in effects[1])


@pytest.mark.parametrize("statement", ONE_BY_ONE)
def test_other_rounds_follow_each_other(statement: str, tmp_path: Path) -> None:
    assert any(isinstance(effect, For) for effect in inside(placing(statement, tmp_path)))


def placing(statement: str, folder: Path) -> Effects:
    """The effects of an action with a statement that follows a new piece."""
    action = f"place(at in empty):\n    - put man on at\n    - {statement}"
    rules = STEPPING.format(action=action).replace("turn: step", "turn: place")
    (step,) = plan_of(rules, folder).steps.values()
    return step.effects


def test_a_number_goes_up_where_a_variable_is_added_once() -> None:
    n, k = t.var("n", INT), t.var("k", INT)
    assert goes_up(t.arithmetic("sub", t.arithmetic("add", n, k), t.number(1)), "n")
    assert not goes_up(t.arithmetic("sub", n, t.arithmetic("mul", n, k)), "n")


def test_loops_over_eight_directions_are_shifts(tmp_path: Path) -> None:
    won = "any(all(c + i*d in mine for i in 0..4) for c in cells, d in directions)"
    plan = plan_of(PLACING.format(board="square(9)", won=won), tmp_path)
    assert not any(part.op == "fold" for part in plan.ends[0].condition.parts)


@pytest.mark.parametrize("won", JOINED)
def test_groups_in_other_words(won: str, tmp_path: Path) -> None:
    plan = plan_of(PLACING.format(board="triangle(6)", won=won), tmp_path)
    assert plan.ends[0].condition.op == "group_met"


@pytest.mark.parametrize("won", ACROSS)
def test_ways_from_side_to_side_are_groups(won: str, tmp_path: Path) -> None:
    plan = plan_of(PLACING.format(board="square(6)", won=won), tmp_path)
    assert "group_met" in plan.ends[0].condition.ops
    assert not plan.ends[0].condition.ops & {"flood", "reach", "steps_to"}


@pytest.mark.parametrize("won", ONE_WAY)
def test_ways_that_are_no_groups_stay_what_they_are(won: str, tmp_path: Path) -> None:
    plan = plan_of(PLACING.format(board="square(6)", won=won), tmp_path)
    assert "group_met" not in plan.ends[0].condition.ops


def test_the_last_of_several_loops_is_lifted(tmp_path: Path) -> None:
    won = "all(x(c) < x(d) for c in mine, d in enemy)"
    plan = plan_of(PLACING.format(board="square(6)", won=won), tmp_path)
    folds = [part for part in plan.ends[0].condition.parts if part.op == "fold"]
    assert [len(fold.data.loops) for fold in folds] == [1]


def test_what_an_outer_loop_decides_is_asked_before_the_last_one(tmp_path: Path) -> None:
    won = "any(count(l & mine) = 2 and c in neighbours(last) - l for l in lines(3), c in mine)"
    condition = plan_of(PLACING.format(board="square(5)", won=won), tmp_path).ends[0].condition
    (fold,) = (part for part in condition.parts if part.op == "fold")
    *_, asked, body = fold.args
    assert "count" in asked.ops and "count" not in body.ops


@pytest.mark.parametrize("won", OF_LAST)
def test_the_group_of_the_last_piece_is_kept(won: str, tmp_path: Path) -> None:
    plan = plan_of(PLACING.format(board="triangle(6)", won=won), tmp_path)
    assert plan.regions is not None and plan.regions.tells_touched
    asked = [part.op for part in plan.ends[0].condition.occurrences]
    assert "flood" not in asked
    assert asked.count("group_touched") == (3 if "any" in won or ">" in won else 1)


@pytest.mark.parametrize("action", STEPS)
def test_a_cell_and_a_direction_are_drawn_at_once(action: str, tmp_path: Path) -> None:
    plan = plan_of(STEPPING.format(action=action), tmp_path)
    (step,) = plan.steps.values()
    found = pairs_of(step, Planes(plan.fields))
    assert found is not None and isinstance(found[0], Pairs) and not found[0].is_away
    assert Planner(plan, ()).step(step, None, False).is_exact


@pytest.mark.parametrize("action", AHEAD)
def test_coordinates_that_are_compared_are_steps(action: str, tmp_path: Path) -> None:
    moving = f"step(start in mine, {action}\n    - move start to there"
    rules = STEPPING.format(action=moving) + "define:\n  ahead: 1 if mover = White else -1\n"
    plan = plan_of(rules, tmp_path)
    (step,) = plan.steps.values()
    found = pairs_of(step, Planes(plan.fields))
    assert found is not None and found[0].is_away
    assert {name for of_step in found[0].sets for term in of_step for name in term.free} <= {
        step.parameters[0].loop.name
    }


@pytest.mark.parametrize("size", [6, 8])  # with codes that are no cells, and without
@pytest.mark.parametrize("free, alike, full", [
    ("sign[at] = none", "sign[c] = k", "all(sign[c] != none for c in cells)"),
    ("not sign[at] in mark", "sign[c] in {k}", "not any(sign[c] = none for c in cells)"),
])  # fmt: skip
def test_words_of_cells_are_sets(
    size: int, free: str, alike: str, full: str, tmp_path: Path
) -> None:
    rules = MARKING.format(size=size, free=free, alike=alike, full=full)
    plan = plan_of(rules, tmp_path)
    conditions = [end.condition for end in plan.ends]
    (step,) = plan.steps.values()
    conditions += [parameter.filtered for parameter in step.parameters]
    assert not any(p.op == "fold" or p.data == "v_sign" for c in conditions for p in c.parts)
