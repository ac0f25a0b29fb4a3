"""All output to terminals and pipes.

`guarded` passes every text that the program writes through `printable`, whatever its origin, so
that no caller has to remember to.  Only the program's own control codes bypass it (`steer`, and the
styles of `console`), and what is meant for another program (`pass_on`).
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
    """Output cannot be written: the disk is full, or the reader has closed the pipe.

    It is not an OSError, so that no caller mistakes it for a failure of its own files.  A caller
    with something to save does so and raises it again; `cli` decides how to report it.
    """

    def __init__(self, error: OSError):
        super().__init__(error.strerror or str(error))
        self.is_unread = isinstance(error, BrokenPipeError)


@contextmanager
def told() -> Iterator[None]:
    """Turn an OSError of the block into OutputLost.

    That tells failures of the output from those of other files.
    """
    try:
        yield
    except OSError as error:
        raise OutputLost(error) from error


def settle() -> None:
    """Flush the output, and discard what cannot be written: it would fail again at exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            silence(stream)


def silence(stream: TextIO) -> None:
    """Redirect a stream that cannot be written to the null device."""
    with suppress(OSError, ValueError), open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())


class Told(io.TextIOBase):
    """A stream whose own errors are raised as OutputLost.

    It has no `buffer`, through which some libraries would bypass it.
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
        """Flush the stream behind."""
        with told():
            self.stream.flush()

    def writable(self) -> bool:
        """Always true."""
        return True

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self.stream.isatty()

    def fileno(self) -> int:
        """Its file descriptor."""
        return self.stream.fileno()

    def reconfigure(self, **settings: Any) -> None:
        """Change the encoding of the stream, if it has one."""
        if isinstance(self.stream, io.TextIOWrapper):
            self.stream.reconfigure(**settings)

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the stream."""
        return self.stream.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        """How it treats characters that it cannot encode."""
        return self.stream.errors


class Guarded(Told):
    """A stream whose texts are made safe to show."""

    def write(self, text: str) -> int:
        """Write a text, made safe to show."""
        super().write(printable(text))
        return len(text)


@contextmanager
def guarded() -> Iterator[None]:
    """Guard stdout and stderr within the block."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (guard(stream) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        settle()


def guard(stream: TextIO | None) -> TextIO:
    """A stream, guarded; for None, a stream that is closed, one that discards what is written.

    Characters that its encoding lacks are shown as escapes.
    """
    if isinstance(stream, Guarded):
        return cast(TextIO, stream)
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    return cast(TextIO, Guarded(stream or open(os.devnull, "w")))


def unguarded(stream: TextIO) -> TextIO:
    """The stream behind a guarded one, for callers that make their own output safe."""
    return cast(TextIO, Told(stream.stream)) if isinstance(stream, Guarded) else stream


def steer(stream: TextIO, codes: str, text: str = "") -> None:
    """Send our own control codes to a terminal, and then a text."""
    unguarded(stream).write(codes + printable(text))
    stream.flush()


def pass_on(stream: TextIO, text: str) -> None:
    """Write a text for another program: exactly as it is, in UTF-8; to a terminal, made safe."""
    behind = stream.stream if isinstance(stream, Guarded) else stream
    if behind.isatty():
        stream.write(printable(text))
        return
    if isinstance(behind, io.TextIOWrapper):
        behind.reconfigure(encoding="utf-8", newline="\n")
    with told():
        behind.write(text)


# ---- rich --------------------------------------------------------------------------------------


class Shown:
    """A rich renderable whose texts are made safe and whose styles are left alone."""

    def __init__(self, inner: ConsoleRenderable):
        self.inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.segment import Segment

        for text, style, control in console.render(self.inner, options):
            yield Segment(text if control else printable(text), style, control)


class Safely:
    """A rich hook that makes everything safe that a console draws."""

    def process_renderables(self, parts: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        """The renderables, made safe."""
        return [Shown(part) for part in parts]


SIZES = ("COLUMNS", "LINES")
SIZE = re.compile(r"0{0,9}[1-9][0-9]{0,4}")  # rich fails on digits such as superscripts


def console(stream: TextIO, **settings: Any) -> Console:
    """A rich console that makes texts safe and interprets no mark-up in them."""
    from rich.console import Console

    made = Console(
        file=unguarded(stream), highlight=False, markup=False, emoji=False,
        _environ={k: v for k, v in os.environ.items() if k not in SIZES or SIZE.fullmatch(v)},
        **settings,
    )  # fmt: skip
    made.push_render_hook(Safely())  # type: ignore[arg-type]
    return made
