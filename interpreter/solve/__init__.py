"""What a small game is worth with perfect play: a game and limits enter, a `Solution` leaves.

`graph` enumerates the positions that can be reached; `retrograde` (two seats, no chance) and
`induction` (any seats, chance) compute what they are worth; `proving` uses alpha-beta where there
are too many; `solver` chooses between them.
"""

from interpreter.solve.solution import INTERRUPTED, Limits, Solution, Unsolvable
from interpreter.solve.solver import solve

__all__ = ["INTERRUPTED", "Limits", "Solution", "Unsolvable", "solve"]
