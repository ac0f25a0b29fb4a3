"""What variables can be that are chosen from sets which do not depend on the position."""

from __future__ import annotations

from functools import reduce
from operator import and_

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import bits_of
from interpreter.native.ir.terms import INT, Term
from interpreter.native.ir.terms.columns import MAX_ROWS, column

Rows = dict[str, list[int]]


class Variables:
    """The sets that variables are in, and the values of those that stand for others."""

    def __init__(self) -> None:
        self.among: dict[str, tuple[Term, ...]] = {}
        self.lets: dict[str, Term] = {}
        self.ends: dict[str, tuple[int, int]] = {}  # between which numbers those surely lie
        self.decided: dict[Term, Term | None] = {}  # None: the values say different things
        self.known: dict[str, Term] = {}  # what variables stand for, where somebody asked
        self.together: dict[object, Rows | None] = {}  # of variables with their sets: see `rows`

    def copy(self) -> Variables:
        """The same, to learn more from here."""
        variables = Variables()
        variables.among, variables.lets = dict(self.among), dict(self.lets)
        variables.ends, variables.decided = dict(self.ends), dict(self.decided)
        variables.known, variables.together = dict(self.known), self.together
        return variables

    def choose(self, name: str, cells: Term) -> None:
        """A variable is in one more set."""
        self.among[name] = (*self.among.get(name, ()), cells)

    def decide(self, condition: Term) -> Term:
        """A condition on variables alone, decided where all their possible values say the same."""
        if condition.reads or not condition.free or condition.is_search:
            return condition
        if condition not in self.decided:
            told = t.substitute(condition, {n: self.told(n) for n in condition.free})
            rows = self.rows(told.free)
            values = None if rows is None else column(told, rows)
            is_one = values is not None and len(set(values)) == 1
            self.decided[condition] = t.const(t.BOOL, values[0]) if values and is_one else None
        return self.decided[condition] or condition

    def told(self, name: str) -> Term:
        """A variable, or what it stands for where that is made of variables alone."""
        value = self.lets.get(name)
        if value is None or value.reads:
            return t.var(name, INT)
        if name not in self.known:
            self.known[name] = t.substitute(value, {n: self.told(n) for n in value.free})
        return self.known[name]

    def rows(self, names: frozenset[str]) -> Rows | None:
        """All values that some variables can have together, as a column for each."""
        names = names.union(*(s.free for n in names for s in self.among.get(n, ())))
        key = frozenset((n, self.among.get(n, ())) for n in names)
        if key not in self.together:
            self.together[key] = self.combined(names)
        return self.together[key]

    def combined(self, names: frozenset[str]) -> Rows | None:
        """The same, found anew."""
        rows: Rows = {}
        while len(rows) < len(names):
            ready = [
                n for n in sorted(names - rows.keys())
                if any(s.free <= rows.keys() for s in self.among.get(n, ()))
            ]  # fmt: skip
            if not ready:
                return None
            sets = [s for s in self.among[ready[0]] if s.free <= rows.keys()]
            columns = [c for c in (column(s, rows) for s in sets) if c is not None]
            if not columns:
                return None
            common = [reduce(and_, row) for row in zip(*columns, strict=True)]
            codes = {cells: bits_of(cells) for cells in set(common)}  # many rows have the same
            places = [place for place, cells in enumerate(common) for _ in codes[cells]]
            values = [code for cells in common for code in codes[cells]]
            if len(values) > MAX_ROWS:
                return None
            rows = {n: [c[p] for p in places] for n, c in rows.items()} | {ready[0]: values}
        return rows
