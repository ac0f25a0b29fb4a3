"""Games by name or path, and as texts that another machine makes the same game of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gdl.diagnostics import GdlError, Report
from gdl.library import Library, read_source
from gdl.loader import read_source_rules
from gdl.source import Source
from interpreter.game import Game
from interpreter.library import bundled, library
from interpreter.option_values import make_game


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
    rules = read_source_rules(source, files)
    game = rules.check(options, report)
    if game is None:
        raise GdlError(report.diagnostics)
    return make_game(rules, game, options, report.diagnostics)


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
    files = [[source.name, source.text] for source in game.rules.sources]
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
