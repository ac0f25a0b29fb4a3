"""Whether the turn can go on after a step, asked before the step is offered."""

from __future__ import annotations

from itertools import pairwise

from interpreter.native import terms as t
from interpreter.native.effects import Check, can_fail, needed, reads, written
from interpreter.native.emit.block import Block
from interpreter.native.emit.ends import Ends
from interpreter.native.lowering.trees import Leaf, Pending
from interpreter.native.passes.simplify import simplified
from interpreter.native.plan import StepPlan, is_set_up, is_surely_nothing
from interpreter.native.terms import TRUE
from interpreter.reference.turns import PASS


def hurdles(condition: t.Term) -> list[t.Term]:
    """Conditions that all have to hold, so that the dear ones are seldom asked.

    Sets meet only where all but those that take a search do.
    """
    if condition.op == "and":
        return [hurdle for part in condition.args for hurdle in hurdles(part)]
    if condition.op != "meets":
        return [condition]
    factors = sorted((f for a in condition.args for f in t.factors_of(a)), key=cost)
    found, common = [], factors[0]
    for factor, after in pairwise(factors):
        if factor is not factors[0]:
            common = t.meet(common, factor)
        if after.is_search and common is not factors[0]:
            found.append(t.some(common))
    return [*found, condition]


def cost(term: t.Term) -> int:
    """How long a set takes to work out, roughly."""
    if any(part.op == "fold" for part in term.parts):
        return 3
    return 2 if term.is_search else int(term.is_heavy)


class Leads(Ends):
    """Writes the tests that skip steps after which the turn cannot be completed."""

    def leads(self, block: Block, step: StepPlan, fail: str) -> None:
        """Skip an instance after which the turn cannot be completed."""
        rest = step.step.rest
        if step.step.earlier:
            self.leads_alone(block, step, fail)
            return
        if is_set_up(rest) or self.plan.is_sure(rest):
            return
        number = self.plan.points.number(rest)
        at_once = any(e.end.at_once for e in self.plan.ends)
        following = self.only_step(rest)
        if following is not None:
            block.write("look_ahead();")
            self.leads_to(block, step, following, fail)
            return
        sure = self.unit.fresh("sure")
        if self.is_simple_end(rest):
            self.leads_simply(block, step, sure)
        self.try_out(block, step)
        test = f"way_{number}(&u, &g)"
        if at_once:
            test = f"(ends_at_once(&u, &g) || {test})"
        if step.variable:
            test = "goes_on(&u, &g, m)"
        block.write(f"if (!{test}) {fail}")
        if self.is_simple_end(rest):
            block.write(f"{sure}:;")

    def try_out(self, block: Block, step: StepPlan) -> None:
        """Carry an instance out on copies."""
        block.write("State u = *s;")
        block.write("History g = *h;")
        block.write(f"apply_{'shared' if step.variable else step.number}(&u, &g, m);")

    def leads_alone(self, block: Block, step: StepPlan, fail: str) -> None:
        """Skip an instance that another step of the menu has, too, or that leads nowhere."""
        self.try_out(block, step)
        if step.variable:
            block.write(f"if (!goes_on(&u, &g, m)) {fail}")
            return
        if any(e.end.at_once for e in self.plan.ends):
            block.write(f"if (ends_at_once(&u, &g)) {fail}")
        for pending in step.step.earlier:
            block.write(f"if ({self.has_way(pending, '&u, &g')}) {fail}")
        block.write(f"if (!{self.has_way(step.step.rest, '&u, &g')}) {fail}")

    def has_way(self, pending: Pending, state: str) -> str:
        """Whether a pending turn has a way through, as C."""
        if self.plan.is_sure(pending):
            return "true"
        return f"way_{self.plan.points.number(pending)}({state})"

    def goes_on_after(self, step: StepPlan) -> str:
        """Whether a step that was tried out is not another one's and leads on, as C."""
        rest = step.step.rest
        if is_set_up(rest):
            return "true"
        at_once = any(e.end.at_once for e in self.plan.ends)
        way = self.has_way(rest, "s, h")
        if not step.step.earlier:
            return f"ends_at_once(s, h) || {way}" if at_once else way
        parts = ["!ends_at_once(s, h)"] if at_once else []
        parts += [f"!{self.has_way(pending, 's, h')}" for pending in step.step.earlier]
        return " && ".join((*parts, way))

    def only_step(self, rest: Pending) -> t.Term | None:
        """Whether a pending turn has a way through, as one condition on a set; None if it is not.

        That is so where it is a single step of one parameter, and nothing else can fail.
        """
        tree = self.plan.points.every[rest]
        if not isinstance(tree, Leaf) or len(tree.steps) != 1 or tree.steps[0] is None:
            return None
        if any(e.end.at_once for e in self.plan.ends):
            return None
        step = self.plan.steps[tree.steps[0]]
        if step.action is None or step.is_chance or step.refused or len(step.parameters) != 1:
            return None
        parameter = step.parameters[0]
        if parameter.loop.kind != "bits" or parameter.fixed is not None:
            return None
        if (
            can_fail(step.effects)
            or written(step.stages[0])
            or not self.plan.is_sure(step.step.rest)
        ):
            return None
        domain = parameter.domains[0]
        if parameter.filter != TRUE:
            domain = t.meet(domain, parameter.filter)
        return simplified(self.plan, t.some(domain))

    def leads_to(self, block: Block, step: StepPlan, condition: t.Term, fail: str) -> None:
        """Skip an instance after which a condition does not hold: tried on copies of fields."""
        places, versions = dict(block.places), dict(block.versions)
        effects = tuple(e for e in step.effects if not isinstance(e, Check))
        with block.inside("{"):
            block.places, block.versions = {}, {}
            self.count_passes(block, step)
            self.effects(block, needed(effects, condition.reads), True, "", [])
            self.no_passes(block)
            for hurdle in hurdles(condition):
                block.write(f"if (!{block.wrapped(hurdle)}) {fail}")
        block.places, block.versions = places, versions

    def is_simple_end(self, rest: Pending) -> bool:
        """Whether nothing more need be done, so that only the end of the turn can fail."""
        return is_surely_nothing(self.plan.points.every[rest])

    def leads_simply(self, block: Block, step: StepPlan, sure: str) -> None:
        """Go on at `sure` if the turn can end after a step: tried on copies of what it changes."""
        places, versions = dict(block.places), dict(block.versions)
        hard = self.unit.fresh("hard")
        after = needed(self.plan.after)
        wanted = frozenset().union(*(reads(e) for e in after))
        with block.inside("{"):
            effects = needed(tuple(e for e in step.effects if not isinstance(e, Check)), wanted)
            block.places = {}
            block.versions = {}
            block.places["turns"] = "wrap_add(s->turns, 1)"
            block.changed("turns")
            self.count_passes(block, step)
            self.effects(block, effects, True, "", [])
            self.effects(block, after, True, f"goto {hard};", [])
            block.write(f"goto {sure};")
        block.write(f"{hard}:;")
        block.places, block.versions = places, versions

    def count_passes(self, block: Block, step: StepPlan) -> None:
        """In a trial, the passes in a row once a step has begun."""
        if step.step.name == PASS:
            block.places["passes"] = "wrap_add(s->passes, 1)"
            block.changed("passes")
        elif step.action is not None and not step.is_chance:
            self.no_passes(block)

    def no_passes(self, block: Block) -> None:
        """In a trial, an action ends the passes."""
        block.places["passes"] = "0"
        block.changed("passes")
