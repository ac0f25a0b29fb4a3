"""What goes wrong with the file of a study, as messages."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from interpreter.study.plan.study import StudyError
from interpreter.study.store.contents import Damaged

OLD = (
    "was made by another version of this program, which measured games differently; "
    "choose another `--out`, or delete the file to play again"
)


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn what goes wrong with a file, or is wrong in it, into a StudyError."""
    try:
        yield
    except sqlite3.Error as error:
        raise StudyError(f"{path}: {reason(error)}") from error
    except Damaged as error:
        raise StudyError(f"{path}: {damaged(str(error))}") from error


def reason(error: sqlite3.Error) -> str:
    """What is wrong with a file, and what to do."""
    text = str(error)
    if "locked" in text:
        return "another program works on this study; wait for it, or choose another `--out`"
    if "full" in text or "I/O" in text:
        return f"{text}; the games so far are kept; make room and give the same command again"
    if "readonly" in text or "unable to open" in text:
        return f"the file cannot be written ({text}); choose another `--out`"
    return damaged(text)


def damaged(what: str) -> str:
    """What to do with a file that cannot be used."""
    return f"this is no study, or a damaged study ({what}); move it away, or choose another `--out`"
