"""The games that the page offers: the bundled ones, and the rule files of the folder served.

A game is named by its bundled name or by `./path.yaml` from the folder; no other file is read.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl.model.analysis import differs_by_seat
from gdl.source.diagnostics import GdlError
from gdl.source.library import SUFFIXES
from gdl.source.wording import clip
from interpreter.api.library import library
from interpreter.api.loading import load_game
from interpreter.web.wire.drawing import drawing_data, option_data
from interpreter.web.wire.stub_drawing import board_svg

if TYPE_CHECKING:
    from interpreter.api.game import Game

MAX_FILES = 200  # of the folder that are listed
MAX_DEPTH = 4  # folders below the one that is served
MAX_KEPT = 64  # games that are kept ready
MAX_OPTIONS = 100


class NoGame(Exception):
    """A game that cannot be had; `status` is that of HTTP."""

    def __init__(self, message: str, status: int = 404, code: str = "no-such-game"):
        super().__init__(message)
        self.message, self.status, self.code = message, status, code


class Games:
    """The bundled games, and the rule files of a folder."""

    def __init__(self, folder: Path | None):
        self.folder = None if folder is None else folder.resolve()
        self.kept: OrderedDict[tuple[Any, ...], Game] = OrderedDict()
        self.entries: dict[tuple[Any, ...], dict[str, Any]] = {}

    def files(self) -> list[str]:
        """The rule files of the folder, as ids."""
        found: list[str] = []
        todo = [(self.folder, 0)] if self.folder else []
        while todo and len(found) < MAX_FILES:
            folder, depth = todo.pop(0)
            try:
                inside = sorted(folder.iterdir())
            except OSError:
                continue  # a folder that may not be read has no games for us
            for path in inside:
                if path.name.startswith((".", "_")) or path.is_symlink():
                    continue
                if path.is_dir() and depth < MAX_DEPTH and path.name != "node_modules":
                    todo.append((path, depth + 1))
                elif path.suffix in SUFFIXES and path.is_file() and is_rules(path):
                    found.append("./" + path.relative_to(self.folder or folder).as_posix())
        return found[:MAX_FILES]

    def path(self, id: str) -> Path:
        """The rule file of an id.  Raises NoGame."""
        if id in library().names():
            return library().find(id)
        if self.folder is not None and id.startswith("./") and len(id) < 1_000:
            path = inside(self.folder, id[2:])
            if path is not None and path.suffix in SUFFIXES and path.is_file():
                return path
        raise NoGame(f"there is no game `{clip(id)}`")

    def load(self, id: str, options: Mapping[str, Any]) -> Game:
        """A game with its options.  Raises NoGame."""
        path = self.path(id)
        if len(options) > MAX_OPTIONS or not all(
            isinstance(v, bool | int | float | str) for v in options.values()
        ):
            raise NoGame("options are numbers, words and truth values", 400, "bad-options")
        try:
            stamp = path.stat().st_mtime_ns
            key = (str(path), stamp, tuple(sorted((k, repr(v)) for k, v in options.items())))
            if key not in self.kept:
                self.kept[key] = load_game(str(path), **{str(k): v for k, v in options.items()})
                if len(self.kept) > MAX_KEPT:
                    self.kept.popitem(last=False)
            return self.kept[key]
        except GdlError as error:
            said = [f"{d.message}" for d in error.diagnostics] or [str(error.args[0])]
            raise NoGame(clip(said[0], 600), 422, "bad-rules") from error
        except OSError as error:
            raise NoGame(f"`{clip(id)}` cannot be read: {error.strerror}") from error

    # ---- what the page shows ---------------------------------------------------------------------

    def catalogue(self) -> list[dict[str, Any]]:
        """An entry for every game."""
        return [self.entry(id) for id in [*library().names(), *self.files()]]

    def entry(self, id: str) -> dict[str, Any]:
        """A game as the gallery shows it; one with mistakes has its first message."""
        path = self.path(id)
        key = (id, path.stat().st_mtime_ns)
        if key not in self.entries:
            self.entries[key] = self.made(id)
        return self.entries[key]

    def made(self, id: str) -> dict[str, Any]:
        """The entry, made anew."""
        file = id if id.startswith("./") else None
        try:
            game = self.load(id, {})
        except NoGame as error:
            return {
                "id": id, "title": id, "file": file, "players": [], "seats": 0, "options": [],
                "cells": 0, "is_hidden": False, "error": error.message,
            }  # fmt: skip
        return {
            "id": id,
            "title": game.title,
            "file": file,
            "players": list(game.players),
            "seats": game.seats,
            "options": [option_data(o, game.model) for o in game.model.declared],
            "cells": len(game.board.cells),
            "is_hidden": differs_by_seat(game.model),
            "error": None,
        }

    def drawing(self, id: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """What the page needs to draw a game."""
        return drawing_data(self.load(id, options), id if id.startswith("./") else None)

    def board(self, id: str, options: Mapping[str, Any]) -> str:
        """A drawing of the start."""
        game = self.load(id, options)
        return str(board_svg(game, pieces=game.start().pieces()))


def inside(folder: Path, name: str) -> Path | None:
    """The path of a name in a folder or below; None if it leads elsewhere, also by a link."""
    if "\0" in name or "\\" in name:
        return None
    try:
        path = (folder / name).resolve()
    except (OSError, RuntimeError, ValueError):
        return None
    return path if path.is_relative_to(folder) and path != folder else None


def is_rules(path: Path) -> bool:
    """Whether a YAML file looks like rules."""
    try:
        with open(path, "rb") as file:
            head = file.read(65_536)
    except OSError:
        return False
    return any(line.startswith((b"game:", b"extends:")) for line in head.splitlines())
