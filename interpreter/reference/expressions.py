"""Expressions of the model as functions of a position and a frame.

`Expressions.function` calls the method named after a node of `gdl.model.nodes`, which returns a
function `(position, frame) -> value`.  What does not exist is None, and so is what is computed from
it, except that relations are false.  An expression without free variables is evaluated once per
position, or only once if it reads nothing that changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import free_slots, is_none
from gdl.vocabulary.builtins import BUILTINS
from gdl.vocabulary.types import CELL, SetType
from interpreter.board.position import Piece, Position
from interpreter.reference import builtins
from interpreter.reference.basis import steps
from interpreter.reference.basis.apart import items_apart, unions
from interpreter.reference.basis.functions import (
    Frame,
    Function,
    once,
    once_a_position,
    piece_asked,
)
from interpreter.reference.basis.loops import Loops
from interpreter.reference.basis.prepared import Prepared
from interpreter.reference.basis.seen import SeenKey, key_of_seen, times_seen
from interpreter.reference.basis.work import counting, counting_result

CHEAP = (model.Value, model.Local, model.Stored, model.Attribute, model.Negative, model.Opposite)
LOOKUPS = frozenset(name for name, b in BUILTINS.items() if b.form == "lookup")


class Expressions(Loops):
    """Makes the functions for the expressions of one game."""

    def __init__(self, rules: Prepared):
        self.rules = rules
        self.codes = rules.codes
        self.topology = rules.topology
        self.applied: dict[str, Function] = {}
        self.words: dict[str, Function] = {}  # built-ins without arguments

    def function(self, expr: model.Expr) -> Function:
        """The function for an expression: one for all places that have the same built-in word,
        such as `empty`, so that it is evaluated once.
        """
        if not isinstance(expr, model.BuiltinCall) or expr.args:
            return self.new_function(expr)
        if expr.name not in self.words:
            self.words[expr.name] = self.new_function(expr)
        return self.words[expr.name]

    def new_function(self, expr: model.Expr) -> Function:
        """The same for one place, memoised unless it is cheap or has free variables."""
        made: Function = getattr(self, f"make_{type(expr).__name__.lower()}")(expr)
        made = counting_result(self.rules, expr, made)
        is_lookup = isinstance(expr, model.BuiltinCall) and expr.name in LOOKUPS
        if isinstance(expr, CHEAP) or is_lookup or free_slots(expr):
            return made
        if not self.rules.reads.of(expr):
            return once(made, self.rules.frame)
        return once_a_position(made)

    def condition(self, expr: model.Expr | None) -> Function | None:
        """The function for a condition; None for no condition."""
        return None if expr is None else self.function(expr)

    # ---- atoms ----

    def make_value(self, expr: model.Value) -> Function:
        value = self.codes.encode(expr.type, expr.value)
        return lambda position, frame: value

    def make_local(self, expr: model.Local) -> Function:
        slot = expr.slot
        return lambda position, frame: frame[slot]

    def make_stored(self, expr: model.Stored) -> Function:
        index = [self.function(i) for i in expr.index]
        if expr.name in self.rules.mark_names:
            return self.rules.own_mark(expr.name, index)
        place, keys = self.rules.variable_place(expr.name)
        if not index and () in keys:
            return lambda position, frame: position.variables[place][0]
        if not index:
            return lambda position, frame: position.variables[place]  # all places, for `seen`

        def stored(position: Position, frame: Frame) -> Any:
            key = keys.get(tuple(i(position, frame) for i in index))
            return None if key is None else position.variables[place][key]

        return stored

    def make_attribute(self, expr: model.Attribute) -> Function:
        on = piece_asked(self.function(expr.cell), self.condition(expr.level))
        ask = builtins.of_piece(self.rules, expr.name)

        def attribute(position: Position, frame: Frame) -> Any:
            piece = on(position, frame)
            return None if piece is None else ask(piece)

        return attribute

    def make_ofpiece(self, expr: model.OfPiece) -> Function:
        of, ask = self.function(expr.piece), builtins.of_piece(self.rules, expr.name)

        def asked(position: Position, frame: Frame) -> Any:
            piece = of(position, frame)
            return None if piece is None else ask(piece)

        return asked

    # ---- built-ins, definitions, facts ----

    def make_builtincall(self, expr: model.BuiltinCall) -> Function:
        if expr.name == "count" and isinstance(expr.args[0], model.BuiltinCall):
            if expr.args[0].name == "supply":
                counted = model.BuiltinCall(expr.span, expr.type, "supply_count", expr.args[0].args)
                return self.make_builtincall(counted)
        ask = counting(self.rules, expr, builtins.function(self.rules, expr))
        args = [self.function(a) for a in expr.args]
        if not args:
            return lambda position, frame: ask(position)
        if len(args) == 1:
            first = args[0]

            def builtin_one(position: Position, frame: Frame) -> Any:
                value = first(position, frame)
                return None if value is None else ask(position, value)

            return builtin_one

        def builtin_many(position: Position, frame: Frame) -> Any:
            values = [a(position, frame) for a in args]
            return None if None in values else ask(position, *values)

        return builtin_many

    def make_bystep(self, expr: model.ByStep) -> Function:
        *args, steps = map(self.function, (*expr.args, expr.steps))
        slot, follow = expr.slot, builtins.FOLLOWERS[expr.name]
        loop, count = self.rules.loose.get(id(expr)), self.rules.count_rounds

        def followed(position: Position, frame: Frame) -> Any:
            values = [a(position, frame) for a in args]
            if None in values:
                return None

            def leads(cell: int) -> Iterable[int]:
                frame[slot] = cell
                return steps(position, frame) or ()

            def leads_counted(cell: int) -> Iterable[int]:
                count(loop)
                return leads(cell)

            return follow(
                self.rules, position, leads if loop is None else leads_counted, *values
            )

        return followed

    def make_seen(self, expr: model.Seen) -> Function:
        turn = None if expr.turn_number is None else self.function(expr.turn_number)
        return times_seen(self.key_of_seen(expr), turn)

    def seen_key(self, expr: model.Seen) -> Callable[[Position], Any]:
        """A function that gives what is recorded at the end of a turn, as one hashable value."""
        key = self.key_of_seen(expr)
        return lambda position: key(position, position.turns)

    def key_of_seen(self, expr: model.Seen) -> SeenKey:
        which, things = self.rules.seen_number(expr), [self.compared(t) for t in expr.things]
        return key_of_seen(expr, which, things, self.rules.frame())

    def compared(self, thing: model.Expr) -> Function:
        """The function for a thing that `seen` compares; `supply` is that of all colours."""
        if isinstance(thing, model.BuiltinCall) and thing.name == "supply":
            return lambda position, frame: position.supply
        return self.function(thing)

    def make_apply(self, expr: model.Apply) -> Function:
        body = self.body(expr.name)
        args = [self.function(a) for a in expr.args]
        return lambda position, frame: body(position, [a(position, frame) for a in args])

    def body(self, name: str) -> Function:
        """The function for a definition, of a position and arguments; its values are memoised."""
        if name not in self.applied:
            definition = self.rules.model.definitions[name]
            assert isinstance(definition.body, model.Expr)
            body, slots, new_frame = (
                self.function(definition.body), definition.slots, self.rules.frame,
            )  # fmt: skip
            changes = self.rules.reads.of_named("definition", name)
            fixed: dict[Any, Any] | None = None if changes else {}

            def apply(position: Position, values: list[Any]) -> Any:
                memo = position.memo if fixed is None else fixed
                key = (name, *values)
                if key not in memo:
                    frame = new_frame()
                    for slot, value in zip(slots, values, strict=True):
                        frame[slot] = value
                    memo[key] = body(position, frame)
                return memo[key]

            self.applied[name] = apply
        return self.applied[name]

    def make_factvalue(self, expr: model.FactValue) -> Function:
        fact, of = self.rules.model.facts[expr.name], self.function(expr.of)
        values = {name: self.function(value) for name, value in fact.values.items()}
        if expr.of.type != CELL:
            by_code = [values.get(name) for name in self.codes.names(expr.of.type) or ()]

            def of_code(position: Position, frame: Frame) -> Any:
                code = of(position, frame)
                value = None if code is None else by_code[code]
                return None if value is None else value(position, self.rules.frame())

            return of_code
        by_kind = [values.get(k) for k in self.codes.kind_names]

        def of_kind(position: Position, frame: Frame) -> Any:
            cell = of(position, frame)
            piece = None if cell is None else position.board[cell]
            value = None if piece is None else by_kind[piece.kind]
            if value is None:
                return None
            inner = self.rules.frame()
            inner[fact.slot] = cell
            return value(position, inner)

        return of_kind

    # ---- operators ----

    def make_and(self, expr: model.And) -> Function:
        left, right = self.function(expr.left), self.function(expr.right)
        return lambda p, f: bool(left(p, f) and right(p, f))

    def make_or(self, expr: model.Or) -> Function:
        left, right = self.function(expr.left), self.function(expr.right)
        return lambda p, f: bool(left(p, f) or right(p, f))

    def make_not(self, expr: model.Not) -> Function:
        operand = self.function(expr.operand)
        return lambda p, f: not operand(p, f)

    def make_some(self, expr: model.Some) -> Function:
        operand = self.function(expr.operand)
        return lambda p, f: bool(operand(p, f))

    def make_relation(self, expr: model.Relation) -> Function:
        left, right = self.function(expr.left), self.function(expr.right)
        if expr.op == "=" and is_none(expr.right):
            return lambda p, f: left(p, f) is None
        if expr.op == "=" and is_none(expr.left):
            return lambda p, f: right(p, f) is None
        holds = counting(self.rules, expr, builtins.relation(self.rules, expr))

        def relation(position: Position, frame: Frame) -> bool:
            a = left(position, frame)
            if a is None:
                return False
            b = right(position, frame)
            return b is not None and holds(a, b)

        return relation

    def make_arithmetic(self, expr: model.Arithmetic) -> Function:
        return self.partial(builtins.ARITHMETIC[expr.op], expr.left, expr.right)

    def make_setoperation(self, expr: model.SetOperation) -> Function:
        operate = counting(self.rules, expr, builtins.SET_OPERATIONS[expr.op])
        return self.partial(operate, expr.left, expr.right)

    def partial(
        self, operate: Callable[[Any, Any], Any], left: model.Expr, right: model.Expr
    ) -> Function:
        """The function for a binary operation; None if an operand is None."""
        of_left, of_right = self.function(left), self.function(right)

        def operation(position: Position, frame: Frame) -> Any:
            a, b = of_left(position, frame), of_right(position, frame)
            return None if a is None or b is None else operate(a, b)

        return operation

    def make_negative(self, expr: model.Negative) -> Function:
        operand = self.function(expr.operand)

        def negative(position: Position, frame: Frame) -> Any:
            value = operand(position, frame)
            return None if value is None else -value

        return negative

    def make_choose(self, expr: model.Choose) -> Function:
        condition = self.function(expr.condition)
        yes, no = self.function(expr.yes), self.function(expr.no)
        return lambda p, f: yes(p, f) if condition(p, f) else no(p, f)

    # ---- steps ----

    def make_opposite(self, expr: model.Opposite) -> Function:
        opposite = self.topology.opposite
        return steps.opposite_step(self.function(expr.operand), opposite, self.codes.canonical)

    def make_assteps(self, expr: model.AsSteps) -> Function:
        return steps.as_steps(self.function(expr.operand), isinstance(expr.type, SetType))

    def make_times(self, expr: model.Times) -> Function:
        times, step = self.function(expr.times), self.function(expr.step)
        return steps.repeated_step(times, step, self.codes.canonical)

    def make_steps(self, expr: model.Steps) -> Function:
        return steps.joined_steps(list(map(self.function, expr.parts)), self.codes.canonical)

    def make_stepto(self, expr: model.StepTo) -> Function:
        cell, step = self.function(expr.cell), self.function(expr.step)
        return steps.end_of_step(cell, step, self.topology.step)

    # ---- sets ----

    def make_display(self, expr: model.Display) -> Function:
        items = [self.function(i) for i in expr.items]

        def display(position: Position, frame: Frame) -> Any:
            values = [i(position, frame) for i in items]
            return None if None in values else frozenset(values)

        return display

    def make_range(self, expr: model.Range) -> Function:
        return self.partial(builtins.numbers, expr.low, expr.high)

    def make_piecesofkind(self, expr: model.PiecesOfKind) -> Function:
        kind, pieces = self.function(expr.kind), self.rules.all_pieces

        def of_kind(position: Position, frame: Frame) -> frozenset[Piece]:
            wanted = kind(position, frame)
            return frozenset(p for p in pieces() if p.kind == wanted)

        return of_kind

    def spend(self, rounds: int) -> None:
        """Count rounds; in play nothing is counted."""

    def make_build(self, expr: model.Build) -> Function:
        node = expr.comprehension
        apart = items_apart(node)
        if apart is not None:
            rounds = [self.choices(binder, in_order=False) for binder in node.binders]
            items = [[self.function(item) for item in own] for own in apart]
            return unions(list(zip(rounds, items, strict=True)), self.spend)
        values = self.values(node)
        return lambda p, f: frozenset(values(p, f))

    def make_aggregate(self, expr: model.Aggregate) -> Function:
        values = self.values(expr.comprehension, in_order=expr.name in ("first", "list"))
        default = None if expr.default is None else self.function(expr.default)
        gather = builtins.AGGREGATES[expr.name]

        def aggregate(position: Position, frame: Frame) -> Any:
            value = gather(values(position, frame))
            if value is None and default is not None:
                return default(position, frame)
            return value

        return aggregate

    def values(
        self, node: model.Comprehension, in_order: bool = False
    ) -> Callable[[Position, Frame], Iterator[Any]]:
        """A generator function of the values of a comprehension that exist."""
        rounds = self.rounds(node, in_order)
        body = self.function(node.body)

        def values(position: Position, frame: Frame) -> Iterator[Any]:
            for _ in rounds(position, frame):
                value = body(position, frame)
                if value is not None:
                    yield value

        return values
