"""How much was played of each game through each bridge, and how often it went wrong: a file.

Several processes may add to it at once.  A line is of a game and a bridge and stays when either
changes: it says what was looked for and found, not that this version of both was played so long.
"""

from __future__ import annotations

import csv
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path

HEAD = """\
# Random play through the bridges, compared with the engine: python tests/bench/bridges.py --to N
# Steps are of all runs so far; `wrong` counts the slices that found an exception or a difference,
# whose steps do not count; `unfit` says why a bridge is not for a game.  Lines stay when a rule
# file or a bridge changes.
"""
Pair = tuple[str, str]  # a game and a bridge
MANY = 1_000_000  # steps that each game should have


@dataclass(frozen=True)
class Line:
    """What was played of a game through a bridge."""

    game: str
    bridge: str
    steps: int = 0
    wrong: int = 0
    unfit: str = ""

    @property
    def pair(self) -> Pair:
        return self.game, self.bridge


@contextmanager
def locked(path: Path, waits: bool = True) -> Iterator[bool]:
    """Hold the lock of a file, if it is to be had or `waits`; the system frees it with the process.
    """
    with path.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
        else:
            yield True


class Ledger:
    """A file of lines, sorted."""

    def __init__(self, path: Path):
        self.path = path

    def read(self) -> dict[Pair, Line]:
        """All lines."""
        if not self.path.exists():
            return {}
        with self.path.open(newline="") as file:
            rows = csv.DictReader(line for line in file if not line.startswith("#"))
            lines = [
                Line(row["game"], row["bridge"], int(row["steps"]), int(row["wrong"]), row["unfit"])
                for row in rows
            ]
        return {line.pair: line for line in lines}

    def line(self, pair: Pair) -> Line:
        """What was played of a game through a bridge so far."""
        return self.read().get(pair, Line(*pair))

    def add(self, pair: Pair, steps: int = 0, wrong: int = 0, unfit: str = "") -> None:
        """Add to a line, whatever others add meanwhile; a kill leaves the file as it was."""
        with locked(Path(__file__)):
            lines = self.read()
            line = lines.get(pair, Line(*pair))
            lines[pair] = replace(
                line, steps=line.steps + steps, wrong=line.wrong + wrong, unfit=unfit
            )
            written = self.path.with_name(f"{self.path.name}.{os.getpid()}")
            with written.open("w", newline="") as file:
                file.write(HEAD)
                rows = csv.writer(file, lineterminator="\n")
                rows.writerow(field.name for field in fields(Line))
                rows.writerows(astuple(lines[at]) for at in sorted(lines))
            written.replace(self.path)


def table(lines: list[Line]) -> Iterator[str]:
    """A table of a row for each bridge, and why bridges are not for games."""
    yield "| bridge | games | with a million | steps in all | fewest of a game | wrong | not for |"
    yield "|---|--:|--:|--:|--:|--:|--:|"
    for bridge in dict.fromkeys(line.bridge for line in lines):
        of = [line for line in lines if line.bridge == bridge]
        fit = [line for line in of if not line.unfit]
        steps, wrong = sum(line.steps for line in fit), sum(line.wrong for line in of)
        fewest = min((line.steps for line in fit), default=0)
        unfit, done = len(of) - len(fit), sum(line.steps >= MANY for line in fit)
        yield f"| {bridge} | {len(fit)} | {done} | {steps:,} | {fewest:,} | {wrong:,} | {unfit} |"
    yield ""
    for reason in sorted({line.unfit for line in lines} - {""}):
        of = [line for line in lines if line.unfit == reason]
        for bridges in sorted({by_game(of, line.game) for line in of}):
            games = sorted({line.game for line in of if by_game(of, line.game) == bridges})
            yield f"- {reason} ({', '.join(bridges)}): {', '.join(games)}"


def by_game(lines: list[Line], game: str) -> tuple[str, ...]:
    """The bridges of a game's lines."""
    return tuple(line.bridge for line in lines if line.game == game)
