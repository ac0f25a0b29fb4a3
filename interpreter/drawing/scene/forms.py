"""How pieces look: a `Form` for each kind, owner and attributes.

The outline tells kinds apart and owners have a fill and a second sign (`cue`).  Of each kind the
first attributes with two values become visible properties of the piece (`channels`), directions
become rods, and whatever is left is written on it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from math import pi, sin
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from gdl.model import nodes as model
from gdl.vocabulary.types import FLAG, SetType, WordType
from interpreter.board.values import UNKNOWN
from interpreter.drawing.colours import named_fill
from interpreter.drawing.scene.fills import NOBODY, fill_of
from interpreter.drawing.scene.looks import Said, said
from interpreter.drawing.text.symbols import Symbols

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.board.values import Piece, Pile

CUES = ("", "ring", "dot", "bar", "plus", "two", "cross", "frame")
"""The second signs of owners, by seat; further owners are told apart by a character."""
OUTLINES = ("disc", "square", "hexagon", "diamond", "octagon", "triangle", "star", "plus")
"""The outlines of kinds; those that nobody owns begin with the second."""
GLYPHS = {"king": "crown", "queen": "coronet"}
"""What stands on kinds that are called so."""
CHANNELS = {
    "outline": ("outline", "shape", "form"), "body": ("body", "height", "size", "side"),
    "edge": ("edge", "rim", "border", "pattern"), "centre": ("centre", "center", "top", "hole"),
}  # fmt: skip
"""Properties of a drawn piece that can have two values, each with what attributes of the sort are
called; an attribute that is called otherwise takes the next one."""
OUTLINE_WORDS = {
    "hexagonal": "hexagon", "circular": "disc", "round": "disc", "square": "square",
    "triangular": "triangle", "octagonal": "octagon",
}  # fmt: skip
MAX_SHOWN = 5  # pieces of a pile that are drawn, its uppermost
UNSAFE = re.compile(r"[^A-Za-z0-9_.-]")


@dataclass(frozen=True)
class Mark:
    """A small shape in the middle of a piece."""

    fill: str
    outline: str


@dataclass(frozen=True)
class Form:
    """How a piece is drawn."""

    words: str  # for people
    outline: str = "disc"
    fill: str = NOBODY
    cue: str = ""
    body: int = 0  # 1: with a smaller top
    edge: int = 0  # 1: with a toothed rim
    centre: int = -1  # 0: a hollow, 1: a knob
    mark: Mark | None = None
    rods: tuple[tuple[float, float], ...] = ()  # the ends of rods from the middle, of length 1
    glyph: str = ""
    text: str = ""
    below: tuple[Form, ...] = ()  # the pieces under it that are shown, lowest first
    height: int = 1  # how many pieces stand there
    is_heap: bool = False  # they are alike and nobody's, and are drawn as small dots


class Forms:
    """The forms of the pieces of one game."""

    def __init__(self, game: GameBase):
        self.model, self.colours = game.model, game.players
        self.looks = game.model.looks
        self.symbols = Symbols(game)
        self.is_heap = is_heap(game)
        self.kinds = {kind.name: kind for kind in game.model.kinds}
        self.ways = ways(game)
        self.channels = {kind.name: self.free_channels(kind) for kind in game.model.kinds}
        self.known: Mapping[str, tuple[str, Piece]] = {}  # see `known_looks`

    def of(self, piece: Piece | Pile) -> Form:
        """How a piece is drawn, or the pieces on a cell, lowest first."""
        return self.of_pile(piece) if isinstance(piece, tuple) else self.of_one(piece)

    def of_pile(self, pile: Pile) -> Form:
        """How the pieces on a cell are drawn: the uppermost ones, and their number."""
        *below, top = (self.of_one(piece) for piece in pile[-MAX_SHOWN:])
        if self.is_heap:
            words = top.words + (f", {len(pile)} of them" if pile[1:] else "")
            return replace(top, words=words, height=len(pile), is_heap=True)
        if not below:
            return top
        lower = ", ".join(form.words for form in reversed(below))
        on = lower if len(pile) <= MAX_SHOWN else f"top of {len(pile) - 1} more"
        words = f"{top.words}, on {on}"
        return replace(top, words=words, below=tuple(below), height=len(pile))

    def of_one(self, piece: Piece) -> Form:
        """How a piece is drawn."""
        made = self.owned(piece)
        chosen, text = self.channels.get(piece.kind, {}), str(made["text"])
        rods = []
        for name, value in piece.attributes.items():
            if value == UNKNOWN:
                text = text.removesuffix(UNKNOWN) + UNKNOWN
            elif name in chosen:
                made |= self.channelled(self.kinds[piece.kind], name, value, chosen[name])
            elif value in self.ways and not said(self.looks, str(value)).character:
                rods.append(self.ways[value])
            elif (fill := self.fill_word(piece, name, value)) and "filled" not in made:
                made |= {"fill": fill, "filled": True}
                continue
            elif not self.has_own_fills(name):
                text += self.symbols.words[name].get(value, str(value))
            if "mark" not in made and (own := self.mark_of(piece, name, value)):
                made["mark"] = own
        made.pop("filled", None)
        return Form(**{**made, "rods": tuple(rods), "text": text})

    def owned(self, piece: Piece) -> dict[str, Any]:
        """What kind and owner decide."""
        kind, colour = said(self.looks, piece.kind), piece.colour
        owner = said(self.looks, colour) if colour else Said()
        words = [
            "unknown piece" if piece.kind == UNKNOWN else piece.kind,
            *(attribute_words(name, value) for name, value in piece.attributes.items()),
        ]
        seat = self.colours.index(colour) if colour else 0
        fill = owner.fill or (fill_of(colour, self.colours, self.looks) if colour else kind.fill)
        is_told = piece.kind != UNKNOWN
        outline, glyph, text = self.shape(piece, kind) if is_told else ("disc", "", UNKNOWN)
        if owner.shape and (outline == "disc" or not kind.shape):
            outline = owner.shape
        if seat >= len(CUES) or owner.character:
            text = self.symbols.colours[colour] + text if colour else text
        return {
            "words": " ".join(filter(None, (colour, ", ".join(words)))), "outline": outline,
            "fill": fill or NOBODY, "glyph": glyph, "text": text,
            "cue": "" if owner.shape or owner.character else CUES[seat] if seat < len(CUES) else "",
        }  # fmt: skip

    def shape(self, piece: Piece, kind: Said) -> tuple[str, str, str]:
        """The outline of a kind, and what stands on it: a glyph or a text."""
        owned = piece.colour is not None
        alike = [
            k for k in self.model.kinds if any((o is not None) == owned for o in k.owners)
        ]  # fmt: skip
        number = [k.name for k in alike].index(piece.kind)
        is_block = not owned and not piece.attributes
        outline = OUTLINES[(number + is_block) % len(OUTLINES)]
        glyph, text = GLYPHS.get(piece.kind, ""), kind.character
        if glyph and not kind.character:
            outline = "disc"
        if kind.shape in ("crown", "coronet"):
            glyph, outline = kind.shape, "disc"
        elif kind.shape:
            outline, glyph = kind.shape, ""
        if kind.character:
            glyph, outline = "", "disc"
        elif not glyph and not kind.shape and number > 0:
            text = self.symbols.kinds[piece.kind, owned]
        return outline, glyph, text

    def channelled(self, kind: model.Kind, name: str, value: Any, channel: str) -> dict[str, Any]:
        """What an attribute changes that has a property of the piece to itself."""
        values = two_values(kind.attributes[name]) or ()
        number = values.index(value)
        if channel != "outline":
            return {channel: number}
        own = [said(self.looks, str(v)).shape for v in values]
        shapes = own if any(own) else [OUTLINE_WORDS.get(str(v), "") for v in values]
        other = "square" if "disc" in shapes else "disc"
        shapes = [shape or other for shape in shapes] if any(shapes) else ["disc", "square"]
        return {"outline": shapes[number]}

    def free_channels(self, kind: model.Kind) -> dict[str, str]:
        """The attributes with two values that are drawn as properties of the piece, as far as
        `looks` leaves the choice.

        A kind or an owner whose shape it says keeps that; a word with a colour or a character has
        these; words with shapes have the outline.
        """
        shaped = {
            name for name, domain in kind.attributes.items()
            if any(said(self.looks, str(v)).shape for v in two_values(domain) or ())
        }  # fmt: skip
        spoken = {
            name for name, domain in kind.attributes.items()
            if name not in shaped and any(
                (own := said(self.looks, str(v))).fill or own.character
                for v in two_values(domain) or ()
            )
        }  # fmt: skip
        shapes = [said(self.looks, name).shape for name in (kind.name, *filter(None, kind.owners))]
        has_outline = any(shape not in ("", *GLYPHS.values()) for shape in shapes)
        return channels(kind, shaped, spoken, has_outline)

    def mark_of(self, piece: Piece, attribute: str, value: Any) -> Mark | None:
        """The mark on a piece for a word to which `looks` gives a fill; a character on what nobody
        owns needs none.
        """
        element, own = self.symbols.meanings[attribute], said(self.looks, str(value))
        words = element.words if isinstance(element, WordType) else ()
        if value not in words or not own.fill or (own.character and piece.colour is None):
            return None
        return Mark(own.fill, OUTLINES[words.index(value) % len(OUTLINES)])

    def has_own_fills(self, attribute: str) -> bool:
        """Whether `looks` gives each word of an attribute a fill that no other has."""
        element = self.symbols.meanings[attribute]
        words = element.words if isinstance(element, WordType) else ()
        own = [said(self.looks, word) for word in words]
        fills = {each.fill for each in own if each.fill and not each.character}
        return 0 < len(words) == len(fills)

    def fill_word(self, piece: Piece, name: str, value: Any) -> str:
        """The fill of a piece that nobody owns, if each word of an attribute is another colour."""
        element = self.symbols.meanings[name]
        if piece.colour is not None or not isinstance(element, WordType):
            return ""
        fills = [said(self.looks, w).fill or named_fill(w) for w in element.words]
        is_told = all(fills) and len(set(fills)) == len(fills)
        return fills[element.words.index(value)] if is_told else ""


def attribute_words(name: str, value: Any) -> str:
    """A value of an attribute for people: `suit hearts`; of a flag `standing` or `not standing`."""
    if isinstance(value, bool):
        return name if value else f"not {name}"
    return f"{name} {'unknown' if value == UNKNOWN else value}"


def is_heap(game: GameBase) -> bool:
    """Whether the pieces of a game stand in heaps: nobody's, and one like the other."""
    pieces = game.codes.all_pieces()
    return game.model.board.pile is not None and [p.owner for p in pieces] == [-1]


def ways(game: GameBase) -> dict[Any, tuple[float, float]]:
    """The directions of the lattice as points on a circle, y downwards."""
    topology = game.reference.rules.topology
    slant = 0.0 if topology.diagonal else 0.5
    found = {}
    for name, (dx, dy) in zip(topology.directions, topology.offsets, strict=False):
        x, y = dx + slant * dy, dy * (1.0 if topology.diagonal else sin(pi / 3))
        length = (x * x + y * y) ** 0.5
        found[name] = (round(x / length, 3), round(-y / length, 3))
    return found


def channels(
    kind: model.Kind, shaped: Collection[str], spoken: Collection[str], has_outline: bool
) -> dict[str, str]:
    """The attributes with two values that are drawn as properties of the piece.

    Those of `shaped` have the outline, those of `spoken` none; `has_outline`: no other changes it.
    """
    attributes = kind.attributes.items()
    two = [name for name, domain in attributes if two_values(domain) and name not in spoken]
    chosen = {name: "outline" for name in two if name in shaped}
    taken = {"outline"} if has_outline or chosen else set()
    chosen |= {
        name: channel for name in two if name not in chosen
        for channel, words in CHANNELS.items() if name in words and channel not in taken
    }  # fmt: skip
    free = [c for c in CHANNELS if c not in {*chosen.values(), *taken}]
    for name in two:
        if name not in chosen and free:
            chosen[name] = free.pop(0)
    used: set[str] = set()
    return {n: c for n, c in chosen.items() if not (c in used or used.add(c))}  # type: ignore[func-returns-value]


def two_values(domain: model.Expr) -> tuple[Any, ...] | None:
    """The two values of an attribute that has exactly two words, or is a flag."""
    element = domain.type.element if isinstance(domain.type, SetType) else None
    if element == FLAG:
        return (False, True)
    if isinstance(element, WordType) and len(element.words) == 2:
        return element.words
    return None


# ---- the looks of a game -------------------------------------------------------------------------

_FORMS: WeakKeyDictionary[Any, Forms] = WeakKeyDictionary()


def forms(game: GameBase) -> Forms:
    """The forms of a game, made once."""
    made = _FORMS.get(game)
    if made is None:
        made = _FORMS[game] = Forms(game)
    return made


def form_of(game: GameBase, piece: Piece | Pile) -> Form:
    """How a piece of a game is drawn, or the pieces on a cell, lowest first."""
    return forms(game).of(piece)


def letters(game: GameBase) -> dict[str, str]:
    """The letters that pieces have for the words of their attributes: `S` for `scout`."""
    made = forms(game)
    found: dict[str, str] = {}
    for _, piece in known_looks(game).values():
        for name, value in piece.attributes.items():
            sign = made.symbols.words[name].get(value, "") if isinstance(value, str) else ""
            if sign and value not in found and sign in made.of(piece).text:
                found[value] = sign
    return found


def look_of(game: GameBase, piece: Piece | Pile) -> str:
    """The id of a look, such as `token-Black-north`: letters, digits, `_`, `.` and `-` only.

    That of a pile has its height and the looks of the pieces that are shown, the lowest first.
    """
    if isinstance(piece, tuple):
        if forms(game).is_heap:
            return f"{look_of(game, piece[-1])}..{len(piece)}"
        if piece[1:]:
            shown = [look_of(game, each) for each in piece[-MAX_SHOWN:]]
            return "..".join([str(len(piece)), *shown])
        piece = piece[0]
    parts = [piece.kind, *([piece.colour] if piece.colour else []), *piece.attributes.values()]
    return "-".join(UNSAFE.sub(lambda m: f".{ord(m[0]):x}.", word(part)) for part in parts)


def known_looks(game: GameBase) -> Mapping[str, tuple[str, Piece]]:
    """The id of the look of each possible piece, and the piece, by its text in the rules; made
    once.
    """
    made, codes = forms(game), game.codes
    if not made.known:
        pieces = ((codes.piece_text(code), game.piece(code)) for code in codes.all_pieces())
        made.known = {text: (look_of(game, piece), piece) for text, piece in pieces}
    return made.known


def word(value: Any) -> str:
    """A part of a look's id."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
