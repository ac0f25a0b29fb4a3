"""What terms cost, roughly: the model by which passes choose between equivalent terms.

The unit is an operation on one word.  Nothing is measured: of a board half of the cells are thought
to hold pieces, the same number of each owner and of each kind, and sets are thought to be
independent of each other.
"""

from __future__ import annotations

from interpreter.native.ir.effects import Check, Effects
from interpreter.native.ir.layout.fields import Fields
from interpreter.native.ir.terms import OPERATIONS, Term

SEARCH = 50  # operations on each word that a search takes
RAY = 6  # that what is seen in one direction takes
SOME_WAYS = 4  # directions, where it is not known how many


class Costs:
    """Sizes of sets and costs of terms in one game."""

    def __init__(self, fields: Fields):
        self.fields = fields
        self.cells = len(fields.layout.topology.cells)
        self.sizes: dict[Term, float] = {}

    def size(self, term: Term) -> float:
        """How many elements a set has."""
        if term not in self.sizes:
            self.sizes[term] = min(self.elements(term), max(1, self.cells))
        return self.sizes[term]

    def elements(self, term: Term) -> float:
        match term.op:
            case "const":
                return float(term.data.bit_count())
            case "bit":
                return 1
            case "table":
                return float(sum(v.bit_count() for v in term.data.values)) / len(term.data.values)
            case "read" if term.data in ("own", "kind"):
                return self.cells / 2 / float(self.fields.all[term.data].sizes[0])
            case "meet":
                a, b = map(self.size, term.args)
                return a * b / max(1, self.cells)
            case "union":
                return sum(map(self.size, term.args))
            case "minus":
                return self.size(term.args[0])
            case "select":
                return sum(map(self.size, term.args[1:])) / 2
            case "sight":
                return 2 * ways_of(term)
        return self.cells / 4

    def share(self, term: Term) -> float:
        """About which share of the board a set is; sets that it is made of count as independent."""
        if term.op not in ("meet", "union", "minus"):
            return self.size(term) / max(1, self.cells)
        a, b = map(self.share, term.args)
        return a * b if term.op == "meet" else a + b - a * b if term.op == "union" else a - a * b

    def cost(self, term: Term, inside: frozenset[str] | None = None) -> float:
        """What a term costs; with `inside` only what depends on these variables does."""
        if inside is not None and not term.free & inside:
            return 0
        words = max((a.type.size for a in (term, *term.args)), default=0) or 1
        if term.op == "fold":
            return self.of_loop(term, inside)
        parts = [self.cost(a, inside) for a in term.args]
        if term.op == "select":
            return 1 + parts[0] + (parts[1] + parts[2]) / 2
        own = 1.0 if term.op in ("has", "table", "read", "var", "const", "bit") else words
        if term.op == "sight":
            own = RAY * words * ways_of(term)
        elif OPERATIONS[term.op].is_search:
            own = SEARCH * words
        return own + sum(parts)

    def checks(self, effects: Effects) -> float:
        """What the conditions cost that effects check, but for those in branches and rounds."""
        return sum(self.cost(e.condition) for e in effects if isinstance(e, Check))

    def of_loop(self, term: Term, inside: frozenset[str] | None) -> float:
        """What a loop costs: what does not change in it is computed once."""
        *domains, condition, body = term.args
        rounds, total = 1.0, 0.0
        names = frozenset(loop.name for loop in term.data.loops)
        for domain in domains:
            total += rounds * self.cost(domain, inside)
            rounds *= self.size(domain) if domain.type.is_set else SOME_WAYS
        each = self.cost(condition, names) + self.cost(body, names)
        return total + rounds * (1 + each)


def ways_of(sight: Term) -> int:
    """The number of directions of a line of sight."""
    ways = sight.args[1]
    return ways.data.bit_count() if ways.op == "const" else SOME_WAYS
