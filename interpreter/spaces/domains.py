"""Which values a parameter of an action can have in any position, in a fixed order.

Of cells, directions, colours, kinds, words and pieces these are all that there are.  Numbers and
sets are found from the domain that the rules write: evaluated where it does not depend on the
position, else from what its parts can be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil, floor, inf, prod
from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import free_slots, reached
from gdl.model.ranges import Bounds
from gdl.vocabulary.types import FLAG, NUMBER, PIECE, SetType, Type
from interpreter.api.game_base import GameBase
from interpreter.board.codes import element, ordered

MAX_EVALUATED = 40_000  # values of other parameters for which a domain is evaluated
OF_THE_MOVER = frozenset(("mover", "opponent"))  # built-ins that depend on its colour alone
CHOOSING = frozenset(("min", "max", "first"))  # aggregates whose value is that of one round
Known = Mapping[int, Collection[Any]]  # by slot, what earlier parameters can be


class NotNumbered(ValueError):
    """An action with a parameter whose values cannot be numbered."""


@dataclass(frozen=True)
class Domain:
    """The values of a parameter in order, as the engines have them.

    `is_pair`: a value is a set of two, and a move has each of them as an argument.
    `chosen_singly`: the values are sets of these, nobody knows which; their elements are chosen one
    by one.
    """

    type: Type
    values: Sequence[Any]
    is_pair: bool = False
    chosen_singly: bool = False

    @property
    def size(self) -> int:
        """How many numbers there are for a step: with sets chosen singly, one more for the end."""
        return len(self.values) + self.chosen_singly


class Domains:
    """The domains of the parameters of one game."""

    def __init__(self, game: GameBase):
        self.game = game
        self.rules = game.reference.rules
        self.bounds = Bounds(game.model, len(game.board.cells))
        blank = game.reference.blank()
        self.movers = [blank.changed(seat=seat) for seat in range(game.seats)]

    def of(self, action: model.Action) -> tuple[Domain, ...]:
        """The domains of the parameters of an action.

        Raises NotNumbered.
        """
        self.bounds.enter(*action.binders, *action.body)
        known: dict[int, Collection[Any]] = {}
        domains = []
        for binder in action.binders:
            domain = self.domain(binder, known)
            if domain is None:
                name = " ".join(binder.names)
                raise NotNumbered(
                    f"the moves of `{action.name}` cannot be numbered: nothing bounds the values "
                    f"of {name} in `{' '.join(binder.domain.span.text.split())}`"
                )
            domains.append(domain)
            if not (domain.is_pair or domain.chosen_singly):
                known[binder.slots[0]] = domain.values
        return tuple(domains)

    def domain(self, binder: model.Binder, known: Known) -> Domain | None:
        """The domain of a parameter; None where it has no bounds."""
        type, is_pair = element(binder.domain.type), len(binder.slots) == 2
        values = self.elements(binder.domain, known)
        if values is not None:
            kept = [v for v in values if len(v) == 2] if is_pair else values
            listed = kept if isinstance(kept, range) else tuple(ordered(kept, type))
            return Domain(type, listed, is_pair)
        if isinstance(type, SetType):
            inner = self.all_of(type.element)
            return None if inner is None else Domain(type, inner, is_pair, chosen_singly=True)
        return None

    def all_of(self, type: Type) -> Sequence[Any] | None:
        """All values of a type; None for numbers and sets."""
        if type == FLAG:
            return False, True
        if type == PIECE:
            return tuple(sorted(self.rules.all_pieces()))
        names = self.game.codes.names(type)
        return None if names is None or isinstance(type, SetType) else range(len(names))

    # ---- numbers and sets ----

    def elements(self, expr: model.Expr, known: Known) -> Collection[Any] | None:
        """Whatever can be an element of a set; None where that cannot be said."""
        if not isinstance(expr.type, SetType):  # it is none
            return ()
        every = self.all_of(expr.type.element)
        if every is not None:
            return every
        evaluated = self.evaluated(expr, known)
        if evaluated is not None:
            return frozenset().union(*evaluated)
        match expr:
            case model.SetOperation(op="|", left=left, right=right):
                return self.union(self.elements(left, known), self.elements(right, known))
            case model.SetOperation(op="-", left=left):
                return self.elements(left, known)
            case model.SetOperation(left=left, right=right):
                found = self.elements(left, known)
                return self.elements(right, known) if found is None else found
            case model.Choose(yes=yes, no=no):
                return self.union(self.elements(yes, known), self.elements(no, known))
            case model.Display(items=items):
                return self.union(*(self.values(item, known) for item in items))
            case model.Stored(name=name):
                place, _ = self.rules.variable_place(name)
                return self.rules.variables[place].domain
            case model.Range(low=low, high=high):
                least, most = self.bounds.interval(low)[0], self.bounds.interval(high)[1]
                return whole_numbers(least, most)
            case model.Apply(name=name, args=args):
                return self.of_definition(name, args, known)
            case model.Build(comprehension=comprehension):
                return self.built(comprehension, known)
        return None

    def values(self, expr: model.Expr, known: Known) -> Collection[Any] | None:
        """Whatever an expression can be; None where that cannot be said."""
        every = self.all_of(expr.type)
        if every is not None:
            return every
        evaluated = self.evaluated(expr, known)
        if evaluated is not None:
            return frozenset(evaluated)
        match expr:
            case model.Local(slot=slot) if slot in known:
                return known[slot]
            case model.Choose(yes=yes, no=no):
                return self.union(self.values(yes, known), self.values(no, known))
            case model.Aggregate(name=name, comprehension=of, default=None) if name in CHOOSING:
                return self.built(of, known)
        return whole_numbers(*self.bounds.interval(expr)) if expr.type == NUMBER else None

    def of_definition(
        self, name: str, args: tuple[model.Expr, ...], known: Known
    ) -> Collection[Any] | None:
        """The elements of a definition's value."""
        definition = self.game.model.definitions[name]
        given = zip(definition.slots, args, strict=True)
        found = {slot: self.values(arg, known) for slot, arg in given}
        assert isinstance(definition.body, model.Expr)
        with self.bounds.inside(definition.body):
            inner = {slot: values for slot, values in found.items() if values is not None}
            return self.elements(definition.body, inner)

    def built(self, comprehension: model.Comprehension, known: Known) -> Collection[Any] | None:
        """The values of a comprehension's body, whatever its condition says."""
        inner = dict(known)
        for binder in comprehension.binders:
            found = self.elements(binder.domain, inner)
            if found is None:
                continue
            if len(binder.slots) == 2:
                found = frozenset().union(*found)
            inner |= dict.fromkeys(binder.slots, found)
        return self.values(comprehension.body, inner)

    @staticmethod
    def union(*parts: Collection[Any] | None) -> Collection[Any] | None:
        """What is in any of some collections; None where one of them is not known."""
        known = [part for part in parts if part is not None]
        return frozenset().union(*known) if len(known) == len(parts) else None

    # ---- evaluation ----

    def evaluated(self, expr: model.Expr, known: Known) -> list[Any] | None:
        """The values of an expression for all movers and all values of its variables.

        None where it depends on more than those.
        """
        reads, slots = self.rules.reads.of(expr), tuple(sorted(free_slots(expr)))
        if not reads <= {"mover"} or not known.keys() >= {*slots}:
            return None
        if reads and not self.reads_colour(expr):
            return None
        movers = self.movers if reads else self.movers[:1]
        if len(movers) * prod(len(known[slot]) for slot in slots) > MAX_EVALUATED:
            return None
        return list(self.each(expr, slots, known, movers))

    def reads_colour(self, expr: model.Expr) -> bool:
        """Whether an expression that depends on the mover depends on its colour alone."""
        reads = self.rules.reads
        return all(
            not isinstance(part, model.BuiltinCall) or part.name in OF_THE_MOVER
            for part in reached(self.game.model, [expr])
            if "mover" in reads.of_one(part) and not isinstance(part, model.Apply)
        )

    def each(
        self, expr: model.Expr, slots: tuple[int, ...], known: Known, movers: list[Any]
    ) -> Iterator[Any]:
        """The values that exist, for each mover and choice of the variables."""
        function, frame = self.rules.expressions.function(expr), self.rules.frame()
        for mover in movers:
            position = mover.changed()
            for choice in product(*(known[slot] for slot in slots)):
                for slot, value in zip(slots, choice, strict=True):
                    frame[slot] = value
                value = function(position, frame)
                if value is not None:
                    yield value


def whole_numbers(low: float, high: float) -> range | None:
    """The whole numbers of an interval; None for one without end."""
    return range(ceil(low), floor(high) + 1) if -inf < low and high < inf else None
