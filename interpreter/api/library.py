"""Where the bundled games are, which files others may name, and the rules that one starts from."""

from __future__ import annotations

import os
from functools import cache
from importlib.resources import files
from pathlib import Path

from gdl.source.library import Library

ALLOWED = "BOARDWRIGHT_ALLOW"
"""The variable with the files and folders that any file may name, separated as in PATH."""


def library() -> Library:
    """The bundled games."""
    words = os.environ.get(ALLOWED, "").split(os.pathsep)
    return Library(bundled(), tuple(Path(word).expanduser() for word in words if word))


@cache
def bundled() -> Path:
    """The folder of the bundled games."""
    return Path(str(files("games")))


def starter() -> str:
    """The text of a small commented rule file to start from."""
    return Path(__file__).with_name("starter.yaml").read_text(encoding="utf-8")
