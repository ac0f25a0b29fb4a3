"""Simultaneous choices, as C functions.

While they choose, the state keeps the packed moves in `chosen`, each plus one, in the order of play
from the mover on; `decided` is how many seats have chosen or had nothing to choose.  The last
choice carries out all of them.
"""

from __future__ import annotations

from dataclasses import replace

from gdl.vocabulary.types import NUMBER
from interpreter.board.position import Pending
from interpreter.native.emit.kernels.templates import c_part
from interpreter.native.emit.shared_steps import Sharing
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.interface import STEP_BITS
from interpreter.native.ir.plan import Menu, Parameter, StepPlan
from interpreter.native.ir.values import Value


class Simultaneous(Sharing):
    """Writes the simultaneous choices of a game."""

    def simultaneous_menus(self) -> dict[int, Menu]:
        """The menus of which all choose at once, by the number of the point."""
        menus = (m for m in self.plan.menus.values() if m.is_simultaneous)
        return {self.plan.points[m.pending]: m for m in menus}

    def simultaneous_functions(self) -> str:
        """The C functions that find who is to choose, and that carry out what was chosen."""
        menus = self.simultaneous_menus()
        opened = "".join(
            f"    case {menu.number}: open_{point}(s, h); break;\n"
            for point, menu in menus.items()
        )
        if not menus:
            return c_part("arrive", opened="")
        steps = {s.number: s for menu in menus.values() for s in menu.steps}
        cases = "".join(
            f"    case {n}: {self.performed(steps[n])}\n        break;\n" for n in sorted(steps)
        )
        texts = [self.legal(steps[n]) for n in sorted(steps) if steps[n].action is not None]
        texts.append(c_part("carry_out", cases=cases, mask=(1 << STEP_BITS) - 1))
        for point, menu in menus.items():
            lists = " || ".join(self.listing(s, "&one", "1", True) for s in menu.steps)
            if self.plan.engine.rules.has_playing:
                lists = f"(s->v_playing.w[0] >> s->mover & 1) && ({lists})"
            texts.append(c_part("next_chooser", point=point, lists=lists))
        return "".join(texts) + c_part("arrive", opened=f"    switch (menu) {{\n{opened}    }}\n")

    def performed(self, step: StepPlan) -> str:
        """C that carries out a choice, if that is still possible."""
        is_legal = "" if step.action is None else f"if (legal_{step.number}(s, h, m)) "
        return f"{is_legal}apply_{step.number}(s, h, m);"

    def legal(self, step: StepPlan) -> str:
        """The C function for whether a move of a step is legal."""
        block = self.block()
        block.write("int32_t n = 0;")
        shift, parameters = STEP_BITS, []
        for place, p in enumerate(step.parameters):
            code = f"(int32_t)(given >> {shift} & {hex((1 << p.packing.bits) - 1)})"
            block.write(f"const int32_t given_{place} = {code} + {lowest(p)};")
            parameters.append(replace(p, fixed=Value(t.var(f"given_{place}", t.INT), p.type)))
            shift += p.packing.bits
        self.instances(block, replace(step, parameters=tuple(parameters)))
        return c_part("legal", number=step.number, body=block.text())

    def choices(self) -> str:
        """The C functions that add a choice, and go on where it is the last."""
        at_once = any(e.end.at_once for e in self.plan.ends)
        ends = "    if (ends_at_once(s, h)) return true;\n" if at_once else ""
        return "".join(
            c_part("choose", point=n, menu=menu.number, ends=ends, rest=self.after(menu.pending))
            for n, menu in self.simultaneous_menus().items()
        )

    def after(self, pending: Pending) -> str:
        """C for the point after all have chosen: the turn ends if the rest cannot be completed."""
        rest = pending[1:]
        number, end = self.plan.points[rest], self.plan.points[()]
        return str(number) if self.plan.is_sure(rest) else f"way_{number}(s, h) ? {number} : {end}"


def lowest(parameter: Parameter) -> int:
    """The value of a parameter that is packed as 0."""
    is_place = parameter.type == NUMBER and parameter.loop.kind != "range"
    return parameter.packing.low + (parameter.packing.offset if is_place else 0)
