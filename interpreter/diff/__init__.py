"""Where two games differ: their rule lines, and the shortest play that tells them apart.

Two games enter `find`, a `Finding` leaves.  Lines are compared as models in canonical form
(`rules`), play breadth-first over pairs of states (`lockstep`), then by random games that go for
what the lines affect (`guidance`); what these meet is made shorter.
"""

from interpreter.diff.comparison import Listener, Wanted, find

__all__ = ["Listener", "Wanted", "find"]
