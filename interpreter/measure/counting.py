"""Counts of sequences of moves and of positions, depth by depth, with their times."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Literal

from interpreter.api.state import State

LEAST_SECONDS = 1e-3  # the shortest time that gives a meaningful speed
HEADS = {
    "sequences": "depth     sequences",
    "turns": "turns     sequences",
    "positions": "turns     positions        over",
}


Counted = Literal["sequences", "turns", "positions"]  # of moves, of whole turns, or after turns


@dataclass
class Counts:
    """Counts of sequences or positions from a state up to a depth; `rows` keeps those made so far
    as data.
    """

    start: State
    depth: int
    counted: Counted = "sequences"
    rows: list[dict[str, Any]] = field(default_factory=list)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Each row as soon as it is counted."""
        for depth in range(self.depth + 1):
            begun = perf_counter()
            row = self.row(depth)
            took = perf_counter() - begun
            count = row["positions" if self.counted == "positions" else "sequences"]
            speed = count / took if took >= LEAST_SECONDS else None
            self.rows.append(row | {"seconds": took, "per_second": speed})
            yield self.rows[-1]

    def row(self, depth: int) -> dict[str, Any]:
        """The counts at one depth."""
        if self.counted == "sequences":
            return {"depth": depth, "sequences": self.start.perft(depth)}
        if self.counted == "turns":
            return {"turns": depth, "sequences": self.start.perft(depth, turns=True)}
        positions, over = self.start.positions(depth)[-1]
        return {"turns": depth, "positions": positions, "over": over}


def show_counts(counts: Counts, as_json: bool) -> None:
    """Print the counts, each row as soon as it is known; as JSON, all of them at the end."""
    timed = sys.stdout.isatty() and not as_json
    if timed:
        print(f"{HEADS[counts.counted]}     seconds   per second")
    for row in counts:
        if not as_json:
            print(line(row, timed), flush=True)
    if as_json:
        print(json.dumps(counts.rows, indent=2))


def line(row: dict[str, Any], timed: bool) -> str:
    """One row as text; with its time on a terminal."""
    wide = 5 if timed else 3
    if "positions" in row:
        text = f"{row['turns']:{wide}}  {row['positions']:12}  {row['over']:10}"
        text += "" if timed else " over"
    else:
        text = f"{row.get('depth', row.get('turns')):{wide}}  {row['sequences']:12}"
    if timed:
        speed = "" if row["per_second"] is None else f"{row['per_second']:,.0f}"
        text += f"  {row['seconds']:10.3f}  {speed:>11}"
    return text
