"""Writes the drawing of one instance of a step, from the records that say how."""

from __future__ import annotations

from interpreter.native.emit.terms.block import Block
from interpreter.native.emit.terms.lines import Base, invariants
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Check, Effects
from interpreter.native.ir.terms import TRUE, Term
from interpreter.native.sampling.counting import Counting
from interpreter.native.sampling.finishing import Finishing
from interpreter.native.sampling.records import Pairs, Searches, StepDraw, Value, Way


class Printer(Counting, Finishing):
    """Writes how many candidates a step has, and draws and plays one of them."""

    # ---- drawing ----

    def one(self, block: Block, draw: StepDraw, place: str = "") -> None:
        """Try one candidate of a step; a pair is the one at the index `place`, if that is given."""
        label = block.unit.fresh("next")
        fail = f"goto {label};"
        start = len(block.lines)
        with block.trial():
            self.up.count_passes(block, draw.step)
            base = block.base
            self.up.effects(block, draw.phases[0], trial=True, fail=fail, last=[])
            if isinstance(draw.source, Pairs):
                self.pair(block, draw, draw.source, fail, base, place)
            for number, phase in enumerate(draw.phases[1:]):
                if isinstance(draw.source, tuple):
                    self.value(block, draw.source[number], fail, base)
                self.up.effects(block, phase, trial=True, fail=fail, last=[])
            self.finish(block, draw, fail)
        if any(fail in line for line in block.lines[start:]):
            block.write(f"{label}:;")

    def value(self, block: Block, value: Value, fail: str, base: Base) -> None:
        """Draw the value of one parameter."""
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

    def element(self, block: Block, domain: Term) -> str:
        """C that draws an element of a set."""
        made, size = block.term(domain), block.term(t.count(domain))
        if domain.op == "const" and domain.data & (domain.data + 1) == 0:
            return f"(int32_t)rng_below(r, {size})"
        return f"set{domain.type.size}_nth({made}, (int32_t)rng_below(r, (uint32_t){size}))"

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
        first, second = (p.loop.name for p in draw.step.parameters)
        with block.trial(base):
            total = " + ".join(self.sizes(block, pairs))
            place = block.unit.fresh("place")
            block.write(f"int32_t {first}, {second};")
            drawn = drawn or f"rng_below(r, (uint32_t)({total}))"
            block.write(f"int32_t {place} = (int32_t){drawn};")
            for number, (cells, bits) in enumerate(pairs.sets):
                size, made = block.term(t.count(cells)), block.term(cells)
                is_last = number == len(pairs.sets) - 1
                block.write("{" if is_last else f"if ({place} < {size}) {{")
                block.write(f"    {first} = set{cells.type.size}_nth({made}, {place});")
                block.write(f"    {second} = {first} + {bits};")
                block.write("}" if is_last else f"}} else if ({place} -= {size}, true)")
        if pairs.residue != TRUE:
            chosen = t.has(pairs.residue, t.var(second, t.INT))
            block.write(f"if (!{block.wrapped(chosen)}) {fail}")

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

    # ---- searches ----

    def searched(self, draw: StepDraw, searches: Searches) -> str:
        """The body of a C function that finds all pairs and draws until one is legal."""
        block = self.up.block()
        self.up.count_passes(block, draw.step)
        base = block.base
        self.up.effects(block, draw.phases[0], trial=True, fail="return 0;", last=[])
        starts = self.search(block, draw, searches, base)
        with block.inside("for (; all; all--) {"), block.apart():
            self.found(block, draw, starts)
        block.write("return 0;")
        return block.text()

    def search(self, block: Block, draw: StepDraw, searches: Searches, base: Base) -> str:
        """Find the second values for each first one; returns the C name of the set of the first."""
        first, ways = draw.step.parameters[0], searches.ways
        name, domain = first.loop.name, first.filtered
        kind, p = self.up.unit.c_type(ways.type), f"set{ways.type.size}"
        starts = block.named(domain, block.term(domain))
        block.write(f"{kind} ways[{first.packing.size}];")
        block.write("int32_t all = 0;")
        label = block.unit.fresh("none")
        with block.trial(base):
            for part in invariants(ways, frozenset((name,))):
                block.term(part)
        with block.loop(first.loop, (t.var(starts, domain.type),)), block.apart():
            block.write(f"ways[{name}] = ({kind}){{{{0}}}};")
            fail = f"goto {label};"
            self.up.effects(block, draw.phases[1], trial=True, fail=fail, last=[])
            with block.trial(base):
                for hurdle in searches.hurdles:
                    block.write(f"if (!{block.wrapped(hurdle)}) {fail}")
                block.write(f"ways[{name}] = {block.term(ways)};")
            block.write(f"all += {p}_count(ways[{name}]);")
            block.write(f"{label}:;")
        return starts

    def found(self, block: Block, draw: StepDraw, starts: str) -> None:
        """Draw one of the pairs that were found and play it, or drop it if it is not legal."""
        first, second = (p.loop.name for p in draw.step.parameters)
        p, q = (f"set{each.domains[0].type.size}" for each in draw.step.parameters)
        label = block.unit.fresh("next")
        fail = f"goto {label};"
        kind = self.up.unit.c_type(draw.step.parameters[0].domains[0].type)
        block.write("int32_t place = (int32_t)rng_below(r, (uint32_t)all), here;")
        block.write(f"{kind} rest = {starts};")
        block.write(f"int32_t {first} = {p}_take(&rest);")
        with block.inside(f"while (place >= (here = {q}_count(ways[{first}]))) {{"):
            block.write("place -= here;")
            block.write(f"{first} = {p}_take(&rest);")
        block.write(f"const int32_t {second} = {q}_nth(ways[{first}], place);")
        done: Effects = tuple(e for e in draw.phases[1] if not isinstance(e, Check))
        self.up.effects(block, (*done, *draw.phases[2]), trial=True, fail=fail, last=[])
        self.finish(block, draw, fail)
        block.write(f"{label}:")
        block.write(f"{q}_drop(&ways[{first}], {second});")
