"""Records of matches: small texts that people can read and edit.

    game: squ
    option size: 8
    seed: 7
    seats: person, random
    rules: 4f1c02a19be07d55

    1. drop d4                     # a comment
    2. drop e5, drop c3
    result: 1 0

One turn a line, its moves separated by commas; what chance did stands in brackets: `(throw 3)`.
The last line is `result:` with what each seat gets, `result: open` for a match that is not over,
`resigned: seat 2`, or `agreed: 0.5 0.5` for the shares that the players agreed on.  A text without
one, or whose last line has no line end, was cut off: what is whole in it still counts.  A match
that began in a position that somebody set up has it as JSON above the moves: `start: {"board": …}`.

A `Record` is data; `read` and `write` are its text form, `load` and `save` its file.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.source.files import opener, read_bounded
from gdl.source.limits import MAX_CELLS, MAX_NAME, MAX_NUMBER, MAX_PLAYERS
from gdl.source.nearest import nearest
from gdl.source.wording import TRUTH, clip, show
from interpreter.process.arguments import MAX_MOVES
from interpreter.process.files import write_file

if TYPE_CHECKING:
    from gdl.model.fold import Scalar

LONGEST_SET = MAX_CELLS * (MAX_NAME + 1) + 1  # characters: a move may name all cells
LARGEST = 64 * LONGEST_SET  # characters of a record: a million moves of usual length
HEADS = ("game", "option", "seed", "seats", "rules", "start")
ENDS = ("result", "resigned", "agreed")
TURN = re.compile(r"(\d+)\s*\.(?!\d)\s*(.*)")
SEATS = re.compile(r",(?!\s*(?:\d|\w+=))")  # the commas of `uct:1000,c=0.7` are no separators
MARK = re.compile(r'"|(?:^|(?<=\s))#')
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+"')
LONGEST_HEAD = MAX_PLAYERS * 4_096  # characters: a program at every seat
TOO_LARGE = f"a record has at most {LARGEST:,} characters"
TOO_MANY = f"a record has at most {MAX_MOVES:,} moves"


class RecordError(ValueError):
    """A text that is no record: `line` is where (from 1; 0 is the file as a whole)."""

    def __init__(self, line: int, message: str):
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line
        self.message = message

    def __reduce__(self) -> tuple[type[RecordError], tuple[int, str]]:
        return RecordError, (self.line, self.message)


@dataclass(frozen=True)
class Entry:
    """A move of a record: its text, the turn it belongs to, and whether chance made it."""

    text: str
    turn: int = 0
    chance: bool = False
    line: int = field(default=0, compare=False)  # where it stands; 0 for a move not read


@dataclass(frozen=True)
class Record:
    """A match: how it began, its moves, how it ended.

    `result`, `resigned` (a seat from 0) and `agreed` (shares) are None for a match that is not
    over, and at most one of them is there.  `cut` says that the text ended too soon.
    """

    game: str
    options: Mapping[str, Scalar] = field(default_factory=dict)
    seed: int | None = None
    seats: tuple[str, ...] = ()
    rules_hash: str = ""
    moves: tuple[Entry, ...] = ()
    result: tuple[float, ...] | None = None
    resigned: int | None = None
    agreed: tuple[float, ...] | None = None
    start: str | None = None  # the position in which it began, as JSON; None: that of the rules
    because: str | None = field(default=None, compare=False)  # why the game is over: a comment
    cut: bool = field(default=False, compare=False)
    unended: bool = field(default=False, compare=False)  # the last line may be half a line
    end_line: int = field(default=0, compare=False)  # where the last line with a result stands


# ---- writing -----------------------------------------------------------------------------------


def write(record: Record) -> str:
    """The text of a record."""
    return "\n".join([*head(record), "", *turns(record), ending(record), ""])


def head(record: Record) -> Iterator[str]:
    """The lines above the moves."""
    yield f"game: {quoted(record.game)}"
    for name, value in record.options.items():
        yield f"option {name}: {str(value).lower() if isinstance(value, bool) else value}"
    if record.seed is not None:
        yield f"seed: {record.seed}"
    if record.seats:
        yield f"seats: {', '.join(record.seats)}"
    if record.rules_hash:
        yield f"rules: {record.rules_hash}"
    if record.start is not None:
        yield f"start: {record.start}"


def turns(record: Record) -> Iterator[str]:
    """A line for each turn."""
    lines: dict[int, list[str]] = {}
    for entry in record.moves:
        text = f"({entry.text})" if entry.chance else entry.text
        lines.setdefault(entry.turn, []).append(text)
    for turn, texts in lines.items():
        yield f"{turn}. {', '.join(texts)}"


def ending(record: Record) -> str:
    """The last line."""
    if record.resigned is not None:
        return f"resigned: seat {record.resigned + 1}"
    if record.agreed is not None:
        return f"agreed: {shares_text(record.agreed)}"
    if record.result is None:
        return "result: open"
    comment = f"  # {record.because}" if record.because else ""
    return f"result: {shares_text(record.result)}{comment}"


def shares_text(shares: tuple[float, ...]) -> str:
    """A share for each seat."""
    return " ".join(map(show, shares))


def quoted(text: str) -> str:
    """A text as it is, or in quotation marks where a reader would take it for something else."""
    plain = text.isprintable() and text == text.strip() and " #" not in text and '"' not in text
    return text if plain and not text.startswith("#") else json.dumps(text)


# ---- reading -----------------------------------------------------------------------------------


def read(text: str) -> Record:
    """The record of a text.

    Raises RecordError, with the line, for what is no record.
    """
    if len(text) > LARGEST:
        raise RecordError(0, TOO_LARGE)
    reader = Reader()
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        plain = uncommented(line.replace("\t", " ")).strip()
        reader.line(number, plain, is_last=number == len(lines))
    return reader.record()


def uncommented(line: str) -> str:
    """A line without its comment, which begins at a `#` after a blank and outside quotation marks.

    A quotation mark that nothing closes is an ordinary character, and then so are all after it.
    """
    at, are_quotes = 0, True
    while (mark := MARK.search(line, at)) is not None:
        if mark[0] == "#":
            return line[: mark.start()]
        quoted = QUOTED.match(line, mark.start()) if are_quotes else None
        are_quotes = quoted is not None
        at = quoted.end() if quoted else mark.end()
    return line


class Reader:
    """Takes in a record line by line."""

    def __init__(self) -> None:
        self.heads: dict[str, str] = {}
        self.options: dict[str, Scalar] = {}
        self.seed: int | None = None
        self.moves: list[Entry] = []
        self.result: tuple[float, ...] | None = None
        self.resigned: int | None = None
        self.agreed: tuple[float, ...] | None = None
        self.ended = 0  # the line with the result
        self.unended = False  # the last line has no line end

    def line(self, number: int, text: str, is_last: bool) -> None:
        """Take in a line; the last one has no line end, so that it may be half a line."""
        if not text:
            return
        if not text.isprintable():
            raise RecordError(number, "this is not the text of a record")
        self.unended = is_last
        try:
            self.parse(number, text, is_last)
        except RecordError:
            if not is_last or self.ended or not self.heads.get("game"):
                raise

    def parse(self, number: int, text: str, is_last: bool) -> None:
        """Tell the kinds of lines apart."""
        turn = TURN.fullmatch(text)
        name, colon, value = (part.strip() for part in text.partition(":"))
        if turn:
            self.turn(number, int(turn[1][:9]), turn[2])
        elif colon and name.lower() in ENDS:
            self.end(number, name.lower(), value)
        elif colon:
            if is_last and name != "game":
                raise RecordError(number, "this line is cut off")
            self.head(number, name, value)
        else:
            raise RecordError(number, f"`{clip(text)}` is no turn such as `1. …` and no heading")

    def head(self, number: int, name: str, value: str) -> None:
        """A heading above the moves."""
        words = name.split()
        if len(value) > LONGEST_HEAD and name != "start":
            raise RecordError(number, f"what stands there has at most {LONGEST_HEAD:,} characters")
        if self.moves or self.ended:
            raise RecordError(number, f"`{clip(name)}:` belongs above the moves")
        if len(words) == 2 and words[0] == "option":
            self.once(number, name, name in self.heads)
            self.heads[name] = value
            self.options[words[1]] = scalar(value)
        elif name == "seed":
            self.once(number, name, self.seed is not None)
            self.seed = whole(number, name, value)
        elif name in HEADS and name != "option":
            self.once(number, name, name in self.heads)
            self.heads[name] = unquoted(number, value)
        else:
            near = nearest(name, [*HEADS, *ENDS])
            hint = f"did you mean `{near}`?" if near else f"known are {', '.join(HEADS + ENDS)}"
            raise RecordError(number, f"there is no heading `{clip(name)}`; {hint}")

    def once(self, number: int, name: str, known: bool) -> None:
        """Refuse what is said twice."""
        if known:
            raise RecordError(number, f"`{clip(name)}` is there already")

    def turn(self, number: int, turn: int, text: str) -> None:
        """The moves of a turn."""
        if self.ended:
            raise RecordError(number, f"there are no moves after the result (line {self.ended})")
        for part in parts(text):
            chance = part.startswith("(") and part.endswith(")")
            inner = part[1:-1].strip() if chance else part
            if not inner:
                raise RecordError(number, "there is no move between the commas")
            if len(self.moves) >= MAX_MOVES:
                raise RecordError(number, TOO_MANY)
            self.moves.append(Entry(" ".join(inner.split()), turn, chance, number))

    def end(self, number: int, name: str, value: str) -> None:
        """How the match ended."""
        self.once(number, name, bool(self.ended))
        if name == "resigned":
            words = value.lower().removeprefix("seat").strip()
            self.resigned = whole(number, name, words) - 1
            if self.resigned < 0:
                raise RecordError(number, "seats are counted from 1")
        elif name == "agreed":
            self.agreed = tuple(share(number, word) for word in value.split())
            if not self.agreed:
                raise RecordError(number, "`agreed` has a share for each seat")
        elif value.lower() != "open":
            self.result = tuple(points(number, word) for word in value.split())
            if not self.result:
                raise RecordError(number, "the result has a share for each seat, or is `open`")
        self.ended = number

    def record(self) -> Record:
        """All that was read."""
        if not self.heads.get("game"):
            raise RecordError(1, "a record begins with `game:` and the name of the game")
        seats = [s.strip() for s in SEATS.split(self.heads.get("seats", ""))]
        return Record(
            game=self.heads["game"],
            options=self.options,
            seed=self.seed,
            seats=tuple(s for s in seats if s),
            rules_hash=self.heads.get("rules", ""),
            start=self.heads.get("start"),
            moves=tuple(self.moves),
            result=self.result,
            resigned=self.resigned,
            agreed=self.agreed,
            cut=not self.ended,
            unended=self.unended,
            end_line=self.ended,
        )


def parts(text: str) -> list[str]:
    """The moves of a line; the commas of a set `{a1,b1}` are no separators."""
    moves, depth, begin = [], 0, 0
    for at, letter in enumerate(text):
        depth = max(0, depth + (letter == "{") - (letter == "}"))
        if letter == "," and not depth:
            moves.append(text[begin:at].strip())
            begin = at + 1
    return [*moves, text[begin:].strip()] if text else []


def scalar(text: str) -> Scalar:
    """The value of an option."""
    if text in TRUTH:
        return TRUTH[text]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def whole(number: int, name: str, text: str) -> int:
    """A whole number."""
    try:
        return int(text)
    except ValueError:
        raise RecordError(number, f"`{name}` takes a whole number, not `{clip(text)}`") from None


def share(number: int, text: str) -> float:
    """A seat's share of a result."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise RecordError(number, f"a share is between 0 and 1, and this is `{clip(text)}`")
    return value


def points(number: int, text: str) -> float:
    """What a seat gets in a result: a share, or points."""
    try:
        value = float(text)
    except ValueError:
        value = math.inf
    if not abs(value) <= MAX_NUMBER:
        raise RecordError(number, f"a result is a number, and this is `{clip(text)}`")
    return value


def unquoted(number: int, text: str) -> str:
    """What `quoted` wrote."""
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError:
        raise RecordError(number, "the quotation marks do not match") from None


# ---- files -------------------------------------------------------------------------------------


def load(path: Path) -> Record:
    """The record of a file.

    Raises RecordError; also for a file that cannot be read.
    """
    try:
        data = read_bounded(path, 4 * LARGEST)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise RecordError(0, f"{path} cannot be read: {reason}") from error
    try:
        return read(data.decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise RecordError(line, "this is not text in UTF-8") from error


def save(path: Path, record: Record) -> None:
    """Write a record to a temporary name in the same folder and rename it.

    Raises OSError, and RecordError for a record that could not be loaded; an older file is then as
    it was.  What is no ordinary file (`/dev/stdout`) is written to and stays what it is.
    """
    text = write(record)
    if len(text) > LARGEST or len(record.moves) > MAX_MOVES:
        raise RecordError(0, TOO_LARGE if len(text) > LARGEST else TOO_MANY)
    if path.exists() and not path.is_file() and not path.is_dir():
        with open(path, "w", encoding="utf-8", opener=opener) as file:
            file.write(text)
        return
    write_file(path, text)
