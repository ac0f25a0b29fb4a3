"""What a line under `end:` asks of every seat, asked once: a list, with an entry for each seat.

`winners: p for p in playing if value(p) = best` asks for the value of a seat in a loop over the
seats, `best` asks for it in another, and the points of each seat for both.  What is costly to
compute of a seat and used more than once becomes an entry of a list of the values of all seats,
which depends on nothing but the position.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.fields import Fields
from interpreter.native.ir.layout.layout import set_type
from interpreter.native.ir.plan import Outcome
from interpreter.native.ir.rewrite import put_terms
from interpreter.native.ir.terms import INT, TRUE, Loop, Term, Type
from interpreter.native.lowering.fixed_rounds import codes_of

SEAT = "seat"  # the variable of the list
NO_SEATS = frozenset[str]()


def with_seat_values(fields: Fields, outcomes: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
    """The outcomes of a line under `end:`, with lists of what they ask of every seat."""
    values = SeatValues(fields)
    put_terms(outcomes, values.find)
    return put_terms(outcomes, values.put)


class SeatValues:
    """What terms ask of every seat: first found, then put in lists."""

    def __init__(self, fields: Fields):
        self.fields = fields
        self.uses = defaultdict[Term, set[Term]](set)  # the loops in which values are asked for
        self.found = set[tuple[Term, frozenset[str], Term]]()
        self.done = dict[tuple[Term, frozenset[str]], Term]()

    def find(self, term: Term, seats: frozenset[str] = NO_SEATS, user: Term | None = None) -> Term:
        """Find what a term, or a part of `user`, asks of seats, over which the variables `seats`
        run; the term itself.
        """
        seats, user = seats & term.free, user or term
        if not term.is_heavy or (term, seats, user) in self.found:
            return term
        self.found.add((term, seats, user))
        value = of_seat(term, seats)
        if value is None:
            self.find_in_parts(term, seats, user)
            return term
        if value not in self.uses:
            self.find_in_parts(value, frozenset((SEAT,)), value)
        self.uses[value].add(user)
        return term

    def find_in_parts(self, term: Term, seats: frozenset[str], user: Term) -> None:
        """The same of the arguments of a term."""
        for part, inner in self.inside(term, seats):
            self.find(part, inner, user if inner <= seats else term)

    def put(self, term: Term, seats: frozenset[str] = NO_SEATS) -> Term:
        """A term with entries of lists for what several loops ask of seats."""
        seats &= term.free
        if not term.is_heavy:
            return term
        key = term, seats
        if key not in self.done:
            value = of_seat(term, seats)
            if value is not None and len(self.uses[value]) > 1:
                (seat,) = seats
                entry = self.all_seats(value), t.var(seat, INT)
                self.done[key] = Term("item", INT, entry, nullable=term.nullable)
            else:
                self.done[key] = self.put_in_parts(term, seats)
        return self.done[key]

    def put_in_parts(self, term: Term, seats: frozenset[str]) -> Term:
        """The same of the arguments of a term."""
        args = tuple(self.put(a, inner) for a, inner in self.inside(term, seats))
        return term if args == term.args else t.rebuild(term, args)

    def inside(self, term: Term, seats: frozenset[str]) -> Iterator[tuple[Term, frozenset[str]]]:
        """The arguments of a term, and which of their variables run over the seats."""
        inner = seats - term.bound
        if term.op == "fold":
            start = 0
            for loop in term.data.loops:  # over seats, or over numbers as low as theirs
                codes = codes_of(self.fields, term.args[start])
                if loop.kind == "bits" and codes <= self.fields.colours:
                    inner |= {loop.name}
                start += loop.count
        outer = term.args[:-2] if term.op == "fold" else ()
        yield from ((a, seats) for a in outer)
        yield from ((a, inner) for a in term.args[len(outer) :])

    def all_seats(self, value: Term) -> Term:
        """The list of the values of all seats."""
        count = self.fields.colours
        loop = Loop("bits", SEAT, INT, 1)
        every = t.const(set_type(count), (1 << count) - 1)
        body = self.put_in_parts(value, frozenset((SEAT,)))
        return t.fold("list", (loop,), (every,), TRUE, body, Type("list", count))


def of_seat(term: Term, seats: frozenset[str]) -> Term | None:
    """A costly number that depends on one seat and on the position, in terms of `SEAT`."""
    is_costly = term.type == INT and term.height > 0
    if not is_costly or len(seats) != 1 or term.free != seats:
        return None
    return t.substitute(term, {name: t.var(SEAT, INT) for name in seats})
