"""What stands on a cell, case by case: terms where it is known which sets have the cell."""

from __future__ import annotations

from dataclasses import replace

from gdl.source.frozen import frozen
from interpreter.native.ir import terms as t
from interpreter.native.ir.rewrite import once_for_all
from interpreter.native.ir.terms import FALSE, INT, TRUE, Term

MAX_CASES = 16  # of what stands on a cell
EXCLUSIVE = ("own", "kind")  # fields of which a cell is in one plane at most


@frozen
class Held:
    """The sets that a cell is in, and those that it is not in."""

    inside: tuple[Term, ...] = ()
    outside: tuple[Term, ...] = ()

    def also(self, atom: Term, holds: bool) -> Held:
        """The same and whether a condition holds."""
        plane = atom.args[0]
        if holds:
            return replace(self, inside=(*self.inside, plane))
        return replace(self, outside=(*self.outside, plane))

    def cells(self, every: Term) -> Term:
        """All these cells."""
        cells = every
        for plane in self.inside:
            cells = plane if cells is every else t.meet(cells, plane)
        for plane in self.outside:
            if not any(are_exclusive(plane, other) for other in self.inside):
                cells = t.minus(cells, plane)
        return cells


def is_atom(term: Term, name: str) -> bool:
    """Whether a condition says what stands on the cell of a variable."""
    return (
        term.op == "has" and term.args[1] == t.var(name, INT) and term.args[0].op == "read"
        and not term.args[0].free
    )


def are_exclusive(one: Term, other: Term) -> bool:
    """Whether no cell is in two planes."""
    return (
        one.op == other.op == "read" and one.data == other.data and one.data in EXCLUSIVE
        and one != other and all(p.args[0].op == "const" for p in (one, other))
    )


def assumed(term: Term, atom: Term, holds: bool) -> Term:
    """A term where a condition on a cell holds, or does not."""
    def change(part: Term) -> Term:
        if part == atom:
            return TRUE if holds else FALSE
        is_other = holds and part.op == "has" and part.args[1] == atom.args[1]
        return FALSE if is_other and are_exclusive(part.args[0], atom.args[0]) else part

    return once_for_all(change)(term)


def split(term: Term, name: str, held: Held, parts: dict[Term, Term], every: Term) -> bool:
    """Collect what is asked in each case of what stands on a cell; False if there are too many."""
    atom = next((p for p in term.parts if is_atom(p, name)), None)
    if atom is not None:
        return all(
            split(assumed(term, atom, holds), name, held.also(atom, holds), parts, every)
            for holds in (True, False)
        )
    if term != FALSE:
        parts[term] = t.union(parts.get(term, t.no(every.type)), held.cells(every))
    return len(parts) <= MAX_CASES
