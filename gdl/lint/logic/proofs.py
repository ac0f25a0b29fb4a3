"""A small prover: whether a condition follows from others.

Conditions are formulas over terms; a term is an expression as nested tuples, so that equal terms
have equal values in the same position.  `Facts` are formulas known to hold, from which others are
proved.  Proofs are sound but incomplete: they use logic (guards, `and`, `or`), equality, and that
a cell with an owner is occupied, but no arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gdl.source.limits import MAX_CASES

Term = tuple[Hashable, ...]

MOVER: Term = ("BuiltinCall", "mover", ())
NONE: Term = ("Value", "NoneType", None)
ZERO: Term = ("Value", "int", 0)


@dataclass(frozen=True)
class Literal:
    """An atomic condition, and whether it holds."""

    atom: Term
    holds: bool


@dataclass(frozen=True)
class Joined:
    """A conjunction (`is_all`) or a disjunction of formulas."""

    is_all: bool
    parts: tuple[Formula, ...]


Formula = Literal | Joined
TRUE = Joined(True, ())
FALSE = Joined(False, ())


def both(*parts: Formula) -> Formula:
    """The conjunction of formulas."""
    return Joined(True, parts)


def either(*parts: Formula) -> Formula:
    """The disjunction of formulas."""
    return Joined(False, parts)


def negation(formula: Formula) -> Formula:
    """The formula that holds where this one does not."""
    if isinstance(formula, Literal):
        return Literal(formula.atom, not formula.holds)
    return Joined(not formula.is_all, tuple(map(negation, formula.parts)))


def equal(a: Term, b: Term) -> Literal:
    """Two terms are equal, and exist."""
    return Literal(("=", *sorted((a, b), key=repr)), True)


def missing(term: Term) -> Literal:
    """A term does not exist, as `x = none` says."""
    return Literal(("missing", term), True)


def owner_of(cell: Term) -> Term:
    """The owner of the piece on a cell."""
    return ("BuiltinCall", "owner", (cell,))


def occupied(cell: Term) -> Literal:
    """A piece stands on a cell."""
    return Literal(("occupied", cell), True)


@dataclass(frozen=True)
class Facts:
    """Formulas known to hold: literals, and the disjunctions `cases`."""

    literals: frozenset[Literal] = frozenset()
    cases: tuple[Joined, ...] = ()

    def assume(self, formula: Formula) -> Facts:
        """These facts and one more."""
        if isinstance(formula, Literal):
            return Facts(self.literals | {formula, *implied(formula)}, self.cases)
        if formula.is_all:
            facts = self
            for part in formula.parts:
                facts = facts.assume(part)
            return facts
        if len(formula.parts) == 1:
            return self.assume(formula.parts[0])
        return Facts(self.literals, (*self.cases, formula))

    def kept(self, is_kept: Callable[[Term], bool]) -> Facts:
        """The facts whose atoms all pass `is_kept`."""
        literals = (f for f in self.literals if is_kept(f.atom))
        cases = (c for c in self.cases if all(map(is_kept, atoms(c))))
        return Facts(frozenset(literals), tuple(cases))

    def prove(self, aim: Formula, deep: int = MAX_CASES) -> bool:
        """Whether a formula follows from these facts, by splitting at most `deep` disjunctions."""
        if self.is_absurd or self.has(aim):
            return True
        if not self.cases or not deep:
            return isinstance(aim, Joined) and aim.is_all and all(
                self.prove(part, 0) for part in aim.parts
            )
        case, rest = self.cases[0], Facts(self.literals, self.cases[1:])
        return all(rest.assume(part).prove(aim, deep - 1) for part in case.parts)

    def has(self, aim: Formula) -> bool:
        """Whether a formula follows without splitting disjunctions."""
        if isinstance(aim, Joined):
            return (all if aim.is_all else any)(self.has(part) for part in aim.parts)
        if aim in self.literals or is_evident(aim) or self.is_same(aim):
            return True
        return any(swapped in self.literals or is_evident(swapped) for swapped in self.same(aim))

    def is_same(self, aim: Literal) -> bool:
        """Whether a literal says that a term is equal to itself, and the term is known to exist."""
        match aim:
            case Literal(atom=("=", tuple(a), b), holds=True) if a == b:
                return negation(missing(a)) in self.literals
        return False

    def same(self, aim: Literal) -> Iterable[Literal]:
        """The literals made from this one by replacing a term with a known equal."""
        inside = set(terms_in(aim.atom))
        for old, new in self.equals:
            if old in inside:
                atom: Any = replaced(aim.atom, old, new)
                if atom[0] == "=":
                    yield Literal(equal(atom[1], atom[2]).atom, aim.holds)
                else:
                    yield Literal(atom, aim.holds)

    @cached_property
    def equals(self) -> tuple[tuple[Term, Term], ...]:
        """The terms that are known to be equal, each pair in both orders."""
        known = [f.atom for f in self.literals if f.holds and f.atom[0] == "="]
        pairs: Any = [(a, b) for _, a, b in known if isinstance(a, tuple) and isinstance(b, tuple)]
        return tuple(both for a, b in pairs for both in ((a, b), (b, a)))

    @cached_property
    def is_absurd(self) -> bool:
        """Whether the facts contradict each other, so that the case cannot occur."""
        if any(case == FALSE for case in self.cases):
            return True
        return any(negation(f) in self.literals or is_evident(negation(f)) for f in self.literals)


def atoms(formula: Formula) -> Iterator[Term]:
    """The atoms of a formula."""
    if isinstance(formula, Literal):
        yield formula.atom
    else:
        for part in formula.parts:
            yield from atoms(part)


def implied(fact: Formula) -> Iterable[Literal]:
    """What a literal implies: a cell whose piece has an owner, kind or attribute is occupied, and
    what is equal to something, compared with it, in a set or occupied exists.
    """
    match fact:
        case Literal(atom=("in" | "occupied", term, *_), holds=True):
            yield Literal(("missing", term), False)
        case Literal(atom=("holds", ("Relation", _, *sides)), holds=True):
            for side in sides:
                if isinstance(side, tuple):
                    yield Literal(("missing", side), False)
        case Literal(atom=("=", *sides), holds=True):
            for side in sides:
                match side:
                    case ("BuiltinCall", "owner" | "kind" | "piece", (tuple(cell), *_)):
                        yield occupied(cell)
                    case ("Attribute", _, tuple(cell), _):
                        yield occupied(cell)
                    case ("Stored", *_) | ("let" | "secret let", _):
                        yield Literal(("missing", side), False)
    for number in away_from_zero(fact):
        yield Literal(equal(number, ZERO).atom, False)


def away_from_zero(fact: Formula) -> Iterator[Term]:
    """The terms that are not 0, if they are there, since a literal has them above or below it."""
    match fact:
        case Literal(("in", tuple(term), ("Range", low, high)), holds=True):
            if is_beyond(low, 1, True) or is_beyond(high, -1, True):
                yield term
        case Literal(("holds", ("Relation", "<" | "<=" as op, left, right)), holds):
            less, more = (left, right) if holds else (right, left)
            is_strict = (op == "<") == holds
            if isinstance(more, tuple) and is_beyond(less, 1, not is_strict):
                yield more
            if isinstance(less, tuple) and is_beyond(more, -1, not is_strict):
                yield less


def is_beyond(term: Hashable, sign: int, without_zero: bool) -> bool:
    """Whether a term is a number written out, above 0 or below it as the sign says, or 0 itself
    where that will do.
    """
    match term:
        case ("Value", _, int() | float() as number):
            return sign * number > 0 or (number == 0 and not without_zero)
    return False


def is_evident(aim: Formula) -> bool:
    """Whether a literal holds in every position."""
    match aim:
        case Literal(atom=("=", a, b), holds=True):
            return a == b and exists(a)
        case Literal(atom=("=", ("Value", _, a), ("Value", _, b)), holds=False):
            return bool(a != b)
        case Literal(atom=("=", a, b), holds=False) if NONE in (a, b):
            return True
        case Literal(atom=("missing", term), holds=holds):
            return exists(term) if not holds else term == NONE
        case Literal(atom=("=", a, b), holds=False):
            others = (("BuiltinCall", "opponent", ()), ("BuiltinCall", "after", (MOVER,)))
            return MOVER in (a, b) and (a in others or b in others)
    return False


def exists(term: Hashable) -> bool:
    """Whether a term certainly has a value, as the variables of rules and the mover do."""
    match term:
        case ("any" | "secret" | "bound", _):
            return True
        case ("Value", _, value):
            return value is not None
        case ("BuiltinCall", "mover" | "opponent" | "turns" | "passes" | "next", ()):
            return True
    return False


def terms_in(term: Term) -> Iterator[Term]:
    """A term and all within it."""
    yield term
    for part in term:
        if isinstance(part, tuple):
            yield from terms_in(part)


def replaced(term: Hashable, old: Term, new: Term) -> Hashable:
    """A term with every occurrence of `old` replaced."""
    if term == old:
        return new
    if not isinstance(term, tuple):
        return term
    return tuple([replaced(t, old, new) if isinstance(t, tuple) else t for t in term])


def common(several: Iterable[Facts]) -> Facts:
    """What all of several lists of facts say, as far as it is simple; nothing for none."""
    each = [facts.literals for facts in several]
    return Facts(each[0].intersection(*each[1:])) if each else Facts()
