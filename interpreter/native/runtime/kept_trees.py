"""The trees that searches in C leave to later ones."""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager

MAX_KEPT = 8  # searches of a process whose trees are kept, those of the latest

_latest: list[weakref.ref[KeptTrees]] = []
_of_latest = threading.Lock()


class KeptTrees:
    """The trees that the searches of one agent leave to the next one, one tree for each thread.

    They take the memory of their nodes, until the object is gone or `MAX_KEPT` others were used
    since.  A copy has no trees.
    """

    def __init__(self) -> None:
        self._using = threading.Lock()
        self._library: ctypes.CDLL | None = None
        self._trees = (ctypes.c_void_p * 0)()

    def __reduce__(self) -> tuple[type[KeptTrees], tuple[()]]:
        return KeptTrees, ()

    def __del__(self) -> None:
        self._drop()

    @contextmanager
    def lent(
        self, library: ctypes.CDLL, threads: int
    ) -> Iterator[ctypes.Array[ctypes.c_void_p]]:
        """The trees for a search, which puts its own in their place; other searches wait."""
        with self._using:
            if library is not self._library or len(self._trees) != threads:
                self._drop()
                self._library = library
                self._trees = (ctypes.c_void_p * threads)()
            yield self._trees
        for other in without_oldest(self):
            other.drop()

    def drop(self) -> None:
        """Free the trees, unless a search uses them."""
        if self._using.acquire(blocking=False):
            try:
                self._drop()
            finally:
                self._using.release()

    def _drop(self) -> None:
        if self._library is None:
            return
        for number, tree in enumerate(self._trees):
            self._library.bw_search_drop(ctypes.c_void_p(tree))
            self._trees[number] = None


def without_oldest(latest: KeptTrees) -> list[KeptTrees]:
    """Note which trees were used last; returns those that are to be dropped for it."""
    with _of_latest:
        others = [one for one in _latest if one() is not None and one() is not latest]
        _latest[:] = [*others, weakref.ref(latest)][-MAX_KEPT:]
        old = [one() for one in others if one not in _latest]
    return [one for one in old if one is not None]
