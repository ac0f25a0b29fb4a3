"""What is known of a cell that was chosen from a set: whose piece stands there, or none.

Conditions on such a cell need not ask that again, as long as neither the board nor the mover has
changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.native import terms as t
from interpreter.native.effects import Check, Effect, Effects, written
from interpreter.native.lowering.asks import Asks
from interpreter.native.passes.rewrite import everywhere
from interpreter.native.plan import Parameter
from interpreter.native.terms import FALSE, TRUE, Term


def with_knowledge(
    parameters: tuple[Parameter, ...], stages: tuple[Effects, ...], asks: Asks
) -> tuple[Effects, ...]:
    """The stages without what is known, up to the first change of the board or the mover."""
    known: dict[Term, Term] = {}
    for parameter in parameters:
        if parameter.loop.of == "cells":
            known.update(facts(parameter, asks))
    if not known:
        return stages
    found, board = [], {"mover", *(p.data for p in asks.board_planes())}
    is_changed = False
    for stage in stages:
        effects: list[Effect] = []
        for effect in stage:
            if not is_changed and isinstance(effect, Check):
                condition = everywhere(effect.condition, lambda term: known.get(term, term))
                if condition == TRUE:
                    continue
                effect = replace(effect, condition=condition)
            effects.append(effect)
            is_changed = is_changed or bool(written((effect,)) & board)
        found.append(tuple(effects))
    return tuple(found)


def facts(parameter: Parameter, asks: Asks) -> Iterator[tuple[Term, Term]]:
    """Conditions on the cell of a parameter whose answer its domain gives."""
    cell, domain = t.var(parameter.loop.name, t.INT), parameter.domains[0]
    if t.is_part(domain, asks.empty):
        for plane in asks.board_planes():
            yield t.has(plane, cell), FALSE
        return
    if not asks.fields.has_owned:
        return
    mover = asks.fields.read("mover")
    owners = [t.number(c) for c in range(asks.fields.colours)]
    if asks.fields.colours == 2:
        owners += [mover, t.arithmetic("sub", t.number(1), mover)]
    for owner in owners:
        if t.is_part(domain, asks.own(owner)):
            yield t.has(asks.own(owner), cell), TRUE
            yield t.has(asks.occupied, cell), TRUE
            for other in owners:
                if are_apart(owner, other):
                    yield t.has(asks.own(other), cell), FALSE
            return


def are_apart(one: Term, other: Term) -> bool:
    """Whether two colours are surely not the same."""
    return (
        one != other
        and (one.op == other.op == "const" or "sub" in (one.op, other.op))
        and (one.op == "const") == (other.op == "const")
    )
