"""With which values of its options a game can be set up, where it cannot with some.

A rule such as `require size > 2*cut + 2` in the set-up allows only some values together.  The
others are refused with the values that were tried, and with those that would do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gdl import model
from gdl.diagnostics import Diagnostic, GdlError, Report
from gdl.loader import load_model
from gdl.source import Source
from gdl.wording import show, show_values
from interpreter.game import Game
from interpreter.library import library

MOST_TRIED = 60  # values that are tried for one message
CODE = "setup-fails"


def make_game(source: Source, values: Mapping[str, Any], report: Report) -> Game:
    """The game of a rule file with its options at `values`.

    Raises GdlError for what cannot be played; `report` holds what was found before.
    """
    rules = load_model(source, library(), values, report)
    if rules is None:
        raise GdlError(report.diagnostics)
    try:
        return Game(rules, report.diagnostics)
    except GdlError as error:
        told = [told_of(d, source, rules, values) for d in error.diagnostics]
        raise GdlError((*report.diagnostics, *told)) from error


def told_of(
    found: Diagnostic, source: Source, rules: model.Game, values: Mapping[str, Any]
) -> Diagnostic:
    """A finding with the options that it depends on: what they are, and what they could be."""
    words = words_of(found.span.text, rules)
    spoken = [o for o in rules.declared if o.name in words]
    if found.code != CODE or not spoken:
        return found
    now = " and ".join(f"{o.name} = {show(rules.options[o.name])}" for o in spoken)
    hints = [hint_of(option, source, values) for option in spoken]
    hint = "; ".join(h for h in hints if h) or (
        "no value of one of them alone is enough; change several, or the rule"
    )
    return replace(found, message=f"{found.message} (with {now})", hint=hint)


def words_of(text: str, rules: model.Game) -> set[str]:
    """The words of a rule and of all definitions that it goes by."""
    found: set[str] = set()
    todo = set(re.findall(r"\w+", text))
    while todo - found:
        word = min(todo - found)
        found.add(word)
        definition = rules.definitions.get(word)
        body = () if definition is None else definition.body
        for part in body if isinstance(body, tuple) else (body,):
            todo |= set(re.findall(r"\w+", part.span.text))
    return found


def hint_of(option: model.Option, source: Source, values: Mapping[str, Any]) -> str | None:
    """The values of an option with which the game can be set up, the others staying as they are."""
    working = tuple(
        value for value in option.values[:MOST_TRIED]
        if can_be_set_up(source, {**values, option.name: value})
    )  # fmt: skip
    return f"`{option.name}` can be {show_values(working)} here" if working else None


def can_be_set_up(source: Source, values: Mapping[str, Any]) -> bool:
    """Whether a game can be played with these values."""
    try:
        rules = load_model(source, library(), values, Report())
        if rules is None:
            return False
        Game(rules)
    except GdlError:
        return False
    return True
