"""The files of a match: saving, loading, and rescuing an unsaved match."""

from __future__ import annotations

import os
import tempfile
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.source.diagnostics import GdlError
from gdl.source.user_cache import home
from gdl.source.wording import clip
from interpreter.api.record import Record, RecordError, load, save, write
from interpreter.api.replay import Replay, game_of, replay
from interpreter.matches.match import Match, Refused, resume
from interpreter.process.files import write_file

if TYPE_CHECKING:
    from collections.abc import Sequence


class Keeper:
    """Knows which files belong to this session, and whether the match is saved as it stands."""

    def __init__(self) -> None:
        self.own: set[Path] = set()
        self.kept: Record | None = None

    def is_kept(self, match: Match) -> bool:
        """Whether the match can be left without losing anything."""
        return not match.has_work or self.kept == match.record()

    def save(self, path: Path, match: Match, replace: bool = False) -> None:
        """Write the record.

        Raises Refused if the file holds something else, or cannot be written.
        """
        try:
            place = Path(os.path.realpath(path))
            if not replace and place not in self.own and is_taken(place):
                raise Refused(f"{path} is there already; choose another name, or `save! {path}`")
            save(path, match.record())
        except (OSError, ValueError) as error:
            if isinstance(error, Refused):
                raise
            raise Refused(f"{path} cannot be written: {why(error)}; try another place") from error
        self.own.add(place)
        self.kept = match.record()

    def rescue(self, match: Match) -> Path | None:
        """Write the record, however large, to a new file and return its path; None if no folder
        can be written to.
        """
        name = f"{match.game.name}-{datetime.now():%Y%m%d-%H%M%S}"
        for haven in HAVENS:
            try:
                folder = haven()
                folder.mkdir(parents=True, exist_ok=True)
                path = unused(folder, name)
                write_file(path, write(match.record()))
            except OSError:
                continue
            self.kept = match.record()
            return path
        return None


def state_folder() -> Path:
    """The folder for application state (XDG).

    Raises OSError if there is no home folder.
    """
    state = os.environ.get("XDG_STATE_HOME")
    if state and os.path.isabs(state):
        return Path(state) / "boardwright"
    return home() / ".local/state/boardwright"


HAVENS = (state_folder, Path.cwd, lambda: Path(tempfile.gettempdir()))
"""The folders for a match that was not saved; OSError is raised where there is none."""


def unused(folder: Path, name: str) -> Path:
    """A path that does not exist yet."""
    path, number = folder / f"{name}.txt", 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.txt"
    return path


def is_taken(path: Path) -> bool:
    """Whether there is a regular file that is not empty."""
    return path.is_file() and path.stat().st_size > 0


def why(error: Exception) -> str:
    """The reason that the system gives for an error."""
    return str(getattr(error, "strerror", None) or error)


def open_record(path: Path, own: Path | None = None) -> Replay:
    """The record of a file, played through; `own` is a rule file that the user has named.

    Raises Refused, with the place, if the file is no record or its game cannot be played.
    """
    try:
        record = load(path)
        return replay(record, game_of(record, path.parent, own))
    except RecordError as error:
        place = f"{path}:{error.line}: " if error.line else ""
        raise Refused(f"{place}{error.message}") from error
    except GdlError as error:
        said = [f"{d.message}{f'; {d.hint}' if d.hint else ''}" for d in error.diagnostics]
        text = "; ".join(said) or str(error.args[0])
        raise Refused(f"{path}: the game of this record cannot be played: {text}") from error


def findings(replayed: Replay, path: Path) -> list[str]:
    """The errors of a record, a sentence each, with the place."""
    said = []
    stop, record = replayed.stop, replayed.record
    text = "" if stop is None else clip(stop.text)
    if replayed.rules_changed:
        said.append(f"{path}: the rules have changed since this record was made")
    if stop is not None:
        place = f"{path}:{stop.line}: " if stop.line else f"{path}: "
        rule = f" ({stop.span})" if stop.span else ""
        if stop.cut:
            said.append(f"{place}the record is cut off here, in `{text}`")
        elif stop.number > len(record.moves):
            said.append(f"{place}`{text}`: {stop.reason}")
        else:
            what = f"turn {stop.turn}, move {stop.number}, `{text}`"
            said.append(f"{place}{what} is not legal: {stop.reason}{rule}")
    elif record.cut:
        said.append(f"{path}: the record is cut off after move {len(record.moves)}")
    return said


def resumed(path: Path, replayed: Replay, seats: Sequence[str], seed: int) -> Match:
    """The match of a record.

    Raises Refused, with the file, if a seat cannot be filled.
    """
    try:
        return resume(replayed, seats, seed)
    except Refused as error:
        raise Refused(f"{path}: {error}") from error
