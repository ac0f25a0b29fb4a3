"""Turns as C functions: what may be done at a point, and which point comes after a move.

While all choose at once, the state keeps the packed moves in `chosen`, each plus one, in the order
of play from the mover on; `decided` is how many seats have chosen or had nothing to choose.  The
last choice carries out all of them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from gdl.vocabulary.types import NUMBER
from interpreter.board.position import Pending
from interpreter.native.emit.kernels.templates import c_part
from interpreter.native.emit.plain_state import in_cases, zeroed
from interpreter.native.emit.shared_steps import Sharing
from interpreter.native.emit.terms.block import Block
from interpreter.native.ir import terms as t
from interpreter.native.ir import trees
from interpreter.native.ir.effects import needed
from interpreter.native.ir.layout.interface import STEP_BITS
from interpreter.native.ir.plan import Menu, Parameter, StepPlan, is_set_up
from interpreter.native.ir.terms import TRUE
from interpreter.native.ir.trees import Offered, Step, rounds
from interpreter.native.ir.values import Value

WAY = """\
static bool way_{number}(const State *s, const History *h)
{{
    begin_look();
    const bool found = find_way_{number}(s, h);
    end_look();
    return found && fault == 0;
}}
"""
WAY_AGAIN = """\
static bool way_{number}(const State *s, const History *h)
{{
    const bool is_outer = begin_way();
    bool found = find_way_{number}(s, h);
    if (is_outer && look_again()) {{
        found = find_way_{number}(s, h);
        end_memory();
    }}
    end_look();
    return found && fault == 0;
}}
"""
MET = """\
RARE static bool met_{number}(const State *s)
{{
    State key = *s;
    Best now = {{0}};
    forget_derived(&key);
{clear}{left}    return meets_again(&key, {number}, now);
}}

"""

class Turns(Sharing):
    """Writes the automaton of turns."""

    def way(self, pending: Pending) -> str:
        """The C functions for whether a pending turn can be completed."""
        block, number = self.block(), self.plan.points[pending]
        met = number if pending in self.plan.met else None
        self.decide(block, self.plan.full_trees[pending], partial(self.way_leaf, block, met))
        return ("" if met is None else self.met(pending)) + (
            f"static bool find_way_{number}(const State *s, const History *h)\n{{\n"
            f"    Move one; (void)one; (void)h;\n{block.text()}    return false;\n}}\n\n"
        ) + (WAY_AGAIN if self.plan.met else WAY).format(number=number)  # fmt: skip

    def met(self, pending: Pending) -> str:
        """The C function for whether this look has tried actions from a position before."""
        numbers = self.plan.met[pending]
        left = "".join(f"    now.left[{i}] = s->left_{n};\n" for i, n in enumerate(numbers))
        clear = self.cleared(rounds(pending) - set(numbers))
        return MET.format(number=self.plan.points[pending], clear=clear, left=left)

    def way_leaf(self, block: Block, met: int | None, offered: Offered) -> None:
        """Write the tests of one menu, the short ways first."""
        if None in offered:
            if not self.plan.may_be_refused:
                block.write("return true;")
                return
            self.trial_of_end(block)
        if met is not None:
            block.write(f"if (remembers && met_{met}(s)) return false;")
        block.write("if (!look()) return false;")
        for test in dict.fromkeys(self.can_come(s) for s in offered if s is not None):
            block.write(f"if ({test}) return true;")

    def trial_of_end(self, block: Block) -> None:
        """Write that the turn can be completed if it can end here."""
        if self.plan.asks_stuck:  # of a whole state
            block.write("if (may_be_over(s, h)) return true;")
            return
        with block.inside("{"), block.trial():
            label = self.unit.fresh("refused")
            block.places["turns"] = "wrap_add(s->turns, 1)"
            block.changed("turns")
            self.effects(block, needed(self.plan.after), True, f"goto {label};", [])
            block.write("return true;")
            block.write(f"{label}:;")

    def can_come(self, step: Step) -> str:
        """C for whether a step can come next; where all choose, for whether anybody can."""
        if step.choice_point is not None:
            return f"any_choice_{self.plan.points[step.choice_point]}(s, h)"
        plan = self.plan.steps[trees.nothing_more(step)]
        surely = ", true" if plan.refused else ""
        return f"list_{plan.number}(s, h, &one, 1{surely})"

    def turns(self) -> str:
        """The C functions that choose and begin a turn, and test whether it can be completed."""
        block = self.block()
        for condition, point in self.plan.beginnings:
            when = "" if condition == TRUE else f"if ({block.term(condition)}) "
            block.write(f"{when}return {point};")
        ways = "".join(
            f"    case {number}: return way_{number}(s, h);\n"
            for pending, number in self.plan.points.items()
            if not self.plan.is_sure(pending)
        )
        has_playing = self.plan.engine.rules.has_playing
        plays = c_part("plays" if has_playing else "all_play")
        begin = plays + c_part("begin", pass_over=c_part("pass_over") if has_playing else "")
        stuck = c_part("stuck") if self.uses_stuck else ""
        return (
            "/* The turn that the seat to act takes. */\n"
            f"static int32_t whole_turn(const State *s, const History *h)\n{{\n    (void)h;\n"
            f"{block.text()}}}\n\n{begin}\n"
            "static bool has_way(const State *s, const History *h, int32_t point)\n{\n"
            f"    (void)s; (void)h;\n    switch (point) {{\n{ways}    default: return true;\n"
            f"    }}\n}}\n{stuck}"
        )

    def resolve(self, pending: Pending) -> str:
        """The C function that gives the menu of a point; -1 where the turn ends."""
        block = self.block()

        def leaf(offered: Offered) -> None:
            number = -1 if offered == (None,) else self.plan.menu(pending, offered).number
            block.write(f"return {number};")

        self.decide(block, self.plan.trees[pending], leaf)
        number = self.plan.points[pending]
        return (
            f"static int32_t resolve_{number}(const State *s, const History *h)\n{{\n"
            f"    (void)s; (void)h;\n{block.text()}}}\n"
        )

    def go_on(self) -> str:
        """The C functions that lead from a move to the next menu or the end of the turn."""
        cases = "".join(
            f"    case {n}: return resolve_{n}(s, h);\n" for n in self.plan.points.values()
        )
        return (
            "static int32_t resolve(const State *s, const History *h, int32_t point)\n{\n"
            f"    switch (point) {{\n{cases}    default: return -1;\n    }}\n}}\n"
            f"#define UNRESOLVED {self.unresolved}\n"
            + (
                c_part("go_on", keep_seat=c_part("keep_seat")) + c_part("late", late=self.late[0])
                if self.late
                else c_part("no_late_ends") + c_part("go_on", keep_seat="") + c_part("not_late")
            )
        )

    def take(self, step: StepPlan) -> str:
        """The C function that plays a move; with `lazily` it does not determine the next menu."""
        rest = step.step.rest
        if step.step.choice_point is not None:
            choose = f"choose_{self.plan.points[step.step.choice_point]}(s, h, m, lazily)"
            return (
                f"static bool take_{step.number}(State *s, History *h, Move m, bool lazily)\n{{\n"
                f"    return {choose};\n}}\n"
            )
        if is_set_up(rest):
            if not self.taken(step).startswith(f"take_{step.number}("):
                return ""  # that of a deal which is alike serves this one too
            part = f"(int32_t)(m & {(1 << STEP_BITS) - 1}) + {rest[0][1] - step.number}"
            return (
                "static void set_up(State *s, History *h, bool lazily, int32_t part);\n"
                f"static bool take_{step.number}(State *s, History *h, Move m, bool lazily)\n{{\n"
                f"    {self.applied(step)};\n    set_up(s, h, lazily, {part});\n"
                "    return true;\n}\n"
            )
        apply = f"    apply_{step.number}(s, h, m);"
        lines = self.unless_refused(step) if step.refused else [apply]
        if step.step.rest or step.step.later:  # else the next turn begins, or the game is over
            lines.append(self.tried_anew())
        if any(e.end.at_once for e in self.plan.ends):
            lines.append("    if (ends_at_once(s, h)) return true;")
        lines.append(f"    return {self.goes_on(step, 'lazily')};")
        return (
            f"{self.static(step, usual='static inline')} bool take_{step.number}"
            "(State *s, History *h, Move m, bool lazily)\n{\n"
            + "\n".join(lines) + "\n}\n"
        )  # fmt: skip

    def unless_refused(self, step: StepPlan) -> list[str]:
        """C that carries out a move that may be refused: then it is noted, and all is as before."""
        block = self.block()
        with self.unpacked(block, step):
            place = self.refused_place(step)
        p = f"set{self.plan.fields.all[step.refused].type.size}"
        return [
            "    const State before = *s;",
            f"    if (apply_{step.number}(s, h, m)) {{",
            "        *s = before;",
            "    " + block.text().replace("\n    ", "\n        ").rstrip(),
            f"        s->{step.refused} = {p}_union(s->{step.refused}, {p}_bit({place}));",
            "        return true;",
            "    }",
        ]

    def tried_anew(self) -> str:
        """C after which all that was refused before may be tried again."""
        return zeroed(sorted({s.refused for s in self.plan.steps.values() if s.refused}))

    def moves(self) -> str:
        """The C functions that list the moves of a state whose menu is known, and play a move."""
        cases = []
        for menu in self.plan.ordered_menus:
            lists = "".join(
                f"        if (n < limit) n += {self.listing(s, 'out + n', 'limit - n', False)};\n"
                for s in self.at_deal(menu).steps
            )
            cases.append((menu.number, f"\n{lists}        break;\n"))
        takes = in_cases((s.number, f" {self.taken(s)}; break;\n") for s in self.plan.ordered_steps)
        return c_part(
            "moves", cases=in_cases(cases), takes=takes, bits=STEP_BITS, counted=self.counted,
            begun="begin_step(); " if self.counted else "",
        )  # fmt: skip

    # ---- simultaneous choices ----

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
            f"    case {n}: {'' if steps[n].action is None else f'if (legal_{n}(s, h, m)) '}"
            f"apply_{n}(s, h, m);\n        break;\n"
            for n in sorted(steps)
        )
        texts = [self.legal(steps[n]) for n in sorted(steps) if steps[n].action is not None]
        texts.append(c_part("carry_out", cases=cases, mask=(1 << STEP_BITS) - 1))
        for point, menu in menus.items():
            lists = " || ".join(self.listing(s, "&one", "1", True) for s in menu.steps)
            if self.plan.engine.rules.has_playing:
                lists = f"(s->v_playing.w[0] >> s->mover & 1) && ({lists})"
            texts.append(c_part("next_chooser", point=point, lists=lists))
        return "".join(texts) + c_part("arrive", opened=f"    switch (menu) {{\n{opened}    }}\n")

    def legal(self, step: StepPlan) -> str:
        block = self.block()
        block.write("int32_t n = 0;")
        parameters = []
        for place, (p, shift, mask) in enumerate(step.places):
            code = f"(int32_t)(given >> {shift} & {mask})"
            block.write(f"const int32_t given_{place} = {code} + {lowest(p)};")
            given = Value(t.var(f"given_{place}", t.INT), p.packing.type)
            parameters.append(replace(p, fixed=given))
        self.instances(block, replace(step, parameters=tuple(parameters)))
        return c_part("legal", number=step.number, body=block.text())

    def choices(self) -> str:
        """The C functions that add a choice, and go on where it is the last."""
        at_once = any(e.end.at_once for e in self.plan.ends)
        ends = self.tried_anew() + "    if (ends_at_once(s, h)) return true;\n" * at_once
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
    is_place = parameter.packing.type == NUMBER and parameter.loop.kind != "range"
    return parameter.packing.low + (parameter.packing.offset if is_place else 0)
