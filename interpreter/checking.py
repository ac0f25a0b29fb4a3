"""Checking a rule file as a whole: at its default options and at the values people will choose."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gdl.diagnostics import Diagnostic, GdlError, Report
from gdl.library import read_source
from gdl.loader import load_model
from gdl.source import Source
from gdl.wording import show
from interpreter.library import library
from interpreter.option_values import make_game

FEW = 4  # an option with so many values is tried at all of them
MOST_VARIANTS = 24  # option values that are tried, one after the other


def check_file(name: str) -> tuple[Diagnostic, ...]:
    """Everything found in a rule file (a bundled name or a path), each finding once, sorted.

    Raises NoSuchGame when there is no such file or it is no text.
    """
    source = read_source(library().find(name))
    found: dict[tuple[Any, ...], Diagnostic] = {}
    values = [{}, *chosen_values(source)]
    for chosen in values:
        for diagnostic in check_with(source, chosen):
            span = diagnostic.span
            place = (diagnostic.code, span.source.name, span.start, span.end)
            found.setdefault(place, with_values(diagnostic, chosen))
        if any(d.is_error for d in found.values()):
            break
    return tuple(sorted(found.values(), key=lambda d: (d.span.source.name, d.span.start, d.code)))


def with_values(diagnostic: Diagnostic, values: dict[str, Any]) -> Diagnostic:
    """A finding that says with which values of the options it is one, unless with the defaults."""
    shown = ", ".join(f"{name} = {show(value)}" for name, value in values.items())
    if not shown or "(with " in diagnostic.message:
        return diagnostic
    return replace(diagnostic, message=f"{diagnostic.message} (with {shown})")


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


def check_with(source: Source, values: dict[str, Any]) -> tuple[Diagnostic, ...]:
    """What is found with the options at these values."""
    try:
        return make_game(source, values, Report()).warnings
    except GdlError as error:
        return error.diagnostics
