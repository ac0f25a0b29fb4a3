"""The colours of seats, on the screen and on paper, by name, and spare ones in order."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

STYLES = {  # styles of rich
    "black": "bold white on black", "white": "bold black on white", "red": "bold bright_red",
    "blue": "bold bright_blue", "yellow": "bold bright_yellow", "green": "bold bright_green",
    "orange": "bold dark_orange", "purple": "bold medium_purple", "violet": "bold violet",
    "cyan": "bold bright_cyan", "magenta": "bold bright_magenta", "pink": "bold hot_pink",
    "brown": "bold orange4", "grey": "bold grey62", "gray": "bold grey62",
}  # fmt: skip
SPARE_STYLES = ("cyan", "yellow", "magenta", "green", "red", "blue")
"""For colours that are named after none."""

FILLS = {
    "black": "#1c1c1c", "white": "#ffffff", "red": "#d0342c", "blue": "#1f6fb4",
    "yellow": "#f2c80f", "green": "#1a7f4b", "orange": "#e67e22", "purple": "#7d4aa8",
    "violet": "#9b6fc4", "cyan": "#35b8c8", "magenta": "#c2379a", "pink": "#f19cb7",
    "brown": "#7b4b2a", "grey": "#8a8a8a", "gray": "#8a8a8a",
}  # fmt: skip
SPARE_FILLS = ("blue", "yellow", "red", "green", "violet", "cyan")
"""For the same; on paper, cyan and magenta are hard to tell from blue and red."""

TINTS = {  # of cells, half of which lets the ground through; also told apart by the colour-blind
    "red": "#fb0001", "blue": "#529ffe", "yellow": "#fed931", "green": "#006717",
    "orange": "#f77905", "purple": "#5a01e0", "violet": "#b62bfe", "cyan": "#76e0ff",
    "magenta": "#95007b", "pink": "#d6a4a9", "brown": "#480000",
}  # fmt: skip
TINTED = {FILLS[name]: tint for name, tint in TINTS.items()}
TINT_OPACITY = 0.5
WIDE_TINT_OPACITY = 0.3  # of what belongs to a colour and is a large part of the board

MORE_FILLS = {  # metals and the like, and what CSS makes too much like others
    "gold": "#c9971c", "silver": "#b4c0d0", "bronze": "#a8703a", "copper": "#b8683f",
    "brass": "#b5a642", "iron": "#5c6066", "steel": "#7d8a97", "amber": "#ffbf00",
    "ruby": "#b3123f", "emerald": "#2fa866", "sapphire": "#2450a8", "jade": "#4fa07a",
    "pearl": "#eeeae0", "ebony": "#2b2420", "charcoal": "#36454f", "cream": "#fff4cf",
    "scarlet": "#ff2400", "rose": "#e8638c", "lilac": "#c8a2c8", "mauve": "#b784a7",
    "ochre": "#cc7722", "sand": "#d8c08c", "mint": "#7fd8ae", "burgundy": "#800020",
}  # fmt: skip
NEAR = 75.0  # two fills that are nearer than this are taken for the same colour; 441 is the most
DARK, LIGHT = 0.25, 0.85  # brightness beyond which text of a colour is not read on any terminal


@cache
def named_fill(name: str) -> str:
    """The fill of a colour that is called by a colour of English or of CSS, as `#rrggbb`; empty if
    it is not. Letter case and `_` do not matter: `DarkRed` and `dark_red` are one colour.
    """
    word = name.lower().replace("_", "")
    if fill := FILLS.get(word) or MORE_FILLS.get(word):
        return fill
    from PIL.ImageColor import colormap  # the names of CSS, which few games need

    found = colormap.get(word, "")
    return found if isinstance(found, str) else ""


def named_style(name: str) -> str:
    """The style of rich of a colour that is called by a colour; empty if it is not."""
    if style := STYLES.get(name.lower()):
        return style
    fill = named_fill(name)
    if not fill:
        return ""
    bright = brightness(fill)
    if DARK < bright < LIGHT:
        return f"bold {fill}"
    return f"bold {'white' if bright <= DARK else 'black'} on {fill}"


def is_like_any(fill: str, others: Iterable[str]) -> bool:
    """Whether a fill is taken for one of others."""
    return any(apart(fill, other) < NEAR for other in others if other)


def apart(a: str, b: str) -> float:
    """How far two fills are from each other, by their red, green and blue, each from 0 to 255."""
    return float(sum((x - y) ** 2 for x, y in zip(parts(a), parts(b), strict=True)) ** 0.5)


def brightness(fill: str) -> float:
    """How bright a colour is, from 0 to 1 (the luma of Rec. 601)."""
    red, green, blue = (part / 255 for part in parts(fill))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def parts(fill: str) -> tuple[int, int, int]:
    """The red, green and blue of `#rrggbb`."""
    red, green, blue = (int(fill[i : i + 2], 16) for i in (1, 3, 5))
    return red, green, blue
