"""Checking a rule file as a whole: at its default options and at the values people will choose."""

from __future__ import annotations

import time
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
NOTE_SECONDS = 1.0  # of processor time to find out whether the native engine can play a file


def check_file(name: str) -> tuple[Diagnostic, ...]:
    """Everything found in a rule file (a bundled name or a path), each finding once, sorted.

    Raises NoSuchGame when there is no such file or it is no text.
    """
    source = read_source(library().find(name))
    found: dict[tuple[Any, ...], Diagnostic] = {}
    left = NOTE_SECONDS
    values = [{}, *chosen_values(source)]
    for chosen in values:
        diagnostics, game = check_with(source, chosen)
        if game is not None and left > 0:
            begun = time.process_time()
            diagnostics += native_notes(game, chosen, left)
            left -= time.process_time() - begun
        for diagnostic in diagnostics:
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


def check_with(
    source: Source, values: dict[str, Any]
) -> tuple[tuple[Diagnostic, ...], Game | None]:
    """What is found with the options at these values, and the game if it can be played."""
    report = Report()
    model = load_model(source, library(), values, report)
    if model is None:
        return report.diagnostics, None
    try:
        game = Game(model, report.diagnostics)
    except GdlError as error:
        return (*report.diagnostics, *error.diagnostics), None
    return game.warnings, game


def native_notes(game: Game, values: dict[str, Any], seconds: float) -> tuple[Diagnostic, ...]:
    """What keeps a game from the native engine, as far as so many seconds tell."""
    from interpreter.native.program import refusal  # a tenth of a second, and not always needed

    found = refusal(game.engine, seconds)
    if found is None:
        return ()
    span = found.span or game.rules.turn[0][1].span
    options = "".join(f" with `{name}: {show(value)}`" for name, value in values.items())
    report = Report()
    report.add("not-native", span, options=options, reason=found.what, instead=found.instead)
    return report.diagnostics
