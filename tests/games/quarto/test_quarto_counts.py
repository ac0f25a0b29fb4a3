"""Quarto: the numbers of distinct positions after so many complete turns.

Two programs that share nothing with this one agree on them. A position is the board, which seat
plays which colour, who is next, how many passes in a row were just made, and the pawn that was
given.
"""

from __future__ import annotations

import pytest

from interpreter import load_game

# Options; positions after 0, 1, 2 … turns; how many of them are finished games, where not none.
Row = tuple[dict[str, int], list[int], dict[int, int]]

QUICK: list[Row] = [
    ({}, [1, 16, 3840], {}),
]

SLOW: list[Row] = [
    ({}, [1, 16, 3840, 403200], {}),
]


def check(row: Row) -> None:
    options, expected, finished = row
    found = load_game("quarto", **options).positions(len(expected) - 1)
    assert [count for count, _ in found] == expected
    assert {depth: over for depth, (_, over) in enumerate(found) if over} == finished


@pytest.mark.parametrize("row", QUICK, ids=str)
def test_positions(row: Row) -> None:
    check(row)


@pytest.mark.slow
@pytest.mark.parametrize("row", SLOW, ids=str)
def test_more_positions(row: Row) -> None:
    check(row)
