"""Steps: where they end from each cell, as tables or, for large ones, as sums of coordinates; and
built-ins that follow steps of their own, as `groups(S, c to T)` does: searches over cells.

Steps that are the same in every position are neighbours as those of the board are.  Groups of other
steps are found at once: `roots` is a list that has for each cell the first cell of its part.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations, product
from typing import Any

from gdl.model import nodes as model
from gdl.vocabulary.types import CELL, NUMBER, VECTOR
from gdl.vocabulary.types import Type as RuleType
from interpreter.board.codes import as_moves
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import Family, bits_of
from interpreter.native.ir.rewrite import replaced
from interpreter.native.ir.terms import INT, REAL, TRUE, Loop, Table, Term
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.values import Env, Groups, Value, combined
from interpreter.native.lowering.expressions.constant_folding import PADDING
from interpreter.native.lowering.expressions.families import MAX_WORDS
from interpreter.native.lowering.expressions.references import References

MAX_STEPS = 50_000  # in a table
OFF_THE_LATTICE = -(1 << 20)  # a coordinate from which no step leads back
FARTHEST = 1000  # from 0 that numbers lie for which there are tables or moves

Part = tuple[Value, Value]  # a direction, or a step that has a code, and how many times


class Steps(References):
    """Lowers steps from a cell."""

    def lower_stepto(self, expr: model.StepTo, env: Env) -> Value:
        cell = self.lower(expr.cell, env)
        parts = [self.limited(p) for p in self.step_parts(expr.step, env)]
        if len(parts) == 1 and parts[0][1].term == t.number(1):
            index: tuple[Value, ...] = (parts[0][0], cell)
        else:
            index = (*(v for part in parts for v in part), cell)
        domains = [d for v in index if (d := self.domain(v)) is not None]
        if len(domains) < len(index) or math.prod(len(d[0]) for d in domains) > MAX_STEPS:
            return self.summed_step(cell, parts)
        table = self.step_table(tuple(d[0] for d in domains))
        term = t.lookup(table, *(d[1] for d in domains))
        are_there = t.and_(*(v.exists for v in index))
        there = t.and_(are_there, t.exists(term))
        if there != t.exists(term):
            term = t.select(are_there, term, t.number(-1))
        return Value(term, expr.type, there)

    def limited(self, part: Part) -> Part:
        """A part of a step with bounds: none goes farther than over the whole board and back."""
        direction, times = part
        if times.bounds is not None and max(map(abs, times.bounds)) <= FARTHEST:
            return part
        if times.term.type != INT:
            raise NotNative("fraction")
        topology = self.rules.topology
        if topology.has_circuits:
            raise NotNative("step")
        farthest = 2 * max(len(topology.cells), *map(abs, self.extent))
        is_near = t.and_(
            t.le(t.number(-farthest), times.term), t.le(times.term, t.number(farthest))
        )
        near = t.select(is_near, times.term, t.number(farthest))
        return direction, replace(times, term=near, bounds=(-farthest, farthest))

    @property
    def extent(self) -> tuple[int, int]:
        """The width and the height of the lattice; 0 where there is none."""
        places = self.rules.topology.coordinates.values()
        if not places:
            return 0, 0
        width, height = (max(p[i] for p in places) - min(p[i] for p in places) for i in (0, 1))
        return width + 1, height + 1

    def summed_step(self, cell: Value, parts: list[Part]) -> Value:
        """Where a step ends on a lattice, by its coordinates.

        Raises NotNative for steps on tracks.
        """
        topology, size = self.rules.topology, self.layout.size
        offsets = topology.offsets
        if len(offsets) != len(topology.directions):
            raise NotNative("step")
        places = topology.coordinates
        ends: list[Term] = []
        for axis in (0, 1):
            low = min(p[axis] for p in places.values())
            at = [
                places[at_code][axis] - low
                if (at_code := self.layout.cells.get(code, -1)) in places
                else OFF_THE_LATTICE
                for code in range(size)
            ]
            sum_ = t.entry(INT, at, cell.term)
            for step, times in parts:
                ways = self.offsets(step.type, axis)
                far = t.arithmetic("mul", t.lookup(ways, step.term), times.term)
                sum_ = t.arithmetic("add", sum_, far)
            ends.append(sum_)
        holds = [t.and_(t.le(t.number(0), end), t.lt(end, t.number(n)))
                 for end, n in zip(ends, self.extent, strict=True)]  # fmt: skip
        there = t.and_(cell.exists, *(v.exists for part in parts for v in part), *holds)
        return self.cell_at(ends, there)

    def offsets(self, type: RuleType, axis: int) -> Table:
        """How far each direction, or each step that has a code, leads on the lattice."""
        offsets = [offset[axis] for offset in self.rules.topology.offsets]
        if type == VECTOR:
            offsets = [sum(n * offsets[way] for way, n in step) for step in self.layout.steps]
        return t.Table(INT, (len(offsets),), tuple(offsets))

    def cell_at(self, ends: list[Term], there: Term) -> Value:
        """The cell of coordinates, from 0, that lie on the lattice if `there` holds."""
        width, height = self.extent
        places = self.rules.topology.coordinates
        left, bottom = (min(p[i] for p in places.values()) for i in (0, 1))
        codes = [-1] * (width * height + 1)
        for cell, (x, y) in places.items():
            codes[(y - bottom) * width + x - left] = self.layout.cell_codes[cell]
        row = t.arithmetic("mul", ends[1], t.number(width))
        place = t.select(there, t.arithmetic("add", row, ends[0]), t.number(width * height))
        term = Term("table", INT, (place,), Table(INT, (len(codes),), tuple(codes)), True)
        return Value(term, CELL, t.exists(term))

    def step_table(self, domains: tuple[tuple[Any, ...], ...]) -> Table:
        """Where steps end, for each direction or step, number of times if it varies, and cell."""
        if domains in self.step_tables:
            return self.step_tables[domains]
        step, encode = self.rules.topology.step, self.layout.cell_codes
        *ways, cells = domains
        values: list[int] = []
        for steps in product(*ways):
            if None in steps:
                values += [-1] * len(cells)
                continue
            moves = moves_of(steps)
            values += [
                -1 if cell in (None, PADDING) or (end := step(cell, moves)) is None else encode[end]
                for cell in cells
            ]
        made = self.step_tables[domains] = t.Table(INT, tuple(map(len, domains)), tuple(values))
        return made

    def lower_steps(self, expr: model.Expr, env: Env) -> Value:
        """A step that is compared, not followed: its code, from the codes of its parts.

        Raises NotNative if it may be one without a code.
        """
        index = [value for part in self.step_parts(expr, env) for value in part]
        domains = [d for value in index if (d := self.domain(value)) is not None]
        if len(domains) < len(index) or math.prod(len(d[0]) for d in domains) > MAX_STEPS:
            raise NotNative("steps")
        canonical, codes = self.rules.codes.canonical, []
        for choice in product(*(values for values, _ in domains)):
            if None in choice:
                codes.append(-1)
                continue
            codes.append(self.layout.encode(VECTOR, canonical(moves_of(choice))))
        table = t.Table(INT, tuple(len(values) for values, _ in domains), tuple(codes))
        there = t.and_(*(value.exists for value in index))
        return Value(t.lookup(table, *(place for _, place in domains)), expr.type, there)

    lower_times = lower_assteps = lower_steps

    def step_parts(self, expr: model.Expr, env: Env) -> list[Part]:
        """A step as directions and how many times each."""
        one = Value(t.number(1), NUMBER, bounds=(1, 1))
        match expr:
            case model.Local(slot=slot) if slot in env and env[slot].steps is not None:
                return list(env[slot].steps or ())
            case model.Steps(parts=parts):
                return [p for part in parts for p in self.step_parts(part, env)]
            case model.AsSteps(operand=operand):
                return self.step_parts(operand, env)
            case model.Times(times=times, step=step):
                factor = self.bounded(times, env)
                inner = self.step_parts(step, env)
                return [(direction, self.product(count, factor)) for direction, count in inner]
            case model.Opposite(operand=operand) if operand.type == VECTOR:
                minus = Value(t.number(-1), NUMBER, bounds=(-1, -1))
                inner = self.step_parts(operand, env)
                return [(direction, self.product(count, minus)) for direction, count in inner]
            case model.Apply(name=name, args=args) if expr.type == VECTOR:
                definition = self.model.definitions[name]
                assert isinstance(definition.body, model.Expr)
                values = [self.lower(a, env) for a in args]
                return self.step_parts(
                    definition.body, dict(zip(definition.slots, values, strict=True))
                )
        return [(self.lower(expr, env), one)]

    def product(self, left: Value, right: Value) -> Value:
        """The product of two numbers of steps."""
        if REAL in (left.term.type, right.term.type):
            raise NotNative("fraction")
        bounds = combined("*", left.bounds, right.bounds)
        term = t.arithmetic("mul", left.term, right.term)
        return Value(term, NUMBER, t.and_(left.exists, right.exists), bounds=bounds)

    def bounded(self, expr: model.Expr, env: Env) -> Value:
        """A number with its bounds; without them if they lie further than `FARTHEST` from 0."""
        value = self.lower(expr, env)
        if value.bounds is None:
            low, high = self.bounds.interval(expr)
            if low >= -FARTHEST and high <= FARTHEST:
                value = Value(value.term, value.type, value.exists, bounds=(int(low), int(high)))
        return value


class Following(Steps):
    """Lowers what follows steps."""

    def lower_bystep(self, expr: model.ByStep, env: Env) -> Value:
        name = self.names.fresh("from")
        inner = {**env, expr.slot: Value(t.var(name, INT), CELL)}
        steps = self.lower(expr.steps, inner)
        successors = t.select(steps.exists, steps.term, t.no(self.cells))
        args = [self.lower(a, env) for a in expr.args]
        made: Value = getattr(self, f"followed_{expr.name}")(expr, name, successors, *args)
        return replace(made, exists=t.and_(*(a.exists for a in args), made.exists))

    def followed_reach(
        self, expr: model.ByStep, name: str, successors: Term, start: Value
    ) -> Value:
        reached = self.flooded(start.term, name, successors)
        reached = reached or t.reach(start.term, name, successors)
        return Value(reached, expr.type)

    def flooded(self, start: Term, name: str, successors: Term) -> Term | None:
        """Steps to neighbours within a set as a flood; None for other steps."""
        if successors.op != "meet":
            return None
        for near, inside in (successors.args, successors.args[::-1]):
            steps = self.constant_steps(near, name)
            if steps and name not in inside.free:
                adjacency, table = self.layout.relation(steps)
                first = t.meet(t.lookup(table, start), inside)
                return t.flood(adjacency, first, inside)
        return None

    def followed_distance(
        self, expr: model.ByStep, name: str, successors: Term, start: Value, end: Value
    ) -> Value:
        steps = t.steps_to(start.term, end.term, name, successors)
        most = len(self.layout.topology.cells)
        return Value(steps, NUMBER, t.exists(steps), bounds=(0, most))

    def uncounted(self, exists: Term) -> Term:
        """Whether there is a way within a set, asked of a flood and not of how long the way is."""
        known = {}
        for part in (p for p in exists.parts if p.op == "steps_to"):
            found = self.flooded(part.args[0], part.data, part.args[2])
            if found is not None:
                known[t.exists(part)] = t.or_(t.eq(*part.args[:2]), t.has(found, part.args[1]))
        return replaced(exists, known)

    def followed_groups(
        self, expr: model.ByStep, name: str, successors: Term, cells: Value
    ) -> Value:
        inside = t.select(cells.exists, cells.term, t.no(self.cells))
        adjacency = self.joined_by(name, successors)
        if adjacency is not None:
            groups = Groups((inside,), adjacency)
        else:
            groups = Groups((inside,), roots=t.roots(inside, name, successors))
        return Value(t.number(0), expr.type, groups=groups)

    def followed_group(
        self, expr: model.ByStep, name: str, successors: Term, cell: Value
    ) -> Value:
        alike = self.builtins.plane(self.builtins.owner(cell.term))
        adjacency = self.joined_by(name, successors)
        if adjacency is not None:
            part = t.flood(adjacency, t.bit(self.cells, cell.term), alike)
        else:
            part = t.part_of(alike, t.roots(alike, name, successors), cell.term)
        return Value(part, expr.type, t.has(self.builtins.occupied, cell.term))

    def joined_by(self, name: str, successors: Term) -> str | None:
        """The relation by which steps connect cells; None if they depend on the position."""
        steps = self.constant_steps(successors, name)
        if not steps:
            return None
        joined = list(steps)
        for code, ends in enumerate(steps):
            for end in bits_of(ends):
                joined[end] |= 1 << code
        return self.layout.relation(tuple(joined))[0]

    def constant_steps(self, steps: Term, name: str) -> tuple[int, ...]:
        """For each cell where steps lead, if the position does not matter; else nothing."""
        is_table = steps.op == "table" and steps.args == (t.var(name, INT),)
        return steps.data.values if is_table and steps.data.sizes == (self.layout.size,) else ()

    def followed_links(self, expr: model.ByStep, name: str, successors: Term) -> Value:
        """The pairs of a step as places in the family of all pairs."""
        size, codes = self.layout.size, sorted(self.layout.cells)
        pairs = tuple(combinations(codes, 2))
        if len(pairs) * self.cells.size > MAX_WORDS or size * size > MAX_WORDS:
            raise NotNative("table")
        masks = sorted(((1 << a | 1 << b, a, b) for a, b in pairs), key=lambda pair: pair[1:])
        family, places = Family(tuple(mask for mask, _, _ in masks)), [-1] * (size * size)
        for number, (_, a, b) in enumerate(masks):
            places[a * size + b] = places[b * size + a] = number
        near = self.names.fresh("near")
        table = t.Table(INT, (size, size), tuple(places))
        place = t.lookup(table, t.var(name, INT), t.var(near, INT))
        loops = tuple(Loop("bits", each, INT, 1, "cells") for each in (name, near))
        domains = (self.builtins.every, successors)
        chosen = t.fold("union", loops, domains, TRUE, t.bit(family.type, place), family.type)
        return Value(chosen, expr.type, family=family)


def moves_of(steps: tuple[Any, ...]) -> tuple[tuple[int, int], ...]:
    """Directions, each with how many times, of directions or steps by turns with times; the times
    of a single one, once, are left out.
    """
    pairs = zip(map(as_moves, steps[::2]), steps[1::2] or (1,), strict=True)
    return tuple((way, n * times) for each, times in pairs for way, n in each or ())
