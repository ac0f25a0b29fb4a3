"""The plan of a native game: its terms and effects, ready to be written as C.

A plan holds the steps of the turns with their parameters, checks and effects, the menus in which
they are offered, the set-up, what happens after a turn, and the lines that end the game.
`lowering.planner` makes it, `passes` change it, `emit` writes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod

from gdl.model.analysis import has_simultaneous_choices
from gdl.model.nodes import Action, End, Game
from gdl.source.frozen import frozen
from interpreter.board.position import Pending
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import (
    Check,
    Effects,
    before_attempts,
    can_fail,
    has_attempt,
    inside,
    written,
)
from interpreter.native.ir.layout.fields import Fields
from interpreter.native.ir.layout.interface import (
    FORMATS,
    STEP_BITS,
    Interface,
    PackedMenu,
    PackedStep,
    Packing,
    Stored,
)
from interpreter.native.ir.layout.layout import Layout
from interpreter.native.ir.terms import TRUE, Loop, Table, Term
from interpreter.native.ir.trees import Leaf, Offered, Step, Tree, choice_point, rounds, ways_on
from interpreter.native.ir.values import Value
from interpreter.reference.engine import Reference
from interpreter.reference.ways.simultaneous import is_simultaneous

FIRST_TURNS = 3  # of a game, at most


@frozen
class Parameter:
    """A parameter of a step: its variable, what it runs over, and how it is packed.

    It has `most` values at most.  `fixed` says that the turn gives its value.  `filter` is a set
    that it must be in, read after what the phases so far have done.  `tests` are the checks that
    have made its domain smaller than `larger` was, where one value is quickly tested.  `any_before`
    are all its values, whatever the parameter before it is, where `before` tells that from each.
    """

    name: str
    packing: Packing
    loop: Loop
    domains: tuple[Term, ...]
    most: int
    fixed: Value | None = None
    filter: Term = TRUE  # TRUE where there is none
    larger: Term = TRUE  # likewise
    tests: Effects = ()
    any_before: Term = TRUE  # likewise
    before: Term = TRUE  # likewise

    @property
    def filtered(self) -> Term:
        """The set that it is chosen from, less what its filter excludes."""
        return self.domains[0] if self.filter == TRUE else t.meet(self.domains[0], self.filter)

    def narrowed(self, chosen: Term) -> Parameter:
        """The same, with one more set that it must be in."""
        both = chosen if self.filter == TRUE else t.meet(self.filter, chosen)
        return replace(self, filter=both)


@frozen
class StepPlan:
    """A step of a turn: its parameters, and its effects in phases: what can be done when so many
    parameters are chosen.

    One that stands for several steps in the same C code has its number in a `variable` there.
    """

    number: int
    step: Step
    action: Action | None
    parameters: tuple[Parameter, ...]
    phases: tuple[Effects, ...]
    is_chance: bool = False
    refused: str = ""  # the field of the attempts that failed
    variable: str = ""

    @property
    def places(self) -> Iterator[tuple[Parameter, int, str]]:
        """Its parameters, each with the place of its lowest bit in a packed move, and C for its
        mask.
        """
        shift = STEP_BITS
        for parameter in self.parameters:
            yield parameter, shift, hex((1 << parameter.packing.bits) - 1)
            shift += parameter.packing.bits

    @property
    def effects(self) -> Effects:
        return tuple(e for phase in self.phases for e in phase)

    def is_dependent(self, number: int) -> bool:
        """Whether the domain of a parameter depends on those before it."""
        names = {p.loop.name for p in self.parameters[:number]}
        return any(d.free & names for d in self.parameters[number].domains)

    def is_known_before(self, number: int) -> bool:
        """Whether the values of a parameter are known before any parameter is chosen."""
        chosen = self.parameters[number].filter
        names = {p.loop.name for p in self.parameters[:number]}
        changed = written(e for phase in self.phases[: number + 1] for e in phase)
        return not self.is_dependent(number) and (
            chosen == TRUE or not (chosen.free & names or changed & chosen.reads)
        )

    @property
    def most(self) -> int:
        """How many instances it has at most."""
        return prod(1 if parameter.fixed else parameter.most for parameter in self.parameters)


@frozen
class Menu:
    """What may be done at one point, and the pending turn that it belongs to."""

    number: int
    pending: Pending
    steps: tuple[StepPlan, ...]

    @property
    def is_simultaneous(self) -> bool:
        """Whether all choose at once."""
        return is_simultaneous(self.pending)

    @property
    def is_chance(self) -> bool:
        return self.steps[0].is_chance


@frozen
class Decided:
    """A colour wins, the colours of a set share the win, or one loses, if there are any."""

    wins: bool
    colour: Value


@frozen
class Drawn:
    """Nobody wins."""


@frozen
class Rank:
    """What is compared for each colour, and whether the one with most is ahead."""

    most: bool
    values: tuple[Value, ...]


@frozen
class Best:
    """Whoever is ahead in the first rank that tells the colours apart; or, with `has_places`,
    everybody gets a place.
    """

    ranks: tuple[Rank, ...]
    has_places: bool = False


@frozen
class Given:
    """What each colour gets."""

    values: tuple[Value, ...]


Outcome = Decided | Drawn | Best | Given


@frozen
class EndPlan:
    """A line of `end`."""

    end: End
    condition: Term
    outcomes: tuple[Outcome, ...]


@frozen
class Choosing:
    """A value that chooses the ways through a part of a turn: the largest or the smallest."""

    most: bool
    value: Value


@frozen
class Candidates:
    """A set that steps change only by what they choose from it, for random games.

    By the number of a step, `takes` has the variable of that parameter and whether its value surely
    leaves the set.  The steps `breaks` change it in other ways.
    """

    domain: Term
    takes: dict[int, tuple[str, bool]]
    breaks: frozenset[int]


@dataclass(eq=False, repr=False)
class Regions:
    """What is kept of groups: the regions, and conditions on those that a group touches.

    A condition has for each colour what must hold of the size of a group and what it touches.
    `tells_touched` says that rules read which regions a group touches, `sizes_ahead` that they ask
    how large a group a new piece would make, `undoes` that the last join may have to be taken back.
    """

    adjacency: str
    near: Table
    sets: list[int] = field(default_factory=list)
    conditions: list[tuple[Term, ...]] = field(default_factory=list)
    keeps_sizes: bool = False
    tells_touched: bool = False
    sizes_ahead: bool = False
    undoes: bool = False


@dataclass(eq=False, repr=False)
class Plan:
    """One game, lowered."""

    model: Game
    engine: Reference
    layout: Layout
    fields: Fields
    points: dict[Pending, int] = field(default_factory=dict)  # their numbers
    trees: dict[Pending, Tree] = field(default_factory=dict)  # what may be done at each point
    full_trees: dict[Pending, Tree] = field(default_factory=dict)  # also what an `else` hides
    open_trees: dict[Pending, Tree] = field(default_factory=dict)  # where a value is to choose
    choosing: dict[int, Choosing] = field(default_factory=dict)  # the values, by node of the turn
    times: dict[int, Term] = field(default_factory=dict)  # how often each repetition may go round
    steps: dict[Step, StepPlan] = field(default_factory=dict)
    menus: dict[tuple[Pending, Offered], Menu] = field(default_factory=dict)
    after: Effects = ()
    ends: tuple[EndPlan, ...] = ()
    setup: tuple[Effects, ...] = ()
    deals: tuple[Menu, ...] = ()
    cases: tuple[tuple[Term, int], ...] = ()
    openings: tuple[int, ...] = ()
    hashes: tuple[Term, ...] = ()
    regions: Regions | None = None  # what is kept of groups
    kept: dict[str, Effects] = field(default_factory=dict)  # fields, and what finds their values
    going_on: dict[bool, Effects] = field(default_factory=dict)  # where no line of `end` applied
    candidates: tuple[Candidates, ...] = ()  # sets that can be kept in random games
    passed: tuple[str, ...] = ()  # the passes that have changed it

    @property
    def beginnings(self) -> list[tuple[Term, int]]:
        """At which point a turn begins, and where: the first whose condition holds; the last one's
        always does.
        """
        turns = t.read("turns", t.INT)
        first = [(t.eq(turns, t.number(n)), point) for n, point in enumerate(self.openings)]
        cases = [*first, *self.cases, (TRUE, self.points.get((), 0))]
        return cases[: 1 + next(n for n, (holds, _) in enumerate(cases) if holds == TRUE)]

    def menu(self, pending: Pending, steps: Offered) -> Menu:
        """The menu of some steps at a point."""
        return self.menus[choice_point(steps) or pending, steps]

    @property
    def ordered_menus(self) -> list[Menu]:
        return sorted([*self.menus.values(), *self.deals], key=lambda m: m.number)

    @property
    def ordered_steps(self) -> list[StepPlan]:
        return sorted(self.steps.values(), key=lambda s: s.number)

    @property
    def interface(self) -> Interface:
        """What Python must know of the library."""
        return Interface(
            fields={
                name: Stored(f.storage, f.type.size, f.sizes[0] if f.sizes else 1)
                for name, f in self.fields.all.items()
                if name != "weight" and not (name in self.kept and f.type.is_set)
                and (f.type.is_set or f.storage in FORMATS)
            },
            attributes={name: a.values for name, a in self.fields.attributes.items()},
            steps=tuple(
                PackedStep(s.number, s.step.name, tuple(p.packing for p in s.parameters), s.refused)
                for s in self.ordered_steps
            ),
            menus=tuple(
                PackedMenu(m.number, m.pending, tuple(s.number for s in m.steps), m.is_chance,
                      m.pending[0][1] if is_set_up(m.pending) else None)
                for m in self.ordered_menus
            ),
            points=dict(self.points),
            numbers=(self.layout.numbers[0], self.layout.numbers[-1]),
        )  # fmt: skip

    @property
    def most_moves(self) -> int:
        """No position has more moves."""
        return max((sum(s.most for s in m.steps) for m in self.ordered_menus), default=1)

    @property
    def rare(self) -> frozenset[int]:
        """The steps that only the first turns of a game have: speed does not matter there."""
        if len(self.openings) > FIRST_TURNS:
            return frozenset()
        points = {number: pending for pending, number in self.points.items()}
        usual = [points[number] for _, number in self.cases] or [()]
        return self.reached([points[n] for n in self.openings]) - self.reached(usual)

    def reached(self, start: Iterable[Pending]) -> frozenset[int]:
        """The numbers of the steps that turns which begin at some points can have."""
        todo, seen, numbers = list(start), set[Pending](), set[int]()
        offered: dict[Pending, list[StepPlan]] = {}
        for menu in self.menus.values():
            offered.setdefault(menu.pending, []).extend(menu.steps)
        while todo:
            pending = todo.pop()
            if pending in seen:
                continue
            seen.add(pending)
            for step in offered.get(pending, ()):
                numbers.add(step.number)
                todo += ways_on(step.step)
        return frozenset(numbers)

    @cached_property
    def most_pieces(self) -> int:
        """The most pieces that a colour has on the board when play begins."""
        position = self.engine.start().position
        owners = Counter(p.owner for p in position.board if p is not None)
        return max(owners.values(), default=0)

    @cached_property
    def has_choices_at_once(self) -> bool:
        """Whether all choose at once somewhere in the turns."""
        return has_simultaneous_choices(self.model)

    @property
    def asks_stuck(self) -> bool:
        """Whether what follows a turn asks whether the next seat is stuck."""
        return any("*" in effect.reads for effect in self.after)

    @cached_property
    def met(self) -> dict[Pending, list[int]]:
        """The points where a look remembers the positions that it has met, each with the
        repetitions for which it does.
        """
        if self.asks_stuck or self.has_choices_at_once:
            return {}
        repetitions = self.engine.turns.repetitions
        found = {p: sorted(rounds(p) & repetitions) for p in self.points if not self.is_sure(p)}
        return {pending: numbers for pending, numbers in found.items() if numbers}

    @property
    def may_be_refused(self) -> bool:
        """Whether what follows a turn may refuse it; not where nobody could answer for that.

        A turn that asks who is stuck is tried to its end too: what that takes counts as well.
        """
        asks = can_fail(self.after) or self.asks_stuck
        return asks and not self.has_choices_at_once

    def is_sure(self, pending: Pending) -> bool:
        """Whether a pending turn surely has a way through."""
        return not self.may_be_refused and is_surely_nothing(self.full_trees[pending])

    def is_tried(self, step: Step) -> bool:
        """Whether a step is offered only after a look at what may follow it."""
        return bool(step.earlier) or not (is_set_up(step.rest) or self.is_sure(step.rest))

    def is_untried(self, step: StepPlan) -> bool:
        """Whether all that its attempts can refuse is offered, but for what they have refused."""
        if not step.refused or step.step.chosen or self.is_tried(step.step):
            return False
        *early, last = step.phases
        checks = [e for e in inside(before_attempts(last)[1]) if isinstance(e, Check)]
        return not any(map(has_attempt, early)) and all(e.attempt for e in checks)

    @cached_property
    def counts_looks(self) -> bool:
        """Whether looks ahead count: not where each ends at the actions that come next."""
        tried = (s.step.chosen or self.is_tried(s.step) for s in self.steps.values())
        return any(tried) and self.engine.rules.counts_looks_in_c


def is_surely_nothing(tree: Tree) -> bool:
    """Whether nothing need be done, whatever the position."""
    if isinstance(tree, Leaf):
        return None in tree.steps
    return is_surely_nothing(tree.yes) and is_surely_nothing(tree.no)


def is_set_up(pending: Pending) -> bool:
    """Whether a menu is a deal of the set-up."""
    return bool(pending) and isinstance(pending[0], tuple) and pending[0][0] == "setup"
