"""Reading from and writing to the terminal, or to pipes.

rich makes the colours, prompt_toolkit the completion, and only on terminals.  All texts go through
`printable`, so that none from a file steers the terminal.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from gdl.source.printable import printable
from interpreter.drawing.canvas import Run, in_ascii
from interpreter.process.output import OutputLost, console, steer, unguarded
from interpreter.terminal.match import complete

if TYPE_CHECKING:
    from rich.console import Console

LONGEST = 10_000  # characters of a line that is read
HIDE = "\x1b[2J\x1b[3J\x1b[H"  # clears the screen and what was scrolled away


class Screen:
    """Where the match is shown and lines are read.

    `ask` raises EOFError at the end of the input and KeyboardInterrupt on Ctrl-C.
    """

    def __init__(self) -> None:
        if sys.stdin is None:  # the caller has closed it
            sys.stdin = open(os.devnull)  # noqa: SIM115
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self.ascii_only = "utf" not in (sys.stdout.encoding or "").lower()
        self.line = 0  # of the input, where it is no terminal
        self.wrong = 0  # how many errors there were
        self._sessions: dict[object, Any] = {}
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            lenient(stream)
        self._out = console(sys.stdout, soft_wrap=True)
        self._err = console(sys.stderr, soft_wrap=True)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        columns, rows = shutil.get_terminal_size((80, 24))
        return max(columns, 20), max(rows, 10)

    # ---- writing ----

    def say(self, *lines: str, style: str = "") -> None:
        """Write lines."""
        for line in lines:
            self._write(self._out, [(line, style)])

    def runs(self, rows: Iterable[list[Run]]) -> None:
        """Write rows of styled texts."""
        for row in rows:
            self._write(self._out, row)

    def error(self, message: str) -> None:
        """Say on stderr what is wrong, in a pipe with the line of the input."""
        self.wrong += 1
        self._turn_to_errors()
        place = f"input line {self.line}: " if self.line and not self.is_terminal else ""
        self._write(self._err, [(f"{place}{message}", "red")])

    def note(self, *lines: str) -> None:
        """Say on stderr what is no error of the input."""
        self._turn_to_errors()
        for line in lines:
            self._write(self._err, [(line, "")])

    def hide(self) -> None:
        """Take everything from the screen, where there is one."""
        if self.is_terminal:
            steer(sys.stdout, HIDE)

    def _turn_to_errors(self) -> None:
        """Show what was said before; where that cannot be shown, stderr still can be."""
        with suppress(OutputLost):
            sys.stdout.flush()

    def _write(self, to: Console, row: list[Run]) -> None:
        from rich.text import Text

        text = Text(end="")
        for part, style in row:
            shown = printable(part)
            text.append(in_ascii(shown) if self.ascii_only else shown, style or None)
        text.rstrip()
        to.print(text, soft_wrap=True)

    # ---- reading ----

    def ask(self, prompt: str, who: object = None, words: Callable[[], list[str]] = list) -> str:
        """A line; Tab completes it by the words, and each `who` has a history of its own."""
        if self.is_terminal and os.environ.get("TERM") != "dumb":
            return str(self._session(who, words).prompt(printable(prompt))).strip()
        sys.stdout.write(prompt)
        sys.stdout.flush()
        text = self._read_line()
        if not sys.stdin.isatty():
            self.say(text)
        return text

    def wait(self, prompt: str) -> None:
        """Wait for Enter, where somebody can press it."""
        self.say(prompt, style="bold")
        if self.is_terminal:
            self._read_line()

    def _read_line(self) -> str:
        text = sys.stdin.readline(LONGEST)
        if not text:
            self.say("")
            raise EOFError
        self.line += 1
        rest = text
        while rest and not rest.endswith("\n"):
            rest = sys.stdin.readline(LONGEST)
        return text.strip()

    def _session(self, who: object, words: Callable[[], list[str]]) -> Any:
        """The editor of a person: what one types is not in the history of another."""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory
        from prompt_toolkit.output import create_output

        if who not in self._sessions:
            self._sessions[who] = PromptSession(
                history=InMemoryHistory(), complete_while_typing=False, enable_suspend=True,
                output=create_output(unguarded(sys.stdout)),
            )  # fmt: skip
        session = self._sessions[who]
        session.completer = completer(words)
        return session


def completer(words: Callable[[], list[str]]) -> Any:
    """What completes a line by words, for prompt_toolkit."""
    from prompt_toolkit.completion import Completer, Completion

    class Words(Completer):
        def get_completions(self, document: Any, complete_event: Any) -> Any:
            typed = document.text_before_cursor.lstrip()
            for text in complete(typed, words()):
                yield Completion(text, start_position=-len(typed), display=printable(text))

    return Words()


def lenient(stream: Any) -> None:
    """Read and write what does not fit the encoding as a question mark, not as an error."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")
