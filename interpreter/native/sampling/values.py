"""Drawing the value of one parameter, from its domain or from a superset that is cheap to count."""

from __future__ import annotations

from interpreter.native.emit.terms.block import Block
from interpreter.native.emit.terms.lines import Base
from interpreter.native.ir import terms as t
from interpreter.native.ir.plan import Parameter, StepPlan
from interpreter.native.ir.terms import TRUE, Term
from interpreter.native.sampling.bounds import most, seen_singly, superset
from interpreter.native.sampling.pairs import Pairs


class Values(Pairs):
    """Writes the drawing of the value of a parameter."""

    def draw(
        self, block: Block, step: StepPlan, number: int, parameter: Parameter, fail: str, base: Base
    ) -> None:
        """Draw the value of one parameter."""
        is_independent = self.is_independent(step, number)
        is_element = parameter.fixed is None and parameter.loop.kind != "range"
        if is_element and parameter.filter != TRUE and not is_independent:
            self.draw_filtered(block, step, number, fail, base)
            return
        with block.trial(base):
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
        """Draw a number of a range, or of the longest possible one if it depends on others."""
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
        """Draw among the cells seen on the empty board, and test whether the cell is seen now."""
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
        """Draw an element of a set; an index below its largest size if it depends on others."""
        parameter = step.parameters[number]
        if not self.is_independent(step, number):
            most_here = self.most(block, step, number)
            self.draw_place(block, parameter, parameter.domains[0], most_here, fail)
            return
        domain = parameter.filtered
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
        """Draw an element of a domain that a filter narrows after earlier choices."""
        parameter = step.parameters[number]
        domain = parameter.domains[0]
        with block.trial(base):
            most_here = self.most(block, step, number)
            domain = t.var(block.named(domain, block.term(domain)), domain.type)
        narrowed = t.meet(domain, parameter.filter)
        self.draw_place(block, parameter, narrowed, most_here, fail)

    def most(self, block: Block, step: StepPlan, number: int) -> str:
        """C for an upper bound on the size of a domain, whatever was chosen before."""
        parameter = step.parameters[number]
        domain = parameter.domains[0]
        if self.is_dependent(step, number):
            return str(most(domain, parameter, self.layout))
        return block.term(t.count(domain))

    def draw_place(
        self, block: Block, parameter: Parameter, domain: Term, most_here: str, fail: str
    ) -> None:
        """Draw an index below `most_here`, and take the element of a set there if it has one."""
        place, made = block.unit.fresh("place"), block.term(domain)
        block.write(f"const int32_t {place} = (int32_t)rng_below(r, (uint32_t)({most_here}));")
        block.write(f"if ({place} >= {block.term(t.count(domain))}) {fail}")
        block.write(
            f"const int32_t {parameter.loop.name} = set{domain.type.size}_nth({made}, {place});"
        )
