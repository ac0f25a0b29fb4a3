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
from gdl.loader import RulesRead
from gdl.wording import show, show_values
from interpreter.game import Game
from interpreter.reference.effort import Effort, OutOfEffort

MAX_VALUES = 60  # values of an option that are tried for one message
MAX_ROUNDS = 100_000  # rounds in which they are all tried
CODE = "setup-fails"
Values = Mapping[str, Any]


def make_game(
    rules: RulesRead,
    game: model.Game,
    values: Values,
    warnings: tuple[Diagnostic, ...],
    effort: Effort | None = None,
) -> Game:
    """The game of a model whose options are at `values`.

    Raises what `Game` raises; a set-up that the options spoil is told with those that would do.
    """
    try:
        return Game(game, warnings, effort)
    except GdlError as error:
        told = [told_of(d, rules, game, values) for d in error.diagnostics]
        raise GdlError(told) from error


def told_of(
    found: Diagnostic, rules: RulesRead, game: model.Game, values: Values
) -> Diagnostic:
    """A finding with the options that it depends on: what they are, and what they could be."""
    words = words_of(found.span.text, game)
    spoken = [o for o in game.declared if o.name in words]
    if found.code != CODE or not spoken:
        return found
    now = " and ".join(f"{o.name} = {show(game.options[o.name])}" for o in spoken)
    effort = Effort(MAX_ROUNDS)
    hints = [hint_of(option, rules, values, effort) for option in spoken]
    hint = "; ".join(h for h in hints if h) or (
        "no value of one of them alone is enough; change several, or the rule"
    )
    message = f"{found.message} (with {now})"
    return replace(found, message=message, hint=hint, says_values=True)


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


def hint_of(
    option: model.Option, rules: RulesRead, values: Values, effort: Effort
) -> str | None:
    """The values of an option with which the game can be set up, the others staying as they are."""
    working = tuple(
        value for value in option.values[:MAX_VALUES]
        if can_be_set_up(rules, {**values, option.name: value}, effort)
    )  # fmt: skip
    return f"`{option.name}` can be {show_values(working)} here" if working else None


def can_be_set_up(rules: RulesRead, values: Values, effort: Effort) -> bool:
    """Whether a game can be played with these values, as far as it can be found out."""
    game = rules.check(values, Report())
    if game is None:
        return False
    try:
        Game(game, (), effort)
    except (GdlError, OutOfEffort):
        return False
    return True
