"""A game → what the gallery and the table need to know of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl.loader import read_source_rules
from gdl.model.analysis import differs_by_seat
from gdl.source.diagnostics import GdlError, Report
from gdl.source.library import read_source
from gdl.source.wording import clip
from interpreter.api.library import library
from interpreter.api.loading import load_game
from interpreter.drawing.svg import board_svg, cover_svg
from interpreter.web.games.folder import NoGame
from interpreter.web.wire.drawing import drawing_data, option_data
from interpreter.web.wire.reasons import first_message, most_to_do

if TYPE_CHECKING:
    from interpreter.api.game import Game

MAX_OPTIONS = 100
REFUSED = ("unknown-option", "option-value", "options-apart")  # mistakes of the caller's options
MAX_MESSAGE = 600  # characters


def loaded(id: str, path: Path, options: Mapping[str, Any]) -> Game:
    """The game of a file with its options.  Raises NoGame."""
    if len(options) > MAX_OPTIONS or not all(
        isinstance(value, bool | int | float | str) for value in options.values()
    ):
        raise NoGame("options are numbers, words and truth values", 400, "bad-options")
    try:
        return load_game(str(path), **{str(name): value for name, value in options.items()})
    except GdlError as error:
        first = error.diagnostics[0] if error.diagnostics else None
        code = "bad-options" if first and first.code in REFUSED else ""
        raise NoGame(clip(first_message(error), MAX_MESSAGE), 422, code or "bad-rules") from error


def late_data(path: Path, options: Mapping[str, Any]) -> str | None:
    """Which line of a file that took too long has the most to do, of which nothing is played.

    Raises GdlError.
    """
    source = read_source(library().find(str(path)))
    game = read_source_rules(source, library()).check(options, Report())
    return None if game is None else most_to_do(game, source)


def entry_data(id: str, game: Game) -> dict[str, Any]:
    """A game as the gallery shows it."""
    return {
        "id": id,
        "title": game.title,
        "file": id if id.startswith("./") else None,
        "players": list(game.players),
        "seats": game.seats,
        "options": [option_data(option, game.model) for option in game.model.declared],
        "cells": len(game.board.cells),
        "is_hidden": differs_by_seat(game.model),
        "error": None,
        "pending": False,
    }


def bare_entry(job: Mapping[str, Any], error: str | None) -> dict[str, Any]:
    """The entry of a file that cannot be played, or (without an error) is still to be tried."""
    id = job["id"]
    return {
        "id": id, "title": job.get("title") or id.removeprefix("./"), "file": id,
        "players": [], "seats": 0, "options": [], "cells": 0,
        "is_hidden": False, "error": error, "pending": error is None,
    }  # fmt: skip


def data_of(kind: str, id: str, game: Game) -> Any:
    """What is asked for of a game: `entry`, `drawing` or `board`."""
    if kind == "entry":
        return entry_data(id, game)
    if kind == "drawing":
        return drawing_data(game, id if id.startswith("./") else None)
    return str(board_svg(game) if game.board.cells else cover_svg(game))
