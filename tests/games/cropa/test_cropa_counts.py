"""Cropa: the numbers of distinct positions after so many complete turns.

Two programs that share nothing with this one agree on them. A position is the board, which seat
plays which colour, who is next, how many passes in a row were just made, and nothing else.
"""

from __future__ import annotations

from support.counts import Row, count_tests

QUICK: list[Row] = [
    ({"side": 2}, [1, 7, 105, 159, 108, 108, 24, 3], {5: 84, 6: 21, 7: 3}),
    ({"side": 3}, [1, 19, 2907], {}),
    ({"side": 5}, [1, 61], {}),
    ({"side": 7}, [1, 127], {}),
]

SLOW: list[Row] = [
    ({"side": 3}, [1, 19, 2907, 106218, 1429667], {}),
    ({"side": 5}, [1, 61, 107970], {}),
    ({"side": 7}, [1, 127, 1000125], {}),
]

test_positions, test_more_positions = count_tests("cropa", QUICK, SLOW)
