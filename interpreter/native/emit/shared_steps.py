"""Steps that share their C code, so that the text does not grow with the points of a turn.

A turn may offer the same action at many points: after each alternative, or once for each place in a
chain.  Its effects and conditions are the same; only its number, the values that the turn fixes and
what remains of the turn are not.  Few such steps have code of their own, for speed; of more, one
function is written that gets the rest as arguments.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace

from interpreter.native.emit.steps import Steps
from interpreter.native.emit.terms.block import Block
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.interface import STEP_BITS
from interpreter.native.ir.plan import Menu, Plan, StepPlan, is_set_up
from interpreter.native.ir.terms import BOOL
from interpreter.native.ir.values import Value

MAX_COPIES = 3  # steps of an action that have code of their own
HEAD = """\
static int32_t apply_shared(State *s, History *h, Move m);
static bool goes_on(const State *s, const History *h, Move m);
"""
SWITCH = """\
static {type} {name}({parameters})
{{
    switch ((int32_t)(m & {mask})) {{
{cases}    default: return {other};
    }}
}}
"""


@dataclass(frozen=True)
class Alike:
    """Steps that share code, under the number of the first."""

    number: int
    steps: tuple[StepPlan, ...]


class Sharing(Steps):
    """Writes the steps, those that are alike by one function."""

    def __init__(self, plan: Plan):
        super().__init__(plan)
        groups: defaultdict[Hashable, list[StepPlan]] = defaultdict(list)
        for step in plan.ordered_steps:
            if step.action is not None:
                groups[self.looks(step)].append(step)
        many = (group for group in groups.values() if len(group) > MAX_COPIES)
        shared = [Alike(group[0].number, tuple(group)) for group in many]
        self.alike = {step.number: alike for alike in shared for step in alike.steps}

    def looks(self, step: StepPlan) -> Hashable:
        """What is the same for steps that can share code."""
        fixed = tuple(p.fixed and p.fixed.term.type for p in step.parameters)
        parameters = tuple(replace(p, fixed=None) for p in step.parameters)
        like = self.lookahead_key(step)
        return step.step.name, fixed, parameters, step.phases, step.refused, like

    def lookahead_key(self, step: StepPlan) -> Hashable:
        """What decides how it is tested whether the turn can go on after a step."""
        rest = step.step.rest
        if is_set_up(rest) or step.step.earlier or self.plan.is_sure(rest):
            return is_set_up(rest), bool(step.step.earlier), not rest, step.step.is_alone
        return self.only_step(rest), self.is_simple_end(rest), not rest, step.step.is_alone

    def stand_in(self, step: StepPlan, place: int = 0) -> StepPlan:
        """A step as the code that it shares has it; itself where it has code of its own."""
        if step.number not in self.alike:
            return step
        first = self.alike[step.number].steps[0]
        parameters = tuple(
            p if p.fixed is None else replace(p, fixed=replace(
                p.fixed, term=t.var(f"given_{place}_{i}", p.fixed.term.type),
                exists=t.var(f"has_{place}_{i}", BOOL),
            ))
            for i, p in enumerate(first.parameters)
        )  # fmt: skip
        return replace(first, parameters=parameters, variable=f"step_{place}")

    def stand_ins(self, menu: Menu) -> Menu:
        """A menu of stand-ins."""
        return replace(menu, steps=tuple(self.stand_in(s, i) for i, s in enumerate(menu.steps)))

    def declared(self, steps: Iterable[StepPlan]) -> str:
        """The parameters of a function that say which steps some stand-ins are."""
        parameters = ""
        for step in steps:
            if step.variable:
                parameters += f", const int32_t {step.variable}"
                for value in fixed_values(step):
                    parameters += f", const bool {value.exists.data}"
                    parameters += f", const {self.unit.c_type(value.term.type)} {value.term.data}"
        return parameters

    def arguments(self, block: Block, steps: Iterable[StepPlan]) -> str:
        """The arguments for some steps; their terms are written into a block."""
        arguments = ""
        for step in steps:
            if step.number in self.alike:
                with block.trial():
                    self.count_passes(block, step)
                    arguments += f", {step.number}"
                    for value in fixed_values(step):
                        arguments += f", {block.term(value.exists)}, {block.term(value.term)}"
        return arguments

    def shared_head(self) -> str:
        """What is declared before all steps."""
        return HEAD if self.alike else ""

    def shared_steps(self, step: StepPlan) -> Iterator[str]:
        """What the steps that are like this one share, before the first of them."""
        if step.number in self.alike and self.alike[step.number].number == step.number:
            model = self.stand_in(step)
            yield self.act(
                replace(step.step, begins=(), goes_round=()), f"act_{step.number}",
                lambda block: self.carry_out(block, model),
            )  # fmt: skip
            yield self.list_function(model, f"list_like_{step.number}", self.declared((model,)))

    def apply(self, step: StepPlan) -> str:
        """Carry out a step; the number of the attempt that failed, 0 where none did."""
        if step.number not in self.alike:
            return super().apply(step)

        def shared(block: Block) -> None:
            block.write(f"const int32_t failed = act_{self.alike[step.number].number}(s, h, m);")
            block.write("if (failed) return failed;")

        return self.act(step.step, f"apply_{step.number}", shared)

    def list(self, step: StepPlan) -> str:
        """The legal instances of a step, in order, at most `limit`."""
        if step.number not in self.alike:
            return super().list(step)
        block, like = self.block(), self.alike[step.number].number
        arguments = self.arguments(block, (step,))
        surely, flag = (", bool surely", ", surely") if step.refused else ("", "")
        return (
            f"static int32_t list_{step.number}(const State *s, const History *h, Move *out,"
            f" int32_t limit{surely})\n{{\n{block.text()}"
            f"    return list_like_{like}(s, h, out, limit{flag}{arguments});\n}}\n"
        )

    def listing(self, step: StepPlan, out: str, limit: str, surely: bool) -> str:
        """A call that lists instances of a step, or of a stand-in for several."""
        if not step.variable:
            return super().listing(step, out, limit, surely)
        flag = f", {str(surely).lower()}" if step.refused else ""
        arguments = self.passed_on(step)
        return f"list_like_{self.alike[step.number].number}(s, h, {out}, {limit}{flag}{arguments})"

    def passed_on(self, step: StepPlan) -> str:
        """The arguments of a stand-in where they are known by name."""
        names = [step.variable]
        for value in fixed_values(step):
            names += [value.exists.data, value.term.data]
        return "".join(f", {name}" for name in names)

    def shared_tail(self) -> str:
        """Carry out any step that shares code, and test whether the turn goes on after it."""
        if not self.alike:
            return ""
        steps = [s for s in self.plan.ordered_steps if s.number in self.alike]
        return switch(
            "int32_t", "apply_shared", "State *s, History *h, Move m", "0",
            ((s.number, f"apply_{s.number}(s, h, m)") for s in steps),
        ) + switch(
            "bool", "goes_on", "const State *s, const History *h, Move m", "true",
            ((s.number, self.goes_on_after(s)) for s in steps),
        )  # fmt: skip

    def shared_takes(self) -> str:
        """Carry out any step that shares code and go on."""
        if not self.alike:
            return ""
        return switch(
            "bool", "take_shared", "State *s, History *h, Move m, bool lazily", "true",
            ((n, f"take_{n}(s, h, m, lazily)") for n in sorted(self.alike)),
        )  # fmt: skip


def fixed_values(step: StepPlan) -> list[Value]:
    """The values of a step that the turn fixes."""
    return [p.fixed for p in step.parameters if p.fixed is not None]


def switch(
    type: str, name: str, parameters: str, other: str, cases: Iterable[tuple[int, str]]
) -> str:
    """A function that does what a step needs."""
    lines = "".join(f"    case {number}: return {value};\n" for number, value in cases)
    return SWITCH.format(
        type=type, name=name, parameters=parameters, mask=(1 << STEP_BITS) - 1, cases=lines,
        other=other,
    )  # fmt: skip
