"""Steps that share their C code, so that the text does not grow with the points of a turn.

A turn may offer the same action at many points: after each alternative, or once for each place in a
chain.  Its effects and conditions are the same; only its number, the values that the turn fixes and
what remains of the turn differ.  Up to `MAX_COPIES` such steps have code of their own, for speed;
more of them share one function, which gets the differences as arguments.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace

from interpreter.native.emit.best import Bests
from interpreter.native.emit.plain_state import in_cases
from interpreter.native.emit.terms.block import Block
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.interface import STEP_BITS
from interpreter.native.ir.plan import Menu, Plan, StepPlan, is_set_up
from interpreter.native.ir.terms import BOOL
from interpreter.native.ir.values import Value

MAX_COPIES = 3  # steps that are alike and have code of their own
SHARED = """\
static int32_t apply_shared(State *s, History *h, Move m);
static bool goes_on(State *s, History *h, Move m);
"""
"""What shared code needs before all steps."""


class Sharing(Bests):
    """Writes the steps, with one function for those that are alike."""

    def __init__(self, plan: Plan):
        super().__init__(plan)
        groups: defaultdict[Hashable, list[StepPlan]] = defaultdict(list)
        for step in plan.ordered_steps:
            if step.action is not None and not step.step.chosen:
                groups[self.looks(step)].append(step)
        many = (group for group in groups.values() if len(group) > MAX_COPIES)
        self.alike = {step.number: group[0] for group in many for step in group}  # the first
        deals = (menu.steps[0] for menu in plan.deals)
        self.dealt = {s.number for s in deals if s.number in self.alike and not fixed_values(s)}

    def looks(self, step: StepPlan) -> Hashable:
        """A key that is equal for steps that can share code."""
        fixed = tuple(p.fixed and p.fixed.term.type for p in step.parameters)
        parameters = tuple(replace(p, fixed=None) for p in step.parameters)
        like = self.lookahead_key(step)
        return step.step.name, fixed, parameters, step.phases, step.refused, like

    def lookahead_key(self, step: StepPlan) -> Hashable:
        """A key that is equal for steps with the same kind of look-ahead."""
        rest = step.step.rest
        if step.step.earlier or not self.plan.is_tried(step.step):
            return is_set_up(rest), bool(step.step.earlier), not rest, step.step.is_alone
        return self.only_step(rest), self.done_if(rest), not rest, step.step.is_alone

    def stand_in(self, step: StepPlan, place: int = 0) -> StepPlan:
        """The step that shared code is written for; the step itself if it has code of its own."""
        if step.number not in self.alike:
            return step
        first = self.alike[step.number]
        parameters = tuple(
            p if p.fixed is None else replace(p, fixed=replace(
                p.fixed, term=t.var(f"given_{place}_{i}", p.fixed.term.type),
                exists=t.var(f"has_{place}_{i}", BOOL),
            ))
            for i, p in enumerate(first.parameters)
        )  # fmt: skip
        return replace(first, parameters=parameters, variable=f"step_{place}")

    def stand_ins(self, menu: Menu) -> Menu:
        """A menu with a stand-in for each of its steps."""
        return replace(menu, steps=tuple(self.stand_in(s, i) for i, s in enumerate(menu.steps)))

    def at_deal(self, menu: Menu) -> Menu:
        """A menu, with a stand-in for a deal that differs from others by its number alone: C finds
        that by the menu that the state is at, since menus and steps of deals are counted alike.
        """
        if menu.steps[0].number not in self.dealt:
            return menu
        step = self.stand_in(menu.steps[0])
        number = f"s->menu + {menu.steps[0].number - menu.number}"
        return replace(menu, steps=(replace(step, variable=number),))

    def declared(self, steps: Iterable[StepPlan]) -> str:
        """C parameters that tell a function which steps its stand-ins represent."""
        parameters = ""
        for step in steps:
            if step.variable:
                parameters += f", const int32_t {step.variable}"
                for value in fixed_values(step):
                    parameters += f", const bool {value.exists.data}"
                    parameters += f", const {self.unit.c_type(value.term.type)} {value.term.data}"
        return parameters

    def arguments(self, block: Block, steps: Iterable[StepPlan]) -> str:
        """C arguments for the parameters of `declared`; their terms are written into a block."""
        arguments = ""
        for step in steps:
            if step.number in self.alike:
                with block.trial():
                    self.count_passes(block, step)
                    arguments += f", {step.variable or step.number}"
                    for value in fixed_values(step):
                        arguments += f", {block.term(value.exists)}, {block.term(value.term)}"
        return arguments

    def shared_steps(self, step: StepPlan) -> Iterator[str]:
        """The functions that steps like this one share, if this is the first of them."""
        if self.alike.get(step.number) is step:
            model = self.stand_in(step)
            yield "static inline" + self.act(
                replace(step.step, begins=(), goes_round=()), f"act_{step.number}",
                lambda block: self.carry_out(block, model),
            )  # fmt: skip
            yield self.list_function(model, f"list_like_{step.number}", self.declared((model,)))

    def apply(self, step: StepPlan) -> str:
        """The C function that carries out a step and returns the failed attempt's number, or 0."""
        if step.number not in self.alike:
            return super().apply(step)
        if not step.step.begins and not step.step.goes_round:
            return f"#define apply_{step.number}(s, h, m) {self.applied(step)}\n"

        def shared(block: Block) -> None:
            block.write(f"const int32_t failed = act_{self.alike[step.number].number}(s, h, m);")
            block.write("if (failed) return failed;")

        return "static inline" + self.act(step.step, f"apply_{step.number}", shared)

    def applied(self, step: StepPlan) -> str:
        """The C call that carries out a step."""
        is_shared = step.number in self.alike and not (step.step.begins or step.step.goes_round)
        name = f"act_{self.alike[step.number].number}" if is_shared else f"apply_{step.number}"
        return f"{name}(s, h, m)"

    def list(self, step: StepPlan) -> str:
        """The C function that lists the legal instances of a step, in order, at most `limit`."""
        if step.number not in self.alike:
            return super().list(step)
        block, like = self.block(), self.alike[step.number].number
        arguments = self.arguments(block, (step,))
        surely, flag = (", bool surely", ", surely") if step.refused else ("", "")
        if not block.text().strip():
            given = f"s, h, out, limit{flag}"
            return f"#define list_{step.number}({given}) list_like_{like}({given}{arguments})\n"
        return (
            f"static int32_t list_{step.number}(const State *s, const History *h, Move *out,"
            f" int32_t limit{surely})\n{{\n{block.text()}"
            f"    return list_like_{like}(s, h, out, limit{flag}{arguments});\n}}\n"
        )

    def listing(self, step: StepPlan, out: str, limit: str, surely: bool) -> str:
        """The C call that lists the instances of a step, or of a stand-in for several."""
        if not step.variable:
            return super().listing(step, out, limit, surely)
        flag = f", {str(surely).lower()}" if step.refused else ""
        names = [step.variable, *(
            name for v in fixed_values(step) for name in (v.exists.data, v.term.data)
        )]  # fmt: skip
        arguments = "".join(f", {name}" for name in names)
        return f"list_like_{self.alike[step.number].number}(s, h, {out}, {limit}{flag}{arguments})"

    def any_of(self, steps: Iterable[StepPlan]) -> str:
        """C for whether an instance of some steps surely succeeds, those without attempts first."""
        ordered = sorted(steps, key=lambda s: bool(s.refused))
        return " || ".join(self.listing(s, "scratch", "1", True) for s in ordered)

    def shared_tail(self) -> str:
        """The C functions that carry out and look ahead of any step that shares code."""
        steps = [s for s in self.plan.ordered_steps if s.number in self.alike]
        applied = [(s.number, self.applied(s)) for s in steps]
        ahead = [(s.number, self.goes_on_after(s, "s, h")) for s in steps]
        return "".join((
            switch("int32_t apply_shared(State *s, History *h, Move m)", "0", applied),
            switch("bool goes_on(State *s, History *h, Move m)", "true", ahead),
        )) if steps else ""  # fmt: skip

    def shared_takes(self) -> str:
        """The C function that carries out any step that shares code and goes on with the turn."""
        steps = [s for s in self.plan.ordered_steps if s.number in self.alike]
        head = "bool take_shared(State *s, History *h, Move m, bool lazily)"
        return switch(head, "true", ((s.number, self.taken(s)) for s in steps)) if steps else ""

    def taken(self, step: StepPlan) -> str:
        """The C call that carries out a step and goes on: one for all deals that are alike."""
        is_deal = step.number in self.alike and is_set_up(step.step.rest)
        number = self.alike[step.number].number if is_deal else step.number
        return f"take_{number}(s, h, m, lazily)"


def fixed_values(step: StepPlan) -> list[Value]:
    """The values that the turn fixes for parameters of a step."""
    return [p.fixed for p in step.parameters if p.fixed is not None]


def switch(head: str, other: str, cases: Iterable[tuple[int, str]]) -> str:
    """A C function that selects an expression by the step of the move `m`."""
    lines = in_cases((number, f" return {value};\n") for number, value in cases)
    return (
        f"static {head}\n{{\n    switch ((int32_t)(m & {(1 << STEP_BITS) - 1})) {{\n{lines}"
        f"    default: return {other};\n    }}\n}}\n"
    )
