"""Trees of decisions over what may be done in a turn, whose leaves are menus of steps.

A pending turn is a tuple of items, each of which is one of these:

- the number of a node of the turn;
- `("left", number)`: a repetition whose remaining rounds the state counts;
- `("round", number, begins)`: what follows begins the next round of a repetition, or its first one;
- `("most", number)`: here the part of a turn ends whose ways a value chooses;
- `("or", rest, …)`: one move led to several ways on;
- `("all", number)` first, where all choose at once, and `("chose", number)` after a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

from gdl.model import nodes as model
from gdl.source.frozen import frozen
from interpreter.board.position import Pending
from interpreter.native.ir.terms import FALSE, TRUE, Term
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.reference.turns import DONE
from interpreter.reference.ways.simultaneous import CHOOSING, is_after_choice

MAX_LEAVES = 1000  # of one tree; each becomes a menu, or a part of one


@frozen
class Step:
    """An action of a turn: its node, what remains, and which repetitions begin or go round.

    Where several steps of a menu are the same action, a move belongs to the first of them after
    which the turn can be completed: not to this one if one of the pending turns `earlier` has a way
    through.  Those of `later` that have one are left open beside `rest`.

    `chosen` has, for each value that chooses here, all that remains before the action.
    """

    name: str
    act: model.Act | None  # None for what a seat may leave out
    rest: Pending
    begins: tuple[int, ...] = ()
    goes_round: tuple[int, ...] = ()
    earlier: tuple[Pending, ...] = ()
    later: tuple[Pending, ...] = ()
    chosen: tuple[Pending, ...] = ()

    @property
    def choice_point(self) -> Pending | None:
        """The point at which all choose, for a choice there; None for any other step."""
        if not is_after_choice(self.rest):
            return None
        (_, number), *rest = self.rest
        return ((CHOOSING, number), *rest)

    @property
    def is_alone(self) -> bool:
        """Whether no other step of its menu is the same action."""
        return not self.earlier and not self.later


Offered = tuple[Step | None, ...]  # of a menu; None stands for nothing more


@frozen
class Leaf:
    """What may be done."""

    steps: Offered


@frozen
class Branch:
    """A condition on the state."""

    condition: Term
    yes: Tree
    no: Tree


@frozen
class Way:
    """Whether a pending turn has a way through."""

    pending: Pending
    yes: Tree
    no: Tree


Tree = Leaf | Branch | Way


def nothing_more(step: Step | None) -> Step:
    """A step, or the move that leaves out the rest of a turn."""
    return Step(DONE, None, ()) if step is None else step


def choice_point(steps: Offered) -> Pending | None:
    """The point at which all choose one of these steps; None for a menu of another kind."""
    return None if not steps or steps[0] is None else steps[0].choice_point


def remaining(rest: Pending, others: tuple[Pending, ...]) -> Pending:
    """What remains where others are open beside a pending turn."""
    return (("or", rest, *others),) if others else rest


def ways_on(step: Step) -> Iterator[Pending]:
    """All that may remain after a step."""
    for count in range(len(step.later) + 1):
        for others in combinations(step.later, count):
            yield remaining(step.rest, others)


def is_nothing_to(one: Step, other: Step) -> bool:
    """Whether the rounds that a step counts, and another one does not, cannot matter to that."""
    alone = {*one.begins}.difference(other.begins) | {*one.goes_round}.difference(other.goes_round)
    return not alone & (rounds(other.rest) | {*other.begins, *other.goes_round})


def rounds(pending: Pending) -> set[int]:
    """The repetitions whose rounds left matter to a pending turn."""
    numbers: set[int] = set()
    for item in pending:
        match item:
            case ("left", number):
                numbers.add(number)
            case ("or", *ways):
                numbers.update(*map(rounds, ways))
    return numbers


def counted(step: Step, number: int, begins: bool) -> Step:
    """A step that is the first of a round."""
    chosen = tuple((("round", number, begins), *pending) for pending in step.chosen)
    if begins:
        return replace(step, begins=(*step.begins, number), chosen=chosen)
    return replace(step, goes_round=(*step.goes_round, number), chosen=chosen)


def marked(tree: Tree, pending: Pending) -> Tree:
    """A tree among whose steps a value chooses that is reached within `pending`."""

    def mark(steps: Offered) -> Offered:
        if not any(steps):
            return steps
        given = map(nothing_more, steps)
        return tuple(replace(s, chosen=(pending, *s.chosen)) for s in given)

    return mapped(tree, mark)


def unmarked(tree: Tree) -> Tree:
    """A tree among whose steps no value chooses."""
    return mapped(tree, lambda steps: tuple(s and replace(s, chosen=()) for s in steps))


def mapped(tree: Tree, change: Callable[[Offered], Offered]) -> Tree:
    """A tree with other menus."""
    if isinstance(tree, Leaf):
        return Leaf(change(tree.steps))
    return replace(tree, yes=mapped(tree.yes, change), no=mapped(tree.no, change))


def in_round(tree: Tree, number: int, begins: bool) -> Tree:
    """A tree whose steps begin a round of a repetition, or its first round."""
    if isinstance(tree, Leaf):
        return Leaf(tuple(s and counted(s, number, begins) for s in tree.steps))
    yes, no = in_round(tree.yes, number, begins), in_round(tree.no, number, begins)
    if isinstance(tree, Way):
        return Way((("round", number, begins), *tree.pending), yes, no)
    return replace(tree, yes=yes, no=no)


def leaves_of(tree: Tree) -> Iterator[Offered]:
    """What may be done at each leaf of a tree."""
    waiting = [tree]  # not called for each part: some trees are as deep as they have leaves
    while waiting:
        part = waiting.pop()
        if isinstance(part, Leaf):
            yield part.steps
        else:
            waiting += part.no, part.yes


def branch(condition: Term, yes: Tree, no: Tree) -> Tree:
    """A tree that depends on a condition."""
    if condition in (TRUE, FALSE):
        return yes if condition == TRUE else no
    return Branch(condition, yes, no)


def joined(trees: list[Tree]) -> Tree:
    """All that several trees offer, one after the other.

    Raises NotNative where the conditions in them can hold in very many combinations.
    """
    if len(trees) == 1:
        return trees[0]
    first, rest = trees[0], joined(trees[1:])
    check_leaves(leaf_count(first) * leaf_count(rest))
    return _graft(first, rest)


def way(pending: Pending, yes: Tree, no: Tree) -> Tree:
    """A tree that depends on whether a pending turn has a way through.

    Raises NotNative where that takes too many decisions.
    """
    check_leaves(leaf_count(yes) + leaf_count(no))
    return Way(pending, yes, no)


def leaf_count(tree: Tree) -> int:
    """How many leaves a tree has."""
    return sum(1 for _ in leaves_of(tree))


def check_leaves(count: int) -> None:
    """Refuse trees of so many leaves."""
    if count > MAX_LEAVES:
        raise NotNative("long-turn")


def _graft(tree: Tree, rest: Tree) -> Tree:
    if not isinstance(tree, Leaf):
        return replace(tree, yes=_graft(tree.yes, rest), no=_graft(tree.no, rest))
    if not isinstance(rest, Leaf):
        return replace(rest, yes=_graft(tree, rest.yes), no=_graft(tree, rest.no))
    return Leaf(tuple(dict.fromkeys((*tree.steps, *rest.steps))))
