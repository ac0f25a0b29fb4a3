"""The functions of the reference engine with counters: what is carried out, and what holds.

A `Watch` is made for one game.  It carries out again what was done in play, and only that, so that
nothing is counted that a player or the engine has merely looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from copy import copy
from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import Part, names_used, walk
from gdl.source.spans import Span
from interpreter.board.position import Pending, Position
from interpreter.board.values import Key
from interpreter.reference.basis.functions import Frame, Function
from interpreter.reference.basis.prepared import Prepared
from interpreter.reference.engine import Reference, SetUp
from interpreter.reference.expressions import Expressions
from interpreter.reference.outcomes import scored
from interpreter.reference.statements import Effect, Outcome, Refusal, Statements
from interpreter.reference.turns import DONE, PASS, Turns
from interpreter.reference.ways.simultaneous import choosing


class Counts:
    """How often each part of the rules was reached, and how often it took effect, by its key."""

    def __init__(self) -> None:
        self.reached: Counter[Hashable] = Counter()
        self.used: Counter[Hashable] = Counter()

    def add(self, key: Hashable, is_used: bool) -> None:
        """Count that a part was reached, and whether it took effect."""
        self.reached[key] += 1
        self.used[key] += is_used


class WatchedExpressions(Expressions):
    """Expressions that count how often each definition was asked, and how often it held."""

    def __init__(self, rules: Prepared, counts: Counts):
        super().__init__(rules)
        self.counts = counts

    def elements(self, domain: model.Expr, in_order: bool = True) -> Function:
        """The elements of a set, always sorted, since `any` asks no further than it must."""
        return super().elements(domain, True)

    def body(self, name: str) -> Any:
        """The function for a definition."""
        if name in self.applied:
            return self.applied[name]
        plain, key = super().body(name), definition_key(name)

        def apply(position: Position, values: list[Any]) -> Any:
            value = plain(position, values)
            self.counts.add(key, holds(value))
            return value

        self.applied[name] = apply
        return apply


def definition_key(name: str) -> Hashable:
    """The key under which a definition is counted."""
    return "definition", name


def holds(value: Any) -> bool:
    """Whether a value is there: true, a set with elements, or anything else that exists."""
    return value is not None and value is not False and value != frozenset()


class WatchedStatements(Statements):
    """Statements that count how often each was reached and carried out."""

    def __init__(self, rules: Any, counts: Counts):
        super().__init__(rules)
        self.counts = counts

    def function(self, statement: model.Statement) -> Effect:
        """The function of one statement."""
        plain, count = super().function(statement), self.counts.add
        if isinstance(statement, model.If | model.For | model.RepeatWhile):
            return plain  # their functions count by themselves

        def counted(position: Position, frame: Frame) -> Outcome:
            result = plain(position, frame)
            count(statement, not isinstance(result, Refusal))
            return result

        return counted

    def make_if(self, node: model.If) -> Effect:
        """A function that counts each branch of which the condition was asked."""
        branches = [
            (self.expressions.condition(condition), self.body(body))
            for condition, body in node.branches
        ]
        count = self.counts.add

        def branch(position: Position, frame: Frame) -> Outcome:
            for number, (condition, body) in enumerate(branches):
                is_taken = condition is None or bool(condition(position, frame))
                count((node, number), is_taken)
                if is_taken:
                    return body(position, frame)
            return position

        return branch

    def make_for(self, node: model.For) -> Effect:
        """A function that counts a `for` as carried out if it had a round."""
        return self.counted_rounds(node, super().make_for(node))

    def make_repeatwhile(self, node: model.RepeatWhile) -> Effect:
        """The same for a `repeat`."""
        return self.counted_rounds(node, super().make_repeatwhile(node))

    def counted_rounds(self, node: model.For | model.RepeatWhile, plain: Effect) -> Effect:
        """A function that counts a loop as carried out if it had a round."""
        count, reached = self.counts.add, self.counts.reached
        first = first_key(node.body[0]) if node.body else None

        def repeat(position: Position, frame: Frame) -> Outcome:
            before = reached[first]
            result = plain(position, frame)
            count(node, reached[first] > before)
            return result

        return repeat


def first_key(statement: model.Statement) -> Hashable:
    """The key that is counted whenever a statement is reached."""
    return (statement, 0) if isinstance(statement, model.If) else statement


class Watch:
    """The parts of a game's reference engine, made anew so that they count."""

    def __init__(self, reference: Reference):
        self.reference = reference
        self.counts = Counts()
        self.history: Mapping[Any, int] = {}  # what `seen` compares, in the game that is followed
        rules = copy(reference.rules)  # shares the board; only its expressions are others
        rules.expressions = WatchedExpressions(rules, self.counts)
        self.rules = rules
        self.statements = WatchedStatements(rules, self.counts)
        self.turns = Turns(rules, self.statements)
        rules.is_stuck = reference.turns.is_stuck  # looks ahead, which is not counted
        self._defined_ends = {
            end for end in reference.model.ends
            if any(sort == "definition" for sort, _ in names_used(reference.model, [end.condition]))
        }  # fmt: skip
        self._functions: dict[model.Expr, Function] = {}

    # ---- what is carried out again ----

    def set_up(self, position: Position, todo: SetUp) -> None:
        """Carry out the set-up from here to its next chance action, or to its end."""
        while todo:
            (statement, frame), todo = todo[0], todo[1:]
            if isinstance(statement, model.Deal):
                return
            if any(isinstance(part, model.Deal) for part in walk(statement)):
                unfolded = self.reference.unfold(statement, position, frame)
                self.count_unfolded(statement, unfolded)
                todo = (*unfolded, *todo)
                continue
            if isinstance(statement, model.Let):
                self.counts.add(statement, True)
                todo = self.reference.named(statement, position, frame, todo)
                continue
            result = self.statements.function(statement)(position, list(frame))
            assert isinstance(result, Position)  # it succeeded when the game began
            position = result

    def count_unfolded(self, statement: model.Statement, unfolded: SetUp) -> None:
        """Count an `if` or a `for` of the set-up that contains chance."""
        first = tuple(inner for inner, _ in unfolded[:1])
        if isinstance(statement, model.For):
            self.counts.add(statement, bool(first))
        elif isinstance(statement, model.If):
            for number, (_, body) in enumerate(statement.branches):
                is_taken = body[:1] == first
                self.counts.add((statement, number), is_taken)
                if is_taken:
                    return

    def begin_turn(self, node: Any, is_next: bool) -> None:
        """Count the line by which the turn of a node begins, if one does.

        `is_next` says that it follows on the turn that was finished last; else the node says what
        `seen` compares, which takes the native engine long after many turns.
        """
        if node.is_over or node.is_in_set_up:
            return
        if not is_next:
            self.history = dict(node.history)
        position: Position = node.position.changed(history=self.history)
        game = self.reference.model
        if position.turns < len(game.opening):
            self.counts.add(game.opening[position.turns], True)
            return
        for condition, turn in game.turn:
            is_taken = condition is None or self.holds(condition, position)
            self.counts.add(turn, is_taken)
            if is_taken:
                return

    def deal(self, node: Any, key: Key) -> None:
        """Carry out a chance action of the set-up, and the set-up up to the next one."""
        statement, _ = node.setup[0]
        self.counts.add(statement, True)
        result = self.turns.actions[key[0]].carry_out(node.position.changed(weight=1), key[1])
        if isinstance(result, Position):
            self.set_up(result, node.setup[1:])

    def act(self, node: Any, key: Key) -> Outcome | None:
        """Carry out an action of a turn; the position after it, or the refusal of a `try`.

        None for a simultaneous choice that goes on; the last one carries out all.
        """
        name, args = key
        position: Position = node.position.changed(history=self.history)
        self.ask_turn(position, name)
        if self.turns.has_simultaneous_choices and choosing(node.pending):
            return self.choose(position, node.pending, key)
        if name in (PASS, DONE):
            return position.changed(passes=position.passes + (name == PASS))
        action = self.turns.actions[name]
        passes = position.passes if action.is_chance else 0
        result = action.carry_out(position.changed(passes=passes), args)
        assert not isinstance(result, model.Binder)  # the move was legal
        if isinstance(result, Position):
            self.ask_values(position, name, result)
        return result

    def choose(self, position: Position, pending: Pending, key: Key) -> Position | None:
        """Carry out what all have chosen, if this was the last choice."""
        simultaneous = self.reference.turns.simultaneous  # what is only possible is not counted
        number, chosen, _ = choosing(pending) or (0, (), ())
        after = simultaneous.next_seat(position)
        position, chosen = simultaneous.next_chooser(after, number, (*chosen, key))
        if len(chosen) < simultaneous.seats:
            return None
        for choice in chosen:
            if choice is not None:
                position = self.turns.simultaneous.carried_out(position, choice)
            position = simultaneous.next_seat(position)
        return position

    def ask_turn(self, position: Position, name: str) -> None:
        """Evaluate what the turn asks before an action: its conditions, how often something may
        be done, and the fixed arguments of the action.
        """
        for part in self.parts_of_turn(position):
            if isinstance(part, model.IfTrue):
                self.holds(part.condition, position)
            elif isinstance(part, model.Repeat) and part.times is not None:
                self.holds(part.times, position)
            elif isinstance(part, model.Act) and part.name == name:
                for argument in part.args:
                    self.holds(argument, position)

    def ask_values(self, before: Position, name: str, after: Position) -> None:
        """Evaluate, after an action, the values that choose the ways through its part of a turn."""
        for part in self.parts_of_turn(before):
            if isinstance(part, model.Most) and any(
                isinstance(act, model.Act) and act.name == name for act in walk(part.turn)
            ):
                self.holds(part.value, after)

    def parts_of_turn(self, position: Position) -> Iterator[Part]:
        """The whole turn of the seat that acts, and everything below it."""
        for number in self.reference.turns.whole_turn(position):
            yield from walk(self.turns.nodes[number])

    def finish(self, position: Position) -> Position:
        """Carry out what follows a turn."""
        finished = self.turns.finish(position)
        assert isinstance(finished, Position)  # a turn that cannot be finished is not legal
        self.history = self.reference.remember(finished).history
        return finished

    def ask_ends(self, position: Position, at_once: bool, ended_by: Span | None) -> None:
        """Test the lines of `end` that are tested here, up to the one that ended the game.

        Which one that was is known, so a line that asks no definition need not be evaluated.
        """
        for end in self.reference.model.ends:
            if end.at_once == at_once:
                if end in self._defined_ends:
                    self.holds(end.condition, position)
                if end.span == ended_by:
                    self.ask_outcomes(end, position)
                    return

    def ask_outcomes(self, end: model.End, position: Position) -> None:
        """Evaluate what decides who has won."""
        for outcome in end.outcomes:
            if isinstance(outcome, model.Wins | model.Loses):
                self.holds(outcome.colour, position)
            for one in scored(outcome):
                for colour in position.colours:
                    frame = self.rules.frame()
                    frame[one.slot] = colour
                    self.function(one.expr)(position, frame)

    def holds(self, expression: model.Expr, position: Position) -> bool:
        """Whether an expression holds, counting the definitions that it asks."""
        return holds(self.function(expression)(position, self.rules.frame()))

    def function(self, expression: model.Expr) -> Function:
        """The counting function of an expression."""
        made = self._functions.get(expression)
        if made is None:
            made = self._functions[expression] = self.rules.expressions.function(expression)
        return made
