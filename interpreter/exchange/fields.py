"""The fields of a position: one word of the text each, between what it says and what it stands for.

Each field reads a word into entries of the JSON of a state, and writes it from a state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, product
from typing import Any

from gdl.model import nodes as model
from gdl.source.wording import clip, show
from gdl.vocabulary.notation import JOIN
from gdl.vocabulary.types import CELL, FLAG, NUMBER, SetType
from interpreter.api.game import Game
from interpreter.api.state import State
from interpreter.board.codes import ordered
from interpreter.exchange.faults import ExchangeError
from interpreter.exchange.pieces import Letters, PieceData, Unread
from interpreter.exchange.records import by_side
from interpreter.exchange.spelling import spelling_of
from interpreter.process.arguments import MAX_IN_STATE
from interpreter.reference.rules import Variable

NONE = "-"
DIGITS = "0123456789"
JOINT = "+"  # between the numbers of a variable with indices
WHOLE = re.compile(r"-?[0-9]{1,10}")
MAX_IN_HAND = 1_000  # of one piece


class BoardField:
    """The rows of the board from the top, with numbers for empty cells."""

    def __init__(self, game: Game, letters: Letters, has_hands: bool):
        self.game = game
        self.letters = letters
        self.hands = HandsField(game, letters, is_counted=False) if has_hands else None
        self.rows = letters.rows()

    def write(self, state: State) -> str:
        """The rows, and the hands."""
        pieces = state.pieces()
        rows = []
        for row in self.rows:
            signs = [self.letters.write(pieces[c]) if c in pieces else "" for c in row]
            rows.append("".join(
                "".join(run) if is_piece else str(len(list(run)))
                for is_piece, run in groupby(signs, bool)
            ))  # fmt: skip
        text = "/".join(rows)
        return text if self.hands is None else f"{text}[{self.hands.write(state).strip(NONE)}]"

    def read(self, word: str, data: dict[str, Any]) -> None:
        """Put the pieces of the rows on the board, and those of the hands beside it."""
        text, bracket, hand = word.partition("[")
        if self.hands is not None:
            if bracket and not hand.endswith("]"):
                raise Unread("the `[` of the pieces in hand has no `]`", len(text))
            try:
                self.hands.read(hand[:-1] or NONE, data)
            except Unread as error:
                raise Unread(str(error), len(text) + 1 + error.at) from error
        elif bracket:
            raise Unread("there are no pieces in hand here", len(text))
        rows = text.split("/")
        if len(rows) != len(self.rows):
            raise Unread(f"the board has {len(self.rows)} rows, and here are {len(rows)}")
        at = 0
        for cells, row in zip(self.rows, rows, strict=True):
            found = dict(self.row(cells, row, at))
            data["board"] |= found
            at += len(row) + 1

    def row(
        self, cells: tuple[str, ...], row: str, offset: int
    ) -> Iterator[tuple[str, PieceData]]:
        """The pieces of a row."""
        at = column = 0
        while at < len(row):
            begin = at
            while at < len(row) and row[at] in DIGITS:
                at += 1
            if at > begin:
                column += min(int(row[begin:at][:4]), len(cells) + 1)
                continue
            piece, at = self.letters.read(row, at, offset)
            if column >= len(cells):
                break
            yield cells[column], piece
            column += 1
        if column != len(cells) or at < len(row):
            raise Unread(f"a row has {len(cells)} cells, and this one, `{clip(row)}`, has not",
                         offset)  # fmt: skip


SIGNS = (",", JOIN, "-")  # that stand between pieces, lists and the ends of a range


class ListsField:
    """The pieces by colour: its letter, then each piece as the letter of its kind and its cell, as
    PDN has them.

    Kinds and cells are written as the moves of `pgn` have them.  Raises ExchangeError for a game
    whose pieces cannot be written so.
    """

    def __init__(self, game: Game):
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
        if dash and all(map(WHOLE.fullmatch, numbers)) and int(numbers[1]) <= len(self.texts):
            names = [f"{letter}{n}" for n in range(int(numbers[0]), int(numbers[1]) + 1)]
        elif dash:
            names = []
        if not names or not all(name in self.pieces for name in names):
            first, last = next(iter(self.pieces)), next(reversed(self.pieces))
            raise Unread(f"`{clip(text)}` is no piece on a cell, such as {first} or {last}", at)
        yield from (self.pieces[name] for name in names)


class HandsField:
    """The pieces off the board: each letter as often as there are such pieces, or after its number.

    They stand in the order in which `letters` has them, the first colour's first.  Raises
    ExchangeError for pieces that letters do not tell apart.
    """

    def __init__(self, game: Game, letters: Letters, is_counted: bool = True):
        self.letters = letters
        self.is_counted = is_counted
        order = list(game.model.notation.letters)
        pools = game.reference.rules.pools
        names = [game.codes.kind_names[pool.kind] for pool in pools]
        signs = [letters.letter(name, pool.owner) for name, pool in zip(names, pools, strict=True)]
        self.pools = sorted(
            range(len(pools)), key=lambda n: (pools[n].owner, order.index(names[n]))
        )
        self.signs = {n: signs[n] for n in self.pools}
        self.count = len(pools)
        if not pools:
            raise ExchangeError(f"{game.title} has no pieces in hand")
        if len(set(signs)) < len(signs):
            raise ExchangeError(f"the pieces in hand of {game.title} cannot be written: some of "
                                "them differ in nothing but attributes")  # fmt: skip

    def write(self, state: State) -> str:
        """The letters with their numbers."""
        supply = state.node.position.supply
        return "".join(self.one(supply[n], self.signs[n]) for n in self.pools) or NONE

    def one(self, count: int, letter: str) -> str:
        """So many pieces with one letter."""
        if not self.is_counted or count < 2:
            return letter * count
        return f"{count}{letter}"

    def read(self, word: str, data: dict[str, Any]) -> None:
        """Count the letters."""
        supply = [0] * self.count
        pool_of = {letter: n for n, letter in self.signs.items()}
        at = 0
        while at < len(word) and word != NONE:
            begin = at
            while at < len(word) and word[at] in DIGITS:
                at += 1
            number, letter = word[begin:at], word[at : at + 1]
            if letter not in pool_of:
                said = letter or clip(number)
                raise Unread(f"`{said}` is no piece in hand; known are {' '.join(pool_of)}", at)
            supply[pool_of[letter]] += min(int(number[:5] or 1), MAX_IN_HAND)
            at += 1
        data["supply"] = supply


class MoverField:
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


class CountField:
    """The number of the round, or of the turn."""

    def __init__(self, game: Game, says: str):
        self.length = game.seats if says == "rounds" else 1

    def write(self, state: State) -> str:
        """The number from 1."""
        return str(state.turn // self.length + 1)

    def read(self, word: str, data: dict[str, Any]) -> None:
        """Count the turns before; in the first round those of the seats before this one."""
        number = number_of(word)
        if number is None:
            raise Unread(f"here stands a number, counted from 1, not `{clip(word)}`")
        before = max(number - 1, 0) * self.length
        data["turn"] = before + (data.get("seat", 0) if self.length > 1 else 0)


class TextField:
    """A sign that stands as it is."""

    def __init__(self, text: str):
        self.text = text

    def write(self, state: State) -> str:
        """The sign."""
        return self.text

    def read(self, word: str, data: dict[str, Any]) -> None:
        """Nothing follows from it, whatever it is."""


class VariableField:
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


def number_of(text: str) -> int | None:
    """The number that digits stand for; None for other texts, and for one that is too large."""
    return int(text) if WHOLE.fullmatch(text) and 0 <= int(text) <= MAX_IN_STATE else None
