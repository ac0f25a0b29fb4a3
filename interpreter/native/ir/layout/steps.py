"""Steps as codes: those in sets such as `{2*north, south}`, from which a parameter may be chosen,
and those that are compared, such as `d + e`.

Other steps have no codes: they are followed where they are written.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product
from math import prod
from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import children, free_slots, walk, written
from gdl.vocabulary.types import DIRECTION, STEPS, VECTOR
from interpreter.native.ir.terms.effort import tick
from interpreter.reference.engine import Reference

Step = tuple[tuple[int, int], ...]  # pairs of a direction and how many times it is taken

MAX_CASES = 10_000  # of a set that depends on variables


def listed_steps(engine: Reference) -> tuple[Step, ...]:
    """The elements of all sets of steps in a game that depend on codes alone, in order."""
    found: set[Step] = set()
    for part in written(engine.model):
        if isinstance(part, model.Expr) and part.type == STEPS:
            if engine.rules.reads.of(part) <= {"mover"}:
                found.update(*values_of(engine, part))
    for step in compared_steps(engine.model):
        is_closed = engine.rules.reads.of(step) <= {"mover"}
        values = {one for one in values_of(engine, step) if one} if is_closed else set()
        found |= values or sums(engine, step, frozenset(found))
    return tuple(sorted(found))


def compared_steps(game: model.Game) -> Iterator[model.Expr]:
    """The steps in relations and in written-out sets."""
    for part in written(game):
        if isinstance(part, model.Relation | model.Display):
            inside = (child for child in children(part) if isinstance(child, model.Expr))
            yield from (child for child in inside if child.type == VECTOR)


def sums(engine: Reference, step: model.Expr, known: frozenset[Step]) -> frozenset[Step]:
    """What a step may be, if a direction in it may be any and another step one of those known;
    nothing where it is taken a number of times that is not written, or may be too much.
    """
    canonical = engine.rules.codes.canonical
    match step:
        case model.AsSteps(operand=operand):
            return sums(engine, operand, known)
        case model.Choose(yes=yes, no=no):
            return sums(engine, yes, known) | sums(engine, no, known)
        case model.Opposite(operand=operand):
            backwards = sums(engine, operand, known)
            return frozenset(canonical(tuple((d, -n) for d, n in one)) for one in backwards)
        case model.Times(times=model.Value(value=int(times)), step=once):
            several = sums(engine, once, known)
            return frozenset(canonical(tuple((d, times * n) for d, n in one)) for one in several)
        case model.Steps(parts=parts):
            each = [sums(engine, part, known) for part in parts]
            if prod(map(len, each)) > MAX_CASES:
                return frozenset()
            return frozenset(canonical(tuple(chain(*choice))) for choice in product(*each))
    if step.type == DIRECTION:
        return frozenset(((d, 1),) for d in range(len(engine.rules.topology.directions)))
    return known if step.type == VECTOR else frozenset()


def values_of(engine: Reference, expr: model.Expr) -> Iterator[Any]:
    """The values of an expression for each mover and all values of its variables; none where a
    variable has too many, or some that are no codes.
    """
    rules, slots = engine.rules, sorted(free_slots(expr))
    types = {part.slot: part.type for part in walk(expr) if isinstance(part, model.Local)}
    names = [rules.codes.names(types[slot]) for slot in slots]
    if None in names or prod(len(words or ()) for words in names) > MAX_CASES:
        return
    function, frame = rules.expressions.function(expr), rules.frame()
    for mover in range(len(engine.model.colours)):
        position = engine.blank().changed(seat=mover)
        for codes in product(*(range(len(words or ())) for words in names)):
            tick()
            for slot, code in zip(slots, codes, strict=True):
                frame[slot] = code
            yield function(position, frame) or ()
