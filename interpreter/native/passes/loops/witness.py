"""Whether a search gets to some cells: asked of the path found last before it is searched again.

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
from interpreter.native.passes.loops.unroll import resimplify


def witness(plan: Plan) -> None:
    """Change all terms of a plan."""
    in_plan(plan, partial(reaches, plan.layout))


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
