"""Store forwarding: what a parameter must be in, in terms of the position before the step.

`lift start` and `require there in reach(…)` make the reach depend on a position that is tried on a
copy.  Where all that was assigned on the way is known as terms, they are put in for the fields, so
that what depends on the start alone can be found once for each start, and what does not, once.  The
groups without the stone that is lifted are then the other groups, and what is left of its own.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Assign, Effect, Let, depends_on, inside, written
from interpreter.native.ir.layout.fields import Fields
from interpreter.native.ir.layout.layout import fit_stack
from interpreter.native.ir.plan import Plan, StepPlan
from interpreter.native.ir.rewrite import in_steps, once_for_all
from interpreter.native.ir.terms import TRUE, Term, Type

BY_MULTIPLICITY = ("once", "twice")
SETS_OF_A_GROUP = 4  # of which `others` holds one for each
ROW = "any row"  # stands for the index of a field of which every row changes alike


def forward(plan: Plan) -> None:
    """Let the parameters of all steps be chosen from the position before the step.

    Not on boards so large that what is found for each group has no place on the stack.
    """
    groups = len(plan.layout.topology.cells)  # at most
    if not fit_stack(SETS_OF_A_GROUP * groups, plan.layout.cell_set):
        return
    in_steps(plan, lambda step: forwarded(step, plan.fields))


def forwarded(step: StepPlan, fields: Fields) -> StepPlan:
    """A step whose parameters are chosen from the position before it, where that is known."""
    known, parameters = Assigned(fields), list(step.parameters)
    for number, parameter in enumerate(parameters):
        for effect in step.phases[number]:
            known.note(effect)
        before = tuple(e for phase in step.phases[: number + 1] for e in phase)
        if parameter.filter != TRUE and depends_on(parameter.filter.reads, written(before)):
            told = known.told(parameter.filter)
            if told is not None:
                domain = t.meet(parameter.domains[0], once_for_all(without_one)(told))
                parameters[number] = replace(parameter, domains=(domain,), filter=TRUE)
    return replace(step, parameters=tuple(parameters))


def without_one(term: Term) -> Term:
    """What the groups of a set less a cell give: the other groups, and what is left of its own."""
    if term.op != "fold" or term.data.reduction not in BY_MULTIPLICITY or len(term.data.loops) != 1:
        return term
    loop = term.data.loops[0]
    whole, *rest = term.args
    if loop.kind != "groups" or loop.count != 1 or whole.op != "minus" or whole.type != term.type:
        return term
    inside, cell = whole.args
    if cell.op != "bit" or any(cell.free & part.free for part in (inside, *rest)):
        return term
    others = Term("others", Type("others", whole.type.size), (inside, *rest), term.data)
    return Term("fold_less", term.type, (others, cell.args[0]), term.data)


class Assigned:
    """What is known of the fields while a step is carried out, in terms of those before it."""

    def __init__(self, fields: Fields):
        self.fields = fields
        self.rows: dict[str, dict[int, Term]] = {}  # by field and index; 0 where there is none
        self.lets: dict[str, Term] = {}
        self.unknown: set[str] = set()

    def note(self, effect: Effect) -> None:
        """What an effect assigns."""
        match effect:
            case Let(name=name, value=value):
                told = self.told(value)
                if told is None:
                    self.unknown.add(name)
                else:
                    self.lets[name] = told
            case Assign(field=field, index=index, value=value):
                told = self.told(value)
                if told is None or any(i.op != "const" for i in index):
                    self.unknown.add(field)
                else:
                    self.rows.setdefault(field, {})[index[0].data if index else 0] = told
            case _:
                self.unknown |= written((effect,)) | {
                    part.name for part in inside((effect,)) if isinstance(part, Let)
                }

    def told(self, term: Term) -> Term | None:
        """A term in terms of the fields before the step; None if it is not known."""
        changed = frozenset(self.rows.keys() | self.unknown)
        if not depends_on(term.reads, changed) and not (
            term.free & (self.lets.keys() | self.unknown)
        ):
            return term
        if "*" in term.reads or term.op in t.OF_GROUPS or (term.reads | term.free) & self.unknown:
            return None
        if term.op == "var":
            return self.lets[term.data]
        args = [self.told(a) for a in term.args]
        if any(a is None for a in args):
            return None
        made = t.rebuild(term, tuple(a for a in args if a is not None))
        return self.read(made) if made.op == "read" else made

    def read(self, term: Term) -> Term | None:
        """What a field holds now."""
        rows = self.rows.get(term.data)
        if rows is None:
            return term
        if not term.args and self.fields.all[term.data].sizes:
            return None  # the whole field
        if not term.args or term.args[0].op == "const":
            return rows.get(term.args[0].data if term.args else 0, term)
        alike = {in_row(value, term.data, row, t.var(ROW, t.INT)) for row, value in rows.items()}
        if len(alike) > 1 or len(rows) < self.fields.all[term.data].sizes[0]:
            return None
        return t.substitute(alike.pop(), {ROW: term.args[0]})


def in_row(term: Term, field: str, row: int, index: Term) -> Term:
    """A term that reads another row of a field where it reads this one."""
    if term.op == "read" and term.data == field and term.args == (t.number(row),):
        return t.read(field, term.type, index, nullable=term.nullable)
    if field not in term.reads:
        return term
    return t.rebuild(term, tuple(in_row(a, field, row, index) for a in term.args))
