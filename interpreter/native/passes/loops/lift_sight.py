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
from interpreter.native.ir.terms import INT, Term, Type


@frozen
class Line:
    """By how much a step in a direction changes a code, and how many steps each code has."""

    step: int
    lengths: tuple[int, ...]


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


@frozen
class Looking:
    """Lines, the number of the one that is followed, what it goes through, and what is seen."""

    lines: tuple[Line, ...]
    number: Term
    through: Term
    inside: Term

    @property
    def longest(self) -> int:
        """How many steps the longest line has."""
        return max(max(line.lengths) for line in self.lines)

    def seen(self) -> Term:
        """The cells from which something is seen."""
        found, open_, steps = self.inside, self.through, 1
        while steps < self.longest:
            found = t.union(found, t.meet(open_, self.before(found, steps)))
            open_ = t.meet(open_, self.before(open_, steps))
            steps *= 2
        return self.before(found, 1)

    def from_any(self) -> Term:
        """The cells that are seen from one of those inside."""
        found, open_, steps = self.after(self.inside, 1), self.through, 1
        while steps < self.longest:
            found = t.union(found, self.after(t.meet(found, open_), steps))
            open_ = t.meet(open_, self.before(open_, steps))
            steps *= 2
        return found

    def before(self, cells: Term, steps: int) -> Term:
        """The cells that so many steps lead from to one of a set."""
        return t.meet(self.sources(cells.type, steps), t.moved_by(cells, self.by(steps)))

    def after(self, cells: Term, steps: int) -> Term:
        """The cells to which so many steps lead from one of a set."""
        return t.moved_by(t.meet(self.sources(cells.type, steps), cells), self.by(-steps))

    def sources(self, type: Type, steps: int) -> Term:
        """The cells from which so many steps can be made."""
        rows = ([length >= steps for length in line.lengths] for line in self.lines)
        sources = (sum(holds << code for code, holds in enumerate(row)) for row in rows)
        return t.entry(type, sources, self.number)

    def by(self, steps: int) -> Term:
        """By how much so many steps change a code."""
        return t.entry(INT, (line.step * steps for line in self.lines), self.number)


def looking(layout: Layout, ways: Term, through: Term, inside: Term) -> Looking | None:
    """Looks in one direction; None where that is not known to be one.

    Looks in several directions end with the first that finds something, which takes less.
    """
    lines = [line_of(layout, way) for way in range(len(layout.topology.directions))]
    known = tuple(line for line in lines if line is not None)
    if len(known) < len(lines) or not layout.stride:
        return None
    if ways.op == "bit" and not ways.args[0].nullable:
        return Looking(known, ways.args[0], through, inside)
    rows: tuple[int, ...] = ()
    if ways.op == "const":
        rows = (ways.data,)
    elif ways.op == "table" and len(ways.args) == 1:
        rows = ways.data.values
    if not rows or any(row.bit_count() != 1 for row in rows):
        return None
    number = ways.args[0] if ways.args else t.number(0)
    return Looking(tuple(known[bits_of(row)[0]] for row in rows), number, through, inside)


def seen_from_any(layout: Layout, name: str, cells: Term, seen: Term) -> Term | None:
    """What some cells see in one direction, of which the variable is one, all at once; None where
    that is not what is asked, or where few cells look.
    """
    own = [f for f in t.factors_of(seen) if name in f.free]
    others = [f for f in t.factors_of(seen) if name not in f.free]
    if len(own) != 1 or own[0].op != "sight" or are_few(cells):
        return None
    cell, ways, through = own[0].args
    if cell != t.var(name, INT) or name in ways.free | through.free:
        return None
    looks = looking(layout, ways, through, cells)
    return None if looks is None else reduce(t.meet, others, looks.from_any())


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
