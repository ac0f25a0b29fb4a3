"""What nodes that bind variables have in common, so that nobody who walks a model lists them."""

from __future__ import annotations

from typing import ClassVar

from gdl.source.node import node
from gdl.source.spans import Span
from gdl.vocabulary.types import Type


@node
class Expr:
    """An expression, with its place in the source and its type."""

    span: Span
    type: Type


@node
class Binder:
    """One variable, or an unordered pair, that runs over a set."""

    slots: tuple[int, ...]
    names: tuple[str, ...]
    domain: Expr


Heads = tuple[tuple[tuple[int, ...], Expr | None], ...]


BINDING = frozenset({"binders", "slot", "slots"})
"""The fields that say which variables a node binds."""


class Binds:
    """A node that binds variables for the fields that `inside` names, and for no others.

    `let` has none: its variable is known in the statements that follow in the list.
    """

    inside: ClassVar[tuple[str, ...]]

    @property
    def heads(self) -> Heads:
        """The slots of variables that are chosen together, with the set that they run over.

        The set is None where the node itself says what a variable stands for; else it may use the
        variables of earlier heads.
        """
        raise NotImplementedError

    @property
    def bound(self) -> tuple[int, ...]:
        """The slots of all variables that the node binds."""
        return tuple(slot for slots, _ in self.heads for slot in slots)


def heads_of(binders: tuple[Binder, ...]) -> Heads:
    """The heads of binders."""
    return tuple((binder.slots, binder.domain) for binder in binders)


class BindsOne(Binds):
    """A node that binds the variable in `slot`."""

    slot: int

    @property
    def heads(self) -> Heads:
        return (((self.slot,), None),)


class BindsParameters(Binds):
    """A node that binds a parameter in each of its `slots`."""

    slots: tuple[int, ...]

    @property
    def heads(self) -> Heads:
        return tuple(((slot,), None) for slot in self.slots)


class BindsChoices(Binds):
    """A node whose variables run over sets, as its `binders` say."""

    binders: tuple[Binder, ...]

    @property
    def heads(self) -> Heads:
        return heads_of(self.binders)


class Loop(BindsChoices):
    """A node with a round for each choice of its variables under which its condition holds."""

    condition: Expr | None
