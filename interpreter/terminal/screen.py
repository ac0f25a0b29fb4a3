"""Input and output on the terminal, or in pipes.

On terminals, rich adds colours and prompt_toolkit completion.  All texts go through `printable`, so
that no text from a file can control the terminal.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from gdl.source.printable import printable
from gdl.source.wording import names_as_words
from interpreter.drawing.text.canvas import Run, in_ascii
from interpreter.matches.match import complete
from interpreter.process.output import OutputLost, console, steer, unguarded

if TYPE_CHECKING:
    from rich.console import Console

LONGEST = 10_000  # characters of an input line; more are dropped
HIDE = "\x1b[2J\x1b[3J\x1b[H"  # clears the screen and the scrollback


class Screen:
    """The terminal, or the pipes, that a match is shown on and read from.

    `ask` raises EOFError at the end of the input and KeyboardInterrupt on Ctrl-C.
    """

    def __init__(self) -> None:
        if sys.stdin is None:  # the caller has closed it
            sys.stdin = open(os.devnull)  # noqa: SIM115
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self.ascii_only = "utf" not in (sys.stdout.encoding or "").lower()
        self.line = 0  # number of the last input line, if no editor reads them
        self.wrong = 0  # number of errors so far
        self._sessions: dict[object, Any] = {}
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            lenient(stream)
        self._out = console(sys.stdout, soft_wrap=True)
        self._err = console(sys.stderr, soft_wrap=True)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the terminal."""
        columns, rows = shutil.get_terminal_size((80, 24))
        return max(columns, 20), max(rows, 10)

    # ---- writing ----

    def say(self, *lines: str, style: str = "") -> None:
        """Write lines as they are: code, and what may name files."""
        for line in lines:
            self._write(self._out, [(line, style)])

    def tell(self, *lines: str, style: str = "") -> None:
        """Write lines about the match, with names as people read them."""
        self.runs([(line, style)] for line in lines)

    def runs(self, rows: Iterable[list[Run]]) -> None:
        """Write rows of styled texts, with names as people read them."""
        for row in rows:
            self._write(self._out, [(names_as_words(text), style) for text, style in row])

    def error(self, message: str) -> None:
        """Write an error to stderr; if the input is a pipe, with the number of its line."""
        self.wrong += 1
        self._turn_to_errors()
        place = f"input line {self.line}: " if self.line and not self.is_terminal else ""
        self._write(self._err, [(f"{place}{message}", "red")])

    def note(self, *lines: str) -> None:
        """Write lines to stderr that are not errors in the input."""
        self._turn_to_errors()
        for line in lines:
            self._write(self._err, [(line, "")])

    def hide(self) -> None:
        """Clear the terminal and its scrollback; in a pipe, do nothing."""
        if self.is_terminal:
            steer(sys.stdout, HIDE)

    def _turn_to_errors(self) -> None:
        """Flush stdout before stderr is used, which may still work if stdout does not."""
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
        """Read a line; Tab completes it from `words`, and each `who` has its own history."""
        if self.is_terminal and os.environ.get("TERM") != "dumb":
            return str(self._session(who, words).prompt(printable(names_as_words(prompt)))).strip()
        sys.stdout.write(names_as_words(prompt))
        sys.stdout.flush()
        text = self._read_line()
        if not sys.stdin.isatty():
            self.say(text)
        return text

    def wait(self, prompt: str) -> None:
        """Show a prompt and, on a terminal, wait for Enter."""
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
        """The line editor of a person, with a history that no other person sees."""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory
        from prompt_toolkit.output import create_output

        if who not in self._sessions:
            self._sessions[who] = PromptSession(
                history=InMemoryHistory(), complete_while_typing=False, enable_suspend=True,
                output=create_output(unguarded(sys.stdout)), key_bindings=without_mouse(),
            )  # fmt: skip
        session = self._sessions[who]
        session.completer = completer(words)
        return session


def without_mouse() -> Any:
    """Key bindings that ignore the mouse: prompt_toolkit 3.0.53 takes a colour in pasted text for
    it, and fails.
    """
    from prompt_toolkit.key_binding import KeyBindings
    from prompt_toolkit.keys import Keys

    bindings = KeyBindings()
    bindings.add(Keys.Vt100MouseEvent)(lambda event: None)
    return bindings


def completer(words: Callable[[], list[str]]) -> Any:
    """A completer of prompt_toolkit that offers these words."""
    from prompt_toolkit.completion import Completer, Completion

    class Words(Completer):
        def get_completions(self, document: Any, complete_event: Any) -> Any:
            typed = document.text_before_cursor.lstrip()
            for text in complete(typed, words()):
                yield Completion(text, start_position=-len(typed), display=printable(text))

    return Words()


def lenient(stream: Any) -> None:
    """Replace characters that do not fit the stream's encoding in place of raising an error."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")
