"""Checks numbers of positions that other programs agree on."""

from __future__ import annotations

from interpreter import load_game

# Options; distinct positions after 0, 1, 2 … turns; after how many turns how many of them are
# finished games (None: not known).
Row = tuple[dict[str, int], list[int], dict[int, int] | None]


def check_counts(name: str, row: Row) -> None:
    """Count as far as the row goes, and compare."""
    options, expected, finished = row
    found = load_game(name, **options).positions(len(expected) - 1)
    assert [count for count, _ in found] == expected
    if finished is not None:
        assert {depth: over for depth, (_, over) in enumerate(found) if over} == finished
