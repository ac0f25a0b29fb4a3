"""Helpers for tests of diagnostics: a rule text in, everything that is found in it out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from gdl import Diagnostic, Source
from gdl.loader import read_source_rules
from gdl.model.analysis import differs_by_seat, has_simultaneous_choices
from gdl.source.diagnostics import Report
from gdl.source.limits import MAX_TRIED
from interpreter import Game, load_game
from interpreter.api.library import library
from interpreter.checking.check import Noted, check_with
from interpreter.reference.effort import Effort

GAMES = Path(__file__).parents[2] / "games"
CASES = Path(__file__).parents[1] / "diagnostics" / "cases"
FEW = MAX_TRIED // 50
FILES = sorted(p for p in CASES.glob("*.yaml") if not p.stem.startswith("base-"))


def options(text: str) -> dict[str, str]:
    """The options that the first line of a case gives."""
    line = re.match(r"# options: (.*)", text)
    return dict(pair.split("=") for pair in line[1].split()) if line else {}


def findings(
    text: str, name: str = "case.yaml", folder: Path = GAMES, tried: int = MAX_TRIED, **options: str
) -> tuple[Diagnostic, ...]:
    """All diagnostics of a text that is read as if it were a file of the folder, and of which so
    much is tried."""
    rules = read_source_rules(Source(str(folder / name), text), library())
    return check_with(rules, options, Effort(tried), Noted(tried), Report())


def mistakes(text: str, name: str = "case.yaml", folder: Path = GAMES) -> list[Diagnostic]:
    """The errors of a text, which few games of it are tried for."""
    return [d for d in findings(text, name, folder, tried=FEW) if d.is_error]


def plain_text(diagnostics: Iterable[Diagnostic]) -> str:
    """The rendered diagnostics, with files by their bare names."""
    text = "\n\n".join(d.render() for d in diagnostics) + "\n"
    for diagnostic in diagnostics:
        path = diagnostic.span.source.name
        text = text.replace(path, Path(path).name)
    return text


@cache
def bundled() -> dict[str, str]:
    """The texts of the bundled games by name."""
    library_ = library()
    return {name: library_.find(name).read_text("utf-8") for name in library_.names()}


@cache
def bundled_games() -> dict[str, Game]:
    """The bundled games by name, which many modules ask for while tests are collected."""
    return {name: load_game(name) for name in bundled()}


def secret_games() -> list[str]:
    """The bundled games that show different things to different seats, by rules on what is seen.

    `tests/web/test_simultaneous.py` has those in which all choose at once.
    """
    models = {name: game.model for name, game in bundled_games().items()}
    return [n for n, m in models.items() if differs_by_seat(m) and not has_simultaneous_choices(m)]


def draws(name: str) -> bool:
    """Whether chance plays, of which only the server of a table knows what it has drawn."""
    return any(action.is_chance for action in bundled_games()[name].model.actions.values())
