"""The graph of all positions of a game, and who wins in it, computed by `c/graph.c`."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

from interpreter.native.runtime.library import NativeLibrary, watched
from interpreter.native.runtime.nodes import NativeNode

FULL = 6  # GRAPH_FULL of `c/graph.c`, after the codes that all files share
Progress = Callable[[int], None]  # called regularly with the number of positions so far; may raise


class Arrays(NamedTuple):
    """Positions by number, as arrays; position n has the edges `first[n]` up to `first[n + 1]` - 1.
    """

    first: array[int]
    targets: array[int]
    weights: array[float]
    actors: array[int]
    results: array[int]


# The same, as any tuple:
AnyArrays: TypeAlias = "tuple[array[int], array[int], array[float], array[int], array[int]]"


class _Graph(ctypes.Structure):
    _fields_ = [
        ("positions", ctypes.c_int64), ("edges", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in Arrays._fields),
        ("position_room", ctypes.c_int64), ("edge_room", ctypes.c_int64),
    ]  # fmt: skip


def reachable(
    library: NativeLibrary, node: NativeNode, most: int, look: Progress
) -> Arrays | None:
    """The graph of the positions reachable from a node, in a game whose rules do not use `seen`.

    None if it has more positions than `most`.  Raises what `look` raises, MemoryError, and
    GdlError for a turn that is too long for the look-ahead.
    """
    assert not library.has_history
    second, graph, met = library.second, _Graph(), ctypes.c_int64(0)
    at = ctypes.addressof

    def work(stop: ctypes.c_int32) -> int:
        return int(second.bw_graph(node.state, most, at(stop), at(met), at(graph)))

    try:
        code = timed(work, look, lambda: met.value)
        if code == FULL:
            return None
        library.check(code)
        return copied(graph, library.seats)
    finally:  # C has ended: `timed` waits for it
        second.bw_graph_free(at(graph))


def copied(graph: _Graph, seats: int) -> Arrays:
    """The arrays of C, copied to arrays of Python."""

    def read(code: str, address: int | None, count: int) -> array[Any]:
        values: array[Any] = array(code)
        if address is not None:
            values.frombytes(ctypes.string_at(address, count * values.itemsize))
        return values

    count, edges = graph.positions, graph.edges
    return Arrays(
        read("q", graph.first, count + 1), read("I", graph.targets, edges),
        read("d", graph.weights, edges), read("b", graph.actors, count),
        read("i", graph.results, count * seats),
    )  # fmt: skip


def winners(
    library: NativeLibrary, graph: AnyArrays, look: Progress
) -> tuple[array[int], array[int]]:
    """Who wins each position of a graph, and in how many moves.

    Raises what `look` raises, and MemoryError.
    """
    _, targets, _, actors, _ = graph
    count, at = len(actors), ctypes.addressof
    given = _Graph(count, len(targets), *(values.buffer_info()[0] for values in graph))
    won, lengths = array("b", bytes(count)), array("i", bytes(4 * count))
    call = library.second.bw_retrograde

    def work(stop: ctypes.c_int32) -> int:
        places = (values.buffer_info()[0] for values in (won, lengths))
        return int(call(at(given), at(stop), *places))

    library.check(timed(work, look, lambda: count))
    return won, lengths


def timed(work: Callable[[ctypes.c_int32], int], look: Progress, met: Callable[[], int]) -> int:
    """Run work in C, which is stopped when `look` raises an error; returns its code.

    Raises that error, and KeyboardInterrupt after a last `look`.
    """
    stop = ctypes.c_int32(0)
    code, early = watched(lambda: work(stop), stop, "solve", lambda: look(met()))
    if isinstance(early, KeyboardInterrupt):
        with suppress(Exception):
            look(met())
    if early is not None:
        raise early
    return code
