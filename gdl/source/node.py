"""The decorator that declares the nodes of syntax and model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, eq_default=False)
def node(cls: type[T]) -> type[T]:
    """Make a class a frozen dataclass that is compared by identity.

    Two nodes never stand for the same place in a file; and generating `__eq__` and `__repr__` for
    a hundred classes would take a third of the import time of the package.
    """
    return dataclass(frozen=True, eq=False, repr=False)(cls)
