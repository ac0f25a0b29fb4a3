"""Displays of the progress of a command.

A study shows a bar on a terminal, and prints a line now and then to a pipe.  Other long commands
keep overwriting one line on a terminal and print nothing to a pipe.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

import click

from interpreter.process.output import console, steer

if TYPE_CHECKING:
    from rich.progress import Progress

FIRST_LINE = 10.0  # seconds before a pipe gets a line; short studies need none
EACH_LINE = 60.0  # seconds between lines, unless the games double earlier
NEARLY = 1.5  # times the least that the most may be, where a duration is told as one
EVERY_SECONDS = 0.2  # seconds between updates of a line on a terminal

Left = tuple[float, float] | None
"""Between how many seconds a study still takes; None where that is not known."""


class Lines:
    """Writes a line after ten seconds, then when the games have doubled or a minute has passed.

    Lines are at least ten seconds apart.  `clock` returns seconds, `write` takes each line.
    """

    def __init__(self, write: Callable[[str], object], clock: Callable[[], float] = monotonic):
        self.write, self.clock = write, clock
        self.begun = clock()
        self.told: tuple[float, int] | None = None  # the time of the last line, and its games

    def show(self, done: int, total: int, seconds_left: Left) -> None:
        """Show that `done` games have been played of the `total` known to be needed."""
        after = self.clock() - self.begun
        if self.is_due(after, done):
            self.told = after, done
            left = left_text(done, total, seconds_left)
            shown = f"{progress_text(done, total)} after {lasting(after)}"
            self.write("; ".join(filter(None, (shown, left))))

    def is_due(self, after: float, done: int) -> bool:
        """Whether it is time for the next line."""
        if self.told is None:
            return after >= FIRST_LINE
        before, had = self.told
        is_doubled = done >= 2 * max(had, 1) and after - before >= FIRST_LINE
        return is_doubled or after - before >= EACH_LINE


class Bar:
    """Shows the progress of a study on standard error."""

    def __init__(self) -> None:
        out = console(sys.stderr)
        self.lines = Lines(lambda text: click.echo(text, err=True))
        self.bar: Progress | None = None
        if out.is_terminal:
            from rich.progress import BarColumn, Progress, TextColumn

            columns = (TextColumn("{task.description}"), BarColumn(),
                       TextColumn("{task.fields[left]}"))  # fmt: skip
            self.bar = Progress(*columns, console=out, transient=True)
            self.task = self.bar.add_task("games", left="", total=None)

    def __enter__(self) -> Bar:
        if self.bar:
            self.bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self.bar:
            self.bar.stop()

    def say(self, text: str) -> None:
        """Write a line of its own, above the bar where there is one."""
        if self.bar is None:
            click.echo(text, err=True)
        else:
            self.bar.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def show(self, done: int, total: int, seconds_left: Left) -> None:
        """Show that `done` games have been played of the `total` known to be needed."""
        if self.bar is None:
            self.lines.show(done, total, seconds_left)
            return
        text, left = progress_text(done, total), left_text(done, total, seconds_left)
        self.bar.update(self.task, completed=done, total=total, left=left, description=text)


def progress_text(done: int, total: int) -> str:
    """The progress of a study in words."""
    return f"{done:,} of {total:,} games"


def left_text(done: int, total: int, seconds_left: Left) -> str:
    """How long a study goes on, in words; before games of each kind have ended nobody can tell."""
    if done >= total:
        return ""
    if seconds_left is not None:
        return f"{between(*seconds_left)} left"
    return "not known yet how long it takes" if done else "building and playing the first"


def between(low: float, high: float) -> str:
    """A duration that is known so well, in words: one where that is as good as both."""
    if high <= NEARLY * low or lasting(low) == lasting(high):
        return f"about {lasting((low + high) / 2)}"
    (least, unit), most = lasting(low).split(), lasting(high)
    return f"{least} to {most}" if most.endswith(f" {unit}") else f"{least} {unit} to {most}"


def lasting(seconds: float) -> str:
    """A duration in words, such as 3 min."""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    if seconds < 3600:
        return f"{round(seconds / 60)} min"
    return f"{seconds / 3600:.1f} h"


class ProgressLine:
    """A context manager that shows progress on a terminal, a few times a second."""

    def __init__(self) -> None:
        self.is_shown = sys.stderr.isatty()
        self.last = 0.0

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *error: object) -> None:
        if self.last:
            self.write("")

    def tell(self, text: str) -> None:
        """Replace the text, unless that was done a moment ago."""
        now = monotonic()
        if self.is_shown and now - self.last > EVERY_SECONDS:
            self.last = now
            self.write(text)

    def write(self, text: str) -> None:
        """Overwrite the line."""
        steer(sys.stderr, "\r\x1b[K", text)
