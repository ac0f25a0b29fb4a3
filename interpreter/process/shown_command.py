"""Commands that people are told to paste into a shell."""

from __future__ import annotations

import os
import shlex


def shown_command(*words: object) -> str:
    """A command with its words quoted for a shell.

    Names that a person has given go through `shown_path` first.
    """
    return shlex.join(map(str, words))


def shown_path(path: object) -> str:
    """A path written so that no command mistakes it for an option."""
    text = str(path)
    return os.path.join(os.curdir, text) if text.startswith("-") else text
