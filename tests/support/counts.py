"""Numbers that other programs agree on: tables of them become tests.

`count_tests` is for distinct positions, `perft_test` for sequences of moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from interpreter import load_game

# Options; distinct positions after 0, 1, 2 … turns; after how many turns how many of them are
# finished games (None: not known).
Row = tuple[dict[str, int], list[int], dict[int, int] | None]
Test = Callable[[Row], None]


def count_tests(name: str, quick: Sequence[Row], slow: Sequence[Row]) -> tuple[Test, Test]:
    """The quick and the slow test of a game's counts."""

    @pytest.mark.parametrize("row", quick, ids=str)
    def test_positions(row: Row) -> None:
        check_counts(name, row)

    @pytest.mark.slow
    @pytest.mark.parametrize("row", slow, ids=str)
    def test_more_positions(row: Row) -> None:
        check_counts(name, row)

    return test_positions, test_more_positions


def perft_test(
    count_of: Callable[[int], int], quick: Sequence[int], slow: Sequence[int]
) -> Callable[[int, int], None]:
    """The test of how many sequences of 1, 2, 3 … moves there are; the longest are slow."""
    rows = [
        pytest.param(depth, count, marks=[pytest.mark.slow] if depth > len(quick) else [])
        for depth, count in enumerate([*quick, *slow], 1)
    ]

    @pytest.mark.parametrize(("depth", "count"), rows)
    def test_perft(depth: int, count: int) -> None:
        assert count_of(depth) == count

    return test_perft


def check_counts(name: str, row: Row) -> None:
    """Count as far as the row goes, and compare."""
    options, expected, finished = row
    counts = load_game(name, **options).positions(len(expected) - 1)
    assert [count for count, _ in counts] == expected
    if finished is not None:
        assert {depth: over for depth, (_, over) in enumerate(counts) if over} == finished
