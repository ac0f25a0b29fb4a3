"""Questions about patterns whose answers can be kept."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.source.frozen import frozen
from interpreter.native.ir import terms as t
from interpreter.native.ir.rewrite import replaced
from interpreter.native.ir.terms import INT, Patterns, Term

COLOUR = t.var("colour", INT)  # stands for the colour whose sets are asked about
PLAIN = ("union", "meet", "minus")  # of which sets are made whose changes are followed
Index = tuple[Term, ...]  # of what is kept: a colour, or nothing if it does not depend on one


@frozen
class Asked:
    """A question: whether one of some patterns lies within one of some sets, for each colour.

    `is_of_colour` says whether the sets depend on the colour at all.
    """

    patterns: Patterns
    sets: tuple[Term, ...]
    is_of_colour: bool

    def given(self, index: Index) -> tuple[Term, ...]:
        """The sets of one colour."""
        known = {COLOUR.data: index[0]} if index else {}
        return tuple(t.substitute(s, known) for s in self.sets)

    @property
    def reads(self) -> frozenset[str]:
        """The fields that the sets depend on."""
        return frozenset[str]().union(*(s.reads for s in self.sets))


def asked_by(term: Term) -> tuple[Asked, Index] | None:
    """The question that a term asks, and about which colour; None if its answer cannot be kept."""
    if term.op != "covers" or not all(map(is_plain, term.args)):
        return None
    planes = dict.fromkeys(p for s in term.args for p in planes_of(s))
    others = {p.args for p in planes if p.data != "own"}
    owners = list(dict.fromkeys(p.args[0] for p in planes if p.data == "own"))
    if any(i.op != "const" for args in others for i in args):
        return None
    if len(owners) != 1:
        is_fixed = all(o.op == "const" for o in owners)
        return (Asked(term.data, term.args, False), ()) if is_fixed else None
    of_one = t.read("own", term.args[0].type, owners[0])
    own = t.read("own", term.args[0].type, COLOUR)
    sets = tuple(replaced(s, {of_one: own}) for s in term.args)
    return Asked(term.data, sets, True), (owners[0],)


def is_plain(term: Term) -> bool:
    """Whether a set is made of planes of the board."""
    if term.op == "read":
        return term.type.is_set
    return term.op == "const" or (term.op in PLAIN and all(map(is_plain, term.args)))


def planes_of(term: Term) -> Iterator[Term]:
    """The planes of which a plain set is made."""
    if term.op == "read":
        yield term
    elif term.op in PLAIN:
        for part in term.args:
            yield from planes_of(part)


def grows_with(term: Term, name: str) -> set[bool]:
    """Whether a plain set gains (true) or loses codes, or both, where a field gains some."""
    if term.op == "read":
        return {True} if term.data == name else set()
    found: set[bool] = set()
    for place, part in enumerate(term.args if term.op in PLAIN else ()):
        flips = term.op == "minus" and place == 1
        found |= {way != flips for way in grows_with(part, name)}
    return found
