"""Loops: what the variables of comprehensions, `for`, actions and questions go through."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from gdl.model import nodes as model
from gdl.model.analysis import free_slots
from gdl.vocabulary.types import SetType
from interpreter.board.codes import sort_key
from interpreter.board.position import Position
from interpreter.reference.basis.functions import Frame, Function, counted, once
from interpreter.reference.basis.prepared import Prepared


class Loops:
    """Makes generator functions of variables; `Expressions` makes those of expressions."""

    rules: Prepared

    def function(self, expr: model.Expr) -> Function:
        """The function of an expression."""
        raise NotImplementedError

    def condition(self, expr: model.Expr | None) -> Function | None:
        """The function of a condition; None for one that always holds."""
        raise NotImplementedError

    def rounds(
        self, node: model.BindsChoices, in_order: bool = True
    ) -> Callable[[Position, Frame], Iterator[None]]:
        """A generator function that binds the variables of a node to each choice that meets its
        condition, if it has one.
        """
        choices = [self.choices(binder, in_order) for binder in node.binders]
        holds = self.condition(node.condition) if isinstance(node, model.Loop) else None

        def nested(depth: int, position: Position, frame: Frame) -> Iterator[None]:
            if depth == len(choices):
                if holds is None or holds(position, frame):
                    yield
                return
            for _ in choices[depth](position, frame):
                yield from nested(depth + 1, position, frame)

        if len(choices) > 1:
            return lambda position, frame: nested(0, position, frame)
        only = choices[0]
        if holds is None:
            return only
        wanted = holds

        def filtered(position: Position, frame: Frame) -> Iterator[None]:
            for _ in only(position, frame):
                if wanted(position, frame):
                    yield

        return filtered

    def choices(
        self, binder: model.Binder, in_order: bool = True
    ) -> Callable[[Position, Frame], Iterator[None]]:
        """A generator function that binds a variable, or an unordered pair, to each element."""
        elements = self.elements(binder.domain, in_order)
        loop = self.rules.loose.get(id(binder.domain))
        if loop is not None and loop.price:  # else it counts with what is around it
            is_range = isinstance(binder.domain, model.Range)
            elements = counted(elements, partial(self.rules.count_rounds, loop), is_range)
        slot, *other = binder.slots
        if other:

            def pairs(position: Position, frame: Frame) -> Iterator[None]:
                for pair in elements(position, frame):
                    if len(pair) == 2:
                        frame[slot], frame[other[0]] = sorted(pair)
                        yield

            return pairs

        def singles(position: Position, frame: Frame) -> Iterator[None]:
            for value in elements(position, frame):
                frame[slot] = value
                yield

        return singles

    def elements(self, domain: model.Expr, in_order: bool = True) -> Function:
        """A function for the elements of a set, sorted if `in_order`; none if it does not exist."""
        of = self.function(domain)
        if not in_order:
            return lambda position, frame: of(position, frame) or ()
        key = sort_key(domain.type.element) if isinstance(domain.type, SetType) else None
        if not free_slots(domain) and not self.rules.reads.of(domain):
            return once(lambda p, f: tuple(sorted(of(p, f) or (), key=key)), self.rules.frame)
        return lambda position, frame: sorted(of(position, frame) or (), key=key)
