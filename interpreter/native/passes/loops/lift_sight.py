"""The cells that see something in a direction, all at once: shifts in place of looks along lines.

What is next to a cell is seen, and what is seen from a cell that can be looked through is seen from
the one before it.  So a set is moved by one step, by two, by four, as far as the longest line goes,
and the other way for all that several cells see.
"""

from __future__ import annotations

from functools import lru_cache, reduce

from gdl.source.frozen import frozen
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import Layout, bits_of
from interpreter.native.ir.possible import rays
from interpreter.native.ir.terms import INT, Table, Term


@frozen
class Line:
    """By how much a step in a direction changes a code, and how many steps each code has."""

    step: int
    lengths: tuple[int, ...]

    def sources(self, steps: int) -> int:
        """The cells from which so many steps can be made."""
        return sum(1 << code for code, length in enumerate(self.lengths) if length >= steps)


@lru_cache(maxsize=256)
def line_of(layout: Layout, way: int) -> Line | None:
    """How codes change along a direction; None if not everywhere alike."""
    found = rays(layout, way)
    steps = {ray[0] - code for code, of in enumerate(found) for ray in of if ray}
    step = steps.pop() if steps else 0
    for code, of in enumerate(found):
        for ray in of:
            if len(of) > 1 or ray != tuple(code + step * (i + 1) for i in range(len(ray))):
                return None
    return Line(step, tuple(len(of[0]) if of else 0 for of in found))


def seeing(layout: Layout, ways: Term, through: Term, inside: Term) -> Term | None:
    """The cells that see one of a set in one direction; None where that is not known to be one.

    Looks in several directions end with the first that finds something, which takes less.
    """
    lines = [line_of(layout, way) for way in range(len(layout.topology.directions))]
    known = [line for line in lines if line is not None]
    if len(known) < len(lines) or not layout.stride:
        return None
    if ways.op == "bit" and not ways.args[0].nullable:
        return Looking(tuple(known), ways.args[0], through, inside).seen()
    if ways.op != "const" or ways.data.bit_count() != 1:
        return None
    return Looking((known[bits_of(ways.data)[0]],), t.number(0), through, inside).seen()


def seen_from_any(layout: Layout, name: str, cells: Term, seen: Term) -> Term | None:
    """What some cells see in one direction, of which the variable is one, all at once; None where
    that is not what is asked, or where few cells look.
    """
    own = [f for f in t.factors_of(seen) if name in f.free]
    others = [f for f in t.factors_of(seen) if name not in f.free]
    if len(own) != 1 or own[0].op != "sight" or are_few(cells):
        return None
    cell, ways, through = own[0].args
    if cell != t.var(name, INT) or ways.op != "const" or name in through.free:
        return None
    line = line_of(layout, bits_of(ways.data)[0]) if ways.data.bit_count() == 1 else None
    if line is None or not layout.stride:
        return None
    found = Looking((line,), t.number(0), through, cells).from_any()
    return reduce(t.meet, others, found)


def are_few(cells: Term) -> bool:
    """Whether a set surely has very few cells: what blocks a look is one in each direction."""
    match cells.op:
        case "union":
            return all(map(are_few, cells.args))
        case "meet":
            factors = t.factors_of(cells)
            sights = [f for f in factors if f.op == "sight"]
            return any(map(are_few, factors)) or any(
                not any(t.is_part(f, s.args[2]) for f in factors if f is not s) for s in sights
            )
    return cells.op in ("bit", "table")


@frozen
class Looking:
    """Lines, the number of the one that is followed, what it goes through, and what is seen."""

    lines: tuple[Line, ...]
    number: Term
    through: Term
    inside: Term

    def seen(self) -> Term:
        """The cells from which something is seen."""
        longest = max(max(line.lengths) for line in self.lines)
        found, open_, steps = self.inside, self.through, 1
        while steps < longest:
            found = t.union(found, t.meet(open_, self.before(found, steps)))
            open_ = t.meet(open_, self.before(open_, steps))
            steps *= 2
        return self.before(found, 1)

    def before(self, cells: Term, steps: int) -> Term:
        """The cells that so many steps lead from to one of a set."""
        count = (len(self.lines),)
        sources = Table(cells.type, count, tuple(line.sources(steps) for line in self.lines))
        by = Table(INT, count, tuple(line.step * steps for line in self.lines))
        moved = t.moved_by(cells, t.lookup(by, self.number))
        return t.meet(t.lookup(sources, self.number), moved)

    def from_any(self) -> Term:
        """The cells that are seen from one of those inside."""
        longest = max(max(line.lengths) for line in self.lines)
        found, open_, steps = self.after(self.inside, 1), self.through, 1
        while steps < longest:
            found = t.union(found, self.after(t.meet(found, open_), steps))
            open_ = t.meet(open_, self.before(open_, steps))
            steps *= 2
        return found

    def after(self, cells: Term, steps: int) -> Term:
        """The cells to which so many steps lead from one of a set."""
        (line,) = self.lines
        sources = t.const(cells.type, line.sources(steps))
        return t.moved(line.step * steps, t.meet(sources, cells))
