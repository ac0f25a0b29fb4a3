"""The value of a small game under perfect play: a game and limits enter, a `Solution` leaves.

`graph` enumerates the reachable positions; `retrograde` (two seats, no chance) and `induction`
(any number of seats, chance) compute their values; `proving` uses alpha-beta if there are too many
positions; `solver` chooses between them.
"""

from interpreter.solve.solution import INTERRUPTED, Limits, Solution, Unsolvable
from interpreter.solve.solver import solve

__all__ = ["INTERRUPTED", "Limits", "Solution", "Unsolvable", "solve"]
