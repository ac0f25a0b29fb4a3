"""Statements as effects: what is checked, and which fields of the state are given new values.

An effect knows the rule line that it comes from.  The values of an `Assign` are computed before it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

from gdl.source.frozen import frozen
from gdl.source.spans import Span
from interpreter.native.ir.terms import TRUE, Loop, Term


@frozen
class Effect:
    """What a statement does, and where it stands."""

    span: Span | None

    @cached_property
    def reads(self) -> frozenset[str]:
        """The fields that it depends on."""
        is_join = any(isinstance(e, Join) for e in inside((self,)))
        own = frozenset(("groups", "own") if is_join else ())
        return own.union(*(term.reads for term in self.terms))

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """All terms in it, also those of bodies."""
        return tuple(terms_of(self))


@frozen
class Check(Effect):
    """The action is illegal, or fails where `attempt` numbers a `try`, unless this holds."""

    condition: Term
    attempt: int = 0


@frozen
class Let(Effect):
    """A local variable."""

    name: str
    value: Term


@frozen
class Assign(Effect):
    """A new value of a field."""

    field: str
    index: tuple[Term, ...]
    value: Term


@frozen
class If(Effect):
    """The first branch whose condition holds."""

    branches: tuple[tuple[Term, tuple[Effect, ...]], ...]


@frozen
class For(Effect):
    """A body for each round of some loops, up to the first in which `going` does not hold.

    The body may change what `going` reads, but nothing else that decides the rounds.
    """

    loops: tuple[Loop, ...]
    domains: tuple[Term, ...]
    condition: Term
    body: tuple[Effect, ...]
    going: Term = TRUE


@frozen
class Join(Effect):
    """A new piece of a colour on an empty cell, for the groups that are kept (see `grow`)."""

    cell: Term
    colour: Term


Effects = tuple[Effect, ...]
T = TypeVar("T")
Making = Generator[Effect, None, T]  # of what needs some effects before it
HOLDS: Mapping[type, tuple[str, ...]] = {  # the fields with terms, or with what holds some
    Check: ("condition",), Let: ("value",), Assign: ("index", "value"), Join: ("cell", "colour"),
    If: ("branches",), For: ("domains", "body", "condition", "going"),
}  # fmt: skip


def branching(span: Span | None, branches: tuple[tuple[Term, Effects], ...]) -> Effects:
    """The first of some branches whose condition holds, or what is done if that is known."""
    if branches and branches[0][0] == TRUE:
        return branches[0][1]
    return (If(span, branches),) if branches else ()


def inside(effects: Iterable[Effect]) -> Iterator[Effect]:
    """The effects and all that they hold."""
    for effect in effects:
        yield effect
        if isinstance(effect, If):
            for _, body in effect.branches:
                yield from inside(body)
        elif isinstance(effect, For):
            yield from inside(effect.body)


def can_fail(effects: Iterable[Effect]) -> bool:
    """Whether some effect may be refused."""
    return any(isinstance(e, Check) and e.condition != TRUE for e in inside(effects))


def written(effects: Iterable[Effect]) -> frozenset[str]:
    """The fields that effects may change."""
    parts = [e for e in inside(effects) if isinstance(e, Assign | Join)]
    return frozenset(e.field if isinstance(e, Assign) else "groups" for e in parts)


def depends_on(reads: frozenset[str], fields: frozenset[str]) -> bool:
    """Whether what is read, where `*` stands for the whole state, may change with some fields."""
    return bool(reads & fields or ("*" in reads and fields))


def terms_of(part: Any, holds: Mapping[type, tuple[str, ...]] = HOLDS) -> Iterator[Term]:
    """All terms of effects and what they hold, or of what else `holds` terms."""
    if isinstance(part, Term):
        yield part
    names = holds.get(type(part), ())
    for inner in part if isinstance(part, tuple) else [getattr(part, name) for name in names]:
        yield from terms_of(inner, holds)


def needed(effects: Effects, wanted: frozenset[str] = frozenset()) -> Effects:
    """What has to be done to know whether the effects are refused (a slice of them).

    `wanted` are fields whose values must be right afterwards.
    """
    return sliced(effects, wanted)[0]


def sliced(effects: Effects, wanted: frozenset[str]) -> tuple[Effects, frozenset[str]]:
    """The same, and the fields that are needed before it."""
    kept: list[Effect] = []
    for effect in reversed(effects):
        is_wanted = can_fail((effect,)) or depends_on(wanted, written((effect,)))
        if is_wanted or isinstance(effect, Let):
            kept.append(effect)
            wanted |= effect.reads
    return tuple(reversed(kept)), wanted


def has_attempt(effects: Effects) -> bool:
    """Whether one of the effects is a `try`."""
    return any(isinstance(e, Check) and e.attempt for e in inside(effects))


def before_attempts(effects: Effects) -> tuple[Effects, Effects]:
    """The effects before the first one with a `try`, and the others."""
    at = next((i for i, e in enumerate(effects) if has_attempt((e,))), len(effects))
    return effects[:at], effects[at:]


def locals_of(effects: Effects) -> frozenset[str]:
    """The local variables that effects make."""
    return frozenset(e.name for e in effects if isinstance(e, Let))
