"""The text of PGN: games with tags and moves; comments, variations and marks are skipped.

The same frame holds the games of draughts and others (PDN).  Nothing is read by calling itself, so
that nothing can be nested too deeply.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from gdl.source.printable import printable
from gdl.source.wording import clip
from interpreter.exchange.faults import MAX_GAMES, fault
from interpreter.process.arguments import MAX_MOVES

RESULTS: dict[str, tuple[float, ...] | None] = {
    "1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5), "*": None, "2-0": (1.0, 0.0),
    "0-2": (0.0, 1.0), "1-1": (0.5, 0.5), "1/2": (0.5, 0.5), "½-½": (0.5, 0.5),
}  # fmt: skip
"""What stands at the end of a game, and the share of each seat; the first four are written."""
TAG = re.compile(
    r"""\[\s*([A-Za-z0-9][A-Za-z0-9_+\#=:-]*)\s*
    "((?: [^"\\\n] | \\. | "(?![^\S\n]*\]) )*+)"\s*\]""",  # some write quotation marks as they are
    re.VERBOSE,
)
CHARACTER = re.compile(r"\\?(.)")  # of what a tag says, perhaps after a backslash
TOKEN = re.compile(
    r"""(?P<blank>\s+)
    | (?P<comment>\{[^}]*\} | ;[^\n]* | ^%[^\n]*)  # a line with % is for other programs
    | (?P<mark>\$\d+ | (?:[!?+\#=±∓⩲⩱∞□]+ | \+/?- | -/?\+ | e\.p\.)(?![^\s{}();$]))  # remarks
    | (?P<open>\() | (?P<close>\))
    | (?P<number>\d++\s*+\.(?:\s*+[.…])*+)
    | (?P<word>[^\s{}();$\[\]]+ (?:\([A-Za-z]\))? | \[)  # some write a promotion as `e8(Q)`
    | (?P<other>.)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
FIRST = re.compile(r"1\s*\.")  # the number of the first move
MAX_WORDS = MAX_MOVES  # of a game: moves and what is said about them
WIDE = 79  # characters of a line that is written


@dataclass
class Text:
    """A game as it is written: its tags and moves with their places, and its result."""

    offset: int
    tags: dict[str, str] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)  # of what tags say
    moves: list[tuple[str, int]] = field(default_factory=list)
    result: str = "*"


def read_games(text: str) -> Iterator[Text]:
    """The games of a text.  Raises ExchangeError, with the place."""
    at = count = 0
    while (at := skipped(text, at)) < len(text):
        count += 1
        if count > MAX_GAMES:
            raise fault(text, at, f"a file has at most {MAX_GAMES:,} games")
        game = Text(at)
        at = read_tags(text, at, game)
        at = read_moves(text, at, game)
        yield game


def skipped(text: str, at: int) -> int:
    """The next place that is neither blank nor comment."""
    while (match := TOKEN.match(text, at)) and match.lastgroup in ("blank", "comment"):
        at = match.end()
    return at


def read_tags(text: str, at: int, game: Text) -> int:
    """The tags above the moves; where they end."""
    while text.startswith("[", at := skipped(text, at)):
        match = TAG.match(text, at)
        if match is None:
            raise fault(text, at, 'a tag stands in brackets: `[White "name"]`')
        game.tags[match[1]] = CHARACTER.sub(r"\1", match[2])
        game.places[match[1]] = match.start(2)
        at = match.end()
    return at


def place_in_tag(text: str, at: int, count: int) -> int:
    """The place of a character of what a tag says, which begins at a place; `count` are before it.
    """
    return next(islice(CHARACTER.finditer(text, at), count, None)).start()


def read_moves(text: str, at: int, game: Text) -> int:
    """The moves up to the result, or up to the next game; where they end.

    The result is that of the tags where none stands after the moves.
    """
    if game.tags.get("Result") in RESULTS:
        game.result = game.tags["Result"]
    opened = array("q")  # the places of the variations that are open
    while match := TOKEN.match(text, at):
        word = match[0]
        if match.lastgroup == "open":
            opened.append(at)
        elif match.lastgroup == "close":
            if not opened:
                raise fault(text, at, "this `)` closes nothing")
            opened.pop()
        elif match.lastgroup == "other":
            closing = "; a comment ends with `}`" if word == "{" else ""
            raise fault(text, at, f"`{clip(word)}` does not belong here{closing}")
        elif match.lastgroup == "number" and FIRST.fullmatch(word) and game.moves and not opened:
            return at  # no result stands between the games
        elif match.lastgroup == "word" and not opened:
            if word == "[":
                return at
            if word in RESULTS:
                game.result = word
                return match.end()
            if len(game.moves) == MAX_WORDS:
                raise fault(text, at, f"a game has at most {MAX_WORDS:,} words")
            game.moves.append((word, at))
        at = match.end()
    if opened:
        raise fault(text, opened[-1], "this `(` is never closed")
    return at


def write_game(tags: Iterable[tuple[str, str]], words: Iterable[str]) -> str:
    """The text of a game: tags, and the words of the moves with the result as the last."""
    heads = [f'[{name} "{escaped(value)}"]' for name, value in tags]
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) >= WIDE:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join([*heads, "", *lines, "", ""])


def escaped(text: str) -> str:
    """A text as it stands in quotation marks."""
    plain = printable(" ".join(text.split()))
    return plain.replace("\\", "\\\\").replace('"', '\\"')
