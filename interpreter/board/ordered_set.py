"""Sets as people and programs get them: gone through in the fixed order of the language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any


class OrderedSet(frozenset[Any]):
    """A frozenset, equal to any other of the same elements, that yields them in a given order."""

    __slots__ = ("_elements",)

    _elements: tuple[Any, ...]

    def __new__(cls, elements: Iterable[Any]) -> OrderedSet:
        """The set of some elements, each of which comes once."""
        in_order = tuple(elements)
        made = super().__new__(cls, in_order)
        made._elements = in_order
        return made

    def __iter__(self) -> Iterator[Any]:
        return iter(self._elements)

    def __repr__(self) -> str:
        inner = ", ".join(map(repr, self._elements))
        return f"frozenset({{{inner}}})" if self._elements else "frozenset()"

    def __reduce__(self) -> tuple[Any, ...]:
        return OrderedSet, (self._elements,)
