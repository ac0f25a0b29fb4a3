"""What a person types → the move that is meant, or what is wrong with the text.

The terminal reads moves by it.  The page does so by itself while somebody types, and asks here what
is wrong with a text in which it finds no move, so that both suggest the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from gdl.source.nearest import nearest
from gdl.source.wording import plain, spaced
from gdl.vocabulary.types import COLOUR, KIND, PIECE, SetType
from interpreter.matches.match import Refused

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.api.state import State
    from interpreter.board.values import Move

ENDS = ("pass", "done")


def expanded(state: State, text: str, short: Callable[[str], str] = str.lower) -> str:
    """A text with underscores for the blanks in names, as these are shown, and with words for
    symbols of pieces: `short` gives that of a word that has one.
    """
    known = [*(move.text for move in state.moves()), *state.questions()]
    if text.lower() in (known_text.lower() for known_text in known):
        return text
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

    Raises Refused and IllegalMove, which say what is wrong with the text.
    """
    text = spaced(text)
    possible = list(dict.fromkeys(m.action for m in state.moves()))
    wanted = {f"{action} {text}".lower() for action in possible}
    meant = [m for m in state.moves() if m.text.lower() in wanted]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise Refused(f"say which is meant: {' or '.join(f'`{plain(m.text)}`' for m in meant)}")
    first = text.partition(" ")[0].lower()
    if first in (name.lower() for name in first_names(state)):
        return state.parse(text)
    if len(possible) == 1 and is_word_after(state, first):
        return state.parse(f"{possible[0]} {text}")
    return None


def first_names(state: State) -> list[str]:
    """What the text of a move may begin with, what is possible now first."""
    return [*(m.action for m in state.moves()), *state.game.model.actions, *ENDS]


def second_words(state: State) -> Iterable[str]:
    """The words that follow the action in the legal moves."""
    return dict.fromkeys(word for m in state.moves() for word in m.text.split()[1:2])


def is_word_after(state: State, word: str) -> bool:
    """Whether a word can be the first one after an action."""
    return any(word == each.lower() for each in (*state.game.board.cells, *second_words(state)))


def hint_at(state: State, word: str, more: Iterable[str] = (), otherwise: str = "") -> str:
    """What may have been meant by a word that begins no move and is none of `more` either."""
    names = [*first_names(state), *second_words(state), *more]
    if word.isdigit():
        names = [name for name in names if name.isdigit()]  # a number is no slip for a cell
    near = nearest(word.lower(), names)
    return f"did you mean `{plain(near)}`?" if near else otherwise
