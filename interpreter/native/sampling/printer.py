"""Writes the drawing of one instance of a step, from the records that say how."""

from __future__ import annotations

from interpreter.native.emit.terms.block import Block
from interpreter.native.emit.terms.lines import Base
from interpreter.native.ir import terms as t
from interpreter.native.ir.terms import TRUE, Term
from interpreter.native.sampling.pooling import Pooling
from interpreter.native.sampling.records import Attempts, Pairs, StepDraw, Value, Way


class Printer(Pooling):
    """Writes how many candidates a step has, and draws and plays one of them."""

    # ---- drawing ----

    def one(self, block: Block, draw: StepDraw, place: str = "") -> None:
        """Try one candidate of a step; a pair is the one at the index `place`, if that is given."""
        with block.leaving("next") as label:
            fail = f"goto {label};"
            with block.trial():
                self.up.count_passes(block, draw.step)
                base = block.base
                self.up.effects(block, draw.phases[0], True, fail, [])
                if isinstance(draw.source, Pairs):
                    self.pair(block, draw, draw.source, fail, base, place)
                for number, phase in enumerate(draw.phases[1:]):
                    if isinstance(draw.source, tuple):
                        self.value(block, draw.source[number], fail, base)
                    is_cheap = draw.is_late_dear and number < len(draw.phases) - 2
                    refused = f"goto early_{label};" if is_cheap else fail
                    self.up.effects(block, phase, True, refused, [])
                if draw.attempts is not None:
                    self.attempts(block, draw, draw.attempts, base, fail)
                self.finish(block, draw, fail)
            if draw.is_late_dear:
                block.write(f"if (false) early_{label}: if (spare) {{ spare--; tries++; }}")

    def value(self, block: Block, value: Value, fail: str, base: Base) -> None:
        if value.way == Way.PLACE and len(value.sources) > 1:
            self.filtered(block, value, fail, base)
            return
        with block.trial(base):
            match value.way:
                case Way.GIVEN:
                    assert value.parameter.fixed is not None
                    self.up.given(block, value.parameter, value.parameter.fixed, fail)
                case Way.RANGE | Way.OFFSET:
                    self.in_range(block, value, fail)
                case Way.ELEMENT:
                    drawn = self.element(block, value.sources[0])
                    block.write(f"const int32_t {value.parameter.loop.name} = {drawn};")
                case Way.KEPT:
                    self.kept(block, value)
                case Way.PLACE:
                    self.at_place(block, value, value.sources[0], block.term(value.size), fail)
                case Way.ROW:
                    self.in_row(block, value, fail)
            if value.residue != TRUE:
                block.write(f"if (!{block.wrapped(value.residue)}) {fail}")

    def in_range(self, block: Block, value: Value, fail: str) -> None:
        """Draw a number of a range, or an offset below the size of the longest possible one."""
        name = value.parameter.loop.name
        low, high = (block.term(d) for d in value.sources)
        if value.way == Way.RANGE:
            length = f"(uint32_t)({high} - {low} + 1)"
        else:
            length = block.term(value.size)
        block.write(f"const int32_t {name} = {low} + (int32_t)rng_below(r, {length});")
        if value.way == Way.OFFSET:
            block.write(f"if ({name} > {high}) {fail}")

    def in_row(self, block: Block, value: Value, fail: str) -> None:
        """Draw an entry of a row of a table."""
        place, index = block.unit.fresh("place"), block.term(value.sources[0])
        rows, lengths = map(block.unit.table, value.tables)
        block.write(f"const int32_t {place} = (int32_t)rng_below(r, {block.term(value.size)});")
        block.write(f"if ({place} >= {lengths}[{index}]) {fail}")
        block.write(f"const int32_t {value.parameter.loop.name} = {rows}[{index}][{place}];")

    def filtered(self, block: Block, value: Value, fail: str, base: Base) -> None:
        """Draw an element of a domain that a filter narrows after earlier choices."""
        domain, narrower = value.sources
        with block.trial(base):
            size = block.term(value.size)
            domain = t.var(block.named(domain, block.term(domain)), domain.type)
        self.at_place(block, value, t.meet(domain, narrower), size, fail)

    def at_place(self, block: Block, value: Value, domain: Term, size: str, fail: str) -> None:
        """Draw an index below `size`, and take the element of a set there if it has one."""
        place, made = block.unit.fresh("place"), block.term(domain)
        name, p = value.parameter.loop.name, f"set{domain.type.size}"
        block.write(f"const int32_t {place} = (int32_t)rng_below(r, (uint32_t)({size}));")
        block.write(f"if ({place} >= {block.term(t.count(domain))}) {fail}")
        block.write(f"const int32_t {name} = {p}_nth({made}, {place});")

    def pair(
        self, block: Block, draw: StepDraw, pairs: Pairs, fail: str, base: Base, drawn: str
    ) -> None:
        """Draw one of the pairs; `drawn` is its index, if that has been drawn before."""
        first, *others = (p.loop.name for p in draw.step.parameters)
        start = f"{first} + " if pairs.is_away else ""
        with block.trial(base):
            total = " + ".join(self.sizes(block, pairs))
            place = block.unit.fresh("place")
            block.write(f"int32_t {', '.join((first, *others))};")
            drawn = drawn or f"rng_below(r, (uint32_t)({total}))"
            block.write(f"int32_t {place} = (int32_t){drawn};")
            for number, (cells, *values) in enumerate(pairs.sets):
                size, made = block.term(t.count(cells)), block.term(cells)
                is_last = number == len(pairs.sets) - 1
                block.write("{" if is_last else f"if ({place} < {size}) {{")
                block.write(f"    {first} = set{cells.type.size}_nth({made}, {place});")
                for other, value in zip(others, values, strict=True):
                    block.write(f"    {other} = {start}{block.term(value)};")
                block.write("}" if is_last else f"}} else if ({place} -= {size}, true)")
        if pairs.residue != TRUE:
            chosen = t.has(pairs.residue, t.var(others[0], t.INT))
            block.write(f"if (!{block.wrapped(chosen)}) {fail}")

    def attempts(
        self, block: Block, draw: StepDraw, attempts: Attempts, base: Base, fail: str
    ) -> None:
        """Leave out an instance that was refused since the last action and would be again."""
        block.write(f"const bool again = {self.up.was_refused(draw.step)};")
        with block.inside("if (again) {"), block.trial(base):
            self.up.effects(block, attempts.effects, True, fail, [], failed=fail)

    # ---- sets that random games keep as arrays ----

    def kept(self, block: Block, value: Value) -> None:
        """Draw an entry of the array of a set, where it is kept; `at_NAME` is its place."""
        name, array = value.parameter.loop.name, value.array
        block.write(f"int32_t {name}, at_{name} = 0;")
        with block.inside("if (kept) {", "} else {"):
            block.write(f"at_{name} = (int32_t)rng_below(r, (uint32_t)kept->n_{array});")
            block.write(f"{name} = kept->at_{array}[at_{name}];")
        with block.deeper():
            block.write(f"{name} = {self.element(block, value.sources[0])};")
        block.write("}")
