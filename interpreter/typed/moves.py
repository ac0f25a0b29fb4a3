"""The move that a typed text means: in any case of its letters, without its action where that is
clear, as the file writes it or as people read it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from gdl.source.wording import names_as_words, spaced
from gdl.vocabulary.types import COLOUR, KIND, PIECE, SetType
from interpreter.explain.why import has_in_order
from interpreter.typed.hints import first_names
from interpreter.typed.reading import all_as_read, all_lower, as_read, legal_at, words_of
from interpreter.typed.refusing import is_value, refusal, with_colours

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.api.state import State
    from interpreter.board.values import Move


class Unclear(ValueError):
    """A text that may mean several moves; the message names them."""


def expanded(state: State, text: str, short: Callable[[str], str] = str.lower) -> str:
    """A text with underscores for the blanks in names, as these are shown, and with words for
    symbols of pieces: `short` gives that of a word that has one.  A piece of the colour that acts
    may be typed without it.
    """
    legal, questions = legal_at(state), state.questions()
    if text.lower() in legal.lower or text.lower() in all_lower(questions):
        return text
    words = [*legal.words, *words_of(questions)]
    if any("_" in word for word in words):
        texts, read = [*legal.texts, *questions], [*legal.read, *all_as_read(questions)]
        wanted = as_read(text)
        if any(each == wanted and "_" in texts[place] for place, each in enumerate(read)):
            return text  # which one is meant is asked where several read alike
    text = replaced(text, {short(word): word for word in words})
    text = with_underscores(text, set(re.findall(r"\w+", " ".join(words))), state.game)
    text = replaced(text, pieces_shown(state, text, short))
    return replaced(text, legal.own_pieces) if questions else with_colours(state, text)


def replaced(text: str, by: dict[str, str]) -> str:
    """A text with other words for some that are known in small letters."""
    return " ".join(by.get(word.lower(), word) for word in text.split())


def pieces_shown(state: State, text: str, short: Callable[[str], str]) -> dict[str, str]:
    """The pieces that are meant by words of a text that name nothing, by their symbols: a piece
    that no move may use is refused by its name, however it is typed.
    """
    actions = state.game.reference.turns.actions
    types = {type for action in actions.values() for type in action.types}
    known = {name.lower() for name in first_names(state)}
    unknown = {word for word in text.lower().split() if word not in known}
    unknown = {word for word in unknown if not any(is_value(state, word, t) for t in types)}
    if PIECE not in types or not unknown:
        return {}
    found: dict[str, list[str]] = {}
    for name in state.game.codes.words(PIECE) or ():
        if (shown := short(name)) in unknown:
            found.setdefault(shown, []).append(name)
    return {shown: names[0] for shown, names in found.items() if len(names) == 1}


def with_underscores(text: str, possible: set[str], game: GameBase) -> str:
    """A text with underscores for the blanks in names; those that are possible now come first."""
    names = (name for name in possible | names_in_moves(game) if "_" in name)
    for name in sorted(names, key=lambda name: (name not in possible, -len(name))):
        shown = names_as_words(name)
        if shown.lower() in text.lower():
            text = re.sub(rf"(?<!\w){shown}(?!\w)", name, text, flags=re.IGNORECASE)
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
    text, legal = spaced(text), legal_at(state)
    for reading, texts in ((all_lower, legal.lower), (all_as_read, legal.read)):
        for given in ([text], [with_colours(state, f"{name} {text}") for name in legal.actions]):
            wanted = set(reading(given))
            meant = [legal.moves[n] for n, words in enumerate(texts) if words in wanted]
            if len(meant) == 1:
                return meant[0]
            if meant:
                raise Unclear(f"say which is meant: {either(meant)}")
    first = text.partition(" ")[0].lower()
    if (only := only_fitting(state, text)) is not None:
        return only
    if first in (name.lower() for name in first_names(state)):
        return state.parse(text)
    if (error := refusal(state, text)) is not None:
        raise error
    if len(legal.actions) == 1 and is_word_after(state, first):
        return state.parse(f"{legal.actions[0]} {text}")
    return None


def only_fitting(state: State, text: str) -> Move | None:
    """The one legal move of an action that has the values typed behind its name, where each of them
    can be nothing else: what is left out is of other types.
    """
    name, _, rest = text.lower().strip().partition(" ")
    values = rest.split()
    actions = {each.lower(): action for each, action in state.game.reference.turns.actions.items()}
    if name not in actions or not values:
        return None
    types, legal = actions[name].types, legal_at(state)
    fitting: list[Move] = []
    for move, lower in zip(legal.moves, legal.lower, strict=True):
        own, *words = lower.split()
        if own == name and len(values) < len(words) == len(types) and has_in_order(
            " ".join(words), values
        ):
            fitting.append(move)
    if len(fitting) != 1:
        return None
    words = fitting[0].text.lower().split()[1:]
    given = {type for type, word in zip(types, words, strict=True) if word in values}
    left = {type for type, word in zip(types, words, strict=True) if word not in values}
    return None if given & left else fitting[0]


def either(moves: Iterable[Move]) -> str:
    """Moves to choose from."""
    return " or ".join(f"`{move.text}`" for move in moves)


def is_word_after(state: State, word: str) -> bool:
    """Whether a word can be the first one after an action."""
    known = (*state.game.board.cells, *legal_at(state).second_words)
    return any(word == each.lower() for each in known)
