"""What a small game is worth with perfect play.

`graph` enumerates the positions that can be reached; `retrograde` (two seats, no chance) and
`induction` (any seats, chance) work out what they are worth; `proving` asks alpha-beta where there
are too many; `solver` chooses between them, and `wording` tells people.
"""

from interpreter.solve.solution import INTERRUPTED, Limits, Solution, Unsolvable
from interpreter.solve.solver import solve

__all__ = ["INTERRUPTED", "Limits", "Solution", "Unsolvable", "solve"]
