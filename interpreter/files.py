"""Writing files so that a crash, a full disk or Ctrl-C never leaves half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_file(path: Path, text: str) -> None:
    """Write a text to a new name in the same folder and rename it.

    Raises OSError; the old file is then as it was.
    """
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
