"""How long `gdl compare` takes for very many random games, and how much memory.

`python tests/bench/studies.py` plays a million games with all their measurements, and ten million
games, then makes the report of each once more, which plays nothing.  `--folder` keeps the studies,
and takes up those that are there.  Seconds are those of all processes together on the processor,
which a busy machine changes less than those of the clock; memory is that of the largest process.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).parents[2]
MEASURED = ("squ", "--vary", "size=8")  # of these every game is measured
PLAIN = ("tic-tac-toe",)
PROCESSES = 2


@dataclass(frozen=True)
class Cost:
    """What a command took: seconds by the clock and of processors, and megabytes."""

    clock: float
    work: float
    memory: float


def cost_of(*words: str) -> Cost:
    """Carry out `gdl compare` and see what it takes."""
    command = [sys.executable, "-m", "interpreter.cli", "compare", *words]
    begun = monotonic()
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{' '.join(command)}: {said}")
    return Cost(monotonic() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def rows(folder: Path, measured: int, plain: int) -> Iterator[tuple[str, Cost, float, int]]:
    """For each step its name, its cost, the megabytes of the study and how many games it played."""
    studies = (
        ("measured", measured, (*MEASURED, "--detailed", str(measured))),
        ("plain", measured, PLAIN), ("plain", plain, PLAIN),
    )  # fmt: skip
    for number, (name, games, words) in enumerate(studies):
        out = folder / f"{name}-{games}-{number}"
        command = (*words, "--agents", "random", "--games", str(games), "--out", str(out),
                   "--workers", str(PROCESSES))  # fmt: skip
        before = kept(out)
        for what in ("from nothing to the report", "the report again"):
            cost = cost_of(*command)
            size = (out / "study.sqlite").stat().st_size / 2**20
            yield f"{games:,} {name} games, {what}", cost, size, kept(out) - before
            before = kept(out)


def kept(folder: Path) -> int:
    """How many games the study of a folder has."""
    path = folder / "study.sqlite"
    if not path.exists():
        return 0
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as base:
        (count,) = base.execute("SELECT count(*) FROM games").fetchone()
        return int(count)


def main() -> None:
    """Measure and print."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--measured", type=int, default=1_000_000)
    words.add_argument("--plain", type=int, default=10_000_000)
    words.add_argument("--folder", type=Path)
    given = words.parse_args()
    print(f"{'':56} {'clock':>8} {'work':>8} {'memory':>9} {'study':>8} {'played':>11}")
    with tempfile.TemporaryDirectory() as own:
        steps = rows(given.folder or Path(own), given.measured, given.plain)
        for name, cost, size, played in steps:
            print(f"{name:56} {cost.clock:6.1f} s {cost.work:6.1f} s {cost.memory:6.0f} MB "
                  f"{size:5.0f} MB {played:>11,}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
