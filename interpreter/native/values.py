"""What an expression gives while it is lowered: a term, and what is known of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from gdl.types import NOTHING as NO_TYPE
from gdl.types import Type as RuleType
from interpreter.native import terms as t
from interpreter.native.lowering.layout import Family
from interpreter.native.quoting import identifier_part
from interpreter.native.terms import FALSE, TRUE, Table, Term


@dataclass(frozen=True)
class Groups:
    """The connected parts of some sets that share nothing, as a set of sets of cells."""

    sets: tuple[Term, ...]
    adjacency: str
    near: Table


@dataclass(frozen=True)
class Value:
    """A term with its type in the rules, and whether it exists.

    A set of sets has a `family` (its term is a set of places in it), or `groups`, or is `listed`,
    with each of its elements; `stray` says whether it has others beside those of its family.  An
    element of a family has its `place` in it; a number its `bounds`, where they are known.
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
        return is_known and self.groups is None and self.listed is None


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
