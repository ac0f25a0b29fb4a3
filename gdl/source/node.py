"""The decorator that declares the nodes of syntax and model."""

from __future__ import annotations

from typing import TypeVar, dataclass_transform

from gdl.source.frozen import made_frozen

T = TypeVar("T")


@dataclass_transform(frozen_default=True, eq_default=False)
def node(cls: type[T]) -> type[T]:
    """Make a class a frozen dataclass that is compared by identity.

    Two nodes never stand for the same place in a file.
    """
    return made_frozen(cls, by_fields=False)
