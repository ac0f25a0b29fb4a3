"""Sets of candidates that an action changes only by what it chooses from them.

In a random game such a set is kept as an array: one of its entries is drawn, and taken out when the
action takes it out of the set.  Where an action changes a set in another way, which only one of
the opening may do, the array is made again.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Assign, inside, written
from interpreter.native.ir.layout.planes import parts_of
from interpreter.native.ir.plan import Candidates, Parameter, Plan, StepPlan
from interpreter.native.ir.terms import Term

Done = dict[str, tuple[str, tuple[Term, ...]]]  # by field: "union" or "minus", of which entry


def keep_candidates(plan: Plan) -> None:
    """Find the sets of candidates that can be kept: `plan.candidates`."""
    if plan.has_choices_at_once:  # what is chosen is carried out later
        return
    domains = dict.fromkeys(
        p.filtered for s in plan.ordered_steps for i, p in enumerate(s.parameters)
        if p.loop.kind == "bits" and p.fixed is None and s.is_known_before(i)
    )  # fmt: skip
    found = [candidates(plan, d) for d in domains if is_plain(d) and is_of_effects(plan, d)]
    plan.candidates = tuple(c for c in found if c.takes and c.breaks <= plan.rare)


def is_plain(domain: Term) -> bool:
    """Whether each code is in a set or not by which fields have that code, and by nothing else."""
    return domain.op in ("const", "read", "union", "meet", "minus") and all(
        is_plain(a) for a in domain.args if domain.op != "read"
    )


def is_of_effects(plan: Plan, domain: Term) -> bool:
    """Whether nothing but the effects of actions changes a set."""
    fields = (plan.fields.all.get(name) for name in domain.reads)
    others = written((*plan.after, *(e for effects in plan.going_on.values() for e in effects)))
    return bool(domain.reads) and not domain.reads & others and all(
        f is not None and f.type.is_set and not f.name.startswith("refused_") for f in fields
    )  # fmt: skip


def candidates(plan: Plan, domain: Term) -> Candidates:
    """What each step does to a set."""
    found = Candidates(domain, {}, frozenset())
    for step in plan.ordered_steps:
        if not written(step.effects) & domain.reads:
            continue
        chosen = chooser(step, domain)
        if chosen is None:
            found = replace(found, breaks=found.breaks | {step.number})
        else:
            is_sure = not step.refused and leaves(domain, plan, changes(step))
            found.takes[step.number] = chosen.loop.name, is_sure
    return found


def chooser(step: StepPlan, domain: Term) -> Parameter | None:
    """The parameter, chosen from a set, of which a step changes nothing but what it chooses."""
    done = [e for e in inside(step.effects) if isinstance(e, Assign) and e.field in domain.reads]
    for number, parameter in enumerate(step.parameters):
        is_choice = parameter.fixed is None and parameter.filtered == domain
        if is_choice and step.is_known_before(number):
            code = t.var(parameter.loop.name, t.INT)
            if all(is_changed_at(e.value, e, code) for e in done):
                return parameter
    return None


def is_changed_at(value: Term, effect: Assign, code: Term) -> bool:
    """Whether a new value of a field differs from the old one at most in having a code."""
    match value.op, value.args:
        case "read", _:
            return value.data == effect.field and value.args == effect.index
        case ("union", (one, other)) if is_bit(one, code):
            return is_changed_at(other, effect, code)
        case "union" | "minus", (one, other):
            return is_bit(other, code) and is_changed_at(one, effect, code)
        case "select", (_, *values):
            return all(is_changed_at(v, effect, code) for v in values)
    return False


def is_bit(term: Term, code: Term) -> bool:
    """Whether a set has just one code."""
    return term.op == "bit" and term.args == (code,)


def changes(step: StepPlan) -> Done:
    """What a step that changes only whether fields have a code surely does to them."""
    done: Done = {}
    for effect in inside(step.effects):
        if isinstance(effect, Assign):
            is_sure = effect in step.effects and effect.field not in done
            done[effect.field] = effect.value.op if is_sure else "", effect.index
    return done


def leaves(domain: Term, plan: Plan, done: Done) -> bool:
    """Whether a code of a set is surely not in it when a step has changed only that code."""
    match domain.op:
        case "minus":
            return leaves(domain.args[0], plan, done) or enters(domain.args[1], plan, done)
        case "meet":
            return any(leaves(a, plan, done) for a in domain.args)
        case "union":
            return all(leaves(a, plan, done) for a in domain.args)
    return domain.op == "read" and done.get(domain.data) == ("minus", domain.args)


def enters(domain: Term, plan: Plan, done: Done) -> bool:
    """Whether a code is surely in a set when a step has changed only that code."""
    parts = [part for part in parts_of(domain) if part.op == "read"]
    for field, (sign, index) in done.items():
        entries = {part.args for part in parts if part.data == field}
        size = (plan.fields.all[field].sizes or (1,))[0]
        has_all = len(entries) >= size and all((t.number(i),) in entries for i in range(size))
        if sign == "union" and (index in entries or has_all):
            return True
    return False
