"""Candidates for a random move: how many there are, and drawing one of them.

A candidate is drawn from a set that holds all legal instances of a step and is cheap to count.
"""

from __future__ import annotations

from interpreter.native import terms as t
from interpreter.native.effects import can_fail, written
from interpreter.native.emit.ahead import fields_changed, menu_ahead
from interpreter.native.emit.block import Block
from interpreter.native.emit.bounds import most, seen_singly, superset
from interpreter.native.emit.domains import Base
from interpreter.native.emit.effects import sliced
from interpreter.native.emit.leads import hurdles
from interpreter.native.emit.pairs import Pairs
from interpreter.native.emit.shared import Sharing
from interpreter.native.plan import Menu, Parameter, StepPlan, is_set_up
from interpreter.native.terms import TRUE, Term


class Candidates(Pairs):
    """Writes the drawing of one instance of a step."""

    def __init__(self, emitter: Sharing):
        super().__init__(emitter)
        self.is_ahead = False  # whether what is drawn waits in the state

    def can_turn_fail(self) -> bool:
        """Whether what happens after a turn may refuse it."""
        return can_fail(self.up.plan.after)

    def is_exact(self, step: StepPlan) -> bool:
        """Whether all candidates of a step are legal."""
        return (
            not can_fail(step.effects)
            and not step.step.earlier
            and all(p.fixed is None for p in step.parameters)
            and all(self.is_independent(step, i) for i in range(len(step.parameters)))
            and not any(self.has_superset(step, i) for i in range(len(step.parameters)))
            and (self.up.plan.is_sure(step.step.rest) if not is_set_up(step.step.rest) else True)
        )

    def refuse_early(self, block: Block, step: StepPlan) -> None:
        """Where a step has one parameter: draw nothing if it may be nothing for a cheap reason."""
        if len(step.parameters) != 1 or not self.is_independent(step, 0):
            return
        parameter = step.parameters[0]
        if parameter.loop.kind != "bits" or parameter.fixed is not None:
            return
        if self.has_superset(step, 0):
            return
        domain = parameter.domains[0]
        if parameter.filter != TRUE:
            domain = t.meet(domain, parameter.filter)
        with self.before(block, (block.places, block.versions)):
            self.up.count_passes(block, step)
            for hurdle in hurdles(t.some(domain))[:-1]:
                block.write(f"if (!{block.wrapped(hurdle)}) return 0;")

    def count(self, block: Block, step: StepPlan) -> str:
        """How many candidates a step has."""
        with self.before(block, (block.places, block.versions)):
            self.up.count_passes(block, step)
            return self.count_there(block, step)

    def count_there(self, block: Block, step: StepPlan) -> str:
        """How many candidates a step has once it has begun."""
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
                domain = parameter.domains[0]
                if self.is_independent(step, number) and parameter.filter != TRUE:
                    domain = t.meet(domain, parameter.filter)
                factors.append(block.term(t.count(domain)))
        if not factors:
            return "1"
        name = block.unit.fresh("n")
        block.write(f"const int32_t {name} = {' * '.join(factors)};")
        return name

    def one(self, block: Block, step: StepPlan, place: str = "") -> None:
        """Try one candidate of a step; a place among them that has been drawn serves for a pair."""
        label = block.unit.fresh("next")
        fail = f"goto {label};"
        start = len(block.lines)
        places, versions = dict(block.places), dict(block.versions)
        self.up.count_passes(block, step)
        base = dict(block.places), dict(block.versions)
        stages = sliced(step.stages, step.parameters)
        self.up.effects(block, stages[0], trial=True, fail=fail, last=[])
        pairs = self.pair_sets(step)
        if pairs:
            self.draw_pair(block, step, pairs, fail, base, place)
        for number, parameter in enumerate(step.parameters):
            if not pairs:
                self.draw(block, step, number, parameter, fail, base)
            self.up.effects(block, stages[number + 1], trial=True, fail=fail, last=[])
        self.take(block, step, fail)
        block.places, block.versions = places, versions
        if any(fail in line for line in block.lines[start:]):
            block.write(f"{label}:;")

    def take(self, block: Block, step: StepPlan, fail: str) -> None:
        """Play what was drawn, unless the turn cannot go on after it."""
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
                self.up.leads(block, step, fail)
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
        """Carry a step out and draw the next one; put everything back if there is none."""
        fields = fields_changed(step)
        self.keep(block, fields)
        block.write(f"apply_{step.number}(s, h, m);")
        with block.inside(f"if (draw_ahead_{following.number}(s, h, r)) {{"):
            block.write("h->drawn = m;")
            block.write(f"go_on(s, h, {self.up.plan.points.number(step.step.rest)}, true);")
            block.write("return 1;")
        if "groups" in written(step.effects):
            block.write("unjoin_groups(&s->groups);")
        self.restore(block, fields)
        block.write(fail)

    def keep(self, block: Block, fields: list[str]) -> None:
        """Local copies of some fields.

        Not of the whole state: copying what was just written in parts makes processors wait.
        """
        for name in fields:
            field = self.up.plan.fields.all[name]
            for i in range(field.sizes[0]) if field.sizes else (None,):
                at = "" if i is None else f"[{i}]"
                kept = f"kept_{name}" if i is None else f"kept_{name}_{i}"
                block.write(f"const {field.storage} {kept} = s->{name}{at};")

    def restore(self, block: Block, fields: list[str]) -> None:
        """The fields as they were."""
        for name in fields:
            field = self.up.plan.fields.all[name]
            for i in range(field.sizes[0]) if field.sizes else (None,):
                at = "" if i is None else f"[{i}]"
                kept = f"kept_{name}" if i is None else f"kept_{name}_{i}"
                block.write(f"s->{name}{at} = {kept};")

    def draw(
        self, block: Block, step: StepPlan, number: int, parameter: Parameter, fail: str, base: Base
    ) -> None:
        """Draw the value of one parameter."""
        is_independent = self.is_independent(step, number)
        is_element = parameter.fixed is None and parameter.loop.kind != "range"
        if is_element and parameter.filter != TRUE and not is_independent:
            self.draw_filtered(block, step, number, fail, base)
            return
        with self.before(block, base):
            if parameter.fixed is not None:
                self.up.given(block, parameter, parameter.fixed, fail)
            elif parameter.loop.kind == "range":
                self.draw_number(block, parameter, is_independent, fail)
            elif self.has_superset(step, number):
                self.draw_superset(block, parameter, fail)
            else:
                self.draw_element(block, step, number, fail)

    def draw_number(
        self, block: Block, parameter: Parameter, is_independent: bool, fail: str
    ) -> None:
        """Draw a number of a range; of the longest that there can be, if it depends on others."""
        name = parameter.loop.name
        low, high = (block.term(d) for d in parameter.domains)
        if is_independent:
            length = f"(uint32_t)({high} - {low} + 1)"
            block.write(f"const int32_t {name} = {low} + (int32_t)rng_below(r, {length});")
            return
        size = parameter.packing.size
        block.write(f"const int32_t {name} = {low} + (int32_t)rng_below(r, {size});")
        block.write(f"if ({name} > {high}) {fail}")

    def draw_superset(self, block: Block, parameter: Parameter, fail: str) -> None:
        """Draw among the cells that are seen on the empty board, and ask whether one is seen."""
        domain, name = parameter.domains[0], parameter.loop.name
        place = block.unit.fresh("place")
        reached = superset(domain, self.layout)
        assert reached is not None
        cell, table, many = reached
        index = block.term(cell)
        longest = table.sizes[1]
        block.write(f"const int32_t {place} = (int32_t)rng_below(r, {longest});")
        block.write(f"if ({place} >= {block.unit.table(many)}[{index}]) {fail}")
        block.write(f"const int32_t {name} = {block.unit.table(table)}[{index}][{place}];")
        chosen = seen_singly(t.has(domain, t.var(name, t.INT)))
        block.write(f"if (!{block.wrapped(chosen)}) {fail}")

    def draw_element(self, block: Block, step: StepPlan, number: int, fail: str) -> None:
        """Draw an element of a set; of as many as there can be, if it depends on others."""
        parameter = step.parameters[number]
        domain = parameter.domains[0]
        if not self.is_independent(step, number):
            self.draw_place(block, parameter, domain, self.most(block, step, number), fail)
            return
        if parameter.filter != TRUE:
            domain = t.meet(domain, parameter.filter)
        name, p = parameter.loop.name, f"set{domain.type.size}"
        made, size = block.term(domain), block.term(t.count(domain))
        if domain.op == "const" and domain.data & (domain.data + 1) == 0:
            block.write(f"const int32_t {name} = (int32_t)rng_below(r, {size});")
        else:
            block.write(f"const int32_t {name} = {p}_nth({made}, "
                        f"(int32_t)rng_below(r, (uint32_t){size}));")  # fmt: skip

    def draw_filtered(
        self, block: Block, step: StepPlan, number: int, fail: str, base: Base
    ) -> None:
        """Draw an element of a set that what was chosen before has narrowed."""
        parameter = step.parameters[number]
        domain = parameter.domains[0]
        with self.before(block, base):
            most_here = self.most(block, step, number)
            domain = t.var(block.named(domain, block.term(domain)), domain.type)
        narrowed = t.meet(domain, parameter.filter)
        self.draw_place(block, parameter, narrowed, most_here, fail)

    def most(self, block: Block, step: StepPlan, number: int) -> str:
        """How many elements the domain of a parameter has at most, whatever was chosen before."""
        parameter = step.parameters[number]
        domain = parameter.domains[0]
        if self.is_dependent(step, number):
            return str(most(domain, parameter, self.layout))
        return block.term(t.count(domain))

    def draw_place(
        self, block: Block, parameter: Parameter, domain: Term, most_here: str, fail: str
    ) -> None:
        """Draw a place among so many, and the element of a set at that place if it has one."""
        place, made = block.unit.fresh("place"), block.term(domain)
        block.write(f"const int32_t {place} = (int32_t)rng_below(r, (uint32_t)({most_here}));")
        block.write(f"if ({place} >= {block.term(t.count(domain))}) {fail}")
        block.write(
            f"const int32_t {parameter.loop.name} = set{domain.type.size}_nth({made}, {place});"
        )
