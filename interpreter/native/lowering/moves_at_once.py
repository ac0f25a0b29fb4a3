"""`move … for …`: all pieces are lifted, then all are set down.

Where they are lifted and where they go are sets that loops gather before anything changes.
"""

from __future__ import annotations

from gdl.model import nodes as model
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Assign, Check, Effect, For
from interpreter.native.ir.terms import INT, TRUE, Term, Type
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.values import Env
from interpreter.native.lowering.piles import Piles
from interpreter.native.lowering.rounds import rounds_first
from interpreter.native.passes.unroll import simplify_fold


class MovesAtOnce(Piles):
    """Lowers moves at once, on boards without piles."""

    def lower_moveatonce(self, node: model.MoveAtOnce, env: Env) -> list[Effect]:
        span = node.span
        loops, domains, condition, scope = self.up.rounds(node, env, in_order=True)
        start, end = self.up.lower(node.start, scope), self.up.lower(node.end, scope)

        def over(reduction: str, type: Type, body: Term, *holds: Term) -> Term:
            given = t.and_(condition, *holds)
            return simplify_fold(self.layout, reduction, loops, domains, given, body, type)

        there = t.and_(start.exists, end.exists, t.has(self.board.occupied, start.term))
        effects: list[Effect] = [Check(span, over("all", t.BOOL, there))]
        number, lets = self.bind(span, "rounds", over("count", INT, TRUE))
        effects += lets
        cells = []
        for code in (start.term, end.term):
            of, lets = self.bind(span, "cells", over("union", self.cells, t.bit(self.cells, code)))
            effects += [*lets, Check(span, t.eq(t.count(of), number))]
            cells.append(of)
        changed = []
        bit = t.bit(self.cells, end.term)
        for plane in self.board.board_planes():
            put = over("union", self.cells, bit, t.has(plane, start.term))
            value, lets = self.bind(span, "plane", t.union(t.minus(plane, t.union(*cells)), put))
            effects += lets
            changed.append(Assign(span, plane.data, plane.args, value))
        last = Assign(span, "last", (), end.term)
        rounds = For(span, loops, domains, condition, (last,))
        reads = condition.reads.union(end.term.reads, *(d.reads for d in domains))
        if "last" in reads:
            effects += rounds_first(self.up, rounds)
        else:
            effects.append(rounds)
        return [*effects, *changed]

    def pile_moveatonce(self, node: model.MoveAtOnce, env: Env) -> list[Effect]:
        raise NotNative("piles-at-once")
