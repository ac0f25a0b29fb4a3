"""Statements of the model as effects.

`Statements.lower` has a method for each statement of `gdl.model.nodes`, named after it.  In
`move … for …` all pieces are lifted, then all are set down: where they are lifted and where they go
are sets, or for piles lists, that loops gather before anything changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

from gdl.model import nodes as model
from gdl.model.in_context import all_typed
from gdl.source.spans import Span
from gdl.vocabulary.types import FLAG, NUMBER, VECTOR, SetType
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import (
    Assign,
    Check,
    Effect,
    Effects,
    For,
    branching,
    depends_on,
    written,
)
from interpreter.native.ir.facts import Facts
from interpreter.native.ir.layout.layout import MAX_ON_STACK
from interpreter.native.ir.terms import FALSE, INT, NO_NUMBER, REAL, TRUE, Loop, Term, Type
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.values import Env, Value, clamp
from interpreter.native.lowering.at_once import at_once
from interpreter.native.lowering.expressions.expressions import is_never
from interpreter.native.lowering.fixed_rounds import rounds_first
from interpreter.native.lowering.piles import NONE, ONE, Piles, less, plus

NUMBER_BYTES = 4  # of an entry of a list
MAX_REPEATED = 512  # parts of a value that is written anew wherever its name is used


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
        return t.fold(reduction, self.loops, self.domains, given, body, type)

    def listed(self, size: int, body: Term, *within: tuple[Loop, tuple[Term, ...]]) -> Term:
        """A list of the values of all rounds, in order, or of loops within them."""
        loops = (*self.loops, *(loop for loop, _ in within))
        domains = (*self.domains, *(part for _, parts in within for part in parts))
        return t.fold("list", loops, domains, self.condition, body, Type("list", size))


class MovesAtOnce(Piles):
    """Lowers moves at once."""

    def lower_moveatonce(self, node: model.MoveAtOnce, env: Env) -> Iterable[Effect]:
        span, loop = node.span, MoveLoop(self, node, env)
        start, end, over = loop.start, loop.end, loop.over
        there = t.and_(start.exists, end.exists, t.has(self.board.occupied, start.term))
        yield Check(span, over("all", t.BOOL, there))
        number = yield from self.bind(span, "rounds", over("count", INT, TRUE))
        cells = []
        for code in (start.term, end.term):
            every = over("union", self.cells, t.bit(self.cells, code))
            cells.append((yield from self.bind(span, "cells", every)))
            yield Check(span, t.eq(t.count(cells[-1]), number))
        changed = []
        bit = t.bit(self.cells, end.term)
        for plane in self.board.board_planes():
            put = over("union", self.cells, bit, t.has(plane, start.term))
            value = t.union(t.minus(plane, t.union(*cells)), put)
            value = yield from self.bind(span, "plane", value)
            changed.append(Assign(span, plane.data, plane.args, value))
        last = Assign(span, "last", (), end.term)
        told = For(span, loop.loops, loop.domains, loop.condition, (last,))
        reads = loop.condition.reads.union(end.term.reads, *(d.reads for d in loop.domains))
        if "last" in reads:
            yield from rounds_first(self.up, told)
        else:
            yield told
        yield from changed

    # ---- piles ----

    def pile_moveatonce(self, node: model.MoveAtOnce, env: Env) -> Iterable[Effect]:
        """Whole piles: what stands on the starts is listed, taken off, and set down again."""
        span, loop, most = node.span, MoveLoop(self, node, env), self.board.most
        start, end, cells = loop.start, loop.end, len(self.layout.topology.cells)
        are_alike = "pile" not in self.fields.all
        if not are_alike and cells * most * NUMBER_BYTES > MAX_ON_STACK:
            raise NotNative("piles-at-once", count=MAX_ON_STACK // NUMBER_BYTES)
        there = t.and_(start.exists, end.exists, t.has(self.board.occupied, start.term))
        yield Check(span, loop.over("all", t.BOOL, there))
        number = yield from self.bind(span, "rounds", loop.over("count", INT, TRUE))
        from_cells = loop.over("union", self.cells, t.bit(self.cells, start.term))
        yield Check(span, t.eq(t.count(from_cells), number))
        name = self.up.names.fresh("i")
        each = Loop("range", name, INT, 2), (NONE, t.number(most - 1))
        gathered = [
            loop.listed(cells, of)
            for of in (start.term, end.term, self.fields.read("height", start.term))
        ]
        if not are_alike:
            entry = self.board.entry(start.term, t.var(name, INT))
            gathered.append(loop.listed(cells * most, entry, each))
        lists = []
        for values in gathered:
            lists.append((yield from self.bind(span, "listed", values)))
        yield from self.exchanged(span, number, lists)

    def exchanged(self, span: Span, number: Term, lists: list[Term]) -> Iterable[Effect]:
        """The piles of some starts taken off, and set down on their ends in order.

        `lists` hold the starts, the ends, the heights and, unless all are alike, the pieces.
        """
        starts, ends, heights, *entries = lists
        name, most = self.up.names.fresh("round"), self.board.most
        at = t.var(name, INT)
        over = (Loop("range", name, INT, 2),)
        domains = (NONE, less(number, ONE))

        def off() -> Iterable[Effect]:
            start = yield from self.bind(span, "start", t.item(starts, at))
            high = yield from self.bind(span, "high", self.fields.read("height", start))
            yield from self.lowered(span, start, high, high, below=False)

        def on() -> Iterable[Effect]:
            end = yield from self.bind(span, "end", t.item(ends, at))
            before = yield from self.bind(span, "before", self.fields.read("height", end))
            by = yield from self.bind(span, "by", t.item(heights, at))
            yield Check(span, t.le(plus(before, by), t.number(most)))
            first = t.arithmetic("mul", at, t.number(most))
            yield from self.counting(span, NONE, by, lambda i: self.enter(
                span, end, plus(before, i), t.item(entries[0], plus(first, i))
            ))  # fmt: skip
            yield from self.grown(span, end, plus(before, by))
            yield Assign(span, "last", (), end)

        return [For(span, over, domains, TRUE, tuple(body())) for body in (off, on)]


class Statements(MovesAtOnce):
    """Makes the effects of one game's statements."""

    def lower_require(self, node: model.Require | model.Attempt, env: Env) -> Iterable[Effect]:
        number = self.attempts.index(node) + 1 if isinstance(node, model.Attempt) else 0
        return [Check(node.span, self.up.condition(node.condition, env), number)]

    lower_attempt = lower_require

    def lower_setvariable(self, node: model.SetVariable, env: Env) -> Iterable[Effect]:
        """Store a value, as far as the variable can hold it."""
        variable, keys = self.up.variable_of(node.name)
        there, index = self.up.key(node.index, keys, env)
        value = self.up.lower(node.value, env)
        field = self.fields.all[f"v_{node.name}"]
        bound, can = self.storable(variable, value)
        if field.nullable:
            none = t.number(NO_NUMBER if variable.type == NUMBER else -1)
            bound = t.select(value.exists, bound, none)
            can = t.or_(t.not_(value.exists), can)
        else:
            can = t.and_(value.exists, can)
        return [
            Check(node.span, t.and_(there, can)),
            Assign(node.span, f"v_{node.name}", index, bound),
        ]

    lower_setmark = lower_setvariable

    def storable(self, variable: Any, value: Value) -> tuple[Term, Term]:
        """A value that exists as it is stored, and whether it can be."""
        type = variable.type
        if isinstance(type, SetType):
            if isinstance(type.element, SetType):
                family = self.layout.family(type.element, variable.domain)
                value = self.up.in_family(value, family)
                return value.term, t.not_(value.stray)
            if any(isinstance(v, frozenset) for v in variable.domain):
                raise NotNative("one-of-sets", name=variable.name)
            if self.are_all(type.element, len(variable.domain)):
                return value.term, TRUE
            bits = self.layout.encode(type, variable.domain)
            return value.term, t.within(value.term, t.const(value.term.type, bits))
        if type == NUMBER:
            return self.storable_number(variable, value), TRUE
        if type == FLAG:
            return t.select(value.term, t.number(1), t.number(0)), TRUE
        codes = {self.layout.encode(type, v) for v in variable.domain}
        if self.are_all(type, len(codes)):
            return value.term, TRUE
        allowed = t.const(self.up.set_type(type), sum(1 << c for c in codes))
        return value.term, t.has(allowed, value.term)

    def are_all(self, type: Any, count: int) -> bool:
        """Whether so many values are all of a type, which is none of numbers."""
        most = len(self.layout.topology.cells) if str(type) == "cell" else self.layout.size_of(type)
        return type != NUMBER and count >= most

    def storable_number(self, variable: Any, value: Value) -> Term:
        """The nearest number that a variable can hold."""
        numbers = variable.numbers
        if self.fields.all[f"v_{variable.name}"].type == REAL:
            raise NotNative("fraction")
        low, high = int(numbers[0]), int(numbers[-1])
        if value.term.type == REAL:
            raise NotNative("fraction")
        if len(numbers) == high - low + 1:
            if value.bounds is not None and low <= value.bounds[0] and value.bounds[1] <= high:
                return value.term
            return clamp(value.term, low, high)
        held = t.Table(INT, (len(numbers),), tuple(map(int, numbers)))
        return t.lookup(held, t.nearest(held, value.term))

    # ---- seats and colours ----

    def lower_setnext(self, node: model.SetNext, env: Env) -> Iterable[Effect]:
        colour = self.up.lower(node.colour, env)
        seat = self.fields.read("seat_of", self.up.builtins.safe(colour))
        plays = t.and_(colour.exists, self.up.builtins.plays(self.up.builtins.safe(colour)))
        return [Check(node.span, plays), Assign(node.span, "next_seat", (), seat)]

    def lower_setturns(self, node: model.SetTurns, env: Env) -> Iterable[Effect]:
        return [Assign(node.span, "turns", (), t.number(node.turns))]

    def lower_play(self, node: model.Play, env: Env) -> Iterable[Effect]:
        colour = self.up.lower(node.colour, env)
        yield Check(node.span, colour.exists)
        wanted = yield from self.bind(node.span, "wanted", self.up.builtins.safe(colour))
        other = yield from self.bind(node.span, "other", self.fields.read("seat_of", wanted))
        mine = yield from self.bind(node.span, "mine", self.fields.read("mover"))
        seat = yield from self.bind(node.span, "seat", self.fields.read("seat"))
        for field, index, value in (
            ("colour_of", other, mine), ("colour_of", seat, wanted),
            ("seat_of", mine, other), ("seat_of", wanted, seat),
        ):  # fmt: skip
            yield Assign(node.span, field, (index,), value)
        yield Assign(node.span, "mover", (), wanted)

    def lower_weight(self, node: model.Weight, env: Env) -> Iterable[Effect]:
        value = self.up.lower(node.value, env)
        is_heavy = t.lt(t.number(0), value.term)
        return [
            Check(node.span, t.and_(value.exists, is_heavy)),
            Assign(node.span, "weight", (), t.as_real(value.term)),
        ]

    def lower_tell(self, node: model.Tell, env: Env) -> Iterable[Effect]:
        return []  # words are for people: the Python side keeps them

    def lower_perform(self, node: model.Perform, env: Env) -> list[Effect]:
        definition = self.up.model.definitions[node.name]
        assert isinstance(definition.body, tuple)
        effects: list[Effect] = []
        inner: Env = {}
        args = all_typed(node.args, definition.types)
        for slot, arg in zip(definition.slots, args, strict=True):
            value = self.up.lower(arg, env)
            effects.append(Check(node.span, value.exists))
            self.facts.after(effects[-1])
            if value.exists == FALSE:
                return effects
            given = replace(value, exists=TRUE)
            inner[slot] = self.kept(node.span, "given", given, effects)
        return [*effects, *self.body(definition.body, inner)]

    def lower_let(self, node: model.Let, env: Env) -> list[Effect]:
        effects: list[Effect] = []
        keep = partial(self.kept, node.span, node.name, effects=effects)
        if node.value.type == VECTOR:
            steps = tuple((keep(a), keep(b)) for a, b in self.up.step_parts(node.value, env))
            there = t.and_(*(value.exists for part in steps for value in part))
            env[node.slot] = Value(t.number(0), VECTOR, there, steps=steps)
        else:
            env[node.slot] = keep(self.up.lower(node.value, env))
        return effects

    def kept(self, span: Span, name: str, value: Value, effects: list[Effect]) -> Value:
        """A value, which need not exist, kept while the state changes."""
        def kept(term: Term) -> Term:
            if not term.reads and len(list(islice(term.occurrences, MAX_REPEATED))) < MAX_REPEATED:
                return term
            return self.held(span, name, term, effects)

        def whole(value: Value) -> Value:
            groups, term = value.groups, kept(value.term)
            is_code = value.exists == t.exists(value.term)
            exists = t.exists(term) if is_code else kept(value.exists)
            if groups is not None:
                roots = None if groups.roots is None else kept(groups.roots)
                groups = replace(groups, sets=tuple(kept(s) for s in groups.sets), roots=roots)
            return replace(
                value, term=term, exists=exists, groups=groups, stray=kept(value.stray),
                place=None if value.place is None else kept(value.place),
                listed=None if value.listed is None else tuple(map(whole, value.listed)),
            )  # fmt: skip

        return whole(value)

    def lower_if(self, node: model.If, env: Env) -> Iterable[Effect]:
        def body(facts: Facts, statements: tuple[model.Statement, ...]) -> Effects:
            self.facts = facts
            return self.body(statements, env)

        before = self.facts
        made = before.in_branches(node.branches, lambda _, c: self.up.condition(c, env), body)
        self.facts = before
        return branching(node.span, made)

    def lower_repeatwhile(self, node: model.RepeatWhile, env: Env) -> list[Effect]:
        times = self.up.lower(node.times, env)
        effects: list[Effect] = [Check(node.span, times.exists)]
        if times.exists == FALSE:
            return effects
        if times.term.type == REAL:
            raise NotNative("fraction", node.times.span)
        once = Value(t.number(1), NUMBER, bounds=(1, 1))
        loop, ends = self.up.range_loop(self.up.names.fresh("round"), once, times, TRUE)
        going = self.up.condition(node.condition, env)
        body = self.alone(node.body, env)
        loop = self.up.counted(loop, node)
        return [*effects, For(node.span, (loop,), ends, TRUE, body, going)]

    def alone(self, statements: tuple[model.Statement, ...], env: Env) -> Effects:
        """Statements of which nothing is known that was so before."""
        before = self.facts
        self.begin()
        effects = self.body(statements, env)
        self.facts = before
        return effects

    def lower_for(self, node: model.For, env: Env) -> Iterable[Effect]:
        if is_never(node.binders):
            return []
        loops, domains, condition, scope = self.up.rounds(node, env, in_order=True)
        body = self.alone(node.body, scope)
        loop, changed = For(node.span, loops, domains, condition, body), written(body)
        if (together := at_once(self.up, loop)) is not None:
            return together
        is_read_once = len(loops) == 1 and loops[0].kind not in ("groups", "parts") and (
            not depends_on(condition.reads, changed)
        )
        every = condition.reads.union(*(d.reads for d in domains))
        return [loop] if is_read_once or not depends_on(every, changed) else (
            rounds_first(self.up, loop)
        )
