"""`move … for …`: all pieces are lifted, then all are set down.

Where they are lifted and where they go are sets, or for piles lists, that loops gather before
anything changes.
"""

from __future__ import annotations

from gdl.model import nodes as model
from gdl.source.spans import Span
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Assign, Check, Effect, For
from interpreter.native.ir.layout.layout import MAX_ON_STACK
from interpreter.native.ir.terms import INT, TRUE, Loop, Term, Type
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.values import Env, Value
from interpreter.native.lowering.fixed_rounds import rounds_first
from interpreter.native.lowering.piles import NONE, ONE, Piles, less, plus

NUMBER_BYTES = 4  # of an entry of a list


class MoveLoop:
    """The loop of one statement, and what is gathered over its rounds."""

    def __init__(self, moves: MovesAtOnce, node: model.MoveAtOnce, env: Env):
        self.layout = moves.layout
        self.loops, self.domains, self.condition, scope = moves.up.rounds(node, env, in_order=True)
        self.start: Value = moves.up.lower(node.start, scope)
        self.end: Value = moves.up.lower(node.end, scope)

    def over(self, reduction: str, type: Type, body: Term, *holds: Term) -> Term:
        """What a loop over the rounds reduces to."""
        given = t.and_(self.condition, *holds)
        return t.fold(reduction, self.loops, self.domains, given, body, type
        )

    def listed(self, size: int, body: Term, *within: tuple[Loop, tuple[Term, ...]]) -> Term:
        """A list of the values of all rounds, in order, or of loops within them."""
        loops = (*self.loops, *(loop for loop, _ in within))
        domains = (*self.domains, *(part for _, parts in within for part in parts))
        return t.fold("list", loops, domains, self.condition, body, Type("list", size))


class MovesAtOnce(Piles):
    """Lowers moves at once."""

    def lower_moveatonce(self, node: model.MoveAtOnce, env: Env) -> list[Effect]:
        span, loop = node.span, MoveLoop(self, node, env)
        start, end, over = loop.start, loop.end, loop.over
        there = t.and_(start.exists, end.exists, t.has(self.board.occupied, start.term))
        effects: list[Effect] = [Check(span, over("all", t.BOOL, there))]
        number = self.bind(span, "rounds", over("count", INT, TRUE), effects)
        cells = []
        for code in (start.term, end.term):
            every = over("union", self.cells, t.bit(self.cells, code))
            cells.append(self.bind(span, "cells", every, effects))
            effects.append(Check(span, t.eq(t.count(cells[-1]), number)))
        changed = []
        bit = t.bit(self.cells, end.term)
        for plane in self.board.board_planes():
            put = over("union", self.cells, bit, t.has(plane, start.term))
            value = t.union(t.minus(plane, t.union(*cells)), put)
            value = self.bind(span, "plane", value, effects)
            changed.append(Assign(span, plane.data, plane.args, value))
        last = Assign(span, "last", (), end.term)
        told = For(span, loop.loops, loop.domains, loop.condition, (last,))
        reads = loop.condition.reads.union(end.term.reads, *(d.reads for d in loop.domains))
        if "last" in reads:
            effects += rounds_first(self.up, told)
        else:
            effects.append(told)
        return [*effects, *changed]

    # ---- piles ----

    def pile_moveatonce(self, node: model.MoveAtOnce, env: Env) -> list[Effect]:
        """Whole piles: what stands on the starts is listed, taken off, and set down again."""
        span, loop, most = node.span, MoveLoop(self, node, env), self.board.most
        start, end, cells = loop.start, loop.end, len(self.layout.topology.cells)
        are_alike = "pile" not in self.fields.all
        if not are_alike and cells * most * NUMBER_BYTES > MAX_ON_STACK:
            raise NotNative("piles-at-once", count=MAX_ON_STACK // NUMBER_BYTES)
        there = t.and_(start.exists, end.exists, t.has(self.board.occupied, start.term))
        effects: list[Effect] = [Check(span, loop.over("all", t.BOOL, there))]
        number = self.bind(span, "rounds", loop.over("count", INT, TRUE), effects)
        from_cells = loop.over("union", self.cells, t.bit(self.cells, start.term))
        effects.append(Check(span, t.eq(t.count(from_cells), number)))
        name = self.up.names.fresh("i")
        each = Loop("range", name, INT, 2), (NONE, t.number(most - 1))
        gathered = [
            loop.listed(cells, of)
            for of in (start.term, end.term, self.board.height_of(start.term))
        ]
        if not are_alike:
            entry = self.board.entry(start.term, t.var(name, INT))
            gathered.append(loop.listed(cells * most, entry, each))
        lists = [self.bind(span, "listed", values, effects) for values in gathered]
        return [*effects, *self.exchanged(span, number, lists)]

    def exchanged(self, span: Span, number: Term, lists: list[Term]) -> list[Effect]:
        """The piles of some starts taken off, and set down on their ends in order.

        `lists` hold the starts, the ends, the heights and, unless all are alike, the pieces.
        """
        starts, ends, heights, *entries = lists
        name, most = self.up.names.fresh("round"), self.board.most
        at = t.var(name, INT)
        over = (Loop("range", name, INT, 2),)
        domains = (NONE, less(number, ONE))
        off, on = list[Effect](), list[Effect]()
        start = self.bind(span, "start", t.item(starts, at), off)
        high = self.bind(span, "high", self.board.height_of(start), off)
        off += self.lowered(span, start, high, high, below=False)
        end = self.bind(span, "end", t.item(ends, at), on)
        before = self.bind(span, "before", self.board.height_of(end), on)
        by = self.bind(span, "by", t.item(heights, at), on)
        on.append(Check(span, t.le(plus(before, by), t.number(most))))
        first = t.arithmetic("mul", at, t.number(most))
        on += self.counting(span, NONE, by, lambda i: self.enter(
            span, end, plus(before, i), t.item(entries[0], plus(first, i))
        ))  # fmt: skip
        on += [*self.grown(span, end, plus(before, by)), Assign(span, "last", (), end)]
        return [For(span, over, domains, TRUE, tuple(body)) for body in (off, on)]
