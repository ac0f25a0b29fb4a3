"""Drawing a candidate for a random move, and playing it if it is legal.

A candidate is drawn from a set that holds all legal instances of a step and is cheap to count.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.native.emit.effects import sliced_phases
from interpreter.native.emit.shared_steps import Sharing
from interpreter.native.emit.terms.block import Block
from interpreter.native.ir import terms as t
from interpreter.native.ir.bounds import hurdles
from interpreter.native.ir.effects import Join, can_fail, inside, written
from interpreter.native.ir.plan import Menu, Plan, StepPlan, is_set_up
from interpreter.native.ir.trees import Leaf
from interpreter.native.sampling.bounds import most, superset
from interpreter.native.sampling.values import Values


class Candidates(Values):
    """Writes the counting of candidates, and the drawing of one instance of a step."""

    def __init__(self, emitter: Sharing):
        super().__init__(emitter)
        self.is_ahead = False  # whether the drawn move is left in the state, to be played later

    # ---- how many candidates a step has, and whether all of them are legal ----

    def can_turn_fail(self) -> bool:
        """Whether the effects at the end of a turn may refuse it."""
        return self.up.plan.may_be_refused

    def is_exact(self, step: StepPlan) -> bool:
        """Whether all candidates of a step are legal."""
        return (
            not can_fail(step.effects)
            and not step.step.earlier
            and not step.step.chosen
            and all(p.fixed is None for p in step.parameters)
            and all(self.is_independent(step, i) for i in range(len(step.parameters)))
            and not any(self.has_superset(step, i) for i in range(len(step.parameters)))
            and (is_set_up(step.step.rest) or self.up.plan.is_sure(step.step.rest))
        )

    def refuse_early(self, block: Block, step: StepPlan) -> None:
        """For a step with one parameter, return at once if cheap tests show an empty domain."""
        if len(step.parameters) != 1 or not self.is_independent(step, 0):
            return
        parameter = step.parameters[0]
        is_element = parameter.loop.kind == "bits" and parameter.fixed is None
        if not is_element or self.has_superset(step, 0):
            return
        with block.trial():
            self.up.count_passes(block, step)
            for hurdle in hurdles(t.some(parameter.filtered), self.layout)[:-1]:
                block.write(f"if (!{block.wrapped(hurdle)}) return 0;")

    def count(self, block: Block, step: StepPlan) -> str:
        """C for the number of candidates of a step."""
        with block.trial():
            self.up.count_passes(block, step)
            return self.count_there(block, step)

    def count_there(self, block: Block, step: StepPlan) -> str:
        """C for the number of candidates of a step that has begun."""
        pairs = self.pair_sets(step)
        if pairs:
            return self.count_pairs(block, pairs)
        factors = []
        for number, parameter in enumerate(step.parameters):
            if parameter.fixed is not None:
                continue
            reached = superset(parameter.domains[0], self.layout)
            if reached is not None and self.has_superset(step, number):
                factors.append(str(reached[1].sizes[1]))
                continue
            if not self.is_independent(step, number) and self.is_dependent(step, number):
                factors.append(str(most(parameter.domains[0], parameter, self.layout)))
            elif parameter.loop.kind == "range":
                low, high = (block.term(d) for d in parameter.domains)
                length = block.unit.fresh("length")
                block.write(f"const int32_t {length} = {high} < {low} ? 0 : {high} - {low} + 1;")
                factors.append(length)
            else:
                is_known = self.is_independent(step, number)
                domain = parameter.filtered if is_known else parameter.domains[0]
                factors.append(block.term(t.count(domain)))
        if not factors:
            return "1"
        name = block.unit.fresh("n")
        block.write(f"const int32_t {name} = {' * '.join(factors)};")
        return name

    # ---- drawing ----

    def one(self, block: Block, step: StepPlan, place: str = "") -> None:
        """Try one candidate of a step; a pair is the one at the index `place`, if that is given."""
        label = block.unit.fresh("next")
        fail = f"goto {label};"
        start = len(block.lines)
        with block.trial():
            self.up.count_passes(block, step)
            base = block.base
            phases = sliced_phases(step)
            self.up.effects(block, phases[0], trial=True, fail=fail, last=[])
            pairs = self.pair_sets(step)
            if pairs:
                self.draw_pair(block, step, pairs, fail, base, place)
            for number, parameter in enumerate(step.parameters):
                if not pairs:
                    self.draw(block, step, number, parameter, fail, base)
                self.up.effects(block, phases[number + 1], trial=True, fail=fail, last=[])
            self.take(block, step, fail)
        if any(fail in line for line in block.lines[start:]):
            block.write(f"{label}:;")

    def take(self, block: Block, step: StepPlan, fail: str) -> None:
        """Play what was drawn, unless the turn cannot be completed after it."""
        with block.inside("{"):
            block.write(f"const Move m = {self.up.packed(step)};")
            following = None if step.variable else menu_ahead(self.up.plan, step)
            take = "take_shared" if step.variable else f"take_{step.number}"
            if self.is_ahead:
                block.write("s->ahead = m + 1;")
                block.write("return 1;")
            elif following is not None:
                self.draw_ahead(block, step, following, fail)
            elif (
                step.step.rest or not step.step.is_alone or not self.can_turn_fail()
                or is_set_up(step.step.rest)
            ):  # fmt: skip
                block.write("h->drawn = m;")
                self.up.look_ahead(block, step, fail)
                block.write(f"{take}(s, h, m, true);")
                block.write("return 1;")
            else:
                block.write("h->drawn = m;")
                fields = written(step.effects) | written(self.up.plan.after)
                fields |= {"turns", "passes", "last"}
                self.keep(block, sorted(fields))
                block.write(f"if ({take}(s, h, m, true)) return 1;")
                self.restore(block, sorted(fields))

    def draw_ahead(self, block: Block, step: StepPlan, following: Menu, fail: str) -> None:
        """Carry out a step and draw the next one; restore the state if there is none."""
        fields = fields_changed(step)
        self.keep(block, fields)
        block.write(f"apply_{step.number}(s, h, m);")
        with block.inside(f"if (draw_ahead_{following.number}(s, h, r)) {{"):
            block.write("h->drawn = m;")
            block.write(f"go_on(s, h, {self.up.plan.points[step.step.rest]}, true);")
            block.write("return 1;")
        if "groups" in written(step.effects):
            block.write("unjoin_groups(&s->groups);")
        self.restore(block, fields)
        block.write(fail)

    def keep(self, block: Block, fields: list[str]) -> None:
        """Save some fields in local copies.

        Not the whole state: copying what was just written in parts stalls the processor.
        """
        for storage, kept, place in self.entries(fields):
            block.write(f"const {storage} {kept} = {place};")

    def restore(self, block: Block, fields: list[str]) -> None:
        """Restore fields from their local copies."""
        for _, kept, place in self.entries(fields):
            block.write(f"{place} = {kept};")

    def entries(self, fields: list[str]) -> Iterator[tuple[str, str, str]]:
        """For each entry of some fields its C type, the name of its copy, and its place."""
        for name in fields:
            field = self.up.plan.fields.all[name]
            if not field.sizes:
                yield field.storage, f"kept_{name}", f"s->{name}"
            for i in range(field.sizes[0] if field.sizes else 0):
                yield field.storage, f"kept_{name}_{i}", f"s->{name}[{i}]"


# ---- drawing ahead: the next action of a turn, drawn while the one before it is tried -----------
#
# Where an action is legal only if another one can follow it, it is carried out and the next one is
# drawn.  If there is none, the state is restored; else the drawn move waits in the state (`ahead`)
# until it is due, so that nothing is computed twice.


def menu_ahead(plan: Plan, step: StepPlan) -> Menu | None:
    """The menu to draw from to find out whether a step is legal; None if that is impossible."""
    rest = step.step.rest
    if not rest or is_set_up(rest) or step.refused or not step.step.is_alone:
        return None
    if step.step.begins or step.step.goes_round:
        return None
    if plan.is_sure(rest) or plan.may_be_refused or any(e.end.at_once for e in plan.ends):
        return None
    tree = plan.trees[rest]
    if tree != plan.full_trees[rest] or not isinstance(tree, Leaf) or None in tree.steps:
        return None
    menu = plan.menu(rest, tree.steps)
    is_last = all(
        not (s.is_chance or s.refused or s.step.choice_point) and plan.is_sure(s.step.rest)
        for s in menu.steps
    )
    return menu if is_last and can_undo(plan, step) else None


def can_undo(plan: Plan, step: StepPlan) -> bool:
    """Whether the changes that a step makes to the groups that are kept can be undone."""
    joins, regions = [e for e in inside(step.effects) if isinstance(e, Join)], plan.regions
    return regions is None or not joins or (
        len(joins) == 1 and joins[0] in step.effects  # once, and unconditionally
        and regions.keeps_sizes and not regions.conditions
    )  # fmt: skip


def fields_changed(step: StepPlan) -> list[str]:
    """The fields to restore after a step, except the groups."""
    return sorted(written(step.effects) - {"groups", "weight"} | {"passes"})
