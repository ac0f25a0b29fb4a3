"""Bounds on the rounds that a rule can go through, and on the statements that it carries out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce
from math import inf

from gdl.model import nodes as model
from gdl.model.analysis import Part, children, walk
from gdl.model.intervals import ANY, Interval, times
from gdl.model.ranges import Bounds
from gdl.vocabulary.types import SetType

Call = tuple[str, tuple[Interval, ...]]
Slots = tuple[frozenset[int], frozenset[int]]
MAX_FOLLOWED = 20_000  # parts of definitions that are looked at with bounds of arguments
MAX_DECIDED = 3  # loops over parts within one another that are looked at in two ways each
COPIED = 500  # places of a variable that can be copied in the time of one round


class Rounds(Bounds):
    """The bounds of one game, with those of its loops.

    A set of which nobody knows how large it can be counts as one value.
    """

    def __init__(self, game: model.Game, cells: int):
        super().__init__(game, cells)
        self.followed = 0  # parts of definitions that were looked at with bounds of arguments
        self.decided = 0  # how many `parts_of` are open
        self.performed: dict[Call, float] = {}  # statements of definitions
        self.nests: dict[Call, tuple[float, float]] = {}
        self.slots: dict[int, Slots] = {}

    def nest(self, node: Part) -> tuple[float, float]:
        """The most rounds that a nest of loops in a part of a rule goes through, as two numbers.

        The first counts loops that depend on variables around the part, and so run in each of
        their rounds, as do all that statements and turns ask, since they change the position; the
        second counts loops that do not, and so run only once.
        """
        if (slot := self.undecided(node)) is not None:
            with self.parts_of(slot, 1):
                single, before = self.nest(node)
            with self.parts_of(slot, self.cells):
                whole, once = self.nest(node)
            return self.joined(single, whole), max(before, once)
        inner = alone = 1.0
        is_step = isinstance(node, model.Statement | model.Turn)
        for child in children(node):
            rounds, once = self.nest(child)
            if is_step:
                inner = self.joined(inner, max(rounds, once))
            elif self.is_free(child):
                inner, alone = self.joined(inner, rounds), self.joined(alone, once)
            else:
                alone = self.joined(alone, max(rounds, once))
        if isinstance(node, model.Apply | model.Perform):
            rounds, once = self.nest_of(*self.call(node))
            inner = self.joined(inner, max(rounds, once if is_step else 1.0))
            alone = alone if is_step else self.joined(alone, once)
        return self.around(node, inner), alone

    def undecided(self, node: Part) -> int | None:
        """The variable of a loop over parts of a set that have no cell in common, if `parts_of` has
        not said yet how large these are.
        """
        if self.decided == MAX_DECIDED or not isinstance(node, model.Loop):
            return None
        parts = (b.slots[0] for b in node.binders if is_groups(b.domain) and len(b.slots) == 1)
        return next((slot for slot in parts if slot not in self.given), None)

    @contextmanager
    def parts_of(self, slot: int, cells: int) -> Iterator[None]:
        """Take the parts that a variable runs over to have so many cells within the block.

        They share what there is: many rounds have small parts, and one with all cells is the only
        one.  So the rounds of all parts together are those with one cell in each, or those of a
        single part, whichever are more.
        """
        outside = self.given, self.of_named
        self.given, self.of_named = {**self.given, slot: (0, cells)}, {}
        self.decided += 1
        yield
        self.decided -= 1
        self.given, self.of_named = outside

    def is_free(self, node: Part) -> bool:
        """Whether a node uses variables that it does not bind itself."""
        used, bound = self.slots_of(node)
        return not used <= bound

    def slots_of(self, node: Part) -> Slots:
        """The variables that a node uses with all below it, and those that are bound there."""
        if id(node) not in self.slots:
            used: set[int] = {node.slot} if isinstance(node, model.Local) else set()
            bound: set[int] = set(node.bound) if isinstance(node, model.Binds) else set()
            for child in children(node):
                more, others = self.slots_of(child)
                used |= more
                bound |= others
            self.slots[id(node)] = frozenset(used), frozenset(bound)
        return self.slots[id(node)]

    def joined(self, rounds: float, others: float) -> float:
        """The rounds of two parts that are not within one another: of the larger nest."""
        return max(rounds, others)

    def around(self, node: Part, inside: float) -> float:
        """The rounds of a node with so many in each of its own."""
        return times(self.own_rounds(node), inside)

    def call(self, node: model.Apply | model.Perform) -> Call:
        """The definition that is used, with the bounds of its arguments unless too many parts of
        definitions have been looked at with theirs.
        """
        args = tuple(map(self.bounds_of, node.args))
        if args.count(ANY) == len(args) or self.followed > MAX_FOLLOWED:
            return node.name, ()
        return node.name, args

    def bounds_of(self, arg: model.Expr) -> Interval:
        """The bounds of an argument: of a set, those of how many elements it has, where they tell
        more than its type.
        """
        if not isinstance(arg.type, SetType):
            return self.interval(arg)
        size = self.size(arg)
        return (0, size) if size < self.universe(arg.type.element) else ANY

    @contextmanager
    def used(self, name: str, args: tuple[Interval, ...]) -> Iterator[tuple[Part, ...]]:
        """Make a definition current within the block; gives what it stands for."""
        parts = as_parts(self.game.definitions[name].body)
        self.followed += sum(1 for part in parts for _ in walk(part)) if args else 0
        with self.called(name, args) if args else self.inside(*parts):
            yield parts

    def nest_of(self, name: str, args: tuple[Interval, ...] = ()) -> tuple[float, float]:
        """`nest` of a definition, for all arguments or for those within bounds."""
        if (name, args) not in self.nests:
            with self.used(name, args) as parts:
                nests = [self.nest(part) for part in parts] or [(1.0, 1.0)]
            own, alone = zip(*nests, strict=True)
            self.nests[name, args] = reduce(self.joined, own), reduce(self.joined, alone)
        return self.nests[name, args]

    def steps(self, node: model.Statement) -> float:
        """How many statements one carries out at most."""
        bodies: list[tuple[model.Statement, ...]] = []
        if isinstance(node, model.For | model.RepeatWhile):
            bodies = [node.body]
        elif isinstance(node, model.If):
            bodies = [body for _, body in node.branches]
        elif isinstance(node, model.Perform):
            return self.steps_of(*self.call(node))
        inner = max((sum(map(self.steps, body)) for body in bodies), default=1.0)
        return times(self.own_rounds(node), inner)

    def steps_of(self, name: str, args: tuple[Interval, ...] = ()) -> float:
        """`steps` of a definition, for all arguments or for those within bounds."""
        if (name, args) not in self.performed:
            with self.used(name, args) as parts:
                steps = [self.steps(part) for part in parts if isinstance(part, model.Statement)]
            self.performed[name, args] = sum(steps) if steps else 1.0
        return self.performed[name, args]

    def own_rounds(self, node: Part) -> float:
        """The rounds of a loop, or those that copying a variable is worth; 1 for other nodes."""
        if isinstance(node, model.Loop):
            return self.choices(node.binders)
        if isinstance(node, model.RepeatWhile):
            return known(self.interval(node.times)[1])
        if isinstance(node, model.SetVariable):
            return 1 + self.choices(self.variables[node.name].index) // COPIED
        if isinstance(node, model.Repeat):
            return self.cells if node.times is None else known(self.interval(node.times)[1])
        return float(self.cells) if isinstance(node, model.ByStep) else 1.0

    def loops(self, node: Part) -> list[tuple[str, float]]:
        """The loops of the nest with the most rounds: what each goes through, and its rounds."""
        if (slot := self.undecided(node)) is not None:
            nests = {}
            for cells in (1, self.cells):
                with self.parts_of(slot, cells):
                    nests[cells] = max(self.nest(node))
            with self.parts_of(slot, max(nests, key=lambda cells: nests[cells])):
                return self.loops(node)
        rounds, once = self.nest(node)
        found = self.own_loops(node) if rounds >= once else []
        inner = max(children(node), key=lambda part: max(self.nest(part)), default=None)
        best = 1.0 if inner is None else max(self.nest(inner))
        if isinstance(node, model.Apply | model.Perform):
            call = self.call(node)
            if max(self.nest_of(*call)) > best:
                with self.used(*call) as parts:
                    inner = max(parts, key=lambda part: max(self.nest(part)))
                    return found + self.loops(inner)
        return found if inner is None else found + self.loops(inner)

    def own_loops(self, node: Part) -> list[tuple[str, float]]:
        """The loops of a node itself: its variables, or the word that begins it."""
        if isinstance(node, model.Loop):
            found = [(told(b, node), self.values(b)) for b in node.binders]
        else:
            word = "repeat" if isinstance(node, model.RepeatWhile) else "up to"
            is_loop = isinstance(node, model.RepeatWhile | model.Repeat)
            found = [(word, self.own_rounds(node))] if is_loop else []
        return [(name, rounds) for name, rounds in found if rounds > 1]

    def choices(self, binders: tuple[model.Binder, ...]) -> float:
        """`rounds` of what is known: how many choices of values the variables have together."""
        return reduce(times, map(self.values, binders), 1.0)

    def values(self, binder: model.Binder) -> float:
        """How many values a variable takes, as far as is known: one that is a whole set, one."""
        return 1.0 if self.is_only_part(binder) else known(self.size(binder.domain))

    def is_only_part(self, binder: model.Binder) -> bool:
        """Whether a variable is taken to be the only part of a set: see `parts_of`."""
        return self.given.get(binder.slots[0] if binder.slots else -1) == (0, self.cells)


class RoundsTogether(Rounds):
    """The bounds of one game, in which nests that stand side by side are added up."""

    def joined(self, rounds: float, others: float) -> float:
        """The rounds of both: 1 is said of what has no loop."""
        return rounds + others - 1


def rules(game: model.Game) -> Iterator[tuple[Part | None, ...]]:
    """All rules that are evaluated in a game; each binds variables of its own."""
    for definition in game.definitions.values():
        yield as_parts(definition.body)
    yield from rules_of_play(game)
    yield from rules_of_views(game)


def rules_of_play(game: model.Game) -> Iterator[tuple[Part | None, ...]]:
    """The rules that a move evaluates, but for definitions."""
    for fact in game.facts.values():
        yield from ((value,) for value in fact.values.values())
    for action in game.actions.values():
        yield (*action.binders, *action.body)
    yield game.after_turn
    yield tuple(game.opening)
    for condition, turn in game.turn:
        yield (turn,) if condition is None else (condition, turn)
    for end in game.ends:
        yield (end.condition, *end.outcomes)


def rules_of_views(game: model.Game) -> Iterator[tuple[Part, ...]]:
    """The rules that are asked one by one: what a seat sees, what the file answers."""
    for question in game.questions:
        yield (*question.binders, question.answer)
    for shown in game.sees.values():
        yield () if shown.expr is None else (shown.expr,)


def is_groups(domain: model.Expr) -> bool:
    """Whether the elements of a set are sets that have nothing in common."""
    return isinstance(domain, model.BuiltinCall | model.ByStep) and domain.name == "groups"


def told(binder: model.Binder, loop: model.Loop) -> str:
    """What a message calls the variable of a loop: one that the rule does not write, as in
    `first(g)`, by what it goes through.
    """
    body = loop.body if isinstance(loop, model.Comprehension) else None
    domain = binder.domain.span
    return domain.text if body and body.span == domain else ", ".join(binder.names)


def as_parts(body: model.Expr | tuple[model.Statement, ...]) -> tuple[Part, ...]:
    """The parts of what a definition stands for."""
    return body if isinstance(body, tuple) else (body,)


def known(rounds: float) -> float:
    """How often something is done at most, from 0 on; 1 if nobody knows."""
    return max(0.0, rounds) if rounds < inf else 1.0
