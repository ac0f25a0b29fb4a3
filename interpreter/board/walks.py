"""Random games move by move, as columns of numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Whole: TypeAlias = "NDArray[np.int64]"
Bits: TypeAlias = "NDArray[np.uint64]"


@dataclass(frozen=True, eq=False)
class Walks:
    """Random games of one seed, one behind another.

    `results` (a row a game, a column a seat; NaN where a game was not finished), `turns` and
    `lengths` (moves) are of games.  `action` (a place in `actions`), `legal` (moves to choose from)
    and `is_chance` are of moves.  `occupied` is of situations, which are one more than the moves of
    a game: the cells with a piece as bits of words, each cell one bit.  `first_colours` and
    `colours` are those of the seats at the start and at the end of games.
    """

    results: NDArray[np.float64]
    turns: Whole
    lengths: Whole
    actions: tuple[str, ...]
    action: Whole
    legal: Whole
    is_chance: NDArray[np.bool_]
    occupied: Bits
    first_colours: Whole
    colours: Whole

    @property
    def count(self) -> int:
        """How many games there are."""
        return len(self.lengths)

    @property
    def first_moves(self) -> Whole:
        """The place of the first move of each game."""
        return self.lengths.cumsum() - self.lengths

    @property
    def first_situations(self) -> Whole:
        """The place of the first situation of each game."""
        import numpy as np

        return self.first_moves + np.arange(self.count)
