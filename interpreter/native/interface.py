"""What Python must know of a library to read and write its states and moves.

`Plan.interface` makes it of a plan; the library holds it as a text (see `description.py`), so that
neither the plan nor the C text need be made again where the library is in the cache.  All in it is
plain data.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gdl.source import Span
from gdl.types import Type as RuleType
from interpreter.native.refusal import NotNative

STEP_BITS = 10  # of a packed move: the number of its step
WORD_BYTES = 8  # of a set: the bytes of each of its words
FORMATS = {"double": "d", "int64_t": "q", "int32_t": "i", "int16_t": "h", "int8_t": "b",
           "uint8_t": "B"}  # fmt: skip
MOST_BYTES = 1 << 16  # of one state


@dataclass(frozen=True)
class Stored:
    """A field of the state: `count` entries of a C type, sets of so many `words` or numbers."""

    storage: str
    words: int  # 0 for a number
    count: int

    @property
    def is_set(self) -> bool:
        """Whether its entries are sets."""
        return self.words > 0

    @property
    def entry_bytes(self) -> int:
        """The bytes of an entry."""
        return self.words * WORD_BYTES if self.is_set else struct.calcsize(self.format(1))

    def format(self, count: int) -> str:
        """So many of its numbers, as `struct` has them."""
        return f"={count}{FORMATS[self.storage]}"


@dataclass(frozen=True)
class Packing:
    """How a parameter of a step is packed in a move.

    Its values are packed as numbers from `low` on, below `low + size`; sets of cells and pairs of
    cells as their places in `sets`.
    """

    type: RuleType
    low: int
    size: int
    sets: tuple[int, ...] | None
    is_pair: bool
    offset: int = 0  # what numbers are more than their places in a set

    @property
    def bits(self) -> int:
        """How many bits of a packed move it takes."""
        return max(1, (self.size - 1).bit_length())


@dataclass(frozen=True)
class PackedStep:
    """A step of a turn: the name of its action, and how its parameters are packed.

    `refused` is the field of the attempts that failed; empty where none can fail.
    """

    number: int
    name: str
    parameters: tuple[Packing, ...]
    refused: str


@dataclass(frozen=True)
class Stage:
    """A menu: what remains of the turn, and the numbers of the steps that are offered.

    `deal` is the number of a deal of the set-up; None for a menu of a turn.
    """

    number: int
    pending: tuple[Any, ...]
    steps: tuple[int, ...]
    is_chance: bool
    deal: int | None


@dataclass(frozen=True)
class Interface:
    """The fields of the state, the steps of moves, and the menus of one library.

    `attributes` has the values of each attribute of pieces in the order of their numbers, `points`
    the number of each pending turn.  Sets of numbers hold those of `numbers`, both included.
    """

    fields: Mapping[str, Stored]
    attributes: Mapping[str, tuple[Any, ...]]
    steps: tuple[PackedStep, ...]
    stages: tuple[Stage, ...]
    points: Mapping[tuple[Any, ...], int]
    numbers: tuple[int, int]

    @property
    def names(self) -> tuple[str, ...]:
        """The fields in the order in which C tells where they begin."""
        return tuple(sorted(self.fields))

    @property
    def state_bytes(self) -> int:
        """How many bytes a state has at least."""
        return sum(f.entry_bytes * f.count for f in self.fields.values())

    @cached_property
    def refusing(self) -> tuple[PackedStep, ...]:
        """The steps with attempts that can fail."""
        return tuple(s for s in self.steps if s.refused)


def check_size(size: int, span: Span | None = None) -> None:
    """Refuse states that would fill the memory of searches.

    Raises NotNative.
    """
    if size > MOST_BYTES:
        raise NotNative("large-state", span, count=size, name=f"{MOST_BYTES:,}")
