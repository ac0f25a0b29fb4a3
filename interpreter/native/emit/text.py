"""The plan of a game as C: the state, and a function for each step, menu and point.

`c_text` gives the text of one game, to be put between `c/base.h` and the run-time files of `c/`.
Everything is a static function; identical plans give identical text.
"""

from __future__ import annotations

from interpreter.native.emit.draw import Draws
from interpreter.native.emit.ends import t_uses_stuck
from interpreter.native.emit.facts import facts
from interpreter.native.emit.start import Starts
from interpreter.native.emit.templates import FIRST
from interpreter.native.passes.pipeline import optimise
from interpreter.native.plan import Plan


def c_text(plan: Plan) -> str:
    """The C of a game."""
    optimise(plan)
    return Emitter(plan).text()


class Emitter(Starts):
    """Writes the C of one game."""

    def text(self) -> str:
        """The whole text."""
        functions = "\n".join([self.derived(), *self.functions()])
        groups = self.groups()
        return "\n".join([self.head(), self.state(), *self.constants(),
                          *self.unit.helpers.values(), *groups, functions])  # fmt: skip

    def functions(self) -> list[str]:
        """All functions, each after those that it calls."""
        of_turn = sorted(n for n in self.plan.fields.all if n.startswith(("refused_", "left_")))
        clear = "".join(f"    memset(&s->{n}, 0, sizeof s->{n});\n" for n in of_turn)
        found = [FIRST.replace("CLEAR", clear)]
        found.append(self.times_seen())
        if any(t_uses_stuck(e) for e in self.plan.ends):
            found.append("static bool is_stuck(const State *s, const History *h);\n")
        found.append(self.finish())
        found += [self.end(i, e) for i, e in enumerate(self.plan.ends)]
        found.append(self.ends(at_once=True))
        found.append(self.ends(at_once=False))
        if self.late:
            found.append(self.ends(at_once=False, lazily=True))
        for pending in self.plan.points.numbers:
            if not self.plan.is_sure(pending):
                number = self.plan.points.number(pending)
                found.append(f"static bool way_{number}(const State *s, const History *h);\n")
        found.append(self.shared_head())
        for step in self.plan.ordered_steps:
            found += self.shared_steps(step)
            found.append(self.apply(step))
            found.append(self.list(step))
        found.append(self.shared_tail())
        for pending in self.plan.points.numbers:
            if not self.plan.is_sure(pending):
                found.append(self.way(pending))
        found.append(self.turns())
        found += [self.resolve(p) for p in self.plan.points.numbers]
        found.append(self.go_on())
        found += [self.take(s) for s in self.plan.ordered_steps]
        found += [self.moves(), self.shared_takes()]
        found.append(facts(self.plan.interface.stages))
        found += Draws(self).functions()
        found.append(self.start())
        found.append(self.rest())
        return found
