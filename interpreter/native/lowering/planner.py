"""From a game to its plan: `make_plan` puts together what the lowering gives.

It says what the rules mean, loop by loop and check by check; `passes.pipeline` makes that fast.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import prod

from gdl.model import nodes as model
from gdl.model.analysis import free_slots
from gdl.source.spans import Span
from gdl.vocabulary.types import CELL, COLOUR, NUMBER, PIECE, VECTOR, ListType, SetType
from gdl.vocabulary.types import Type as RuleType
from interpreter.board.codes import element
from interpreter.board.position import Pending
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Check, Effect, Effects, has_attempt
from interpreter.native.ir.layout.fields import Field, Fields
from interpreter.native.ir.layout.interface import STEP_BITS, Packing
from interpreter.native.ir.layout.layout import MAX_NUMBERS, Layout, set_type
from interpreter.native.ir.layout.set_ups import Part, unrolled
from interpreter.native.ir.layout.steps import listed_steps
from interpreter.native.ir.plan import (
    Best,
    Choosing,
    Decided,
    Drawn,
    EndPlan,
    Given,
    Menu,
    Outcome,
    Parameter,
    Plan,
    Rank,
    StepPlan,
)
from interpreter.native.ir.terms import FALSE, TRUE
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.trees import Leaf, Step, Tree, choice_point, nothing_more
from interpreter.native.ir.values import Env, Value
from interpreter.native.lowering.expressions.constant_folding import ConstantFolder
from interpreter.native.lowering.expressions.expressions import Lower, is_never
from interpreter.native.lowering.points import Points
from interpreter.native.lowering.seat_values import with_seat_values
from interpreter.native.lowering.statements import Statements
from interpreter.reference.actions import binder_types
from interpreter.reference.engine import Reference
from interpreter.reference.turns import DONE, PASS

MAX_MOVES = 1_000_000
CHOICE_BITS = 62 - STEP_BITS  # of the parameters of a choice: the state keeps it plus one
MAX_TRIES = 4096  # instances of an action with a `try`: the state has a bit for each


def make_plan(engine: Reference) -> Plan:
    """The plan of a game.

    Raises NotNative.
    """
    numbers = (0, 0)
    while True:
        try:
            return plan_with(engine, numbers)
        except NotNative as error:
            low, *_, high = sorted((*numbers, *(error.numbers or ())))
            if (low, high) == numbers or high - low >= MAX_NUMBERS:
                raise
            numbers = low, high


def plan_with(engine: Reference, numbers: tuple[int, int]) -> Plan:
    """The plan of a game in which sets can hold these numbers.

    Raises NotNative.
    """
    rules = engine.rules
    layout = Layout(rules.topology, rules.codes, numbers, listed_steps(engine))
    fields = Fields(rules, layout)
    lower = Lower(rules, layout, fields, ConstantFolder(rules, layout, engine.blank))
    fields.add("weight", t.REAL)
    plan = Plan(engine.model, engine, layout, fields)
    try:
        Planner(plan, lower).make()
    except NotNative as error:
        error.lies_in(engine.model.turn[0][1].span)
        raise
    return plan


class Planner:
    """Fills a plan."""

    def __init__(self, plan: Plan, lower: Lower):
        self.plan, self.up = plan, lower
        self.statements = Statements(lower)
        self.model, self.layout, self.fields = plan.model, plan.layout, plan.fields
        self.lowered: dict[tuple[str, int], StepPlan] = {}
        self.dealt: dict[int, Env] = {}  # what the deals of the set-up may read

    def make(self) -> None:
        """Lower all that the game has."""
        plan = self.plan
        plan.after = self.statements.body(self.model.after_turn, {})
        points = Points(self.up, plan.engine.turns, self.fields)
        points.explore()
        plan.points, plan.trees, plan.full_trees = points.numbers, points.trees, points.full_trees
        plan.open_trees = points.open_trees
        plan.choosing = {
            number: Choosing(node.most, self.up.lower(node.value, {}))
            for number, node in enumerate(plan.engine.turns.nodes)
            if isinstance(node, model.Most)
        }
        plan.times = {number: value.term for number, value in points.times.items()}
        plan.openings = tuple(plan.points[n,] for n in plan.engine.turns.openings)
        plan.cases = tuple(
            (self.up.condition(condition, {}), plan.points[number,])
            for (condition, _), (_, number) in zip(
                self.model.turn, plan.engine.turns.cases, strict=True
            )
        )
        for pending in plan.points:
            self.menus_of(pending, plan.trees[pending])
            self.menus_of(pending, plan.full_trees[pending], offered=False)
        for pending, tree in plan.open_trees.items():
            self.menus_of(pending, tree, offered=False)
        self.set_up()
        plan.ends = tuple(self.end(e) for e in self.model.ends)
        plan.hashes = tuple(map(self.up.hash_of, plan.engine.rules.seen))
        if plan.most_moves > MAX_MOVES:
            widest = max(plan.ordered_steps, key=lambda s: s.most if s.action else 0).step.name
            span = self.model.actions[widest].span
            raise NotNative("many-moves", span, count=plan.most_moves)

    # ---- steps and menus ----

    def menus_of(self, pending: Pending, tree: Tree, offered: bool = True) -> None:
        """The menus at the leaves of a tree."""
        if not isinstance(tree, Leaf):
            self.menus_of(pending, tree.yes, offered)
            self.menus_of(pending, tree.no, offered)
            return
        steps = tuple(self.step(nothing_more(s)) for s in tree.steps if tree.steps != (None,))
        if not offered or not steps:
            return
        self.refuse_doubles(steps)
        place = choice_point(tree.steps) or pending
        if (place, tree.steps) not in self.plan.menus:
            some = tuple(s for s in steps if not any(map(self.plan.is_sure, s.step.earlier)))
            self.plan.menus[place, tree.steps] = Menu(len(self.plan.menus), place, some)

    def refuse_doubles(self, steps: tuple[StepPlan, ...]) -> None:
        """No two steps of a menu may have the same moves, unless it is decided which has them."""
        for i, one in enumerate(steps):
            for other in steps[:i]:
                if one.step.name == other.step.name and not differ(one, other):
                    if other.step.rest in one.step.earlier and not one.refused:
                        continue
                    raise NotNative("two-ways", place_of(one.step), name=one.step.name)

    def step(self, step: Step, around: Env | None = None) -> StepPlan:
        """A step with its parameters and effects; `around` is what its arguments may read."""
        if step not in self.plan.steps:
            if len(self.plan.steps) >= 1 << STEP_BITS:
                raise NotNative("long-turn", place_of(step))
            self.plan.steps[step] = self.make_step(step, around or {})
        return self.plan.steps[step]

    def make_step(self, step: Step, around: Env) -> StepPlan:
        number = len(self.plan.steps)
        self.plan.steps[step] = StepPlan(number, step, None, (), ((),))  # keeps its number
        if step.name in (PASS, DONE):
            return self.plan.steps[step]
        action = self.model.actions[step.name]
        if is_never(action.binders):
            never = ((Check(action.span, FALSE),),)
            return StepPlan(number, step, action, (), never, action.is_chance)
        fixed = [] if step.act is None else [self.up.lower(a, around) for a in step.act.args]
        key = step.name, len(fixed)
        if key not in self.lowered:  # all steps of an action have the same terms, to share code
            self.lowered[key] = self.lower_action(step, action, fixed)
        plan = self.lowered[key]
        bits = sum(p.packing.bits for p in plan.parameters)
        if step.choice_point is not None and bits > CHOICE_BITS:
            raise NotNative("large-move", action.span, name=action.name)
        parameters = [replace(p, fixed=v) for p, v in zip(plan.parameters, fixed, strict=False)]
        return replace(
            plan, number=number, step=step,
            parameters=(*parameters, *plan.parameters[len(fixed) :]),
        )  # fmt: skip

    def lower_action(self, step: Step, action: model.Action, fixed: list[Value]) -> StepPlan:
        """An action as a step, so many of its parameters fixed by the turn."""
        env: Env = {}
        self.statements.begin()
        parameters = []
        for place, binder in enumerate(action.binders):
            given = fixed[place] if place < len(fixed) else None
            parameters.append(self.parameter(binder, env, given))
        phases = self.phases(action, env)
        if sum(p.packing.bits for p in parameters) + STEP_BITS > 64:
            raise NotNative("large-move", action.span, name=action.name)
        plan = StepPlan(-1, step, action, tuple(parameters), phases, action.is_chance)
        if has_attempt(plan.effects):
            name = f"refused_{list(self.model.actions).index(action.name)}"
            if plan.most > MAX_TRIES:
                raise NotNative("many-tries", action.span, name=action.name)
            type = set_type(prod(p.packing.size for p in parameters))
            self.fields.all[name] = Field(name, type, (), f"Set{type.size}")
            plan = replace(plan, refused=name)
        return plan

    def parameter(self, binder: model.Binder, env: Env, given: Value | None) -> Parameter:
        """A parameter of an action; `env` learns its variable.

        Which value is `given` may say nothing but whether there is one: others share the terms.
        """
        loop, domains, counts = self.up.loop(binder, env)
        if counts != TRUE:
            raise NotNative("set-of-sets", binder.domain.span)
        type = element(binder.domain.type)
        value = env[binder.slots[0]]
        self.statements.facts.choose(loop, domains[0])
        is_family = value.family is not None or len(binder.slots) == 2
        if loop.kind == "groups" or (isinstance(type, SetType) and not is_family):
            raise NotNative("group-parameter", binder.domain.span)
        low, size, offset, family = 0, 0, 0, None
        if loop.kind == "range":
            if value.bounds is None:
                raise NotNative("parameter", binder.domain.span)
            low, high = value.bounds
            size = high - low + 1
        elif is_family:
            family = self.up.family_of(binder.domain, env)
            size = len(family.sets)
        elif type == NUMBER:
            size, offset = len(self.layout.numbers), self.layout.offset(NUMBER)
        else:
            size = self.layout.size_of(type)
        if given is not None and (
            type not in (CELL, PIECE, NUMBER) and not self.layout.is_code(type)
        ):
            raise NotNative("given-set", binder.domain.span)
        most = len(self.layout.cells) if type == CELL and family is None else size
        if type == NUMBER and value.bounds is not None:
            most = min(most, value.bounds[1] - value.bounds[0] + 1)
        sets = family.sets if family is not None else None
        packing = Packing(type, low, size, sets, len(binder.slots) == 2, offset)
        return Parameter(loop.name, packing, loop, domains, most, given)

    def phases(self, action: model.Action, env: Env) -> tuple[Effects, ...]:
        """The effects that can be done when so many parameters are chosen.

        An attempt belongs to one instance, so all from it on waits until the last is chosen.
        """
        phases: list[list[Effect]] = [[] for _ in range(len(action.binders) + 1)]
        level = 0
        for statement in action.body:
            used = free_slots(statement)
            for number, binder in enumerate(action.binders, 1):
                if used & set(binder.slots):
                    level = max(level, number)
            effects = self.statements.lower(statement, env)
            if has_attempt(tuple(effects)):
                level = len(action.binders)
            phases[level] += effects
        return tuple(tuple(phase) for phase in phases)

    # ---- the set-up ----

    def set_up(self) -> None:
        """The set-up in parts, a deal between each two."""
        self.statements.begin()
        parts: list[list[Effect]] = [[]]
        deals: list[model.Deal] = []
        for part in unrolled(self.plan.engine):
            statement, env = part.statement, self.known_in(part)
            if isinstance(statement, model.Deal):
                self.dealt[len(deals)] = env
                deals.append(statement)
                parts.append([])
            else:
                parts[-1] += self.statements.lower(statement, env)
        self.plan.setup = tuple(tuple(p) for p in parts)
        menus = []
        for number, deal in enumerate(deals):
            act = model.Act(deal.span, deal.name, deal.args)
            step = self.step(Step(deal.name, act, (("setup", number + 1),)), self.dealt[number])
            menus.append(Menu(len(self.plan.menus) + number, (("setup", number),), (step,)))
        self.plan.deals = tuple(menus)

    def known_in(self, part: Part) -> Env:
        """The values of the variables of the loops around a statement of the set-up."""
        frame = part.todo[0][1]
        types = {
            slot: type
            for binder in part.binders
            for slot, type in zip(binder.slots, binder_types(binder), strict=True)
        }  # fmt: skip
        types |= {let.slot: let.value.type for let in part.lets if is_plain(let.value.type)}
        return {
            slot: self.up.nothing(type) if frame[slot] is None
            else self.up.constant(type, frame[slot])
            for slot, type in types.items()
        }  # fmt: skip

    # ---- the end ----

    def end(self, end: model.End) -> EndPlan:
        """A line of `end`."""
        outcomes: list[Outcome] = []
        for outcome in end.outcomes:
            match outcome:
                case model.Wins(colour=colour) | model.Loses(colour=colour):
                    wins = isinstance(outcome, model.Wins)
                    outcomes.append(Decided(wins, self.up.lower(colour, {})))
                case model.Draw():
                    outcomes.append(Drawn())
                case model.Best():
                    ranks = tuple(Rank(r.most, tuple(self.for_colours(r))) for r in outcome.ranks)
                    outcomes.append(Best(ranks, has_places=isinstance(outcome, model.Ranked)))
                case model.Gets():
                    outcomes.append(Given(tuple(self.for_colours(outcome))))
        kept = with_seat_values(self.up.fields, tuple(outcomes))
        return EndPlan(end, self.up.condition(end.condition, {}), kept)

    def for_colours(self, one: model.Rank | model.Gets) -> Iterator[Value]:
        """The value of an expression for each colour."""
        for colour in range(len(self.model.colours)):
            env: Env = {one.slot: Value(t.number(colour), COLOUR)}
            value = self.up.lower(one.expr, env)
            if isinstance(one, model.Gets) and value.term.type == t.REAL:
                raise NotNative("fraction", one.span)
            yield value


def is_plain(type: RuleType) -> bool:
    """Whether a value of a type can be a constant of the plan."""
    return not isinstance(type, ListType) and type != VECTOR


def place_of(step: Step) -> Span | None:
    """Where a step stands in the turn."""
    return None if step.act is None else step.act.span


def differ(one: StepPlan, other: StepPlan) -> bool:
    """Whether two steps of one action surely have no move in common."""
    fixed = zip(*([p.fixed for p in step.parameters] for step in (one, other)), strict=False)
    return any(a and b and a.is_constant and b.is_constant and a.term != b.term for a, b in fixed)
