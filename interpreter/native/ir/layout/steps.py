"""Steps as codes: those in sets such as `{2*north, south}`, from which a parameter may be chosen.

Other steps have no codes: they are followed where they are written.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import free_slots, walk, written
from gdl.vocabulary.types import STEPS
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
    return tuple(sorted(found))


def values_of(engine: Reference, expr: model.Expr) -> Iterator[Any]:
    """The values of a set for each mover and all values of its variables; none where a variable
    has too many, or some that are no codes.
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
