"""What terms hold beside other terms: types, constant tables, and loops and their reductions."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cached_property
from itertools import chain
from math import prod
from typing import Any
from zlib import crc32

from gdl.source.frozen import frozen


@frozen
class Type:
    """A type: `bool`, `int`, `real`, a `set` of so many 64-bit words, or a `list` of so many."""

    name: str
    size: int = 0

    def __str__(self) -> str:
        return f"{self.name}{self.size or ''}"

    @property
    def is_set(self) -> bool:
        """Whether this is a type of bit sets."""
        return self.name == "set"


BOOL, INT, REAL = Type("bool"), Type("int"), Type("real")
LARGEST = 2**31 - 1  # that a number gets
NO_NUMBER = -(2**31)  # a number that does not exist
LARGE = 40_000  # entries of a table that a compiler takes long for; smaller ones are read faster

@frozen
class Table:
    """A constant table: the type and number of its entries for each index, in row order.

    `adjacency` names the relation when an entry is the set of the neighbours of a cell.
    """

    type: Type
    sizes: tuple[int, ...]
    values: tuple[Any, ...]
    adjacency: str | None = None

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Table)
            and hash(self) == hash(other)
            and (self.type, self.sizes, self.values) == (other.type, other.sizes, other.values)
        )

    @cached_property
    def _hash(self) -> int:
        return hash((self.type, self.sizes, self.values))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def is_uniform(self) -> bool:
        """Whether all entries are the same."""
        return len(set(self.values)) == 1

    @cached_property
    def is_nullable(self) -> bool:
        """Whether an entry may be a code that does not exist."""
        return self.type == INT and min(self.values, default=0) < 0

    @cached_property
    def sparse(self) -> tuple[int, Table]:
        """Where a large table has one number nearly everywhere, that, and a table of what differs
        from it, which a compiler reads soon; else 0 and the table.
        """
        if self.type != INT or len(self.values) < LARGE:
            return 0, self
        usual, count = Counter(self.values).most_common(1)[0]
        usual *= 4 * count > 3 * len(self.values)
        return usual, replace(self, values=tuple([value ^ usual for value in self.values]))

    def sliced(self, at: int, index: int) -> Table:
        """The entries with this value of one index, which is left out."""
        inner = prod(self.sizes[at + 1 :])
        starts = range(index * inner, len(self.values), inner * self.sizes[at])
        rows = (self.values[start : start + inner] for start in starts)
        values = self.values[index :: self.sizes[at]] if inner == 1 else tuple(chain(*rows))
        return Table(self.type, self.sizes[:at] + self.sizes[at + 1 :], values)


@frozen
class Patterns:
    """Fixed sets of codes of which a rule asks whether a set covers one."""

    masks: tuple[int, ...]

    def __str__(self) -> str:
        return f"{len(self.masks)} sets, {crc32(repr(self.masks).encode()):08x}"

    @cached_property
    def _hash(self) -> int:
        return hash(self.masks)

    def __hash__(self) -> int:
        return self._hash


@frozen
class Loop:
    """One variable of a fold: `bits` of a set, a `range` of numbers, or the `groups` of a set.

    `while` is a range that ends before the first number for which its last argument fails.
    `count` is how many of the fold's arguments describe what it runs over; `of` says what the bits
    are of: `cells`, `places` in a family, or other `codes`; `adjacency` says what connects a group.
    """

    kind: str
    name: str
    type: Type
    count: int
    of: str = "codes"
    adjacency: str = ""
    in_order: bool = False  # whether it matters which of the groups of several sets come first
    counted: tuple[int, int] | None = None  # its number, and the price of a round


@frozen
class Fold:
    """How a fold reduces the values of its loops; its last arguments are condition and body.

    The names of its variables end in `level`, which is above those of all folds inside.  A count
    need not go on beyond its `limit`, where it has one.
    """

    reduction: str
    loops: tuple[Loop, ...]
    level: int = 1
    limit: int = 0
