"""Cuiquindi: the numbers of distinct positions after so many complete turns.

Two programs that share nothing with this one agree on them. A position is the board, which seat
plays which colour, who is next, how many passes in a row were just made, and nothing else. The
set-up is two turns: seat 1 places four stones, seat 2 chooses.
"""

from __future__ import annotations

from support.counts import Row, count_tests

QUICK: list[Row] = [
    ({"side": 2}, [1, 66, 132, 120, 120, 48, 24], {4: 72, 5: 24, 6: 24}),
    ({"side": 3}, [1, 1404, 2808, 13536], {}),
    ({"side": 5}, [1, 22818], {}),
    ({"side": 6}, [1, 55206], {}),
]

SLOW: list[Row] = [
    ({"side": 3}, [1, 1404, 2808, 13536, 61128], {}),
    ({"side": 5}, [1, 22818, 45636, 859920], {}),
    ({"side": 6}, [1, 55206, 110412, 2908224], {}),
]

test_positions, test_more_positions = count_tests("cuiquindi", QUICK, SLOW)
