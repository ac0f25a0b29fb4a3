"""What a worker is asked to play: some games of one cell, as data and as text."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from interpreter.study.plan.study import Pairing


@dataclass(frozen=True)
class Batch:
    """Games to be played: `count` of them from number `first` on, of one cell.

    `rules` is the game as plain data; nothing else is needed to play.
    """

    variant: int
    pairing: int
    agents: tuple[str, ...]
    first: int
    count: int
    seed: int
    is_detailed: bool  # a random game: looked at move by move; one of agents: searched twice
    most_moves: int
    engine: str
    version: str  # of this program
    rules: str
    is_measured: bool = False  # whether figures of random games that are not looked at are wanted

    @property
    def has_outcomes(self) -> bool:
        """Whether no more is kept of its games than what became of them, and figures."""
        return Pairing(self.agents).is_random and not self.is_detailed


def batch_text(batch: Batch) -> str:
    """A batch as a text."""
    return json.dumps(asdict(batch))
