"""What Python programs hand in, checked before any work begins, the same for both engines.

The limits of what may be asked for stand here; commands, studies and agents have the same.
"""

from __future__ import annotations

from operator import index
from typing import Any

from gdl.source.wording import clip

MAX_COUNT = 10**12  # games, simulations, positions: months of the fastest game on a large machine
MAX_STEPS = 10**9  # what is gone through one by one: pairs of positions, turns in a file
MAX_MOVES = 1_000_000  # of one game, and of its record
USUAL_MOVES = 5_000  # of a game before it counts as not finished, where nothing else is said
MAX_DEPTH = 100  # moves or turns that are counted out
MAX_THREADS = 256
MAX_IN_STATE = 10**9  # a number of a state that is handed in, its turns for example
MAX_SEED = 2**64


def whole(name: str, value: Any, least: int, most: int) -> int:
    """A whole number within bounds.

    Raises TypeError for what is no whole number, ValueError for one out of bounds.
    """
    if isinstance(value, bool):
        raise TypeError(f"`{name}` is a whole number, not {value}")
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"`{name}` is a whole number, not {short(value)}") from None
    if not least <= number <= most:
        raise ValueError(f"`{name}` is from {least} to {most:,}, not {short(number)}")
    return number


def number(name: str, value: Any) -> float:
    """A number.

    Raises TypeError.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"`{name}` is a number, not {short(value)}")
    return value


def seed_of(value: Any) -> int | None:
    """A seed: a whole number of any size, of which 64 bits count; None for chance.

    Raises TypeError.
    """
    if value is None:
        return None
    if isinstance(value, bool):
        raise TypeError(f"`seed` is a whole number or None, not {value}")
    try:
        return index(value) % MAX_SEED
    except TypeError:
        raise TypeError(f"`seed` is a whole number or None, not {short(value)}") from None


def text_of(name: str, value: Any) -> str:
    """A text.

    Raises TypeError.
    """
    if not isinstance(value, str):
        raise TypeError(f"`{name}` is a text, not {short(value)}")
    return value


def short(value: Any) -> str:
    """A value for a message."""
    if isinstance(value, int) and abs(value) > 10**30:
        return "one of so many digits"
    return clip(repr(value))
