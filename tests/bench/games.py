"""Every game of the library: its size, build, speed and memory, as a table of docs/performance.md.

    python tests/bench/games.py [--seconds 1] [GAME …]

measures each game at its default options in a process of its own, in CPU time, and writes its row.
A speed is shown as its share of the median of the games with a board of the same size; the games
that take more than five times as long for an action as that median are named at the end, for which
the page says why.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from support.bench_figures import machine, number

from interpreter import list_games

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "performance.md"
START = "<!-- Written by `python tests/bench/games.py`; do not edit. -->\n"
END = "<!-- The end of what is written. -->\n"
HEAD = ("game", "cells", "tokens", "from text to C", "C compiler", "library", "state", "moves",
        "actions a second", "÷ median of its size")  # fmt: skip
SIZES = (16, 36, 64, 100, 169, 10_000)  # the most cells of a board of each size
SLOW = 5  # times the median

ONE = """
import json, os, resource, sys, time
from pathlib import Path
from interpreter import load_game
from interpreter.measure.bench import Figures, play_native
from interpreter.study.results.whole import tokens

def spent(who):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime

before = spent(resource.RUSAGE_SELF)
game = load_game(sys.argv[1])
game.playouts(1, seed=1)
own, compiler = spent(resource.RUSAGE_SELF) - before, spent(resource.RUSAGE_CHILDREN)
library = sum(p.stat().st_size for p in Path(os.environ["BOARDWRIGHT_CACHE"]).rglob("*.so"))
engine = game.engine("native")
figures = Figures("native", 1, shares=[0.0] * game.seats)
play_native(game, engine, figures, float(sys.argv[2]), 1)
print(json.dumps({
    "name": sys.argv[1], "cells": len(game.board.cells), "tokens": tokens(game), "own": own,
    "compiler": compiler, "library": library, "state": engine.state_size,
    "length": figures.mean_length, "speed": figures.moves / figures.cpu_seconds,
}))
"""
GRAMMAR = "from interpreter import load_game; load_game('tic-tac-toe')"


@dataclass(frozen=True)
class Measured:
    """What was measured of a game: CPU seconds, bytes, moves of a game, actions a CPU second."""

    name: str
    cells: int
    tokens: int
    own: float
    compiler: float
    library: int
    state: int
    length: float
    speed: float


def run(cache: Path, *words: str) -> str:
    """What a Python program prints that uses a cache of its own."""
    environment = {**os.environ, "BOARDWRIGHT_CACHE": str(cache), "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, "-c", *words], env=environment, capture_output=True,
                          text=True, check=True).stdout  # fmt: skip


def measured(name: str, seconds: float, grammar: Path) -> Measured:
    """Measure a game, with nothing in the cache but the grammar."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(shutil.copytree(grammar, Path(folder) / "cache"))
        return Measured(**json.loads(run(cache, ONE, name, str(seconds))))


def size_of(cells: int) -> int:
    """The class of a board's size."""
    return next(most for most in SIZES if cells <= most)


def shares(games: Iterable[Measured]) -> dict[str, float]:
    """The speed of each game as a share of the median of its board's size."""
    games = list(games)
    medians = {
        size: median(g.speed for g in games if size_of(g.cells) == size)
        for size in {size_of(g.cells) for g in games}
    }
    return {g.name: g.speed / medians[size_of(g.cells)] for g in games}


def rows(games: Iterable[Measured]) -> str:
    """The table."""
    games = sorted(games, key=lambda g: (size_of(g.cells), g.name))
    share = shares(games)
    lines = [f"| {' | '.join(HEAD)} |", f"|{'---|' * len(HEAD)}"]
    for g in games:
        cells = (
            f"[`{g.name}`](games/{g.name}.md)", str(g.cells), f"{g.tokens:,}", f"{g.own:.2f} s",
            f"{g.compiler:.2f} s", f"{g.library / 1000:,.0f} kB", f"{g.state:,} B",
            f"{g.length:.1f}", number(g.speed), f"{share[g.name]:.2f}",
        )  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="of random games")
    parser.add_argument("games", nargs="*", metavar="GAME", help="print these alone, write nothing")
    given = parser.parse_args()
    games = []
    with tempfile.TemporaryDirectory() as folder:
        run(Path(folder), GRAMMAR)
        for name in given.games or list_games():
            games.append(measured(name, given.seconds, Path(folder)))
            print(games[-1], file=sys.stderr, flush=True)
    table = rows(games)
    if given.games:
        print(table, end="")
        return
    before, _, rest = PAGE.read_text("utf-8").partition(START)
    text = f"{before}{START}\n{table}\n{machine()}.\n\n{END}{rest.partition(END)[2]}"
    PAGE.write_text(text, "utf-8")
    slow = [name for name, share in shares(games).items() if share < 1 / SLOW]
    print(f"slower than {SLOW} times the median: {', '.join(slow) or 'none'}")


if __name__ == "__main__":
    main()
