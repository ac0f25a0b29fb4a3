"""How random moves are drawn, as data: what `planner` decides and `printer` writes.

A candidate is drawn from a set that is cheap to count and holds all legal instances of a step, all
equally likely.  Drawing proves some of the rule's checks; those that remain decide whether it is
played or another one drawn.
"""

from __future__ import annotations

from enum import Enum, auto

from gdl.source.frozen import frozen
from interpreter.native.ir.effects import Effects
from interpreter.native.ir.plan import Menu, Parameter, StepPlan
from interpreter.native.ir.terms import TRUE, Table, Term


class Way(Enum):
    """How a value is drawn."""

    GIVEN = auto()  # not at all: the turn gives it
    RANGE = auto()  # a number of a range whose ends are known before
    OFFSET = auto()  # the low end and an offset below `size`, compared with the high end
    ELEMENT = auto()  # the n-th element of a set that is known before
    KEPT = auto()  # the same, or an entry of the array in which a random game keeps the set
    PLACE = auto()  # the element at an index below `size`, if the set has so many
    ROW = auto()  # an entry below `size` of a row of a table, if the row has so many


@frozen
class Value:
    """How the value of a parameter is drawn.

    `sources` are what it is drawn from: the ends of a range; a set, and for PLACE a second one that
    must have it too; for ROW the number of the row in `tables`, which are the rows and their
    lengths.  Each of `size` outcomes is equally likely, of which some may be no value.  `residue`
    must hold for the value: TRUE where drawing proves that it is in its domain.  `array` numbers
    the one for KEPT.
    """

    parameter: Parameter
    way: Way
    sources: tuple[Term, ...] = ()
    size: Term = TRUE  # TRUE where `sources` give it
    residue: Term = TRUE
    tables: tuple[Table, ...] = ()
    array: int = 0


@frozen
class Pairs:
    """Two neighbours: the first cells of those in each direction, and the distance of their bits;
    or, where the second `is_away` not, the first cells for the values of all later parameters, and
    these.

    The second must be in `residue`, which depends on what was done before; TRUE if it surely is.
    """

    sets: tuple[tuple[Term, ...], ...]
    residue: Term
    is_away: bool = True


@frozen
class Pool:
    """All candidates of a step, found before one of them is drawn.

    They are the elements of `ways`, one set for each value of the first parameter if these come
    from `outer`, or where each of them gives its value as `before`, each with every choice of the
    later parameters, `extras`.  Without `ways` a step has no parameters.  With `most`, the most
    values that a second parameter can have in this position, they are found for a value of the
    first only when that is drawn.
    """

    ways: Term | None = None
    outer: Term | None = None
    before: Term | None = None
    extras: tuple[Value, ...] = ()
    most: Term = TRUE  # TRUE where all are found at once

    @property
    def is_lazy(self) -> bool:
        """Whether candidates are found only when they may be drawn."""
        return self.most != TRUE


class Finish(Enum):
    """How a candidate is played that has passed all checks before its effects."""

    STORE = auto()  # it is left in the state, to be played later
    AHEAD = auto()  # its effects are made, the next action is drawn, and undone if there is none
    COMMIT = auto()  # the copies of fields on which it was checked become the position
    LOOK = auto()  # it is played if the turn can be completed after it
    UNDO = auto()  # it is played, and undone where the end of the turn is refused


@frozen
class Taken:
    """What a step takes out of the array of a set: the value of a parameter, surely or only if it
    is not in the set any more; `name` is its variable, without which the array is made again.
    """

    array: int
    domain: Term
    name: str = ""
    is_sure: bool = False


@frozen
class Attempts:
    """What must hold, too, of an instance that was refused before in its turn, and all the steps
    that may be chosen; where the last instance that could succeed is refused, there is no move.
    """

    effects: Effects
    steps: tuple[StepPlan, ...]


@frozen
class StepDraw:
    """How an instance of a step is drawn: each value, or both at once; the effects and checks that
    remain before each value and after the last; and how it is played.
    """

    step: StepPlan
    source: tuple[Value, ...] | Pairs | Pool
    phases: tuple[Effects, ...]
    finish: Finish
    following: Menu | None  # what the next action is drawn from, for AHEAD
    fields: tuple[str, ...]  # to be restored, for AHEAD and UNDO
    is_exact: bool  # whether all candidates are legal
    taken: tuple[Taken, ...] = ()
    is_late_dear: bool = False  # whether what is refused before the last value hardly costs a try
    attempts: Attempts | None = None  # None where it has none

    @property
    def pool(self) -> Pool:
        """The source of a step that is drawn from a pool."""
        assert isinstance(self.source, Pool)
        return self.source


@frozen
class MenuDraw:
    """How a move of a menu is drawn: so many candidates are tried, before all moves are listed.

    Without `steps` they are listed at once.  If one of `hurdles` does not hold, there is no move.
    """

    menu: Menu
    steps: tuple[StepDraw, ...] = ()
    tries: int = 0
    hurdles: tuple[Term, ...] = ()
    by_weight: bool = False  # chance chooses by weights

    @property
    def is_exact(self) -> bool:
        """Whether all candidates are legal."""
        return bool(self.steps) and all(s.is_exact for s in self.steps)

    @property
    def is_pooled(self) -> bool:
        """Whether all candidates are found before one is drawn."""
        return bool(self.steps) and isinstance(self.steps[0].source, Pool)

    @property
    def is_exhaustive(self) -> bool:
        """Whether drawing from the pools of the steps goes on until no candidate is left."""
        return not any(isinstance(s.source, Pool) and s.source.extras for s in self.steps)
