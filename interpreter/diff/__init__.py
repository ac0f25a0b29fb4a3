"""The differences of two games: their rule lines, and the shortest play that tells them apart.

Two games enter `find`, a `Finding` leaves.  Lines are compared as models in canonical form
(`rules`), play breadth-first over pairs of states (`lockstep`), then in random games that aim at
what the differing lines affect (`guidance`); a difference found so is shortened (`shortening`).
`brief` does the same at little cost, and `changes` compares the lines alone.
"""

from interpreter.diff.comparison import Wanted, brief, find
from interpreter.diff.rules.findings import Change, Difference, Finding, Line
from interpreter.diff.rules.lines import changes

__all__ = [
    "Change",
    "Difference",
    "Finding",
    "Line",
    "Wanted",
    "brief",
    "changes",
    "find",
]
