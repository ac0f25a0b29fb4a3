"""Quardo: the numbers of distinct positions after so many complete turns.

Two programs that share nothing with this one agree on them. A position is the board, which seat
plays which colour, who is next, how many passes in a row were just made, and the coins left and
held. With three players the count begins after chance has put the first pawn.
"""

from __future__ import annotations

from support.counts import Row, count_tests

QUICK: list[Row] = [
    ({}, [1, 256, 28800], {}),
    ({"players": 3}, [256, 28800], {}),
]

SLOW: list[Row] = [
    ({}, [1, 256, 28800, 1881600], {}),
    ({"players": 3}, [256, 28800, 1881600], {}),
]

test_positions, test_more_positions = count_tests("quardo", QUICK, SLOW)
