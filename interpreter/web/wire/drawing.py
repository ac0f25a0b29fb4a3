"""A game → what the page needs to draw it: board, actions, options, rules, drawings of pieces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from gdl.model import nodes as model
from gdl.model.analysis import Reads, walk
from interpreter.board.values import Piece, Pile, View
from interpreter.drawing.scene import (
    Scene,
    all_cards,
    board_scene,
    decorations,
    decorations_data,
    drawn_names,
    look_of,
)
from interpreter.drawing.scene.fills import fill_of
from interpreter.drawing.scene.forms import is_heap, letters
from interpreter.drawing.svg import symbol
from interpreter.reference.actions import binder_types
from interpreter.web.wire.facts import word_facts

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.api.game_base import GameBase

PLACES = frozenset("from into onto over start stop here there where place cell target".split())
MAX_DRAWN = 64  # games whose drawings are kept
MAX_LOOKS = 10_000  # of a game: of piles there may be more, as there are positions


class Drawings:
    """The drawings of one game, each made once."""

    def __init__(self, game: GameBase):
        self.game = game
        self.symbols: dict[str, str] = {}
        self.looks: dict[Piece | Pile, str] = {}
        self.piled: dict[str, Pile] = {}

    def look_of(self, piece: Piece | Pile) -> str:
        """The id of the look of a piece, or of the pieces on a cell."""
        look = self.looks.get(piece)
        if look is None:
            if len(self.looks) >= MAX_LOOKS:
                self.looks.clear()
                self.symbols.clear()
            look = self.looks[piece] = look_of(self.game, piece)
        if isinstance(piece, tuple) and look not in self.piled:
            if len(self.piled) >= MAX_LOOKS:
                self.piled.clear()
            self.piled[look] = piece
        return look

    def symbol(self, look: str) -> str:
        """The drawing of a piece, as markup."""
        if look not in self.symbols:
            what = self.piled.get(look) or self.by_look[look]
            self.symbols[look] = str(symbol(self.game, what))
        return self.symbols[look]

    @cached_property
    def by_look(self) -> dict[str, Piece]:
        """All pieces that there can be, by their looks."""
        return {self.look_of(piece): piece for piece in self.pieces.values()}

    @cached_property
    def scene(self) -> Scene:
        """The board."""
        return board_scene(self.game)

    @cached_property
    def drawn_names(self) -> frozenset[str]:
        """The variables and marks that need not be written beside the board."""
        return drawn_names(self.game)

    @cached_property
    def pieces(self) -> dict[str, Piece]:
        """All pieces that there can be, by the word that the rules have for them."""
        codes = self.game.codes
        return {codes.piece_text(p): self.game.piece(p) for p in codes.all_pieces()}

    @cached_property
    def start_values(self) -> dict[str, Any]:
        """The variables and marks at the start."""
        start = self.game.start()  # type: ignore[attr-defined]
        return dict(start.variables | start.marks)

    def look(self, word: str, colour: str | None) -> str | None:
        """The look of a piece, or of a kind in somebody's colour; None if a word has none."""
        if word in self.pieces:
            return self.look_of(self.pieces[word])
        for piece in self.pieces.values():
            if piece.kind == word and not piece.attributes and piece.colour in (colour, None):
                return self.look_of(piece)
        return None

    def decorations(self, view: View) -> list[dict[str, Any]]:
        """What is stored on the board."""
        return decorations_data(self.scene, decorations(self.game, view))


@lru_cache(MAX_DRAWN)
def drawings(game: GameBase) -> Drawings:
    """The drawings of a game."""
    return Drawings(game)


def drawing_data(game: Game, file: str | None = None) -> dict[str, Any]:
    """Board, actions and rules of a game; `file` is what the page calls its rule file."""
    rules = game.model
    source = rules.sources[0] if rules.sources else None
    reads = Reads(rules)
    asked: list[model.Action | model.Question] = [*rules.questions]
    asked += [a for a in rules.actions.values() if not a.is_chance]
    return {
        "title": game.title,
        "players": list(game.players),
        "seats": game.seats,
        "fills": {c: fill_of(c, game.players, rules.looks) for c in game.players},
        "options": [option_data(o, rules) for o in rules.declared],
        "scene": drawings(game).scene.as_json(),
        "actions": {part.name: action_data(part, reads, is_heap(game)) for part in asked},
        "questions": [q.name for q in rules.questions],
        "words": word_facts(game),
        "letters": letters(game),
        "cards": [
            {"word": card.word, "face": list(card.face), "fill": card.fill, "look": None}
            for card in all_cards(game)
        ],
        "notes": rules.about.get("notes", ""),
        "rules": {"file": file, "text": source.text if source else ""},
    }


def option_data(option: model.Option, rules: model.Game) -> dict[str, Any]:
    """An option: its values that go together with the others, and the one that is chosen."""
    kind = {bool: "flag", str: "word"}.get(type(option.default), "number")
    return {
        "name": option.name,
        "kind": kind,
        "values": list(option.offered),
        "published": list(option.offered_published),
        "default": option.default,
        "value": rules.options[option.name],
    }


def action_data(
    action: model.Action | model.Question, reads: Reads, has_heaps: bool = False
) -> dict[str, Any]:
    """The types of the parameters of an action or a question, in words, where the values of each
    come from, its line, and whether the pieces on the board have to do with what is chosen.

    In a game that `has_heaps`, also what its cells are called.
    """
    types = [str(type) for binder in action.binders for type in binder_types(binder)]
    names = [name for binder in action.binders for name in binder.names]
    sources = [sources_of(binder.domain) for binder in action.binders for _ in binder.names]
    puts = put_kind(action) if isinstance(action, model.Action) else None
    parts = action.body if isinstance(action, model.Action) else (action.answer,)
    looks = any("board" in reads.of(part) for part in (*action.binders, *parts))
    return {
        "types": types, "parameters": names, "puts": puts, "from": sources, "looks": looks,
        "line": action.span.line, "heaps": heap_names(names, types) if has_heaps else [],
    }  # fmt: skip


def heap_names(names: Sequence[str], types: Sequence[str]) -> list[str]:
    """What the rules call each cell that is chosen: `house`, but "" for words such as `at` and
    `from`, which say where it is.
    """
    if "set of cells" in types:
        return []
    cells = [name for name, type in zip(names, types, strict=True) if type == "cell"]
    return ["" if len(name) < 3 or name in PLACES else name for name in cells]


def sources_of(domain: model.Expr) -> list[str]:
    """The variables among whose values a parameter is chosen, and perhaps the supply."""
    found = [part.name for part in walk(domain) if isinstance(part, model.Stored)]
    asked = (part.name for part in walk(domain) if isinstance(part, model.BuiltinCall))
    return list(dict.fromkeys([*found, *(name for name in asked if name == "supply")]))


def put_kind(action: model.Action) -> str | None:
    """The one kind of the pieces that an action puts in the colour of a parameter, if it is so."""
    parts = (part for statement in action.body for part in walk(statement))
    puts = [part for part in parts if isinstance(part, model.Put)]
    if not all(isinstance(put.owner, model.Local) for put in puts):
        return None
    kinds = {put.piece.value if isinstance(put.piece, model.Value) else None for put in puts}
    kind = next(iter(kinds)) if len(kinds) == 1 else None
    return kind if isinstance(kind, str) else None
