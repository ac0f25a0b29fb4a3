"""Rule files on disk: the bundled ones by name, others by path.

A game is given by a bundled name (`tic-tac-toe`) or a path.  A base is looked for beside the file
that extends it, then among the bundled ones.

The user may name any file.  A file may only name bundled files, files in its own folder or below
(with symbolic links resolved), and those that the user allows: otherwise a file from a stranger
could make messages quote the text of other files.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from os import scandir
from os.path import exists, isfile  # unlike `Path`'s, False if the name is too long
from pathlib import Path
from typing import Any

from gdl.source.diagnostics import GdlError
from gdl.source.files import read_bounded
from gdl.source.limits import MAX_BYTES
from gdl.source.nearest import nearest
from gdl.source.spans import Source

SUFFIXES = (".yaml", ".yml")
MAX_LISTED = 10_000  # files of a folder among which one is suggested


class NoSuchGame(GdlError):
    """There is no such rule file, or it cannot be read; the message suggests similar names."""

    def __init__(self, message: str):
        super().__init__(())
        self.args = (message,)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0],)


class OutOfReach(NoSuchGame):
    """A file names one that it may not name; whether that one exists is not looked up."""


@dataclass(frozen=True)
class Library:
    """The folder with the bundled rule files.

    `allowed` holds files, and folders with everything below them, that any file may name.
    """

    folder: Path
    allowed: tuple[Path, ...] = ()

    def names(self) -> tuple[str, ...]:
        """The bundled games, in alphabetical order."""
        return tuple(sorted(p.stem for p in self.folder.glob("*.yaml")))

    def find(self, name: str) -> Path:
        """The path of the file that a bundled name or a path refers to.

        Raises NoSuchGame.
        """
        path = Path(name)
        if name in self.names():
            return self.folder / f"{name}.yaml"
        if is_path(name):
            if isfile(path):
                return path
            if exists(path):
                raise NoSuchGame(f"{name} is no ordinary file")
            near = nearest(path.name, files_in(path.parent))
            hint = f"; did you mean `{path.with_name(near)}`?" if near else ""
            raise NoSuchGame(f"there is no file {name}{hint}")
        beside = {Path(file).stem: f"./{file}" for file in files_in(Path())}
        near = name if name in beside else nearest(name, [*beside, *self.names()])
        raise self.unknown(name, beside.get(near or ""))

    def unknown(self, name: str, beside: str | None = None) -> NoSuchGame:
        """The error for the name of no bundled game; `beside` is a file that may be meant."""
        near = beside or nearest(name, self.names())
        hint = f"; did you mean `{near}`?" if near else "; `gdl list` shows the bundled games"
        return NoSuchGame(f"there is no game called `{name}`{hint}")

    def base(self, name: str, referrer: Source) -> Source | None:
        """The base that `referrer` extends under this name, or None.

        Raises OutOfReach, and NoSuchGame for a file that cannot be read.
        """
        own = Path(referrer.name)
        beside = self.within(own.parent / f"{name}.yaml", own.parent)
        if beside is not None and not is_same(beside, own):
            return read_source(beside)
        bundled = self.folder / f"{name}.yaml"
        if name in self.names() and not is_same(bundled, own):
            return read_source(bundled)
        return None if beside is None else read_source(beside)

    def named(self, name: str, folder: Path) -> Path:
        """The rule file that a record or a study names: a bundled game, or a path from `folder`.

        Raises OutOfReach, and NoSuchGame.
        """
        if not is_path(name):
            if name not in self.names():
                raise self.unknown(name)
            return self.find(name)
        path = self.within(folder / name, folder)
        if path is None:
            raise NoSuchGame(f"there is no file {name}")
        return path

    def within(self, path: Path, folder: Path) -> Path | None:
        """The path, if files in `folder` may name it and it is a file; else None.

        Raises OutOfReach if they may not name it.
        """
        try:
            real = path.resolve()
            places = (folder, self.folder, *self.allowed)
            if not any(real.is_relative_to(place.resolve()) for place in places):
                raise OutOfReach(
                    f"{path} lies outside the folder of the file that names it; if you mean it, "
                    f"give `--allow {path}`"
                )
            return path if isfile(path) else None
        except (OSError, ValueError, RuntimeError):  # a name that is too long, a loop of links
            return None


def files_in(folder: Path) -> list[str]:
    """The names of the rule files in a folder, as far as it can be read: some of a great many."""
    try:
        with scandir(folder) as entries:
            names = [entry.name for entry in islice(entries, MAX_LISTED)]
    except OSError:
        return []
    return sorted(name for name in names if name.endswith(SUFFIXES))


def is_path(name: str) -> bool:
    """Whether a name is a path rather than the name of a bundled game."""
    path = Path(name)
    return path.suffix in SUFFIXES or len(path.parts) > 1


def is_same(one: Path, other: Path) -> bool:
    """Whether two paths lead to the same file."""
    return one.resolve() == other.resolve()


def read_source(path: Path) -> Source:
    """The text of a rule file; of one that is too large, enough for the YAML reader to say so.

    Raises NoSuchGame if it cannot be read or is not UTF-8.
    """
    try:
        data = read_bounded(path, MAX_BYTES + 1)
    except OSError as error:
        raise NoSuchGame(f"{path} cannot be read: {error.strerror or error}") from error
    return as_source(str(path), data)


def as_source(name: str, data: bytes) -> Source:
    """The text of the bytes of a rule file; of too many, `MAX_BYTES` and one more are enough.

    Raises NoSuchGame if they are not UTF-8.
    """
    try:
        return Source(name, data.decode("utf-8-sig" if len(data) <= MAX_BYTES else "latin-1"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise NoSuchGame(
            f"{name}:{line}: this is not text in UTF-8; save the file with that encoding"
        ) from error
