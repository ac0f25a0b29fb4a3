"""Random games move by move: played in C, and read from the bytes of their states all at once."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from interpreter.board.values import Played
from interpreter.board.walks import Bits, Walks, Whole
from interpreter.native.ir.layout.interface import STEP_BITS
from interpreter.native.runtime.library import stoppable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from interpreter.native.runtime.library import NativeLibrary
    from interpreter.native.runtime.nodes import NativeNode

MOST_BYTES = 1 << 26  # of the states of some games
STEP_MASK = (1 << STEP_BITS) - 1
NUMBERS = {"double": "f8", "int64_t": "i8", "int32_t": "i4", "int16_t": "i2", "int8_t": "i1",
           "uint8_t": "u1"}  # fmt: skip


def column(engine: NativeLibrary, states: NDArray[np.uint8], name: str) -> NDArray[Any]:
    """A field of states, a row of bytes each: a row each, a column for each of its entries; of sets
    a column for each word.
    """
    import numpy as np

    place = engine.coding.places[name]
    kind = "u8" if place.field.is_set else NUMBERS[place.field.storage]
    return np.ascontiguousarray(states[:, place.extent]).view(f"<{kind}")


def occupied(engine: NativeLibrary, states: NDArray[np.uint8]) -> Bits:
    """The cells with a piece."""
    import numpy as np

    fields = engine.interface.fields
    kept = [name for name in ("own", "unowned") if name in fields]
    words = fields[kept[0]].words if kept else 1
    found = np.zeros((len(states), words), np.uint64)
    for name in kept:
        planes = column(engine, states, name).reshape(len(states), -1, words)
        found |= np.bitwise_or.reduce(planes, axis=1)
    return found


def walks(
    engine: NativeLibrary, node: NativeNode, rows: Sequence[Played], first: int, seed: int
) -> Iterator[Walks] | None:
    """Random games number `first` and those after it, of which `playout_rows` has told the `rows`,
    some at a time; None where the states of one of them would take too much memory.
    """
    sizes = [(row.moves + 1) * engine.state_size for row in rows]
    if max(sizes, default=0) > MOST_BYTES:
        return None
    return (
        walked(engine, node, rows[start:end], first + start, seed) for start, end in cut(sizes)
    )


def cut(sizes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where pieces begin and end that are not too large together."""
    start, total = 0, 0
    for place, size in enumerate(sizes):
        if total + size > MOST_BYTES:
            yield start, place
            start, total = place, 0
        total += size
    if sizes:
        yield start, len(sizes)


def walked(
    engine: NativeLibrary, node: NativeNode, rows: Sequence[Played], first: int, seed: int
) -> Walks:
    """Some random games."""
    import numpy as np

    lengths = np.array([row.moves for row in rows], np.int64)
    moves = drawn(engine, node, first, lengths, seed)
    states, legal = replayed(engine, node, lengths, moves)
    names = sorted({step.name for step in engine.interface.steps})
    by_step = np.zeros(STEP_MASK + 1, np.int64)
    for step in engine.interface.steps:
        by_step[step.number] = names.index(step.name)
    ends = np.cumsum(lengths + 1) - 1
    menus = np.delete(column(engine, states, "menu")[:, 0], ends)
    colours = column(engine, states, "colour_of").astype(np.int64)
    nobody = (np.nan,) * engine.seats
    return Walks(
        results=np.array([row.result or nobody for row in rows], np.float64),
        turns=column(engine, states, "turns")[ends, 0].astype(np.int64),
        lengths=lengths,
        actions=tuple(names),
        action=by_step[moves & np.uint64(STEP_MASK)],
        legal=legal.astype(np.int64),
        is_chance=np.isin(menus, list(engine.chance_menus)),
        occupied=occupied(engine, states),
        first_colours=colours[ends - lengths],
        colours=colours[ends],
    )


def drawn(
    engine: NativeLibrary, node: NativeNode, first: int, lengths: Whole, seed: int
) -> NDArray[np.uint64]:
    """The moves of all games, packed, one game behind another."""
    import numpy as np

    moves, found = np.empty(int(lengths.sum()), np.uint64), ctypes.c_int64()
    call, at = engine.library.bw_playout_each, moves.ctypes.data

    def draw(stop: Any) -> int:
        place = at
        for number, length in enumerate(lengths.tolist(), first):
            code = int(call(node.state, node.seen, number, 1, seed, length, stop, None, place,
                            ctypes.byref(found)))  # fmt: skip
            if code:
                return code
            place += 8 * length
        return 0

    engine.check(stoppable(draw))
    return moves


def replayed(
    engine: NativeLibrary, node: NativeNode, lengths: Whole, moves: NDArray[np.uint64]
) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """The states of all games, a row of bytes each, and how many moves were legal before each."""
    import numpy as np

    data = np.empty((len(moves) + len(lengths), engine.state_size), np.uint8)
    legal = np.empty(len(moves), np.int32)
    call = engine.second.bw_replay
    engine.check(stoppable(
        lambda stop: call(node.state, node.seen, len(lengths), lengths.ctypes.data,
                          moves.ctypes.data, stop, data.ctypes.data, legal.ctypes.data)
    ))  # fmt: skip
    return data, legal
