"""Cells as texts, and pieces as letters: on the board, row by row from the top, and in hand."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import groupby
from string import ascii_letters
from typing import Any

from gdl.source.wording import clip
from interpreter.api.game import Game
from interpreter.api.state import State
from interpreter.board.values import Piece
from interpreter.exchange.faults import ExchangeError

NONE = "-"
DIGITS = "0123456789"
MAX_IN_HAND = 1_000  # of one piece
CELL_NAME = re.compile(r"([a-z]+)(\d+)")
LETTERS = ascii_letters  # of columns and rows: `a` to `z`, then `A` to `Z`
PieceData = dict[str, Any]  # a piece as the JSON of a state has it


class Cells:
    """The cells of a board by their numbers, in one of the ways of `notation`.

    Raises ExchangeError for cells that cannot be written so.
    """

    def __init__(self, game: Game, way: str):
        self.names = game.board.cells
        parts = [CELL_NAME.fullmatch(name) for name in self.names]
        self.columns = [part[1] if part else name for part, name in zip(parts, self.names)]
        self.rows = [part[2] if part else "" for part in parts]
        self.texts = (
            list(self.names) if way == "names"
            else self.lettered() if way == "letters"
            else self.numbered(game, way)
        )  # fmt: skip

    def lettered(self) -> list[str]:
        """A letter for the column and one for the row, from the top."""
        if not all(self.rows) or any(len(column) > 1 for column in self.columns):
            raise ExchangeError("the cells of this board have no columns and rows with letters")
        top = max(map(int, self.rows))
        if top > len(LETTERS):
            raise ExchangeError(f"a board with {top} rows has more of them than there are letters")
        return [c + LETTERS[top - int(r)] for c, r in zip(self.columns, self.rows, strict=True)]

    def numbered(self, game: Game, definition: str) -> list[str]:
        """The number that a definition gives to each cell; its name where that is 0."""
        number = game.reference.rules.expressions.body(definition)
        position = game.start("reference").node.position
        game.reference.rules.begin_step()
        numbers = [number(position, [cell]) for cell in range(len(self.names))]
        first = {number: cell for cell, number in reversed(list(enumerate(numbers)))}
        for cell, said in enumerate(numbers):
            if said and first[said] != cell:
                raise ExchangeError(
                    f"`{definition}` gives the number {said} to {self.names[first[said]]} and "
                    f"{self.names[cell]}; it is 0 for cells without a number"
                )
        return [str(n) if n else name for n, name in zip(numbers, self.names, strict=True)]

    def text(self, cell: int) -> str:
        """The whole name of a cell."""
        return self.texts[cell]

    def column(self, cell: int) -> str:
        """The letter of its column; on a board without columns its name."""
        return self.columns[cell]

    def row(self, cell: int) -> str:
        """The number of its row; empty on a board without rows."""
        return self.rows[cell]


class Letters:
    """The letters of pieces by kind and owner, with the signs of attributes around them."""

    def __init__(self, game: Game):
        self.game = game
        notation = game.model.notation
        self.signs = notation.signs
        self.pieces: dict[str, tuple[str, str | None]] = {}  # by letter
        self.of: dict[tuple[str, str | None], str] = {}
        for kind in game.model.kinds:
            letters = notation.letters.get(kind.name, ())
            for owner, letter in zip(kind.owners, letters, strict=False):
                self.pieces[letter] = (kind.name, owner)
                self.of[kind.name, owner] = letter
        self.before = {before: name for name, (before, _) in self.signs.items() if before}
        self.after = {after: name for name, (_, after) in self.signs.items() if after}
        self.attributes = {kind.name: tuple(kind.attributes) for kind in game.model.kinds}

    def rows(self) -> list[tuple[str, ...]]:
        """The cells row by row, the top row first.

        Raises ExchangeError for a board without rows of equal length.
        """
        rows: dict[int, list[str]] = {}
        for cell in self.game.board.cells:
            match = CELL_NAME.fullmatch(cell)
            rows.setdefault(int(match[2]) if match else 0, []).append(cell)
        made = [tuple(sorted(rows[n], key=column_of)) for n in sorted(rows, reverse=True)]
        columns = {tuple(map(column_of, row)) for row in made}
        if 0 in rows or len(columns) != 1 or self.game.model.board.pile is not None:
            raise ExchangeError(f"the board of {self.game.title} cannot be written row by row")
        return made

    def letter(self, kind: str, owner: int) -> str:
        """The letter of a kind and an owner.  Raises ExchangeError for one without."""
        colour = self.game.players[owner] if owner >= 0 else None
        return self.letter_of(kind, colour)

    def letter_of(self, kind: str, colour: str | None) -> str:
        """The letter of a piece."""
        if (kind, colour) not in self.of:
            raise ExchangeError(f"the rules of {self.game.title} have no letter for a {kind}; add "
                                "it to `letters` in `notation`")  # fmt: skip
        return self.of[kind, colour]

    def write(self, piece: Piece) -> str:
        """A piece on the board.  Raises ExchangeError for one that cannot be written."""
        before = after = ""
        for name, value in piece.attributes.items():
            if name not in self.signs or not isinstance(value, bool):
                raise ExchangeError(f"the rules of {self.game.title} have no sign for {name}; add "
                                    "it to `letters` in `notation`")  # fmt: skip
            if value:
                before, after = before + self.signs[name][0], after + self.signs[name][1]
        return f"{before}{self.letter_of(piece.kind, piece.colour)}{after}"

    def read(self, text: str, at: int, offset: int) -> tuple[PieceData, int]:
        """The piece at a place of a text, and where it ends.

        Raises Unread, with the place counted from `offset`.
        """
        from_sign = at
        has = set()
        while text[at : at + 1] in self.before:
            has.add(self.before[text[at]])
            at += 1
        letter = text[at : at + 1]
        if letter not in self.pieces:
            known = " ".join(self.pieces)
            raise Unread(f"`{letter}` is no piece; known are {known}", offset + at)
        kind, colour = self.pieces[letter]
        at += 1
        while text[at : at + 1] in self.after:
            has.add(self.after[text[at]])
            at += 1
        if has - set(self.attributes[kind]):
            raise Unread(f"a {kind} cannot be {min(has)}", offset + from_sign)
        piece: PieceData = {"kind": kind}
        if colour is not None:
            piece["colour"] = colour
        if self.attributes[kind]:
            piece["attributes"] = {name: name in has for name in self.attributes[kind]}
        return piece, at


def column_of(cell: str) -> tuple[int, str]:
    """The letters of a cell's column, so that they sort."""
    match = CELL_NAME.fullmatch(cell)
    letters = match[1] if match else cell
    return len(letters), letters


# ---- pieces in positions ----


class Unread(ValueError):
    """A word that cannot be read, and what would be right; `at` is where in it."""

    def __init__(self, message: str, at: int = 0):
        super().__init__(message)
        self.at = at


class Field(ABC):
    """What reads and writes a part of a position.

    It consists of so many `parts` with colons between them.  One that `is_last` is read after the
    others, since it depends on what they say.
    """

    parts = 1
    is_last = False

    @abstractmethod
    def write(self, state: State) -> str:
        """The text of a state.  Raises ExchangeError for a state that has none."""

    @abstractmethod
    def read(self, word: str, data: dict[str, Any]) -> None:
        """Put what a word says into the entries of the JSON of a state.  Raises Unread."""

    def split(self, word: str) -> Iterator[tuple[Field, str, int]]:
        """The fields of a word, each with its text and where that begins.  Raises Unread."""
        yield self, word, 0


class BoardField(Field):
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


class HandsField(Field):
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
            if (count := int(number[:5] or 1)) > MAX_IN_HAND:
                raise Unread(f"at most {MAX_IN_HAND:,} of a piece are in hand", begin)
            supply[pool_of[letter]] += count
            at += 1
        data["supply"] = supply
