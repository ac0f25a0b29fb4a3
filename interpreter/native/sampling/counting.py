"""Writes how many candidates a step has, from the records that say how it is drawn."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from interpreter.native.emit.shared_steps import Sharing
from interpreter.native.emit.terms.block import Block
from interpreter.native.ir import terms as t
from interpreter.native.ir.bounds import rank
from interpreter.native.ir.effects import Check, Effect
from interpreter.native.ir.terms import TRUE
from interpreter.native.sampling.records import Pairs, Pool, StepDraw, Value, Way


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
        """C for the number of candidates of a step."""
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
        """C for the number of pairs in each direction."""
        return [block.term(t.count(cells)) for cells, _ in pairs.sets]

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
        """C for the size of a set that is kept, where it is kept."""
        size = block.unit.fresh("n")
        block.write(f"int32_t {size};")
        with block.inside("if (kept) {", "} else {"):
            block.write(f"{size} = kept->n_{value.array};")
        with block.deeper():
            block.write(f"{size} = {block.term(t.count(value.sources[0]))};")
        block.write("}")
        return size


def is_plain(effect: Effect) -> bool:
    """Whether an effect only checks something."""
    return isinstance(effect, Check) and not effect.attempt
