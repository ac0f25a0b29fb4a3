"""The types of the rule language: every expression has one, over finite domains.

A set of cells is the central type.  `UNKNOWN` stands for what could not be typed because of an
error already reported: it fits everywhere, so that one mistake gives one message.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Type:
    """A type without parts: flag, number, cell, direction, step, colour, kind, piece."""

    name: str

    def __str__(self) -> str:
        return self.name

    @property
    def plural(self) -> str:
        """The plural of the name, for messages."""
        return f"{self.name}s"


@dataclass(frozen=True)
class WordType(Type):
    """An enumeration that a file declares by listing its words."""

    words: tuple[str, ...] = ()

    @property
    def plural(self) -> str:
        return f"words of {', '.join(self.words)}"


@dataclass(frozen=True)
class SetType(Type):
    """A set of elements of one type."""

    element: Type = Type("unknown")

    def __str__(self) -> str:
        return f"set of {self.element.plural}"

    @property
    def plural(self) -> str:
        return f"sets of {self.element.plural}"


@dataclass(frozen=True)
class ListType(Type):
    """A list of numbers, as compared by rankings."""

    def __str__(self) -> str:
        return "list of numbers"

    @property
    def plural(self) -> str:
        return "lists of numbers"


FLAG = Type("flag")
NUMBER = Type("number")
CELL = Type("cell")
DIRECTION = Type("direction")
VECTOR = Type("step")  # a multiple of a direction, or a sum of such multiples
COLOUR = Type("colour")
KIND = Type("kind")
PIECE = Type("piece")
NOTHING = Type("none")
UNKNOWN = Type("unknown")
LIST = ListType("list")


def set_of(element: Type) -> SetType:
    """The type of sets of `element`."""
    return SetType("set", element)


def word_type(words: tuple[str, ...]) -> WordType:
    """The type of words that are listed together; equal lists give equal types."""
    return WordType("word of " + ", ".join(words), words)


CELLS = set_of(CELL)
STEPS = set_of(VECTOR)
PIECES = set_of(PIECE)
DIRECTIONS = set_of(DIRECTION)


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of type `given` can stand where one of type `wanted` is expected."""
    if UNKNOWN in (given, wanted) or given in (wanted, NOTHING):
        return True
    if given == DIRECTION and wanted == VECTOR:
        return True
    if isinstance(given, SetType) and isinstance(wanted, SetType):
        return fits(given.element, wanted.element)
    return given == KIND and wanted == PIECES


def join(a: Type, b: Type) -> Type | None:
    """The type that two types have in common, or None if they have none.

    Of two set types it is the more specific: `{}` and a set of cells give a set of cells.
    """
    if isinstance(a, SetType) and isinstance(b, SetType):
        element = join(a.element, b.element)
        return None if element is None else set_of(element)
    if fits(a, b):
        return a if b == UNKNOWN else b
    return a if fits(b, a) else None


def is_open(type: Type) -> bool:
    """Whether the elements of a set have no known type yet: it is `{}`, or a set of such sets."""
    return isinstance(type, SetType) and (type.element == UNKNOWN or is_open(type.element))
