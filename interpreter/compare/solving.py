"""Values with best play as rows of a report."""

from __future__ import annotations

from interpreter.compare.estimates import Half
from interpreter.compare.store import Store
from interpreter.compare.study import Study


def solved_halves(study: Study, store: Store) -> list[Half]:
    """A row for each value; variants that could not be solved have none."""
    raise NotImplementedError
