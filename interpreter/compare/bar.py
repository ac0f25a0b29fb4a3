"""How far a study is, on a terminal."""

from __future__ import annotations

import sys

from rich.progress import BarColumn, Progress, TextColumn

from interpreter.output import console


class Bar:
    """Shows on a terminal how far a study is, and is quiet in a pipe."""

    def __init__(self) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[left]}"))
        out = console(sys.stderr)
        self.bar = Progress(*columns, console=out, disable=not out.is_terminal,
                            transient=True)  # fmt: skip
        self.task = self.bar.add_task("games", left="", total=None)

    def __enter__(self) -> Bar:
        self.bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.bar.stop()

    def show(self, done: int, total: int, seconds_left: float | None) -> None:
        """So many games of those that are known to be needed are there."""
        left = "" if seconds_left is None else f"about {lasting(seconds_left)} left"
        text = f"{done:,} of {total:,} games"
        self.bar.update(self.task, completed=done, total=total, left=left, description=text)


def lasting(seconds: float) -> str:
    """A time in words, such as 3 min."""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    if seconds < 3600:
        return f"{round(seconds / 60)} min"
    return f"{seconds / 3600:.1f} h"
