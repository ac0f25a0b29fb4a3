"""Writes the playing of what was drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.native.emit.shared_steps import Sharing
from interpreter.native.emit.terms.block import Block
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import written
from interpreter.native.ir.layout.fields import Field
from interpreter.native.sampling.records import Finish, StepDraw

MAX_ENTRIES = 8  # of an array that is saved one by one: a compiler needs long for more


class Finishing:
    """Writes how a drawn instance is played, and undone where it turns out to be illegal."""

    def __init__(self, emitter: Sharing):
        self.up = emitter

    def finish(self, block: Block, draw: StepDraw, fail: str) -> None:
        """Play what was drawn, unless the turn cannot be completed after it."""
        step = draw.step
        take = "take_shared" if step.variable else f"take_{step.number}"
        with block.inside("{"):
            block.write(f"const Move m = {self.up.packed(step)};")
            if draw.finish == Finish.STORE:
                block.write("s->ahead = m + 1;")
                block.write("return 1;")
            elif draw.finish == Finish.AHEAD:
                self.ahead(block, draw, fail)
            elif draw.finish == Finish.COMMIT:
                self.commit(block, draw)
            elif draw.finish == Finish.LOOK:
                block.write("h->drawn = m;")
                self.up.look_ahead(block, step, fail)
                self.take_out(block, draw, False)
                block.write(f"{take}(s, h, m, true);")
                self.take_out(block, draw, True)
                block.write("return 1;")
            else:
                block.write("h->drawn = m;")
                self.keep(block, draw.fields)
                with block.inside(f"if ({take}(s, h, m, true)) {{"):
                    self.take_out(block, draw, False)
                    self.take_out(block, draw, True)
                    block.write("return 1;")
                self.restore(block, draw.fields)

    def ahead(self, block: Block, draw: StepDraw, fail: str) -> None:
        """Carry out a step and draw the next one; restore the state if there is none."""
        step, following = draw.step, draw.following
        assert following is not None
        self.keep(block, draw.fields)
        block.write(f"apply_{step.number}(s, h, m);")
        with block.inside(f"if (draw_ahead_{following.number}(s, h, r, kept)) {{"):
            block.write("h->drawn = m;")
            block.write(f"go_on(s, h, {self.up.plan.points[step.step.rest]}, true);")
            self.take_out(block, draw, False)
            self.take_out(block, draw, True)
            block.write("return 1;")
        if "groups" in written(step.effects):
            block.write("unjoin_groups(&s->groups);")
        self.restore(block, draw.fields)
        block.write(fail)

    def commit(self, block: Block, draw: StepDraw) -> None:
        """Make the copies of fields on which a step was checked the position after it."""
        step = draw.step
        block.write("h->drawn = m;")
        self.take_out(block, draw, False)
        for name, made in block.places.items():
            place = f"s->{name}"
            if self.up.plan.fields.all[name].sizes:
                block.write(f"memcpy({place}, {made}, sizeof {made});")
            else:
                block.write(f"{place} = {made};")
        at_once = "!ends_at_once(s, h)" if any(e.end.at_once for e in self.up.plan.ends) else ""
        block.write(f"{f'if ({at_once}) ' if at_once else ''}{self.up.goes_on(step, 'true')};")
        self.take_out(block, draw, True)
        block.write("return 1;")

    def keep(self, block: Block, fields: Sequence[str]) -> None:
        """Save some fields in local copies.

        Not the whole state: copying what was just written in parts stalls the processor.
        """
        for place, kept, field in self.saved(fields):
            if not field.sizes:
                block.write(f"const {field.storage} {kept} = {place};")
            elif field.sizes[0] > MAX_ENTRIES:
                block.write(f"{field.storage} {kept}[{field.sizes[0]}];")
                block.write(f"memcpy({kept}, {place}, sizeof {kept});")
            else:
                for i in range(field.sizes[0]):
                    block.write(f"const {field.storage} {kept}_{i} = {place}[{i}];")

    def restore(self, block: Block, fields: Sequence[str]) -> None:
        """Restore fields from their local copies."""
        for place, kept, field in self.saved(fields):
            if not field.sizes:
                block.write(f"{place} = {kept};")
            elif field.sizes[0] > MAX_ENTRIES:
                block.write(f"memcpy({place}, {kept}, sizeof {kept});")
            else:
                for i in range(field.sizes[0]):
                    block.write(f"{place}[{i}] = {kept}_{i};")

    def saved(self, fields: Sequence[str]) -> Iterator[tuple[str, str, Field]]:
        """For each of some fields its place, the name of its copy, and what it is."""
        for name in fields:
            yield f"s->{name}", f"kept_{name}", self.up.plan.fields.all[name]

    def take_out(self, block: Block, draw: StepDraw, is_done: bool) -> None:
        """Take what was chosen out of the arrays: surely before a step, else once it is done."""
        for taken in (one for one in draw.taken if one.is_sure != is_done):
            array, n = f"kept->at_{taken.array}", f"kept->n_{taken.array}"
            there = f"{array}[at_{taken.name}] = {array}[--{n}];"
            if taken.is_sure:
                block.write(f"if (kept) {there}")
            elif not taken.name:
                block.write(f"if (kept) list_kept_{taken.array}(kept, s);")
            else:
                with block.trial(({}, {})):
                    for field in taken.domain.reads:
                        block.changed(field)
                    chosen = t.has(taken.domain, t.var(taken.name, t.INT))
                    block.write(f"if (kept && !{block.wrapped(chosen)}) {there}")
