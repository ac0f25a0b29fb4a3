"""The moves of a state → the words that a person chooses from, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gdl.vocabulary.types import SetType
from interpreter.board.codes import ordered
from interpreter.web.wire.landings import landings

if TYPE_CHECKING:
    from interpreter.api.state import State
    from interpreter.board.values import Move

MAX_OFFERS = 4_000  # moves that go to the browser at once

Word = str | list[str]
NO_OFFERS: dict[str, Any] = {"complete": True, "moves": []}


def offers_data(state: State, prefix: Sequence[Word] = ()) -> dict[str, Any]:
    """The moves that begin with some words; the beginnings of moves where there are too many.

    A move is a list of words, a set a list of its elements.  `complete` says that all words of all
    moves are there.  `texts` is there only where a move is not written as its words, joined,
    `lands` only where it is known of a move on which cell its piece lands, and `reaches` only where
    a move may be meant, too, by a cell on which another one lands.
    """
    wanted = list(prefix)
    rows = [(words_of(state, move), move) for move in state.moves()]
    rows = [row for row in rows if row[0][: len(wanted)] == wanted]
    if len(rows) > MAX_OFFERS:
        return {"complete": False, "moves": beginnings([words for words, _ in rows], len(wanted))}
    data: dict[str, Any] = {"complete": True, "moves": [words for words, _ in rows]}
    if any(joined(words) != move.text for words, move in rows):
        data["texts"] = [move.text for _, move in rows]
    told = landings(state, [move for _, move in rows])
    if any(landing.sure for landing in told):
        data["lands"] = [landing.sure for landing in told]
    if any(landing.possible for landing in told):
        data["reaches"] = [landing.possible for landing in told]
    return data


def questions_data(state: State) -> dict[str, Any]:
    """What the seat that acts may ask, in the form of offers."""
    return {"complete": True, "moves": [text.split(" ") for text in state.questions()]}


def beginnings(moves: list[list[Word]], least: int) -> list[list[Word]]:
    """The distinct first words of moves, as many as still fit."""
    longest = max(map(len, moves))
    kept: list[list[Word]] = []
    for length in range(least + 1, longest + 1):
        parts = {repr(words[:length]): words[:length] for words in moves}
        if kept and len(parts) > MAX_OFFERS:
            break
        kept = list(parts.values())
    return kept[:MAX_OFFERS]


def words_of(state: State, move: Move) -> list[Word]:
    """The words of a move; a set is a list."""
    action, args = move.key
    codes = state.game.codes
    known = state.game.reference.turns.actions.get(action)
    words: list[Word] = [action]
    for type, value in zip(known.types if known else (), args, strict=True):
        if isinstance(type, SetType) and value is not None:
            words.append([codes.text(type.element, v) for v in ordered(value, type.element)])
        else:
            words.append(codes.text(type, value))
    return words


def joined(words: Sequence[Word]) -> str:
    """The text of a move that is written as its words."""
    return " ".join(w if isinstance(w, str) else "{" + ",".join(w) + "}" for w in words)
