"""Checks of arguments from Python callers, before any work begins; the same for both engines.

The limits on requests are defined here; commands, studies and agents share them.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from operator import index
from typing import Any, TypeVar

from gdl.source.wording import clip

MAX_COUNT = 10**12  # games, simulations, positions; months of work even for the fastest game
MAX_STEPS = 10**9  # things visited one by one, such as pairs of positions or turns in a file
MAX_MOVES = 1_000_000  # in one game and in its record
USUAL_MOVES = 5_000  # the default limit, after which a game counts as unfinished
MAX_DEPTH = 100  # of a perft, in moves or in turns
MAX_THREADS = 256
MAX_IN_STATE = 10**9  # any number in a state from a caller, such as its turns
MAX_SEED = 2**64
EXPLORATION = 0.7  # the usual constant of UCT, for shares between 0 and 1
AMAF = 100  # usual visits at which UCT trusts a move's own mean as much as AMAF; 0: no AMAF
MINIMAX = 0.2  # usual weight of the leads by scores in UCT, in games for two; 0: none
MAX_ACTIONS = 10_000  # of a playout of a search, which then counts as drawn
LOADED = "a game that was loaded, as by `load_game`"
T = TypeVar("T")


def instance_of(name: str, value: Any, kind: type[T], what: str) -> T:
    """`value`, an object of a class; `what` says in words what it is.

    Raises TypeError if it is something else.
    """
    if not isinstance(value, kind):
        raise TypeError(f"`{name}` is {what}, not {short(value)}")
    return value


def names(name: str, value: Any) -> tuple[str, ...]:
    """`value` as names: any collection of texts but a text.

    Raises TypeError for anything else.
    """
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise TypeError(f"`{name}` is a list of names, not {short(value)}")
    return tuple(instance_of(f"each of `{name}`", one, str, "a name") for one in value)


def whole(name: str, value: Any, least: int, most: int) -> int:
    """`value` as a whole number from `least` to `most`.

    Raises TypeError if it is not a whole number, ValueError if it is out of bounds.
    """
    number = integer(name, value)
    if not least <= number <= most:
        raise ValueError(f"`{name}` is from {least} to {most:,}, not {short(number)}")
    return number


def integer(name: str, value: Any) -> int:
    """`value` as a whole number.

    Raises TypeError if it is not one, or is a flag.
    """
    if isinstance(value, bool):
        raise TypeError(f"`{name}` is a whole number, not {value}")
    try:
        return index(value)
    except TypeError:
        raise TypeError(f"`{name}` is a whole number, not {short(value)}") from None


def number(name: str, value: Any) -> float:
    """`value`, which must be a number.

    Raises TypeError if it is not, or is a flag.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"`{name}` is a number, not {short(value)}")
    return value


def from_zero(name: str, value: Any, most: float = inf) -> float:
    """A finite number that is not negative, nor more than `most`.

    Raises TypeError for what is no number, ValueError for one out of bounds.
    """
    if not 0 <= number(name, value) < inf or value > most:
        limit = "" if most == inf else f" to {most:g}"
        raise ValueError(f"`{name}` is a number from 0{limit}, not {short(value)}")
    return number(name, value)


def seed_of(value: Any) -> int | None:
    """`value` as a seed: a whole number reduced to 64 bits, or None for a random seed.

    Raises TypeError for anything else.
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
    """`value`, which must be a text.

    Raises TypeError if it is not.
    """
    if not isinstance(value, str):
        raise TypeError(f"`{name}` is a text, not {short(value)}")
    return value


def short(value: Any) -> str:
    """A value shortened for a message."""
    if isinstance(value, int) and abs(value) > 10**30:
        return "one of so many digits"
    return clip(repr(value))
