"""Games by name or path."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from gdl.diagnostics import GdlError, Report
from gdl.loader import Library, load_model, read_source
from interpreter.game import Game


@cache
def library() -> Library:
    """The bundled games."""
    return Library(Path(str(files("games"))))


def list_games() -> tuple[str, ...]:
    """The names of the bundled games, in alphabetical order."""
    return library().names()


def load_game(name: str, **options: Any) -> Game:
    """A bundled game by name, or a rule file by path, with its options.

    Raises GdlError, with every diagnostic, for a name, a file or an option that cannot be played.
    """
    report = Report()
    rules = load_model(read_source(library().find(name)), library(), options, report)
    if rules is None:
        raise GdlError(report.diagnostics)
    return Game(rules, report.diagnostics)
