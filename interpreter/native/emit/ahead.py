"""Drawing ahead: the next action of a turn, drawn while the one before it is tried.

Where an action is legal only if another one can follow it, it is carried out and the next one is
drawn.  If there is none, all is put back; else what was drawn waits in the state until it is its
turn, so that nothing is worked out twice.
"""

from __future__ import annotations

from interpreter.native.effects import Join, can_fail, inside, written
from interpreter.native.lowering.trees import Leaf
from interpreter.native.plan import Menu, Plan, StepPlan, is_set_up


def menu_ahead(plan: Plan, step: StepPlan) -> Menu | None:
    """The menu that is drawn from to see whether a step is legal; None where that cannot be."""
    rest = step.step.rest
    if not rest or is_set_up(rest) or step.refused or not step.step.is_alone:
        return None
    if step.step.begins or step.step.goes_round:
        return None
    if plan.is_sure(rest) or can_fail(plan.after) or any(e.end.at_once for e in plan.ends):
        return None
    tree = plan.points.trees[rest]
    if tree != plan.points.every[rest] or not isinstance(tree, Leaf) or None in tree.steps:
        return None
    menu = plan.menus[rest, tree.steps]
    is_last = all(
        not s.is_chance and not s.refused and plan.is_sure(s.step.rest) for s in menu.steps
    )
    return menu if is_last and can_undo(plan, step) else None


def can_undo(plan: Plan, step: StepPlan) -> bool:
    """Whether what a step changes of the groups that are kept can be put back."""
    joins, regions = [e for e in inside(step.effects) if isinstance(e, Join)], plan.regions
    return regions is None or not joins or (
        len(joins) == 1 and joins[0] in step.effects  # it is done once, whatever the state
        and regions.keeps_sizes and not regions.conditions
    )  # fmt: skip


def fields_changed(step: StepPlan) -> list[str]:
    """The fields to be put back, but for the groups."""
    return sorted(written(step.effects) - {"groups", "weight"} | {"passes"})
