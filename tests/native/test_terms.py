"""Terms and passes: small cases worked out by hand, and each lifted loop against a plain count.

Cells are numbered by the grid of the board: on a square board of side 3, row after row, with a free
column at the end of each: 0 1 2, 4 5 6, 8 9 10.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from copy import copy, deepcopy
from functools import cache, reduce
from itertools import count, product
from operator import or_
from pathlib import Path

import pytest
from support.commands import gdl
from support.tiny import tiny

from interpreter import load_game
from interpreter.api.game import Game
from interpreter.native.emit.kernels.sets import constant
from interpreter.native.emit.state import table_values
from interpreter.native.ir import terms as t
from interpreter.native.ir.differences import Difference, differences, possible_cells
from interpreter.native.ir.effects import Assign, Check, If
from interpreter.native.ir.layout.layout import bits_of
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.possible import Possibilities
from interpreter.native.ir.rewrite import in_steps, once_for_all
from interpreter.native.ir.show import show_plan
from interpreter.native.ir.terms import BOOL, FALSE, INT, TRUE, Loop, Table, Term, Type
from interpreter.native.ir.terms.columns import column
from interpreter.native.ir.terms.effort import limited
from interpreter.native.ir.variables import Variables
from interpreter.native.lowering.planner import make_plan
from interpreter.native.passes.forward import Assigned, without_one
from interpreter.native.passes.groups.forks import asked_only, at_forks, forks
from interpreter.native.passes.groups.kept import only_grows
from interpreter.native.passes.loops.lift import Lifter
from interpreter.native.passes.loops.steps import Steps
from interpreter.native.passes.loops.unroll import relifted, simplify_fold
from interpreter.native.passes.patterns.whole import covered, sets_with
from interpreter.native.passes.patterns.words import words_of
from interpreter.native.passes.pipeline import PASSES, apply
from interpreter.native.passes.tighten import tightened
from interpreter.native.program.program import program_of
from interpreter.reference.effort import Effort

SET = Type("set", 1)
A, B, C = (t.read(name, SET) for name in "abc")
X, Y = t.var("x", INT), t.var("y", INT)
HOLDS = t.read("holds", BOOL)


def numbers(term: Term) -> list[int]:
    """The codes of a constant set."""
    assert term.op == "const"
    return [i for i in range(64) if term.data >> i & 1]


def cells(*codes: int) -> Term:
    """A constant set."""
    return t.const(SET, sum(1 << c for c in codes))


@cache
def board(name: str = "tic-tac-toe") -> Plan:
    """The plan of a bundled game; not to be changed."""
    return make_plan(load_game(name).reference)


def around(game: Game, wanted: str) -> tuple[str, str]:
    """The text of the plan of a game before a pass, and after it."""
    plan = make_plan(game.reference)
    for each in PASSES:
        before = show_plan(plan)
        apply(each, plan)
        if each.name == wanted:
            return before, show_plan(plan)
    raise AssertionError(wanted)


# ---- constants ----


@pytest.mark.parametrize(
    ("op", "a", "b", "result"),
    [("add", 7, 5, 12), ("sub", 3, 5, -2), ("mul", 3, 5, 15), ("div", -7, 2, -4),
     ("mod", -7, 2, 1)],
)  # fmt: skip
def test_arithmetic_of_constants(op: str, a: int, b: int, result: int) -> None:
    assert t.arithmetic(op, t.number(a), t.number(b)) == t.number(result)


def test_a_division_by_nothing_is_left_alone() -> None:
    assert t.arithmetic("div", t.number(1), t.number(0)).op == "div"


def test_sets_of_constants() -> None:
    a, b = cells(1, 2, 3), cells(3, 5)
    assert numbers(t.union(a, b)) == [1, 2, 3, 5]
    assert numbers(t.meet(a, b)) == [3]
    assert numbers(t.minus(a, b)) == [1, 2]
    assert (t.first(a), t.last(a), t.count(a)) == (t.number(1), t.number(3), t.number(3))
    assert (t.within(cells(3), a), t.within(b, a)) == (TRUE, FALSE)
    assert (t.meets(a, b), t.meets(a, cells(5))) == (TRUE, FALSE)
    assert (t.has(a, t.number(2)), t.has(a, t.number(-1))) == (TRUE, FALSE)


def test_what_holds_whatever_the_state() -> None:
    condition = t.has(A, X)
    assert t.and_(TRUE, condition, condition) == condition
    assert t.and_(condition, FALSE) == FALSE
    assert t.or_(condition, TRUE) == TRUE
    assert t.not_(t.not_(condition)) == condition
    assert t.minus(A, A) == t.no(SET) == t.meet(A, t.no(SET))
    assert t.union(t.no(SET), A) == A


def test_membership_goes_through_operations_on_sets() -> None:
    in_a, in_b = t.has(A, X), t.has(B, X)
    assert t.has(t.union(A, B), X) == t.or_(in_a, in_b)
    assert t.has(t.minus(A, B), X) == t.and_(in_a, t.not_(in_b))
    assert t.has(t.bit(SET, Y), X) == t.eq(Y, X)


# ---- choices and tables ----


def test_a_choice_of_flags_is_logic() -> None:
    other = t.has(A, X)
    assert t.select(HOLDS, TRUE, other) == t.or_(HOLDS, other)
    assert t.select(HOLDS, other, FALSE) == t.and_(HOLDS, other)
    assert t.select(HOLDS, X, X) == X
    entry = t.lookup(Table(INT, (3,), (2, -1, 0)), X)
    assert t.select(t.exists(entry), entry, t.number(7)) == t.lookup(Table(INT, (3,), (2, 7, 0)), X)


def test_comparisons_go_into_a_choice_of_constants() -> None:
    chosen = t.select(HOLDS, t.number(4), t.number(9))
    assert t.eq(chosen, t.number(4)) == HOLDS
    assert t.eq(chosen, t.number(9)) == t.not_(HOLDS)
    assert t.eq(chosen, t.number(5)) == FALSE


def test_lookups() -> None:
    table = Table(INT, (2, 3), (10, 11, 12, 20, 21, 22))
    assert t.lookup(table, t.number(1), t.number(2)) == t.number(22)
    assert t.lookup(table, t.number(2), t.number(0)) == t.number(-1)
    assert t.lookup(table, t.number(1), X).data.values == (20, 21, 22)
    assert t.lookup(table, X, t.number(1)).data.values == (11, 21)
    chosen = t.select(HOLDS, t.number(0), t.number(1))
    assert t.lookup(table, chosen, t.number(0)) == t.select(HOLDS, t.number(10), t.number(20))
    assert t.lookup(Table(INT, (3,), (7, 7, 7)), X) == t.number(7)


def test_equal_loops_are_equal_terms() -> None:
    def some(name: str) -> Term:
        loop = Loop("bits", name, INT, 1, "cells")
        return t.fold("any", (loop,), (A,), TRUE, t.has(B, t.var(name, INT)), BOOL)

    assert some("c_1") == some("c_2")
    assert some("c_1").free == frozenset() and some("c_1").reads == {"a", "b"}


def over(name: str, condition: Term, body: Term) -> Term:
    """How many cells of `a` a loop over a variable counts."""
    loop = Loop("bits", name, INT, 1, "cells")
    return t.fold("count", (loop,), (A,), condition, body, INT)


def test_loops_in_each_other_have_different_variables() -> None:
    deep = over("c", TRUE, t.has(B, t.var("c", INT)))
    told = over("c", t.lt(t.var("x", INT), t.var("c", INT)), t.has(B, t.var("c", INT)))
    told = t.substitute(told, {"x": deep})
    assert [f.data.loops[0].name for f in told.parts if f.op == "fold"] == ["c_l2", "c_l1"]


def test_a_variable_from_outside_is_not_caught_by_a_loop() -> None:
    inner = over("c", TRUE, t.eq(t.var("c", INT), X))
    put = t.substitute(inner, {"x": t.var("c_l1", INT)})
    assert put.free == {"c_l1"} and put.data.loops[0].name == "c_l2"
    grown = t.substitute(over("c", t.lt(Y, t.var("c_l2", INT)), t.has(B, t.var("c", INT))),
                         {"y": over("c", TRUE, t.has(B, t.var("c", INT)))})  # fmt: skip
    assert grown.free == {"c_l2"} and grown.data.loops[0].name == "c_l3"


def test_no_round_no_loop() -> None:
    loop = (Loop("bits", "c_1", INT, 1, "cells"),)
    folds = {g: t.fold(g, loop, (t.no(SET),), TRUE, X, INT) for g in ("count", "max", "first")}
    assert [folds[g].data for g in ("count", "max", "first")] == [0, t.NO_NUMBER, -1]
    assert t.fold("all", loop, (t.no(SET),), TRUE, HOLDS, BOOL) == TRUE


# ---- lifting ----


def step(dx: int, dy: int) -> Term:
    """The cell a step from `c_1` on a board of side 3, or none."""
    ends = [
        4 * (y + dy) + x + dx if x < 3 and 0 <= x + dx < 3 and 0 <= y + dy < 3 else -1
        for y in range(3) for x in range(4)
    ][:11]  # fmt: skip
    return t.lookup(Table(INT, (11,), tuple(ends)), t.var("c_1", INT))


NEAR: dict[str, tuple[int, ...]] = {}  # by the name of a relation, what is next to each cell


def evaluate(term: Term, **sets: int) -> int:
    """The value of set algebra over fields."""
    parts = [evaluate(a, **sets) for a in term.args]
    match term.op:
        case "const":
            return int(term.data)
        case "read":
            return sets[term.data]
        case "meet":
            return parts[0] & parts[1]
        case "union":
            return parts[0] | parts[1]
        case "minus":
            return parts[0] & ~parts[1]
        case "dilate":
            return reduce(or_, (NEAR[term.data][c] for c in bits_of(parts[0])), 0)
        case "moved":
            return parts[0] << term.data if term.data > 0 else parts[0] >> -term.data
    raise AssertionError(term.op)


@pytest.mark.parametrize(
    ("name", "is_exact"),
    [("go", True), ("cuiquindi", True), ("hex-holes", True), ("lines-of-action", False)],
)
def test_where_the_pieces_around_a_cell_are_apart_is_a_fork(name: str, is_exact: bool) -> None:
    layout = make_plan(load_game(name).reference).layout
    chosen = random.Random(1)
    for shifts, table in layout.relations.values():
        near, found = table.values, forks(layout, shifts, table.values, A)
        for density in (0.2, 0.5, 0.7):
            own = layout.mask(c for c in range(len(layout.cells)) if chosen.random() < density)
            marked = evaluate(found, a=own)
            for cell in layout.cell_codes:
                left = near[cell] & own
                edge = left & -left
                while edge:  # take away what steps around the cell connect with the first
                    left &= ~edge
                    edge = left & reduce(or_, (near[c] for c in bits_of(edge)))
                is_fork = bool(marked >> cell & 1)
                assert is_fork if left else not (is_exact and is_fork)


@pytest.mark.parametrize("dx", [-1, 0, 1])
@pytest.mark.parametrize("dy", [-1, 0, 1])
def test_a_step_into_a_set_is_a_shift(dx: int, dy: int) -> None:
    end = step(dx, dy)
    lifted = Lifter(board().layout, "c_1").lift(t.has(A, end))
    assert lifted is not None and lifted.type == SET and "c_1" not in lifted.free
    for inside in (0b111_0111_0111, 0b010_0101_0010, 0b000_0110_0001, 0b100_0000_0011):
        plain = 0
        for c in board().layout.cell_codes:
            code = t.substitute(end, {"c_1": t.number(c)}).data
            plain |= (code >= 0 and inside >> code & 1) << c
        assert evaluate(lifted, a=inside) == plain, bin(inside)


@pytest.mark.parametrize("name", ["go", "cuiquindi", "hex-holes", "lines-of-action"])
def test_cells_whose_neighbours_all_lie_in_a_set_are_set_algebra(name: str) -> None:
    """At the edge, and next to a hole, the neighbours that there are."""
    layout, chosen = board(name).layout, random.Random(1)
    assert layout.relations
    for relation, (_, table) in layout.relations.items():
        NEAR[relation] = table.values
        around = t.lookup(table, t.var("c_1", INT))
        lifted = Lifter(layout, "c_1").lift(t.within(around, t.read("a", layout.cell_set)))
        assert lifted is not None and "c_1" not in lifted.free
        for density in (0.5, 0.8, 0.95):
            own = layout.mask(c for c in range(len(layout.cells)) if chosen.random() < density)
            plain = sum(1 << c for c in layout.cell_codes if not table.values[c] & ~own)
            assert evaluate(lifted, a=own) == plain


def test_a_loop_with_a_step_becomes_set_algebra() -> None:
    loop = (Loop("bits", "c_1", INT, 1, "cells"),)
    one = t.bit(SET, t.var("c_1", INT))
    condition = t.not_(t.has(A, step(0, -1)))
    made = simplify_fold(board().layout, t.fold("union", loop, (B,), condition, one, SET))
    assert "fold" not in t.show(made) and "moved" in t.show(made)
    assert evaluate(made, a=0b000_0000_0010, b=0b111_0111_0111) == 0b111_0101_0111


def test_a_comparison_with_numbers_of_others_is_an_entry_of_a_table() -> None:
    layout, (c, d, e) = board().layout, (t.var(name, INT) for name in ("c_1", "d_1", "e_1"))
    column = Table(INT, (11,), tuple(code % 4 for code in range(11)))
    moved = t.arithmetic("add", t.lookup(column, d), t.lookup(Table(INT, (2,), (1, -1)), e))
    asked = t.le(t.lookup(column, c), moved)
    lifted = Lifter(layout, "c_1").lift(asked)
    assert lifted is not None and lifted.op == "table" and set(lifted.args) == {d, e}
    for here, way in product(layout.cell_codes, (0, 1)):
        values = {"d_1": t.number(here), "e_1": t.number(way)}
        wanted = here % 4 + (1, -1)[way]
        plain = [code for code in layout.cell_codes if code % 4 <= wanted]
        assert numbers(t.substitute(lifted, values)) == plain
    long = t.lookup(Table(INT, (999,), tuple(range(999))), t.var("f", INT))
    unsure = t.lookup(column, t.var("n", INT, nullable=True))
    for number in (t.arithmetic("add", moved, long), t.read("v_n", INT), unsure):
        assert Lifter(layout, "c_1").lift(t.le(t.lookup(column, c), number)) is None


def test_a_number_of_which_nothing_is_known_is_looked_up_among_all_entries() -> None:
    column = Table(INT, (11,), tuple(code % 4 for code in range(11)))
    asked = t.eq(t.lookup(column, t.var("c_1", INT)), t.read("v_n", INT))
    lifted = Lifter(board().layout, "c_1").lift(asked)
    assert lifted is not None
    rows = next(part.data for part in lifted.parts if part.op == "table")
    assert [bits_of(row) for row in rows.values] == [[0, 4, 8], [1, 5, 9], [2, 6, 10], []]


def test_what_holds_for_one_of_a_set_is_found_for_all_at_once() -> None:
    loop, near = (Loop("bits", "d_1", INT, 1, "cells"),), Table(SET, (11,), tuple(range(11)))
    row = t.lookup(near, t.var("d_1", INT))
    for reduction, body in (("any", t.has(row, X)), ("all", t.not_(t.has(row, X)))):
        asked = t.fold(reduction, loop, (A,), TRUE, body, BOOL)
        lifted = Lifter(board().layout, X.data).lift(asked)
        found, every = t.fold("union", loop, (A,), TRUE, row, SET), cells(*bits_of(0x777))
        assert lifted == (found if reduction == "any" else t.minus(every, found))
        own = t.fold(reduction, loop, (t.meet(A, t.bit(SET, X)),), TRUE, body, BOOL)
        assert Lifter(board().layout, X.data).lift(own) is None


def test_a_loop_with_another_over_few_becomes_set_algebra() -> None:
    ways = [step(0, 1), step(1, 1)]
    two = Table(INT, (2, 11), tuple(v for way in ways for v in way.data.values))
    end = t.lookup(two, t.var("d_1", INT), t.var("c_1", INT))
    loops = tuple(Loop("bits", name, INT, 1, "cells") for name in ("c_1", "d_1"))
    domains = B, t.const(SET, 0b11)
    any_end = t.fold("any", loops, domains, TRUE, t.has(A, end), BOOL)
    lifted = simplify_fold(board().layout, any_end)
    lifter = Lifter(board().layout, "c_1")
    each = [t.meets(B, x) for way in ways if (x := lifter.lift(t.has(A, way))) is not None]
    assert len(each) == 2 and lifted == t.or_(*each)


def test_steps_without_their_start_lead_to_other_cells() -> None:
    near = Table(SET, (11,), tuple((1 << c | 1 << c + 1) & 0x777 for c in range(11)))
    around, c = t.lookup(near, t.var("c_1", INT)), t.bit(SET, t.var("c_1", INT))
    ways = Steps(board().layout, "c_1").ways
    west, all_ = cells(0, 1, 4, 5, 8, 9), ways(around)
    assert all_.keys() == {0, 1} and all_[1] == west
    assert ways(t.minus(around, c)) == {1: west}


def test_a_board_of_one_row_has_steps_along_it_alone(tmp_path: Path) -> None:
    game = tiny(tmp_path, """
    board: rectangle(3, 1)
    setup:
      - put man of White on a1
    actions:
      go(start in mine, there in neighbours(start) & empty): move start to there
    turn: go or pass
    """)  # fmt: skip
    assert program_of(game.reference).text


def test_entries_that_one_variable_decides_are_one_table() -> None:
    near = Table(SET, (11,), tuple(1 << v for v in range(11)))
    far = Table(INT, (11, 12), tuple(range(132)))
    place, end = t.var("c_1", INT), step(1, 0)
    ends = tuple(v if v >= 0 else 11 for v in end.data.values)
    one, both = t.lookup(near, end), t.lookup(far, place, t.lookup(Table(INT, (11,), ends), place))
    assert [[a.op for a in term.args] for term in (one, both)] == [["var"]] * 2
    assert one.data.values == tuple(1 << v if v >= 0 else 0 for v in end.data.values)
    assert both.data.values == tuple(12 * c + v for c, v in enumerate(ends))


def test_what_is_no_step_stays_a_loop() -> None:
    uneven = t.lookup(Table(INT, (11,), (1, 0, 5, 5, 5, 5, 5, 5, 5, 5, 5)), t.var("c_1", INT))
    assert Lifter(board().layout, "c_1").lift(t.has(A, uneven)) is None


def shifts(term: Term) -> int:
    """How many shifts a term has, equal ones counted once."""
    terms: set[Term] = set()

    def visit(part: Term) -> None:
        terms.update([part] if part.op == "moved" else [])
        for arg in part.args:
            visit(arg)

    visit(term)
    return len(terms)


@pytest.mark.parametrize(
    ("steps", "most"),
    [
        ((0, 1, 2, 3), 2),
        ((0, 7, 14, 21), 2),
        ((0, 1, 8, 9), 2),
        ((0, 2, 5), 2),
        ((-9, -8, -1, 0), 3),
    ],
)
def test_rows_are_covered_by_few_shifts(steps: tuple[int, ...], most: int) -> None:
    cover = covered(A, steps)
    assert shifts(cover) <= most
    for inside in (0xFFFFFFFF, 0x0F0F0F0F, 0x12345678, 0x77F7FF7E, 0x77F7FF7E << 32):
        held = [s for s in range(64) if inside >> s & 1]
        plain = sum(1 << c for c in range(64) if {c + s for s in steps} <= {*held})
        assert evaluate(cover, a=inside) == plain


# ---- passes ----


def test_a_condition_on_a_cell_becomes_a_filter(tmp_path: Path) -> None:
    rules = """
    actions:
      place(c in empty):
        - require c + north in mine
        - put man on c
    turn: place or pass
    """
    plan = make_plan(tiny(tmp_path, rules).reference)
    naive = next(s for s in plan.ordered_steps if s.parameters)
    assert naive.parameters[0].filter == TRUE
    assert any(isinstance(e, Check) for e in naive.effects)
    place = tightened(naive, plan.layout)
    assert place.parameters[0].filter != TRUE
    assert not any(isinstance(e, Check) for e in place.effects)
    assert tightened(place, plan.layout).phases == place.phases  # nothing is left to move


def test_pieces_that_move_do_not_only_grow() -> None:
    growing = {name: only_grows(board(name)) for name in ("hex", "amazons", "reversi", "go")}
    assert growing == {"hex": True, "amazons": False, "reversi": False, "go": False}


def test_grow_keeps_groups_that_are_asked_for() -> None:
    before, after = around(load_game("hex"), "grow")
    assert "flood" not in after and "fold" not in after.partition("end")[2]
    assert "groups" in before.partition("end")[2] and "join " not in before
    assert "group_met" in after and "join x_at" in after


@pytest.mark.parametrize("size", [6, 10])  # a loop that chooses, and one that is written out
def test_what_a_loop_chose_satisfies_its_condition(size: int) -> None:
    before, after = around(load_game("squ", size=size), "cases")
    assert "require" in before and "require" not in after
    assert "moved_by(own[mover], table" in after.partition("v_pyramids[mover] :=")[2]


def test_patterns_are_asked_for_where_something_changed() -> None:
    before, after = around(load_game("gomoku"), "patterns")
    assert "end when covers<" in before and "lines_0" not in before
    steps, _, ends = after.partition("end when covers_0[mover]")
    assert "covers_0[mover] := or(meets(" in steps and "lines_0_3[add(mul(mover, 22)" in steps
    assert "covers<" not in steps and "covers<" in ends  # only to find everything anew


def test_runs_on_lines_are_words() -> None:
    def of(*masks: int) -> bool:
        return words_of(t.Patterns(masks), 20) is not None

    assert of(0b111, 0b1110, 0b11100)
    assert of(0b111, 0b111000)  # lines apart
    assert not of(0b111, 0b11100)  # the run between them is missing
    assert not of(0b111, 0b10011) and not of(0b111, 0b1111)
    assert of(0b111, 0b1110, 0b10101)  # in two directions
    assert not of(0b1)


def test_an_assignment_tells_what_it_changes() -> None:
    cells = [t.bit(SET, t.var(name, INT)) for name in "xyz"]
    moved = t.union(t.minus(A, cells[0]), cells[1])
    assert differences(moved, A) == (Difference(False, cells[0]), Difference(True, cells[1]))
    chosen = t.select(t.has(B, X), t.union(A, t.union(cells[0], cells[2])), A)
    known = differences(chosen, A)
    assert [c.gains for c in known] == [True, True] and all(c.cell is None for c in known)
    assert [possible_cells(c.codes) for c in known] == [cells[0].args, cells[2].args]
    assert differences(A, A) == ()
    assert differences(B, A) == (Difference(False, t.minus(A, B)), Difference(True, t.minus(B, A)))


@pytest.mark.parametrize("size", [5, 1024, 1025])
def test_the_places_of_bits(size: int) -> None:
    assert bits_of((1 << size) - 1 ^ 2) == [0, *range(2, size)]


def test_sets_that_hold_a_pattern_are_listed() -> None:
    patterns = t.Patterns((0b0011, 0b1100, 0b1001))
    sets = sets_with(patterns, 4)
    assert [sets >> s & 1 for s in range(16)] == [
        any(p & s == p for p in patterns.masks) for s in range(16)
    ]


def test_groups_of_each_size_are_counted_once() -> None:
    before, after = around(load_game("quarod"), "simplify")
    assert "tally(" not in before
    assert "item(tally(" in after


def test_all_groups_at_forks_are_looked_for_where_all_are_asked_about() -> None:
    layout = board().layout
    name, near = layout.adjacency(None, joined=True)
    loop = Loop("groups", "g", SET, 1, "cells", adjacency=name)
    beside = t.dilate(name, near, t.var("g", SET))
    twice = at_forks(layout, t.fold("twice", (loop,), (A,), TRUE, beside, SET))
    assert twice is not None and asked_only(twice) == twice
    assert at_forks(layout, t.fold("twice", (loop,), (A,), HOLDS, beside, SET)) is None


def test_groups_are_looked_for_at_the_forks_that_are_asked_about(tmp_path: Path) -> None:
    rules = """
    actions:
      grow(at in empty):
        - require count(at touches g for g in groups(mine)) <= 1
        - put man on at
    turn: grow
    """
    before, after = (line_of(x, "choose x_at") for x in around(tiny(tmp_path, rules), "narrow"))
    beside = "twice(x_g_l1:groups_at; own[mover], meet(own[mover], dilate<near0>("
    assert f"{beside}union(" in before
    assert f"{beside}meet(minus(0x777, union(own[0], own[1])), union(" in after


def test_what_was_assigned_is_told_in_terms_of_the_position_before() -> None:
    fields, one = board().fields, t.bit(SET, X)
    rows = [t.read("own", SET, t.number(n)) for n in (0, 1)]
    mine = t.read("own", SET, fields.read("mover"))

    def told(*values: Term) -> list[Term | None]:
        known = Assigned(fields)
        for number, value in enumerate(values):
            known.note(Assign(None, "own", (t.number(number),), value))
        return [known.told(term) for term in (*rows, mine)]

    assert told() == [*rows, mine]
    assert told(A) == [A, rows[1], None]  # it may be the mover's, or not
    assert told(A, B) == [A, B, None]
    less = [t.minus(row, one) for row in (*rows, mine)]
    assert told(*less[:2]) == less  # of both alike


@pytest.mark.parametrize(("cell", "is_less"), [(X, True), (Y, False)])
def test_groups_without_a_cell_are_the_other_groups_and_what_is_left_of_its_own(
    cell: Term, is_less: bool
) -> None:
    loop = Loop("groups", "g", SET, 1, "cells", adjacency="near0")
    body = t.union(t.var("g", SET), t.bit(SET, Y))  # which depends on another cell
    fold = t.fold("once", (loop,), (t.minus(A, t.bit(SET, cell)),), TRUE, body, SET)
    assert (without_one(fold).op == "fold_less") == is_less


def test_a_goal_is_told_of_the_position_before_the_start_was_lifted() -> None:
    before, after = around(load_game("cuiquindi"), "forward")
    assert ", of these flood" in line_of(before, "choose x_there")
    there = line_of(after, "choose x_there")
    assert "of these" not in there and "less(others once(" in there


def line_of(text: str, words: str) -> str:
    """The line of a text with some words."""
    return next(line for line in text.splitlines() if words in line)


def test_a_pass_runs_once() -> None:
    plan = make_plan(load_game("hex").reference)
    for each in (*PASSES, *PASSES):
        apply(each, plan)
    joins = [line for line in show_plan(plan).splitlines() if "join x_at" in line]
    assert len(joins) == len([s for s in plan.ordered_steps if s.parameters])


def test_branches_are_shown_indented() -> None:
    plan = board("royal-game-of-ur")
    assert any(isinstance(e, If) for e in plan.after)
    lines = show_plan(plan).splitlines()
    head = next(i for i, line in enumerate(lines) if line.startswith("  if "))
    assert lines[head].endswith(":") and lines[head + 1].startswith("    ")


# ---- the whole ----

WRITE = """
import hashlib, sys
from interpreter import load_game
from interpreter.native.program.program import written
from interpreter.native.lowering.planner import make_plan
for name in sys.argv[1:]:
    text = written(make_plan(load_game(name).reference)).rules
    print(name, len(text), hashlib.sha256(text.encode()).hexdigest())
"""


def test_the_text_does_not_depend_on_the_hash_seed() -> None:
    first, second = (
        gdl("squ", "quarod", code=WRITE, PYTHONHASHSEED=seed) for seed in ("1", "20260")
    )
    assert first.status == 0 and first == second and first.out.count("\n") == 2


def test_equal_terms_that_are_made_within_one_effort_are_one_object() -> None:
    with limited(Effort(1000)):
        one, other = (t.arithmetic("add", t.var("x", INT), t.number(1)) for _ in range(2))
        assert one is other
        assert t.var("x", INT, nullable=True) is not t.var("x", INT)


def test_terms_whose_arguments_differ_in_whether_they_exist_are_two() -> None:
    with limited(Effort(1000)):
        for nullable in (False, True):
            assert t.read("own", SET, t.var("x", INT, nullable)).is_guarded == nullable


def test_a_change_keeps_whether_terms_exist() -> None:
    change = once_for_all(lambda term: term)
    loop, column = Loop("bits", "c_1", INT, 1, "cells"), Table(INT, (11,), tuple(range(11)))
    variables = Variables()
    for nullable in (False, True):
        x = t.var("x", INT, nullable)
        asked, inside = t.has(t.read("own", SET, x), t.var("c_1", INT)), t.lt(x, t.number(3))
        assert change(asked) is asked and variables.decide(inside) is inside
        value = t.lookup(column, t.var("c_1", INT))
        fold = t.fold("max", (loop,), (B,), asked, value, INT)
        assert relifted(board().layout, fold).is_guarded == nullable


def test_what_a_term_can_be_is_found_for_what_each_variable_can_be() -> None:
    one = "c_0"  # two names whose hashes end alike stand in a set in the order in which they came
    other = next(name for i in count(1) if hash(name := f"c_{i}") & 7 == hash(one) & 7)
    low, high = frozenset((0,)), frozenset((1,))
    possible = Possibilities(board().layout)
    for names, known in (((one, other), (low, high)), ((other, one), (high, low))):
        asked = t.lt(t.var(one, INT), t.var(other, INT))
        asked.__dict__["free"] = frozenset(names)
        values = dict(zip((one, other), known, strict=True))
        assert possible.of(asked, values) == (known[0] == low,) * 2


@pytest.mark.parametrize("copied", [copy, deepcopy, lambda term: pickle.loads(pickle.dumps(term))])
def test_a_term_can_be_copied(copied: Callable[[Term], Term]) -> None:
    term = t.has(t.read("own", SET, t.var("x", INT, True)), t.lookup(Table(INT, (2,), (2, 0)), Y))
    made = copied(term)
    assert made == term and hash(made) == hash(term) and made.is_guarded


def test_values_are_found_once_for_what_stands_twice_and_not_beside_what_has_none() -> None:
    doubled: Term = t.var("x", INT)
    for _ in range(50):
        doubled = Term("add", INT, (doubled, doubled))
    assert column(doubled, {"x": [0, 1]}) == [0, 2**50]
    assert column(t.lt(doubled, t.read("turns", INT)), {"x": [0, 1]}) is None
    assert len([*doubled.parts]) == 51  # each once


def test_a_term_for_each_row_is_the_term_with_these_values() -> None:
    x, y, steps = t.var("x", INT), t.var("y", INT), Table(INT, (3,), (2, -1, 0))
    asked = t.and_(t.has(t.read("men", SET), t.lookup(steps, x)), t.lt(t.read("turns", INT), y))
    each = t.each_of(asked, {"x": [0, 1, 2], "y": [5, 6, 7]})
    rows = [{"x": t.number(a), "y": t.number(a + 5)} for a in range(3)]
    assert each == [t.substitute(asked, row) for row in rows]


def test_a_sparse_set_is_written_by_the_words_that_have_elements() -> None:
    assert constant(4, 5 << 64) == "{{[1] = 0x5u}}"
    assert constant(4, 0) == "{{0}}"
    assert constant(2, 5) == "{{0x5u, 0x0u}}"


# ---- what a compiler reads soon ----


def test_a_large_table_with_one_number_nearly_everywhere_is_short() -> None:
    values = tuple(-1 if place % 10 else place for place in range(40_000))
    usual, other = Table(INT, (200, 200), values).sparse
    assert tuple(value ^ usual for value in other.values) == values
    assert len(table_values(other)) < 80_000 < len(table_values(Table(INT, (200, 200), values)))


@pytest.mark.parametrize("values", [tuple(range(40_000)), (5,) * 39_999])
def test_other_tables_are_as_they_are(values: tuple[int, ...]) -> None:
    usual, other = Table(INT, (len(values),), values).sparse
    assert (usual, other.values) == (0, values)


def test_zeros_are_left_out_where_there_are_many() -> None:
    assert table_values(Table(INT, (9,), (0,) * 8 + (5,))) == "{[0] = 0, [8] = 5}"
    assert table_values(Table(t.REAL, (4,), (-0.0,) * 4)) == "{-0.0, -0.0, -0.0, -0.0}"


def test_a_long_table_of_small_numbers_is_a_text() -> None:
    values = tuple(range(-128, 128)) * 4
    made = table_values(Table(INT, (4, 256), values))
    rows = [row.strip(' "') for row in made.strip("{}").split(",\n")]
    bytes_ = [int(byte, 8) for row in rows for byte in row.split("\\")[1:]]
    assert len(rows) == 4 and bytes_ == [value % 256 for value in values]
    flags = table_values(Table(t.BOOL, (1200,), (False, True) * 600))
    assert flags == '"' + r"\0\1" * 600 + '"'
    assert '"' not in table_values(Table(INT, (1001,), (128,) * 1001))


def test_a_change_of_an_operation_asks_only_terms_that_have_it() -> None:
    asked: list[str] = []

    def seen(term: Term) -> Term:
        asked.append(term.op)
        return term

    x = t.var("x", INT)
    once_for_all(seen, "has")(t.and_(t.lt(x, t.number(2)), t.has(t.read("all", Type("set", 1)), x)))
    assert "has" in asked and "lt" not in asked


def test_a_pass_that_changes_nothing_keeps_the_steps() -> None:
    plan = make_plan(load_game("tic-tac-toe").reference)
    before = dict(plan.steps)
    in_steps(plan, lambda step: step)
    assert all(plan.steps[key] is step for key, step in before.items())
