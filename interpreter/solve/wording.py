"""A solution in words for people, and as data for programs."""

from __future__ import annotations

import sys
import time
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from interpreter.solve.solution import ALPHA_BETA, RETROGRADE, Share, Solution

if TYPE_CHECKING:
    from interpreter.game import Game

FIRST_TIE = "of moves that are equal for their seat the first is taken"
ENDLESS = ", without an end: nobody has to leave a loop"
EVERY_SECONDS = 0.2
MOST_DIGITS = 12  # of a fraction that is written out


def text_of(game: Game, solution: Solution, is_timed: bool = False) -> str:
    """The solution in one sentence, the best moves on a line of their own."""
    parts = [verdict(game, solution), *ties(game, solution), *moves(solution), counts(solution)]
    if is_timed:
        parts.append(f"{solution.seconds:.1f} seconds")
    lines = [f"{heading(game)}: {'; '.join(parts)}"]
    if 0 < len(solution.best) < solution.first_moves:
        lines.append(f"best: {', '.join(solution.best)}")
    if solution.undecided and solution.is_solved:
        lines.append(f"undecided: {', '.join(solution.undecided)}")
    return "\n".join(lines)


def heading(game: Game) -> str:
    """The game and its options."""
    words = {True: "yes", False: "no"}
    options = game.options.items()
    return ", ".join((game.title, *(
        f"{name} {words[value] if isinstance(value, bool) else value}" for name, value in options
    )))  # fmt: skip


def verdict(game: Game, solution: Solution) -> str:
    """What the game is worth."""
    if solution.shares is None:
        return f"not solved: {solution.stopped_by}; {known(game, solution)}"
    is_even = set(solution.shares) == {Fraction(1, 2)}
    if is_even and solution.method in (RETROGRADE, ALPHA_BETA):
        return "a draw with perfect play" + ENDLESS * solution.is_endless
    if is_even:
        return "with perfect play every seat gets 1/2"
    if len(solution.shares) == 2 and solution.is_exact and solution.shares[0] in (0, 1):
        winner = name_of(game, int(solution.shares[0] == 0))
        length = f", in {plural(solution.length, 'move')}" if solution.length else ""
        return f"{winner} wins with perfect play{length}"
    shares = [f"{name_of(game, s)} gets {number(v)}" for s, v in enumerate(solution.shares)]
    rounding = "" if solution.is_exact else " (rounded)"
    return f"with perfect play {', '.join(shares)}{rounding}"


def known(game: Game, solution: Solution) -> str:
    """What is known of a game for two without a solution."""
    low, high = solution.low[0], solution.high[0]
    first = name_of(game, 0)
    if (low, high) == (0, 1):
        return "nothing is known of its value"
    if (low, high) == (Fraction(1, 2), 1):
        return f"{first} does not lose"
    if (low, high) == (0, Fraction(1, 2)):
        return f"{first} does not win"
    return f"{first} gets {number(low)} to {number(high)}"


def ties(game: Game, solution: Solution) -> list[str]:
    """That other choices between equal moves give another value."""
    if solution.shares is None or solution.is_unique:
        return []
    ranges = [
        f"{name_of(game, seat)} from {number(low)} to {number(high)}"
        for seat, (low, high) in enumerate(zip(solution.low, solution.high, strict=True))
        if low != high
    ]
    return [f"not unique: {FIRST_TIE}, and others may give {', '.join(ranges)}"]


def moves(solution: Solution) -> list[str]:
    """How many first moves are the best."""
    if not solution.is_solved or not solution.first_moves:
        return []
    more = f", {len(solution.undecided)} more may" if solution.undecided else ""
    verb = "keeps" if len(solution.best) == 1 and not more else "keep"
    return [f"{len(solution.best)} of {plural(solution.first_moves, 'first move')} {verb} it{more}"]


def counts(solution: Solution) -> str:
    """How many positions were met, and by which method."""
    by = f", by {solution.method}" if solution.method else ""
    is_looked = not solution.is_complete and bool(solution.method)
    return f"{plural(solution.positions, 'position')}{' looked at' * is_looked}{by}"


def name_of(game: Game, seat: int) -> str:
    """A seat and its colour at the start."""
    return f"seat {seat + 1} ({game.players[seat]})"


def number(share: Share) -> str:
    """A share in words: a fraction where that is short."""
    if isinstance(share, Fraction) and len(str(share)) <= MOST_DIGITS:
        return str(share)
    return f"{float(share):.9g}"


def plural(count: int | None, word: str) -> str:
    """A number of things."""
    return f"{count:,} {word}{'s' * (count != 1)}"


def data_of(game: Game, solution: Solution) -> dict[str, Any]:
    """The solution for programs; exact shares also as texts such as 7/12."""
    shares = solution.shares
    return {
        "game": game.name, "options": game.options, "solved": solution.is_solved,
        "shares": None if shares is None else [float(s) for s in shares],
        "fractions": [str(s) for s in shares] if shares and solution.is_exact else None,
        "low": [float(s) for s in solution.low], "high": [float(s) for s in solution.high],
        "exact": solution.is_exact, "unique": solution.is_solved and solution.is_unique,
        "endless": solution.is_endless, "length": solution.length,
        "first_moves": solution.first_moves, "best": solution.best,
        "undecided": solution.undecided, "positions": solution.positions,
        "complete": solution.is_complete, "method": solution.method,
        "stopped_by": solution.stopped_by, "seconds": solution.seconds,
    }  # fmt: skip


class Progress:
    """Shows on a terminal how far it is, a few times in a second."""

    def __init__(self) -> None:
        self.is_shown = sys.stderr.isatty()
        self.last = 0.0

    def tell(self, text: str) -> None:
        """Show a text instead of the one before."""
        now = time.monotonic()
        if self.is_shown and now - self.last > EVERY_SECONDS:
            self.last = now
            self.write(text)

    def end(self) -> None:
        """Take the text away."""
        if self.last:
            self.write("")

    def write(self, text: str) -> None:
        """Write over the line."""
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
