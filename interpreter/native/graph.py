"""The graph of all positions of a game, and who wins in it, worked out by `c/graph.c`."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from interpreter.native.waiting import watched
from interpreter.solve.solution import INTERRUPTED, Stopped, Watch

if TYPE_CHECKING:
    from interpreter.native.engine import NativeEngine, NativeNode
    from interpreter.solve.graph import Graph

FULL = 6  # GRAPH_FULL of `c/graph.c`, after the codes that all files share


class _Graph(ctypes.Structure):
    _fields_ = [
        ("positions", ctypes.c_int64),
        ("edges", ctypes.c_int64),
        ("first", ctypes.c_void_p),
        ("targets", ctypes.c_void_p),
        ("weights", ctypes.c_void_p),
        ("actors", ctypes.c_void_p),
        ("halves", ctypes.c_void_p),
        ("position_room", ctypes.c_int64),
        ("edge_room", ctypes.c_int64),
    ]
    positions: int
    edges: int
    weights: int | None


def native_graph(engine: NativeEngine, node: NativeNode, watch: Watch) -> Graph:
    """The graph from a situation on, in a game whose rules do not ask what was seen before.

    Raises Stopped where the limits are reached first, MemoryError, and GdlError for a turn that is
    too long to be looked through.
    """
    assert not engine.has_history
    library, found, met = engine.second, _Graph(), ctypes.c_int64(0)
    library.bw_graph.argtypes = [ctypes.c_char_p, ctypes.c_int64, *[ctypes.c_void_p] * 3]
    library.bw_graph_free.argtypes, library.bw_graph_free.restype = [ctypes.c_void_p], None
    at, most = ctypes.addressof, watch.limits.positions

    def work(stop: ctypes.c_int32) -> int:
        return int(library.bw_graph(node.state, most, at(stop), at(met), at(found)))

    try:
        code = timed(work, watch, lambda: met.value)
        if code == FULL:
            raise Stopped(watch.full, most)
        engine.check(code)
        return copied(found, engine.seats)
    finally:  # C has ended: `timed` waits for it
        library.bw_graph_free(at(found))


def copied(found: _Graph, seats: int) -> Graph:
    """The arrays of C as arrays of Python."""
    from interpreter.solve.graph import Graph

    def read(code: str, address: int | None, count: int) -> array[Any]:
        values: array[Any] = array(code)
        if address is not None:
            values.frombytes(ctypes.string_at(address, count * values.itemsize))
        return values

    count, edges = found.positions, found.edges
    return Graph(
        seats, read("q", found.first, count + 1), read("I", found.targets, edges),
        read("d", found.weights, edges), read("b", found.actors, count),
        read("B", found.halves, count * seats),
    )  # fmt: skip


def native_winners(
    engine: NativeEngine, graph: Graph, watch: Watch
) -> tuple[array[int], array[int]]:
    """As `retrograde.winners`.

    Raises Stopped where the time is over, and MemoryError.
    """
    count, at = len(graph), ctypes.addressof
    found = _Graph(count, len(graph.targets))
    for name in ("first", "targets", "actors", "halves"):
        setattr(found, name, getattr(graph, name).buffer_info()[0])
    winners, lengths = array("b", bytes(count)), array("i", bytes(4 * count))
    call = engine.second.bw_retrograde
    call.argtypes = [ctypes.c_void_p] * 4

    def work(stop: ctypes.c_int32) -> int:
        places = (values.buffer_info()[0] for values in (winners, lengths))
        return int(call(at(found), at(stop), *places))

    engine.check(timed(work, watch, lambda: count))
    return winners, lengths


def timed(work: Callable[[ctypes.c_int32], int], watch: Watch, met: Callable[[], int]) -> int:
    """The code of work in C, which is stopped when the time is over.

    Raises Stopped, also for Ctrl-C.
    """
    stop = ctypes.c_int32(0)
    code, early = watched(lambda: work(stop), stop, "solve", lambda: watch.look(met()))
    if isinstance(early, KeyboardInterrupt):
        raise Stopped(INTERRUPTED, met())
    if early is not None:
        raise early
    return code
