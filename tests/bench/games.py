"""Size, build, speed and memory of games, as a table of docs/performance.md.

    python tests/bench/games.py [--seconds 1] [GAME …]

measures each game of the library and of `outside` at its default options in a process of its own,
in CPU time, and writes its row.
The files of `outside` are games that the library does not have, so they show what the engine does
for a file that nobody tuned it for.  The time of an action is shown beside the median of the games
with a board of the same size; the games that take more than three times as long are named at the
end, for which the page says why.
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

from support.bench_figures import game_name, machine, number

from interpreter import list_games

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "performance.md"
START = "<!-- Written by `python tests/bench/games.py`; do not edit. -->\n"
END = "<!-- The end of what is written. -->\n"
HEAD = ("game", "cells", "tokens", "from text to C", "lines of C", "C compiler", "library", "state",
        "moves", "games a second", "ns an action", "÷ median of its size")  # fmt: skip
SIZES = (16, 36, 64, 100, 169, 10_000)  # the most cells of a board of each size
SLOW = 3  # times the median
OUTSIDE = sorted(Path(__file__).with_name("outside").glob("*.yaml"))

ONE = """
import json, os, resource, sys, time
from pathlib import Path
from interpreter import load_game
from interpreter.measure.bench import Figures, play_native
from interpreter.native.program.program import program_of
from interpreter.native.runtime.libraries import ready
from interpreter.study.results.whole import tokens

def spent(who):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime

before = spent(resource.RUSAGE_SELF)
game = load_game(sys.argv[1])
ready(game.reference)  # optimised at once
own, compiler = spent(resource.RUSAGE_SELF) - before, spent(resource.RUSAGE_CHILDREN)
library = sum(p.stat().st_size for p in Path(os.environ["BOARDWRIGHT_CACHE"]).rglob("*.so"))
engine = game.engine("native")
figures = Figures("native", 1, shares=[0.0] * game.seats)
play_native(game, engine, figures, float(sys.argv[2]), 1)
print(json.dumps({
    "name": sys.argv[1], "cells": len(game.board.cells), "tokens": tokens(game), "own": own,
    "lines": program_of(game.reference).text.count("\\n"),
    "compiler": compiler, "library": library, "state": engine.state_size,
    "length": figures.mean_length, "action": 1e9 * figures.cpu_seconds / figures.moves,
}))
"""
GRAMMAR = "from interpreter import load_game; load_game('tic-tac-toe')"


@dataclass(frozen=True)
class Measured:
    """What was measured of a game: CPU seconds, lines of C, bytes, moves a game, ns an action."""

    name: str
    cells: int
    tokens: int
    lines: int
    own: float
    compiler: float
    library: int
    state: int
    length: float
    action: float


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


def times_median(games: Iterable[Measured]) -> dict[str, float]:
    """The time of an action of each game by the median of its board's size."""
    games = list(games)
    medians = {
        size: median(g.action for g in games if size_of(g.cells) == size)
        for size in {size_of(g.cells) for g in games}
    }
    return {g.name: g.action / medians[size_of(g.cells)] for g in games}


def link(name: str) -> str:
    """A game's page, or its file if it is none of the library."""
    path = Path(name)
    outside = path.suffix == ".yaml"
    place = f"../tests/bench/outside/{path.name}" if outside else f"games/{name}.md"
    return f"[{'_' if outside else '`'}{path.stem}{'_' if outside else '`'}]({place})"


def rows(games: Iterable[Measured]) -> str:
    """The table."""
    games = sorted(games, key=lambda g: (size_of(g.cells), Path(g.name).stem))
    times = times_median(games)
    lines = [f"| {' | '.join(HEAD)} |", f"|{'---|' * len(HEAD)}"]
    for g in games:
        cells = (
            link(g.name), str(g.cells), f"{g.tokens:,}", f"{g.own:.2f} s", f"{g.lines:,}",
            f"{g.compiler:.2f} s", f"{g.library / 1000:,.0f} kB", f"{g.state:,} B",
            f"{g.length:.1f}", number(1e9 / g.action / g.length), number(g.action),
            number(times[g.name]),
        )  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def game_or_file(text: str) -> str:
    """A bundled game, or the file of one of `outside`, by the name that was given."""
    return next((str(path) for path in OUTSIDE if path.stem == text), "") or game_name(text)


def main() -> None:
    """Measure, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="of random games")
    parser.add_argument("games", nargs="*", metavar="GAME", type=game_or_file,
                        help="print these alone, write nothing")  # fmt: skip
    given = parser.parse_args()
    games = []
    with tempfile.TemporaryDirectory() as folder:
        run(Path(folder), GRAMMAR)
        for name in given.games or [*list_games(), *map(str, OUTSIDE)]:
            games.append(measured(name, given.seconds, Path(folder)))
            print(games[-1], file=sys.stderr, flush=True)
    table = rows(games)
    if given.games:
        print(table, end="")
        return
    before, _, rest = PAGE.read_text("utf-8").partition(START)
    text = f"{before}{START}\n{table}\n{machine()}.\n\n{END}{rest.partition(END)[2]}"
    PAGE.write_text(text, "utf-8")
    slow = [Path(name).stem for name, times in times_median(games).items() if times > SLOW]
    print(f"slower than {SLOW} times the median: {', '.join(slow) or 'none'}")


if __name__ == "__main__":
    main()
