"""Games by name or path."""

from __future__ import annotations

from typing import Any

from gdl.diagnostics import GdlError, Report
from gdl.library import read_source
from gdl.loader import load_model
from interpreter.game import Game
from interpreter.library import library


def list_games() -> tuple[str, ...]:
    """The names of the bundled games, in alphabetical order."""
    return library().names()


def load_game(name: str, /, **options: Any) -> Game:
    """A bundled game by name, or a rule file by path, with its options.

    Raises GdlError, with every diagnostic, for a name, a file or an option that cannot be played.
    """
    report = Report()
    rules = load_model(read_source(library().find(name)), library(), options, report)
    if rules is None:
        raise GdlError(report.diagnostics)
    return Game(rules, report.diagnostics)
