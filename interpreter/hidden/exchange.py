"""What is hidden of earlier moves, dealt anew so that it fits what was heard or seen later.

A seat may hear where somebody put a piece and not which, or that a card was dealt and not which
one.  If it turns out later that this was another one than in a guess, two such moves exchange what
is hidden of them: everything that the seat heard stays as it was.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from interpreter.api.state import State
    from interpreter.board.values import Piece, View

Pair = tuple[str, str]  # a word of the guess, and the one that should stand there
Place = tuple[int, int]  # a move of the guess, and one of its words


class Made(Protocol):
    """A move that was made, in a guess."""

    state: State  # before it
    text: str
    is_own: bool  # of the seat that guesses


def told_apart(heard: Sequence[str], wanted: Sequence[str], people: Sequence[str]) -> list[Pair]:
    """The words in which what was told first differs from what should have been told."""
    for text, other in zip(heard, wanted, strict=False):
        if text != other:
            is_move = any(t.partition(": ")[0] in people for t in (text, other))
            return [] if is_move else words_apart(text.split(), other.split())
    return []


def seen_apart(view: View, wanted: View) -> list[Pair]:
    """The words in which the pieces that are seen differ from those that should be."""
    here, there = view.standing(), wanted.standing()
    pairs: list[Pair] = []
    for cell in here.keys() & there.keys():
        for one, other in zip(here[cell], there[cell], strict=False):
            pairs += words_apart(parts_of(one), parts_of(other))
    return pairs


def parts_of(piece: Piece) -> list[str]:
    """The kind and the attributes of a piece, as words."""
    return [piece.kind, *(str(value) for value in piece.attributes.values())]


def words_apart(one: Sequence[str], other: Sequence[str]) -> list[Pair]:
    """The words in which two texts of the same form differ."""
    pairs = list(zip_longest(one, other))
    if any(None in pair for pair in pairs):
        return []
    return [(a.strip(","), b.strip(",")) for a, b in pairs if a != b]


def exchange(
    path: Sequence[Made], pairs: Sequence[Pair], words: Sequence[str], rng: random.Random
) -> dict[int, str]:
    """Other texts for one or two moves of a guess, by their numbers; empty where none will do.

    `words` are those of the move that went wrong, which are followed back to where they come from.
    `pairs` are what should be something else then; without any, it is to be anything else.
    """
    traced = [trace(path, start, rng) for start in words]
    places = [(n, at) for n in traced if n is not None for at in hidden_words(path[n])]
    hidden = [(n, at) for n, move in enumerate(path) for at in hidden_words(move)]
    if not pairs:
        if not places:
            return {}
        first = rng.choice(places)
        others = [p for p in alike(path, hidden, first) if word(path, p) != word(path, first)]
        return swapped(path, first, rng.choice(others)) if others else {}
    had, wanted = rng.choice(pairs)
    holders = [p for p in places if word(path, p) == had]
    holders = holders or [p for p in hidden if word(path, p) == had]
    if not holders:
        return {}
    first = rng.choice(holders)
    others = [p for p in alike(path, hidden, first) if word(path, p) == wanted]
    if others:
        return swapped(path, first, rng.choice(others))
    return {first[0]: with_word(path, first, wanted)}


def trace(path: Sequence[Made], start: str, rng: random.Random) -> int | None:
    """The move with something hidden from which a word comes, as a piece comes from where it was
    put: the latest move with the word, or the one from which another word of it comes.
    """
    for n in reversed(range(len(path))):
        words = path[n].text.split()[1:]
        if start not in words:
            continue
        if any(True for _ in hidden_words(path[n])):
            return n
        others = [word for word in words if word != start]
        start = rng.choice(others) if others else start
    return None


def hidden_words(move: Made) -> Iterator[int]:
    """Which words of a move the seat that guesses did not hear, counted from the action."""
    action = move.text.split()[0]
    entry = move.state.game.model.sees.get(action)
    if entry is None or move.is_own:
        return
    for at in range(1, len(move.text.split())):
        if at - 1 not in entry.heard:
            yield at


def alike(path: Sequence[Made], places: Sequence[Place], of: Place) -> Iterator[Place]:
    """The same word of other moves of the same action, by the same colour or by chance."""
    n, at = of
    for place in places:
        if place[1] == at and place[0] != n and sort_of(path[place[0]]) == sort_of(path[n]):
            yield place


def sort_of(move: Made) -> Any:
    """Whose move it was, and of which action."""
    return move.state.colour, move.text.split()[0]


def word(path: Sequence[Made], place: Place) -> str:
    """A word of a move."""
    n, at = place
    return path[n].text.split()[at]


def with_word(path: Sequence[Made], place: Place, new: str) -> str:
    """The text of a move with another word."""
    n, at = place
    words = path[n].text.split()
    return " ".join([*words[:at], new, *words[at + 1 :]])


def swapped(path: Sequence[Made], one: Place, other: Place) -> dict[int, str]:
    """The texts of two moves that have exchanged a word."""
    return {
        one[0]: with_word(path, one, word(path, other)),
        other[0]: with_word(path, other, word(path, one)),
    }
