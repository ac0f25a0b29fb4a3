"""How the nodes of syntax and model are declared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, eq_default=False)
def node(cls: type[T]) -> type[T]:
    """A frozen dataclass that is compared by identity.

    Two nodes are never the same place of a file; and making `__eq__` and `__repr__` for a hundred
    classes would be a third of the time that importing the package takes.
    """
    return dataclass(frozen=True, eq=False, repr=False)(cls)
