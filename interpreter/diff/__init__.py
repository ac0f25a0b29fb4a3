"""The differences of two games: their rule lines, and the shortest play that tells them apart.

Two games enter `find`, a `Finding` leaves.  Lines are compared as models in canonical form
(`rules`), play breadth-first over pairs of states (`lockstep`), then in random games that aim at
what the differing lines affect (`guidance`); a difference found so is shortened (`shortening`).
"""

from interpreter.diff.comparison import Listener, Wanted, find

__all__ = ["Listener", "Wanted", "find"]
