"""The limits and the solution of a solver, and the solution in words and as data."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from interpreter.api.wording import plural, title_of
from interpreter.process.arguments import MAX_COUNT, number, whole

if TYPE_CHECKING:
    from interpreter.api.game import Game

Share = Fraction | float  # a float only where a fraction would be too long, or loops meet chance

MAX_POSITIONS = 4_000_000
"""That are kept when nothing else is said; half a gigabyte where a state has 64 bytes."""


INTERRUPTED = "stopped"
"""Why a solver stopped where Ctrl-C ended it."""

SEARCH = "depth-first search"
RETROGRADE, INDUCTION = "retrograde analysis", "backward induction"
ITERATION, ALPHA_BETA = "value iteration", "alpha-beta"


class Unsolvable(ValueError):
    """A game whose value cannot be computed, whatever the limits; the message says why."""


@dataclass(frozen=True)
class Limits:
    """The time a solver may take, and the number of positions it may keep at once."""

    seconds: float | None = None
    positions: int = MAX_POSITIONS

    def __post_init__(self) -> None:
        """Raise TypeError or ValueError for an invalid limit."""
        whole("positions", self.positions, 1, MAX_COUNT)
        if self.seconds is not None and not number("seconds", self.seconds) >= 0:
            raise ValueError(f"`seconds` is a number from 0, not {self.seconds}")


@dataclass(frozen=True)
class Solution:
    """What is known of the value of a position, such as a game's start, under perfect play.

    If a limit was reached first, `stopped_by` says which, and `low` and `high` bound the value;
    they are equal if it is certain.  Shares are points where the rules give points.
    """

    shares: tuple[Share, ...] | None  # by seat; None if unknown
    low: tuple[Share, ...]  # the least for each seat, whichever equal moves are chosen
    high: tuple[Share, ...]  # the most
    best: tuple[str, ...]  # all first moves known to keep the share of the seat that moves
    first_moves: int  # how many there are; 0 if chance begins
    positions: int  # distinct ones met; for alpha-beta, positions searched
    method: str
    seconds: float
    is_exact: bool  # not rounded, and no limit was reached
    is_complete: bool  # `positions` counts all that can be reached
    is_endless: bool = False  # drawn because nobody has to leave a loop
    length: int | None = None  # moves to the end if the winner hurries and the loser delays
    in_time: tuple[str, ...] = ()  # of the best ones those by which it ends after `length` moves
    line: tuple[str, ...] = ()  # of a single player: the moves of a way to the best end
    undecided: tuple[str, ...] = ()  # first moves that may or may not be best
    stopped_by: str = ""

    @property
    def is_solved(self) -> bool:
        """Whether the value is known."""
        return self.shares is not None

    @property
    def is_unique(self) -> bool:
        """Whether the value is the same however ties between moves are broken."""
        return self.low == self.high


class Stopped(Exception):
    """A limit or Ctrl-C ended the solver: `reason` says which; `met` positions were found."""

    def __init__(self, reason: str, met: int):
        super().__init__(reason)
        self.reason = reason
        self.met = met


@dataclass
class Watch:
    """What is wanted, the limits, the clock, and the receiver of progress messages."""

    limits: Limits
    tell: Callable[[str], None] | None = None
    every_move: bool = False  # whether each first move is to be decided
    begun: float = field(default_factory=time.monotonic)
    part: float = 1.0  # of the time limit, which may be used so far
    met: int = 0  # positions at the last call of `look`

    @property
    def seconds(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self.begun

    @property
    def left(self) -> float | None:
        """Seconds left; None if they are not limited."""
        seconds = self.limits.seconds
        return None if seconds is None else self.part * seconds - self.seconds

    def look(self, met: int) -> None:
        """Report progress.

        Raises Stopped if the time is up.
        """
        self.met = met
        self.say(f"{met:,} positions")
        if self.left is not None and self.left <= 0:
            raise Stopped(self.late, met)

    def say(self, text: str) -> None:
        """Send a progress message."""
        if self.tell is not None:
            self.tell(text)

    @property
    def late(self) -> str:
        """The reason to give if the time is up."""
        seconds = self.limits.seconds
        return "" if seconds is None else f"the limit of {seconds:g} seconds is reached"

    @property
    def full(self) -> str:
        """The reason to give if there are too many positions."""
        return f"there are more than {self.limits.positions:,} positions"


# ---- in words and as data ------------------------------------------------------------------------


FIRST_TIE = "of moves that are equal for their seat the first is taken"
ENDLESS = ", without an end: nobody has to leave a loop"
MAX_DIGITS = 12  # longest fraction that is written as one


def text_of(game: Game, solution: Solution, is_timed: bool = False) -> str:
    """The solution in one sentence, the best moves on a line of their own."""
    parts = [verdict(game, solution), *ties(game, solution), *moves(game, solution)]
    parts.append(counts(solution))
    if is_timed:
        parts.append(f"{solution.seconds:.1f} seconds")
    lines = [f"{title_of(game)}: {'; '.join(parts)}"]
    if 0 < len(solution.best) < solution.first_moves:
        lines.append(f"best: {', '.join(solution.best)}")
    if 0 < len(solution.in_time) < len(solution.best):
        lines.append(f"in {plural(solution.length or 0, 'move')}: {', '.join(solution.in_time)}")
    if solution.line and not is_lost_alone(game, solution):
        lines.append(f"solution: {', '.join(solution.line)}")
    if solution.undecided and solution.is_solved and solution.stopped_by:
        lines.append(f"undecided: {', '.join(solution.undecided)}")
    return "\n".join(lines)


def verdict(game: Game, solution: Solution) -> str:
    """The value of the game."""
    if solution.shares is None:
        return f"not solved: {solution.stopped_by}; {known(game, solution)}"
    are_points = game.results.are_points
    if len(solution.shares) == 1 and solution.method in (RETROGRADE, SEARCH) and not are_points:
        return alone(game, solution)
    is_even = set(solution.shares) == {Fraction(1, 2)} and not are_points
    if is_even and solution.method in (RETROGRADE, ALPHA_BETA):
        return "a draw with perfect play" + ENDLESS * solution.is_endless
    if is_even:
        return "with perfect play every seat gets 1/2"
    is_won = len(solution.shares) == 2 and solution.is_exact and solution.shares[0] in (0, 1)
    if is_won and not are_points:
        winner = seat_of(game, int(solution.shares[0] == 0))
        length = f", in {plural(solution.length, 'move')}" if solution.length else ""
        return f"{winner} wins with perfect play{length}"
    gets = ((seat_of(game, s), result_text(game, v)) for s, v in enumerate(solution.shares))
    shares = [f"{seat} gets {value}" for seat, value in gets]
    rounding = "" if solution.is_exact else " (rounded)"
    return f"with perfect play {', '.join(shares)}{rounding}"


def alone(game: Game, solution: Solution) -> str:
    """The value of a puzzle."""
    assert solution.shares is not None
    player, length = game.players[0], plural(solution.length or 0, "move")
    if solution.shares[0] == 1:
        return f"{player} can win, in {length}{' at best' * solution.is_complete}"
    if solution.shares[0] == 0:
        return f"{player} cannot win, whatever is played"
    if solution.is_endless:
        return f"{player} cannot win, but need never lose"
    return f"{player} can get a draw at best, in {length}"


def is_lost_alone(game: Game, solution: Solution) -> bool:
    """Whether it is of a puzzle that nothing solves, so that no move is better than another."""
    is_lost = solution.shares == (0,) and not game.results.are_points
    return is_lost and solution.method == RETROGRADE


def known(game: Game, solution: Solution) -> str:
    """What is known of the value of an unsolved game for two."""
    low, high = solution.low[0], solution.high[0]
    first = seat_of(game, 0)
    if (low, high) == (game.results.least, game.results.greatest):
        return "nothing is known of its value"
    if game.results.are_points:
        return f"{first} gets {share_text(low)} to {result_text(game, high)}"
    if (low, high) == (Fraction(1, 2), 1):
        return f"{first} does not lose"
    if (low, high) == (0, Fraction(1, 2)):
        return f"{first} does not win"
    return f"{first} gets {share_text(low)} to {share_text(high)}"


def ties(game: Game, solution: Solution) -> list[str]:
    """A note on the range of values, if breaking ties otherwise changes them."""
    if solution.shares is None or solution.is_unique:
        return []
    ranges = [
        f"{seat_of(game, seat)} from {share_text(low)} to {share_text(high)}"
        for seat, (low, high) in enumerate(zip(solution.low, solution.high, strict=True))
        if low != high
    ]
    return [f"not unique: {FIRST_TIE}, and others may give {', '.join(ranges)}"]


def moves(game: Game, solution: Solution) -> list[str]:
    """How many first moves keep the value."""
    if not solution.is_solved or not solution.first_moves or is_lost_alone(game, solution):
        return []
    is_one, of = len(solution.best) == 1, plural(solution.first_moves, "first move")
    verb, more = "keeps" if is_one else "keep", ""
    if solution.undecided and not solution.stopped_by:
        verb = "is known to keep" if is_one else "are known to keep"
    elif solution.undecided:
        more = f", {len(solution.undecided)} more may"
    return [f"{len(solution.best)} of {of} {verb} it{more}"]


def counts(solution: Solution) -> str:
    """The number of positions, and the method."""
    by = f", by {solution.method}" if solution.method else ""
    is_looked = not solution.is_complete and bool(solution.method)
    return f"{plural(solution.positions, 'position')}{' looked at' * is_looked}{by}"


def seat_of(game: Game, seat: int) -> str:
    """A seat and its colour at the start."""
    return f"seat {seat + 1} ({game.players[seat]})"


def result_text(game: Game, result: Share) -> str:
    """A share, or points."""
    if not game.results.are_points:
        return share_text(result)
    return f"{share_text(result)} point{'s' * (result != 1)}"


def share_text(share: Share) -> str:
    """A share as a fraction if that is short, or else in decimals."""
    if isinstance(share, Fraction) and len(str(share)) <= MAX_DIGITS:
        return str(share)
    return f"{float(share):.9g}"


def data_of(game: Game, solution: Solution) -> dict[str, Any]:
    """The solution as data; exact shares are also given as texts such as 7/12."""
    shares = solution.shares
    return {
        "game": game.name, "options": game.options, "solved": solution.is_solved,
        "shares": None if shares is None else [float(s) for s in shares],
        "fractions": [str(s) for s in shares] if shares and solution.is_exact else None,
        "low": [float(s) for s in solution.low], "high": [float(s) for s in solution.high],
        "exact": solution.is_exact, "unique": solution.is_solved and solution.is_unique,
        "endless": solution.is_endless, "length": solution.length,
        "first_moves": solution.first_moves, "best": solution.best,
        "in_time": solution.in_time,
        "line": solution.line, "undecided": solution.undecided, "positions": solution.positions,
        "complete": solution.is_complete, "method": solution.method,
        "stopped_by": solution.stopped_by, "seconds": solution.seconds,
    }  # fmt: skip
