"""A solution in words for people, and as data for programs."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from interpreter.solve.solution import ALPHA_BETA, RETROGRADE, Share, Solution
from interpreter.wording import plural, title_of

if TYPE_CHECKING:
    from interpreter.game import Game

FIRST_TIE = "of moves that are equal for their seat the first is taken"
ENDLESS = ", without an end: nobody has to leave a loop"
MOST_DIGITS = 12  # of a fraction that is written out


def text_of(game: Game, solution: Solution, is_timed: bool = False) -> str:
    """The solution in one sentence, the best moves on a line of their own."""
    parts = [verdict(game, solution), *ties(game, solution), *moves(solution), counts(solution)]
    if is_timed:
        parts.append(f"{solution.seconds:.1f} seconds")
    lines = [f"{title_of(game)}: {'; '.join(parts)}"]
    if 0 < len(solution.best) < solution.first_moves:
        lines.append(f"best: {', '.join(solution.best)}")
    if solution.undecided and solution.is_solved:
        lines.append(f"undecided: {', '.join(solution.undecided)}")
    return "\n".join(lines)


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
        winner = seat_of(game, int(solution.shares[0] == 0))
        length = f", in {plural(solution.length, 'move')}" if solution.length else ""
        return f"{winner} wins with perfect play{length}"
    shares = [f"{seat_of(game, s)} gets {number(v)}" for s, v in enumerate(solution.shares)]
    rounding = "" if solution.is_exact else " (rounded)"
    return f"with perfect play {', '.join(shares)}{rounding}"


def known(game: Game, solution: Solution) -> str:
    """What is known of a game for two without a solution."""
    low, high = solution.low[0], solution.high[0]
    first = seat_of(game, 0)
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
        f"{seat_of(game, seat)} from {number(low)} to {number(high)}"
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


def seat_of(game: Game, seat: int) -> str:
    """A seat and its colour at the start."""
    return f"seat {seat + 1} ({game.players[seat]})"


def number(share: Share) -> str:
    """A share in words: a fraction where that is short."""
    if isinstance(share, Fraction) and len(str(share)) <= MOST_DIGITS:
        return str(share)
    return f"{float(share):.9g}"


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
