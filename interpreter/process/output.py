"""The one way to the terminal, and to pipes.

`guarded` lets every text that the program writes pass through `printable`, whoever writes it and
wherever it came from, so that none has to remember.  What the program itself means to steer the
terminal with goes around that, and there is little of it: `steer`, and the styles of `console`.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TextIO, cast

from gdl.source.printable import printable

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderResult


class OutputLost(Exception):
    """What was to be shown cannot be written: the disk is full, or nobody reads any more.

    It is no OSError, so that nobody takes it for what is wrong with a file of their own.  Whoever
    has something to keep does that and raises it again; `cli` decides what else it means.
    """

    def __init__(self, error: OSError):
        super().__init__(error.strerror or str(error))
        self.is_unread = isinstance(error, BrokenPipeError)


@contextmanager
def told() -> Iterator[None]:
    """Tell errors of the output from those of other files.

    Raises OutputLost.
    """
    try:
        yield
    except OSError as error:
        raise OutputLost(error) from error


def settle() -> None:
    """Leave nothing to be written when the program has ended, where it could only fail again."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            silence(stream)


def silence(stream: TextIO) -> None:
    """Send what is still to be written nowhere: it cannot go where it should."""
    with suppress(OSError, ValueError), open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())


class Told(io.TextIOBase):
    """A stream that tells its own errors from those of other files.

    It has no `buffer`, by which some libraries would write past it.
    """

    def __init__(self, stream: TextIO):
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text as it is."""
        with told():
            self.stream.write(text)
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:  # type: ignore[override]
        """Write texts."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Send on what was written."""
        with told():
            self.stream.flush()

    def writable(self) -> bool:
        """It is there to be written to."""
        return True

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self.stream.isatty()

    def fileno(self) -> int:
        """The number of its file."""
        return self.stream.fileno()

    def reconfigure(self, **settings: Any) -> None:
        """Change how the stream encodes, where it can be changed."""
        if isinstance(self.stream, io.TextIOWrapper):
            self.stream.reconfigure(**settings)

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the stream."""
        return self.stream.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        """What it does with what it cannot encode."""
        return self.stream.errors


class Guarded(Told):
    """A stream whose texts are made safe to show."""

    def write(self, text: str) -> int:
        """Write a text, made safe."""
        super().write(printable(text))
        return len(text)


@contextmanager
def guarded() -> Iterator[None]:
    """Guard stdout and stderr while this lasts."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (guard(stream) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        settle()


def guard(stream: TextIO | None) -> TextIO:
    """A stream, guarded; where the caller has closed it, what is written goes nowhere.

    What its encoding has not is shown as an escape.
    """
    if isinstance(stream, Guarded):
        return cast(TextIO, stream)
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    return cast(TextIO, Guarded(stream or open(os.devnull, "w")))


def unguarded(stream: TextIO) -> TextIO:
    """The stream behind a guarded one, for those that make safe themselves what they write."""
    return cast(TextIO, Told(stream.stream)) if isinstance(stream, Guarded) else stream


def steer(stream: TextIO, codes: str, text: str = "") -> None:
    """Send codes of our own that steer a terminal, and a text after them."""
    unguarded(stream).write(codes + printable(text))
    stream.flush()


# ---- rich --------------------------------------------------------------------------------------


class Shown:
    """Something that rich draws, with its texts made safe and its styles left alone."""

    def __init__(self, inner: ConsoleRenderable):
        self.inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.segment import Segment

        for text, style, control in console.render(self.inner, options):
            yield Segment(text if control else printable(text), style, control)


class Safely:
    """What a console does with all that it is given to draw."""

    def process_renderables(self, parts: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        """The same, made safe."""
        return [Shown(part) for part in parts]


SIZES = ("COLUMNS", "LINES")
SIZE = re.compile(r"0{0,9}[1-9][0-9]{0,4}")  # rich takes digits that are no numbers


def console(stream: TextIO, **settings: Any) -> Console:
    """A console of rich: texts are taken as they are, without mark-up, and made safe."""
    from rich.console import Console

    made = Console(
        file=unguarded(stream), highlight=False, markup=False, emoji=False,
        _environ={k: v for k, v in os.environ.items() if k not in SIZES or SIZE.fullmatch(v)},
        **settings,
    )  # fmt: skip
    made.push_render_hook(Safely())  # type: ignore[arg-type]
    return made
