"""Games by name or path, and as texts that another machine makes the same game of.

A rule such as `require size > 2*cut + 2` in the set-up allows only some values of options together.
The others are refused with the values that were tried, and with those that would do.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from gdl.collecting import rarely_collected
from gdl.loader import RulesRead, read_source_rules
from gdl.model import nodes as model
from gdl.source.diagnostics import Diagnostic, GdlError, Report
from gdl.source.library import Library, read_source
from gdl.source.spans import Source
from gdl.source.wording import show, show_values
from interpreter.api.game import Game
from interpreter.api.library import bundled, library
from interpreter.reference.effort import Effort, OutOfEffort

MAX_VALUES = 60  # values of an option that are tried for one message
MAX_ROUNDS = 100_000  # rounds in which they are all tried
CODE = "setup-fails"
UNKNOWN = "unknown-option"
Values = Mapping[str, Any]


def list_games() -> tuple[str, ...]:
    """The names of the bundled games, in alphabetical order."""
    return library().names()


def load_game(name: str, /, **options: Any) -> Game:
    """A bundled game by name, or a rule file by path, with its options.

    Raises GdlError, with every diagnostic, for a name, a file or an option that cannot be played.
    """
    return game_of(read_source(library().find(name)), library(), options)


def game_of(source: Source, files: Library, options: Mapping[str, Any]) -> Game:
    """The game of a rule file with its options.

    Raises GdlError.
    """
    report = Report()
    with rarely_collected():
        rules = read_source_rules(source, files)
        game = rules.check(options, report)
        if game is None:
            raise GdlError(report.diagnostics)
        return make_game(rules, game, options, report.diagnostics)


# ---- options of several games -------------------------------------------------------------------


def only_elsewhere(error: GdlError, name: str, other: str, given: Iterable[str]) -> list[str]:
    """Those of the options given to several games which one game refuses, having none of the name,
    and another one has; none where it has not the first one either, which the error tells of.
    """
    if {d.code for d in error.diagnostics} != {UNKNOWN}:
        return []
    own, others = declared(name), declared(other)
    refused = [option for option in given if option not in own]
    if not refused or refused[0] not in others:
        return []
    return [option for option in refused if option in others]


def declared(name: str) -> Collection[str]:
    """The names of a game's options; none where its rules have mistakes, which are told when it is
    loaded.
    """
    try:
        return load_game(name).options
    except GdlError:
        return ()


def with_hint(error: GdlError, hint: str) -> GdlError:
    """The same findings, with another hint."""
    return GdlError(replace(d, hint=hint) for d in error.diagnostics)


# ---- sent elsewhere ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Sent(Library):
    """The files that were sent: the first is the game, each extends the next."""

    files: tuple[Source, ...] = ()

    def base(self, name: str, asker: Source) -> Source | None:
        """The file that another one extends: no other file is read."""
        after = self.files.index(asker) + 1
        return self.files[after] if after < len(self.files) else None


def packed_game(game: Game) -> str:
    """A game as plain data, in JSON: the texts of its files and its options."""
    files = [[source.name, source.text] for source in game.model.sources]
    return json.dumps({"files": files, "options": game.options})


def unpacked_game(text: str) -> Game:
    """The game of a text that `packed_game` made, perhaps on another machine.

    Raises GdlError, and ValueError for another text.
    """
    data = json.loads(text)
    try:
        files = tuple(Source(str(name), str(words)) for name, words in data["files"])
        return game_of(files[0], Sent(bundled(), (), files), dict(data["options"]))
    except (KeyError, IndexError, TypeError) as error:
        raise ValueError("this is no game that was sent") from error


# ---- options that work --------------------------------------------------------------------------


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
    diagnostic: Diagnostic, rules: RulesRead, game: model.Game, values: Values
) -> Diagnostic:
    """A finding with the options that it depends on: what they are, and what they could be."""
    words = words_of(diagnostic.span.text, game)
    spoken = [o for o in game.declared if o.name in words]
    if diagnostic.code != CODE or not spoken:
        return diagnostic
    now = " and ".join(f"{o.name} = {show(game.options[o.name])}" for o in spoken)
    effort = Effort(MAX_ROUNDS)
    hints = [hint_of(option, rules, values, effort) for option in spoken]
    hint = "; ".join(h for h in hints if h) or (
        "no value of one of them alone is enough; change several, or the rule"
    )
    message = f"{diagnostic.message} (with {now})"
    return replace(diagnostic, message=message, hint=hint, says_values=True)


def words_of(text: str, rules: model.Game) -> set[str]:
    """The words of a rule and of all definitions that it goes by."""
    words: set[str] = set()
    todo = set(re.findall(r"\w+", text))
    while todo - words:
        word = min(todo - words)
        words.add(word)
        definition = rules.definitions.get(word)
        body = () if definition is None else definition.body
        for part in body if isinstance(body, tuple) else (body,):
            todo |= set(re.findall(r"\w+", part.span.text))
    return words


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
