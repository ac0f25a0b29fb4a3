"""What is known where an effect stands makes it simpler, and checks that cannot fail go."""

from __future__ import annotations

from dataclasses import replace

from interpreter.native.ir.facts import Facts
from interpreter.native.ir.layout.planes import Planes
from interpreter.native.ir.plan import Plan, StepPlan
from interpreter.native.ir.rewrite import in_steps


def use_facts(plan: Plan) -> None:
    """Make the effects of all steps simpler by what their parameters and checks tell."""
    board = Planes(plan.fields)
    in_steps(plan, lambda step: simpler(step, board))


def simpler(step: StepPlan, board: Planes) -> StepPlan:
    """A step with what is known at each place of it."""
    facts, parameters = Facts(board), []
    for parameter in step.parameters:
        domains = tuple(map(facts.simplified, parameter.domains))
        parameters.append(replace(parameter, domains=domains))
        facts.choose(parameter.loop, *domains)
    phases = tuple([facts.through(phase) for phase in step.phases])
    return replace(step, parameters=tuple(parameters), phases=phases)
