"""A phrase of elsewhere as a row of a table: where it is looked for, and what it may mean here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gdl.source.diagnostics import WRITE

P = r"(\w+(?:\[[^\]]*\])?)"  # a place in which something is stored
Meant = str | Callable[[re.Match[str]], str]  # what `expand` takes, or what makes it


@dataclass(frozen=True)
class Idiom:
    """A phrase of elsewhere: where it is looked for, its pattern, and what it may mean here."""

    starts: str  # separated by blanks; empty for every text
    pattern: str
    meant: tuple[Meant, ...]
    offer: str = WRITE

    def changed(self, value: str, start: str) -> Iterator[str]:
        """The texts with the phrase as it may be meant."""
        if self.starts and start not in self.starts.split():
            return
        for match in re.finditer(self.pattern, value):
            for meant in self.meant:
                right = match.expand(meant) if isinstance(meant, str) else meant(match)
                yield value[: match.start()] + right + value[match.end() :]


def row(starts: str, pattern: str, *meant: Meant, offer: str = WRITE) -> Idiom:
    """A row of a table."""
    return Idiom(starts, pattern, meant, offer)
