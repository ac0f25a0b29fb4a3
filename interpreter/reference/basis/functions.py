"""Functions of a position and a frame, and how they are evaluated only once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import islice
from typing import Any

from interpreter.board.position import Position

BATCH = 32  # elements of a set that are counted together
Frame = list[Any]  # the values of bound local variables, by slot
Function = Callable[[Position, Frame], Any]


def piece_asked(cell: Function, level: Function | None) -> Function:
    """The function for the piece on a cell: the top of a pile, or the one at a level."""

    def piece(position: Position, frame: Frame) -> Any:
        at = cell(position, frame)
        if at is None or level is None:
            return None if at is None else position.board[at]
        wanted = level(position, frame)
        return None if wanted is None else position.piece_at(at, wanted)

    return piece


def once(function: Function, frame: Callable[[], Frame]) -> Function:
    """A constant function, evaluated at its first call only, in a fresh frame."""
    known: list[Any] = []

    def remembered(position: Position, _: Frame) -> Any:
        if not known:
            known.append(function(position, frame()))
        return known[0]

    return remembered


def once_a_position(function: Function) -> Function:
    """A function that depends only on the position, evaluated once for each."""

    def remembered(position: Position, frame: Frame) -> Any:
        memo = position.memo
        if function not in memo:
            memo[function] = function(position, frame)
        return memo[function]

    return remembered


def counted(elements: Function, count: Callable[[int], object], is_range: bool) -> Function:
    """A function for the elements of a set, which are counted as they are gone through: the numbers
    of a range one by one, others so many at a time, since loops are often left early.
    """

    def one_by_one(position: Position, frame: Frame) -> Iterator[Any]:
        for element in elements(position, frame):
            count(1)
            yield element

    def by_batches(position: Position, frame: Frame) -> Any:
        found = elements(position, frame)
        if len(found) > BATCH:
            return batches(found)
        count(len(found))
        return found

    def batches(found: Collection[Any]) -> Iterator[Any]:
        rest = iter(found)
        for left in range(len(found), 0, -BATCH):
            count(min(BATCH, left))
            yield from islice(rest, BATCH)

    return one_by_one if is_range else by_batches


def when_made(function: Function, count: Callable[[int], object]) -> Function:
    """A function for a set, whose elements are counted each time that it is made."""

    def made(position: Position, frame: Frame) -> Any:
        value = function(position, frame)
        if value is not None:
            count(len(value))
        return value

    return made
