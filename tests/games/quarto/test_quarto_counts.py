"""Quarto: the numbers of distinct positions after so many complete turns.

Two programs that share nothing with this one agree on them. A position is the board, which seat
plays which colour, who is next, how many passes in a row were just made, and the pawn that was
given.
"""

from __future__ import annotations

import pytest
from counts import Row, check_counts

QUICK: list[Row] = [
    ({}, [1, 16, 3840], {}),
]

SLOW: list[Row] = [
    ({}, [1, 16, 3840, 403200], {}),
]


@pytest.mark.parametrize("row", QUICK, ids=str)
def test_positions(row: Row) -> None:
    check_counts("quarto", row)


@pytest.mark.slow
@pytest.mark.parametrize("row", SLOW, ids=str)
def test_more_positions(row: Row) -> None:
    check_counts("quarto", row)
