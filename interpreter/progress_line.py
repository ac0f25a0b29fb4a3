"""A line on a terminal that says how far a command is."""

from __future__ import annotations

import sys
import time

from interpreter.output import steer

EVERY_SECONDS = 0.2


class ProgressLine:
    """Shows how far it is, a few times in a second and only on a terminal; use it as a context."""

    def __init__(self) -> None:
        self.is_shown = sys.stderr.isatty()
        self.last = 0.0

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *error: object) -> None:
        if self.last:
            self.write("")

    def tell(self, text: str) -> None:
        """Show a text instead of the one before."""
        now = time.monotonic()
        if self.is_shown and now - self.last > EVERY_SECONDS:
            self.last = now
            self.write(text)

    def write(self, text: str) -> None:
        """Write over the line."""
        steer(sys.stderr, "\r\x1b[K", text)
