"""Quarto: the numbers of distinct positions after so many complete turns.

Two programs that share nothing with this one agree on them. A position is the board, which seat
plays which colour, who is next, how many passes in a row were just made, and the pawn that was
given.
"""

from __future__ import annotations

from support.counts import Row, count_tests

QUICK: list[Row] = [
    ({}, [1, 16, 3840], {}),
]

SLOW: list[Row] = [
    ({}, [1, 16, 3840, 403200], {}),
]

test_positions, test_more_positions = count_tests("quarto", QUICK, SLOW)
