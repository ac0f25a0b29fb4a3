"""What may have been meant by a text that begins with no word of a move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gdl.source.nearest import nearest
from interpreter.typed.reading import legal_at

if TYPE_CHECKING:
    from interpreter.api.state import State

ENDS = ("pass", "done")
MOST_WORDS = 6  # of a text that are compared with a name
MOST_NAMES = 2_000  # that a word is compared with
FEWEST_LETTERS = 3  # that suggest the names that begin with them


def first_names(state: State) -> list[str]:
    """What the text of a move may begin with, what is possible now first."""
    return list(dict.fromkeys([*legal_at(state).actions, *state.game.model.actions, *ENDS]))


def hint_at(state: State, text: str, more: Iterable[str] = (), otherwise: str = "") -> str:
    """What may have been meant by a text whose first word begins no move and is none of `more`:
    a name of several words, a name that the word begins, or whatever is nearest to the word.
    """
    words = text.lower().split()[:MOST_WORDS] or [""]
    legal = legal_at(state)
    second = [name for name in legal.second_words[:MOST_NAMES] if name.lower() != words[0]]
    possible = [*legal.actions, *second]
    names = [*first_names(state), *legal.own_pieces, *second, *more]
    if words[0].isdigit():
        names = [name for name in names if name.isdigit()]  # a number is no slip for a cell
        near = nearest(words[0], names)
    else:
        near = near_name(words, possible) or begun(words[0], possible) or nearest(words[0], names)
    return f"did you mean `{near}`?" if near else otherwise


def near_name(words: Sequence[str], names: Iterable[str]) -> str | None:
    """The name of several words that is nearest to the first words of a text."""
    several = [name for name in names if "_" in name]
    for count in range(len(words), 1, -1):
        alike = [name for name in several if name.count("_") == count - 1]
        if near := nearest("_".join(words[:count]), alike):
            return near
    return None


def begun(word: str, names: Iterable[str]) -> str | None:
    """The shortest name that begins with a word, or with at least three letters."""
    start = word if len(word) >= FEWEST_LETTERS else f"{word}_"
    return min((name for name in names if name.lower().startswith(start)), key=len, default=None)
