"""Searches that go on from all cells of an edge at once, or begin with the path found last.

Where each step of a search leads as far from every cell that it is possible from, such as two cells
north over a piece, the cells that it is possible from are a set of the whole board.  Then all cells
found last go on together, by a shift for each step, instead of one by one with a test for each.

That repeated steps from a cell lead to a set is true as long as one path does.  The path that was
found is kept outside the state, as a hint: each of its steps is tested, and only if one of them is
not possible any more, the cells are searched, which ends at the first one that is in the set.
"""

from __future__ import annotations

from functools import partial

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import Layout
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.rewrite import in_plan
from interpreter.native.ir.terms import BOOL, INT, Term
from interpreter.native.passes.loops.steps import MAX_WAYS, NoWays, Steps
from interpreter.native.passes.loops.unroll import resimplify


def go_on_together(plan: Plan) -> None:
    """Change all terms of a plan."""
    in_plan(plan, partial(together, plan.layout), op="reach")


def together(layout: Layout, term: Term) -> Term:
    """A term, with a search from whole edges where it is one whose steps allow that."""
    if term.op != "reach" or not layout.stride:
        return term
    start, steps = term.args
    try:
        ways = Steps(layout, term.data).ways(steps)
    except NoWays:
        return term
    return t.spread(start, sorted(ways.items())) if 0 < len(ways) <= MAX_WAYS else term


# ---- the path found last ----


def witness(plan: Plan) -> None:
    """Change all terms of a plan."""
    in_plan(plan, partial(reaches, plan.layout), op="reach")


def reaches(layout: Layout, term: Term) -> Term:
    """A term, with a search that ends early where it asks whether one gets somewhere."""
    if term.op != "meets":
        return term
    for search, goal in (term.args, term.args[::-1]):
        if search.op == "reach" and goal.free <= search.free:  # or one search serves many goals
            start, steps = search.args
            to = f"{search.data}_to"
            is_step = resimplify(layout, t.has(steps, t.var(to, INT)))
            return Term("reaches", BOOL, (start, goal, steps, is_step), (search.data, to))
    return term
