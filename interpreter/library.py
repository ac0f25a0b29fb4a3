"""Where the bundled games are."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from gdl.library import Library


@cache
def library() -> Library:
    """The bundled games."""
    return Library(Path(str(files("games"))))
