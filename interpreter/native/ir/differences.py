"""What an assignment does to a set: which codes it may gain and lose, in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gdl.source.frozen import frozen
from interpreter.native.ir import terms as t
from interpreter.native.ir.terms import Term


@frozen
class Difference:
    """Codes that a set gains or loses; those that it has, or has not, already may be among them."""

    gains: bool
    codes: Term

    @property
    def cell(self) -> Term | None:
        """The code, if it is one that surely exists."""
        if self.codes.op != "bit" or self.codes.args[0].nullable:
            return None
        return self.codes.args[0]


def differences(value: Term, before: Term) -> tuple[Difference, ...]:
    """How a new value of a set differs from the one before, all in terms of what was before."""
    known = differences_of(value, before)
    if known is None:
        return (Difference(False, t.minus(before, value)), Difference(True, t.minus(value, before)))
    return tuple(change for change in known if change.codes.value != 0)


def differences_of(value: Term, before: Term) -> tuple[Difference, ...] | None:
    """The same from how the value is made; None where that does not tell."""
    if value == before:
        return ()
    if value.op == "union":
        for one, other in (value.args, value.args[::-1]):
            known = differences_of(one, before)
            if known is not None:
                return (*known, *parts(True, other))
    if value.op == "minus":
        known = differences_of(value.args[0], before)
        return None if known is None else (*known, *parts(False, value.args[1]))
    if value.op == "select":
        condition, *ways = value.args
        both = [differences_of(way, before) for way in ways]
        if None in both:
            return None
        yes, no = (known or () for known in both)
        return (*under(condition, yes), *under(t.not_(condition), no))
    return None


def under(condition: Term, known: tuple[Difference, ...]) -> Iterator[Difference]:
    """Changes that happen only under a condition."""
    for change in known:
        yield replace(change, codes=t.select(condition, change.codes, t.no(change.codes.type)))


def parts(gains: bool, codes: Term) -> Iterator[Difference]:
    """The change by some codes, one by one where they are written out."""
    if codes.op == "union":
        for part in codes.args:
            yield from parts(gains, part)
    else:
        yield Difference(gains, codes)


def possible_cells(codes: Term) -> tuple[Term, ...] | None:
    """The codes that may be in a set, all of which surely exist; None where that is not known."""
    match codes.op:
        case "bit":
            return None if codes.args[0].nullable else codes.args
        case "union" | "select":
            parts = [possible_cells(a) for a in codes.args if a.type.is_set]
            return None if None in parts else tuple(c for part in parts for c in part or ())
        case "meet":
            parts = [possible_cells(a) for a in codes.args]
            return next((part for part in parts if part is not None), None)
        case "minus":
            return possible_cells(codes.args[0])
        case "const":
            return None if codes.data else ()
    return None
