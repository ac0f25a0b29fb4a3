"""Parameters of tests of which only some are in the quick run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from zlib import crc32

import pytest

SET = type(pytest.param())


def each(step: int, values: Iterable[Any]) -> list[Any]:
    """Values of which each so many is tested in the quick run, and the others in the slow one.

    For tests that are the same for each game or size, not for cases that differ in kind.  A tuple
    has the values of several parameters; marks and ids of a `pytest.param` are kept.
    """
    return [
        one if number % step == 0
        else pytest.param(*one.values, marks=(*one.marks, pytest.mark.slow), id=one.id)
        for number, one in enumerate(map(as_set, values))
    ]  # fmt: skip


def by_name(step: int, names: Iterable[str]) -> list[Any]:
    """Names of which about each so many is tested in the quick run: which ones, the names alone
    decide, so that a further one changes nothing for the others.
    """
    return [
        name if crc32(name.encode()) % step == 0 else pytest.param(name, marks=pytest.mark.slow)
        for name in names
    ]


def as_set(value: Any) -> Any:
    """What stands for the parameters of one test."""
    if isinstance(value, SET):
        return value
    return pytest.param(*value) if isinstance(value, tuple) else pytest.param(value)
