"""Bounds on the rounds that a rule can go through, and on the statements that it carries out."""

from __future__ import annotations

from functools import reduce
from math import inf

from gdl.model import nodes as model
from gdl.model.analysis import Part, children, free_slots
from gdl.model.intervals import times
from gdl.model.ranges import Bounds

COPIED = 500  # places of a variable that can be copied in the time of one round


class Rounds(Bounds):
    """The bounds of one game, with those of its loops.

    A set of which nobody knows how large it can be counts as one value.
    """

    def __init__(self, game: model.Game, cells: int):
        super().__init__(game, cells)
        self.performed: dict[str, float] = {}  # statements of definitions
        self.nests: dict[str, tuple[float, float]] = {}

    def nest(self, node: Part) -> tuple[float, float]:
        """The most rounds that a nest of loops in a part of a rule goes through, as two numbers.

        The first counts loops that depend on variables around the part, and so run in each of
        their rounds; the second counts loops that do not, and so run only once.
        """
        inner = alone = 1.0
        for child in children(node):
            rounds, once = self.nest(child)
            alone = max(alone, once)
            if isinstance(node, model.Statement | model.Turn) or free_slots(child):
                inner = max(inner, rounds)
            else:
                alone = max(alone, rounds)
        if isinstance(node, model.Apply | model.Perform):
            rounds, once = self.nest_of(node.name)
            alone = max(alone, once)
            inner = max(inner, rounds)
        return times(self.own_rounds(node), inner), alone

    def nest_of(self, name: str) -> tuple[float, float]:
        """`nest` of a definition."""
        if name not in self.nests:
            body = self.game.definitions[name].body
            parts = body if isinstance(body, tuple) else (body,)
            with self.inside(*parts):
                nests = [self.nest(part) for part in parts] or [(1.0, 1.0)]
            self.nests[name] = max(n for n, _ in nests), max(n for _, n in nests)
        return self.nests[name]

    def steps(self, node: model.Statement) -> float:
        """How many statements one carries out at most."""
        bodies: list[tuple[model.Statement, ...]] = []
        if isinstance(node, model.For | model.RepeatWhile):
            bodies = [node.body]
        elif isinstance(node, model.If):
            bodies = [body for _, body in node.branches]
        elif isinstance(node, model.Perform):
            return self.steps_of(node.name)
        inner = max((sum(map(self.steps, body)) for body in bodies), default=1.0)
        return times(self.own_rounds(node), inner)

    def steps_of(self, name: str) -> float:
        """`steps` of a definition."""
        if name not in self.performed:
            body = self.game.definitions[name].body
            statements = body if isinstance(body, tuple) else ()
            with self.inside(*statements):
                self.performed[name] = sum(map(self.steps, statements)) if statements else 1.0
        return self.performed[name]

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

    def choices(self, binders: tuple[model.Binder, ...]) -> float:
        """`rounds` of what is known: how many choices of values the variables have together."""
        return reduce(times, (known(self.size(binder.domain)) for binder in binders), 1.0)


def known(rounds: float) -> float:
    """How often something is done at most, from 0 on; 1 if nobody knows."""
    return max(0.0, rounds) if rounds < inf else 1.0
