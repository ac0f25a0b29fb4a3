"""SQU: the numbers of distinct positions after so many complete turns.

Two programs that share nothing with this one agree on them. A position is the board, which seat
plays which colour, who is next, how many passes in a row were just made, and the record with its
holder.
"""

from __future__ import annotations

import pytest
from counts import Row, check_counts

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


@pytest.mark.parametrize("row", QUICK, ids=str)
def test_positions(row: Row) -> None:
    check_counts("squ", row)


@pytest.mark.slow
@pytest.mark.parametrize("row", SLOW, ids=str)
def test_more_positions(row: Row) -> None:
    check_counts("squ", row)
