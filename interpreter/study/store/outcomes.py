"""Random games as columns of numbers, and these as bytes.

A study of a million random games keeps them by the thousand, one column behind another, which takes
a hundredth of the time of a row for each.  The bytes may come from anybody, as everything in the
file of a study: `outcomes_of` checks all that it reads.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from interpreter.process.arguments import MAX_STEPS
from interpreter.study.plan.metrics import Numbers, span_of
from interpreter.study.store.contents import Damaged, data_of, is_text, require, result_of

MOST = 20_000  # games of one piece
MAX_RESULTS = 1 << 16  # different ones of a piece
MAX_FIGURES = 500
LEVEL = 1  # of compression: higher ones take longer than the games


@dataclass(frozen=True, eq=False)
class Outcomes:
    """Games with numbers that follow one another, from `first` on.

    `results` has a row for each game and a column for each seat, NaN where a game was not finished;
    the `figures` are those of `measure`, NaN where a game has none.
    """

    first: int
    results: Numbers
    turns: NDArray[np.int64]
    moves: NDArray[np.int64]
    figures: Mapping[str, Numbers]

    @property
    def count(self) -> int:
        """How many games there are."""
        return len(self.turns)


def packed_outcomes(games: Outcomes) -> tuple[str, bytes]:
    """What the columns are, as a text, and the columns as bytes."""
    distinct, codes = np.unique(games.results, axis=0, return_inverse=True, equal_nan=True)
    texts = [None if np.isnan(row[0]) else " ".join(f"{share:g}" for share in row)
             for row in distinct]  # fmt: skip
    names = sorted(games.figures)
    shape = json.dumps({"results": texts, "figures": names}, separators=(",", ":"))
    columns = (
        codes.ravel().astype("<u2"), games.turns.astype("<u4"), games.moves.astype("<u4"),
        *(games.figures[name].astype("<f8") for name in names),
    )  # fmt: skip
    return shape, zlib.compress(b"".join(column.tobytes() for column in columns), LEVEL)


def outcomes_of(shape: str, data: bytes, first: int, count: int, seats: int) -> Outcomes:
    """The games that `packed_outcomes` has packed, of a game with so many seats.

    Raises Damaged, also for what unpacks to more than it says.
    """
    results, names = shape_of(shape, seats)
    require(0 < count <= MOST, "the number of games of a piece")
    columns = Cut(unpacked_columns(data, count * (10 + 8 * len(names))), count)
    codes, turns, moves = (columns.whole(kind) for kind in ("<u2", "<u4", "<u4"))
    require(bool((codes < len(results)).all()), "a result")
    require(bool((turns <= MAX_STEPS).all() and (moves <= MAX_STEPS).all()), "the length of a game")
    figures = {}
    for name in names:
        figures[name] = column = columns.numbers()
        least, most = span_of(name)
        is_right = np.isnan(column) | ((least <= column) & (column <= most) & np.isfinite(column))
        require(bool(is_right.all()), f"`{name}` of a game")
    return Outcomes(first, results[codes], turns, moves, figures)


def shape_of(shape: str, seats: int) -> tuple[Numbers, list[str]]:
    """The different results, a row each, and the names of the figures.

    Raises Damaged.
    """
    told = data_of(shape, "the columns of games")
    require(isinstance(told, dict) and set(told) == {"results", "figures"}, "the columns of games")
    texts, names = told["results"], told["figures"]
    require(isinstance(texts, list) and 0 < len(texts) <= MAX_RESULTS, "the results of games")
    require(all(text is None or is_text(text) for text in texts), "the results of games")
    require(isinstance(names, list) and len(names) <= MAX_FIGURES, "the figures of games")
    require(all(map(is_text, names)) and len({*names}) == len(names), "the figures of games")
    rows = [result_of(text) or (np.nan,) * seats for text in texts]
    require(all(len(row) == seats for row in rows), "a result")
    return np.array(rows, dtype=np.float64), names


def unpacked_columns(data: bytes, size: int) -> bytes:
    """The bytes of columns, which must be so many.

    Raises Damaged.
    """
    stream = zlib.decompressobj()
    try:
        whole = stream.decompress(data, size + 1)
    except zlib.error as error:
        raise Damaged(f"the columns of games: {error}") from error
    require(stream.eof and len(whole) == size, "the length of the columns of games")
    return whole


class Cut:
    """Takes one column after another from bytes."""

    def __init__(self, data: bytes, count: int):
        self.data, self.count, self.at = data, count, 0

    def whole(self, kind: str) -> NDArray[np.int64]:
        """The next column, of whole numbers of a kind."""
        return self.take(kind).astype(np.int64)

    def numbers(self) -> Numbers:
        """The next column, of numbers."""
        return self.take("<f8").astype(np.float64)

    def take(self, kind: str) -> NDArray[Any]:
        """The next column."""
        column = np.frombuffer(self.data, kind, self.count, self.at)
        self.at += column.nbytes
        return column
