"""A way to a difference becomes shorter, also where nothing in it can be left out."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from interpreter.diff.guidance import Sample, Walk
from interpreter.diff.lockstep.lockstep import Label
from interpreter.diff.rules.affected import Affected
from interpreter.diff.rules.findings import Difference, Fact
from interpreter.diff.shortening import MAX_PLAYED, Shortening

LONG = 12
GO, SKIP, BACK = (("go", "go"), ("skip", "skip"), ("back", "back"))


class At(NamedTuple):
    number: int
    states: Any = None


class Road:
    """Two games on one road, which differ at its end; one move skips most of it."""

    def start(self) -> At:
        return At(0)

    def labels(self, at: At) -> list[Label]:
        return [GO, SKIP, BACK] if at.number == 2 else [GO]

    def play(self, at: At, label: Label) -> At:
        return At({GO: at.number + 1, SKIP: LONG - 1, BACK: 0}[label])

    def facts(self, at: At) -> tuple[Fact, ...]:
        return (Fact("over", "they differ"),) if at.number == LONG else ()


def long_way() -> Walk:
    moves, end = (GO,) * LONG, At(LONG)
    passed = tuple(At(number) for number in range(LONG))
    return Walk(moves, passed, end, Difference(moves, Road().facts(end), False))


@pytest.mark.parametrize("seed", range(5))
def test_a_detour_finds_what_leaving_out_does_not(seed: int) -> None:
    """No move of the long way can be left out, for then the end is not reached."""
    nothing = Affected(frozenset(), frozenset(), {})
    shortening = Shortening(Road(), long_way(), -1, Sample(1, seed), nothing)
    shortening.leave_out()
    assert len(shortening.best.moves) == LONG and not shortening.leaves_out_two()
    difference = shortening.run()
    assert difference.moves == (GO, GO, SKIP, GO) and difference.met_after == LONG
    assert not difference.is_shortest and 0 < shortening.left < MAX_PLAYED
