"""Turns as an automaton: where a turn can stand, and what may be done there.

A pending turn is a tuple of items: the number of a node of the turn, or `("left", number)` for a
repetition whose rounds left the state counts.  `Points.tree` gives a decision tree over conditions
on the state; its leaves are menus of steps, each an action and what remains after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from gdl import model
from interpreter.native import terms as t
from interpreter.native.lowering.expressions import Lower
from interpreter.native.lowering.fields import Fields
from interpreter.native.refusal import NotNative
from interpreter.native.terms import FALSE, INT, TRUE, Term
from interpreter.reference.turns import DONE, Turns

Pending = tuple[Any, ...]
MOST_POINTS = 500


@dataclass(frozen=True)
class Step:
    """An action of a turn: its node, what remains, and which repetitions begin or go round."""

    name: str
    act: model.Act | None  # None for what the player may leave out
    rest: Pending
    begins: tuple[int, ...] = ()
    goes_round: tuple[int, ...] = ()


@dataclass(frozen=True)
class Leaf:
    """What may be done; None stands for nothing more."""

    steps: tuple[Step | None, ...]


@dataclass(frozen=True)
class Branch:
    """A condition on the state."""

    condition: Term
    yes: Tree
    no: Tree


@dataclass(frozen=True)
class Way:
    """Whether a pending turn has a way through."""

    pending: Pending
    yes: Tree
    no: Tree


Tree = Leaf | Branch | Way


@dataclass
class Points:
    """The points of one game's turns."""

    lower: Lower
    turns: Turns
    fields: Fields
    numbers: dict[Pending, int] = field(default_factory=dict)
    waiting: list[Pending] = field(default_factory=list)
    trees: dict[Pending, Tree] = field(default_factory=dict)
    every: dict[Pending, Tree] = field(default_factory=dict)

    def number(self, pending: Pending) -> int:
        """The number of a pending turn; its tree is made later."""
        if pending not in self.numbers:
            if len(self.numbers) >= MOST_POINTS:
                raise NotNative("so many ways through a turn")
            self.numbers[pending] = len(self.numbers)
            self.waiting.append(pending)
        return self.numbers[pending]

    def explore(self) -> None:
        """Make the trees of all points that can be reached."""
        self.number(())
        for root in (*self.turns.openings, *(n for _, n in self.turns.cases)):
            self.number((root,))
        while self.waiting:
            pending = self.waiting.pop(0)
            self.trees[pending] = self.tree(pending, every=False)
            self.every[pending] = self.tree(pending, every=True)
            for tree in (self.trees[pending], self.every[pending]):
                self.follow(tree)

    def follow(self, tree: Tree) -> None:
        """Give numbers to all that a tree leads to."""
        if isinstance(tree, Leaf):
            for step in tree.steps:
                if step is not None:
                    self.number(step.rest)
            return
        if isinstance(tree, Way):
            self.number(tree.pending)
        self.follow(tree.yes)
        self.follow(tree.no)

    # ---- trees ----

    def tree(self, pending: Pending, every: bool, inside: frozenset[int] = frozenset()) -> Tree:
        """What may be done first of a pending turn; with `every` also what an `else` hides."""
        if not pending:
            return Leaf((None,))
        item, rest = pending[0], pending[1:]
        if isinstance(item, tuple):
            left = self.fields.read(self.counter(item[1]))
            goes = t.lt(t.number(0), left)
            again = self.again(item[1], rest, every, inside, begins=False)
            return branch(goes, again, self.tree(rest, every, inside))
        node = self.turns.nodes[item]
        match node:
            case model.Act():
                return Leaf((Step(node.name, node, rest),))
            case model.Sequence(steps=parts):
                return self.tree(self.turns.items(parts) + rest, every, inside)
            case model.Choice(options=parts):
                trees = [self.tree(self.turns.items((p,)) + rest, every, inside) for p in parts]
                return joined(trees)
            case model.Else(options=parts):
                ways = [self.turns.items((p,)) + rest for p in parts]
                return self.first_way(ways, every, inside)
            case model.IfTrue(turn=turn, condition=condition):
                holds = self.lower.condition(condition, {})
                inner = self.tree(self.turns.items((turn,)) + rest, every, inside)
                return branch(holds, inner, self.tree(rest, every, inside))
            case model.Repeat():
                return self.repeat(item, node, rest, every, inside)
        raise AssertionError(f"a turn has no {type(node).__name__}")

    def first_way(self, ways: list[Pending], every: bool, inside: frozenset[int]) -> Tree:
        """The first way that leads through, or the last."""
        trees = [self.tree(way, every, inside) for way in ways]
        if every:
            return joined(trees[::-1])
        found = trees[-1]
        for way, tree in zip(ways[-2::-1], trees[-2::-1], strict=True):
            found = Way(way, tree, found)
        return found

    def counter(self, number: int) -> str:
        """The field that counts the rounds that are left of a repetition."""
        name = f"left_{number}"
        if name not in self.fields.all:
            self.fields.add(name, INT, high=32767)
        return name

    def repeat(
        self, number: int, node: model.Repeat, rest: Pending, every: bool, inside: frozenset[int]
    ) -> Tree:
        """A repetition that begins here."""
        if number in inside:  # its turn needs no action here: another round would be the same
            return self.tree(rest, every, inside)
        self.counter(number)
        again = self.again(number, rest, every, inside, begins=True)
        return branch(t.lt(t.number(0), self.times(node)), again, self.tree(rest, every, inside))

    def times(self, node: model.Repeat) -> Term:
        """How often a repetition may go round."""
        if node.times is None:
            return t.number(len(self.lower.layout.topology.cells))
        value = self.lower.lower(node.times, {})
        if value.term.type != INT:
            raise NotNative("a repetition counted in fractions", node.span)
        return t.select(value.exists, value.term, t.number(0))

    def again(
        self, number: int, rest: Pending, every: bool, inside: frozenset[int], begins: bool
    ) -> Tree:
        """One more round of a repetition, or not."""
        if number in inside:
            return self.tree(rest, every, inside)
        node = self.turns.nodes[number]
        assert isinstance(node, model.Repeat)
        way = (*self.turns.items((node.turn,)), ("left", number), *rest)
        tree = self.tree(way, every, inside | {number})
        tree = mapped(tree, lambda step: counted(step, number, begins))
        after = self.tree(rest, every, inside | {number})
        if every:
            return joined([after, tree])
        if node.at_will:
            done = Leaf((Step(DONE, None, rest),))
            return Way(way, joined([tree, done]), after)
        return Way(way, tree, after)


def counted(step: Step, number: int, begins: bool) -> Step:
    """A step that is the first of a round."""
    if begins:
        return Step(step.name, step.act, step.rest, (*step.begins, number), step.goes_round)
    return Step(step.name, step.act, step.rest, step.begins, (*step.goes_round, number))


def mapped(tree: Tree, change: Callable[[Step], Step]) -> Tree:
    """A tree with other steps."""
    if isinstance(tree, Leaf):
        return Leaf(tuple(None if s is None else change(s) for s in tree.steps))
    if isinstance(tree, Branch):
        return Branch(tree.condition, mapped(tree.yes, change), mapped(tree.no, change))
    return Way(tree.pending, mapped(tree.yes, change), mapped(tree.no, change))


def uncounted(tree: Tree) -> Tree:
    """A tree without what its steps count of repetitions."""
    return mapped(tree, lambda step: Step(step.name, step.act, step.rest))


def leaves_of(tree: Tree) -> Iterator[tuple[Step | None, ...]]:
    """What may be done at each leaf of a tree."""
    if isinstance(tree, Leaf):
        yield tree.steps
    else:
        yield from leaves_of(tree.yes)
        yield from leaves_of(tree.no)


def branch(condition: Term, yes: Tree, no: Tree) -> Tree:
    """A tree that depends on a condition."""
    if condition in (TRUE, FALSE):
        return yes if condition == TRUE else no
    return Branch(condition, yes, no)


def joined(trees: list[Tree]) -> Tree:
    """All that several trees offer, one after the other."""
    if len(trees) == 1:
        return trees[0]
    first, rest = trees[0], joined(trees[1:])
    return _graft(first, rest)


def _graft(tree: Tree, rest: Tree) -> Tree:
    if isinstance(tree, Branch):
        return Branch(tree.condition, _graft(tree.yes, rest), _graft(tree.no, rest))
    if isinstance(tree, Way):
        return Way(tree.pending, _graft(tree.yes, rest), _graft(tree.no, rest))
    if isinstance(rest, Branch):
        return Branch(rest.condition, _graft(tree, rest.yes), _graft(tree, rest.no))
    if isinstance(rest, Way):
        return Way(rest.pending, _graft(tree, rest.yes), _graft(tree, rest.no))
    return Leaf(tree.steps + rest.steps)
