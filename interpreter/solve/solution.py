"""What is asked of a solver, and what it answers."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from interpreter.arguments import MAX_COUNT, number, whole

Share = Fraction | float  # a float only where a fraction would be too long, or loops meet chance

MOST_POSITIONS = 4_000_000
"""That are kept when nothing else is said; half a gigabyte where a state has 64 bytes."""


INTERRUPTED = "stopped"
"""Why a solver stopped where Ctrl-C ended it."""

RETROGRADE, INDUCTION = "retrograde analysis", "backward induction"
ITERATION, ALPHA_BETA = "value iteration", "alpha-beta"


class Unsolvable(ValueError):
    """A game that has no value which this could find, whatever the limits; the message says why."""


@dataclass(frozen=True)
class Limits:
    """How long a solver may take; `positions` are those that it keeps at once."""

    seconds: float | None = None
    positions: int = MOST_POSITIONS

    def __post_init__(self) -> None:
        """Raises TypeError or ValueError for what limits nothing."""
        whole("positions", self.positions, 1, MAX_COUNT)
        if self.seconds is not None and not number("seconds", self.seconds) >= 0:
            raise ValueError(f"`seconds` is a number from 0, not {self.seconds}")


@dataclass(frozen=True)
class Solution:
    """What is known of the start of a game when every seat plays as well as can be.

    Where a limit came first, `stopped_by` says which, and `low` and `high` what is known; they are
    the same where the value is certain.
    """

    shares: tuple[Share, ...] | None  # for each seat; None where it is not known
    low: tuple[Share, ...]  # each seat gets at least so much, whichever equal moves are taken
    high: tuple[Share, ...]
    best: tuple[str, ...]  # all first moves that are known to get the seat that moves its share
    first_moves: int  # how many there are; 0 where chance begins
    positions: int  # distinct ones that were met; of alpha-beta those that it looked at
    method: str
    seconds: float
    is_exact: bool  # no rounding, and no limit that was reached
    is_complete: bool  # `positions` are all that can be reached
    is_endless: bool = False  # drawn because nobody has to leave a loop
    length: int | None = None  # moves to the end: the winner hurries, the loser does not
    undecided: tuple[str, ...] = ()  # first moves of which it is not known if they are the best
    stopped_by: str = ""

    @property
    def is_solved(self) -> bool:
        """Whether the value is known."""
        return self.shares is not None

    @property
    def is_unique(self) -> bool:
        """Whether every choice between moves that are equal for who moves gives the same value."""
        return self.low == self.high


class Stopped(Exception):
    """A limit was reached, or Ctrl-C: `reason` says which, `met` how many positions there were."""

    def __init__(self, reason: str, met: int):
        super().__init__(reason)
        self.reason = reason
        self.met = met


@dataclass
class Watch:
    """The limits while time passes, and who is told how far it is."""

    limits: Limits
    tell: Callable[[str], None] | None = None
    begun: float = field(default_factory=time.monotonic)
    part: float = 1.0  # of the time that may be used
    met: int = 0  # positions, when it was looked last

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self.begun

    @property
    def left(self) -> float | None:
        """Seconds that are left; None where they are not limited."""
        seconds = self.limits.seconds
        return None if seconds is None else self.part * seconds - self.seconds

    def look(self, met: int) -> None:
        """Tell how far it is.

        Raises Stopped when the time is over.
        """
        self.met = met
        self.say(f"{met:,} positions")
        if self.left is not None and self.left <= 0:
            raise Stopped(self.late, met)

    def say(self, text: str) -> None:
        """Tell whoever wants to know."""
        if self.tell is not None:
            self.tell(text)

    @property
    def late(self) -> str:
        """The reason where the time is over."""
        seconds = self.limits.seconds
        return "" if seconds is None else f"the limit of {seconds:g} seconds is reached"

    @property
    def full(self) -> str:
        """The reason where there are too many positions."""
        return f"there are more than {self.limits.positions:,} positions"
