"""Look-ahead: before a step is offered, C tests whether the turn can be completed after it."""

from __future__ import annotations

from interpreter.board.position import Pending
from interpreter.native.emit.ends import Ends
from interpreter.native.emit.terms.block import Block
from interpreter.native.ir import terms as t
from interpreter.native.ir.bounds import hurdles
from interpreter.native.ir.effects import Check, can_fail, needed, reads, written
from interpreter.native.ir.plan import StepPlan, is_set_up
from interpreter.native.ir.trees import Leaf, Tree, Way
from interpreter.native.passes.simplify import simplified
from interpreter.reference.turns import PASS

OF_GAMES = frozenset(("*", "history"))  # read of more than the fields of a state


class Lookahead(Ends):
    """Writes the tests that skip steps after which the turn cannot be completed."""

    def look_ahead(self, block: Block, step: StepPlan, fail: str) -> None:
        """Skip an instance after which the turn cannot be completed."""
        rest, is_only = step.step.rest, not step.step.earlier
        if is_only and (is_set_up(rest) or self.plan.is_sure(rest)):
            return
        following = self.only_step(rest) if is_only else None
        if following is not None:
            block.write("look_ahead();")
            self.look_through(block, step, following, fail)
            return
        sure = self.unit.fresh("sure") if is_only else ""
        done = self.done_if(rest) if is_only else t.FALSE
        if done != t.FALSE:
            self.look_through_end(block, step, done, sure)
        self.try_out(block, step)
        test = "goes_on(&u, &g, m)" if step.variable else self.goes_on_after(step, "&u, &g")
        block.write(f"if (!{test}) {fail}")
        if done != t.FALSE:
            block.write(f"{sure}:;")

    def try_out(self, block: Block, step: StepPlan) -> None:
        """Carry out an instance on copies of the state and the history."""
        block.write("State u = *s;")
        block.write("History g = *h;")
        block.write(f"apply_{'shared' if step.variable else step.number}(&u, &g, m);")

    def has_way(self, pending: Pending, state: str) -> str:
        """C for whether a pending turn can be completed."""
        if self.plan.is_sure(pending):
            return "true"
        return f"way_{self.plan.points[pending]}({state})"

    def goes_on_after(self, step: StepPlan, state: str) -> str:
        """C for whether the turn can be completed after a step that was just tried, and no earlier
        step has the same move.
        """
        rest = step.step.rest
        if is_set_up(rest):
            return "true"
        at_once = [f"ends_at_once({state})"] * any(e.end.at_once for e in self.plan.ends)
        ways = [self.has_way(pending, state) for pending in (*step.step.earlier, rest)]
        if not step.step.earlier:
            parts, sign = [*at_once, *ways], " || "
        else:
            parts, sign = [*(f"!{one}" for one in (*at_once, *ways[:-1])), ways[-1]], " && "
        return f"({sign.join(parts)})" if len(parts) > 1 else parts[0]

    def only_step(self, rest: Pending) -> t.Term | None:
        """The condition on a set under which a pending turn can be completed, if there is one.

        There is one for a single step with one parameter after which nothing can fail.
        """
        tree = self.plan.full_trees[rest]
        if not isinstance(tree, Leaf) or len(tree.steps) != 1 or tree.steps[0] is None:
            return None
        if any(e.end.at_once for e in self.plan.ends):
            return None
        step = self.plan.steps[tree.steps[0]]
        if step.step.choice_point is not None:  # others may choose, too
            return None
        if step.action is None or step.is_chance or step.refused or len(step.parameters) != 1:
            return None
        parameter = step.parameters[0]
        if parameter.loop.kind != "bits" or parameter.fixed is not None:
            return None
        if (
            can_fail(step.effects)
            or written(step.phases[0])
            or not self.plan.is_sure(step.step.rest)
        ):
            return None
        return simplified(self.plan, t.some(parameter.filtered))

    def look_through(self, block: Block, step: StepPlan, condition: t.Term, fail: str) -> None:
        """Skip an instance after which a condition does not hold, tested on copies of fields."""
        effects = tuple(e for e in step.effects if not isinstance(e, Check))
        with block.inside("{"), block.trial(({}, {})):
            self.count_passes(block, step)
            self.effects(block, needed(effects, condition.reads), True, "", [])
            self.no_passes(block)
            for hurdle in hurdles(condition, self.plan.layout):
                block.write(f"if (!{block.wrapped(hurdle)}) {fail}")

    def done_if(self, rest: Pending) -> t.Term:
        """A condition that copies of fields show, under which the rest may be left out, so that
        only the end of the turn can fail; FALSE where none is known.
        """
        return t.FALSE if self.plan.asks_stuck else done_if(self.plan.full_trees[rest])

    def look_through_end(self, block: Block, step: StepPlan, done: t.Term, sure: str) -> None:
        """Jump to `sure` if nothing need be done after a step and the turn can end there, tested on
        copies of fields.
        """
        hard = self.unit.fresh("hard")
        after = needed(self.plan.after)
        wanted = done.reads.union(*(reads(e) for e in after))
        with block.inside("{"), block.trial(({}, {})):
            effects = needed(tuple(e for e in step.effects if not isinstance(e, Check)), wanted)
            self.count_passes(block, step)
            self.effects(block, effects, True, "", [])
            if done != t.TRUE:
                block.write(f"if (!{block.wrapped(done)}) goto {hard};")
            block.places["turns"] = "wrap_add(s->turns, 1)"
            block.changed("turns")
            self.effects(block, after, True, f"goto {hard};", [])
            block.write(f"goto {sure};")
        block.write(f"{hard}:;")

    def count_passes(self, block: Block, step: StepPlan) -> None:
        """In a trial, update the number of consecutive passes as at the start of a step."""
        if step.step.name == PASS:
            block.places["passes"] = "wrap_add(s->passes, 1)"
            block.changed("passes")
        elif step.action is not None and not step.is_chance:
            self.no_passes(block)

    def no_passes(self, block: Block) -> None:
        """In a trial, set the number of consecutive passes to 0."""
        block.places["passes"] = "0"
        block.changed("passes")


def done_if(tree: Tree) -> t.Term:
    """A condition under which nothing need be done, for which no other turn is looked at."""
    if isinstance(tree, Leaf):
        return t.TRUE if None in tree.steps else t.FALSE
    yes, no = done_if(tree.yes), done_if(tree.no)
    if yes == no:
        return yes
    if isinstance(tree, Way) or tree.condition.reads & OF_GAMES:
        return t.FALSE
    return t.select(tree.condition, yes, no)
