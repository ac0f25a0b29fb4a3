"""Turns as an automaton: where a turn can stand, and what may be done there.

`Points.tree` gives for a pending turn a decision tree over conditions on the state.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from gdl.model import nodes as model
from gdl.vocabulary.types import NUMBER
from interpreter.board.position import Pending
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.fields import Field, Fields
from interpreter.native.ir.terms import INT, LARGEST
from interpreter.native.ir.terms.effort import tick
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.trees import (
    Leaf,
    Offered,
    Step,
    Tree,
    Way,
    branch,
    in_round,
    is_nothing_to,
    joined,
    mapped,
    marked,
    nothing_more,
    unmarked,
    way,
    ways_on,
)
from interpreter.native.ir.values import Value
from interpreter.native.lowering.expressions.expressions import Lower
from interpreter.reference.turns import DONE, Turns
from interpreter.reference.ways.most import is_open, is_within
from interpreter.reference.ways.simultaneous import CHOOSING, CHOSE, is_after_choice

MAX_POINTS = 500
PAIRS_A_TICK = 16  # pairs of steps that are compared


@dataclass(eq=False, repr=False)
class Points:
    """The points of one game's turns."""

    lower: Lower
    turns: Turns
    fields: Fields
    numbers: dict[Pending, int] = field(default_factory=dict)
    waiting: list[Pending] = field(default_factory=list)
    trees: dict[Pending, Tree] = field(default_factory=dict)
    full_trees: dict[Pending, Tree] = field(default_factory=dict)
    open_trees: dict[Pending, Tree] = field(default_factory=dict)  # where a value chooses, unchosen
    times: dict[int, Value] = field(default_factory=dict)
    made: dict[tuple[Pending, bool, frozenset[int]], Tree] = field(default_factory=dict)

    def number(self, pending: Pending) -> int:
        """The number of a pending turn; its tree is made later."""
        if pending not in self.numbers:
            if len(self.numbers) >= MAX_POINTS:
                raise NotNative("long-turn")
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
            if is_after_choice(pending):
                self.number(pending[1:])
            self.trees[pending] = mapped(self.chosen(pending), self.told_apart)
            self.full_trees[pending] = self.tree(pending, every=True)
            self.follow(self.trees[pending])
            self.follow(self.full_trees[pending])
            if is_open(pending):
                self.open_trees[pending] = unmarked(self.tree(pending, every=False))
                self.follow(self.open_trees[pending])

    def follow(self, tree: Tree) -> None:
        """Give numbers to all points that can follow a tree."""
        if isinstance(tree, Leaf):
            for step in tree.steps:
                for pending in (*ways_on(nothing_more(step)), *nothing_more(step).chosen):
                    self.number(pending)
                if step is not None and step.choice_point is not None:
                    self.number(step.choice_point)
            return
        if isinstance(tree, Way):
            self.number(tree.pending)
        self.follow(tree.yes)
        self.follow(tree.no)

    def told_apart(self, steps: Offered) -> Offered:
        """The steps of a menu, of which no two have the same moves unless they count apart."""
        kept: list[Step | None] = []
        for step in steps:
            same = next((i for i, k in enumerate(kept) if self.is_same_way(k, step)), None)
            if same is None:
                kept.append(step)
            else:
                kept[same] = kept[same] or step  # a `done` of the rules is not left out
        return tuple(self.beside(s, kept[:i], kept[i + 1 :]) for i, s in enumerate(kept))

    def beside(
        self, step: Step | None, before: list[Step | None], after: list[Step | None]
    ) -> Step | None:
        """A step beside others of its menu; it counts their rounds, too, to test their ways on."""
        plain = nothing_more(step)
        tick((len(before) + len(after)) // PAIRS_A_TICK)
        earlier, later = (
            [o for o in map(nothing_more, others) if self.can_share(plain, o)]
            for others in (before, after)
        )
        if not earlier and not later:
            return step
        alike = (*earlier, plain, *later)
        if any(s.chosen for s in alike):
            raise NotNative("two-ways", plain.act.span if plain.act else None, name=plain.name)
        return Step(
            plain.name, plain.act, plain.rest,
            tuple(sorted({n for s in alike for n in s.begins})),
            tuple(sorted({n for s in alike for n in s.goes_round})),
            tuple(s.rest for s in earlier), tuple(s.rest for s in later),
        )  # fmt: skip

    def can_share(self, one: Step, other: Step) -> bool:
        """Whether two steps have the same moves, and one state can count the rounds of both."""
        same = self.is_same_act(one, other)
        return same and is_nothing_to(one, other) and is_nothing_to(other, one)

    def is_same_way(self, one: Step | None, other: Step | None) -> bool:
        """Whether two steps have the same moves and lead to the same."""
        a, b = nothing_more(one), nothing_more(other)
        return self.is_same_act(a, b) and replace(a, act=None) == replace(b, act=None)

    def is_same_act(self, one: Step, other: Step) -> bool:
        """Whether two steps are the same action with the same parameters fixed by the turn."""
        return one.name == other.name and self.fixed(one) == self.fixed(other)

    def fixed(self, step: Step) -> list[Value]:
        """The parameters of a step that the turn fixes."""
        return [self.lower.lower(a, {}) for a in step.act.args] if step.act else []

    def tree(self, pending: Pending, every: bool, inside: frozenset[int] = frozenset()) -> Tree:
        """What may be done first of a pending turn; with `every` also what an `else` hides."""
        inside &= self.turns.known.repetitions(pending)
        key = pending, every, inside
        if key not in self.made:
            self.made[key] = self.make_tree(pending, every, inside)
        return self.made[key]

    def chosen(self, pending: Pending) -> Tree:
        """The same without what an `else` hides, and with the values that choose."""
        tree = self.tree(pending, every=False)
        return marked(tree, pending) if is_open(pending) else tree

    def make_tree(self, pending: Pending, every: bool, inside: frozenset[int]) -> Tree:
        """The same, not made before."""
        tick()
        if not pending:
            return Leaf((None,))
        item, rest = pending[0], pending[1:]
        match item:
            case ("or", *ways):
                offered = self.chosen if not every else lambda one: self.tree(one, True)
                return joined([offered(one + rest) for one in ways])
            case (word, number) if word == CHOOSING:
                return self.choices(number, rest)
            case (word, _) if word == CHOSE:  # the choice surely goes on
                return Leaf((None,))
            case ("round", number, begins):
                tree = self.tree(rest, every, inside | {number})
                return in_round(tree, number, begins)
            case ("most", _):
                return self.tree(rest, every, inside)
            case ("left", number):
                goes = t.lt(t.number(0), self.fields.read(self.counter(number)))
                again = self.again(number, rest, every, inside, begins=False)
                return branch(goes, again, self.tree(rest, every, inside))
        return self.tree_of(item, rest, every, inside)

    def tree_of(self, item: int, rest: Pending, every: bool, inside: frozenset[int]) -> Tree:
        """What a node of the turn offers, and what comes after it."""
        node = self.turns.nodes[item]
        match node:
            case model.Act():
                return Leaf((Step(node.name, node, rest),))
            case model.AllAtOnce():
                return self.tree(((CHOOSING, item), *rest), every, inside)
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
                return self.repeat(item, rest, every, inside)
            case model.Most(turn=turn):
                opened = (*self.turns.items((turn,)), ("most", item), *rest)
                tree = self.tree(opened, every, inside)
                return tree if every else marked(tree, opened)
        raise AssertionError(f"a turn has no {type(node).__name__}")

    def choices(self, number: int, rest: Pending) -> Tree:
        """What a seat may choose where all choose at once."""
        node, seats = self.turns.nodes[number], len(self.lower.rules.model.colours)
        assert isinstance(node, model.AllAtOnce)
        if "chosen" not in self.fields.all:
            self.fields.add("decided", INT, high=seats)
            self.fields.all["chosen"] = Field("chosen", INT, (seats,), "int64_t")
        return Leaf(tuple(Step(act.name, act, ((CHOSE, number), *rest)) for act in node.acts))

    def first_way(self, ways: list[Pending], every: bool, inside: frozenset[int]) -> Tree:
        """The first way that has a way through, or the last."""
        trees = [self.tree(one, every, inside) for one in ways]
        if every:
            return joined(trees[::-1])
        result = trees[-1]
        for rest, tree in zip(ways[-2::-1], trees[-2::-1], strict=True):
            result = way(rest, tree, result)
        return result

    def counter(self, number: int) -> str:
        """The field that counts the rounds that are left of a repetition."""
        name = f"left_{number}"
        if name not in self.fields.all:
            bounds = self.most_times(number).bounds
            self.fields.add(name, INT, high=LARGEST if bounds is None else bounds[1])
        return name

    def repeat(self, number: int, rest: Pending, every: bool, inside: frozenset[int]) -> Tree:
        """A repetition that begins here."""
        if number in inside:  # its turn needs no action here: another round would be the same
            return self.tree(rest, every, inside)
        self.counter(number)
        again = self.again(number, rest, every, inside, begins=True)
        goes = t.lt(t.number(0), self.most_times(number).term)
        return branch(goes, again, self.tree(rest, every, inside))

    def most_times(self, number: int) -> Value:
        """How often a repetition may go round."""
        if number in self.times:
            return self.times[number]
        node, cells = self.turns.nodes[number], len(self.lower.layout.topology.cells)
        assert isinstance(node, model.Repeat)
        value = Value(t.number(cells), NUMBER, bounds=(cells, cells))
        if node.times is not None:
            value = self.lower.lower(node.times, {})
            if value.term.type != INT:
                raise NotNative("fraction", node.span)
            value = replace(value, term=t.select(value.exists, value.term, t.number(0)))
        self.times[number] = value
        return value

    def again(
        self, number: int, rest: Pending, every: bool, inside: frozenset[int], begins: bool
    ) -> Tree:
        """One more round of a repetition, or not."""
        if number in inside:
            return self.tree(rest, every, inside)
        node = self.turns.nodes[number]
        assert isinstance(node, model.Repeat)
        turn = self.turns.items((node.turn,))
        round_ = (("round", number, begins), *turn, ("left", number), *rest)
        tree = self.tree(round_, every, inside)
        after = self.tree(rest, every, inside | {number})
        if every:
            return joined([after, tree])
        if node.at_will:
            done, inside_it = Step(DONE, None, rest), (("left", number), *rest)
            tree = mapped(tree, lambda steps: (*steps, done) if begin(steps, inside_it) else steps)
            return way(round_, tree, after)
        return way(round_, tree, after)


def begin(steps: Offered, tail: Pending) -> bool:
    """Whether one of some steps goes on with what remains after it within a part of the turn."""
    return any(step is not None and is_within(step.rest, tail) for step in steps)
