"""What stands on a cell, case by case: terms where it is known which sets have the cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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


NOTHING = Held()


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


def split(term: Term, name: str, held: Held = NOTHING) -> Iterator[tuple[Term, Held]]:
    """A term in each case of what stands on the cell of a variable."""
    atom = next((p for p in term.parts if is_atom(p, name)), None)
    if atom is None:
        yield term, held
        return
    for holds in (True, False):
        yield from split(assumed(term, atom, holds), name, held.also(atom, holds))


def asked_in_cases(
    condition: Term, name: str, every: Term, lift: Callable[[Term], Term | None]
) -> Term | None:
    """The cells for which a condition holds, which `lift` finds in each case of what stands on a
    cell; None where it does not, or where there are too many cases.
    """
    parts: dict[Term, Term] = {}
    for case, held in split(condition, name):
        if case != FALSE:
            parts[case] = t.union(parts.get(case, t.no(every.type)), held.cells(every))
        if len(parts) > MAX_CASES:
            return None
    cells = t.no(every.type)
    for case, where in parts.items():
        found = lift(case)
        if found is None:
            return None
        cells = t.union(cells, where if found == every else t.meet(where, found))
    return cells
