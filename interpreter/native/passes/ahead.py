"""Cheap conditions that a step asks after it has changed something, asked before.

`put … on c`, `require` what takes long, `add c to …`, `require` what is quickly refused: where all
that was assigned on the way is known as terms, the second condition is one on the position before
the step, and is asked first.  It may then depend on fewer parameters, too.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from interpreter.native.ir.costs import Costs
from interpreter.native.ir.effects import Check, Effect, Effects, has_attempt, written
from interpreter.native.ir.layout.fields import Fields
from interpreter.native.ir.plan import StepPlan
from interpreter.native.passes.forward import Assigned

LITTLE, TIMES = 100, 2  # a condition is dear beside one if it costs so many times as much, and this
MOST_PARTS = 300  # of a condition in which what `let` names is written out each time


def asked_ahead(step: StepPlan, fields: Fields) -> StepPlan:
    """A step with its cheap conditions ahead of dear ones in each phase."""
    costs = Costs(fields)
    return replace(step, phases=tuple(cheap_first(phase, fields, costs) for phase in step.phases))


def cheap_first(phase: Effects, fields: Fields, costs: Costs) -> Effects:
    """A phase with conditions that stand behind an effect asked before it, and before dearer ones,
    in terms of the position at its beginning.
    """
    if has_attempt(phase):
        return phase
    known, ahead, behind = Assigned(fields), list[Effect](), list[Effect]()
    for effect in phase:
        if not behind and not written((effect,)):
            ahead.append(effect)
        elif (check := told_before(effect, known)) and is_dear(check, (*ahead, *behind), costs):
            dear = (i for i, e in enumerate(ahead) if is_dear(check, (e,), costs))
            ahead.insert(next(dear, len(ahead)), check)
        else:
            behind.append(effect)
        known.note(effect)
    return (*ahead, *behind)


def told_before(effect: Effect, known: Assigned) -> Check | None:
    """A check in terms of the position before others; None if it is not known there."""
    if not isinstance(effect, Check):
        return None
    told = known.told(effect.condition)
    if told is None or told.is_guarded or any(islice(told.parts, MOST_PARTS, None)):
        return None
    return replace(effect, condition=told)


def is_dear(check: Check, effects: Effects, costs: Costs) -> bool:
    """Whether one of some effects is a much dearer condition than another."""
    least = LITTLE + TIMES * costs.cost(check.condition)
    return any(isinstance(e, Check) and costs.cost(e.condition) > least for e in effects)
