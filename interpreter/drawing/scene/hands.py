"""Cards beside the board: what a game stores for no cell, as rows of cards that lie side by side.

`hands` reads a `View` and nothing else of a state.  What a seat does not see is a number of backs:
how many is known only where the type says it (one value is one card, whether it exists or not), or
where `looks` names a variable that counts them, which the seat has to see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from gdl.model import nodes as model
from gdl.source.wording import names_as_words
from gdl.vocabulary.types import COLOUR, PIECE, SetType, WordType
from interpreter.drawing.colours import brightness
from interpreter.drawing.scene.forms import forms
from interpreter.drawing.scene.looks import said
from interpreter.drawing.scene.stored import CARDS, Stored, content
from interpreter.drawing.text.values import value_text
from interpreter.drawing.text.values import words as index_words

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.board.values import View


LIGHT = 0.6  # brightness from which a colour is not read on white


@dataclass(frozen=True)
class Card:
    """A card that is seen: its word in moves, what is written on it, and in which colour."""

    word: str
    face: tuple[str, ...]
    fill: str | None = None


@dataclass(frozen=True)
class Hand:
    """A row of cards: those that are seen, and how many others lie there.

    `backs` is None where nobody says how many; `has_place` says that there is room for one card,
    perhaps an empty one.
    """

    label: str  # the words of the index
    colour: str | None  # whose it is
    cards: tuple[Card, ...]
    backs: int | None = 0
    has_place: bool = False


def hands(game: GameBase, view: View, start: Mapping[str, Any]) -> dict[str, tuple[Hand, ...]]:
    """The rows of each variable or mark that is drawn as cards; `start` has all values at the start
    of the game, of which the indices are read.
    """
    shown = {**view.variables, **view.marks}
    every = (*game.model.variables, *game.model.marks)
    return {
        each.name: tuple(Rows(game, each, shown).rows(start[each.name]))
        for each in every
        if Stored(game, each).form == CARDS and (each.name in shown or each.name in game.model.sees)
    }


class Rows:
    """The rows of one variable."""

    def __init__(self, game: GameBase, variable: model.Variable, shown: Mapping[str, Any]):
        self.game, self.variable, self.shown = game, variable, shown
        self.index = Stored(game, variable).index
        self.is_set = isinstance(variable.type, SetType)
        self.counted_by = said(game.model.looks, variable.name).count
        self.faces = faces_of(game)

    def rows(self, start: Any) -> Iterator[Hand]:
        """The rows, in the order of the indices; a last index of single values runs along a row."""
        value = self.shown.get(self.variable.name, {} if self.index else None)
        if not self.index:
            is_hidden = self.variable.name not in self.shown
            yield self.row((), [] if is_hidden else [value], int(is_hidden))
            return
        along = 0 if self.is_set or len(self.index) == 1 else 1
        keys: dict[tuple[Any, ...], list[Any]] = {}
        for key in start:
            parts = key if isinstance(key, tuple) else (key,)
            keys.setdefault(parts[: len(parts) - along], []).append(key)
        for head, inner in keys.items():
            seen = [value[key] for key in inner if key in value]
            yield self.row(head, seen, len(inner) - len(seen))

    def row(self, head: tuple[Any, ...], seen: list[Any], hidden: int) -> Hand:
        """The row for an index, with the values that are seen and the number of those that are
        not.
        """
        count = self.count(head)
        colour = next((k for t, k in zip(self.index, head, strict=False) if t == COLOUR), None)
        label = " ".join(index_words(head))
        if self.is_set:
            backs = count if hidden else 0
            return Hand(label, colour, self.cards(*seen), backs)
        most = len(seen) + hidden if count is None else count
        has_place = len(seen) + hidden == 1
        backs = min(hidden, max(0, most - len(seen)))
        return Hand(label, colour, self.cards(seen[:most]), backs, has_place)

    def count(self, head: tuple[Any, ...]) -> int | None:
        """How many cards lie in a row, if a variable says so that is seen."""
        value = self.shown.get(self.counted_by) if self.counted_by else None
        if isinstance(value, Mapping):
            value = value.get(head if len(head) > 1 else head[0] if head else None)
        return max(0, value) if isinstance(value, int) else None

    def cards(self, values: Any = ()) -> tuple[Card, ...]:
        """The cards of some values: those of a set in the order in which they are declared."""
        there = [value for value in values if value is not None]
        if self.is_set:
            there.sort(key=self.faces.place)
        return tuple(map(self.faces.card, there))


class Faces:
    """What is written on the cards of one game."""

    def __init__(self, game: GameBase):
        self.looks, self.symbols = game.model.looks, forms(game).symbols
        self.kinds = len(game.model.kinds)
        pieces = sorted(game.codes.all_pieces())
        self.pieces = {game.codes.piece_text(p): game.piece(p) for p in pieces}
        words = (word for v in game.model.variables for word in words_of(content(v.type)))
        listed = [*self.pieces, *words]
        self.places = {word: place for place, word in enumerate(dict.fromkeys(listed))}

    def place(self, value: Any) -> Any:
        """Where a value stands in a sorted hand."""
        return value if isinstance(value, int) else self.places.get(str(value), len(self.places))

    def card(self, value: Any) -> Card:
        """The card of a value: a piece has what tells it from others, a word its character."""
        word = value_text(value)
        piece = self.pieces.get(word) if isinstance(value, str) else None
        if piece is None:
            entry = said(self.looks, word)
            return Card(word, (entry.sign or names_as_words(word),), on_paper(entry.fill))
        kind = self.symbols.kinds.get((piece.kind, piece.colour is not None), "")
        faces = [kind if self.kinds > 1 or not piece.attributes else ""]
        fill = said(self.looks, piece.kind).fill
        for name, attribute in piece.attributes.items():
            faces.append(self.symbols.words[name].get(attribute, value_text(attribute)))
            fill = fill or said(self.looks, str(attribute)).fill
        return Card(word, tuple(filter(None, faces)) or (word,), on_paper(fill))


_FACES: WeakKeyDictionary[Any, Faces] = WeakKeyDictionary()


def faces_of(game: GameBase) -> Faces:
    """The faces of a game, made once."""
    made = _FACES.get(game)
    if made is None:
        made = _FACES[game] = Faces(game)
    return made


def all_cards(game: GameBase) -> tuple[Card, ...]:
    """The words and the pieces that are drawn as cards somewhere, in their order."""
    faces, types = faces_of(game), [content(each.type) for each in dealt(game)]
    pieces = faces.pieces if PIECE in types else {}
    return tuple(map(faces.card, dict.fromkeys([*pieces, *chain(*map(words_of, types))])))


def dealt(game: GameBase) -> list[model.Variable]:
    """The variables that are drawn as cards."""
    return [each for each in game.model.variables if Stored(game, each).form == CARDS]


def sample_cards(game: GameBase, most: int) -> tuple[Card, ...]:
    """Some of the cards of a game: pieces, and words of what is stored, from the whole row."""
    faces, stored = faces_of(game), dealt(game)
    words = [word for each in stored for word in words_of(content(each.type))]
    known = list(dict.fromkeys([*faces.pieces, *words]))
    count = min(most, len(known))
    return tuple(faces.card(known[(2 * n + 1) * len(known) // (2 * count)]) for n in range(count))


def words_of(type: Any) -> tuple[str, ...]:
    """The words of a type, in the order in which they are declared."""
    return type.words if isinstance(type, WordType) else ()


def on_paper(fill: str) -> str | None:
    """A colour for writing on white; None for one that is too light, and for none."""
    return fill if fill and brightness(fill) < LIGHT else None
