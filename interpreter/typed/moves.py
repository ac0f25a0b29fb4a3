"""The move that a typed text means: in any case of its letters, without its action where that is
clear, as the file writes it or as people read it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from gdl.source.nearest import nearest
from gdl.source.wording import plain, spaced
from gdl.vocabulary.types import COLOUR, KIND, PIECE, SetType

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.api.state import State
    from interpreter.board.values import Move

ENDS = ("pass", "done")
MOST_WORDS = 6  # of a text that are compared with a name
FEWEST_LETTERS = 3  # that suggest the names that begin with them


class Unclear(ValueError):
    """A text that may mean several moves; the message names them."""


def expanded(state: State, text: str, short: Callable[[str], str] = str.lower) -> str:
    """A text with underscores for the blanks in names, as these are shown, and with words for
    symbols of pieces: `short` gives that of a word that has one.
    """
    known = [*(move.text for move in state.moves()), *state.questions()]
    if text.lower() in (known_text.lower() for known_text in known):
        return text
    wanted = as_read(text)
    if any("_" in known_text and as_read(known_text) == wanted for known_text in known):
        return text  # which one is meant is asked where several read alike
    full = {short(word): word for known_text in known for word in known_text.split()}
    text = " ".join(full.get(word.lower(), word) for word in text.split())
    possible = set(re.findall(r"\w+", " ".join(known)))
    names = (name for name in possible | names_in_moves(state.game) if "_" in name)
    for name in sorted(names, key=lambda name: (name not in possible, -len(name))):
        text = re.sub(rf"(?<!\w){plain(name)}(?!\w)", name, text, flags=re.IGNORECASE)
    return text


def names_in_moves(game: GameBase) -> set[str]:
    """The names of actions, and those that their parameters are chosen from, legal now or not: why
    a move is refused is said of what was meant.
    """
    codes, actions = game.codes, game.reference.turns.actions
    given = [type for action in actions.values() for type in action.types]
    types = {type.element if isinstance(type, SetType) else type for type in given}
    if PIECE in types:
        types |= {COLOUR, KIND, *codes.attribute_types.values()}
    return {*actions, *(name for type in types for name in codes.names(type) or ())}


def meant_move(state: State, text: str) -> Move | None:
    """The legal move of a text, perhaps without its action; None if the text begins with no word
    of a move.

    Raises Unclear and IllegalMove, which say what is wrong with the text.
    """
    text, moves = spaced(text), state.moves()
    possible = list(dict.fromkeys(m.action for m in moves))
    for reading in (str.lower, as_read):
        read = [(reading(m.text), m) for m in moves]
        for wanted in ([text], [f"{action} {text}" for action in possible]):
            texts = {reading(one) for one in wanted}
            meant = [m for words, m in read if words in texts]
            if len(meant) == 1:
                return meant[0]
            if meant:
                raise Unclear(f"say which is meant: {either(meant)}")
    first = text.partition(" ")[0].lower()
    if first in (name.lower() for name in first_names(state)):
        return state.parse(text)
    if len(possible) == 1 and is_word_after(state, first):
        return state.parse(f"{possible[0]} {text}")
    return None


def either(moves: Iterable[Move]) -> str:
    """Moves to choose from, as people read them; as the file writes them where some read alike."""
    texts = [move.text for move in moves]
    read = [plain(text) for text in texts]
    is_clear = len(set(map(as_read, texts))) == len(texts)
    return " or ".join(f"`{text}`" for text in (read if is_clear else texts))


STEP = re.compile(r"\b(?:\d+\*)?[a-z]\w*(?:\+(?:\d+\*)?[a-z]\w*)+|\b\d+\*[a-z]\w*")
ONE = re.compile(r"\b1 (?=[a-z]\w* and )|(?<= and )1 (?=[a-z])")


def as_read(text: str) -> str:
    """A text as people read it, in small letters: a step of several directions `2*north+east` as
    `2 north and east`, with or without a `1`, a set as its elements, blanks for underscores.
    """
    text = re.sub(r"\{([^{}]+)\}", lambda found: found[1].replace(",", " "), text.lower())
    text = STEP.sub(lambda found: found[0].replace("*", " ").replace("+", " and "), text)
    return ONE.sub("", " ".join(plain(text).split()))


def first_names(state: State) -> list[str]:
    """What the text of a move may begin with, what is possible now first."""
    return [*(m.action for m in state.moves()), *state.game.model.actions, *ENDS]


def second_words(state: State) -> Iterable[str]:
    """The words that follow the action in the legal moves."""
    return dict.fromkeys(word for m in state.moves() for word in m.text.split()[1:2])


def is_word_after(state: State, word: str) -> bool:
    """Whether a word can be the first one after an action."""
    return any(word == each.lower() for each in (*state.game.board.cells, *second_words(state)))


def hint_at(state: State, text: str, more: Iterable[str] = (), otherwise: str = "") -> str:
    """What may have been meant by a text whose first word begins no move and is none of `more`:
    a name of several words, a name that the word begins, or whatever is nearest to the word.
    """
    words = text.lower().split()[:MOST_WORDS] or [""]
    legal = list(dict.fromkeys([*(m.action for m in state.moves()), *second_words(state)]))
    names = [*first_names(state), *second_words(state), *more]
    if words[0].isdigit():
        names = [name for name in names if name.isdigit()]  # a number is no slip for a cell
        near = nearest(words[0], names)
    else:
        near = near_name(words, legal) or begun(words[0], legal) or nearest(words[0], names)
    return f"did you mean `{plain(near)}`?" if near else otherwise


def near_name(words: Sequence[str], names: Iterable[str]) -> str | None:
    """The name of several words that is nearest to the first words of a text, with blanks in it."""
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
