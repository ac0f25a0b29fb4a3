"""What follows steps that the rules give: from a cell to the cells that a function says.

The engines ask with the steps of a position; nothing here knows the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from interpreter.board.components import components_of, levels
from interpreter.board.topology import Cells

Leads = Callable[[int], Iterable[int]]


def reach(leads: Leads, start: int) -> Cells:
    """All cells reached in one or more steps; the start only if a step leads back to it."""
    reached = set(leads(start))
    waiting = sorted(reached)
    for cell in waiting:
        new = frozenset(leads(cell)) - reached
        reached |= new
        waiting += new
    return frozenset(reached)


def distance(leads: Leads, start: int, end: int) -> int | None:
    """The fewest steps from one cell to another; None if none lead there."""
    return next((n for n, level in enumerate(levels(leads, start)) if end in level), None)


def components(leads: Leads, cells: Cells) -> frozenset[Cells]:
    """The parts of a set that are connected by steps within it, in either direction."""
    joined: dict[int, set[int]] = {cell: set() for cell in cells}
    for cell in cells:
        for near in cells.intersection(leads(cell)):
            joined[cell].add(near)
            joined[near].add(cell)
    return frozenset(components_of(cells, joined.__getitem__))


def component(leads: Leads, cells: Cells, cell: int) -> Cells:
    """The part of a set that a cell of it is in."""
    return next(part for part in components(leads, cells) if cell in part)


def links(leads: Leads, cells: Iterable[int]) -> frozenset[Cells]:
    """All pairs of different cells of which a step leads from one to the other."""
    return frozenset(
        frozenset((cell, near)) for cell in cells for near in leads(cell) if near != cell
    )
