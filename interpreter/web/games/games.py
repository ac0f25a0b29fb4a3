"""All games of the page, by their ids: a bundled name, or `./path.yaml` from the folder served."""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl.source.diagnostics import GdlError
from gdl.source.files import read_bounded
from gdl.source.limits import MAX_BYTES
from gdl.source.spans import Source
from gdl.source.wording import clip
from interpreter.api.library import library
from interpreter.web.games.data import data_of, loaded
from interpreter.web.games.folder import Folder, NoGame, title_in
from interpreter.web.games.listing import Listing
from interpreter.web.games.trials import Trials

if TYPE_CHECKING:
    from interpreter.api.game import Game

ASKED_NICE = 5  # how much a file that somebody asks for gives way to the server
MAX_KEPT = 64  # games that are kept ready
MAX_DATA = 1_000  # answers that are kept
MAX_BASES = 8  # files that extend each other and are looked at for changes
EXTENDS = re.compile(rb"^extends:[ \t]*[\"']?([^\s\"'#]+)", re.MULTILINE)
Run = Callable[[Callable[[], Any]], Awaitable[Any]]


class Games:
    """The bundled games, and the rule files of a folder; `run` evaluates something in a thread.

    What somebody asks for and the list of all files are tried by different processes, so that no
    file keeps another one from being played because both are listed.
    """

    def __init__(self, folder: Path | None, run: Run):
        self.folder, self.run = Folder(folder), run
        self.trials, self.listing = Trials(ASKED_NICE), Listing()
        self.kept: OrderedDict[str, Game] = OrderedDict()
        self.data: OrderedDict[str, Any] = OrderedDict()

    def path(self, id: str) -> Path:
        """The rule file of a game.  Raises NoGame."""
        if id in library().names():
            return library().find(id)
        if id.startswith("./"):
            return self.folder.path(id)
        raise NoGame(f"there is no game `{clip(id.removeprefix('./'))}`")

    async def game(self, id: str, options: Mapping[str, Any]) -> Game:
        """A game that may be played here; a file of the folder is tried first.  Raises NoGame."""
        path = self.path(id)
        key = self.key("game", id, path, options)
        if key not in self.kept:
            if id.startswith("./"):
                await self.trials.ask(job("try", id, path, options))
            self.kept[key] = await self.run(lambda: loaded(id, path, options))
            if len(self.kept) > MAX_KEPT:
                self.kept.popitem(last=False)
        self.kept.move_to_end(key)
        return self.kept[key]

    async def about(self, kind: str, id: str, options: Mapping[str, Any]) -> Any:
        """What the page asks for of a game: `entry`, `drawing` or `board`.  Raises NoGame."""
        path = self.path(id)
        key = self.key(kind, id, path, options)
        if key not in self.data:
            if id.startswith("./"):
                made = await self.trials.ask(job(kind, id, path, options))
            else:
                game = await self.game(id, options)
                made = await self.run(lambda: data_of(kind, id, game))
            self.data[key] = made
            if len(self.data) > MAX_DATA:
                self.data.popitem(last=False)
        return self.data[key]

    def key(self, kind: str, id: str, path: Path, options: Mapping[str, Any]) -> str:
        """What an answer is kept under: a file that is changed is another one."""
        try:
            stamp = stamp_of(path)
        except OSError as error:
            raise NoGame(f"`{clip(id)}` cannot be read: {error.strerror}") from error
        return json.dumps([kind, str(path), stamp, sorted(options.items())], default=str)

    async def catalogue(self) -> list[dict[str, Any]]:
        """An entry for every game; for a file with mistakes, its first message.

        A file that has not been tried yet is `pending`: ask again later.
        """
        bundled = [await self.about("entry", id, {}) for id in library().names()]
        wanted = await self.run(self.files)
        return [*bundled, *(self.listing.entry(key, job) for key, job in wanted)]

    def files(self) -> list[tuple[str, dict[str, Any]]]:
        """The keys of the folder's files, and the jobs that give their entries."""
        listed = []
        for id in self.folder.files():
            with suppress(NoGame, OSError):  # it has gone since
                path = self.folder.path(id)
                asked = job("entry", id, path, {}) | {"title": title_in(path)}
                listed.append((self.key("entry", id, path, {}), asked))
        return listed

    async def close(self) -> None:
        """End the processes that try files."""
        await self.listing.close()
        await self.trials.close()


def job(kind: str, id: str, path: Path, options: Mapping[str, Any]) -> dict[str, Any]:
    """A job for the process that reads files."""
    stamp = stamp_of(path)
    return {"kind": kind, "id": id, "path": str(path), "stamp": stamp, "options": dict(options)}


def stamp_of(path: Path) -> str:
    """What is another one when a rule file is changed, or a file that it extends.

    Raises OSError.
    """
    stamps: list[int] = []
    while len(stamps) < MAX_BASES:
        stamps.append(path.stat().st_mtime_ns)
        extends = EXTENDS.search(read_bounded(path, MAX_BYTES))
        try:
            name = extends and extends[1].decode()
            base = library().base(name, Source(str(path), "")) if name else None
        except (GdlError, ValueError):
            break  # which is a mistake of the file
        if base is None:
            break
        path = Path(base.name)
    return " ".join(map(str, stamps))
