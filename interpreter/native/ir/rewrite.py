"""Passes over a plan: the same change of all terms, and of the effects of all steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Assign, Check, Effect, Effects, For, If, Join, Let
from interpreter.native.ir.plan import (
    Best,
    Decided,
    EndPlan,
    Given,
    Menu,
    Outcome,
    Parameter,
    Plan,
    Rank,
    StepPlan,
)
from interpreter.native.ir.terms import Table, Term
from interpreter.native.ir.trees import Branch, Leaf, Tree, Way
from interpreter.native.ir.values import Value

Change = Callable[[Term], Term]

MAX_IN_TABLES = 300_000  # 64-bit words of all tables of a game


def everywhere(term: Term, change: Change) -> Term:
    """A change of every part of a term, from the inside out."""
    done: dict[Term, Term] = {}

    def inside(term: Term) -> Term:
        changed = done.get(term)
        if changed is None:
            args = tuple([inside(a) for a in term.args])
            changed = change(term if args == term.args else t.rebuild(term, args))
            done[term] = changed
        return changed

    return inside(term)


def replaced(term: Term, others: Mapping[Term, Term]) -> Term:
    """A term with others in the place of some of its parts."""
    return everywhere(term, lambda part: others.get(part, part))


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


def in_effect(effect: Effect, change: Change) -> Effect:
    """An effect with all its terms changed."""
    match effect:
        case Check():
            return replace(effect, condition=everywhere(effect.condition, change))
        case Let():
            return replace(effect, value=everywhere(effect.value, change))
        case Assign():
            index = tuple(everywhere(i, change) for i in effect.index)
            return replace(effect, index=index, value=everywhere(effect.value, change))
        case Join():
            return replace(effect, cell=everywhere(effect.cell, change),
                           colour=everywhere(effect.colour, change))  # fmt: skip
        case If():
            return replace(effect, branches=tuple(
                (everywhere(c, change), in_effects(body, change)) for c, body in effect.branches
            ))  # fmt: skip
        case For():
            domains = tuple(everywhere(d, change) for d in effect.domains)
            return replace(effect, domains=domains, body=in_effects(effect.body, change),
                           condition=everywhere(effect.condition, change),
                           going=everywhere(effect.going, change))  # fmt: skip
    return effect


def in_effects(effects: Effects, change: Change) -> Effects:
    """Effects with all their terms changed."""
    return tuple(in_effect(e, change) for e in effects)


def in_parameter(parameter: Parameter, change: Change) -> Parameter:
    """A parameter with all its terms changed."""
    domains = tuple(everywhere(d, change) for d in parameter.domains)
    return replace(parameter, domains=domains, filter=everywhere(parameter.filter, change))


def in_value(value: Value, change: Change) -> Value:
    """A value with its terms changed."""
    return replace(value, term=everywhere(value.term, change),
                   exists=everywhere(value.exists, change))  # fmt: skip


def in_end(end: EndPlan, change: Change) -> EndPlan:
    """A line of `end` with all its terms changed."""
    outcomes = tuple(in_outcome(o, change) for o in end.outcomes)
    return replace(end, condition=everywhere(end.condition, change), outcomes=outcomes)


def in_outcome(outcome: Outcome, change: Change) -> Outcome:
    """Who wins, with all terms changed."""
    match outcome:
        case Decided(wins=wins, colour=colour):
            return Decided(wins, in_value(colour, change))
        case Best(ranks=ranks):
            changed = (Rank(r.most, tuple(in_value(v, change) for v in r.values)) for r in ranks)
            return Best(tuple(changed), outcome.has_places)
        case Given(values=values):
            return Given(tuple(in_value(v, change) for v in values))
    return outcome


def in_tree(tree: Tree, change: Change) -> Tree:
    """A tree of decisions with its conditions changed."""
    if isinstance(tree, Leaf):
        return tree
    yes, no = in_tree(tree.yes, change), in_tree(tree.no, change)
    if isinstance(tree, Way):
        return Way(tree.pending, yes, no)
    return Branch(everywhere(tree.condition, change), yes, no)


def in_step(step: StepPlan, change: Change) -> StepPlan:
    """A step with all its terms changed."""
    return replace(
        step, parameters=tuple(in_parameter(p, change) for p in step.parameters),
        phases=tuple(in_effects(phase, change) for phase in step.phases),
    )  # fmt: skip


def room_for_tables(plan: Plan) -> int:
    """About how many 64-bit words further tables of a plan may have; none if negative."""
    tables: set[Table] = set()

    def seen(term: Term) -> Term:
        if term.op == "table":
            tables.add(term.data)
        return term

    in_plan(plan, seen)
    return MAX_IN_TABLES - sum(words_of(each) for each in tables)


def words_of(table: Table) -> int:
    """About how many 64-bit words a table has."""
    return len(table.values) * table.type.size if table.type.is_set else len(table.values) // 4


def in_steps(plan: Plan, change: Callable[[StepPlan], StepPlan]) -> None:
    """Change all steps of a plan, by their parameters and effects alone: once for all alike."""
    done: dict[tuple[Any, ...], StepPlan] = {}

    def changed(step: StepPlan) -> StepPlan:
        key = step.phases, tuple(
            (p.loop, p.domains, p.filter, p.fixed is None) for p in step.parameters
        )
        if key not in done:
            done[key] = change(step)
        pairs = zip(done[key].parameters, step.parameters, strict=True)
        parameters = tuple(replace(p, fixed=old.fixed) for p, old in pairs)
        return replace(step, phases=done[key].phases, parameters=parameters)

    put_steps(plan, changed)


def of_phases(change: Callable[[Effects], Effects]) -> Callable[[StepPlan], StepPlan]:
    """A change of steps by one of the effects of each phase."""
    return lambda step: replace(step, phases=tuple(map(change, step.phases)))


def put_steps(plan: Plan, change: Callable[[StepPlan], StepPlan]) -> None:
    """Put changed steps in the place of all steps of a plan."""
    plan.steps = {key: change(s) for key, s in plan.steps.items()}

    def of_menu(menu: Menu) -> Menu:
        return replace(menu, steps=tuple(plan.steps[s.step] for s in menu.steps))

    plan.menus = {key: of_menu(m) for key, m in plan.menus.items()}
    plan.deals = tuple(of_menu(m) for m in plan.deals)


def in_plan(
    plan: Plan, change: Change, of_step: Callable[[StepPlan], StepPlan] | None = None
) -> None:
    """Change all terms of a plan, and its steps after that."""
    in_steps(plan, lambda step: in_step(step, change))
    if of_step is not None:
        put_steps(plan, of_step)
    plan.after = in_effects(plan.after, change)
    plan.ends = tuple(in_end(e, change) for e in plan.ends)
    plan.setup = tuple(in_effects(part, change) for part in plan.setup)
    plan.cases = tuple((everywhere(c, change), n) for c, n in plan.cases)
    plan.kept = {name: in_effects(part, change) for name, part in plan.kept.items()}
    plan.hashes = tuple(everywhere(h, change) for h in plan.hashes)
    plan.trees = {p: in_tree(tree, change) for p, tree in plan.trees.items()}
    plan.full_trees = {p: in_tree(tree, change) for p, tree in plan.full_trees.items()}
    plan.open_trees = {p: in_tree(tree, change) for p, tree in plan.open_trees.items()}
    plan.choosing = {
        n: replace(c, value=in_value(c.value, change)) for n, c in plan.choosing.items()
    }
