"""The fields of a position: one word of the text each, between what it says and what it stands for.

Each field reads a word into entries of the JSON of a state, and writes it from a state.  Those that
consist of the letters of pieces are in `pieces`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from gdl.model import nodes as model
from gdl.source.wording import clip, show
from gdl.vocabulary.notation import JOIN
from gdl.vocabulary.types import CELL, FLAG, NUMBER, SetType
from interpreter.api.game import Game
from interpreter.api.state import State
from interpreter.board.codes import ordered
from interpreter.exchange.faults import ExchangeError
from interpreter.exchange.pieces import (
    DIGITS,
    NONE,
    BoardField,
    Field,
    HandsField,
    Letters,
    Unread,
)
from interpreter.exchange.records import by_side
from interpreter.exchange.spelling import spelling_of
from interpreter.process.arguments import MAX_IN_STATE
from interpreter.reference.rules import Variable

JOINT = "+"  # between the numbers of a variable with indices
WHOLE = re.compile(r"-?[0-9]{1,10}")


SIGNS = (",", JOIN, "-")  # that stand between pieces, lists and the ends of a range


class ListsField(Field):
    """The pieces by colour: its letter, then each piece as the letter of its kind and its cell, as
    PDN has them.

    Kinds and cells are written as the moves of `pgn` have them.  Raises ExchangeError for a game
    whose pieces cannot be written so.
    """

    def __init__(self, game: Game):
        self.parts = game.seats
        self.letters = dict(zip(game.players, MoverField(game).letters, strict=True))
        spelling = spelling_of(game, "pgn")
        kinds = [(kind.name, spelling.letter(n)) for n, kind in enumerate(game.model.kinds)]
        self.prefixes = dict(kinds)
        self.texts = dict(zip(game.board.cells, spelling.cells.texts, strict=True))
        self.order = by_side(game, spelling.format, game.players) or ()
        self.pieces = {
            f"{letter}{text}": (kind, cell)
            for kind, letter in kinds for cell, text in self.texts.items()
        }  # fmt: skip
        is_more = any(kind.attributes or None in kind.owners for kind in game.model.kinds)
        if is_more or game.model.board.pile is not None:
            raise ExchangeError(f"the pieces of {game.title} cannot be listed by colour: they are "
                                "in piles, have attributes or are nobody's")  # fmt: skip
        is_clear = not any(sign in text for text in self.pieces for sign in SIGNS)
        if len(self.pieces) < len(kinds) * len(self.texts) or not is_clear:
            raise ExchangeError(f"the pieces of {game.title} cannot be listed: letters and cells "
                                "do not tell them apart")  # fmt: skip

    def write(self, state: State) -> str:
        """The lists of the colours, in the order of the letters that PGN calls White and Black."""
        held: dict[str, list[str]] = {colour: [] for colour in self.letters}
        pieces = state.pieces()
        for cell in sorted(pieces, key=self.place):
            piece = pieces[cell]
            held[str(piece.colour)].append(self.prefixes[piece.kind] + self.texts[cell])
        return JOIN.join(self.letters[colour] + ",".join(held[colour]) for colour in self.order)

    def place(self, cell: str) -> tuple[int, str]:
        """The number of a cell, or its name, so that they sort."""
        text = self.texts[cell]
        return (int(text), "") if text.isdecimal() else (0, text)

    def read(self, word: str, data: dict[str, Any]) -> None:
        """Put the pieces of each colour on the board."""
        at, missing = 0, {letter: colour for colour, letter in self.letters.items()}
        for text in word.split(JOIN):
            colour = missing.pop(text[:1], None)
            if colour is None:
                known = " or ".join(missing) or "nothing"
                raise Unread(f"here stands the letter of a colour, {known}, not `{clip(text)}`", at)
            at += 1
            for piece in text[1:].removesuffix(".").split(",") if text[1:] else ():
                for kind, cell in self.each(piece, at):
                    if cell in data["board"]:
                        raise Unread(f"on {self.texts[cell]} there is a piece already", at)
                    data["board"][cell] = {"kind": kind, "colour": colour}
                at += len(piece) + 1
            at += not text[1:]
        if missing:
            raise Unread(f"there is no list of {next(iter(missing.values()))}", len(word))

    def each(self, text: str, at: int) -> Iterator[tuple[str, str]]:
        """The kind and the cell of a piece, or of all those on the cells from one number to
        another: `1-12`.
        """
        first, dash, last = text.partition("-")
        letter = first.rstrip(DIGITS)
        numbers = first[len(letter) :], last
        names = [first]
        is_range = dash and all(map(WHOLE.fullmatch, numbers))
        if is_range and int(numbers[0]) > int(numbers[1]):
            right = f"{letter}{last}-{numbers[0]}"
            raise Unread(f"the range `{text}` runs backwards; write `{right}`", at)
        if is_range and int(numbers[1]) <= len(self.texts):
            names = [f"{letter}{n}" for n in range(int(numbers[0]), int(numbers[1]) + 1)]
        elif dash:
            names = []
        if not names or not all(name in self.pieces for name in names):
            first, last = next(iter(self.pieces)), next(reversed(self.pieces))
            raise Unread(f"`{clip(text)}` is no piece on a cell, such as {first} or {last}", at)
        yield from (self.pieces[name] for name in names)


class MoverField(Field):
    """The letter of the colour to move."""

    def __init__(self, game: Game):
        letters = game.model.notation.letters
        missing = [colour for colour in game.players if colour not in letters]
        if missing:
            raise ExchangeError(f"the rules of {game.title} have no letter for {missing[0]}; add "
                                "it to `letters` in `notation`")  # fmt: skip
        self.letters = [letters[colour][0] for colour in game.players]
        self.players = game.players

    def write(self, state: State) -> str:
        """The letter of who is to move; of who would be, where a line of `end` ended the game."""
        position = state.node.position
        seat: int = position.seat if state.ended_by is None else position.next_seat
        return self.letters[seat]

    def read(self, word: str, data: dict[str, Any]) -> None:
        """Say who is to move."""
        if word not in self.letters:
            known = " or ".join(self.letters)
            raise Unread(f"here stands who is to move, {known}, not `{clip(word)}`")
        data["seat"] = self.letters.index(word)


class CountField(Field):
    """The number of the round, or of the turn."""

    is_last = True  # the number of turns depends on who is to move

    def __init__(self, game: Game, says: str):
        self.what = says.removesuffix("s")
        self.length = game.seats if says == "rounds" else 1

    def write(self, state: State) -> str:
        """The number from 1."""
        return str(state.turn // self.length + 1)

    def read(self, word: str, data: dict[str, Any]) -> None:
        """Count the turns before; in the first round those of the seats before this one."""
        most = MAX_IN_STATE // self.length
        number = int(word) if WHOLE.fullmatch(word) else -1
        if not 0 <= number <= most:
            raise Unread(f"here stands the number of the {self.what}, from 1 to {most:,}, not "
                         f"`{clip(word)}`")  # fmt: skip
        before = max(number - 1, 0) * self.length
        data["turn"] = before + (data.get("seat", 0) if self.length > 1 else 0)


class TextField(Field):
    """A sign that stands as it is."""

    def __init__(self, text: str):
        self.text = text

    def write(self, state: State) -> str:
        """The sign."""
        return self.text

    def read(self, word: str, data: dict[str, Any]) -> None:
        """Nothing follows from it, whatever it is."""


class VariableField(Field):
    """What a variable holds: numbers, a cell, or letters for all that it has in it."""

    def __init__(self, game: Game, word: model.PositionWord):
        rules = game.reference.rules
        self.game = game
        self.minuend = word.minuend
        self.variable: Variable = next(v for v in rules.variables if v.name == word.text)
        self.keys = [self.key_text(key) for key in self.variable.keys]
        self.letters = game.model.notation.letters.get(word.text, ())
        of = self.variable.type
        self.element = of.element if isinstance(of, SetType) else of
        self.values: list[Any] = [True]
        if self.letters and of != FLAG:
            codes = ordered(self.variable.domain, self.element)
            self.values = [game.codes.text(self.element, code) for code in codes]
        wanted = len(self.keys) * len(self.values)
        if self.letters and len(self.letters) != wanted:
            raise ExchangeError(f"`letters` in `notation` says {len(self.letters)} letters for "
                                f"{word.text}, and not {wanted}")  # fmt: skip
        self.name = word.text

    def key_text(self, key: tuple[Any, ...]) -> str:
        """The indices of a variable as the JSON of a state has them."""
        types = zip(self.variable.index_types, key, strict=True)
        return " ".join(self.game.codes.text(t, k) for t, k in types)

    # ---- writing ----

    def write(self, state: State) -> str:
        """The word of a state."""
        number = next(n for n, v in enumerate(self.game.reference.rules.variables)
                      if v is self.variable)  # fmt: skip
        held = [self.plain(code) for code in state.node.position.variables[number]]
        if self.letters:
            pairs = product(held, self.values)
            holds = (self.has(value, one) for value, one in pairs)
            return "".join(c for c, has in zip(self.letters, holds, strict=True) if has) or NONE
        if self.variable.type == CELL:
            return str(held[0] or NONE)
        return JOINT.join(
            NONE if n is None else show(n if self.minuend is None else self.minuend - n)
            for n in held
        )

    def plain(self, code: Any) -> Any:
        """A value as the JSON of a state has it."""
        if isinstance(self.variable.type, SetType):
            return [self.game.codes.text(self.element, one) for one in ordered(code, self.element)]
        if code is None or self.variable.type in (NUMBER, FLAG):
            return code
        return self.game.codes.text(self.variable.type, code)

    def has(self, held: Any, one: Any) -> bool:
        """Whether what is held is a value, or has it in it."""
        return one in held if isinstance(held, list) else held == one

    # ---- reading ----

    def read(self, word: str, data: dict[str, Any]) -> None:
        """Say what the variable holds."""
        held = self.lettered(word) if self.letters else self.listed(word)
        by_key = dict(zip(self.keys, held, strict=True))
        data["variables"][self.name] = by_key if self.variable.index_types else held[0]

    def lettered(self, word: str) -> list[Any]:
        """The values that the letters of a word stand for, index by index."""
        unknown = [c for c in word if c not in self.letters]
        if unknown and word != NONE:
            known = "".join(self.letters)
            raise Unread(f"`{clip(word)}` is not of the letters {known} of {self.name}, nor {NONE}",
                         word.index(unknown[0]))  # fmt: skip
        given = iter([letter in word for letter in self.letters])
        found = [[one for one in self.values if next(given)] for _ in self.keys]
        if isinstance(self.variable.type, SetType):
            return found
        none = False if self.variable.type == FLAG else None
        if any(len(values) > 1 for values in found):
            raise Unread(f"`{clip(word)}` says several values of {self.name}")
        return [values[0] if values else none for values in found]

    def listed(self, word: str) -> list[Any]:
        """The cell of a word, or its numbers."""
        if self.variable.type == CELL:
            if word != NONE and word not in self.game.board.cells:
                raise Unread(f"here stands a cell or {NONE}, not `{clip(word)}`")
            return [None if word == NONE else word]
        parts = word.split(JOINT)
        if len(parts) != len(self.keys):
            raise Unread(f"here stand {len(self.keys)} numbers with {JOINT} between them"
                         if len(self.keys) > 1 else f"here stands a number, not `{clip(word)}`")
        return [self.number(part) for part in parts]

    def number(self, text: str) -> Any:
        """A number of a word."""
        if text == NONE:
            return None
        if WHOLE.fullmatch(text):
            number = int(text) if self.minuend is None else self.minuend - int(text)
            if number in self.variable.domain:
                return number
        raise Unread(f"here stands a number that {self.name} can be, not `{clip(text)}`")


class JoinedField:
    """Several fields with colons between them; those with a mark are read where they stand, in any
    order, and never written, as what some programs add.
    """

    def __init__(self, game: Game, letters: Letters, word: model.PositionWord):
        self.fields = [simple_field(game, letters, part) for part in word.parts if not part.mark]
        self.marked = {
            part.mark: simple_field(game, letters, part) for part in word.parts if part.mark
        }

    def write(self, state: State) -> str:
        """The fields without a mark."""
        return JOIN.join(field.write(state) for field in self.fields)

    def split(self, word: str) -> Iterator[tuple[Field, str, int]]:
        """The fields of a word, each with its text and where that begins.  Raises Unread."""
        parts, at = word.split(JOIN), 0
        for field in self.fields:
            if not parts:
                raise Unread("here something is missing", max(at - 1, 0))
            text = JOIN.join(parts[: field.parts])
            yield field, text, at
            parts, at = parts[field.parts :], at + len(text) + len(JOIN)
        unread = dict(self.marked)
        for part in parts:
            mark = part[:1]
            if mark not in self.marked:
                raise Unread(f"`{clip(part)}` says nothing here", at)
            if mark not in unread:
                raise Unread(f"`{mark}` stands here a second time", at)
            yield unread.pop(mark), part[1:], at + 1
            at += len(part) + len(JOIN)


def field_of(game: Game, letters: Letters, word: model.PositionWord) -> Field | JoinedField:
    """What reads and writes a word of the positions of a game."""
    if word.says == "joined":
        return JoinedField(game, letters, word)
    return simple_field(game, letters, word)


def simple_field(game: Game, letters: Letters, word: model.PositionWord) -> Field:
    """What reads and writes a word that is not joined."""
    match word.says:
        case "board":
            return BoardField(game, letters, word.has_hands)
        case "lists":
            return ListsField(game)
        case "hands":
            return HandsField(game, letters)
        case "mover":
            return MoverField(game)
        case "rounds" | "turns":
            return CountField(game, word.says)
        case "variable":
            return VariableField(game, word)
    return TextField(word.text)
