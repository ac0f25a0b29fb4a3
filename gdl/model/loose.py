"""Loops that may go round too often in one step of play, for their rounds to be counted there.

What a rule comes to at most is known before play, or nobody knows it; what it comes to in play is
often much less.  So where the rules of a game could take too long, an engine counts the rounds of
their loops in each step of play, and ends a step that goes too far.  Loops of few rounds count
with those around them, so that counting costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import reduce
from math import inf
from typing import TypeGuard

from gdl.model import nodes as model
from gdl.model.analysis import Part, children, free_slots, longest_turn, turns_of, walk
from gdl.model.intervals import Interval, times
from gdl.model.making import ELEMENTS_A_ROUND, LARGE, OF_THE_BOARD, GoesThrough, work
from gdl.model.rounds import RoundsTogether, as_parts, known, rules_of_play, rules_of_views
from gdl.source.diagnostics import GdlError, Report
from gdl.source.frozen import frozen
from gdl.source.limits import MAX_HELD, MAX_IN_PLAY, MAX_LOOKS, MAX_VALUES
from gdl.source.messages import LOOKS_TOO_MANY, LOOPS_TOO_LONG
from gdl.source.spans import Span
from gdl.vocabulary.types import SetType

FEW = 75  # rounds of loops that are counted together
LOOKS = 0  # the number of looks ahead of a turn among what is counted; loops come after it
ROUNDS_A_LOOK = 50  # that take about as long as a position of a look-ahead
CELLS_A_ROUND = 8  # that a search goes through in that time
SEARCHES = ("group", "groups")
KEEPS = (model.Require, model.Attempt)  # the statements that keep the position
HOLDS = (model.For, model.If, model.RepeatWhile, model.Let)  # what others change, or only a name
Rule = list[Part]


@frozen
class Pace:
    """How an engine gets on: how many times as many rounds as the limit says it goes through in the
    same time; how many parts of a rule take as long as a round of a loop, as making a set and as a
    statement; and whether the cells are counted from which `reach` and its like go on, and the
    elements of large sets, or else all cells are taken, once for each choice of the variables that
    are used; and whether the rules of a move may be evaluated so often that they have to be counted
    because a turn is looked at ahead.  (C counts the positions that are looked at: `many_looks`.)
    """

    speed: int
    parts_a_round: int
    parts_a_set: int
    parts_a_statement: int
    counts_steps: bool
    counts_at_looks: bool  # C would be 2 to 15 % slower in games that look far ahead

    @property
    def most(self) -> int:
        """How many rounds a step may have."""
        return self.speed * MAX_IN_PLAY


ON_REFERENCE, IN_C = Pace(1, 25, 10, 50, True, True), Pace(10, 50, 1, 1, False, False)


@frozen
class Loose:
    """A loop whose rounds are counted in play, or a part that goes through sets each time that it
    is asked, or both; `price` is what is done in each round without being counted by itself, and
    0 for what is no loop.
    """

    number: int
    span: Span
    price: int
    is_made: bool = False  # the elements of sets count that it goes through

    def error(self) -> GdlError:
        """The error for a step in which the loop went on for too long."""
        return too_long(self.span, LOOPS_TOO_LONG)


def too_many_looks(game: model.Game) -> GdlError:
    """The error for a step in which too many positions were looked at ahead of turns."""
    return too_long(longest_turn(game).span, LOOKS_TOO_MANY.format(each=ROUNDS_A_LOOK))


def too_long(span: Span, way_out: str) -> GdlError:
    """The error for a part of the rules that goes on for too long in one step."""
    report = Report()
    words = " ".join(span.text.split())
    report.add("too-many-in-play", span, word=words, most=MAX_IN_PLAY.words, way_out=way_out)
    return GdlError(report.diagnostics)


class LargestRounds(RoundsTogether):
    """The bounds of one game in which a set of unknown size is as large as one can be, and a round
    in which much is to be done counts as several.
    """

    def __init__(self, game: model.Game, cells: int, pace: Pace):
        super().__init__(game, cells)
        self.pace = pace
        self.worths: dict[int, int] = {}  # of parts of rules, with all within them

    @contextmanager
    def called(self, name: str, args: tuple[Interval, ...]) -> Iterator[None]:
        outside, self.worths = self.worths, {}
        with super().called(name, args):
            yield
        self.worths = outside

    def values(self, binder: model.Binder) -> float:
        return 1.0 if self.is_only_part(binder) else self.largest_size(binder)

    def around(self, node: Part, inside: float) -> float:
        if isinstance(node, model.Loop | model.RepeatWhile):
            inside += self.worth(node) // self.pace.parts_a_round
            return self.of_loop(node, inside)
        return super().around(node, inside) + self.going_through(node)

    def worth(self, node: Part) -> int:
        """How many plain parts of a rule take as long as one with all within it."""
        if id(node) not in self.worths:
            within = sum(map(self.worth, children(node)))
            self.worths[id(node)] = within + self.parts_worth(node)
        return self.worths[id(node)]

    def parts_worth(self, node: Part) -> int:
        """How many plain parts of a rule take as long as one that is asked in each round."""
        if isinstance(node, model.Statement):
            return 1 if isinstance(node, (*KEEPS, *HOLDS)) else self.pace.parts_a_statement
        is_set = isinstance(node, model.Expr) and isinstance(node.type, SetType)
        is_made = is_set and self.pace.counts_steps and self.is_free(node)
        return self.pace.parts_a_set if is_made else 1

    def going_through(self, node: Part) -> int:
        """How many rounds it is worth to go through sets; those of loops count by their rounds."""
        elements = work(node, self) if self.pace.counts_steps else 0
        if elements <= LARGE or self.is_domain(node):
            return 0
        return int(elements) // ELEMENTS_A_ROUND

    def is_domain(self, node: Part) -> bool:
        """Whether a variable of the current rule goes through this set."""
        return any(node is domain for domain in self.domains.values())

    def of_loop(self, node: Part, inside: float) -> float:
        """The rounds of a loop with so many in each of its own."""
        return times(self.own_rounds(node), inside)

    def largest_size(self, binder: model.Binder) -> float:
        """How many values a variable goes through at most."""
        size = self.size(binder.domain)
        return known(size) if size < inf else MAX_VALUES

    def own_rounds(self, node: Part) -> float:
        if isinstance(node, model.RepeatWhile) and self.interval(node.times)[1] == inf:
            return MAX_HELD
        if isinstance(node, model.BuiltinCall) and node.name in SEARCHES:
            return 1 + self.cells // CELLS_A_ROUND
        return super().own_rounds(node)

    def of_rule(self, rule: Rule) -> float:
        """How many rounds a rule goes through at most, with those of the variables of an action."""
        self.enter(*rule)
        binders = tuple(part for part in rule if isinstance(part, model.Binder))
        return times(self.choices(binders), self.within(rule))

    def within(self, rule: Rule) -> float:
        """The rounds of the parts of a rule together."""
        return reduce(self.joined, (max(self.nest(part)) for part in rule), 1.0)

    def estimated_looks(self, turn: model.Turn) -> float:
        """About how often a turn may be looked at: once, and after each choice of what comes before
        the last action; repetitions come to as many looks as are allowed at all.
        """
        looks = 1.0
        for part in walk(turn):
            if isinstance(part, model.Repeat | model.Most | model.AllAtOnce):
                return MAX_LOOKS
            if isinstance(part, model.Sequence):
                for step in part.steps[:-1]:
                    looks = times(looks, 1 + sum(map(self.instances, acts_in(step))))
        return looks

    def instances(self, act: model.Act) -> float:
        """How many choices an action has at most."""
        action = self.game.actions.get(act.name)
        if action is None:
            return 1
        self.enter(*action.binders)
        return self.choices(action.binders)


class Counting(LargestRounds):
    """The loops of a game that are counted, and the rounds of its rules that are not."""

    def __init__(self, game: model.Game, cells: int, pace: Pace):
        super().__init__(game, cells, pace)
        self.found: dict[int, Loose] = {}  # by the identity of the set or the repetition
        self.waiting: set[int] = set()  # the parts of a rule, by identity, that are not looked into

    def of_rule(self, rule: Rule) -> float:
        self.enter(*rule)
        binders = tuple(part for part in rule if isinstance(part, model.Binder))
        waiting = [] if self.named else list(asked_once(rule, binders, self.pace))
        self.waiting = {id(part) for part, _ in waiting}
        inside = self.within(rule)
        self.waiting = set()
        for number in range(len(binders), -1, -1):
            once = (max(self.nest(part)) for part, level in waiting if level == number)
            inside = reduce(self.joined, once, inside)
            inside = self.of_binders(binders[number - 1 : number], inside) if number else inside
        return inside

    def around(self, node: Part, inside: float) -> float:
        if isinstance(node, model.ByStep) and self.pace.counts_steps:
            return self.count_unless_short(node, node.span, self.own_rounds(node), inside)
        if self.pace.counts_steps and self.is_made(node):
            before = self.found.get(id(node), Loose(1 + len(self.found), node.span, 0))
            self.found[id(node)] = replace(before, is_made=True)
        return super().around(node, inside)

    def nest(self, node: Part) -> tuple[float, float]:
        return (1.0, 1.0) if id(node) in self.waiting else super().nest(node)

    def of_loop(self, node: Part, inside: float) -> float:
        if isinstance(node, model.RepeatWhile):
            return self.count_unless_short(node, node.span, self.own_rounds(node), inside)
        return self.of_binders(node.binders, inside) if isinstance(node, model.Loop) else inside

    def going_through(self, node: Part) -> int:
        return 0  # it counts by itself

    def is_made(self, node: Part) -> TypeGuard[GoesThrough]:
        """Whether a part goes through sets that may be large: again and again, or once for each
        position, as after each statement.
        """
        if work(node, self) <= LARGE:
            return False
        match node:
            case model.BuiltinCall(name=name, args=()) if name not in OF_THE_BOARD:
                return False
        return self.is_free(node) or not self.is_domain(node)

    def of_binders(self, binders: tuple[model.Binder, ...], inside: float) -> float:
        """What is not counted of the loops of some variables, one within the other.

        A message names one of unknown size, if there is any.
        """
        unknown = [b.domain.span for b in binders if self.size(b.domain) == inf]
        for binder in reversed(binders):
            size, domain = self.largest_size(binder), binder.domain
            inside = self.count_unless_short(domain, (*unknown, domain.span)[0], size, inside)
        return inside

    def count_unless_short(self, node: Part, span: Span, rounds: float, inside: float) -> float:
        """Have a loop counted in play, unless it is short; returns the rounds that are not counted:
        all of them, or next to none.
        """
        if times(rounds, inside) <= FEW:
            return times(rounds, inside)
        price = int(min(max(1, inside), MAX_IN_PLAY + 1))
        before = self.found.get(id(node))
        if before is None:
            self.found[id(node)] = Loose(1 + len(self.found), span, price)
        elif before.price < price:
            self.found[id(node)] = replace(before, span=span, price=price)
        return 1.0


def loose_loops(game: model.Game, cells: int, pace: Pace = ON_REFERENCE) -> dict[int, Loose]:
    """The loops that are counted, by the identity of the set or the repetition: none where no step
    of play can come to so many rounds that an engine of this pace has to count them.
    """
    most, counting = LargestRounds(game, cells, pace), Counting(game, cells, pace)
    counting.slots = most.slots
    for rules, often in steps(game, most):
        if times(sum(map(most.of_rule, rules)), often) > pace.most:
            for rule in rules:
                counting.of_rule(rule)
    return counting.found


def many_looks(game: model.Game, cells: int, pace: Pace) -> bool:
    """Whether a step may look ahead at so many positions that an engine of this pace counts them.
    """
    looks = max(map(LargestRounds(game, cells, pace).estimated_looks, turns_of(game)), default=1)
    return looks >= MAX_LOOKS


def steps(game: model.Game, most: LargestRounds) -> Iterator[tuple[list[Rule], float]]:
    """The rules of each kind of step, and how often it may evaluate them at most: a move as often
    as it looks ahead.
    """
    looks = max(map(most.estimated_looks, turns_of(game)), default=1)
    yield list(map(whole, rules_of_play(game))), looks if most.pace.counts_at_looks else 1
    yield [list(game.setup)], 1
    for rule in rules_of_views(game):
        yield [whole(rule)], 1
    for definition in game.definitions.values():  # which notations use
        yield [list(as_parts(definition.body))], 1


def asked_once(
    rule: Rule, binders: tuple[model.Binder, ...], pace: Pace
) -> Iterator[tuple[Part, int]]:
    """The parts of a rule that are asked once for each choice of its first so many variables: those
    that they use, and those of the statements before that change the position.
    """
    stage = changed = 0
    for part in rule:
        if isinstance(part, model.Binder):
            continue
        stage = max(stage, last_used(part, binders))
        for once in outside_loops(part, pace):
            yield once, max(changed, last_used(once, binders))
        if isinstance(part, model.Statement) and not isinstance(part, KEEPS):
            changed = stage


def last_used(part: Part, binders: tuple[model.Binder, ...]) -> int:
    """How many of some variables have values when all that a part uses have."""
    used = free_slots(part)
    return max((n for n, b in enumerate(binders, 1) if used & set(b.slots)), default=0)


def outside_loops(node: Part, pace: Pace) -> Iterator[Part]:
    """The searches and the definitions in a part of a rule whose values are kept for a position,
    but for those in loops.
    """
    is_search = isinstance(node, model.BuiltinCall) and node.name in SEARCHES
    is_step = isinstance(node, model.ByStep) and not pace.counts_steps
    if is_search or is_step or isinstance(node, model.Apply):
        yield node
    elif isinstance(node, (*KEEPS, model.Expr)) and not isinstance(node, model.Loop):
        for part in children(node):
            yield from outside_loops(part, pace)


def acts_in(turn: model.Turn) -> Iterator[model.Act]:
    """The actions that a part of a turn names."""
    return (part for part in walk(turn) if isinstance(part, model.Act))


def whole(rule: tuple[Part | None, ...]) -> Rule:
    """The parts of a rule that are there."""
    return [part for part in rule if part is not None]
