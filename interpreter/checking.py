"""Checking a rule file as a whole: at its default options and at the values people will choose."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from gdl.diagnostics import Diagnostic, GdlError, Report
from gdl.library import read_source
from gdl.loader import load_model
from gdl.source import Source
from gdl.wording import show
from interpreter.game import Game
from interpreter.library import library

FEW = 4  # an option with so many values is tried at all of them
MOST_VARIANTS = 24  # option values that are tried, one after the other
NOTE_SECONDS = 0.5  # of processor time to find out whether the native engine can play a file


def check_file(name: str) -> tuple[Diagnostic, ...]:
    """Everything found in a rule file (a bundled name or a path), each finding once, sorted.

    Raises NoSuchGame when there is no such file or it is no text.
    """
    source = read_source(library().find(name))
    found: dict[tuple[Any, ...], Diagnostic] = {}
    patience = Patience()
    values = [{}, *chosen_values(source)]
    for chosen in values:
        for diagnostic in check_with(source, chosen, patience):
            span = diagnostic.span
            found.setdefault((diagnostic.code, span.source.name, span.start, span.end), diagnostic)
        if any(d.is_error for d in found.values()):
            break
    return tuple(sorted(found.values(), key=lambda d: (d.span.source.name, d.span.start, d.code)))


def chosen_values(source: Source) -> list[dict[str, Any]]:
    """Each value of an option that has few, else each published one; the others stay."""
    model = load_model(source, library(), {}, Report())
    if model is None:
        return []
    values = [
        {option.name: value}
        for option in model.declared
        for value in (option.values if len(option.values) <= FEW else option.published)
        if value != option.default
    ]
    return values[:MOST_VARIANTS]


@dataclass
class Patience:
    """How many seconds of processor time are left to find out what has no native form."""

    seconds: float = NOTE_SECONDS


def check_with(
    source: Source, values: dict[str, Any], patience: Patience | None = None
) -> tuple[Diagnostic, ...]:
    """What is found with the options at these values."""
    report = Report()
    model = load_model(source, library(), values, report)
    if model is None:
        return report.diagnostics
    try:
        game = Game(model, report.diagnostics)
    except GdlError as error:
        return (*report.diagnostics, *error.diagnostics)
    return (*game.warnings, *native_notes(game, values, patience or Patience()))


def native_notes(
    game: Game, values: dict[str, Any], patience: Patience
) -> tuple[Diagnostic, ...]:
    """What keeps a game from the native engine, as far as patience tells."""
    from interpreter.native.program import refusal  # a tenth of a second, and not always needed

    if patience.seconds <= 0:
        return ()
    begun = time.process_time()
    found = refusal(game.engine, patience.seconds)
    patience.seconds -= time.process_time() - begun
    if found is None:
        return ()
    span = found.span or game.rules.turn[0][1].span
    options = "".join(f" with `{name}: {show(value)}`" for name, value in values.items())
    report = Report()
    report.add("not-native", span, options=options, reason=found.what, instead=found.instead)
    return report.diagnostics
