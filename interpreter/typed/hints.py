"""What may have been meant by a text that begins with no word of a move."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gdl.source.nearest import distance, nearest
from interpreter.board.values import IllegalMove
from interpreter.explain.near_names import column_and_row, nearest_value
from interpreter.explain.why import has_in_order, those_with
from interpreter.typed.reading import legal_at

if TYPE_CHECKING:
    from interpreter.api.state import State

ENDS = ("pass", "done")
MOST_WORDS = 6  # of a text that are compared with a name
MOST_NAMES = 2_000  # that a word is compared with
FEWEST_LETTERS = 3  # that suggest the names that begin with them
FILLERS = ("of", "to", "from", "on", "the")  # as in "ace of hearts", which name no move
PARTS = str.maketrans("-_", "  ")  # what parts words
TINY = 2  # letters, at most, of a word that has room for no wrong letter: `h1` is no slip for `a1`
SHORT = 4  # letters, at most, of a word that has room for one slip


def first_names(state: State) -> list[str]:
    """What the text of a move may begin with, what is possible now first."""
    return list(dict.fromkeys([*legal_at(state).actions, *state.game.model.actions, *ENDS]))


def hint_at(state: State, text: str, more: Iterable[str] = (), otherwise: str = "") -> str:
    """What may have been meant by a text whose first word begins no move and is none of `more`:
    moves with these words, a name of several words, a name that the word begins, whatever is
    nearest to the word, an action that is not legal now, or moves with the cells of the text.
    """
    typed = [word for word in text.lower().split() if word not in FILLERS]
    orders = [typed, typed[::-1]] if len(typed) > 1 else [typed]
    if moves := next(filter(None, (moves_with(state, order) for order in orders)), ""):
        return moves
    words = text.lower().split()[:MOST_WORDS] or [""]
    legal = legal_at(state)
    second = [name for name in legal.second_words[:MOST_NAMES] if name.lower() != words[0]]
    possible = [*legal.actions, *second]
    names = [*first_names(state), *legal.own_pieces, *second, *more]
    if words[0].isdigit():
        names = [name for name in names if name.isdigit()]  # a number is no slip for a cell
        near = nearest(words[0], names)
    else:
        near = near_name(words, possible) or begun(words[0], possible)
        is_cell = any(words[0] == cell.lower() for cell in state.game.board.cells)
        near = near or (None if is_cell else slip(words[0], names))
        near = near or near_name(words, state.game.model.actions)
        near = near or begun(words[0], state.game.model.actions)
    if near:
        return f"did you mean `{near}`?{not_legal(state, near, text)}"
    cells = cells_in(text.lower(), state.game.board.cells)
    return (moves_with(state, cells) if cells not in orders else "") or otherwise


def not_legal(state: State, name: str, text: str) -> str:
    """Why no move of an action is legal that a text begins with in other letters, to be added to a
    message; nothing of what is no action and of one that is legal.
    """
    if name not in state.game.model.actions or name in legal_at(state).actions:
        return ""
    words = text.split() or [""]
    is_split = "_" not in words[0] and near_name([word.lower() for word in words], [name])
    values = words[name.count("_") + 1 if is_split else 1 :]
    reason = refusal(state, name)
    if reason is not None and reason.span is None and values:  # it tells only what is missing
        reason = refusal(state, " ".join([name, *values]))
    return f" {reason.message[:1].upper()}{reason.message[1:]}" if reason else ""


def refusal(state: State, text: str) -> IllegalMove | None:
    """Why a text is no legal move; None of one that is."""
    try:
        state.parse(text)
    except IllegalMove as error:
        return error
    return None


def moves_with(state: State, words: Sequence[str]) -> str:
    """The legal moves that have some words in their order, parts of words such as `ace` of
    `hearts-ace` among them; nothing where there are none.
    """
    if not words or words[0].isdigit():
        return ""  # the number of a move, perhaps
    legal = legal_at(state)
    values = (text.partition(" ")[2].translate(PARTS) for text in legal.lower)
    pairs = zip(values, legal.texts, strict=True)
    found = (text for each, text in pairs if has_in_order(each, words))
    return those_with(words, found).removeprefix("; ")


def cells_in(text: str, cells: Iterable[str]) -> list[str]:
    """The cells that are named in a text, as in `e2-e4`, also with nothing between them."""
    known = {cell.lower() for cell in cells if len(cell) > 1}
    if not known:
        return []
    longest = sorted(known, key=len, reverse=True)
    return re.findall("|".join(map(re.escape, longest)), text)


def slip(word: str, names: Iterable[str]) -> str | None:
    """The name nearest to a word.  A short word may be one slip away from it; a tiny one may only
    lack a letter, have one twice or have two in the wrong order, or be next to a cell.
    """
    near = nearest_value(word, names)
    if near is None or len(word) > SHORT or column_and_row(word) is not None:
        return near
    if len(word) <= TINY and not set(word) <= set(near.lower()):
        return None
    return near if distance(word, near.lower()) <= 1 else None


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
