"""Which rule lines games use: games that were played enter, counts for each line leave.

`coverage_of` replays games and counts for every line how often it took part in them; `endings_of`
counts by which line of `end` they ended.
"""

from interpreter.coverage.games import NOBODY, UNFINISHED, coverage_of, endings_of
from interpreter.coverage.lines import LineUse

__all__ = ["NOBODY", "UNFINISHED", "LineUse", "coverage_of", "endings_of"]
