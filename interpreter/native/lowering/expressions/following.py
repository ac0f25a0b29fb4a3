"""Built-ins that follow steps of their own, as `groups(S, c to T)` does: searches over cells.

Steps that are the same in every position are neighbours as those of the board are.  Groups of other
steps are found at once: `roots` is a list that has for each cell the first cell of its part.
"""

from __future__ import annotations

from itertools import combinations

from gdl.model import nodes as model
from gdl.vocabulary.types import CELL, NUMBER
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import Family, bits_of
from interpreter.native.ir.terms import INT, TRUE, Loop, Term
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.values import Env, Groups, Value
from interpreter.native.lowering.expressions.families import MAX_WORDS
from interpreter.native.lowering.expressions.steps import Steps


class Following(Steps):
    """Lowers what follows steps."""

    def lower_bystep(self, expr: model.ByStep, env: Env) -> Value:
        name = self.names.fresh("from")
        inner = {**env, expr.slot: Value(t.var(name, INT), CELL)}
        steps = self.lower(expr.steps, inner)
        successors = t.select(steps.exists, steps.term, t.no(self.cells))
        args = [self.lower(a, env) for a in expr.args]
        made: Value = getattr(self, f"followed_{expr.name}")(expr, name, successors, *args)
        return made

    def followed_reach(
        self, expr: model.ByStep, name: str, successors: Term, start: Value
    ) -> Value:
        reached = self.flooded(start.term, name, successors)
        reached = reached or t.reach(start.term, name, successors)
        return self.of_type(expr, reached, start.exists)

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
        there = t.and_(start.exists, end.exists, t.exists(steps))
        return Value(steps, NUMBER, there, bounds=(0, len(self.layout.topology.cells)))

    def followed_groups(
        self, expr: model.ByStep, name: str, successors: Term, cells: Value
    ) -> Value:
        inside = t.select(cells.exists, cells.term, t.no(self.cells))
        adjacency = self.joined_by(name, successors)
        if adjacency is not None:
            groups = Groups((inside,), adjacency)
        else:
            groups = Groups((inside,), roots=t.roots(inside, name, successors))
        return Value(t.number(0), expr.type, cells.exists, groups=groups)

    def followed_group(
        self, expr: model.ByStep, name: str, successors: Term, cell: Value
    ) -> Value:
        alike = self.builtins.plane(self.builtins.owner(cell.term))
        adjacency = self.joined_by(name, successors)
        if adjacency is not None:
            part = t.flood(adjacency, t.bit(self.cells, cell.term), alike)
        else:
            part = t.part_of(alike, t.roots(alike, name, successors), cell.term)
        stands = t.has(self.builtins.occupied, cell.term)
        return self.of_type(expr, part, t.and_(cell.exists, stands))

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
        table = self.layout.table(INT, (size, size), places)
        place = t.lookup(table, t.var(name, INT), t.var(near, INT))
        loops = tuple(Loop("bits", each, INT, 1, "cells") for each in (name, near))
        domains = (self.builtins.every, successors)
        chosen = t.fold("union", loops, domains, TRUE, t.bit(family.type, place), family.type)
        return Value(chosen, expr.type, family=family)
