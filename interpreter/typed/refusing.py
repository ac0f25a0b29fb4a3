"""What typed values stand for as parameters of an action, and why values that were typed without
the name of one make no move.

The actions whose parameters these values fit say it; of several the one that comes closest to a
legal move.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from gdl.vocabulary.types import PIECE
from interpreter.board.values import IllegalMove
from interpreter.explain.why import legal_with, shape_of
from interpreter.typed.reading import legal_at

if TYPE_CHECKING:
    from gdl.vocabulary.types import Type
    from interpreter.api.state import State

MOST_SHAPES = 6  # of actions that are named


class Nearness(NamedTuple):
    """How close some values come to a legal move of an action, what matters most first."""

    is_begun: bool  # whether they begin a legal move
    is_whole: bool  # whether they are as many as the parameters
    fitting: int  # how many at the beginning are values of the parameters
    known: int  # how many at the beginning begin a legal move
    is_possible: bool  # whether the action has a legal move


def refusal(state: State, text: str) -> IllegalMove | None:
    """Why the values of a text make no move; None where no action begins with the first of them."""
    texts = [with_colours(state, f"{name} {text}") for name in players_actions(state)]
    near = {each: nearness(state, *each.split()) for each in texts}
    fitting = {each: found for each, found in near.items() if found is not None}
    if not fitting:
        return None
    near_most = max(fitting, key=lambda each: fitting[each])
    if not fitting[near_most].is_whole:
        return wrong_number(state, [each.split()[0] for each in fitting], text)
    try:
        state.parse(near_most)
    except IllegalMove as error:
        return error
    return None


def wrong_number(state: State, names: list[str], text: str) -> IllegalMove:
    """That no action has as many parameters as values are typed: how those that they may begin are
    written, the shortest first, and the first legal moves with these values; of a single action
    what it says itself.
    """
    told = legal_with(legal_at(state).texts, text.split())
    possible = [name for name in names if name in legal_at(state).actions] or names
    if not told and len(possible) == 1:
        try:
            state.parse(f"{possible[0]} {text}")
        except IllegalMove as error:
            return error
    actions = (state.game.reference.turns.actions[name] for name in possible)
    shapes = sorted(map(shape_of, actions), key=lambda shape: (shape.count(" "), len(shape)))
    said = [f"`{shape.partition(' ')[0]}` {{}}as `{shape}`" for shape in shapes[:MOST_SHAPES]]
    said = [each.format("is written " if n == 0 else "") for n, each in enumerate(said)]
    return IllegalMove(", ".join(said) + told)


def players_actions(state: State) -> list[str]:
    """The actions that are possible here, then those that are not."""
    actions = state.game.reference.turns.actions
    others = (name for name, action in actions.items() if not action.model.is_chance)
    return list(dict.fromkeys([*(n for n in legal_at(state).actions if n in actions), *others]))


def nearness(state: State, name: str, *words: str) -> Nearness | None:
    """How close some values come to a legal move of an action; None where the first fits
    nothing.
    """
    types = state.game.reference.turns.actions[name].types
    pairs = zip(words, types, strict=False)
    fitting = sum(1 for _ in takewhile(lambda pair: is_value(state, *pair), pairs))
    if not fitting:
        return None
    legal = "\n".join(f"{text} " for text in ["", *legal_at(state).lower])
    begun = (" ".join([name, *words[:n]]).lower() for n in range(1, len(words) + 1))
    known = sum(1 for _ in takewhile(lambda start: f"\n{start} " in legal, begun))
    is_whole, is_possible = len(words) == len(types), name in legal_at(state).actions
    return Nearness(known == len(words), is_whole, fitting, known, is_possible)


def is_value(state: State, word: str, type: Type) -> bool:
    """Whether a word is a value of a type."""
    try:
        state.game.codes.parse(type, word)
    except (ValueError, KeyError):
        return False
    return True


def with_colours(state: State, text: str) -> str:
    """A text with the colour that acts in front of pieces that are typed without one, whether they
    may be used now or not, at the parameters of the action that is named.
    """
    words = text.split()
    actions = {name.lower(): each for name, each in state.game.reference.turns.actions.items()}
    begin = next((n for n, word in enumerate(words) if word.lower() in actions), None)
    if begin is None:
        return text
    types = actions[words[begin].lower()].types
    for place, type in zip(range(begin + 1, len(words)), types, strict=False):
        if type == PIECE:
            words[place] = own_piece(state, words[place])
    return " ".join(words)


def own_piece(state: State, word: str) -> str:
    """The piece of the colour that acts whose name without it is typed, or the same word."""
    legal, codes = legal_at(state), state.game.codes
    if (known := legal.own_pieces.get(word.lower())) is not None:
        return known
    own = f"{legal.colour}-{word}"
    if is_value(state, word, PIECE) or not is_value(state, own, PIECE):
        return word
    return codes.text(PIECE, codes.parse(PIECE, own))
