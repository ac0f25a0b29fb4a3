"""SQU: the numbers of distinct positions after so many complete turns.

Two programs that share nothing with this one agree on them. A position is the board, which seat
plays which colour, who is next, how many passes in a row were just made, and the record with its
holder.
"""

from __future__ import annotations

from support.counts import Row, count_tests

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

test_positions, test_more_positions = count_tests("squ", QUICK, SLOW)
