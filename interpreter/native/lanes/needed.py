"""Which fields of a state matter to random games, so that lanes must keep them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from interpreter.native.ir.effects import Assign, Effect, For, If, inside, terms_of
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.rewrite import HOLDS
from interpreter.native.ir.terms import Term

ALWAYS = frozenset(("mover", "seat", "next_seat", "menu"))
LATE = frozenset(("was_seat", "was_last", "last", "turns"))  # where lines of `end` are asked late


def needed_fields(plan: Plan, is_late: bool) -> frozenset[str]:
    """The fields that some rule reads, or that decide whose turn it is.

    What is only written, such as what a page shows of a position, is left out.
    """
    wanted = ALWAYS | read_by(terms_of_plan(plan))
    if is_late:
        wanted |= LATE
    effects = tuple(inside(all_effects(plan)))
    wanted = wanted.union(*(e.reads for e in effects if not isinstance(e, Assign | If | For)))
    wanted |= read_by(term for effect in effects for term in deciding(effect))
    assigned = [effect for effect in effects if isinstance(effect, Assign)]
    while True:
        more = wanted.union(*(e.reads for e in assigned if e.field in wanted))
        if more == wanted:
            return wanted
        wanted = more


def read_by(terms: Iterable[Term]) -> frozenset[str]:
    return frozenset().union(*(term.reads for term in terms))


def all_effects(plan: Plan) -> list[Effect]:
    """All that steps, the ends of turns and what follows them do."""
    return [
        *(e for step in plan.ordered_steps for e in step.effects),
        *plan.after,
        *(e for effects in plan.going_on.values() for e in effects),
    ]


def deciding(effect: Effect) -> Iterator[Term]:
    """What decides whether or how often the parts of an effect are done."""
    if isinstance(effect, If):
        yield from (condition for condition, _ in effect.branches)
    elif isinstance(effect, For):
        yield from (*effect.domains, effect.condition, effect.going)


def terms_of_plan(plan: Plan) -> Iterator[Term]:
    """All terms of a plan but those of its effects."""
    for step in plan.ordered_steps:
        for parameter in step.parameters:
            yield from (*parameter.domains, parameter.filter)
            yield from terms_of(parameter.fixed, HOLDS)
    for condition, _ in plan.beginnings:
        yield condition
    values = plan.times.values(), plan.choosing.values()
    trees = (plan.trees.values(), plan.full_trees.values(), plan.open_trees.values())
    for part in chain(*values, *trees, plan.ends):
        yield from terms_of(part, HOLDS)
