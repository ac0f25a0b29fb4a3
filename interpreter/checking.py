"""Checking a rule file as a whole: at its default options and at the values people will choose.

The file is read once.  How much is tried depends on the file alone, never on the time it takes, so
that a file has the same mistakes on every machine.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gdl import model
from gdl.diagnostics import Diagnostic, GdlError, Report
from gdl.library import read_source
from gdl.limits import MAX_TRIED
from gdl.loader import RulesRead, read_source_rules
from gdl.wording import show
from interpreter.game import Game
from interpreter.library import library
from interpreter.option_values import make_game
from interpreter.reference.effort import Effort, OutOfEffort
from interpreter.reference.set_ups import try_set_ups
from interpreter.trial import try_game

FEW = 4  # an option with so many values is tried at all of them
MAX_VARIANTS = 24  # option values that are tried, one after the other
MAX_NOTED = 300_000  # rounds in which it is found out what has no native form
MAX_SET_UP = MAX_TRIED // 10  # rounds in which the outcomes of one set-up are tried
MAX_PLAYED = MAX_TRIED // 10  # rounds in which the game is tried
ROUNDS_A_CHARACTER = 10  # of loops; a character of the rules takes as long to check


def check_file(name: str) -> tuple[Diagnostic, ...]:
    """Everything found in a rule file (a bundled name or a path), each finding once, sorted.

    Raises NoSuchGame when there is no such file or it is no text.
    """
    rules = read_source_rules(read_source(library().find(name)), library())
    effort, noted = Effort(MAX_TRIED), Effort(MAX_NOTED)
    report = Report()
    game, first = check_with(rules, {}, effort, noted, report)
    found = {place_of(d): d for d in first}
    for chosen in () if game is None else chosen_values(game):
        if any(d.is_error for d in found.values()):
            break
        try:
            effort.spend(ROUNDS_A_CHARACTER * rules.characters)
        except OutOfEffort:
            break
        report = Report(report.guesses)
        _, more = check_with(rules, chosen, effort, noted, report)
        found = {place_of(d): with_values(d, chosen) for d in more} | found
    return tuple(sorted(found.values(), key=lambda d: (d.span.source.name, d.span.start, d.code)))


def place_of(diagnostic: Diagnostic) -> tuple[Any, ...]:
    """What tells two findings apart."""
    span = diagnostic.span
    return diagnostic.code, span.source.name, span.start, span.end


def with_values(diagnostic: Diagnostic, values: dict[str, Any]) -> Diagnostic:
    """A finding that says with which values of the options it is one, unless with the defaults."""
    shown = ", ".join(f"{name} = {show(value)}" for name, value in values.items())
    if not shown or diagnostic.says_values:
        return diagnostic
    return replace(diagnostic, message=f"{diagnostic.message} (with {shown})", says_values=True)


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
    rules: RulesRead, values: dict[str, Any], effort: Effort, noted: Effort, report: Report
) -> tuple[model.Game | None, tuple[Diagnostic, ...]]:
    """The model with the options at these values, and what is found in it and at its start.

    `noted` may be spent on what keeps it from the native engine; `report` is empty.
    """
    game = rules.check(values, report)
    if game is None:
        return None, report.diagnostics
    try:
        made = make_game(rules, game, values, report.diagnostics, effort)
        try_set_ups(made.engine, effort, MAX_SET_UP)
        tried = () if values else findings_of_trial(made, effort)
        return game, (*made.warnings, *tried, *native_notes(made, values, effort, noted))
    except OutOfEffort:
        report.add("start-not-tried", game.turn[0][1].span)
        return game, report.diagnostics
    except GdlError as error:
        return game, (*report.diagnostics, *error.diagnostics)


def findings_of_trial(game: Game, effort: Effort) -> tuple[Diagnostic, ...]:
    """What is seen when a game is tried, as far as so many rounds go."""
    report = Report()
    with effort.at_most(MAX_PLAYED):
        try_game(game, report)
    return report.diagnostics


def native_notes(
    game: Game, values: dict[str, Any], effort: Effort, noted: Effort
) -> tuple[Diagnostic, ...]:
    """What keeps a game from the native engine, as far as can be told."""
    from interpreter.native.program import refusal  # a tenth of a second, and not always needed

    if noted.left <= 0:
        return ()
    # What the engine of the game evaluates is taken from its own effort, so that is lent.
    kept, effort.left = effort.left, noted.left
    found = refusal(game.engine, effort)
    noted.left, effort.left = effort.left, kept
    if found is None or (values and found.code == "effort"):  # what other values spent is no fault
        return ()
    span = found.span or game.rules.turn[0][1].span
    report = Report()
    report.add("not-native", span, reason=found.what, instead=found.instead)
    return report.diagnostics
