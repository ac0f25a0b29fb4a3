"""What the parameters of a step are chosen from, and whether that is known from the start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.native.effects import written
from interpreter.native.emit.block import Block
from interpreter.native.emit.bounds import superset
from interpreter.native.emit.shared import Sharing
from interpreter.native.plan import StepPlan
from interpreter.native.terms import TRUE

Base = tuple[dict[str, str], dict[str, int]]  # places and versions of a block's fields


class Domains:
    """Tells of the domains of parameters."""

    def __init__(self, emitter: Sharing):
        self.up = emitter
        self.layout = emitter.plan.layout

    def is_independent(self, step: StepPlan, number: int) -> bool:
        """Whether what a parameter is chosen from is known before anything is chosen."""
        names = {p.loop.name for p in step.parameters[:number]}
        parameter = step.parameters[number]
        if parameter.filter != TRUE:
            before = tuple(e for stage in step.stages[: number + 1] for e in stage)
            if parameter.filter.free & names or written(before) & parameter.filter.reads:
                return False
        return not self.is_dependent(step, number)

    def has_superset(self, step: StepPlan, number: int) -> bool:
        """Whether a parameter is drawn from more cells than it may be, each of them tested.

        What is known before anything is chosen is not: its elements are counted once.
        """
        parameter = step.parameters[number]
        if parameter.filter != TRUE or parameter.fixed is not None:
            return False
        if parameter.loop.of != "cells" or self.is_independent(step, number):
            return False
        return superset(parameter.domains[0], self.layout) is not None

    def is_dependent(self, step: StepPlan, number: int) -> bool:
        """Whether the domain of a parameter depends on those before it."""
        names = {p.loop.name for p in step.parameters[:number]}
        return any(d.free & names for d in step.parameters[number].domains)

    @contextmanager
    def before(self, block: Block, base: Base) -> Iterator[None]:
        """Read the position before the action, which its parameters are chosen from."""
        now = block.places, block.versions
        block.places, block.versions = dict(base[0]), dict(base[1])
        yield
        block.places, block.versions = now
