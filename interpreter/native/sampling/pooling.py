"""Writes how many candidates there are, and the drawing from pools: all candidates of a menu are
found, and one of them is drawn.

Where they are dear to find, a value of the first parameter is drawn before those of the second are
found for it, with a number below the most values that the second can have.  If it has fewer, both
are drawn again, so that all pairs are equally likely.  What was found is kept.  All that is left is
found once hits are so rare that this takes less: whenever that is, no pair is preferred, since it
depends only on what was drawn before.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from interpreter.native.emit.shared_steps import Sharing
from interpreter.native.emit.terms.block import Block
from interpreter.native.emit.terms.lines import invariants
from interpreter.native.ir import terms as t
from interpreter.native.ir.bounds import rank
from interpreter.native.ir.effects import Check, Effect
from interpreter.native.ir.terms import TRUE, Term
from interpreter.native.sampling.finishing import Finishing
from interpreter.native.sampling.records import Pairs, Pool, StepDraw, Value, Way

TRIES = 64  # where a candidate that turns out to be illegal is not dropped from its pool


class Counting:
    """Writes how many outcomes drawing has."""

    def __init__(self, emitter: Sharing):
        self.up = emitter

    def count(self, block: Block, draw: StepDraw) -> str:
        """C for the number of candidates of a step: none where what it requires first fails.

        Not where it is dear to know, and not where nothing is to be chosen: a try takes less than
        a division by an unknown number.
        """
        with block.trial():
            self.up.count_passes(block, draw.step)
            first = itertools.takewhile(is_plain, draw.phases[0])
            required = t.and_(*(check.condition for check in first if isinstance(check, Check)))
            if required != TRUE and draw.step.parameters and rank(required) == 0:
                return f"({block.wrapped(required)} ? {self.candidates(block, draw)} : 0)"
            return self.candidates(block, draw)

    def candidates(self, block: Block, draw: StepDraw) -> str:
        with block.trial():
            if isinstance(draw.source, Pairs):
                return self.number(block, self.sizes(block, draw.source), " + ")
            assert not isinstance(draw.source, Pool)
            drawn = [v for v in draw.source if v.way != Way.GIVEN]
            return self.number(block, [self.size(block, v) for v in drawn], " * ")

    def number(self, block: Block, parts: Sequence[str], sign: str) -> str:
        """A name for the sum or product of some numbers."""
        if not parts:
            return "1"
        name = block.unit.fresh("n")
        block.write(f"const int32_t {name} = {sign.join(parts)};")
        return name

    def sizes(self, block: Block, pairs: Pairs) -> list[str]:
        return [block.term(t.count(cells)) for cells, *_ in pairs.sets]

    def size(self, block: Block, value: Value) -> str:
        """C for the number of outcomes of drawing a value."""
        if value.way == Way.ELEMENT:
            return block.term(t.count(value.sources[0]))
        if value.way == Way.KEPT:
            return self.kept_size(block, value)
        if value.way != Way.RANGE:
            return block.term(value.size)
        low, high = (block.term(d) for d in value.sources)
        length = block.unit.fresh("length")
        block.write(f"const int32_t {length} = {high} < {low} ? 0 : {high} - {low} + 1;")
        return length

    def kept_size(self, block: Block, value: Value) -> str:
        size = block.unit.fresh("n")
        block.write(f"int32_t {size};")
        with block.inside("if (kept) {", "} else {"):
            block.write(f"{size} = kept->n_{value.array};")
        with block.deeper():
            block.write(f"{size} = {block.term(t.count(value.sources[0]))};")
        block.write("}")
        return size


class Pooling(Counting, Finishing):
    """Writes how the candidates of steps are found, and one of them is drawn and played.

    One that turns out to be illegal is dropped, so that in the end none is left.
    """

    def pooled(self, draws: Sequence[StepDraw]) -> str:
        """The body of a C function that draws from the pools of some steps."""
        block = self.up.block()
        counts = [self.found(block, draw, draw.pool) for draw in draws]
        is_dropped = not any(draw.pool.extras for draw in draws)
        head = "for (;;)" if is_dropped else f"for (int32_t tries = {TRIES}; tries; tries--)"
        with block.inside(f"{head} {{"), block.apart():
            sizes = [self.left(block, draw, n) for draw, n in zip(draws, counts, strict=True)]
            block.write(f"const int32_t all = {' + '.join(sizes)};")
            block.write("if (all == 0) break;")
            block.write(f"int32_t place = {self.place(draws, sizes)};")
            for draw, count, size in zip(draws, counts, sizes, strict=True):
                with block.inside(f"if (place < {size}) {{"):
                    others = " + ".join(n for n in counts if n != count) or "0"
                    self.drawn(block, draw, draw.pool, count, others)
                    block.write("continue;")
                if draw is not draws[-1]:
                    block.write(f"place -= {size};")
        if is_dropped:
            block.write("return 0;")
        return block.text()

    # ---- finding ----

    def found(self, block: Block, draw: StepDraw, pool: Pool) -> str:
        """Find the candidates of a step; returns the C name of their number."""
        count, name = block.unit.fresh("n"), draw.step.number
        block.write(f"int32_t {count} = 0;")
        if pool.ways is not None:
            kind, declared = self.up.unit.c_type(pool.ways.type), " = {{0}}"
            if pool.outer is not None:
                outer = self.up.unit.c_type(pool.outer.type)
                block.write(f"{outer} outer_{name} = {{{{0}}}};")
                declared = f"[{draw.step.parameters[0].packing.size}]"
            block.write(f"{kind} ways_{name}{declared};")
        if pool.is_lazy:
            self.begin(block, draw, pool)
            return count
        with block.leaving("none") as label, block.inside("{"), block.trial():
            self.up.count_passes(block, draw.step)
            base = block.base
            self.up.effects(block, draw.phases[0], True, f"goto {label};", [])
            with block.trial(base):
                if pool.outer is None:
                    self.ways(block, draw, pool, "", count)
                else:
                    self.each(block, draw, pool, self.starts(block, draw, pool), count)
        if pool.extras:
            sizes = " * ".join(self.size(block, value) for value in pool.extras)
            block.write(f"{count} *= {sizes};")
        return count

    def starts(self, block: Block, draw: StepDraw, pool: Pool) -> str:
        """Find the values of the first parameter, and what candidates have in common."""
        assert pool.outer is not None and pool.ways is not None
        starts = f"outer_{draw.step.number}"
        block.write(f"{starts} = {block.term(pool.outer)};")
        for part in invariants(pool.ways, frozenset((draw.step.parameters[0].loop.name,))):
            block.term(part)
        return starts

    def each(self, block: Block, draw: StepDraw, pool: Pool, starts: str, count: str) -> None:
        """Find the candidates for each of some values of the first parameter."""
        assert pool.outer is not None and pool.ways is not None
        loop, base = draw.step.parameters[0].loop, block.base
        values = (t.var(starts, pool.outer.type),)
        with block.loop(loop, values), block.apart(), block.leaving("none") as label:
            index = f"[{loop.name}]"
            block.write(f"ways_{draw.step.number}{index} = "
                        f"({self.up.unit.c_type(pool.ways.type)}){{{{0}}}};")  # fmt: skip
            self.up.effects(block, draw.phases[1], True, f"goto {label};", [])
            with block.trial(base):
                self.ways(block, draw, pool, index, count)

    def ways(self, block: Block, draw: StepDraw, pool: Pool, index: str, count: str) -> None:
        """Find the candidates, for one value of the first parameter if there is an `index`."""
        if pool.ways is None:
            block.write(f"{count} = 1;")
            return
        ways = f"ways_{draw.step.number}{index}"
        block.write(f"{ways} = {block.term(pool.ways)};")
        block.write(f"{count} += set{pool.ways.type.size}_count({ways});")

    # ---- finding only what is drawn ----

    def begin(self, block: Block, draw: StepDraw, pool: Pool) -> None:
        """Find how many candidates there are at most, and whether to find them as needed."""
        assert pool.outer is not None
        name = draw.step.number
        with block.trial():
            self.up.count_passes(block, draw.step)
            starts = self.starts(block, draw, pool)
            block.write(f"const int32_t most_{name} = {block.term(pool.most)};")
        block.write(f"{self.up.unit.c_type(pool.outer.type)} found_{name} = {{{{0}}}};")
        block.write(f"const int32_t many_{name} = set{pool.outer.type.size}_count({starts});")
        block.write(f"const int32_t bound_{name} = many_{name} * most_{name};")
        few = f"many_{name} > 1 ? 1 : bound_{name} ? 0 : -1"
        block.write(f"int32_t mode_{name} = {few}; /* as needed, all next time, all */")

    def left(self, block: Block, draw: StepDraw, count: str) -> str:
        """C for the number of candidates of a step that are left, or may be."""
        if not draw.pool.is_lazy:
            return count
        size, name = block.unit.fresh("size"), draw.step.number
        block.write(f"const int32_t {size} = mode_{name} < 0 ? {count} : bound_{name};")
        return size

    def place(self, draws: Sequence[StepDraw], sizes: Sequence[str]) -> str:
        """C for a random place, or for one of a step whose candidates are all to be found."""
        before = [" + ".join(sizes[:i]) or "0" for i in range(len(sizes))]
        due = (f"mode_{draw.step.number} == 0 ? {first} : "
               for draw, first in zip(draws, before, strict=True) if draw.pool.is_lazy)
        return f"{''.join(due)}(int32_t)rng_below(r, (uint32_t)all)"

    def find(
        self, block: Block, draw: StepDraw, pool: Pool, rest: str, count: str, others: str
    ) -> None:  # fmt: skip
        """Find the candidates for the value of the first parameter that was drawn, or for all that
        are left; draw again where there are none at `place`.
        """
        assert pool.outer is not None and pool.ways is not None
        name, p = draw.step.number, f"set{pool.outer.type.size}"
        turn, todo, seen = map(block.unit.fresh, ("turn", "todo", "seen"))
        block.write(f"const int32_t {turn} = mode_{name};")
        with block.inside(f"if ({turn} > 0) {{"):
            block.write(f"{rest} = {p}_bit({p}_nth(outer_{name}, place / most_{name}));")
            block.write(f"place %= most_{name};")
        kind = self.up.unit.c_type(pool.outer.type)
        block.write(f"const {kind} {todo} = {p}_minus({rest}, found_{name});")
        with block.trial():
            self.up.count_passes(block, draw.step)
            self.each(block, draw, pool, todo, count)
        block.write(f"found_{name} = {p}_union(found_{name}, {todo});")
        with block.inside(f"if ({turn} == 0) {{"):
            block.write(f"mode_{name} = -1;")
            block.write("continue;")
        here = f"set{pool.ways.type.size}_count(ways_{name}[{p}_first({rest})])"
        with block.inside(f"if ({turn} > 0 && place >= {here}) {{"):
            block.write(f"const int64_t {seen} = {p}_count(found_{name});")
            hits = f"(({count} + most_{name}) * many_{name} / ({seen} + 1) + {others})"
            left = f"(many_{name} - {seen})"  # as many as a hit takes tries, or fewer?
            block.write(f"if ({hits} * {left} <= bound_{name}) mode_{name} = 0;")
            block.write("continue;")

    # ---- drawing ----

    def drawn(
        self, block: Block, draw: StepDraw, pool: Pool, count: str, others: str
    ) -> None:  # fmt: skip
        """Play the candidate at `place`, or drop it if it is not legal."""
        self.extras(block, pool)
        last = self.choose(block, draw, pool, count, others)
        found = 0 if pool.ways is None else 2 if pool.outer or pool.before else 1
        with block.leaving("next") as label, block.inside("{"), block.trial():
            fail = f"goto {label};"
            self.up.count_passes(block, draw.step)
            for number, phase in enumerate(draw.phases):  # all have passed the checks of the first
                left = (e for e in phase if number >= found or not isinstance(e, Check))
                self.up.effects(block, tuple(left), True, fail, [])
            self.finish(block, draw, fail)
        if not pool.extras:
            block.write(last)
            block.write(f"{count}--;")

    def extras(self, block: Block, pool: Pool) -> None:
        """Choose the values of the last parameters."""
        for value in pool.extras:
            size, domain = self.size(block, value), value.sources[0]
            chosen = self.nth(block, domain, f"place % {size}")
            block.write(f"const int32_t {value.parameter.loop.name} = {chosen};")
            block.write(f"place /= {size};")

    def choose(
        self, block: Block, draw: StepDraw, pool: Pool, count: str, others: str
    ) -> str:  # fmt: skip
        """Choose the values of the first parameters; returns C that drops the candidate."""
        if pool.ways is None:
            return ""
        names = [p.loop.name for p in draw.step.parameters]
        ways, p, chosen = f"ways_{draw.step.number}", f"set{pool.ways.type.size}", names[0]
        if pool.outer is not None:
            q, rest, here = f"set{pool.outer.type.size}", *map(block.unit.fresh, ("rest", "here"))
            kind = self.up.unit.c_type(pool.outer.type)
            block.write(f"{kind} {rest} = outer_{draw.step.number};")
            if pool.is_lazy:
                self.find(block, draw, pool, rest, count, others)
            block.write(f"int32_t {names[0]} = {q}_take(&{rest}), {here};")
            ways = f"{ways}[{names[0]}]"
            with block.inside(f"while (place >= ({here} = {p}_count({ways}))) {{"):
                block.write(f"place -= {here};")
                block.write(f"{names[0]} = {q}_take(&{rest});")
            chosen = names[1]
        if pool.before is not None:
            chosen = names[1]
        block.write(f"const int32_t {chosen} = {p}_nth({ways}, place);")
        if pool.before is not None:
            block.write(f"const int32_t {names[0]} = {block.term(pool.before)};")
        return f"{p}_drop(&{ways}, {chosen});"

    # ---- elements of sets ----

    def nth(self, block: Block, domain: Term, place: str) -> str:
        if domain.op == "const" and domain.data & (domain.data + 1) == 0:
            return place
        return f"set{domain.type.size}_nth({block.term(domain)}, {place})"

    def element(self, block: Block, domain: Term) -> str:
        size = block.term(t.count(domain))
        return self.nth(block, domain, f"(int32_t)rng_below(r, (uint32_t){size})")


def is_plain(effect: Effect) -> bool:
    """Whether an effect only checks something."""
    return isinstance(effect, Check) and not effect.attempt
