"""Columns of numbers of many games as bytes, and back.

A million random games are kept and sent by the thousand, one column behind another, which takes a
hundredth of the time of a text for each.  The bytes may come from anybody, as everything in the
file of a study and from a worker: `unpacked_columns` checks all that it reads.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Container, Mapping

import numpy as np

from interpreter.study.plan.metrics import Numbers
from interpreter.study.store.contents import compressed, data_of, is_text, require

MOST_GAMES = 20_000  # of one piece
MOST_COLUMNS = 500
LEVEL = 1  # of compression: higher ones take longer than the games
TIGHTEST = 100  # times that columns may be smaller than what they unpack to
WHAT = "the columns of games"


def packed_columns(columns: Mapping[str, Numbers]) -> tuple[str, bytes]:
    """The names of columns of equal length as a text, and their numbers (NaN for none) as bytes."""
    data = b"".join(column.astype("<f8").tobytes() for column in columns.values())
    return json.dumps([*columns], ensure_ascii=False), compressed(data, LEVEL, TIGHTEST)


def unpacked_columns(
    names: str, data: bytes, count: int, wanted: Container[str] | None = None
) -> dict[str, Numbers]:
    """The columns that `packed_columns` has packed, of so many games: those with `wanted` names,
    or all.

    Raises Damaged, also for what unpacks to more than so many numbers, or to much more than its
    size tells.
    """
    require(0 < count <= MOST_GAMES, "the number of games of a piece")
    keys = data_of(names, WHAT)
    require(isinstance(keys, list) and 0 < len(keys) <= MOST_COLUMNS, WHAT)
    require(all(map(is_text, keys)), WHAT)
    require(len({*keys}) == len(keys), WHAT)
    size = 8 * count * len(keys)
    require(size <= TIGHTEST * len(data), WHAT)
    stream = zlib.decompressobj()
    try:
        whole = stream.decompress(data, size + 1)
    except zlib.error:
        whole = b""
    require(stream.eof and len(whole) == size, WHAT)
    table = np.frombuffer(whole, "<f8").reshape(len(keys), count)
    require(not np.isinf(table).any(), WHAT)
    return {
        key: column.astype(np.float64)
        for key, column in zip(keys, table, strict=True) if wanted is None or key in wanted
    }  # fmt: skip
