"""Checking a rule file as a whole: at its default options and at the values people will choose.

The file is read once.  How much is tried depends on the file alone, never on the time it takes, so
that a file has the same mistakes on every machine.
"""

from __future__ import annotations

from typing import Any

from gdl import model
from gdl.diagnostics import Diagnostic, GdlError, Report
from gdl.library import read_source
from gdl.limits import MAX_TRIED
from gdl.loader import RulesRead, read_source_rules
from interpreter.game import Game
from interpreter.library import library
from interpreter.reference.effort import Effort, OutOfEffort
from interpreter.reference.set_ups import try_set_ups

FEW = 4  # an option with so many values is tried at all of them
MAX_VARIANTS = 24  # option values that are tried, one after the other
MAX_SET_UP = MAX_TRIED // 10  # rounds in which the outcomes of one set-up are tried
ROUNDS_A_CHARACTER = 5  # of loops; a character of the rules takes as long to check


def check_file(name: str) -> tuple[Diagnostic, ...]:
    """Everything found in a rule file (a bundled name or a path), each finding once, sorted.

    Raises NoSuchGame when there is no such file or it is no text.
    """
    rules = read_source_rules(read_source(library().find(name)), library())
    effort = Effort(MAX_TRIED)
    game, first = check_with(rules, {}, effort)
    found = {place_of(d): d for d in first}
    for chosen in () if game is None else chosen_values(game):
        if any(d.is_error for d in found.values()):
            break
        try:
            effort.spend(ROUNDS_A_CHARACTER * rules.characters)
        except OutOfEffort:
            break
        _, more = check_with(rules, chosen, effort)
        found = {place_of(d): d for d in more} | found
    return tuple(sorted(found.values(), key=lambda d: (d.span.source.name, d.span.start, d.code)))


def place_of(diagnostic: Diagnostic) -> tuple[Any, ...]:
    """What tells two findings apart."""
    span = diagnostic.span
    return diagnostic.code, span.source.name, span.start, span.end


def chosen_values(game: model.Game) -> list[dict[str, Any]]:
    """Each value of an option that has few, else each published one; the others stay."""
    values = [
        {option.name: value}
        for option in game.declared
        for value in (option.values if len(option.values) <= FEW else option.published)
        if value != option.default
    ]
    return values[:MAX_VARIANTS]


def check_with(
    rules: RulesRead, values: dict[str, Any], effort: Effort
) -> tuple[model.Game | None, tuple[Diagnostic, ...]]:
    """The model with the options at these values, and what is found in it and at its start."""
    report = Report()
    game = rules.check(values, report)
    if game is None:
        return None, report.diagnostics
    try:
        made = Game(game, report.diagnostics, effort)
        try_set_ups(made.engine, effort, MAX_SET_UP)
        return game, made.warnings
    except OutOfEffort:
        report.add("start-not-tried", game.turn[0][1].span)
        return game, report.diagnostics
    except GdlError as error:
        return game, (*report.diagnostics, *error.diagnostics)
