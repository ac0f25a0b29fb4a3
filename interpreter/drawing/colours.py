"""The colours of seats, on the screen and on paper, by name, and spare ones in order."""

from __future__ import annotations

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
