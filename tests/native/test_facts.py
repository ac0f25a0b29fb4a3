"""What is known at a place of a plan, and bounds of terms: small cases worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from generators.fuzz import compare_walks
from support.both_engines import pair
from support.c_driver import COMPILER
from support.tiny import tiny

from interpreter.native.ir import terms as t
from interpreter.native.ir.bounds import enough, needs
from interpreter.native.ir.effects import Assign, If, Let
from interpreter.native.ir.facts import Facts
from interpreter.native.ir.layout.planes import Planes
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.show import show_plan
from interpreter.native.ir.terms import FALSE, INT, TRUE, Loop, Term, Type
from interpreter.native.ir.terms.effort import limited
from interpreter.native.lowering.planner import make_plan
from interpreter.native.passes.pipeline import PASSES, apply, optimise
from interpreter.reference.effort import Effort

X, Y = t.var("x", INT), t.var("y", INT)
CELLS = Loop("bits", "x", INT, 1, "cells")


def plan_of(folder: Path, body: str) -> Plan:
    """The plan of a small game whose action has these statements."""
    rules = f"""
    actions:
      place(c in empty, d in neighbours(c) & empty):
{body}
    turn: place or pass
    """
    return make_plan(tiny(folder, rules).reference)


def known(plan: Plan) -> str:
    """The step of a plan after the pass that leaves out what is known."""
    for each in PASSES:
        apply(each, plan)
        if each.name == "known":
            break
    return show_plan(plan).partition("step 0:")[2].partition("step 1:")[0]


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    """The plan of the smallest of them."""
    return plan_of(tmp_path, "        - put man on c")


# ---- checks that cannot fail ----

SURE = (
    "c in empty", "d in empty", "c not in mine", "c != d", "c in cells", "d in neighbours(c)",
    "not (c in mine or d in enemy)", "d in neighbours(c) or c in mine",
)  # fmt: skip
OPEN = ("c in row(1)", "d in row(1)", "d + north in mine", "d + north in empty", "x(c) < 3")


@pytest.mark.parametrize("condition", SURE)
def test_a_check_that_cannot_fail_goes(condition: str, tmp_path: Path) -> None:
    body = f"        - require {condition}\n        - put man on c"
    assert "require" not in known(plan_of(tmp_path, body))


@pytest.mark.parametrize("condition", OPEN)
def test_a_check_that_can_fail_stays(condition: str, tmp_path: Path) -> None:
    body = f"        - require {condition}\n        - put man on c"
    assert "require" in known(plan_of(tmp_path, body))


@pytest.mark.parametrize(("domain", "is_sure"), [("cells - mine", True), ("cells", False)])
def test_a_piece_is_on_none_of_the_cells_without_one(
    domain: str, is_sure: bool, tmp_path: Path
) -> None:
    rules = f"""
    actions:
      take(c in mine, d in {domain}):
        - lift d
        - require c in mine
        - remove c
    turn: take or pass
    """
    assert ("require" not in known(make_plan(tiny(tmp_path, rules).reference))) == is_sure


@pytest.mark.parametrize(("domain", "is_sure"), [("cells - mine", True), ("cells", False)])
def test_what_neither_side_has_is_empty(domain: str, is_sure: bool, tmp_path: Path) -> None:
    rules = f"""
    actions:
      go(c in mine, d in {domain}):
        - if d in enemy: remove d
        - require d in empty
        - move c to d
    turn: go or pass
    """
    assert ("require" not in known(make_plan(tiny(tmp_path, rules).reference))) == is_sure


def test_what_a_check_says_is_known_behind_it(tmp_path: Path) -> None:
    body = "        - require c + north in mine\n        - put man on c\n"
    twice = body + "        - require c + north in mine"
    assert known(plan_of(tmp_path, body)).count("require") == 1
    assert known(plan_of(tmp_path, twice)).count("require") == 1  # c + north is another cell than c


def test_an_effect_ends_what_it_changes(tmp_path: Path) -> None:
    body = "        - put man on c\n        - require c in empty"
    assert "require false" in known(plan_of(tmp_path, body))
    body = "        - lift mine\n        - require c + north in mine or c + south in mine"
    assert "require" in known(plan_of(tmp_path, body))


def test_a_second_piece_finds_its_cell_empty_still(tmp_path: Path) -> None:
    step = known(plan_of(tmp_path, "        - put man on c\n        - put man on d"))
    assert "minus(own" not in step and step.count(":= union(own[mover]") == 2


def test_a_branch_that_cannot_be_goes(tmp_path: Path) -> None:
    body = """        - if c in mine: remove c
        - if d in mine: remove d
        - if d not in mine: put man on d"""
    effects = known(plan_of(tmp_path, body)).partition("choose x_d")[2].splitlines()[1:]
    assert [e.strip() for e in effects][:2] == [
        "own[mover] := union(own[mover], bit(x_d_1))", "last := x_d_1"
    ]  # fmt: skip


def test_a_set_to_choose_from_knows_what_was_chosen_before(tmp_path: Path) -> None:
    rules = """
    actions:
      place(c in empty, d in (neighbours(c) if c in empty else mine)): put man on c
    turn: place or pass
    """
    step = known(make_plan(tiny(tmp_path, rules).reference))
    assert "choose x_d_1 in near0[x_c_1]\n" in step


HELD = """
pieces:
  man:
  king:
state:
  been: subsets(row(1) | row(2))
actions:
  step(c in mine, d in empty):
    - move c to d
    - BODY
setup:
  - put man of Black on {a1, b1}
  - put man of White on {a3, b3}
turn: step
"""


@pytest.mark.parametrize("body", [
    "set kind[mine & row(1)] to king", "set kind[row(3) & (mine | enemy)] to man",
    "set been to been - {d}", "if c in row(2): add c to been", "set kind[d] to king",
])  # fmt: skip
def test_what_stands_on_the_board_and_is_held_needs_no_check(body: str, tmp_path: Path) -> None:
    assert "require" not in known(make_plan(tiny(tmp_path, HELD.replace("BODY", body)).reference))


@pytest.mark.parametrize("body", [
    "set kind[row(1)] to king", "set kind[c] to king", "set been to been | {d}",
])  # fmt: skip
def test_what_may_be_empty_or_too_much_is_checked(body: str, tmp_path: Path) -> None:
    assert "require" in known(make_plan(tiny(tmp_path, HELD.replace("BODY", body)).reference))


def test_a_piece_that_was_put_is_the_movers(tmp_path: Path) -> None:
    body = "        - put man on c\n        - require owner[c] = mover or d in mine"
    assert "require" not in known(plan_of(tmp_path, body))
    body = "        - put man on c\n        - require count(group(c)) > 1"
    assert "flood<near0>(bit(x_c_1), own[mover])" in known(plan_of(tmp_path, body))


def test_what_is_flooded_from_pieces_of_one_colour_is_of_that_colour(tmp_path: Path) -> None:
    body = "        - remove union(group(e) for e in neighbours(c) & enemy)"
    assert "true, flood<near0>(bit(x_e_l1), own[sub(1, mover)])" in known(plan_of(tmp_path, body))


def test_a_condition_of_a_flood_tells_the_colour_too(tmp_path: Path) -> None:
    body = "        - remove union(group(e) for e in neighbours(c) if e in enemy)"
    assert "flood<near0>(bit(x_e_l1), own[sub(1, mover)])" in known(plan_of(tmp_path, body))


def test_what_is_known_of_a_value_is_known_of_its_name(tmp_path: Path) -> None:
    body = """        - require first(enemy) in row(1)
        - let e = first(enemy)
        - if e in row(1): remove e"""
    step = known(plan_of(tmp_path, body))
    assert "if " not in step and "minus(own[" in step


# ---- facts themselves ----


def test_the_board_has_one_piece_on_a_cell(plan: Plan) -> None:
    board = Planes(plan.fields)
    mover = plan.fields.read("mover")
    mine, theirs = board.own(mover), board.own(t.arithmetic("sub", t.number(1), mover))
    facts = Facts(board)
    facts.choose(CELLS, mine)
    told = {name: facts.simplified(t.has(cells, X)) for name, cells in {
        "mine": mine, "theirs": theirs, "empty": board.empty, "first": board.own(t.number(0)),
    }.items()}  # fmt: skip
    assert (told["mine"], told["theirs"], told["empty"]) == (TRUE, FALSE, FALSE)
    assert told["first"] == t.has(board.own(t.number(0)), X)


def test_one_condition_makes_those_behind_it_simpler(plan: Plan) -> None:
    facts = Facts(Planes(plan.fields))
    low, mine = t.lt(Y, t.number(3)), t.has(facts.board.own(plan.fields.read("mover")), X)
    facts.assume(t.and_(mine, t.or_(t.has(facts.board.empty, X), low)))
    assert facts.simplified(low) == TRUE


def test_a_variable_is_one_of_its_values(plan: Plan) -> None:
    facts = Facts(Planes(plan.fields))
    facts.choose(Loop("range", "x", INT, 2), t.number(2), t.number(5))
    below = [facts.simplified(t.lt(X, t.number(n))) for n in (2, 4, 6)]
    assert below == [FALSE, t.lt(X, t.number(4)), TRUE]
    assert facts.simplified(t.lt(Y, t.number(6))) == t.lt(Y, t.number(6))


def test_a_number_lies_between_the_ends_of_what_it_is_made_of(plan: Plan) -> None:
    facts = Facts(Planes(plan.fields))
    facts.after(Let(None, "x", t.arithmetic("add", plan.fields.read("mover"), t.number(1))))
    assert facts.simplified(t.lt(t.number(0), X)) == TRUE
    assert facts.simplified(t.le(t.number(1), X)) == TRUE
    assert facts.simplified(t.lt(X, t.number(1))) == FALSE
    assert facts.simplified(t.lt(t.number(1), X)) == t.lt(t.number(1), X)
    chosen = t.select(t.lt(Y, t.number(3)), X, t.number(0))
    assert facts.simplified(t.le(t.number(0), chosen)) == TRUE
    assert facts.simplified(t.lt(t.number(0), chosen)) == t.lt(t.number(0), chosen)
    wrapped = t.arithmetic("add", plan.fields.read("turns"), t.number(1))  # may be the largest
    assert facts.simplified(t.lt(wrapped, t.number(0))) == t.lt(wrapped, t.number(0))


def test_the_ends_of_a_number_that_is_used_again_and_again_are_found_once(plan: Plan) -> None:
    facts, last = Facts(Planes(plan.fields)), t.number(0)
    for number in range(200):
        facts.after(Let(None, f"x{number}", t.arithmetic("add", last, t.select(Y, last, last))))
        last = t.var(f"x{number}", INT)
    assert facts.simplified(t.lt(last, t.number(0))) == FALSE


def test_names_that_double_others_take_work_in_proportion_to_their_number(tmp_path: Path) -> None:
    doubled = "".join(f"        - let n{i} = n{i - 1} + n{i - 1}\n" for i in range(1, 19))
    body = f"        - let n0 = passes\n{doubled}        - require n18 < 5\n        - put man on c"
    with limited(Effort(200_000)):
        optimise(plan_of(tmp_path, body))


@pytest.mark.parametrize("form", ["branches", "definitions"])
def test_what_lies_in_others_is_learned_once(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[Assign] = []

    def count(facts: Facts, effect: Assign, learn: Any = Facts.known_after) -> Any:
        done.append(effect)
        return learn(facts, effect)

    monkeypatch.setattr(Facts, "known_after", count)
    counts = []
    for depth in (2, 6):
        done.clear()
        nested = "".join(f"{'  ' * n}        - if x(c) != {n}:\n" for n in range(depth))
        body = f"{nested}{'  ' * depth}        - put man on c"
        defined = ""
        if form == "definitions":
            body = "        - place_0(c)"
            defined = "\n    define:\n" + "".join(
                f"      place_{n}(c):\n        - place_{n + 1}(c)\n" for n in range(depth)
            ) + f"      place_{depth}(c):\n        - put man on c"
        known(plan_of(tmp_path, body + defined))
        counts.append(len(done))
    assert counts[0] == counts[1]


def test_what_is_known_of_a_number_is_known_of_its_name(plan: Plan) -> None:
    facts, entry = Facts(Planes(plan.fields)), t.lookup(t.Table(INT, (3,), (1, -1, 2)), Y)
    facts.assume(t.lt(entry, t.number(0)), False)
    facts.after(Let(None, "x", entry))
    assert facts.simplified(t.lt(X, t.number(0))) == FALSE


# ---- bounds ----


def flood(plan: Plan, seed: Term, inside: Term) -> Term:
    """What is connected with a cell."""
    name, _ = plan.layout.adjacency(None, joined=True)
    return t.flood(name, seed, inside)


def test_what_a_variable_was_made_of_may_change(plan: Plan) -> None:
    facts = Facts(Planes(plan.fields))
    own = plan.fields.read("own", t.number(0))
    held = t.within(t.var("x", own.type), facts.board.occupied)
    facts.after(Let(None, "x", own))
    assert facts.simplified(held) == TRUE
    facts.after(Assign(None, "own", (t.number(0),), t.no(own.type)))
    assert facts.simplified(held) == held


def test_whose_a_piece_is_was_said_of_the_one_who_moved(plan: Plan) -> None:
    for changed in (Assign(None, "mover", (), t.number(0)), If(None, ((t.var("y", t.BOOL), (
        Assign(None, "mover", (), t.number(1)),
    )),))):  # fmt: skip
        facts = Facts(Planes(plan.fields))
        mover, owner = plan.fields.read("mover"), facts.board.owner(X)
        facts.choose(CELLS, facts.board.own(mover))
        assert facts.simplified(owner) == mover
        facts.after(changed)
        assert facts.simplified(owner) == owner


def test_a_group_of_two_is_a_cell_with_a_neighbour(plan: Plan) -> None:
    inside = plan.fields.read("own", t.number(0))
    size = t.count(flood(plan, t.bit(inside.type, X), inside))
    two, three = (t.le(t.number(n), size) for n in (2, 3))
    neighbour = enough(two, plan.layout)
    assert neighbour is not None and not neighbour.is_search
    assert list(needs(three, plan.layout)) == [neighbour]
    assert enough(three, plan.layout) is None and not list(needs(two, plan.layout))


def test_what_is_seen_first_lies_beside(plan: Plan) -> None:
    own = plan.fields.read("own", t.number(0))
    ways = t.const(Type("set", 1), 1)
    seen = t.sight(X, ways, own)
    beside = enough(t.meets(seen, own), plan.layout)
    assert beside is not None and "sight" not in t.show(beside)
    assert list(needs(t.meets(seen, plan.fields.read("own", t.number(1))), plan.layout)) == []


# ---- effects that do not tell what they seem to ----

MISLEADING = {
    "a value that is chosen for two reasons": """
        state:
          best: 0..9
          found: flag
        define:
          better: 5 if row(1) meets mine else (6 if column(1) meets mine else (
            5 if row(3) meets mine else 0))
        actions:
          place(at in cells): put man on at
        turn: place
        after turn:
          - if best < better:
              - set best to better
              - if (row(1) if best = 5 else column(1)) meets mine: set found to true
              - if row(2) meets mine: set found to false
        end:
          - when turns = 4: draw
    """,
    "a variable that says where it is changed": """
        players: Red, Green, Blue
        state:
          friend[p in colours]: colours = Red
          sure: flag
        actions:
          place(at in empty):
            - put man on at
            - set friend[friend[mover]] to Blue
            - if friend[friend[mover]] = Blue: set sure to not sure
        turn: place
        end:
          - when turns = 4: draw
    """,
}


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
@pytest.mark.parametrize("name", MISLEADING)
def test_both_engines_play_it_alike(name: str, tmp_path: Path) -> None:
    game = tiny(tmp_path, MISLEADING[name])
    assert game.engine().name == "native", game.why_reference
    assert compare_walks(*pair(game), seed=1) > 6
