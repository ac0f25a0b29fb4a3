"""Passes over a plan: the same change of all terms, and of the effects of all steps."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar, cast

from interpreter.native.ir import effects as of_effects
from interpreter.native.ir import plan as of_plans
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Effect, Effects, For, If
from interpreter.native.ir.plan import Menu, Plan, StepPlan
from interpreter.native.ir.terms import Table, Term
from interpreter.native.ir.trees import Branch, Way
from interpreter.native.ir.values import Value

T = TypeVar("T")
Change = Callable[[Term], Term]

HOLDS: Mapping[type, tuple[str, ...]] = {  # the fields with terms, or with what holds some
    **of_effects.HOLDS,
    of_plans.Parameter: ("domains", "filter", "any_before"), StepPlan: ("parameters", "phases"),
    Value: ("term", "exists"), of_plans.EndPlan: ("outcomes", "condition"),
    of_plans.Decided: ("colour",), of_plans.Rank: ("values",), of_plans.Best: ("ranks",),
    of_plans.Given: ("values",), of_plans.Choosing: ("value",),
    Branch: ("yes", "no", "condition"), Way: ("yes", "no"),
}  # fmt: skip
PARTS = ("after", "ends", "setup", "cases", "kept", "hashes", "trees", "full_trees", "open_trees",
         "choosing")  # of a plan beside its steps  # fmt: skip
MAX_IN_TABLES = 300_000  # 64-bit words of all tables of a game


def once_for_all(change: Change, op: str = "") -> Change:
    """A change of every part of terms, which is made once for each; `op` is an operation without
    which it changes none.

    Equal terms are not one here: they may differ in whether they exist.
    """
    done: dict[int, tuple[Term, Term]] = {}  # with the term, so that nothing else gets its id

    def inside(term: Term) -> Term:
        known = done.get(id(term))
        if known is None:
            if op and op not in term.ops:
                return term
            new, old = term, term.args
            if old:
                args = tuple(map(inside, old))
                if not all(map(operator.is_, args, old)):
                    new = t.rebuild(term, args)
            known = done[id(term)] = term, change(new)
        return known[1]

    return inside


def replaced(term: Term, others: Mapping[Term, Term]) -> Term:
    """A term with others in the place of some of its parts."""
    return once_for_all(lambda part: others.get(part, part))(term)


def with_bodies(effect: Effect, change: Callable[[Effects], Effects]) -> Effect:
    """An effect with the bodies of its branches or rounds changed."""
    match effect:
        case If(branches=branches):
            return replace(effect, branches=tuple((c, change(body)) for c, body in branches))
        case For(body=body):
            return replace(effect, body=change(body))
    return effect


def expanded(effects: Effects, change: Callable[[Effect], Iterable[Effect]]) -> Effects:
    """Effects with others in the place of each, those in bodies first."""
    return tuple(
        new for effect in effects
        for new in change(with_bodies(effect, lambda body: expanded(body, change)))
    )  # fmt: skip


def put_terms(part: T, change: Change) -> T:
    """Terms, or what holds terms, with others in the place of all of them: see `HOLDS`."""
    held: Any = part
    kind = type(held)
    if kind is Term:
        held = change(held)
    elif kind in of_effects.HOLDS:
        new = [change(term) for term in held.terms]
        if not all(map(operator.is_, held.terms, new)):
            given = iter(new)
            held = with_fields(held, HOLDS[kind], lambda _: next(given))
    elif kind in HOLDS:
        held = with_fields(held, HOLDS[kind], change)
    elif kind is tuple:
        put = tuple([put_terms(one, change) for one in held])
        held = held if all(map(operator.is_, held, put)) else put
    elif kind is dict:
        held = {key: put_terms(one, change) for key, one in held.items()}
    return cast(T, held)


def with_fields(held: Any, names: tuple[str, ...], change: Change) -> Any:
    """What holds terms in some fields, with others in their place; itself if all are the same."""
    old = [getattr(held, name) for name in names]
    new = [put_terms(one, change) for one in old]
    if all(map(operator.is_, old, new)):
        return held
    return replace(held, **dict(zip(names, new, strict=True)))


def room_for_tables(plan: Plan) -> int:
    """About how many 64-bit words further tables of a plan may have; none if negative."""
    tables = {term.data for term in terms_in(plan, "table") if term.op == "table"}
    return MAX_IN_TABLES - sum(map(words_of, tables))


def words_of(table: Table) -> int:
    """About how many 64-bit words a table has."""
    return len(table.values) * table.type.size if table.type.is_set else len(table.values) // 4


def in_steps(plan: Plan, change: Callable[[StepPlan], StepPlan]) -> None:
    """Change all steps of a plan, by their parameters and effects alone: once for all alike."""
    done: dict[tuple[Any, ...], StepPlan] = {}
    same: dict[tuple[Any, ...], StepPlan] = {}  # by identity, which is found sooner

    def changed(step: StepPlan) -> StepPlan:
        key = step.phases, tuple([
            (p.loop, p.domains, p.filter, p.any_before, p.fixed is None) for p in step.parameters
        ])  # fmt: skip
        ids = id(step.phases), *(tuple(map(id, held)) for held in key[1])
        if ids not in same:
            same[ids] = done[key] = done.get(key) or change(step)
        made = same[ids]
        parameters = tuple([
            p if p.fixed is old.fixed else replace(p, fixed=old.fixed)
            for p, old in zip(made.parameters, step.parameters, strict=True)
        ])  # fmt: skip
        if made.phases is step.phases and all(map(operator.is_, parameters, step.parameters)):
            return step
        return replace(step, phases=made.phases, parameters=parameters)

    put_steps(plan, changed)


def of_phases(change: Callable[[Effects], Effects]) -> Callable[[StepPlan], StepPlan]:
    """A change of steps by one of the effects of each phase."""
    return lambda step: replace(step, phases=tuple(map(change, step.phases)))


def put_steps(plan: Plan, change: Callable[[StepPlan], StepPlan]) -> None:
    """Put changed steps in the place of all steps of a plan."""
    plan.steps = {key: change(s) for key, s in plan.steps.items()}

    def of_menu(menu: Menu) -> Menu:
        steps = tuple([plan.steps[s.step] for s in menu.steps])
        return menu if all(map(operator.is_, steps, menu.steps)) else replace(menu, steps=steps)

    plan.menus = {key: of_menu(m) for key, m in plan.menus.items()}
    plan.deals = tuple(of_menu(m) for m in plan.deals)


def in_plan(
    plan: Plan, change: Change, of_step: Callable[[StepPlan], StepPlan] | None = None, op: str = ""
) -> None:
    """Change every part of all terms of a plan that have an operation, and its steps after that."""
    put_in_plan(plan, once_for_all(change, op), of_step)


def put_in_plan(
    plan: Plan, change: Change, of_step: Callable[[StepPlan], StepPlan] | None = None
) -> None:
    """Put others in the place of all terms of a plan, as a whole, and change its steps after that.
    """
    in_steps(plan, lambda step: put_terms(step, change))
    if of_step is not None:
        put_steps(plan, of_step)
    for name in PARTS:
        setattr(plan, name, put_terms(getattr(plan, name), change))


def terms_in(plan: Plan, op: str) -> list[Term]:
    """Every part of all terms of a plan that has an operation, what is inside others first."""
    found: list[Term] = []

    def seen(term: Term) -> Term:
        found.append(term)
        return term

    in_plan(plan, seen, op=op)
    return found


def keep_in_plan(plan: Plan, read: Change, updated: Callable[[Effects], Effects]) -> None:
    """Let all terms of a plan read what is kept, and all effects update it: not those of the
    set-up, since what is kept is first computed when that is done.
    """
    setup = plan.setup
    in_plan(plan, read, of_phases(updated))
    plan.setup, plan.after = setup, updated(plan.after)
