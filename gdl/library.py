"""Rule files on disk: the bundled ones by name, others by path.

A game is a bundled name (`tic-tac-toe`) or a path.  A file that another one extends is looked for
beside it, then among the bundled ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from os.path import isfile  # unlike `Path.is_file`, False for a name too long to be one
from pathlib import Path
from typing import Any

from gdl.diagnostics import GdlError
from gdl.limits import MAX_BYTES
from gdl.nearest import nearest
from gdl.source import Source


class NoSuchGame(GdlError):
    """There is no rule file of this name; the message names near ones."""

    def __init__(self, message: str):
        super().__init__(())
        self.args = (message,)

    def __reduce__(self) -> tuple[Any, ...]:
        return NoSuchGame, (self.args[0],)


@dataclass(frozen=True)
class Library:
    """The folder with the bundled rule files."""

    folder: Path

    def names(self) -> tuple[str, ...]:
        """The bundled games, in alphabetical order."""
        return tuple(sorted(p.stem for p in self.folder.glob("*.yaml")))

    def find(self, name: str) -> Path:
        """The file of a bundled name or a path.

        Raises NoSuchGame.
        """
        path = Path(name)
        if name in self.names():
            return self.folder / f"{name}.yaml"
        if path.suffix in (".yaml", ".yml") or len(path.parts) > 1:
            if isfile(path):
                return path
            raise NoSuchGame(f"there is no file {name}")
        near = nearest(name, self.names())
        hint = f"; did you mean `{near}`?" if near else "; `gdl list` shows the bundled games"
        raise NoSuchGame(f"there is no game called `{name}`{hint}")

    def base(self, name: str, asker: Source) -> Source | None:
        """The file that another one extends, or None."""
        beside = Path(asker.name).parent / f"{name}.yaml"
        for path in (beside, self.folder / f"{name}.yaml"):
            if isfile(path) and path.resolve() != Path(asker.name).resolve():
                return read_source(path)
        return read_source(beside) if isfile(beside) else None


def read_source(path: Path) -> Source:
    """The text of a rule file.

    Raises NoSuchGame when it cannot be read or is no text in UTF-8.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise NoSuchGame(f"{path} cannot be read: {error.strerror or error}") from error
    try:
        return Source(str(path), data.decode("utf-8-sig" if len(data) <= MAX_BYTES else "latin-1"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise NoSuchGame(
            f"{path}:{line}: this is not text in UTF-8; save the file with that encoding"
        ) from error
