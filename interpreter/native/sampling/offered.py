"""Steps as their instances are drawn: without attempts, or without smaller sets."""

from __future__ import annotations

from dataclasses import replace

from interpreter.native.ir.effects import before_attempts, needed
from interpreter.native.ir.plan import Menu, StepPlan
from interpreter.native.ir.terms import TRUE
from interpreter.native.sampling.records import Attempts, StepDraw, Way


def are_cells(step: StepPlan) -> bool:
    """Whether a step has parameters to be chosen: a cell, and one more or a few other values."""
    first, *others = step.parameters or (None,)
    return bool(others) and first is not None and first.loop.of == "cells" and all(
        p.fixed is None and (p.loop.kind == "range" or p.loop.of in ("cells", "codes"))
        for p in step.parameters
    )  # fmt: skip


def untried(step: StepPlan, menu: Menu) -> tuple[StepPlan, Attempts | None]:
    """A step without its attempts and what follows them, and these."""
    if not step.refused:
        return step, None
    *early, last = step.phases
    without = replace(step, phases=(*early, before_attempts(last)[0]))
    return without, Attempts(needed(step.effects), menu.steps)


def untightened(draw: StepDraw) -> StepPlan:
    """A step without the smaller sets that would be found for each try, where tests are quick."""
    step = draw.step
    phases, parameters = list(step.phases), list(step.parameters)
    for number, value in enumerate(draw.source if isinstance(draw.source, tuple) else ()):
        one = value.parameter
        if value.way == Way.PLACE and one.tests:
            phases[number + 1] = (*one.tests, *phases[number + 1])
            parameters[number] = replace(one, domains=(one.larger,), filter=TRUE)
    return replace(step, phases=tuple(phases), parameters=tuple(parameters))
