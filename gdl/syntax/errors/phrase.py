"""The rows of the tables of foreign phrases: a pattern, and what it may mean here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gdl.source.diagnostics import WRITE

CANNOT = r"(?:cannot|can ?not|can't|can no longer|is unable to)"
BLOCKED = r"(?:stuck|blocked|immobile|immobili[sz]ed|stalemated|trapped)"
P = r"(\w+(?:\[[^\]]*\])?)"  # the target of an assignment
Meant = str | Callable[[re.Match[str]], str]  # a template for `Match.expand`, or a function


@dataclass(frozen=True)
class Idiom:
    """A foreign phrase: the texts to search for it, its pattern, and what it may mean here."""

    starts: str  # the start symbols of these texts, separated by blanks; empty for all
    pattern: str
    meant: tuple[Meant, ...]
    offer: str = WRITE  # a template for `Match.expand`

    def changed(self, value: str, start: str) -> Iterator[tuple[str, str]]:
        """The text with the phrase replaced, and its offer, for each match and each meaning."""
        if self.starts and start not in self.starts.split():
            return
        for match in re.finditer(self.pattern, value):
            offer = match.expand(self.offer)
            for meant in self.meant:
                right = match.expand(meant) if isinstance(meant, str) else meant(match)
                yield value[: match.start()] + right + value[match.end() :], offer


def row(starts: str, pattern: str, *meant: Meant, offer: str = WRITE) -> Idiom:
    """A row of a table."""
    return Idiom(starts, pattern, meant, offer)
