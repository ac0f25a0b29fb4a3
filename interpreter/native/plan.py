"""The plan of a native game: its terms and effects, ready to be written as C.

`make_plan` puts together what the lowering gives: the steps of the turns with their parameters,
checks and effects, the menus in which they are offered, the set-up, what happens after a turn, and the
lines that end the game.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import prod
from typing import Any

from gdl import model
from gdl.analysis import acts, free_slots, performed, walk
from gdl.types import CELL, NUMBER, PIECE
from gdl.types import Type as RuleType
from gdl.usage import everything
from interpreter.codes import element
from interpreter.native import terms as t
from interpreter.native.effects import Check, Effects, can_fail, has_attempt, written
from interpreter.native.fields import Field, Fields
from interpreter.native.fixed import Fixed
from interpreter.native.layout import Family, Layout, set_type
from interpreter.native.lower import Lower
from interpreter.native.lower_statements import Statements
from interpreter.native.points import DONE, PASS, Branch, Leaf, Pending, Points, Step, Tree
from interpreter.native.terms import INT, TRUE, Loop, Term
from interpreter.native.values import Env, NotNative, Value
from interpreter.reference.engine import Engine

MOST_MOVES = 1_000_000
STEP_BITS = 10  # of a packed move: the number of its step


@dataclass(frozen=True)
class Parameter:
    """A parameter of a step: its variable, what it runs over, and how it is packed.

    `fixed` says that the turn gives its value.  A pair is packed as its place in `family`.
    `filter` is a set that it must be in, read after what the stages so far have done.
    """

    name: str
    type: RuleType
    loop: Loop
    domains: tuple[Term, ...]
    low: int
    size: int
    fixed: Value | None = None
    family: Family | None = None
    is_pair: bool = False
    filter: Term = TRUE  # TRUE where there is none

    @property
    def bits(self) -> int:
        """How many bits of a packed move it takes."""
        return max(1, (self.size - 1).bit_length())


@dataclass(frozen=True)
class StepPlan:
    """A step of a turn: its parameters, and its effects in the stages in which they can be done."""

    number: int
    step: Step
    action: model.Action | None
    parameters: tuple[Parameter, ...]
    stages: tuple[Effects, ...]
    is_chance: bool = False
    refused: str = ""  # the field of the attempts that failed

    @property
    def effects(self) -> Effects:
        """All effects in order."""
        return tuple(e for stage in self.stages for e in stage)

    @property
    def most(self) -> int:
        """How many instances it has at most."""
        product = 1
        for parameter in self.parameters:
            product *= 1 if parameter.fixed else parameter.size
        return product


@dataclass(frozen=True)
class Menu:
    """What may be done at one point, and the pending turn that it belongs to."""

    number: int
    pending: Pending
    steps: tuple[StepPlan, ...]

    @property
    def is_chance(self) -> bool:
        """Whether nature acts."""
        return self.steps[0].is_chance


@dataclass(frozen=True)
class EndPlan:
    """A line of `end`."""

    end: model.End
    condition: Term
    outcomes: tuple[Any, ...]  # ("wins" | "loses", Value), ("draw",) or ("best", ranks)


@dataclass
class Plan:
    """One game, lowered."""

    game: model.Game
    engine: Engine
    layout: Layout
    fields: Fields
    lower: Lower
    statements: Statements
    points: Points
    steps: dict[Step, StepPlan] = field(default_factory=dict)
    menus: dict[tuple[Pending, tuple[Step | None, ...]], Menu] = field(default_factory=dict)
    after: Effects = ()
    ends: tuple[EndPlan, ...] = ()
    setup: tuple[Effects, ...] = ()
    deals: tuple[Menu, ...] = ()
    cases: tuple[tuple[Term, int], ...] = ()
    openings: tuple[int, ...] = ()
    hashes: tuple[Term, ...] = ()

    @property
    def ordered_menus(self) -> list[Menu]:
        """All menus by number."""
        return sorted([*self.menus.values(), *self.deals], key=lambda m: m.number)

    @property
    def ordered_steps(self) -> list[StepPlan]:
        """All steps by number."""
        return sorted(self.steps.values(), key=lambda s: s.number)

    @property
    def most_moves(self) -> int:
        """No position has more moves."""
        return max((sum(s.most for s in m.steps) for m in self.ordered_menus), default=1)

    @property
    def reads_turns(self) -> bool:
        """Whether a rule asks how many turns there were."""
        reads = self.engine.rules.reads
        return any("turns" in reads.of_one(part) for part in everything(self.game))

    def is_sure(self, pending: Pending) -> bool:
        """Whether a pending turn surely has a way through."""
        return not can_fail(self.after) and is_surely_nothing(self.points.every[pending])


def is_surely_nothing(tree: Tree) -> bool:
    """Whether nothing need be done, whatever the position."""
    if isinstance(tree, Leaf):
        return None in tree.steps
    return is_surely_nothing(tree.yes) and is_surely_nothing(tree.no)


def make_plan(engine: Engine) -> Plan:
    """The plan of a game.

    Raises NotNative.
    """
    rules = engine.rules
    layout = Layout(rules.topology, rules.codes)
    fields = Fields(rules, layout)
    lower = Lower(rules, layout, fields, Fixed(rules, layout, engine.blank))
    statements = Statements(lower)
    fields.add("weight", t.REAL)
    plan = Plan(engine.game, engine, layout, fields, lower, statements,
                Points(lower, engine.turns, fields))  # fmt: skip
    Planner(plan).make()
    return plan


class Planner:
    """Fills a plan."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.up, self.statements = plan.lower, plan.statements
        self.game, self.layout, self.fields = plan.game, plan.layout, plan.fields

    def make(self) -> None:
        """Lower all that the game has."""
        plan = self.plan
        if any(isinstance(s, model.Tell) for s in performed(self.game)):
            pass  # words are kept by the Python side
        plan.after = self.statements.body(self.game.after_turn, {})
        plan.points.explore()
        plan.openings = tuple(plan.points.number((n,)) for n in plan.engine.turns.openings)
        plan.cases = tuple(
            (self.up.condition(condition, {}), plan.points.number((number,)))
            for (condition, _), (_, number) in zip(
                self.game.turn, plan.engine.turns.cases, strict=True
            )
        )
        for pending in plan.points.numbers:
            self.menus_of(pending, plan.points.trees[pending])
            self.menus_of(pending, plan.points.every[pending], offered=False)
        self.set_up()
        plan.ends = tuple(self.end(e) for e in self.game.ends)
        plan.hashes = tuple(plan.lower.hashes[n] for n in sorted(plan.lower.hashes))
        if plan.most_moves > MOST_MOVES:
            raise NotNative(f"{plan.most_moves} moves in one position")

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
        key = (pending, tree.steps)
        if key not in self.plan.menus:
            self.plan.menus[key] = Menu(len(self.plan.menus), pending, steps)

    def refuse_doubles(self, steps: tuple[StepPlan, ...]) -> None:
        """No two steps of a menu may have the same moves."""
        for i, one in enumerate(steps):
            for other in steps[:i]:
                if one.step.name == other.step.name and not differ(one, other):
                    raise NotNative(f"a turn that offers `{one.step.name}` in two ways")

    def step(self, step: Step) -> StepPlan:
        """A step with its parameters and effects."""
        if step not in self.plan.steps:
            if len(self.plan.steps) >= 1 << STEP_BITS:
                raise NotNative("so many steps of a turn")
            self.plan.steps[step] = self.make_step(step)
        return self.plan.steps[step]

    def make_step(self, step: Step) -> StepPlan:
        number = len(self.plan.steps)
        self.plan.steps[step] = StepPlan(number, step, None, (), ((),))  # keeps its number
        if step.name in (PASS, DONE):
            return self.plan.steps[step]
        action = self.game.actions[step.name]
        env: Env = {}
        self.statements.begin()
        fixed = [] if step.act is None else [self.up.lower(a, {}) for a in step.act.args]
        parameters = []
        for place, binder in enumerate(action.binders):
            given = fixed[place] if place < len(fixed) else None
            parameters.append(self.parameter(binder, env, given))
        stages = self.stages(action, env)
        if sum(p.bits for p in parameters) + STEP_BITS > 64:
            raise NotNative(f"moves as large as those of `{action.name}`", action.span)
        from interpreter.native.tighten import tighten

        plan = StepPlan(number, step, action, tuple(parameters), stages, action.is_chance)
        plan = tighten(plan, self.up.asks)
        if has_attempt(plan.effects):
            name = f"refused_{list(self.game.actions).index(action.name)}"
            if plan.most > 4096:
                raise NotNative(f"as many attempts as `{action.name}` has", action.span)
            type = set_type(prod(p.size for p in parameters))
            self.fields.all[name] = Field(name, type, (), f"Set{type.size}")
            if any(has_attempt(stage) for stage in stages[:-1]):
                raise NotNative(f"`try` before all parameters of `{action.name}`", action.span)
            plan = replace(plan, refused=name)
        return plan

    def parameter(self, binder: model.Binder, env: Env, given: Value | None) -> Parameter:
        """A parameter of an action; `env` learns its variable."""
        loop, domains = self.up.loop(binder, env)
        type = element(binder.domain.type)
        for slot in binder.slots:
            if env[slot].type == CELL:
                self.statements.learn_domain(env[slot].term, domains[0])
        value = env[binder.slots[0]]
        if loop.kind == "groups":
            raise NotNative(f"`{binder.domain.span.text}` as a parameter", binder.domain.span)
        low, size, family = 0, 0, None
        if loop.kind == "range":
            if value.bounds is None:
                raise NotNative(f"`{binder.domain.span.text}` as a parameter", binder.domain.span)
            low, high = value.bounds
            size = high - low + 1
        elif value.family is not None or len(binder.slots) == 2:
            lowered = self.up.lower(binder.domain, env)
            family = lowered.family
            assert family is not None
            size = len(family.sets)
        elif type == NUMBER:
            size = len(self.layout.numbers)
        else:
            size = self.layout.size_of(type)
        if given is not None and (type not in (CELL, PIECE, NUMBER) and not self.layout.is_code(type)):
            raise NotNative(f"`{binder.domain.span.text}` fixed by the turn", binder.domain.span)
        return Parameter(loop.name, type, loop, domains, low, size, given, family,
                         len(binder.slots) == 2)  # fmt: skip

    def stages(self, action: model.Action, env: Env) -> tuple[Effects, ...]:
        """The effects that can be done when so many parameters are chosen."""
        stages: list[list[Any]] = [[] for _ in range(len(action.binders) + 1)]
        level = 0
        for statement in action.body:
            used = free_slots(statement)
            for number, binder in enumerate(action.binders, 1):
                if used & set(binder.slots):
                    level = max(level, number)
            stages[level] += self.statements.lower(statement, env)
        return tuple(tuple(stage) for stage in stages)

    # ---- the set-up ----

    def set_up(self) -> None:
        """The set-up in parts, a deal between each two."""
        self.statements.begin()
        parts: list[list[Any]] = [[]]
        deals: list[model.Deal] = []
        for statement in self.unfolded(self.game.setup):
            if isinstance(statement, model.Deal):
                deals.append(statement)
                parts.append([])
            else:
                parts[-1] += self.statements.lower(statement, {})
        self.plan.setup = tuple(tuple(p) for p in parts)
        menus = []
        for number, deal in enumerate(deals):
            act = model.Act(deal.span, deal.name, deal.args)
            step = self.step(Step(deal.name, act, (("setup", number + 1),)))
            menus.append(Menu(len(self.plan.menus) + number, (("setup", number),), (step,)))
        self.plan.deals = tuple(menus)

    def unfolded(self, statements: tuple[model.Statement, ...]) -> list[model.Statement]:
        """The statements of the set-up, conditions around deals decided."""
        found: list[model.Statement] = []
        for statement in statements:
            if not any(isinstance(p, model.Deal) for p in walk(statement)):
                found.append(statement)
            elif isinstance(statement, model.Deal):
                found.append(statement)
            elif isinstance(statement, model.If):
                found += self.unfolded(self.branch(statement))
            else:
                raise NotNative(f"the deals of `{statement.span.text}`", statement.span)
        return found

    def branch(self, statement: model.If) -> tuple[model.Statement, ...]:
        """The branch that is taken, which the position may not decide."""
        for condition, body in statement.branches:
            holds = self.up.condition(condition, {})
            if holds == TRUE:
                return body
            if holds.op != "const":
                raise NotNative("deals that depend on the position", statement.span)
        return ()

    # ---- the end ----

    def end(self, end: model.End) -> EndPlan:
        """A line of `end`."""
        outcomes: list[Any] = []
        for outcome in end.outcomes:
            match outcome:
                case model.Wins(colour=colour):
                    outcomes.append(("wins", self.up.lower(colour, {})))
                case model.Loses(colour=colour):
                    outcomes.append(("loses", self.up.lower(colour, {})))
                case model.Draw():
                    outcomes.append(("draw",))
                case model.Best(ranks=ranks):
                    outcomes.append(("best", tuple(self.rank(r) for r in ranks)))
        return EndPlan(end, self.up.condition(end.condition, {}), tuple(outcomes))

    def rank(self, rank: model.Rank) -> tuple[bool, tuple[Value, ...]]:
        """Whether most wins, and what is compared for each colour."""
        values = []
        for colour in range(len(self.game.colours)):
            env: Env = {}
            from gdl.types import COLOUR

            env[rank.slot] = Value(t.number(colour), COLOUR)
            values.append(self.up.lower(rank.expr, env))
        return rank.most, tuple(values)


def nothing_more(step: Step | None) -> Step:
    """A step, or the move that leaves out the rest of a turn."""
    return Step(DONE, None, ()) if step is None else step


def differ(one: StepPlan, other: StepPlan) -> bool:
    """Whether two steps of one action surely have no move in common."""
    for a, b in zip(one.parameters, other.parameters, strict=False):
        if a.fixed is not None and b.fixed is not None:
            if a.fixed.is_constant and b.fixed.is_constant and a.fixed.term != b.fixed.term:
                return True
    return False


__all__ = ["INT", "Branch", "Check", "acts", "make_plan", "written"]
