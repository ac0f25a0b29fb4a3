"""Turns: which moves are possible next, and after which of them the turn can be completed.

What remains of a turn is a tuple of items, carried out from the left: the number of a turn node, a
pair (number, rounds left) for a repetition, or `("or", rest, …)` if one move leaves several
alternatives.  `("round", number)` precedes a round of a repetition until its first action is found,
`("most", number)` stands where the part of a turn is over whose ways a value chooses (`most`);
where all choose at once, what remains begins as `simultaneous` says.

`a else b` allows b only if a, followed by the rest of the turn, cannot be completed.  Whether the
turn can be completed at all does not depend on that order: if a fails, b is taken.  So `has_way`
accepts any alternative and tries the short ones first.

A position counts as looked at if the turn cannot end there, so that actions have to be tried.
Both engines count in this way and give up at the same limits.

`after turn` may ask for `stuck`, which looks at the next turn from where it stands (`nested` is 1
there); in the ends of turns at which that look arrives (2), `stuck` is false, so looks end.  What
it takes counts with the look during which it is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import has_simultaneous_choices, longest_turn, reads_stuck
from gdl.model.ranges import Bounds
from gdl.source.diagnostics import GdlError, Report
from gdl.source.limits import MAX_LOOKS, MAX_LOOKS_DEEP
from interpreter.board.position import Pending, Position
from interpreter.reference.actions import Action, Args
from interpreter.reference.effort import ROUNDS_A_REPETITION, ROUNDS_A_STATEMENT, ROUNDS_A_TRY
from interpreter.reference.rules import Rules
from interpreter.reference.statements import Outcome, Refusal, Statements
from interpreter.reference.ways.look import FEW_LOOKS, Look, Met, TooManyLooks, Way, is_long
from interpreter.reference.ways.most import NOTHING_MORE, Most, Step, is_open, is_within, marked
from interpreter.reference.ways.simultaneous import (
    CHOOSING,
    Simultaneous,
    is_after_choice,
    with_choice,
)
from interpreter.reference.ways.turn_nodes import TurnNodes

PASS, DONE = "pass", "done"
Nodes = frozenset[int]  # the numbers of repetitions
NOWHERE: Nodes = frozenset()


class Turns:
    """The turns of one game."""

    def __init__(self, rules: Rules, statements: Statements):
        game = rules.model
        self.rules = rules
        self.actions = {a.name: Action(rules, statements, a) for a in game.actions.values()}
        self.roots = (*game.opening, *(turn for _, turn in game.turn))
        self.known = TurnNodes(self.roots)
        self.nodes, self.numbers = self.known.nodes, self.known.numbers
        function, condition = rules.expressions.function, rules.expressions.condition
        self.cases = [(condition(c), self.numbers[id(turn)]) for c, turn in game.turn]
        self.openings = [self.numbers[id(turn)] for turn in game.opening]
        self.after = statements.body(game.after_turn)
        self.at_once = [condition(e.condition) for e in game.ends if e.at_once]
        self.args: dict[int, list[Any]] = {}
        self.conditions: dict[int, Any] = {}
        self.times: dict[int, Any] = {}
        self.most = Most(self)
        self.asked: list[Way] | None = None  # the looks of `has_way`, where they are counted
        for number, node in enumerate(self.nodes):
            if isinstance(node, model.Act):
                self.args[number] = [function(a) for a in node.args]
            elif isinstance(node, model.IfTrue):
                self.conditions[number] = function(node.condition)
            elif isinstance(node, model.Repeat) and node.times is not None:
                self.times[number] = function(node.times)
            elif isinstance(node, model.Most):
                self.most.add(number, node, function(node.value))
        bounds = Bounds(game, len(rules.topology.cells))
        self.repetitions = frozenset(i for i, n in enumerate(self.nodes) if is_long(n, bounds))
        self.simultaneous = Simultaneous(self)
        self.has_simultaneous_choices = has_simultaneous_choices(game)
        self.asks_stuck = reads_stuck(rules.reads, game.after_turn)
        self.ended: list[Way] = []  # the looks for `stuck` of the end of a turn that is tried
        rules.is_stuck = self.is_stuck

    # ---- where a turn begins and ends ----

    def begin(self, position: Position) -> tuple[Position, Pending]:
        """The position in which the next seat acts, and its whole turn."""
        if "begun" not in position.memo:
            seat = self.rules.acting_from(position, position.next_seat)
            new = position.changed(
                seat=seat,
                next_seat=(seat + 1) % len(position.colours),
                last=None,
                refused=frozenset(),
            )
            position.memo["begun"] = (new, self.whole_turn(new))
        begun: tuple[Position, Pending] = position.memo["begun"]
        return begun

    def whole_turn(self, position: Position) -> Pending:
        """The whole turn of the seat that acts."""
        if position.turns < len(self.openings):
            return (self.openings[position.turns],)
        for condition, number in self.cases:
            if condition is None or condition(position, self.rules.frame()):
                return (number,)
        return ()

    def finish(self, position: Position) -> Outcome:
        """The position after a turn: one turn more, and what `after turn` does; or its refusal.

        In a game with simultaneous choices nobody could answer for a refusal: then nothing else is
        done.
        """
        return self.finished(position)[0]

    def finished(self, position: Position) -> tuple[Outcome, Way]:
        """The same, and the look-ahead that it took to answer `stuck`."""
        if "finished" not in position.memo:
            around, self.ended = self.ended, []
            nested = position.nested + self.asks_stuck
            ended = position.changed(turns=position.turns + 1, nested=nested)
            result = self.after(ended, self.rules.frame())
            if self.has_simultaneous_choices and isinstance(result, Refusal):
                result = ended
            if self.asks_stuck and isinstance(result, Position):
                result = result.changed(nested=position.nested)
            looks = sum(way.looks for way in self.ended)
            took = Way(True, looks, max((way.depth for way in self.ended), default=0))
            plain = Way(True) if self.has_simultaneous_choices else took
            position.memo["finished"] = result, plain
            self.ended = around
        finished: tuple[Outcome, Way] = position.memo["finished"]
        return finished

    def is_over_at_once(self, position: Position) -> bool:
        """Whether an `as soon as` line ends the game here."""
        return any(c(position, self.rules.frame()) for c in self.at_once if c is not None)

    def is_stuck(self, position: Position) -> bool:
        """Whether the seat that takes the next turn cannot complete it.

        At the end of a turn that is tried while this is being found out, nobody is.
        """
        if position.nested > 1:
            return False
        if position.nested == 0:
            return not self.has_way(*self.begin(position))
        self.ended.append(self.way(*self.begin(position)))
        return not self.ended[-1].is_found

    # ---- what may be done ----

    def steps(
        self, position: Position, pending: Pending, every: bool = False
    ) -> list[Step | None]:
        """The actions that can come first in what remains, each with what remains after it.

        None stands for the end of the turn.  With `every`, also those of an `else` that is not
        reached, the short ways first, and those that a value does not choose.
        """
        steps = self.first_steps(position, pending, every)
        return marked(steps, pending) if not every and is_open(pending) else steps

    def first_steps(
        self, position: Position, pending: Pending, every: bool, inside: Nodes = NOWHERE
    ) -> list[Step | None]:
        """The same, where a value chooses that is still open; `inside` has the repetitions whose
        current round is still empty.
        """
        if not pending:
            return [None]
        item, rest = pending[0], pending[1:]
        if isinstance(item, tuple):
            if isinstance(item[0], int):
                return self.repeat(position, item[0], item[1], rest, every, inside)
            match item:
                case ("or", *ways):
                    return [s for way in ways for s in self.steps(position, way + rest, every)]
                case ("round", number):
                    steps = self.first_steps(position, rest, every, inside | {number})
                    return [step and step.in_round(item) for step in steps]
                case ("most", _):
                    return self.first_steps(position, rest, every, inside)
                case (word, number, chosen) if word == CHOOSING:
                    return list(self.simultaneous.ways(number, chosen, rest))
            return [None]  # all have chosen
        node = self.nodes[item]
        match node:
            case model.Act():
                return [Step(node, rest)]
            case model.AllAtOnce():
                return list(self.simultaneous.ways(item, (), rest))
            case model.Sequence(steps=parts):
                return self.first_steps(position, self.items(parts) + rest, every, inside)
            case model.Choice(options=parts):
                ways = [self.items((p,)) + rest for p in parts]
                return [s for way in ways for s in self.first_steps(position, way, every, inside)]
            case model.Else(options=parts):
                ways = [self.items((p,)) + rest for p in parts]
                return self.first_way(position, ways, every, inside)
            case model.IfTrue(turn=turn):
                holds = self.conditions[item](position, self.rules.frame())
                taken = self.items((turn,)) if holds else ()
                return self.first_steps(position, taken + rest, every, inside)
            case model.Repeat():
                times = self.most_times(position, item)
                return self.repeat(position, item, times, rest, every, inside)
            case model.Most(turn=turn):
                opened = (*self.items((turn,)), ("most", item), *rest)
                steps = self.first_steps(position, opened, every, inside)
                return steps if every else marked(steps, opened)
        raise AssertionError(f"a turn has no {type(node).__name__}")

    def items(self, nodes: tuple[model.Turn, ...]) -> Pending:
        return tuple([self.numbers[id(node)] for node in nodes])

    def most_times(self, position: Position, number: int) -> int:
        """The most rounds of a repetition; without a limit of its own, one for each cell."""
        if number not in self.times:
            return len(self.rules.all_cells)
        times = self.times[number](position, self.rules.frame())
        return 0 if times is None else int(times)

    def repeat(
        self, position: Position, number: int, left: int, rest: Pending, every: bool, inside: Nodes
    ) -> list[Step | None]:
        """The steps of another round and of going on; `at will`, the player goes on by `done`."""
        node = self.nodes[number]
        assert isinstance(node, model.Repeat)
        self.rules.spend(ROUNDS_A_REPETITION)
        if left <= 0 or number in inside:  # after an empty round, another one adds nothing
            return self.first_steps(position, rest, every, inside)
        again = (("round", number), *self.items((node.turn,)), (number, left - 1), *rest)
        inside |= {number}
        if every:
            return self.every_way(position, again, rest, inside)
        if not node.at_will:
            return self.first_way(position, [again, rest], every, inside)
        if not self.has_way(position, again):
            return self.first_steps(position, rest, every, inside)
        steps, tail = self.first_steps(position, again, every, inside), ((number, left - 1), *rest)
        done = Step(model.Act(node.span, DONE, ()), rest)
        return [*steps, done] if any(s and is_within(s.rest, tail) for s in steps) else steps

    def every_way(
        self, position: Position, again: Pending, rest: Pending, inside: Nodes
    ) -> list[Step | None]:
        """All steps of what remains with and without another round of a repetition, each once.

        A round that may be empty gives the same steps as none, so without the memo, every further
        repetition in a row would double the time.
        """
        inside &= self.known.repetitions(again)
        key = "every", again, inside
        if key not in position.memo:
            steps = self.first_way(position, [again, rest], True, inside)
            apart = {step and (id(step[0]), step[1]): step for step in steps}
            position.memo[key] = list(apart.values())
        known: list[Step | None] = position.memo[key]
        return known

    def first_way(
        self, position: Position, ways: list[Pending], every: bool, inside: Nodes
    ) -> list[Step | None]:
        """The steps of the first way that completes the turn, else of the last; `every`: of all."""
        if every:
            return [s for w in reversed(ways) for s in self.first_steps(position, w, True, inside)]
        for way in ways[:-1]:
            if self.has_way(position, way):
                return self.first_steps(position, way, False, inside)
        return self.first_steps(position, ways[-1], False, inside)

    # ---- looking ahead ----

    def has_way(self, position: Position, pending: Pending) -> bool:
        """Whether the turn can be completed from here.

        Raises GdlError if that takes more look-ahead than the limits allow.
        """
        way = self.way(position, pending)
        if self.asked is not None:
            self.asked.append(way)
        return way.is_found

    def way(self, position: Position, pending: Pending) -> Way:
        """Whether the turn can be completed from here, and the look-ahead it takes.

        Raises GdlError if that is more than the limits allow.
        """
        way = self.known_way(position, pending)
        if way is None or (way.looks > FEW_LOOKS and self.remembers(pending)):
            way = self.find_way(position, pending)
        self.limit(way.looks, way.depth)
        return way

    def known_way(self, position: Position, pending: Pending) -> Way | None:
        """The result of a look-ahead that needs no action: remembered, or the turn may end here."""
        known: Way | None = position.memo.get(("way", pending))
        if known is None and (known := self.end_way(position, pending)):
            position.memo["way", pending] = known
        return known

    def end_way(self, position: Position, pending: Pending) -> Way | None:
        """The way that does nothing more, if the turn may be over here."""
        if not self.may_end(position, pending):
            return None
        result, took = self.finished(position)
        return None if isinstance(result, Refusal) else took.one_further

    def may_end(self, position: Position, pending: Pending) -> bool:
        """Whether nothing more need be done in the turn."""
        return None in self.steps(position, pending, every=True)

    def may_be_over(self, position: Position) -> bool:
        """Whether the rules allow that the turn is over here."""
        result, took = self.finished(position)
        if self.asked is not None:
            self.asked.append(took)
        return not isinstance(result, Refusal)

    def find_way(self, position: Position, pending: Pending) -> Way:
        """How a turn can be completed, found by trying actions."""
        if not self.remembers(pending):
            return Look(self, self.asks_stuck).find(position, pending)
        if ("met", pending) not in position.memo:
            try:
                way = Look(self, self.asks_stuck, most=FEW_LOOKS).find(position, pending)
            except TooManyLooks:
                met = Met(self.repetitions)
                way = Look(self, self.asks_stuck, met=met).find(position, pending)
            position.memo["met", pending] = way
        known: Way = position.memo["met", pending]
        return known

    def remembers(self, pending: Pending) -> bool:
        """Whether a look tries actions once from equal positions within long repetitions.

        Not if it is part of another, which counts it whole, nor where a look for `stuck` within it,
        or for who can choose, finds ways that do not end it.
        """
        within = self.asked is not None or self.asks_stuck or self.has_simultaneous_choices
        return not within and not self.repetitions.isdisjoint(self.known.repetitions(pending))

    def tries(self, position: Position, pending: Pending) -> Iterator[tuple[Position, Pending]]:
        """The positions after the actions that can come next, each with what then remains."""
        self.rules.count_look()
        for step in self.steps(position, pending, every=True):
            if step is not None:
                act, rest = step.act, step.rest
                places = self.simultaneous.places(position) if is_after_choice(rest) else [position]
                for place in places:
                    yield from ((result, rest) for result in self.results(place, act))

    def results(self, position: Position, act: model.Act) -> Iterator[Position]:
        """The positions after the legal instances of an action."""
        for _, result in self.instances(position, act):
            self.rules.spend(ROUNDS_A_STATEMENT)
            if isinstance(result, Position):
                yield result

    def allows(self, position: Position, step: Step, result: Outcome) -> bool:
        """Whether the turn can be completed after an action, with all values that choose here."""
        self.rules.spend(ROUNDS_A_TRY)
        if step.chosen and isinstance(result, Position):
            return self.most.allows(position, step, result)
        return self.leads_through(result, step.rest)

    def leads_through(self, result: Outcome, rest: Pending) -> bool:
        """Whether the turn can be completed after an action; an end of the game completes it."""
        if isinstance(result, Refusal):
            return False
        return self.ends_at_once(result) or self.has_way(result, rest)

    def ends_at_once(self, position: Position) -> bool:
        """Whether there is an `as soon as` line that ends the game here."""
        return bool(self.at_once) and self.is_over_at_once(position)

    def limit(self, looks: int, depth: int) -> None:
        """Raise GdlError if a look-ahead exceeds the limits."""
        if looks > MAX_LOOKS or depth > MAX_LOOKS_DEEP:
            raise self.too_long()

    def too_long(self) -> GdlError:
        """The error for a turn whose look-ahead exceeds the limits."""
        report = Report()
        span = longest_turn(self.rules.model).span  # which is the likeliest to be too long
        report.add("look-too-long", span, most=MAX_LOOKS.words, deep=MAX_LOOKS_DEEP.words)
        return GdlError(report.diagnostics)

    def instances(self, position: Position, act: model.Act) -> Iterator[tuple[Args, Outcome]]:
        """The instances of an action in a turn, each with its result."""
        if act.name not in self.actions:
            yield (), self.left_out(position, act.name)
        else:
            action = self.actions[act.name]
            fixed = self.fixed(position, act)
            if not action.is_chance and position.passes:
                position = position.changed(passes=0)
            yield from action.instances(position, fixed)

    def left_out(self, position: Position, name: str) -> Position:
        """The position after `pass` or `done`."""
        return position.changed(passes=position.passes + (name == PASS))

    def fixed(self, position: Position, act: model.Act) -> Args:
        """The leading arguments of an action, which the turn fixes."""
        if not act.args:
            return ()
        return tuple(f(position, self.rules.frame()) for f in self.args[self.numbers[id(act)]])

    def moves(
        self, position: Position, pending: Pending, only: tuple[str, Args] | None = None
    ) -> dict[tuple[str, Args], tuple[Outcome, Pending]]:
        """The legal moves here, each with its result and what then remains of the turn.

        With `only`, just that move, without look-ahead for the others.  A move after which the turn
        can go on in several ways keeps them all.  A `try` that will fail is included, with its
        Refusal, unless it has failed since the last action.  While all choose, nothing changes yet.
        """
        moves: dict[tuple[str, Args], tuple[Outcome, tuple[Pending, ...]]] = {}
        steps = self.steps(position, pending)
        for step in steps if any(steps) else ():
            act, rest, _ = given = step or Step(NOTHING_MORE, ())
            for args, result in self.instances(position, act):
                key = (act.name, args)
                if only not in (None, key):
                    continue
                if is_after_choice(rest):
                    moves[key] = (position, (with_choice(rest, key),))
                elif isinstance(result, Refusal):
                    if key not in position.refused:
                        moves.setdefault(key, (result, (pending,)))
                elif self.allows(position, given, result):
                    _, ways = moves.get(key, (result, ()))
                    if rest not in ways:
                        moves[key] = (result, (*ways, rest))
        return {
            key: (result, ways[0] if len(ways) == 1 else (("or", *ways),))
            for key, (result, ways) in moves.items()
        }

    def is_complete(self, position: Position, pending: Pending) -> bool:
        """Whether nothing more can or need be done in this turn: no step has an action."""
        return not any(self.steps(position, pending))
