"""The words of `position` under `notation`: what each writes of a position."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from gdl.check.looks import hint_of, words
from gdl.model import nodes as model
from gdl.source.limits import MAX_DIGITS
from gdl.vocabulary.notation import BOARDS, FIELDS, JOIN
from gdl.vocabulary.types import CELL, NUMBER

MARKED = re.compile(r"([A-Za-z])\[([A-Za-z_]\w*)\]\?")
FIELD = re.compile(rf"(?:([0-9]{{1,{MAX_DIGITS}}})-)?([A-Za-z_]\w*)(\[hands\])?")
MAX_WORDS = 40  # of a position


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


@dataclass(frozen=True)
class PositionWords:
    """Reads the words of a position of a game with some variables, of which those in `lettered`
    have letters; `has_pgn` is whether the rules say how its games are written in PGN.
    """

    variables: Mapping[str, model.Variable]
    lettered: frozenset[str]
    has_pgn: bool

    def read(self, text: str) -> tuple[model.PositionWord, ...]:
        """The words of a text.  Raises Wrong."""
        made: list[model.PositionWord] = []
        for word, start in words(text):
            field = self.field(word)
            if field is None or len(made) == MAX_WORDS:
                known = (*FIELDS, *self.variables)
                more = "board[hands], 3-checks, words with : between them, and signs such as `-`"
                hint = f"{hint_of(known, 'known are')}, {more}"
                if word in self.variables:
                    hint = f"it has no letters yet: say them with `{word}:` under `letters`"
                raise Wrong(start, start + len(word), hint, *known)
            made.append(field)
        says = [part.says for field in made for part in (field, *field.parts)]
        if made and sum(map(says.count, BOARDS)) != 1:
            raise Wrong(0, len(text), f"one of the words is {' or '.join(BOARDS)}")
        if "lists" in says and not self.has_pgn:
            hint = "`lists` writes kinds and cells as `pgn` says, and there is no `pgn` here"
            raise Wrong(0, len(text), hint)
        return tuple(made)

    def field(self, word: str) -> model.PositionWord | None:
        """One word of a position; None if it says nothing."""
        match = FIELD.fullmatch(word)
        if match is None and JOIN in word and re.search(r"\w", word):
            return self.joined(word)
        if match is None:
            return None if re.search(r"\w", word) and not word.isdigit() else (
                model.PositionWord("text", word)
            )  # fmt: skip
        minuend, name, hands = match.groups()
        if name in FIELDS and not minuend and (not hands or name == "board"):
            return model.PositionWord(name, word, None, bool(hands))
        variable = self.variables.get(name)
        if variable is None or hands or not self.is_written(variable, minuend is not None):
            return None
        return model.PositionWord("variable", name, int(minuend) if minuend else None)

    def joined(self, word: str) -> model.PositionWord | None:
        """Several words that are written as one; None if one of them says nothing.

        The marked ones come last, each with another letter.
        """
        parts: list[model.PositionWord] = []
        for text in word.split(JOIN):
            marked = MARKED.fullmatch(text)
            part = self.field(marked[2] if marked else text)
            marks = [part.mark for part in parts if part.mark]
            if part is None or (marked[1] in marks if marked else marks):
                return None
            parts.append(replace(part, mark=marked[1]) if marked else part)
        return model.PositionWord("joined", word, parts=tuple(parts))

    def is_written(self, variable: model.Variable, is_taken_off: bool) -> bool:
        """Whether a variable can be written: it holds numbers or a cell, or has letters."""
        if variable.type == NUMBER:
            return True
        return not is_taken_off and (
            variable.name in self.lettered or (variable.type == CELL and not variable.index)
        )
