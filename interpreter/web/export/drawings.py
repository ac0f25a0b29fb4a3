"""The drawings of an exported page: board, pieces, and what each stored value looks like.

Whatever a state can hold has its drawing written into the page, so that the page's script decides
nothing about looks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gdl.vocabulary.types import NUMBER, SetType
from interpreter.api.game import Game
from interpreter.drawing.scene.drawn import decorations_data, text_size
from interpreter.drawing.scene.fills import fill_of
from interpreter.drawing.scene.forms import is_heap, letters, look_of
from interpreter.drawing.scene.scene import Scene, board_scene
from interpreter.drawing.scene.stored import Stored
from interpreter.drawing.svg import symbol
from interpreter.native.ir.layout.layout import Layout
from interpreter.native.ir.layout.stored_values import variable_value
from interpreter.web.export.legend import Legend
from interpreter.web.wire.facts import word_facts

if TYPE_CHECKING:
    from interpreter.board.position import Piece
    from interpreter.reference.rules import Variable

MAX_LOOKS = 2_000  # different pieces: their drawings are about a megabyte
MAX_DRAWN = 20_000  # values of all entries of a variable; beyond, it is listed below the board
SAMPLE = 1  # a number for which a drawing is made, and whose text the page replaces
MAX_DIGITS = 12  # and a sign or a point: longer numbers are written in the size of these


class TooManyPieces(Exception):
    """A game has more different pieces than a page can hold drawings of."""

    def __init__(self, count: int) -> None:
        super().__init__(
            f"it has {count:,} different pieces, and a page holds drawings of {MAX_LOOKS:,}"
        )


def drawn_legend(game: Game, legend: Legend) -> dict[str, Any]:
    """The part of the legend that is about drawings.

    Raises TooManyPieces.
    """
    pieces, most = legend.layout.pieces, game.model.board.pile
    heaps = most if most is not None and is_heap(game) else 0
    if len(pieces) + heaps > MAX_LOOKS:
        raise TooManyPieces(len(pieces) + heaps)
    looks: dict[Piece, str] = {}
    symbols: dict[str, str] = {}
    for piece in pieces:
        shown = game.piece(piece)
        looks[piece] = look = look_of(game, shown)
        symbols[look] = str(symbol(game, shown))
    piled = ["", *(looks[piece] for piece in pieces)]
    for height in range(1, heaps + 1):
        heap = (game.piece(pieces[0]),) * height
        look = look_of(game, heap)
        symbols[look] = str(symbol(game, heap))
        piled[height:] = [look]
    scene = board_scene(game)
    return {
        "scene": scene.as_json(),
        "symbols": symbols,
        "fills": {c: fill_of(c, game.players, game.model.looks) for c in game.players},
        "pieces": {
            "attributes": legend.kinds(),
            "looks": {legend.piece_key(piece): look for piece, look in looks.items()},
            "pile": most and {"most": most, "looks": piled, "heap": heaps > 0},
        },
        "facts": word_facts(game),
        "letters": letters(game),
        "words": {game.codes.piece_text(piece): look for piece, look in looks.items()},
        "supply": legend.pools(looks),
        "stored": [row for row in stored_rows(game, legend, scene) if row["drawn"] != "nothing"],
    }


def stored_rows(game: Game, legend: Legend, scene: Scene) -> Iterator[dict[str, Any]]:
    """Every variable and mark, with its drawings if it is drawn on the board."""
    for variable, row in legend.stored():
        how = Stored(game, variable.model)
        if how.form == "nothing":
            yield {**row, "drawn": "nothing"}
        elif is_drawn(legend.layout, variable, how):
            yield {**row, "drawn": Drawn(game, legend.layout, variable, how, scene).entries()}
        else:
            yield row


def is_drawn(layout: Layout, variable: Variable, how: Stored) -> bool:
    """Whether what a variable holds can be written down beforehand.

    A line through any cells cannot: there are as many as sets of cells.
    """
    kind = variable.type
    is_any_line = (
        how.form == "line" and isinstance(kind, SetType) and not isinstance(kind.element, SetType)
    )
    return bool(how.form) and not is_any_line and count_of(layout, variable) <= MAX_DRAWN


def count_of(layout: Layout, variable: Variable) -> int:
    """How many drawings the values of a variable need."""
    entries = max(1, len(variable.keys))
    return entries if variable.type == NUMBER else entries * values_of(layout, variable)


def values_of(layout: Layout, variable: Variable) -> int:
    """How many values an entry can have, or a set elements."""
    kind = variable.type
    if isinstance(kind, SetType):
        if isinstance(kind.element, SetType):
            return len(variable.domain)
        kind = kind.element
    return layout.size_of(kind)


class Drawn:
    """The drawings of one variable: for each entry by value, or by element of a set."""

    def __init__(self, game: Game, layout: Layout, variable: Variable, how: Stored, scene: Scene):
        self.game, self.layout, self.variable, self.how = game, layout, variable, how
        self.scene = scene
        self.is_set = isinstance(variable.type, SetType)

    def entries(self) -> list[dict[str, Any]]:
        """The drawings of each entry."""
        return [self.entry(keys) for keys in self.keys()]

    def keys(self) -> Iterator[tuple[Any, ...]]:
        """The index of each entry in words."""
        types = self.variable.index_types
        if not types:
            yield ()
            return
        for key in self.variable.keys:
            yield tuple(self.game.codes.decode(t, k) for t, k in zip(types, key, strict=True))

    def entry(self, keys: tuple[Any, ...]) -> dict[str, Any]:
        """The drawings of one entry by its value; of a number, one without its text."""
        if self.variable.type == NUMBER:
            sizes = [text_size(length) for length in range(MAX_DIGITS + 2)]
            return {"number": [numbered(d) for d in self.data(keys, SAMPLE)], "sizes": sizes}
        made = {}
        for code in range(values_of(self.layout, self.variable)):
            if (value := self.value(code)) and (shown := self.data(keys, value[0])):
                made[str(code)] = shown
        return {"by": made}

    def data(self, keys: tuple[Any, ...], value: Any) -> list[dict[str, Any]]:
        """The drawings of one value of an entry."""
        return decorations_data(self.scene, tuple(self.how.entry(keys, value)))

    def value(self, code: int) -> tuple[Any] | tuple[()]:
        """The value of a code, or the set of the one element that it stands for; () for a hole."""
        try:
            bits = 1 << code if self.is_set else code
            value = variable_value(self.layout, self.variable, bits)
        except (KeyError, IndexError):  # a hole of the board has a code, but is no cell
            return ()
        return (self.game.codes.decode(self.variable.type, value),)


def numbered(decoration: dict[str, Any]) -> dict[str, Any]:
    """A drawing of a number without the number."""
    parts = [
        {**part, "text": ""} if part["kind"] == "text" else part for part in decoration["parts"]
    ]
    texts = {key: decoration[key].removesuffix(f" {SAMPLE}") for key in ("label", "told")}
    return {**decoration, **texts, "parts": parts}
