"""Parameters of tests of which only some are in the quick run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

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


def as_set(value: Any) -> Any:
    """What stands for the parameters of one test."""
    if isinstance(value, SET):
        return value
    return pytest.param(*value) if isinstance(value, tuple) else pytest.param(value)
