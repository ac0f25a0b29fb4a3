"""An exported page shortens values, and plays moves on trial, as the server does: its script has
the same limits.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.drawing.text import values
from interpreter.web.wire import landings

SOURCE = Path(landings.__file__).parents[1] / "client" / "src" / "export"


@pytest.mark.parametrize(
    ("file", "name", "limit"),
    [
        ("state.ts", "ITEMS", values.ITEMS),
        ("state.ts", "SHORT", values.SHORT),
        ("state.ts", "ENTRIES", values.ENTRIES),
        ("state.ts", "MOST_ENTRIES", values.MAX_ENTRIES),
        ("landings.ts", "MOST_TRIED", landings.MAX_TRIED),
        ("landings.ts", "NEAR", landings.NEAR),
    ],
)
def test_a_limit_is_that_of_the_server(file: str, name: str, limit: float) -> None:
    text = (SOURCE / file).read_text("utf-8")
    assert re.findall(rf"^const {name} = ([\d.]+);", text, re.M) == [str(limit)]
