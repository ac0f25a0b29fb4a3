"""Symbols of pieces: a few characters that tell colours, kinds and attributes apart.

A colour is written as its initial, so is a kind if there are several, and a word of an attribute;
a direction is an arrow.  Initials are made unique.  The rule file may set something else under
`looks`: a colour of the screen, a character, or both (`Black: black ●`).
"""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from gdl.vocabulary.types import DIRECTION, FLAG, SetType, Type, WordType
from interpreter.board.values import UNKNOWN
from interpreter.drawing.colours import (
    FILLS,
    SPARE_STYLES,
    STYLES,
    is_like_any,
    named_fill,
    named_style,
)
from interpreter.drawing.text.canvas import in_ascii

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.board.values import Piece

ARROWS = {
    "north": "↑", "northeast": "↗", "east": "→", "southeast": "↘",
    "south": "↓", "southwest": "↙", "west": "←", "northwest": "↖",
}  # fmt: skip

FLAGS = {"true": True, "false": False}
"""The words of flags in the words of pieces."""


class Symbols:
    """The symbols of one game's pieces, at most `width` characters wide."""

    def __init__(self, game: GameBase, ascii_only: bool = False):
        self.looks = game.model.looks
        self.ascii_only = ascii_only
        self.hides = bool(game.hidden_parts)
        self.colours = self.parts(game.players, str.upper)
        self.styles = self.colour_styles(game.players)
        self.owners = {owner for kind in game.model.kinds for owner in kind.owners}
        self.kinds = self.kind_parts(game)
        self.words: dict[str, dict[Any, str]] = {}
        self.meanings: dict[str, Type] = {}
        for kind in game.model.kinds:
            for name, domain in kind.attributes.items():
                assert isinstance(domain.type, SetType)
                self.meanings[name] = domain.type.element
                self.words[name] = self.word_parts(domain.type.element)
        self.width = max(
            len(self.colours[c] if c else "") + len(self.kinds[k.name, c is not None])
            + sum(self.space(a) for a in k.attributes)
            for k in game.model.kinds for c in k.owners
        ) if game.model.kinds else 1  # fmt: skip

    def of(self, piece: Piece) -> tuple[str, str]:
        """The symbol of a piece and its style."""
        text = self.colours[piece.colour] if piece.colour else ""
        text += self.kinds.get((piece.kind, piece.colour is not None), UNKNOWN)
        style = self.styles[piece.colour] if piece.colour else self.style_of(piece.kind)
        for name, value in piece.attributes.items():
            text += self.words[name].get(value, str(value)).ljust(self.space(name))
            style = style or self.style_of(str(value))
        return text, style or "bold"

    def space(self, attribute: str) -> int:
        """The width of an attribute in characters."""
        return max(map(len, self.words[attribute].values()), default=2)

    def legend(self) -> list[list[tuple[str, str, str]]]:
        """What the characters mean, in groups of (character, style, word)."""
        owners = [c for c in self.colours if c in self.owners]
        groups = [[(self.colours[c], self.styles[c], c) for c in owners]]
        kinds = {name: text for (name, _), text in self.kinds.items() if text}
        groups.append([(text, "bold", name) for name, text in kinds.items()])
        for name, words in self.words.items():
            if self.meanings[name] == FLAG:
                groups.append([(words[True], "bold", name), (words[False], "bold", f"not {name}")])
            elif self.meanings[name] != DIRECTION:
                told = [(text, self.style_of(str(word)), str(word)) for word, text in words.items()]
                groups.append([t for t in told if t[0] != t[2]])
        groups += [[(UNKNOWN, "bold", "unknown")]] if self.hides else []
        return [group for group in groups if group]

    def short(self, word: str) -> str:
        """The symbol, in lower case, for the word of a piece with attributes; others unchanged, as
        is one with a number, such as `clubs-2`, unless a flag makes it hard to read.
        """
        parts = word.split("-")
        has_flag = not FLAGS.keys().isdisjoint(parts)
        letters = [p if has_flag and p.isdigit() else self.letter_of(p) for p in parts]
        is_piece = len(letters) > 1 and None not in letters and bool(self.words)
        return "".join(letter or "" for letter in letters).lower() if is_piece else word

    def all_short(self, words: Sequence[str]) -> list[str]:
        """The symbols for the words of pieces; the words where one of them has none."""
        shorts = [*map(self.short, words)]
        pairs = zip(words, shorts, strict=True)
        is_mixed = any("-" in word and word == short for word, short in pairs)
        return [*words] if is_mixed else shorts

    def letter_of(self, part: str) -> str | None:
        """The character for a part of a piece's word; None if it has none."""
        for kind in ((part, True), (part, False)):
            if kind in self.kinds:
                return self.kinds[kind]
        groups = [self.colours, *self.words.values()]
        known = next((group[part] for group in groups if part in group), None)
        if known is None and part in FLAGS:
            return next((g[FLAGS[part]] for g in self.words.values() if FLAGS[part] in g), None)
        return known

    # ---- how the parts are made ----

    def parts(
        self, names: Sequence[str], case: Any = str.lower, taken: Iterable[str] = ()
    ) -> dict[Any, str]:  # fmt: skip
        """A character for each name: what `looks` says, else an initial that is not taken."""
        given = {name: self.character(name) for name in names}
        used = [*given.values(), *taken]
        letters = initials([n for n in names if not given[n]], used, case)
        return {name: given[name] or letters[name] for name in names}

    def kind_parts(self, game: GameBase) -> dict[tuple[str, bool], str]:
        """The character of each kind, owned or not; empty if no other can be meant."""
        parts: dict[tuple[str, bool], str] = {}
        for owned in (True, False):
            kinds = [k for k in game.model.kinds if any((o is not None) == owned for o in k.owners)]
            letters = self.parts([k.name for k in kinds])
            for kind in kinds:
                alone = len(kinds) == 1 and (owned or bool(kind.attributes))
                shown = not alone or bool(self.character(kind.name))
                parts[kind.name, owned] = letters[kind.name] if shown else ""
        return parts

    def word_parts(self, type: Type) -> dict[Any, str]:
        """The characters for the values of an attribute; empty for numbers, written as they are."""
        if type == DIRECTION:
            arrows = {n: in_ascii(a) if self.ascii_only else a for n, a in ARROWS.items()}
            return {name: self.character(name) or arrow for name, arrow in arrows.items()}
        if type == FLAG:
            return {True: "+", False: "-"}
        if not isinstance(type, WordType):
            return {}
        return self.parts(type.words, taken=self.kinds.values())

    def colour_styles(self, names: Sequence[str]) -> dict[str, str]:
        """The style of each colour: what `looks` says, else its name, else a spare one."""
        styles = {n: self.style_of(n) or named_style(n) for n in names}
        called = [named_fill(n) for n in names if not self.style_of(n)]
        unlike = sorted(SPARE_STYLES, key=lambda c: is_like_any(FILLS[c], called))
        spare = iter(c for c in unlike * len(names) if STYLES[c] not in styles.values())
        return {n: styles[n] or STYLES[next(spare, "grey")] for n in names}

    def style_of(self, name: str) -> str:
        """The style that `looks` gives a name, or an empty text."""
        for word in self.looks.get(name, "").split():
            if word.lower() in STYLES:
                return STYLES[word.lower()]
            if len(word) == 7 and word[0] == "#" and set(word[1:]) <= set(string.hexdigits):
                return f"bold {word}"
        return ""

    def character(self, name: str) -> str:
        """The character that `looks` gives a name, or an empty text."""
        for word in self.looks.get(name, "").split():
            if len(word) == 1 and (word.isascii() or not self.ascii_only) and is_narrow(word):
                return word
        return ""


def is_narrow(letter: str) -> bool:
    """Whether a terminal draws a character one column wide."""
    wide = unicodedata.east_asian_width(letter) in "WF"
    return letter.isprintable() and not wide and not unicodedata.combining(letter)


def initials(names: Iterable[str], taken: Iterable[str], case: Any) -> dict[str, str]:
    """For each name its first letter that is not taken, else any that is not, else `*`."""
    used, letters = set(taken), {}
    for name in names:
        choices = case(name) + case(string.ascii_letters) + string.digits
        letter = next((c for c in choices if c not in used and c.isalnum()), "*")
        used.add(letter)
        letters[name] = letter
    return letters
