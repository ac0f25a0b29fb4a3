"""Parts of a set and distances, by flooding from a cell over its neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

Near = Callable[[int], Iterable[int]]  # the neighbours of a cell


def levels(near: Near, start: int) -> Iterator[set[int]]:
    """The cells at each distance from a cell, beginning with the cell itself."""
    edge = {start}
    reached = set(edge)
    while edge:
        yield edge
        edge = {cell for at in edge for cell in near(at)} - reached
        reached |= edge


def components_of(cells: frozenset[int], near: Near) -> Iterator[frozenset[int]]:
    """The connected components of the cells, in any order; neighbours are so both ways."""
    left = set(cells)
    while left:
        start = left.pop()
        part, waiting = {start}, [start]
        for cell in waiting:
            new = left.intersection(near(cell))
            left -= new
            part |= new
            waiting += new
        yield frozenset(part)
