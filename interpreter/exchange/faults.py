"""What is wrong with a text of another program, and where."""

from __future__ import annotations

from gdl.source.printable import printable
from interpreter.process.arguments import text_of

LARGEST = 10_000_000
"""Characters of a text that is read."""

MAX_GAMES = 10_000
"""Games or positions of a text."""


class ExchangeError(ValueError):
    """A text that cannot be read, or a record that cannot be written: `line` and `column` (from 1;
    0 for the text as a whole) say where, `message` what is wrong and what would be right, with what
    it quotes of the text made visible.
    """

    def __init__(self, message: str, line: int = 0, column: int = 0):
        message = printable(message)
        super().__init__(f"line {line}, column {column}: {message}" if line else message)
        self.message = message
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[ExchangeError], tuple[str, int, int]]:
        return ExchangeError, (self.message, self.line, self.column)


def fault(text: str, offset: int, message: str) -> ExchangeError:
    """What is wrong at an offset of a text."""
    before = text[:offset]
    return ExchangeError(message, before.count("\n") + 1, offset - before.rfind("\n"))


def bounded(text: str) -> str:
    """A text that is not too long to be read, without a byte order mark, and with plain line ends.

    Raises TypeError for what is no text, and ExchangeError.
    """
    if len(text_of("text", text)) > LARGEST:
        raise ExchangeError(f"a text has at most {LARGEST:,} characters")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
