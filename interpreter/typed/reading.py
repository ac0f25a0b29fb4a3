"""The texts of moves as people read them, which are what they may type.

Tens of thousands of moves may be legal, so all texts are read at once, as the lines of one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from gdl.source.wording import names_as_words

if TYPE_CHECKING:
    from interpreter.api.state import State

SET = re.compile(r"\{([^{}\n]+)\}")
STEP = re.compile(r"\b(?:\d+\*)?[a-z]\w*(?:\+(?:\d+\*)?[a-z]\w*)+|\b\d+\*[a-z]\w*")
SECOND = re.compile(r"^\S+ (\S+)", re.MULTILINE)
ONE = re.compile(r"\b1 (?=[a-z]\w* and )|(?<= and )1 (?=[a-z])")


def as_read(text: str) -> str:
    """A text as people read it, in small letters: a step of several directions `2*north+east` as
    `2 north and east`, with or without a `1`, a set as its elements, blanks for underscores.
    """
    return all_as_read([" ".join(text.split())])[0]


def all_as_read(texts: Sequence[str]) -> list[str]:
    """Each of some texts, which have no line ends, as people read it."""
    if not texts:
        return []  # a text without lines would be split into one
    text = "\n".join(texts).lower()
    if "{" in text:
        text = SET.sub(lambda found: found[1].replace(",", " "), text)
    if "+" in text or "*" in text:
        text = STEP.sub(lambda found: found[0].replace("*", " ").replace("+", " and "), text)
    if " and " in text:
        text = ONE.sub("", text)
    return names_as_words(text).split("\n")


def all_lower(texts: Sequence[str]) -> list[str]:
    """Each of some texts, which have no line ends, in small letters."""
    return "\n".join(texts).lower().split("\n") if texts else []


def words_of(texts: Sequence[str]) -> list[str]:
    """The words of texts, each once."""
    return list(dict.fromkeys(" ".join(texts).split()))


class Legal:
    """The legal moves of a state, and their texts in the forms that are compared."""

    def __init__(self, state: State):
        self.colour = state.colour
        self.moves = state.moves()
        self.texts = [move.text for move in self.moves]
        self.actions = list(dict.fromkeys([move.action for move in self.moves]))

    @cached_property
    def lower(self) -> list[str]:
        """The texts in small letters."""
        return all_lower(self.texts)

    @cached_property
    def read(self) -> list[str]:
        """The texts as people read them."""
        return all_as_read(self.texts)

    @cached_property
    def words(self) -> list[str]:
        """The words of the texts, each once."""
        return words_of(self.texts)

    @cached_property
    def second_words(self) -> list[str]:
        """The words that follow the action, each once."""
        return list(dict.fromkeys(SECOND.findall("\n".join(self.texts))))

    @cached_property
    def own_pieces(self) -> dict[str, str]:
        """Pieces of the colour that acts, by their names without it, in small letters: `White-ant`
        by `ant`; none by what is a word itself.
        """
        begin, taken = f"{self.colour}-", {word.lower() for word in self.words}
        own = [word for word in self.words if word.startswith(begin)]
        named = {word.removeprefix(begin).lower(): word for word in own}
        return {name: word for name, word in named.items() if name not in taken}


class Last:
    """The state that was asked for last: one text is read in several steps."""

    def __init__(self) -> None:
        self.asked: tuple[State, Legal] | None = None

    def legal(self, state: State) -> Legal:
        """The legal moves of a state."""
        asked = self.asked
        if asked is None or asked[0] is not state:
            asked = self.asked = state, Legal(state)
        return asked[1]


legal_at = Last().legal
