"""What an expression gives while it is lowered: a term, and what is known of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from gdl.source.frozen import frozen
from gdl.vocabulary.types import NOTHING as NO_TYPE
from gdl.vocabulary.types import Type as RuleType
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import Family
from interpreter.native.ir.terms import FALSE, TRUE, Term
from interpreter.native.ir.terms.quoting import identifier_part


@frozen
class Groups:
    """The connected parts of some sets that share nothing, as a set of sets of cells.

    They are connected by an adjacency, or, of a single set, by steps that `roots` has followed.
    """

    sets: tuple[Term, ...]
    adjacency: str = ""
    roots: Term | None = None

    @property
    def domains(self) -> tuple[Term, ...]:
        """What a loop over them runs over."""
        return self.sets if self.roots is None else (*self.sets, self.roots)


@frozen
class Value:
    """A term with its type in the rules, and whether it exists.

    A set of sets has a `family` (its term is a set of places in it), or `groups`, or is `listed`,
    with each of its elements; `stray` says whether it has others beside those of its family.  An
    element of a family has its `place` in it; a number its `bounds`, where they are known; a step
    that has a name its `steps`: directions, and how many times each.
    """

    term: Term
    type: RuleType
    exists: Term = TRUE
    family: Family | None = None
    place: Term | None = None
    groups: Groups | None = None
    bounds: tuple[int, int] | None = None
    listed: tuple[Value, ...] | None = None
    stray: Term = FALSE
    steps: tuple[tuple[Value, Value], ...] | None = None

    @property
    def is_set_of_sets(self) -> bool:
        """Whether its elements are sets of cells, other than groups."""
        return self.is_family or self.listed is not None

    @property
    def is_family(self) -> bool:
        """Whether it is a set of members of its family, not a member."""
        return self.family is not None and self.place is None

    @property
    def chosen(self) -> tuple[int, ...]:
        """The sets of cells that a constant set of sets has."""
        assert self.family is not None
        sets = self.family.sets
        return tuple(cells for i, cells in enumerate(sets) if self.term.data >> i & 1)

    @property
    def is_constant(self) -> bool:
        """Whether it is known while compiling."""
        is_known = self.exists == FALSE or (self.exists == TRUE and self.term.op == "const")
        return is_known and self.groups is None and self.listed is None and self.steps is None


Env = dict[int, Value]
NOTHING = Value(t.number(-1), NO_TYPE, FALSE)


@dataclass
class Names:
    """Fresh names of local variables, which nothing else in the C text has."""

    used: dict[str, int] = field(default_factory=dict)

    def fresh(self, name: str) -> str:
        """A name that no other variable has."""
        clean = identifier_part(name)
        self.used[clean] = self.used.get(clean, 0) + 1
        return f"x_{clean}_{self.used[clean]}"


# ---- bounds --------------------------------------------------------------------------------------


Ends = tuple[int, int] | None


def combined(op: str, left: Ends, right: Ends) -> Ends:
    """Between which numbers a sum, product or quotient lies; None where that is not known."""
    if right is None or (left is None and op != "mod"):
        return None
    if op == "mod":
        low, high = min(0, right[0] + 1), max(0, right[1] - 1)
        if left is not None and left[0] >= 0 <= right[0]:
            return 0, min(left[1], high)
        return low, high
    assert left is not None
    (a, b), (c, d) = left, right
    match op:
        case "+":
            return a + c, b + d
        case "-":
            return a - d, b - c
        case "*":
            numbers = [x * y for x in (a, b) for y in (c, d)]
        case _:  # a quotient is farthest from 0 where the divisor is nearest to it
            divisors = [y for y in (c, d, -1, 1) if y and c <= y <= d]
            numbers = [x // y for x in (a, b) for y in divisors]
    return (min(numbers), max(numbers)) if numbers else None


def clamp(term: Term, low: int, high: int) -> Term:
    """The nearest number from low to high."""
    at_least = t.select(t.lt(term, t.number(low)), t.number(low), term)
    return t.select(t.lt(t.number(high), term), t.number(high), at_least)
