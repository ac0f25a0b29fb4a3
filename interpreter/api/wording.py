"""Wordings that several commands share: games with their options, and numbers of things."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gdl.model.fold import Scalar
    from interpreter.api.game import Game

UNDECIDED = "no move is possible, and no rule says what happens then"
"""Why a game is over that no line of `end` ended, and that is drawn."""


def title_of(game: Game) -> str:
    """A game and its options in words: `Hex, size 3, pie no`."""
    words = {True: "yes", False: "no"}
    options = game.options.items()
    return game.title + "".join(
        f", {name} {words[value] if isinstance(value, bool) else value}" for name, value in options
    )


def name_of(game: Game) -> str:
    """A game and its options by their names: `hex size=3 pie=false`."""
    return f"{game.name} {options_text(game.options)}".rstrip()


def options_text(options: Mapping[str, Scalar]) -> str:
    """Options as they are given on the command line."""
    return " ".join(
        f"{name}={str(value).lower() if isinstance(value, bool) else value}"
        for name, value in options.items()
    )


def plural(count: int, word: str) -> str:
    """A number of things: `1,200 games`."""
    return f"{count:,} {word}{'s' * (count != 1)}"
