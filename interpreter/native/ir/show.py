"""A plan as text, for people: `show_plan` before and after a pass shows what the pass did.

plan = make_plan(engine)
print(show_plan(plan))
for each in PASSES:
    apply(each, plan)
    print(show_plan(plan))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from interpreter.board.position import Pending
from interpreter.native.ir.effects import Assign, Check, Effect, For, If, Join, Let
from interpreter.native.ir.layout.fields import Field
from interpreter.native.ir.plan import (
    Best,
    Candidates,
    Decided,
    Given,
    Menu,
    Outcome,
    Parameter,
    Plan,
    StepPlan,
)
from interpreter.native.ir.terms import TRUE, show
from interpreter.native.ir.trees import Branch, Leaf, Step, Tree
from interpreter.native.ir.values import Value

INDENT = "  "


def show_plan(plan: Plan) -> str:
    """Fields, points, menus, steps, set-up, ends and kept groups, one after the other."""
    return "\n".join(lines_of(plan)) + "\n"


def lines_of(plan: Plan) -> Iterator[str]:
    yield from under("fields:", (field(f) for f in plan.fields.all.values()))
    openings = (f"opening {number}: point {point}" for number, point in enumerate(plan.openings))
    cases = (f"when {show(condition)}: point {point}" for condition, point in plan.cases)
    yield from under("turns:", (*openings, *cases))
    for pending, tree in plan.trees.items():
        head = f"point {plan.points[pending]}: {items(pending)}"
        yield from under(head, decisions(plan, pending, tree))
    yield from under("menus:", (menu(m) for m in plan.ordered_menus))
    for one in plan.ordered_steps:
        yield from under(f"step {one.number}: {step_name(one.step)}", step(one))
    for number, part in enumerate(plan.setup):
        yield from under(f"set-up {number}:", effects(part))
    yield from under("after each turn:", effects(plan.after))
    for end in plan.ends:
        head = f"end{' at once' if end.end.at_once else ''} when {show(end.condition)}:"
        yield from under(head, map(outcome, end.outcomes))
    for at_once, after in plan.going_on.items():
        yield from under(f"where no line {'at once ' if at_once else ''}ends it:", effects(after))
    yield from under("remembered:", map(show, plan.hashes))
    yield from under("kept of groups:", regions(plan))
    for name, part in plan.kept.items():
        yield from under(f"kept as {name}:", effects(part))
    yield from under("candidates kept in random games:", map(candidates, plan.candidates))


def under(head: str, lines: Iterable[str]) -> Iterator[str]:
    """Lines with a head above them; nothing where there are none."""
    inner = [INDENT + line for line in lines]
    if inner:
        yield from (head, *inner)


def field(one: Field) -> str:
    sizes = "".join(f"[{size}]" for size in one.sizes)
    return f"{one.name}{sizes}: {one.type}, {one.storage}{' or none' if one.nullable else ''}"


def items(pending: Pending) -> str:
    """What remains of a turn."""
    return ", ".join(map(item, pending)) or "nothing"


def item(one: Any) -> str:
    """An item of what remains of a turn."""
    match one:
        case ("or", *ways):
            return " or ".join(f"({items(way)})" for way in ways)
        case (what, number, *_):
            return f"{what} {number}"
    return f"node {one}"


def decisions(plan: Plan, pending: Pending, tree: Tree) -> Iterator[str]:
    """A tree of decisions, with its menus at the leaves."""
    if isinstance(tree, Leaf):
        if tree.steps == (None,):
            yield "the turn is over"
        else:
            yield f"menu {plan.menu(pending, tree.steps).number}"
        return
    if isinstance(tree, Branch):
        head = f"if {show(tree.condition)}:"
    else:
        head = f"if point {plan.points[tree.pending]} has a way through:"
    yield from under(head, decisions(plan, pending, tree.yes))
    yield from under("else:", decisions(plan, pending, tree.no))


def menu(one: Menu) -> str:
    """A menu: the numbers of its steps."""
    chance = ", chance" if one.is_chance else ""
    return f"{one.number}: steps {', '.join(str(s.number) for s in one.steps)}{chance}"


def step_name(one: Step) -> str:
    """The action of a step, what remains after it, and what other steps leave for the same move."""
    unless = "".join(f", unless ({items(pending)}) can follow" for pending in one.earlier)
    beside = "".join(f", beside ({items(pending)}) if that can follow" for pending in one.later)
    best = "".join(f", with the best value of ({items(pending)})" for pending in one.chosen)
    return f"{one.name}, then {items(one.rest)}{unless}{beside}{best}"


def step(one: StepPlan) -> Iterator[str]:
    """The parameters and effects of a step, in the order in which they are done."""
    for number, phase in enumerate(one.phases):
        if number:
            yield parameter(one.parameters[number - 1])
        yield from effects(phase)


def parameter(one: Parameter) -> str:
    """A parameter: its variable, what it runs over, and what it must be in."""
    domain = " to ".join(map(show, one.domains))
    given = "" if one.fixed is None else f" = {value(one.fixed)}"
    kept = "" if one.filter == TRUE else f", of these {show(one.filter)}"
    return f"choose {one.loop.name}{given} in {domain}{kept}"


def candidates(one: Candidates) -> str:
    """A set of candidates, and the steps that take out of it what they choose."""
    takes = (f"{number}{'' if sure else ' perhaps'}" for number, (_, sure) in one.takes.items())
    breaks = "".join(f", anew after {number}" for number in sorted(one.breaks))
    return f"{show(one.domain)}: taken from by steps {', '.join(takes)}{breaks}"


def effects(some: Iterable[Effect]) -> Iterator[str]:
    """Effects, one line each; what they hold is indented."""
    return chain.from_iterable(map(effect, some))


def effect(one: Effect) -> Iterator[str]:
    match one:
        case Check(condition=condition, attempt=attempt):
            yield f"{f'try {attempt}' if attempt else 'require'} {show(condition)}"
        case Let(name=name, value=term):
            yield f"let {name} = {show(term)}"
        case Assign(field=name, index=index, value=term):
            yield f"{name}{''.join(f'[{show(i)}]' for i in index)} := {show(term)}"
        case Join(cell=cell, colour=colour):
            yield f"join {show(cell)} to the groups of {show(colour)}"
        case If(branches=branches):
            for number, (condition, body) in enumerate(branches):
                yield from under(f"{'else ' if number else ''}if {show(condition)}:", effects(body))
        case For():
            yield from under(f"for {rounds(one)}:", effects(one.body))


def rounds(one: For) -> str:
    names = ", ".join(loop.name for loop in one.loops)
    condition = "" if one.condition == TRUE else f" if {show(one.condition)}"
    condition += "" if one.going == TRUE else f" while {show(one.going)}"
    return f"{names} in {', '.join(map(show, one.domains))}{condition}"


def value(one: Value) -> str:
    """A value, and when it exists."""
    return show(one.term) + ("" if one.exists == TRUE else f" if {show(one.exists)}")


def outcome(one: Outcome) -> str:
    match one:
        case Decided(wins=wins, colour=colour):
            return f"{'wins' if wins else 'loses'}: {value(colour)}"
        case Best(ranks=ranks):
            places = "places by " if one.has_places else ""
            return places + "; ".join(
                f"{'most' if r.most else 'least'} of {', '.join(map(value, r.values))}"
                for r in ranks
            )
        case Given(values=values):
            return f"points: {', '.join(map(value, values))}"
    return "draw"


def regions(plan: Plan) -> Iterator[str]:
    """What is kept of groups."""
    if plan.regions is None:
        return
    for number, cells in enumerate(plan.regions.sets):
        yield f"region {number}: {hex(cells)}"
    for number, conditions in enumerate(plan.regions.conditions):
        yield f"condition {number}: {'; '.join(map(show, conditions))}"
    if plan.regions.keeps_sizes:
        yield "sizes"
