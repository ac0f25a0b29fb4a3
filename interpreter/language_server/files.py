"""Which file a document is, for an editor on this machine and for a page in a browser.

An editor names files by their paths.  A page sees only the folder that is served, as
`file:///rules/…`, and the bundled games, which cannot be changed, as `file:///bundled/…`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import quote, unquote, urlsplit

from pygls.uris import from_fs_path, to_fs_path

from gdl.source.library import SUFFIXES
from interpreter.api.library import library
from interpreter.process.files import inside

SERVED, BUNDLED = "rules", "bundled"
MAX_FILES = 200  # of a folder that are looked at


class Unreachable(Exception):
    """The address of a document names no file that may be edited."""


@dataclass(frozen=True)
class EditorFiles:
    """Any file of this machine, by its path."""

    def name(self, uri: str) -> str:
        """The name of a document as a source; one that is no file has its last words."""
        try:
            path = to_fs_path(uri) if uri.startswith("file:") else None
        except ValueError:
            path = None
        return (path or unquote(uri).rpartition(":")[2] or "untitled").replace("\0", "")

    def uri(self, name: str) -> str | None:
        """The address of a source."""
        uri: str | None = from_fs_path(str(Path(name).absolute()))
        return uri

    def may_change(self, name: str) -> bool:
        """Whether an edit may change this file: not a bundled one."""
        return not is_bundled(name)

    def beside(self, name: str) -> list[Path]:
        """The rule files in the folder of a file."""
        return rule_files(Path(name).parent)


@dataclass(frozen=True)
class ServedFiles:
    """The files of one folder and of those below it."""

    folder: Path

    def name(self, uri: str) -> str:
        """The path of a document.  Raises Unreachable for one outside the folder."""
        try:
            parts = urlsplit(uri)
        except ValueError as error:  # such as a bracket that is not closed
            raise Unreachable(uri) from error
        path = PurePosixPath(unquote(parts.path))
        if parts.scheme != "file" or parts.netloc:
            raise Unreachable(uri)
        root, *inner = path.parts[1:] or ("",)
        wrong = root != SERVED or not inner or ".." in inner or "//" in unquote(parts.path)
        if wrong or path.suffix not in SUFFIXES:
            raise Unreachable(uri)
        if inside(self.folder, "/".join(inner)) is None:
            raise Unreachable(uri)
        return str(self.folder / Path(*inner))

    def uri(self, name: str) -> str | None:
        """The address of a source, or None if a page may not know it."""
        if is_bundled(name):
            return f"file:///{BUNDLED}/{quote(Path(name).name)}"
        path, folder = Path(name).absolute(), self.folder.absolute()
        if not path.is_relative_to(folder):
            return None
        return f"file:///{SERVED}/{quote(path.relative_to(folder).as_posix())}"

    def may_change(self, name: str) -> bool:
        """Whether an edit may change this file: one of the folder."""
        return not is_bundled(name) and self.uri(name) is not None

    def beside(self, name: str) -> list[Path]:
        """The rule files in the folder of a file."""
        return rule_files(Path(name).parent) if self.may_change(name) else []


Files = EditorFiles | ServedFiles


def is_bundled(name: str) -> bool:
    """Whether a source is one of the bundled games."""
    try:
        return Path(name).resolve().parent == library().folder.resolve()
    except (OSError, RuntimeError, ValueError):
        return False


def rule_files(folder: Path) -> list[Path]:
    """The rule files of a folder, a limited number of them."""
    try:
        found = [p for p in folder.iterdir() if p.suffix in SUFFIXES and p.is_file()]
    except (OSError, ValueError):
        return []
    return sorted(found)[:MAX_FILES]
