"""Quarod: the numbers of distinct positions after so many complete turns.

Two programs that share nothing with this one agree on them. A position is the board, which seat
plays which colour, who is next, how many passes in a row were just made, and the seat of the last
turn that was not a pass, and whether the pie option is still open.
"""

from __future__ import annotations

from support.counts import Row, count_tests

QUICK: list[Row] = [
    ({"size": 2}, [1, 8, 16, 20, 24, 20, 8], {4: 4, 5: 12, 6: 8}),
    (
        {"size": 3},
        [1, 24, 200, 704, 1432, 2004, 2160, 2148, 1952, 1200, 336],
        {5: 8, 6: 28, 7: 244, 8: 752, 9: 864, 10: 336},
    ),
    ({"size": 4}, [1, 48, 944, 9480], {}),
    ({"size": 8}, [1, 224, 23920], {}),
]

SLOW: list[Row] = [
    ({"size": 4}, [1, 48, 944, 9480, 56600, 223376], {}),
    ({"size": 4}, [1, 48, 944, 9480, 56600, 223376, 638752, 1398632], None),
    ({"size": 8}, [1, 224, 23920, 1600584], {}),
]

test_positions, test_more_positions = count_tests("quarod", QUICK, SLOW)
