"""What an agent holds possible of the hidden part of a match, from one of its moves to the next.

`Beliefs` keeps for each seat the states that agreed with all that the seat knew when it last chose.
At its next choice they are played on by what has been heard and seen since, which takes a few moves
instead of the whole match; those that cannot be made to agree are replaced by others.  Where no
state is left, states are found from the start; where the work that a choice may take does not
suffice for that, the state that got farthest is used although it disagrees, and without any state
the agent chooses at random.  Nothing of the true state is used.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.hidden.determinisation import Determiniser
from interpreter.hidden.worlds import Work, World

if TYPE_CHECKING:
    from interpreter.hidden.knowledge import Choice, Knowledge

MAX_ON = 120  # moves to play a state on from one choice to the next
MIN_MOVES, MOVES_EACH, MAX_MOVES = 300, 3, 5_000  # played for one choice, by its simulations
FIRST = 4  # the first world may take so much more of the work than its share


@dataclass
class Belief:
    """Worlds that a seat held possible at a choice; `choice` is None until it is made."""

    worlds: list[World] = field(default_factory=list)
    choice: Choice | None = None


class Beliefs:
    """The states that are held possible, for each seat that an agent plays."""

    def __init__(self) -> None:
        self.before: dict[int, Belief] = {}
        self.now: dict[int, Belief] = {}

    def recall(self, seat: int, latest: Choice | None) -> None:
        """Begin a choice: what was held possible at the latest one, if it belongs to this match."""
        old = self.now.get(seat, Belief())
        is_same = latest is not None and old.choice is latest
        self.before[seat] = old if is_same else Belief()
        self.now[seat] = Belief()

    def settle(self, seat: int, choice: Choice) -> None:
        """End a choice; without states that agree, what was held possible before is forgotten."""
        self.now.setdefault(seat, Belief()).choice = choice

    def guess(
        self, known: Knowledge, rng: random.Random, work: Work, left: int
    ) -> World | None:
        """A state that may be the true one, for the first of `left` worlds that are wanted.

        None where none was found with the work that is left.
        """
        world, others = None, self.before[known.seat].worlds
        for start in rng.sample(others, min(len(others), 3)):
            world = self.find(known, rng, work.part(MAX_ON, 0.3), work, start)
            if world is not None and world.is_consistent:
                break
        else:
            kept = self.now[known.seat].worlds
            if kept and (others or work.is_over):  # one that was found may be taken twice
                return rng.choice(kept)
            share = min(1.0, FIRST / left)
            fresh = self.find(known, rng, work.part(int(work.left * share), share), work)
            world = fresh or world
        if world is not None and world.is_consistent:
            self.now[known.seat].worlds.append(world)
        return world

    def find(
        self, known: Knowledge, rng: random.Random, part: Work, whole: Work,
        start: World | None = None,
    ) -> World | None:  # fmt: skip
        """A state, found with a part of the work."""
        given = part.left
        world = Determiniser(known, rng, part).sample(start)
        whole.left -= given - part.left
        return world


def limits(simulations: int | None, seconds: float | None) -> Work:
    """How much a choice may spend on states: half its time, or moves in line with its games."""
    if simulations is None:
        return Work(MAX_MOVES, seconds)
    return Work(min(MAX_MOVES, max(MIN_MOVES, MOVES_EACH * simulations)), seconds)
