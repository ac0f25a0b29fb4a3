"""The folder that is served: which rule files there are, and writing one, nowhere else."""

from __future__ import annotations

import re
from pathlib import Path

from gdl.source.files import read_bounded
from gdl.source.library import SUFFIXES
from gdl.source.limits import MAX_BYTES
from gdl.source.wording import clip
from interpreter.process.files import (
    MAX_NAME,
    ChangedMeanwhile,
    digest_of_text,
    digest_on_disk,
    inside,
    write_file,
)
from interpreter.process.locking import alone_in

MAX_FILES = 200  # that are listed
MAX_DEPTH = 4  # folders below the one that is served
MAX_SEEN = 20_000  # files and folders that are looked at
HEAD = 65_536  # bytes in which a rule file says that it is one
QUOTED = r"""(?:"([^"\\\n]+)"|'([^'\n]+)'|([^"'\s#>|&*!][^\n]*?))"""
TITLE = re.compile(rf"^game:[ \t]+{QUOTED}[ \t]*(?:[ \t]#.*)?\r?$", re.MULTILINE)
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,99}\.ya?ml")  # of a new file
LONGEST = 255  # letters of a folder
SKIPPED = ("node_modules", "__pycache__")


class NoGame(Exception):
    """A game or file that cannot be had; `status` is that of HTTP."""

    def __init__(self, message: str, status: int = 404, code: str = "no-such-game"):
        super().__init__(message)
        self.message, self.status, self.code = message, status, code


class InTheWay(NoGame):
    """There is another file of the name; `digest` tells which, for whoever replaces it."""

    def __init__(self, message: str, code: str, digest: str | None):
        super().__init__(message, 409, code)
        self.digest = digest


class Folder:
    """A folder with rule files; None has none."""

    def __init__(self, root: Path | None):
        self.root = None if root is None else root.resolve()

    def files(self) -> list[str]:
        """The rule files, as ids such as `./more/my-game.yaml`."""
        found: list[str] = []
        todo, seen = [(self.root, 0)] if self.root else [], 0
        while todo and len(found) < MAX_FILES and seen < MAX_SEEN:
            folder, depth = todo.pop(0)
            try:
                entries = sorted(folder.iterdir())
            except OSError:
                continue  # what may not be read has no games for us
            seen += len(entries)
            for path in entries:
                if is_skipped(path.name) or path.is_symlink():
                    continue
                if path.is_dir() and depth < MAX_DEPTH:
                    todo.append((path, depth + 1))
                elif path.suffix in SUFFIXES and is_rules(path):
                    found.append("./" + path.relative_to(self.root or folder).as_posix())
        return found[:MAX_FILES]

    def path(self, id: str) -> Path:
        """The rule file of an id.  Raises NoGame."""
        path = inside(self.root, id[2:]) if self.root and id.startswith("./") else None
        if path is None or not is_rule_file(path):
            raise NoGame(f"there is no game `{clip(id.removeprefix('./'))}`")
        return path

    def save(
        self, name: str, text: str, overwrite: bool, known: str | None = None,
        asked: float | None = None,
    ) -> tuple[str, str]:  # fmt: skip
        """Write a rule file into the folder or one below; return its id and the digest of it.

        No hidden file is written, and no link.  A file that is there is replaced only with
        `overwrite` and, where `known` is a digest, if it still has that one.  Others who write in
        the folder are waited for, from when this was `asked` for.  Raises NoGame, and InTheWay for
        a file that is not replaced.
        """
        plain = name.removeprefix("./")
        path = self.place(plain)
        data = text.encode("utf-8", "replace")
        if len(data) > MAX_BYTES:
            raise NoGame(f"a rule file has at most {MAX_BYTES:,} bytes", 413, "too-large")
        try:
            if path.exists() and not overwrite:
                raise FileExistsError
            with alone_in(path.parent, asked):
                write_file(path, data.decode("utf-8"), known, is_new=not overwrite)
        except FileExistsError:
            there = digest_on_disk(path)
            since = "" if known in (None, there) else ", and it has changed since it was read here"
            message = f"there is a file `{plain}` already{since}"
            raise InTheWay(message, "exists", there) from None
        except ChangedMeanwhile:
            message = f"`{plain}` was changed on disk since it was read here"
            raise InTheWay(message, "changed", digest_on_disk(path)) from None
        except OSError as error:
            message = f"`{plain}` cannot be written: {error.strerror or error}"
            raise NoGame(message, 403, "not-written") from error
        return f"./{plain}", digest_of_text(data.decode("utf-8"))

    def place(self, name: str) -> Path:
        """Where a rule file is written: over one that is there, or in a folder that is.

        Raises NoGame.
        """
        if self.root is None:
            raise NoGame("this server has no folder for rule files", 403, "no-folder")
        *folders, last = name.split("/")
        path = inside(self.root, name)
        is_known = path is not None and is_rule_file(path)
        if fault := fault_of(folders, last, is_known):
            raise NoGame(fault, 400, "bad-name")
        if path is None or path != self.root / name or (path.exists() and not is_known):
            raise NoGame(f"`{clip(name)}` is no ordinary file", 403, "bad-name")
        if not path.parent.is_dir():
            message = f"the folder that is served has no folder `{clip('/'.join(folders))}`"
            raise NoGame(message, 400, "bad-name")
        return path


def fault_of(folders: list[str], last: str, is_known: bool) -> str | None:
    """Why a file of some name in some folders is not written, if its name says so; `is_known` says
    whether it is there.
    """
    if len("/".join((*folders, last))) > MAX_NAME or any(len(f) > LONGEST for f in folders):
        return "the name is too long"
    for folder in folders:
        if folder in ("", ".", ".."):
            return "a file is named by its folders alone, as in `more/mine.yaml`"
        if is_skipped(folder):
            return f"no rule files are kept in a folder called `{clip(folder)}`"
    if is_skipped(last) or not (is_known or NAME.fullmatch(last)):
        start = "a file is called like `my-game.yaml`: a letter or digit, then letters, digits,"
        return f"{start} `-`, `_` and `.`, and `.yaml` at the end"
    if len(folders) > MAX_DEPTH and not is_known:
        return f"rule files are kept at most {MAX_DEPTH} folders down"
    return None


def is_skipped(name: str) -> bool:
    """Whether a file or folder of a name is passed over."""
    return name.startswith((".", "_")) or name in SKIPPED


def is_rule_file(path: Path) -> bool:
    """Whether there is a file that can be one of rules, whatever it is called."""
    return path.suffix in SUFFIXES and path.is_file()


def is_rules(path: Path) -> bool:
    """Whether a file looks like rules."""
    try:
        head = read_bounded(path, HEAD)
    except OSError:
        return False
    return any(line.startswith((b"game:", b"extends:")) for line in head.splitlines())


def title_in(path: Path) -> str | None:
    """The name of the game in a file that may be wrong elsewhere; None where it says none."""
    try:
        head = read_bounded(path, HEAD).decode("utf-8", "replace")
    except OSError:
        return None
    found = TITLE.search(head)
    return clip(next(filter(None, found.groups()))) if found else None
