"""The passes that change a plan before it is written, in order.

A caller that wants to print a plan before and after each pass runs them one by one:

    for each in PASSES:
        apply(each, plan)
        print(each.name, show_plan(plan))
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from gdl.source.frozen import frozen
from interpreter.native.ir.plan import Plan
from interpreter.native.passes.candidates import keep_candidates
from interpreter.native.passes.forward import forward
from interpreter.native.passes.groups.changed import ask_changed
from interpreter.native.passes.groups.kept import grow
from interpreter.native.passes.images import keep_images
from interpreter.native.passes.inverse import inverse
from interpreter.native.passes.known import cases, use_facts
from interpreter.native.passes.loops.nest import nest
from interpreter.native.passes.loops.steps import go_on_together, witness
from interpreter.native.passes.loops.through import ask_whole
from interpreter.native.passes.loops.unroll import lift
from interpreter.native.passes.members import ask_members
from interpreter.native.passes.narrow import narrow
from interpreter.native.passes.patterns.kept import keep_patterns
from interpreter.native.passes.patterns.whole import write_shapes
from interpreter.native.passes.related import use_families, use_related
from interpreter.native.passes.simplify import simplify
from interpreter.native.passes.tighten import tighten
from interpreter.native.passes.values import keep_values


@frozen
class Pass:
    """A change of a whole plan: its name, what it does in a few words, and the function."""

    name: str
    does: str
    run: Callable[[Plan], None]


PASSES: tuple[Pass, ...] = (
    Pass("values", "keep the cells for which variables have each value", keep_values),
    Pass("lift", "make loops set algebra, or write them out", lift),
    Pass("whole", "ask whether any pattern is covered before one through a cell", ask_whole),
    Pass("families", "go through members that a code leaves", use_families),
    Pass("known", "leave out what is known where it stands", use_facts),
    Pass("tighten", "test each condition as early as can be", tighten),
    Pass("grow", "keep groups that only grow, instead of flooding", grow),
    Pass("patterns", "ask for patterns only where something changed", keep_patterns),
    Pass("shapes", "look for patterns by shifts or in a list", write_shapes),
    Pass("changed", "ask only the groups that changed", ask_changed),
    Pass("forward", "choose from the position before a step", forward),
    Pass("cases", "leave out what is known in a branch", cases),
    Pass("inverse", "ask which cells lead to one, not where each of many leads", inverse),
    Pass("simplify", "ask about all groups at once", simplify),
    Pass("edges", "search from all cells of an edge at once", go_on_together),
    Pass("related", "go through what a table has for a code, not through all", use_related),
    Pass("members", "ask all members of a family at once on small boards", ask_members),
    Pass("narrow", "choose from the members of a family that fit", narrow),
    Pass("images", "keep what the codes of a set lead to by a table", keep_images),
    Pass("nest", "test each condition of a loop as early as can be", nest),
    Pass("witness", "test the path found last before a search", witness),
    Pass("candidates", "find sets of candidates to keep in random games", keep_candidates),
)


def apply(each: Pass, plan: Plan) -> None:
    """Run one pass, unless it has run on this plan."""
    if each.name not in plan.passed:
        each.run(plan)
        plan.passed = (*plan.passed, each.name)


def optimise(plan: Plan, without: Collection[str] = ()) -> None:
    """Run all passes that have not run on a plan, but for those of the names `without`.

    The plan means the same with any of them.
    """
    for each in PASSES:
        if each.name not in without:
            apply(each, plan)
