"""Limits stand in one place, and the specification lists them all."""

from __future__ import annotations

import ast
import pickle
from pathlib import Path

import pytest

from gdl.limits import LIMITS, MAX_CELLS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "language.md").read_text("utf-8").split("## 22. Limits")[1]


def test_the_page_has_every_limit_and_no_other() -> None:
    rows = [row for row in PAGE.splitlines() if row.startswith("| ")][1:]
    assert rows[:-1] == [limit.row for limit in LIMITS]
    assert rows[-1].startswith("| rounds of a repetition")  # depends on the board


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.what)
def test_each_limit_is_used(limit: int) -> None:
    names = [name for name, value in vars(__import__("gdl.limits").limits).items()
             if value is limit]  # fmt: skip
    used = [
        path for package in ("gdl", "interpreter") for path in (ROOT / package).rglob("*.py")
        if path.name != "limits.py" and names[0] in path.read_text("utf-8")
    ]  # fmt: skip
    assert len(names) == 1 and names[0].startswith("MAX_") and used


def test_the_language_has_no_limit_elsewhere() -> None:
    """What bounds a rule file is not hidden in the module that needs it."""
    allowed = {"trial.py", "limits.py", "grammar.py"}  # these refuse no file
    for path in (ROOT / "gdl").glob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                is_limit = node.targets[0].id.startswith(("MAX_", "MOST_", "DEEPEST"))
                shown = path.name in ("wording.py", "ranges.py", "nearest.py")
                assert not is_limit or shown or path.name in allowed, (path, node.lineno)


def test_a_limit_is_a_plain_number_elsewhere() -> None:
    assert type(pickle.loads(pickle.dumps(MAX_CELLS))) is int
    assert MAX_CELLS.words == "4 096 cells" and f"{MAX_CELLS:d}" == "4096"
