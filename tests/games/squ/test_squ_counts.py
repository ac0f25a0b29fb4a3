"""SQU: the numbers of distinct positions after so many complete turns.

Two programs that share nothing with this one agree on them. A position is the board, which seat
plays which colour, who is next, how many passes in a row were just made, and the record with its
holder.
"""

from __future__ import annotations

import pytest

from interpreter import load_game

# Options; positions after 0, 1, 2 … turns; how many of them are finished games, where not none.
Row = tuple[dict[str, int], list[int], dict[int, int]]

QUICK: list[Row] = [
    ({"size": 3}, [1, 9, 252, 1260, 1260, 126], {5: 126}),
    ({"size": 4}, [1, 16, 1680], {}),
    ({"size": 8}, [1, 64], {}),
    ({"size": 10}, [1, 100], {}),
]

SLOW: list[Row] = [
    ({"size": 4}, [1, 16, 1680, 43680], {}),
    (
        {"size": 4},
        [1, 16, 1680, 43680, 400400, 1441440, 2025264, 983624, 112932, 15182],
        {9: 15182},
    ),
    ({"size": 8}, [1, 64, 124992], {}),
    ({"size": 10}, [1, 100, 485100], {}),
]


def check(row: Row) -> None:
    options, expected, finished = row
    found = load_game("squ", **options).positions(len(expected) - 1)
    assert [count for count, _ in found] == expected
    assert {depth: over for depth, (_, over) in enumerate(found) if over} == finished


@pytest.mark.parametrize("row", QUICK, ids=str)
def test_positions(row: Row) -> None:
    check(row)


@pytest.mark.slow
@pytest.mark.parametrize("row", SLOW, ids=str)
def test_more_positions(row: Row) -> None:
    check(row)
