"""Statements of the model as functions from a position to a position.

`Statements.function` calls the method named after a node of `gdl.model.nodes`, which returns a
function `(position, frame) -> position or Refusal`.  One whose value is missing is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import hidden_things
from gdl.model.making import tested
from gdl.model.ranges import conjuncts
from gdl.source.spans import Span
from interpreter.board.position import Piece, Position, heard
from interpreter.reference.basis.functions import Frame
from interpreter.reference.basis.work import counting_tests
from interpreter.reference.effort import CELLS_A_ROUND, ROUNDS_A_BRANCH, ROUNDS_A_STATEMENT
from interpreter.reference.piles import Change, Piles, at_once, piece_change
from interpreter.reference.rules import Rules, Variable


@dataclass(frozen=True)
class Refusal:
    """Why an action cannot be carried out: the rule line, and its message if it has one."""

    span: Span
    message: str | None = None
    attempted: bool = False  # a `try` that failed
    is_condition: bool = False  # the line is a condition, not a change that cannot be made
    part: Span | None = None  # what does not hold of a condition of several parts


Outcome = Position | Refusal
Effect = Callable[[Position, Frame], Outcome]


class Statements:
    """Makes the functions for the statements of one game."""

    def __init__(self, rules: Rules):
        self.rules = rules
        self.expressions = rules.expressions
        self.performed: dict[str, Effect] = {}
        self.piles = None if rules.model.board.pile is None else Piles(rules)

    def body(self, statements: Iterable[model.Statement]) -> Effect:
        """A function that carries out statements in order, up to the first that is refused."""
        effects = [self.function(s) for s in statements]
        if len(effects) == 1:
            return effects[0]

        def run(position: Position, frame: Frame) -> Outcome:
            for effect in effects:
                result = effect(position, frame)
                if isinstance(result, Refusal):
                    return result
                position = result
            return position

        return run

    def function(self, statement: model.Statement) -> Effect:
        """The function of one statement."""
        made: Effect = getattr(self, f"make_{type(statement).__name__.lower()}")(statement)
        return made

    # ---- conditions ----

    def make_require(self, node: model.Require) -> Effect:
        parts = [*conjuncts(node.condition)]
        is_told = len(parts) > 1 and not hidden_things(self.rules.model)
        tests = [(self.expressions.function(p), Refusal(
            node.span, node.message, is_condition=True, part=p.span if is_told else None,
        )) for p in parts]  # fmt: skip

        def require(position: Position, frame: Frame) -> Outcome:
            for holds, refusal in tests:
                if not holds(position, frame):
                    return refusal
            return position

        return require

    def make_attempt(self, node: model.Attempt) -> Effect:
        holds = self.expressions.function(node.condition)
        refusal = Refusal(node.span, node.message, attempted=True, is_condition=True)
        return lambda position, frame: position if holds(position, frame) else refusal

    # ---- pieces ----

    def make_put(self, node: model.Put) -> Effect:
        piece = self.new_piece(node)
        place = self.expressions.function(node.place)
        refusal = Refusal(node.span)
        if self.piles is not None:
            return self.refusing(node, self.piles.put(node, piece, self.taken))

        def put(position: Position, frame: Frame) -> Outcome:
            new, cells = piece(position, frame), place(position, frame)
            if new is None or cells is None:
                return refusal
            supply = self.taken(position.supply, new, len(cells))
            if supply is None:
                return refusal
            board = list(position.board)
            for cell in cells:
                board[cell] = new
            last = max(cells) if cells else position.last
            return position.changed(board=tuple(board), supply=supply, last=last)

        return put

    def new_piece(self, node: model.Put) -> Callable[[Position, Frame], Piece | None]:
        """A function for the piece of a `put`: a given piece, or one made from its parts."""
        which = self.expressions.function(node.piece)
        owner = None if node.owner is None else self.expressions.function(node.owner)
        given = {name: self.expressions.function(value) for name, value in node.attributes}
        owners, starts = self.rules.owners_of_kinds, self.rules.attribute_starts
        attributes, hold = self.rules.codes.attribute_names, self.rules.hold_attribute

        def make(position: Position, frame: Frame) -> Piece | None:
            piece = which(position, frame)
            if piece is None or isinstance(piece, Piece):
                return piece
            whose = position.colours[position.seat]
            if owner is not None:
                whose = owner(position, frame)
            elif whose not in owners[piece]:
                whose = owners[piece][0]
            values = tuple(
                hold(name, given[name](position, frame)) if name in given
                else starts[piece].get(name)
                for name in attributes[piece]
            )  # fmt: skip
            if None in values or whose not in owners[piece]:
                return None
            return Piece(piece, whose, values)

        return make

    def taken(self, supply: tuple[int, ...], piece: Piece, count: int) -> tuple[int, ...] | None:
        """The supply after taking `count` of a piece; None if there are too few."""
        pool = self.rules.pool_of.get(self.rules.pool_key(piece))
        if pool is None:
            return supply
        left = supply[pool] - count
        return None if left < 0 else (*supply[:pool], left, *supply[pool + 1 :])

    def make_lift(self, node: model.Lift) -> Effect:
        return self.take_off(node, self.expressions.function(node.place), to_supply=True)

    def make_remove(self, node: model.Remove) -> Effect:
        return self.take_off(node, self.expressions.function(node.place), to_supply=False)

    def take_off(
        self, node: model.Statement, place: Callable[..., Any], to_supply: bool
    ) -> Effect:
        refusal = Refusal(node.span)
        if self.piles is not None:
            assert isinstance(node, model.Lift | model.Remove)
            return self.refusing(node, self.piles.take_off(node, to_supply))

        def take_off(position: Position, frame: Frame) -> Outcome:
            cells = place(position, frame)
            if cells is None:
                return refusal
            board, supply = list(position.board), list(position.supply)
            for cell in cells:
                piece = board[cell]
                pool = None if piece is None else self.rules.pool_of.get(self.rules.pool_key(piece))
                if pool is not None and to_supply:
                    supply[pool] += 1
                board[cell] = None
            return position.changed(board=tuple(board), supply=tuple(supply))

        return take_off

    def make_move(self, node: model.Move) -> Effect:
        if self.piles is not None:
            return self.refusing(node, self.piles.move(node))
        start, end = self.expressions.function(node.start), self.expressions.function(node.end)
        refusal = Refusal(node.span)

        def move(position: Position, frame: Frame) -> Outcome:
            a, b = start(position, frame), end(position, frame)
            if a is None or b is None or position.board[a] is None:
                return refusal
            board = list(position.board)
            board[a], board[b] = None, board[a]
            return position.changed(board=tuple(board), last=b)

        return move

    def make_moveatonce(self, node: model.MoveAtOnce) -> Effect:
        return self.refusing(node, at_once(self.rules, node))

    def refusing(self, node: model.Statement, change: Change) -> Effect:
        """A change as an effect: where it gives no position, the statement is refused."""

        def effect(position: Position, frame: Frame) -> Outcome:
            result = change(position, frame)
            return result if isinstance(result, Position) else Refusal(node.span, result)

        return effect

    def make_swap(self, node: model.Swap) -> Effect:
        if self.piles is not None:
            return self.refusing(node, self.piles.swap(node))
        first = self.expressions.function(node.first)
        second = self.expressions.function(node.second)
        refusal = Refusal(node.span)

        def swap(position: Position, frame: Frame) -> Outcome:
            a, b = first(position, frame), second(position, frame)
            if a is None or b is None:
                return refusal
            board = list(position.board)
            if board[a] is None or board[b] is None:
                return refusal
            board[a], board[b] = board[b], board[a]
            return position.changed(board=tuple(board))

        return swap

    # ---- what is stored ----

    def make_setvariable(self, node: model.SetVariable) -> Effect:
        place, _ = self.rules.variable_place(node.name)
        return self.store(node, self.rules.variables[place], place, "variables")

    def make_setmark(self, node: model.SetMark) -> Effect:
        place, _ = self.rules.mark_place(node.name)
        return self.store(node, self.rules.marks[place], place, "marks")

    def store(self, node: model.SetVariable, variable: Variable, place: int, where: str) -> Effect:
        """An effect that stores a value; it is refused if the variable cannot hold the value."""
        index = [self.expressions.function(i) for i in node.index]
        new = counting_tests(self.rules, node, self.expressions.function(node.value))
        part, refusal = tested(node), Refusal(node.span)
        added = None if part is node.value else self.expressions.function(part)

        def store(position: Position, frame: Frame) -> Outcome:
            key = variable.keys.get(tuple(i(position, frame) for i in index))
            if key is None:
                return refusal
            try:
                value = variable.hold(new(position, frame), added and added(position, frame))
            except LookupError:
                return refusal
            values = getattr(position, where)
            cells = values[place]
            self.rules.spend(len(cells) // CELLS_A_ROUND)
            cells = (*cells[:key], value, *cells[key + 1 :])
            return position.changed(**{where: (*values[:place], cells, *values[place + 1 :])})

        return store

    def make_setpiece(self, node: model.SetPiece) -> Effect:
        place, value = self.expressions.function(node.place), self.expressions.function(node.value)
        change = piece_change(self.rules, node.what)
        if node.level is not None and self.piles is not None:
            return self.refusing(node, self.piles.set_piece(node, change))
        refusal = Refusal(node.span)

        def set_piece(position: Position, frame: Frame) -> Outcome:
            cells, new = place(position, frame), value(position, frame)
            if cells is None or new is None:
                return refusal
            board = list(position.board)
            for cell in cells:
                piece = board[cell]
                changed = None if piece is None else change(piece, new)
                if changed is None:
                    return refusal
                board[cell] = changed
            return position.changed(board=tuple(board))

        return set_piece

    def make_setnext(self, node: model.SetNext) -> Effect:
        colour = self.expressions.function(node.colour)
        refusal = Refusal(node.span)

        def set_next(position: Position, frame: Frame) -> Outcome:
            wanted = colour(position, frame)
            if wanted is None or wanted not in self.rules.still_playing(position):
                return refusal
            return position.changed(next_seat=position.colours.index(wanted))

        return set_next

    def make_setturns(self, node: model.SetTurns) -> Effect:
        return lambda position, frame: position.changed(turns=node.turns)

    def make_play(self, node: model.Play) -> Effect:
        colour = self.expressions.function(node.colour)
        refusal = Refusal(node.span)

        def play(position: Position, frame: Frame) -> Outcome:
            wanted = colour(position, frame)
            if wanted is None:
                return refusal
            colours = list(position.colours)
            other = colours.index(wanted)
            colours[position.seat], colours[other] = wanted, colours[position.seat]
            return position.changed(colours=tuple(colours))

        return play

    # ---- the rest ----

    def make_weight(self, node: model.Weight) -> Effect:
        value = self.expressions.function(node.value)
        refusal = Refusal(node.span)

        def weight(position: Position, frame: Frame) -> Outcome:
            heavy = value(position, frame)
            if heavy is None or heavy <= 0:
                return refusal  # an instance of weight 0 never happens
            return position.changed(weight=heavy)

        return weight

    def make_tell(self, node: model.Tell) -> Effect:
        values = [(value.type, self.expressions.function(value)) for value in node.values]

        def tell(position: Position, frame: Frame) -> Outcome:
            self.rules.spend(sum(map(len, position.heard)) // CELLS_A_ROUND)
            told = [self.rules.codes.text(type, value(position, frame)) for type, value in values]
            words = " ".join([node.message, *told])
            if node.listener == "all":
                return heard(position, words)
            seats = {position.seat}
            if node.listener == "opponent":
                seats = set(range(len(position.colours))) - seats
            return heard(position, words, seats)

        return tell

    def make_let(self, node: model.Let) -> Effect:
        value, slot = self.expressions.function(node.value), node.slot

        def let(position: Position, frame: Frame) -> Outcome:
            frame[slot] = value(position, frame)
            return position

        return let

    def make_perform(self, node: model.Perform) -> Effect:
        definition = self.rules.model.definitions[node.name]
        args = [self.expressions.function(a) for a in node.args]
        refusal = Refusal(node.span)
        assert isinstance(definition.body, tuple)
        if node.name not in self.performed:
            self.performed[node.name] = self.body(definition.body)
        body, price = self.performed[node.name], ROUNDS_A_STATEMENT * len(definition.body)

        def perform(position: Position, frame: Frame) -> Outcome:
            self.rules.spend(price)
            inner, values = self.rules.frame(), [a(position, frame) for a in args]
            if None in values:
                return refusal
            for slot, value in zip(definition.slots, values, strict=True):
                inner[slot] = value
            return body(position, inner)

        return perform

    def make_deal(self, node: model.Deal) -> Effect:
        raise AssertionError("a chance action of the set-up is carried out by `turns`")

    def make_if(self, node: model.If) -> Effect:
        asks = self.expressions.condition
        branches = [(asks(condition), self.body(body)) for condition, body in node.branches]

        def branch(position: Position, frame: Frame) -> Outcome:
            for condition, body in branches:
                self.rules.spend(ROUNDS_A_BRANCH)
                if condition is None or condition(position, frame):
                    return body(position, frame)
            return position

        return branch

    def make_repeatwhile(self, node: model.RepeatWhile) -> Effect:
        times = self.expressions.function(node.times)
        goes_on = self.expressions.function(node.condition)
        body, refusal = self.body(node.body), Refusal(node.span)
        loop = self.rules.loose.get(id(node))

        def repeat(position: Position, frame: Frame) -> Outcome:
            most = times(position, frame)
            if most is None:
                return refusal
            for _ in range(int(most)):
                self.rules.spend(ROUNDS_A_STATEMENT)
                self.rules.count_rounds(loop)
                if not goes_on(position, frame):
                    break
                result = body(position, frame)
                if isinstance(result, Refusal):
                    return result
                position = result
            return position

        return repeat

    def make_for(self, node: model.For) -> Effect:
        rounds = self.expressions.rounds(node)
        slots = node.bound
        body = self.body(node.body)

        def repeat(position: Position, frame: Frame) -> Outcome:
            chosen = [[frame[s] for s in slots] for _ in rounds(position, frame)]
            self.rules.spend(ROUNDS_A_STATEMENT * len(chosen))
            for values in chosen:
                for slot, value in zip(slots, values, strict=True):
                    frame[slot] = value
                result = body(position, frame)
                if isinstance(result, Refusal):
                    return result
                position = result
            return position

        return repeat
