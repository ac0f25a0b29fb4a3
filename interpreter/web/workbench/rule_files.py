"""The rule files of the folder that is served, and the bundled ones, by what the page calls them;
and the words of the language that they are written in.

An id is a bundled name, or `./relative/path.yaml` for a file of the folder or below it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from gdl.source.library import SUFFIXES, NoSuchGame, read_source
from gdl.source.spans import Source
from gdl.source.wording import clip
from gdl.syntax.outline import HEADINGS
from gdl.vocabulary.builtins import BUILTINS, DIRECTION_NAMES
from gdl.vocabulary.keywords import KEYWORDS, VERBS
from interpreter.api.library import library, starter
from interpreter.process.files import digest_on_disk, inside

UNTITLED = "untitled.yaml"


@dataclass(frozen=True)
class RuleFiles:
    """The bundled files, and those in a folder."""

    folder: Path

    def path(self, name: str) -> Path:
        """The path of an id, whether or not there is such a file.

        Raises NoSuchGame for what is no id, or leads out of the folder.
        """
        if name in library().names():
            return library().find(name)
        shown = clip(name.removeprefix("./"))
        if not name.startswith("./") or PurePosixPath(name).suffix not in SUFFIXES:
            raise NoSuchGame(f"`{shown}` is no rule file of this folder")
        if inside(self.folder, name) is None:
            raise NoSuchGame(f"`{shown}` is not in the folder that is served")
        return self.folder / name

    def saved(self, name: str | None) -> Source:
        """The text of a file as it is saved; of None, a small commented file to start from.

        Raises NoSuchGame.
        """
        if name is None:
            return Source(str(self.folder / UNTITLED), starter())
        path = self.path(name)
        if not is_file(path):
            raise NoSuchGame(f"there is no file `{clip(name.removeprefix('./'))}`")
        return read_source(path)

    def digest(self, name: str | None) -> str | None:
        """The digest of a file of the folder as it is on disk; None if there is none.

        Raises NoSuchGame for a name that is no id.
        """
        if name is None or name in library().names():
            return None
        path = self.path(name)
        return digest_on_disk(path) if is_file(path) else None

    def edited(self, name: str | None, text: str) -> Source:
        """A text that stands for a file.

        Raises NoSuchGame for a name that is no id.
        """
        path = self.folder / UNTITLED if name is None else self.path(name)
        return Source(str(path), text)


def is_file(path: Path) -> bool:
    """Whether there is a file of a name, which may be one that no file can have."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def vocabulary() -> dict[str, list[str]]:
    """The headings, the statements, the other keywords and the built-in names, for the colours."""
    return {
        "headings": sorted(HEADINGS),
        "verbs": sorted(VERBS),
        "keywords": sorted({*KEYWORDS} - {*VERBS}),
        "builtins": sorted({*BUILTINS, *DIRECTION_NAMES} - {*KEYWORDS}),
    }
