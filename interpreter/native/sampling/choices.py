"""Drawing for steps with two parameters where the domain of the second one takes a search.

Candidates of such a step are seldom legal, and each costs a search.  So the search is made once for
each value of the first parameter, and one of all pairs is drawn; one that turns out to be illegal
is dropped from them.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.native.emit.effects import sliced_phases
from interpreter.native.emit.terms.block import Block
from interpreter.native.emit.terms.lines import Base, invariants
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Check, Effects
from interpreter.native.ir.layout.layout import fit_stack
from interpreter.native.ir.plan import Menu, StepPlan
from interpreter.native.ir.terms import TRUE, Term
from interpreter.native.sampling.candidates import Candidates


class Choices:
    """Writes the drawing of one instance of such a step."""

    def __init__(self, candidates: Candidates):
        self.candidates, self.up = candidates, candidates.up

    def fit(self, menu: Menu) -> bool:
        """Whether a menu offers one such step and no other."""
        step = menu.steps[0]
        if len(menu.steps) > 1 or len(step.parameters) != 2 or step.refused or step.step.chosen:
            return False
        if any(p.loop.kind != "bits" or p.fixed is not None for p in step.parameters):
            return False
        second = step.parameters[1]
        return (
            fit_stack(step.parameters[0].packing.size, second.domains[0].type)
            and second.filter == TRUE
            and second.domains[0].is_search
            and self.candidates.is_independent(step, 0)
            and self.candidates.is_dependent(step, 1)
            and not self.candidates.has_superset(step, 1)
        )

    def draw(self, step: StepPlan) -> str:
        """The body of a C function that finds all pairs and draws until one is legal."""
        block = self.up.block()
        self.up.count_passes(block, step)
        base = block.base
        phases = sliced_phases(step)
        self.up.effects(block, phases[0], trial=True, fail="return 0;", last=[])
        starts = self.find(block, step, phases[1], base)
        with block.inside("for (; all; all--) {"), block.apart():
            self.one(block, step, starts, phases)
        block.write("return 0;")
        return block.text()

    def find(self, block: Block, step: StepPlan, effects: Effects, base: Base) -> str:
        """Find the second values for each first one; returns the C name of the set of the first."""
        first, second = step.parameters
        name, ways = first.loop.name, second.domains[0]
        kind, p = self.up.unit.c_type(ways.type), f"set{ways.type.size}"
        domain = first.filtered
        starts = block.named(domain, block.term(domain))
        block.write(f"{kind} ways[{first.packing.size}];")
        block.write("int32_t all = 0;")
        label = block.unit.fresh("none")
        with block.trial(base):
            for part in invariants(ways, frozenset((name,))):
                block.term(part)
        with block.loop(first.loop, (t.var(starts, domain.type),)), block.apart():
            block.write(f"ways[{name}] = ({kind}){{{{0}}}};")
            self.up.effects(block, effects, trial=True, fail=f"goto {label};", last=[])
            with block.trial(base):
                for needed in (*seeds(ways), ways):
                    if (larger := within(needed)) is not None:
                        block.write(f"if (!{block.wrapped(t.some(larger))}) goto {label};")
                block.write(f"ways[{name}] = {block.term(ways)};")
            block.write(f"all += {p}_count(ways[{name}]);")
            block.write(f"{label}:;")
        return starts

    def one(self, block: Block, step: StepPlan, starts: str, phases: tuple[Effects, ...]) -> None:
        """Draw one pair and play it, or drop it if it is not legal."""
        first, second = (p.loop.name for p in step.parameters)
        p, q = (f"set{each.domains[0].type.size}" for each in step.parameters)
        label = block.unit.fresh("next")
        block.write("int32_t place = (int32_t)rng_below(r, (uint32_t)all), here;")
        block.write(f"{self.up.unit.c_type(step.parameters[0].domains[0].type)} rest = {starts};")
        block.write(f"int32_t {first} = {p}_take(&rest);")
        with block.inside(f"while (place >= (here = {q}_count(ways[{first}]))) {{"):
            block.write("place -= here;")
            block.write(f"{first} = {p}_take(&rest);")
        block.write(f"const int32_t {second} = {q}_nth(ways[{first}], place);")
        done = tuple(e for e in phases[1] if not isinstance(e, Check))
        self.up.effects(block, (*done, *phases[2]), trial=True, fail=f"goto {label};", last=[])
        self.candidates.take(block, step, f"goto {label};")
        block.write(f"{label}:")
        block.write(f"{q}_drop(&ways[{first}], {second});")


def within(ways: Term) -> Term | None:
    """A superset that is computed without a search; None if there is none."""
    if ways.op == "flood":
        return within(ways.args[1])
    if ways.op == "meet":
        parts = [part for part in map(within, ways.args) if part is not None]
        if len(parts) > 1:
            return t.meet(*parts)
        return parts[0] if parts else None
    return None if ways.is_search else ways


def seeds(ways: Term) -> Iterator[Term]:
    """The sets from which searches begin: if one of them is empty, the result is."""
    if ways.op == "flood":
        yield ways.args[0]
        yield from seeds(ways.args[0])
    elif ways.op == "meet":
        for part in ways.args:
            yield from seeds(part)
