"""Whether a search gets to some cells: asked of the path found last before it is searched again.

That repeated steps from a cell lead to a set is true as long as one path does.  The path that was
found is kept outside the state, as a hint: each of its steps is tested, and only if one of them is
not possible any more, the cells are searched, which ends at the first one that is in the set.
"""

from __future__ import annotations

from interpreter.native.ir import terms as t
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.rewrite import in_plan
from interpreter.native.ir.terms import BOOL, INT, Term


def witness(plan: Plan) -> None:
    """Change all terms of a plan."""
    in_plan(plan, reaches)


def reaches(term: Term) -> Term:
    """A term, with a search that ends early where it asks whether one gets somewhere."""
    if term.op != "meets":
        return term
    for search, goal in (term.args, term.args[::-1]):
        if search.op == "reach" and goal.free <= search.free:  # or one search serves many goals
            start, steps = search.args
            to = f"{search.data}_to"
            is_step = is_in(steps, t.var(to, INT))
            return Term("reaches", BOOL, (start, goal, steps, is_step), (search.data, to))
    return term


def is_in(cells: Term, cell: Term) -> Term:
    """Whether a cell is in a set, where it can be without computing the set."""
    if cells.op == "union":
        return t.or_(*(is_in(a, cell) for a in cells.args))
    if cells.op == "meet":
        return t.and_(*(is_in(a, cell) for a in cells.args))
    if cells.op == "minus":
        return t.and_(is_in(cells.args[0], cell), t.not_(is_in(cells.args[1], cell)))
    if cells.op == "select":
        return t.select(cells.args[0], *(is_in(a, cell) for a in cells.args[1:]))
    if cells.op == "fold" and cells.data.reduction == "union" and len(cells.args) == 3:
        domain, condition, body = cells.args
        name = cells.data.loops[0].name
        if cells.data.loops[0].kind == "bits" and body == t.bit(cells.type, t.var(name, INT)):
            return t.and_(t.has(domain, cell), t.substitute(condition, {name: cell}))
    return t.has(cells, cell)
