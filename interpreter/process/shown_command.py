"""Commands that a person is told to paste into a shell."""

from __future__ import annotations

import os
import shlex


def shown_command(*words: object) -> str:
    """A command whose words a shell takes as they are, whatever they hold.

    What a person has named goes through `shown_path` first.
    """
    return shlex.join(map(str, words))


def shown_path(path: object) -> str:
    """A path that no command takes for an option."""
    text = str(path)
    return os.path.join(os.curdir, text) if text.startswith("-") else text
