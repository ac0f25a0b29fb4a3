"""Searches of the native engine: a loaded library and a position enter, a report leaves.

`c/search.c` and the files that it needs do the work, without the GIL.  A search that the main
thread starts runs on another thread, so that Ctrl-C can stop it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from gdl.source.frozen import frozen
from interpreter.native.runtime.kept_trees import KeptTrees
from interpreter.native.runtime.library import NO_MEMORY, watched
from interpreter.process.arguments import (
    AMAF,
    EXPLORATION,
    MAX_ACTIONS,
    MAX_COUNT,
    MAX_THREADS,
    MINIMAX,
    from_zero,
    whole,
)

Method = Literal["uct", "flat", "solve"]

METHODS: tuple[Method, ...] = ("uct", "flat", "solve")
"""In the order of the numbers that C has for them."""

MAX_DEPTH = 512
"""Actions that `solve` looks ahead at most."""

BOUNDS = {  # of the options that are whole numbers
    "simulations": (0, MAX_COUNT), "threads": (1, MAX_THREADS), "nodes": (1, 2**63 - 1),
    "amaf": (0, MAX_COUNT), "depth": (1, MAX_DEPTH), "max_actions": (1, MAX_COUNT),
}  # fmt: skip


class SearchError(RuntimeError):
    """A search could not be done; the message says why and what would work."""


class SearchFault(Exception):
    """A search met a position whose turn is too long for the look-ahead, or in which a loop goes on
    for too long; `code` is that of C.  The rules are the cause; the caller, who knows them, reports
    the place.
    """

    def __init__(self, code: int):
        super().__init__(code)
        self.code = code


_FAILURES: dict[int, tuple[type[Exception], str]] = {  # by C's code; others are of rules
    NO_MEMORY: (SearchError, "there is not enough memory for the search; ask for fewer nodes"),
    6: (ValueError, "the game is over; there is nothing to search"),
    7: (ValueError, "the history does not belong to this state"),
    8: (ValueError, "nature acts here; search after its move"),
    9: (SearchError, "the system did not start as many threads as were asked for; ask for fewer"),
}


class SearchInterrupted(KeyboardInterrupt):
    """Ctrl-C ended a search; `report` has what it had found by then, None if nothing."""

    def __init__(self, report: SearchReport | None) -> None:
        super().__init__()
        self.report = report


@frozen
class SearchOptions:
    """The method and the limits of a search.

    `uct` is a tree search by playouts for any game, `flat` gives each move the same number of
    playouts, and `solve` looks for a proof.  All but `solve` need a limit of simulations or
    seconds; 0 is none.
    """

    method: Method = "uct"
    simulations: int = 0  # playouts, or positions of `solve`
    seconds: float = 0.0
    seed: int = 0  # taken modulo 2 to the 64
    threads: int = 1  # `solve` uses one
    exploration: float = EXPLORATION
    minimax: float = MINIMAX  # from 0 to 1
    amaf: int = AMAF
    decisive: bool = True  # whether new nodes look for moves that end the game
    nodes: int = 1 << 22  # of all trees of `uct` together, or entries of the table of `solve`
    depth: int = MAX_DEPTH  # actions that `solve` looks ahead
    max_actions: int = MAX_ACTIONS  # of a playout; an unfinished one gives each seat one half


class RootMove(NamedTuple):
    """The result of a search for one legal move."""

    move: int
    visits: int  # playouts, or positions of `solve`
    mean: float  # share of the seat that acts; 0 without visits
    proved: float | None  # the certain share, if there is a proof


@frozen
class SearchReport:
    """The result of a search for a position."""

    best: RootMove
    moves: tuple[RootMove, ...]  # all legal ones, in the order of the rules
    shares: tuple[float, ...]  # by seat: certain if `proved`, else a mean; of several moves that
    # are equal for the seat that acts, one decides what the other seats get
    proved: bool
    line: tuple[int, ...]  # expected play: moves, the best one first
    depth: int  # actions: the longest path in a tree, or the last full iteration of `solve`
    simulations: int
    seconds: float
    nodes: int  # used, or entries of the table of `solve`
    bytes_per_node: int


_Fields = Sequence[tuple[str, type[Any]]]
_LONG, _NUMBER, _REAL = ctypes.c_int64, ctypes.c_int32, ctypes.c_double


def _all(kind: type[Any], names: str) -> _Fields:
    return [(name, kind) for name in names.split()]


class _Request(ctypes.Structure):
    _fields_ = [
        ("state", ctypes.c_char_p), ("seen", ctypes.POINTER(ctypes.c_uint64)),
        ("stop", ctypes.POINTER(_NUMBER)), ("kept", ctypes.POINTER(ctypes.c_void_p)),
        *_all(_LONG, "simulations nodes max_actions"), ("seed", ctypes.c_uint64),
        *_all(_REAL, "seconds exploration minimax"), ("amaf", _LONG),
        *_all(_NUMBER, "decisive seen_count method depth threads"),
    ]  # fmt: skip


class _RootMove(ctypes.Structure):
    _fields_ = [("move", ctypes.c_uint64), ("visits", _LONG), *_all(_REAL, "sum proved")]


class _Report(ctypes.Structure):
    _fields_ = [
        ("moves", ctypes.POINTER(_RootMove)), ("line", ctypes.POINTER(ctypes.c_uint64)),
        ("shares", ctypes.POINTER(_REAL)), *_all(_LONG, "simulations nodes bytes_per_node"),
        ("seconds", _REAL),
        *_all(_NUMBER, "line_room line_length move_count best depth proved error"),
    ]  # fmt: skip


def run_search(
    library: ctypes.CDLL,
    state: bytes,
    history: bytes,
    options: SearchOptions,
    stop: ctypes.c_int32 | None = None,
    kept: KeptTrees | None = None,
) -> SearchReport:
    """Search a position in which a seat acts; `history` is what `seen` compares, 8 bytes each.

    Another thread may end the search by setting `stop` to another value than 0; the report then
    has what was found so far.  With one thread and a limit of simulations only, the same seed gives
    the same report except for the seconds.

    With `kept`, `uct` goes on with what an earlier search has left there of its tree, and leaves
    its own; so the report depends on that, too.  Visits are those of all these searches.

    Raises ValueError for options out of range and for a position that is over or where chance
    decides, SearchError if the search failed, SearchFault if a turn is too long for the look-ahead,
    SearchInterrupted for Ctrl-C in the main thread.
    """
    sizes = (_LONG * 3)()
    library.bw_search_sizes(ctypes.byref(sizes))
    state_bytes, seats, moves = sizes
    _check(options)
    if len(state) != state_bytes:
        raise ValueError(f"a state of this game has {state_bytes} bytes, not {len(state)}")
    stop = ctypes.c_int32(0) if stop is None else stop
    request = _request(state, history, options, stop)
    report = _Report(  # with room for everything that C writes, which the structure keeps alive
        moves=(_RootMove * moves)(), line=(ctypes.c_uint64 * MAX_DEPTH)(),
        shares=(_REAL * seats)(), line_room=MAX_DEPTH, best=-1,
    )  # fmt: skip
    with (kept or KeptTrees()).lent(library, options.threads) as trees:
        if kept is not None:
            request.kept = trees
        _, early = watched(
            lambda: int(library.bw_search(ctypes.byref(request), ctypes.byref(report))),
            stop, "search",
        )  # fmt: skip
    if isinstance(early, Exception):
        raise early
    if early is not None:
        raise SearchInterrupted(None if report.error else _frozen(report, seats))
    if report.error in _FAILURES:
        failure, message = _FAILURES[report.error]
        raise failure(message)
    if report.error:
        raise SearchFault(report.error)
    return _frozen(report, seats)


def _check(options: SearchOptions) -> None:
    """Refuse what C would refuse too, where a word says why."""
    if options.method not in METHODS:
        raise ValueError(f"`method` is one of {', '.join(METHODS)}")
    if not (options.method == "solve" or options.simulations or options.seconds):
        raise ValueError("give a limit, simulations or seconds")
    for name, (least, most) in BOUNDS.items():
        whole(name, getattr(options, name), least, most)
    from_zero("seconds", options.seconds)
    from_zero("exploration", options.exploration)
    from_zero("minimax", options.minimax, 1)


ALIKE = ("simulations", "nodes", "max_actions", "seconds", "exploration", "minimax", "amaf",
         "decisive", "depth", "threads")  # options that C has by the same names  # fmt: skip


def _request(
    state: bytes, history: bytes, options: SearchOptions, stop: ctypes.c_int32
) -> _Request:
    return _Request(
        state=state,
        seen=(ctypes.c_uint64 * (len(history) // 8)).from_buffer_copy(history),
        stop=ctypes.pointer(stop),
        seed=options.seed % (1 << 64),
        seen_count=len(history) // 8,
        method=METHODS.index(options.method),
        **{name: getattr(options, name) for name in ALIKE},
    )


def _frozen(report: _Report, seats: int) -> SearchReport:
    moves = tuple(
        RootMove(row.move, row.visits, row.sum / row.visits if row.visits else 0.0,
                 row.proved if row.proved >= 0 else None)
        for row in report.moves[: report.move_count]
    )
    alike = ("depth", "simulations", "seconds", "nodes", "bytes_per_node")
    return SearchReport(
        best=moves[report.best],
        moves=moves,
        shares=tuple(report.shares[:seats]),
        proved=bool(report.proved),
        line=tuple(report.line[: report.line_length]),
        **{name: getattr(report, name) for name in alike},
    )
