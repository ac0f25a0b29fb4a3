"""Decides how random moves are drawn: plans in, records out."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import reduce
from typing import Any

from interpreter.native.emit.effects import sliced_phases
from interpreter.native.ir import terms as t
from interpreter.native.ir.bounds import hurdles
from interpreter.native.ir.costs import Costs
from interpreter.native.ir.effects import (
    Effects,
    For,
    Join,
    can_fail,
    depends_on,
    has_attempt,
    inside,
    written,
)
from interpreter.native.ir.layout.layout import fit_stack
from interpreter.native.ir.layout.planes import Planes
from interpreter.native.ir.plan import Candidates, Menu, Parameter, Plan, StepPlan, is_set_up
from interpreter.native.ir.terms import TRUE, Term
from interpreter.native.ir.terms.operations import OPERATIONS
from interpreter.native.ir.trees import Leaf
from interpreter.native.sampling.bounds import (
    are_straight,
    first_seen,
    longest,
    most,
    rows_of_seen,
    seen_singly,
)
from interpreter.native.sampling.offered import are_cells, untightened, untried
from interpreter.native.sampling.pairs import pairs_of, without
from interpreter.native.sampling.records import (
    Attempts,
    Finish,
    MenuDraw,
    Pairs,
    Pool,
    StepDraw,
    Taken,
    Value,
    Way,
)

SETS = (Way.ELEMENT, Way.KEPT)  # elements of a set that is known before
KNOWN = (*SETS, Way.RANGE)
MAX_TRIES = 64
FEW_TRIES = 12  # where few candidates are legal, and listing finds many together
LOOKS = 2  # of a piece in all directions, that cost no more than a try along one line
LAZY = 100  # what candidates cost, for one value of another parameter, that are found as needed
FEW = 12  # candidates at most, for one value: of many places for few candidates most are misses
MAX_MORE = 8  # entries of an array that is copied for a candidate only to be played
MAX_BACK = 256  # entries of arrays that are copied back after a draw from a pool
LATE, TIMES = 500, 10  # what checks of a whole candidate cost beside those before the last value
MAX_WORDS = 8  # of sets that take no search and are found for each value of another parameter


class Planner:
    """Decides for each menu of a plan how its moves are drawn."""

    def __init__(self, plan: Plan, shared: Collection[int]):
        self.plan = plan
        self.layout = plan.layout
        self.shared = shared  # the steps that share code with others
        self.costs = Costs(plan.fields)
        self.board = Planes(plan.fields)
        self.pairs: dict[tuple[Any, ...], tuple[Pairs, frozenset[Term]] | None] = {}
        self.arrays: tuple[Candidates, ...] = plan.candidates
        self.arrays = tuple(c for c in self.arrays if self.is_worth_keeping(c))

    def is_worth_keeping(self, kept: Candidates) -> bool:
        """Whether what changes a set is drawn from its array, but for what is rare."""
        ahead, usual = self.menus_ahead(), kept.takes.keys() - self.plan.rare
        for menu in self.plan.ordered_menus:
            asked = [s.number for s in menu.steps if s.number in usual]
            steps = self.menu(menu, menu in ahead).steps if asked else ()
            draws = {s.step.number: s for s in steps}
            for number in asked:
                draw = draws.get(number)
                source = draw.source if draw and draw.finish != Finish.STORE else None
                values = source if isinstance(source, tuple) else ()
                if not any(v.way == Way.KEPT and v.sources[0] == kept.domain for v in values):
                    return False
        return True

    # ---- menus ----

    def menu(self, menu: Menu, is_ahead: bool = False) -> MenuDraw:
        """How a move of a menu is drawn; with `is_ahead` it is left in the state."""
        if is_weighed(menu):
            return MenuDraw(menu, by_weight=True)
        if not self.is_drawn(menu):
            return MenuDraw(menu)
        steps = tuple(self.step(*untried(s, menu), is_ahead) for s in menu.steps)
        pooled = tuple(self.from_pool(d) for d in steps)
        if any(map(self.is_costly, steps)) and None not in pooled:
            return MenuDraw(menu, self.lazily(tuple(d for d in pooled if d is not None)))
        steps = tuple(self.step(untightened(d), d.attempts, is_ahead) for d in steps)
        values = [v for s in steps if isinstance(s.source, tuple) for v in s.source]
        tries = FEW_TRIES if self.has_few_hits(steps) else MAX_TRIES
        early: tuple[Term, ...] = ()
        if len(steps) == len(values) == 1 and values[0].way in SETS:
            early = tuple(hurdles(t.some(values[0].sources[0]), self.layout)[:-1])
        return MenuDraw(menu, steps, tries, early)

    def is_drawn(self, menu: Menu) -> bool:
        """Whether moves of a menu may be drawn as candidates."""
        kinds = {p.loop.kind for s in menu.steps for p in s.parameters}
        return kinds <= {"bits", "range"} and not any(
            s.step.chosen or (s.refused and not self.plan.is_untried(s)) for s in menu.steps
        )

    def has_few_hits(self, steps: tuple[StepDraw, ...]) -> bool:
        """Whether few candidates are legal, and listing finds many together: what of a set several
        values before it leave, where little is checked after that.
        """
        left = any(len(v.sources) > 1 for s in steps if isinstance(s.source, tuple)
                   for v in s.source[2:] if v.way == Way.PLACE)  # fmt: skip
        after = self.costs.checks(self.plan.after)
        return left and all(self.costs.checks(s.phases[-1]) + after < LAZY for s in steps)

    def menus_ahead(self) -> list[Menu]:
        """The menus that are drawn from while a step before them is tried."""
        found = (
            menu_ahead(self.plan, s)
            for m in self.plan.ordered_menus if self.is_drawn(m) and not is_weighed(m)
            for s in m.steps if s.number not in self.shared
        )  # fmt: skip
        by_number = {menu.number: menu for menu in found if menu is not None}
        return [by_number[n] for n in sorted(by_number)]

    # ---- steps ----

    def from_pool(self, draw: StepDraw) -> StepDraw | None:
        """The same step, drawn from a pool; None if it has none."""
        step = draw.step
        if step.variable or step.number in self.shared or step.refused:
            return None
        pool = pool_of(step, self.values(step))
        if pool is None:
            return None
        taken = tuple(self.taken(step, pool))
        finish, phases = draw.finish, sliced_phases(step)
        if finish == Finish.COMMIT:
            back = sum(sum(self.plan.fields.all[name].sizes) for name in written(step.effects))
            finish, phases = (finish, step.phases) if back <= MAX_BACK else (Finish.LOOK, phases)
        return replace(draw, source=pool, phases=phases, finish=finish, taken=taken)

    def lazily(self, draws: tuple[StepDraw, ...]) -> tuple[StepDraw, ...]:
        """The same draws from pools, of which those dear to find are found as far as needed."""
        if any(draw.pool.extras for draw in draws):
            return draws  # one that is illegal stays in its pool
        return tuple(map(self.as_needed, draws))

    def as_needed(self, draw: StepDraw) -> StepDraw:
        """A draw from a pool whose candidates are found as far as needed, if they are dear."""
        pool = draw.pool
        if pool.outer is None or pool.ways is None or draw.phases[0]:
            return draw
        first, second = draw.step.parameters[:2]
        if self.costs.cost(pool.ways, frozenset((first.loop.name,))) < LAZY:
            return draw
        larger = fixed_part(pool.ways, first.loop.name, written(draw.phases[1]))
        size = t.number(most(pool.ways, second, self.board))
        if larger is not None and self.costs.size(larger) < size.data:
            size = t.count(larger)
        many = self.costs.size(size.args[0]) if size.args else size.data
        return draw if many > FEW else replace(draw, source=replace(pool, most=size))

    def is_costly(self, draw: StepDraw) -> bool:
        """Whether candidates of a step are better found at once than tried one by one."""
        for value in draw.source if isinstance(draw.source, tuple) else ():
            domain = value.parameter.domains[0]
            if is_told_apart(value.parameter):
                return True
            if domain.op == "spread" and domain.type.size == 1:
                continue  # a few shifts for each candidate
            is_small = domain.type.size <= MAX_WORDS
            if value.way == Way.PLACE and (domain.is_search or (domain.is_heavy and is_small)):
                return True
            if value.way == Way.ROW:
                tries = value.size.data / max(1.0, self.costs.size(domain))
                if self.plan.most_pieces <= LOOKS * tries:
                    return True
        return False

    def values(self, step: StepPlan) -> tuple[Value, ...]:
        """How the values of a step's parameters are drawn, one by one."""
        values = tuple(self.value(step, i) for i in range(len(step.parameters)))
        few = tuple(map(self.among_few, values))
        if sum(a is not b for a, b in zip(values, few, strict=True)) > 1:
            return few
        return tuple(b if a.way == Way.PLACE else a for a, b in zip(values, few, strict=True))

    def among_few(self, value: Value) -> Value:
        """The same value, drawn among the few cells that are seen first in each direction, if its
        domain has no others: of several that are drawn so, most tries would miss one.
        """
        is_seen = value.way == Way.ROW or (value.way == Way.PLACE and value.size.op == "const")
        size = first_seen(value.parameter.domains[0], self.board) if is_seen else None
        if size is None:
            return value
        sources = value.sources if value.way == Way.PLACE else value.parameter.domains
        return Value(value.parameter, Way.PLACE, sources, t.number(size))

    def step(self, step: StepPlan, attempts: Attempts | None, is_ahead: bool) -> StepDraw:
        """How an instance of a step without its attempts is drawn that a menu offers."""
        values = self.values(step)
        source: tuple[Value, ...] | Pairs = values
        is_exact = all(v.way in KNOWN for v in values)
        finish, following, fields = self.finish(step, is_ahead)
        phases = step.phases if finish == Finish.COMMIT else sliced_phases(step)
        if are_cells(step) and values[0].way in KNOWN:
            key = step.parameters, step.phases  # menus and lanes ask again
            if key not in self.pairs:
                self.pairs[key] = pairs_of(step, self.board)
            found = self.pairs[key]
            if found is not None:
                source, proved = found
                phases = (*phases[:-1], tuple(without(phases[-1], proved)))
                is_exact = source.residue == TRUE
        is_exact &= not step.step.earlier and not attempts and not any(map(can_fail, phases))
        is_exact &= is_set_up(step.step.rest) or self.plan.is_sure(step.step.rest)
        taken = tuple(self.taken(step, source))
        is_dear = isinstance(source, tuple) and not is_exact and self.is_late_dear(phases)
        return StepDraw(
            step, source, phases, finish, following, fields, is_exact, taken, is_dear, attempts
        )

    def is_late_dear(self, phases: tuple[Effects, ...]) -> bool:
        """Whether what is checked of a whole candidate takes much, and little what comes before."""
        *early, late = phases
        some = any(map(can_fail, early[1:]))
        return some and self.costs.checks(late) > LATE + TIMES * sum(map(self.costs.checks, early))

    def taken(
        self, step: StepPlan, source: tuple[Value, ...] | Pairs | Pool
    ) -> Iterator[Taken]:
        """What a step takes out of the arrays."""
        values = source if isinstance(source, tuple) else ()
        drawn = {v.array: v.parameter.loop.name for v in values if v.way == Way.KEPT}
        for number, kept in enumerate(self.arrays):
            name, is_sure = kept.takes.get(step.number, ("", False))
            if name and name == drawn.get(number):
                yield Taken(number, kept.domain, name, is_sure)
            elif name or step.number in kept.breaks:
                yield Taken(number, kept.domain)

    def finish(
        self, step: StepPlan, is_ahead: bool
    ) -> tuple[Finish, Menu | None, tuple[str, ...]]:
        """How a candidate is played, with what is drawn next and the fields to restore."""
        if is_ahead:
            return Finish.STORE, None, ()
        following = None if step.variable else menu_ahead(self.plan, step)
        if following is not None:
            # the groups are restored in another way
            fields = written(step.effects) - {"groups", "weight"} | {"passes"}
            return Finish.AHEAD, following, tuple(sorted(fields))
        if step.step.rest or not step.step.is_alone or not self.plan.may_be_refused:
            return Finish.COMMIT if self.is_tried(step) else Finish.LOOK, None, ()
        fields = written(step.effects) | written(self.plan.after) | {"turns", "passes", "last"}
        return Finish.UNDO, None, tuple(sorted(fields))

    def is_tried(self, step: StepPlan) -> bool:
        """Whether a candidate is played on the copies of fields on which it is checked: that takes
        much, has all large arrays that playing it changes, and is all that playing it does.
        """
        tried = tuple(effect for phase in sliced_phases(step) for effect in phase)
        more = [self.plan.fields.all[name] for name in written(step.effects) - written(tried)]
        are_small = all(max(field.sizes, default=1) <= MAX_MORE for field in more)
        return are_small and are_dear(tried) and self.changes_only_fields(step)

    def changes_only_fields(self, step: StepPlan) -> bool:
        """Whether playing a step changes only fields and the point of the turn."""
        one, effects = step.step, step.effects
        if step.variable or step.number in self.shared or not one.is_alone:  # it has other uses
            return False
        if one.begins or one.goes_round or one.choice_point is not None or is_set_up(one.rest):
            return False  # it counts rounds, waits for other seats, or is a part of the set-up
        if one.rest and any(other.refused for other in self.plan.steps.values()):
            return False  # what was refused may be tried again
        if step.refused or has_attempt(effects) or written(effects) & {"groups", "weight"}:
            return False  # it is noted where it fails, or changes what is undone in other ways
        return self.plan.is_sure(one.rest)

    # ---- values ----

    def value(self, step: StepPlan, number: int) -> Value:
        """How the value of a parameter is drawn."""
        parameter = step.parameters[number]
        domains = parameter.domains
        if parameter.fixed is not None:
            return Value(parameter, Way.GIVEN)
        depends = step.is_dependent(number)
        if parameter.loop.kind == "range":
            if depends:
                return Value(parameter, Way.OFFSET, domains, longest(step, number))
            return Value(parameter, Way.RANGE, domains)
        if step.is_known_before(number):
            domain = parameter.filtered
            for number, kept in enumerate(self.arrays):
                if kept.domain == domain:
                    return Value(parameter, Way.KEPT, (domain,), array=number)
            return Value(parameter, Way.ELEMENT, (domain,))
        size = t.count(domains[0])
        if depends:
            size = t.number(most(domains[0], parameter, self.board))
        if parameter.filter != TRUE:
            return Value(parameter, Way.PLACE, (domains[0], parameter.filter), size)
        return self.seen(parameter) or Value(parameter, Way.PLACE, domains, size)

    def seen(self, parameter: Parameter) -> Value | None:
        """A value drawn among the cells seen on the empty board, if its domain is seen cells."""
        domain = parameter.domains[0]
        is_straight = parameter.loop.of == "cells" and are_straight(domain, self.layout)
        reached = rows_of_seen(domain, self.layout) if is_straight else None
        if reached is None:
            return None
        cell, rows, lengths = reached
        value = t.var(parameter.loop.name, t.INT)
        residue = seen_singly(t.has(domain, value))
        size = t.number(rows.sizes[1])
        return Value(parameter, Way.ROW, (cell,), size, residue, (rows, lengths))


def fixed_part(cells: Term, name: str, changed: frozenset[str]) -> Term | None:
    """What a set lies within, whatever a variable and some fields are; None: not known."""
    parts = t.factors_of(cells.args[0] if cells.op == "minus" else cells)
    fixed = [p for p in parts if name not in p.free and not depends_on(p.reads, changed)]
    return reduce(t.meet, fixed) if fixed else None


def are_dear(effects: Effects) -> bool:
    """Whether some effects change fields in rounds of a loop, or beside floods and the like."""
    if any(isinstance(effect, For) and written((effect,)) for effect in effects):
        return True
    return bool(written(effects)) and any(
        (OPERATIONS[part.op].is_search and part.op != "fold") or goes_through_groups(part)
        for effect in effects for term in effect.terms for part in term.parts
    )  # fmt: skip


def goes_through_groups(term: Term) -> bool:
    """Whether a term is a loop over groups, which are found by floods."""
    return term.op == "fold" and any(loop.kind == "groups" for loop in term.data.loops)


def is_weighed(menu: Menu) -> bool:
    """Whether chance chooses by weights."""
    return any("weight" in written(s.effects) for s in menu.steps)


# ---- pools: all candidates, found before one of them is drawn ------------------------------------
#
# Where the values of a second parameter take a look or a search for each value of the first, few
# pairs are candidates, and each that is tried costs as much.  So they are found once for each value
# of the first parameter, and one of all pairs is drawn.  Only where the values are seen cells is
# one pair tried by looking along its line alone, which takes less if there are many pieces and what
# they see is not rare.


def pool_of(step: StepPlan, source: tuple[Value, ...]) -> Pool | None:
    """The pool of a step's candidates; None if it has none."""
    if any(p.loop.kind != "bits" for p in step.parameters):
        return None
    if not source:
        return Pool()
    first, *others = source
    if first.way not in SETS:
        return None
    if not others or others[0].way in SETS:
        pool = Pool(first.sources[0], extras=tuple(others))
    else:
        outer, second = step.parameters[:2]
        ways = second.domains[0]
        if is_told_apart(second):
            return Pool(second.any_before, before=second.before, extras=tuple(others[1:]))
        if second.filter != TRUE or not fit_stack(outer.packing.size, ways.type):
            return None
        pool = Pool(ways, outer.filtered, extras=tuple(others[1:]))
    some = all(v.way in SETS and v.sources[0].value != 0 for v in pool.extras)
    return pool if some else None


def is_told_apart(second: Parameter) -> bool:
    """Whether all values of a second parameter are found at once, and each tells the first."""
    return second.any_before != TRUE and not second.any_before.is_search


# ---- drawing ahead: the next action of a turn, drawn while the one before it is tried -----------
#
# Where an action is legal only if another one can follow it, it is carried out and the next one is
# drawn.  If there is none, the state is restored; else the drawn move waits in the state (`ahead`)
# until it is due, so that nothing is computed twice.


def menu_ahead(plan: Plan, step: StepPlan) -> Menu | None:
    """The menu to draw from to find out whether a step is legal; None if that is impossible."""
    rest = step.step.rest
    if not rest or is_set_up(rest) or step.refused or not step.step.is_alone:
        return None
    if step.step.begins or step.step.goes_round:
        return None
    if plan.is_sure(rest) or plan.may_be_refused or any(e.end.at_once for e in plan.ends):
        return None
    tree = plan.trees[rest]
    if tree != plan.full_trees[rest] or not isinstance(tree, Leaf) or None in tree.steps:
        return None
    menu = plan.menu(rest, tree.steps)
    is_last = all(
        not (s.is_chance or s.refused or s.step.choice_point) and plan.is_sure(s.step.rest)
        for s in menu.steps
    )
    return menu if is_last and can_undo(plan, step) else None


def can_undo(plan: Plan, step: StepPlan) -> bool:
    """Whether the changes that a step makes to the groups that are kept can be undone."""
    joins, regions = [e for e in inside(step.effects) if isinstance(e, Join)], plan.regions
    return regions is None or not joins or (
        len(joins) == 1 and joins[0] in step.effects  # once, and unconditionally
        and regions.keeps_sizes and not regions.conditions and not regions.sets
    )  # fmt: skip
