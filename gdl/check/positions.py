"""The words of `position` under `notation`: what each writes of a position."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import replace

from gdl.check.looks import hint_of, words
from gdl.model import nodes as model
from gdl.source.limits import MAX_DIGITS
from gdl.vocabulary.notation import BOARDS, FIELDS, JOIN
from gdl.vocabulary.types import CELL, NUMBER

MARKED = re.compile(r"([A-Za-z])\[([A-Za-z_]\w*)\]\?")
FIELD = re.compile(rf"(?:([0-9]{{1,{MAX_DIGITS}}})-)?([A-Za-z_]\w*)(\[hands\])?")
MAX_WORDS = 40  # of a position
MORE = (
    "board[hands], 3-checks, words with : between them, the last ones as `H[quiet]?`, and signs "
    "such as `-`"
)


class Wrong(Exception):
    """A part of the text, from `start` to `end`, cannot stand in a position: `hint` says what can,
    and `known` are words that may be meant.
    """

    def __init__(self, start: int, end: int, hint: str, *known: str):
        super().__init__(hint)
        self.start = start
        self.end = end
        self.hint = hint
        self.known = known


class PositionReader:
    """Reads the words of a position of a game with some variables, of which those in `lettered`
    have letters; `has_pgn` is whether the rules say how its games are written in PGN.
    """

    def __init__(
        self, variables: Mapping[str, model.Variable], lettered: Container[str], has_pgn: bool
    ):
        self.variables = variables
        self.lettered = lettered
        self.has_pgn = has_pgn
        self.has_board = False  # whether one of the words so far says where the pieces are

    def read(self, text: str) -> tuple[model.PositionWord, ...]:
        """The words of a text.  Raises Wrong."""
        made: list[model.PositionWord] = []
        for word, at in words(text):
            if len(made) == MAX_WORDS:
                raise Wrong(at, at + len(word), f"at most {MAX_WORDS} words")
            is_joined = JOIN in word and re.search(r"\w", word)
            made.append(self.joined(word, at) if is_joined else self.field(word, at))
        if made and not self.has_board:
            raise Wrong(0, len(text), f"one of the words is {' or '.join(BOARDS)}")
        return tuple(made)

    def joined(self, word: str, at: int) -> model.PositionWord:
        """Several words that are written as one, which begins at a place.  Raises Wrong.

        The marked ones come last, each with another letter.
        """
        parts: list[model.PositionWord] = []
        marks: set[str] = set()
        for text in word.split(JOIN):
            if marked := MARKED.fullmatch(text):
                part = replace(self.field(marked[2], at + marked.start(2)), mark=marked[1])
                if part.mark in marks:
                    raise Wrong(at, at + len(text), f"`{part.mark}` stands before another word")
                marks.add(part.mark)
            elif marks:
                raise Wrong(at, at + len(text), "words with a letter before them come last")
            elif form := self.marked(text):
                raise Wrong(at, at + len(text), f"a word with a letter before it is `{form}`", form)
            else:
                part = self.field(text, at)
            parts.append(part)
            at += len(text) + len(JOIN)
        return model.PositionWord("joined", word, parts=tuple(parts))

    def marked(self, text: str) -> str | None:
        """The form of a word with a letter before it, for a text that lacks some of its signs."""
        letter, name = text[:1], text[1:].strip("[]?")
        known = (*FIELDS, *self.variables)
        is_letter = letter.isascii() and letter.isalpha()
        return f"{letter}[{name}]?" if is_letter and name in known and text not in known else None

    def field(self, word: str, at: int) -> model.PositionWord:
        """One word of a position, which begins at a place.  Raises Wrong."""
        match = FIELD.fullmatch(word)
        if match is None and (word.isdigit() or not re.search(r"\w", word)):
            return model.PositionWord("text", word)
        minuend, name, hands = match.groups() if match else (None, "", None)
        if name in FIELDS and not minuend and (not hands or name == "board"):
            if reason := self.why_no_board(name):
                raise Wrong(at, at + len(word), reason)
            self.has_board |= name in BOARDS
            return model.PositionWord(name, word, None, bool(hands))
        variable = self.variables.get(name)
        if variable is None or hands or not self.is_written(variable, minuend is not None):
            hint = f"it has no letters yet: say them with `{word}:` under `letters`"
            known = (*FIELDS, *self.variables)
            hint = hint if word in self.variables else f"{hint_of(known, 'known are')}, {MORE}"
            raise Wrong(at, at + len(word), hint, *known)
        return model.PositionWord("variable", name, int(minuend) if minuend else None)

    def why_no_board(self, name: str) -> str | None:
        """Why a word cannot say here where the pieces are; None for one that does not, or can."""
        if name in BOARDS and self.has_board:
            return f"only one of the words is {' or '.join(BOARDS)}"
        if name == "lists" and not self.has_pgn:
            return "`lists` writes kinds and cells as `pgn` says, and there is no `pgn` here"
        return None

    def is_written(self, variable: model.Variable, is_taken_off: bool) -> bool:
        """Whether a variable can be written: it holds numbers or a cell, or has letters."""
        if variable.type == NUMBER:
            return True
        return not is_taken_off and (
            variable.name in self.lettered or (variable.type == CELL and not variable.index)
        )
