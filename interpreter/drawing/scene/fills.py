"""The fills of colours and pieces on paper, and what can be read on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from interpreter.drawing.colours import (
    FILLS,
    SPARE_FILLS,
    TINTS,
    brightness,
    is_like_any,
    named_fill,
)
from interpreter.drawing.scene.looks import said

NOBODY = "#b9b2a3"
DARK_BELOW = 0.45  # brightness below which what stands on a colour is written in white


def fill_of(colour: str | None, colours: Sequence[str], looks: Mapping[str, str]) -> str:
    """What a colour looks like: what `looks` says, else as it is called, else a spare one."""
    if colour is None:
        return NOBODY
    own = {each: said(looks, each).fill or named_fill(each) for each in colours}
    fills = [FILLS[name] for name in SPARE_FILLS if FILLS[name] not in own.values()]
    spare = sorted(fills, key=lambda fill: is_like_any(fill, own.values()))
    unnamed = [each for each in colours if not own[each]]
    return own.get(colour) or spare[unnamed.index(colour) % len(spare) if colour in unnamed else 0]


def word_fill(word: str, words: Sequence[str], looks: Mapping[str, str]) -> str:
    """What fills a cell for one of some words: as `fill_of`, with more spare ones, so that each
    word has a colour of its own as far as there are colours.
    """
    own = {each: said(looks, each).fill or named_fill(each) for each in words}
    if own[word]:
        return own[word]
    spare = [FILLS[name] for name in dict.fromkeys([*SPARE_FILLS, *TINTS])]
    free = [fill for fill in spare if fill not in own.values()] or spare
    return free[[each for each in words if not own[each]].index(word) % len(free)]


def ink_on(fill: str) -> str:
    """The colour of what is written on a fill."""
    return "#ffffff" if brightness(fill) < DARK_BELOW else "#000000"


def mixed(fill: str, other: str, part: float) -> str:
    """A colour between two others."""
    pairs = ((int(fill[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def rim_of(fill: str) -> str:
    """The colour of a piece's rim, seen on light and on dark boards."""
    bright = brightness(fill)
    return mixed(fill, "#ffffff", 0.55) if bright < 0.2 else mixed(fill, "#000000", 0.55)
