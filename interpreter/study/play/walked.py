"""The figures of many random games at once, from the columns that an engine gives.

They are those of `measure.choices` and `measure.game_figures`, game by game, but for the scores,
which only the rules can count, and for what takes the words of moves or whole positions: how far
pieces go, and how often positions come again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from interpreter.board.walks import Bits, Walks, Whole
from interpreter.reference.turns import PASS
from interpreter.study.plan.metrics import Numbers

if TYPE_CHECKING:
    from interpreter.api.game import Game

BITS = np.unpackbits(np.arange(1 << 16, dtype=np.uint16).view(np.uint8).reshape(-1, 2), axis=1).sum(
    axis=1, dtype=np.uint8
)  # that each number of 16 bits has


def walk_figures(walks: Walks, game: Game) -> dict[str, Numbers]:
    """The figures of each game; NaN where nobody had anything to decide."""
    return choices(walks) | boards(walks, game)


def choices(walks: Walks) -> dict[str, Numbers]:
    """What there was to choose from, and what was chosen."""
    by_game = np.repeat(np.arange(walks.count), walks.lengths)[~walks.is_chance]
    legal, action = walks.legal[~walks.is_chance], walks.action[~walks.is_chance]
    decisions = np.bincount(by_game, minlength=walks.count).astype(np.float64)
    decisions[decisions == 0] = np.nan

    def share(counted: Whole) -> Numbers:
        """The mean of a number over the decisions of each game."""
        found: Numbers = np.bincount(by_game, counted, walks.count) / decisions
        return found

    measures = {"branching": share(legal), "forced": share(legal == 1)}
    tree = np.bincount(by_game, np.log10(legal), walks.count)
    measures["tree"] = np.where(np.isnan(decisions), np.nan, tree)
    real = legal > 1
    choices = np.bincount(by_game[real], minlength=walks.count).astype(np.float64)
    choices[choices == 0] = np.nan
    measures["choice"] = np.bincount(by_game[real], legal[real], walks.count) / choices
    shares = {name: share(action == place) for place, name in enumerate(walks.actions)}
    measures["passes"] = shares.get(PASS, np.where(np.isnan(decisions), np.nan, 0.0))
    used = {name: part for name, part in shares.items() if np.nansum(part) > 0}
    return measures | {f"action {name}": part for name, part in used.items()}


def boards(walks: Walks, game: Game) -> dict[str, Numbers]:
    """How much of the board was used, and is full at the end; and whether colours were changed."""
    cells = len(game.board.cells)
    last = walks.first_situations + walks.lengths
    measures: dict[str, Numbers] = {}
    if cells:
        full = bits(walks.occupied)
        measures = pieces(walks, full)
        ever = np.bitwise_or.reduceat(walks.occupied, walks.first_situations, axis=0)
        measures |= {"coverage": bits(ever) / cells, "filled": full[last] / cells}
    if game.exchanges_colours:
        is_changed = (walks.first_colours != walks.colours).any(axis=1)
        measures["swap"] = is_changed.astype(np.float64)
    return measures


def pieces(walks: Walks, full: Numbers) -> dict[str, Numbers]:
    """How many cells have a piece during each game, from how many have one in each situation."""
    first, last = walks.first_situations, walks.first_situations + walks.lengths
    moves = np.where(walks.lengths > 0, walks.lengths, np.nan)
    by_game = np.repeat(np.arange(walks.count), walks.lengths)
    before = np.arange(len(by_game)) + by_game  # the situation before each move
    fewer = np.bincount(by_game, full[before + 1] < full[before], walks.count)
    return {
        "pieces": np.add.reduceat(full, first) / (walks.lengths + 1),
        "pieces-most": np.maximum.reduceat(full, first),
        "growth": (full[last] - full[first]) / moves,
        "removals": fewer / moves,
    }


def bits(sets: Bits) -> Numbers:
    """How many bits each row has."""
    count: Numbers = BITS[np.ascontiguousarray(sets).view(np.uint16)].sum(axis=1, dtype=np.float64)
    return count
