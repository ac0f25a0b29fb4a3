"""Writes the playing of what was drawn."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.native.emit.shared_steps import Sharing
from interpreter.native.emit.terms.block import Block
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import written
from interpreter.native.sampling.records import Finish, StepDraw

MAX_ENTRIES = 8  # of an array that is saved one by one: a compiler needs long for more


class Finishing:
    """Writes how a drawn instance is played, and undone where it turns out to be illegal."""

    up: Sharing

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
                if draw.attempts is not None:
                    left = self.up.any_of(draw.attempts.steps)
                    refused = f"!again && {self.up.was_refused(step)}"
                    block.write(f"if ({refused} && !({left})) return 0;")
                block.write("return 1;")
            else:
                block.write("h->drawn = m;")
                self.save(block, draw.fields)
                with block.inside(f"if ({take}(s, h, m, true)) {{"):
                    self.take_out(block, draw, False)
                    self.take_out(block, draw, True)
                    block.write("return 1;")
                self.save(block, draw.fields, back=True)

    def ahead(self, block: Block, draw: StepDraw, fail: str) -> None:
        """Carry out a step and draw the next one; restore the state if there is none."""
        step, following = draw.step, draw.following
        assert following is not None
        self.save(block, draw.fields)
        block.write(f"apply_{step.number}(s, h, m);")
        with block.inside(f"if (draw_ahead_{following.number}(s, h, r, kept)) {{"):
            block.write("h->drawn = m;")
            block.write(f"go_on(s, h, {self.up.plan.points[step.step.rest]}, true);")
            self.take_out(block, draw, False)
            self.take_out(block, draw, True)
            block.write("return 1;")
        if "groups" in written(step.effects):
            block.write("unjoin_groups(&s->groups);")
        self.save(block, draw.fields, back=True)
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

    def save(self, block: Block, fields: Sequence[str], back: bool = False) -> None:
        """Save some fields in local copies, or bring them `back`.

        Not the whole state: copying what was just written in parts stalls the processor.
        """
        for name in fields:
            place, kept, field = f"s->{name}", f"kept_{name}", self.up.plan.fields.all[name]
            count = field.sizes[0] if field.sizes else 0
            if count > MAX_ENTRIES:
                if not back:
                    block.write(f"{field.storage} {kept}[{count}];")
                ends = (place, kept) if back else (kept, place)
                block.write(f"memcpy({ends[0]}, {ends[1]}, sizeof {kept});")
                continue
            for at, end in [(f"[{i}]", f"_{i}") for i in range(count)] or [("", "")]:
                one = f"{place}{at} = {kept}{end};"
                block.write(one if back else f"const {field.storage} {kept}{end} = {place}{at};")

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
