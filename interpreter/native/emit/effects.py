"""Effects as C statements, on the state itself or on copies of the fields they change."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from gdl.source.spans import Span
from interpreter.board.position import Pending
from interpreter.native.emit.kernels.sets import FEW_WORDS, UNROLLED
from interpreter.native.emit.terms.block import Block
from interpreter.native.emit.terms.unit import Unit
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import (
    Assign,
    Check,
    Effects,
    For,
    If,
    Join,
    Let,
    can_fail,
    sliced,
    written,
)
from interpreter.native.ir.plan import Plan, StepPlan
from interpreter.native.ir.terms import INT, TRUE, Term
from interpreter.native.ir.terms.quoting import comment

ANSWER = "return {attempt};"  # where an attempt fails while a step is carried out
Write = Callable[[Effects], None]
CHANGES = {"union": "add", "minus": "drop"}


class EffectWriter:
    """Writes effects, each under a comment with its rule line."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.unit = Unit(plan.layout, plan.fields)
        self.late = tuple(
            i for i, e in enumerate(plan.ends)
            if e.condition.op == "stuck" and not e.end.at_once
        )  # fmt: skip
        if self.late:
            plan.fields.add("was_seat", INT)
            plan.fields.add("was_last", INT, low=-1, high=plan.layout.size)
        self.rare = plan.rare
        self.unresolved = len(plan.ordered_menus)  # menu numbers from here on stand for points

    @property
    def counted(self) -> str:
        """C that begins to count, where a game has loops or looks ahead that count."""
        counts = self.plan.engine.rules.loose_in_c or self.plan.counts_looks
        return "    begin_step();\n" if counts else ""

    @property
    def unsure(self) -> list[Pending]:
        """The points from which a turn may have no way through."""
        return [pending for pending in self.plan.points if not self.plan.is_sure(pending)]

    def static(self, *steps: StepPlan, usual: str = "static") -> str:
        """The first words of a C function for steps: it is rare if only the first turns use it."""
        is_rare = all(s.number in self.rare and not s.variable for s in steps)
        return "RARE static" if steps and is_rare else usual

    def block(self) -> Block:
        """An empty block for a new function."""
        return Block(self.unit)

    def comment(self, block: Block, span: Span | None, last: list[Span | None]) -> None:
        """Write a rule line above its code, unless it was the last one written."""
        if span is None or span in last:
            return
        last[:] = [span]
        block.write(comment(f"{Path(span.source.name).name} {span.line}: {span.text}"))

    def effects(
        self, block: Block, effects: Effects, trial: bool, fail: str, last: list[Span | None],
        failed: str = "",
    ) -> None:  # fmt: skip
        """Write effects on the state itself or, in a `trial`, on copies of the fields they change.

        `fail` is the C statement for a refusal, `failed` the one for a failed attempt, whose
        number replaces `{attempt}`; an empty one means that this cannot happen here.
        """
        write = partial(self.effects, block, trial=trial, fail=fail, last=last, failed=failed)
        for effect in effects:
            self.comment(block, effect.span, last)
            match effect:
                case Check():
                    self.check(block, effect, fail, failed)
                case Let(name=name, value=value):
                    kind = self.unit.c_type(value.type)
                    block.write(f"const {kind} {name} = {block.term(value)};")
                case Assign():
                    self.assign(block, effect, trial)
                case Join():
                    self.join(block, effect, trial)
                case If():
                    self.branches(block, effect, trial, write)
                case For():
                    self.rounds(block, effect, trial, write)

    def check(self, block: Block, effect: Check, fail: str, failed: str) -> None:
        """Write the test of a condition of an action or of an attempt."""
        goal = failed.format(attempt=effect.attempt) if effect.attempt else fail
        if goal:
            block.write(f"if (!{block.wrapped(effect.condition)}) {goal}")

    def assign(self, block: Block, effect: Assign, trial: bool) -> None:
        if effect.field == "weight":
            if not trial and "weight" in block.places:
                block.write(f"weight = {block.term(effect.value)};")
            return
        steps = () if trial else in_place(effect)
        if steps:
            self.change(block, effect, steps)
            return
        value = "" if changes_itself(effect) else block.term(effect.value)
        if trial:
            block.copy(effect.field)
        place = block.place(effect.field, effect.index)
        if not value:
            block.change_in_place(effect.value.op, place, effect.value.args[1])
        elif place != value:
            block.write(f"{place} = {value};")
        block.changed(effect.field)

    def change(self, block: Block, effect: Assign, steps: tuple[tuple[str, Term], ...]) -> None:
        """Write changes of single codes of a set, in place."""
        codes = [block.named(code, block.term(code)) for _, code in steps]
        place, p = block.place(effect.field, effect.index), block.p(effect.value)
        for (change, _), code in zip(steps, codes, strict=True):
            block.write(f"{p}_{change}(&{place}, {code});")
        block.changed(effect.field)

    def join(self, block: Block, effect: Join, trial: bool) -> None:
        """Write the joining of a new piece to the groups around it."""
        if trial:
            block.copy("groups")
        groups = block.place("groups", ())
        own = block.term(t.read("own", self.plan.layout.cell_set, effect.colour))
        cell, colour = block.term(effect.cell), block.term(effect.colour)
        block.write(f"join_groups(&{groups}, &{own}, {cell}, {colour});")
        block.changed("groups")

    def branches(self, block: Block, effect: If, trial: bool, write: Write) -> None:
        """Write the branches of an effect as an if-else chain; `write` writes their bodies."""
        self.copy_written(block, (effect,), trial)
        depth, known = 0, block.known
        for condition, body in effect.branches:
            if condition == TRUE:
                write(body)
                break
            with block.inside(f"if ({block.term(condition)}) {{", "} else {"):
                write(body)
            block.indent += 1
            block.known = dict(block.known)
            depth += 1
        block.known = known
        for _ in range(depth):
            block.indent -= 1
            block.write("}")
        self.forget(block, (effect,))

    def rounds(self, block: Block, effect: For, trial: bool, write: Write) -> None:
        """Write the loops of an effect around its body, which `write` writes."""
        self.copy_written(block, (effect,), trial)
        names = {loop.name for loop in effect.loops}
        named = tuple(
            t.var(block.named(d, block.term(d)), d.type) if d.reads and not d.free & names else d
            for d in effect.domains
        )
        self.forget(block, (effect,))

        def body() -> None:
            if effect.going != TRUE:
                block.write(f"if (!{block.wrapped(effect.going)}) break;")
            condition = block.term(effect.condition)
            with block.inside(f"if ({condition}) {{"):
                write(effect.body)
            self.forget(block, (effect,))

        block.loops(effect.loops, named, body)
        self.forget(block, (effect,))

    def copy_written(self, block: Block, effects: Effects, trial: bool) -> None:
        """In a trial, make copies of all fields that the effects write."""
        for field in sorted(written(effects) - {"weight"}) if trial else ():
            block.copy(field)

    def forget(self, block: Block, effects: Effects) -> None:
        """Forget what was computed from the fields that the effects write."""
        for field in sorted(written(effects)):
            block.changed(field)


def in_place(effect: Assign) -> tuple[tuple[str, Term], ...]:
    """The codes to add to or drop from a set of many words; empty for any other assignment."""
    value, steps = effect.value, []
    if value.type.size <= FEW_WORDS:
        return ()
    while value.op in CHANGES and value.args[1].op == "bit":
        steps.append((CHANGES[value.op], value.args[1].args[0]))
        value = value.args[0]
    return tuple(reversed(steps)) if is_itself(value, effect) else ()


def changes_itself(effect: Assign) -> bool:
    """Whether a set of many words only gains some codes, or loses some."""
    value = effect.value
    is_large = value.op in CHANGES and value.type.size > UNROLLED
    return is_large and is_itself(value.args[0], effect)


def is_itself(value: Term, effect: Assign) -> bool:
    """Whether a term is the field that an effect gives a new value."""
    return value.op == "read" and value.data == effect.field and value.args == effect.index


def sliced_phases(step: StepPlan) -> tuple[Effects, ...]:
    """The effects of each phase that decide whether an instance is legal."""
    wanted: frozenset[str] = frozenset()
    slices = []
    for number in range(len(step.phases) - 1, -1, -1):
        if number < len(step.parameters):
            wanted |= step.parameters[number].filter.reads
        effects, wanted = sliced(step.phases[number], wanted)
        if not can_fail(effects) and not written(effects):  # only its variables matter
            effects = tuple(e for e in effects if isinstance(e, Let))
        slices.append(effects)
    return tuple(reversed(slices))
