"""Parameters of tests of which only some are in the quick run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def each(step: int, values: Iterable[Any]) -> list[Any]:
    """Values of which each so many is tested in the quick run, and the others in the slow one.

    A tuple has the values of several parameters.
    """
    return [
        pytest.param(*row, marks=() if number % step == 0 else pytest.mark.slow)
        for number, row in enumerate(v if isinstance(v, tuple) else (v,) for v in values)
    ]
