"""How long the first random game takes on the native engine: the start-up of docs/performance.md.

    python tests/bench/startup.py [GAME …]

prints for each game of the library (or those named), at its default options, the CPU seconds up to
the end of the first random game, each measured in a process of its own: for importing `load_game`;
then from there on, where no library is cached, those of Python and those of the C compiler; and the
least of two times where the library is cached.  The grammar of the rule language is cached in all
of them.  Where no game is named, a summary is written into the page.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from support.bench_figures import game_name, machine

from interpreter import list_games

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "performance.md"
START = "<!-- Written by `python tests/bench/startup.py`; do not edit. -->\n"
END = "<!-- The end of what is written. -->\n"
SHORT = 60  # lines: rule files with fewer are summed up by themselves
HEAD = "game                   lines  import  python       C uncached  cached"

ONE = """
import resource, sys

def spent(who):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime

begun = spent(resource.RUSAGE_SELF)
from interpreter import load_game
imported = spent(resource.RUSAGE_SELF)
load_game(sys.argv[1]).playouts(1, seed=1)
own = spent(resource.RUSAGE_SELF) - imported
print(imported - begun, own, spent(resource.RUSAGE_CHILDREN))
"""


@dataclass(frozen=True)
class Times:
    """The CPU seconds of the first random game, and the lines of its rules."""

    name: str
    lines: int
    imports: float
    python: float
    compiler: float
    cached: float

    @property
    def uncached(self) -> float:
        """All from `load_game` on, where no library is cached."""
        return self.python + self.compiler

    @property
    def row(self) -> str:
        """As a row of what is printed."""
        return (
            f"{self.name:22} {self.lines:5} {self.imports:7.3f} {self.python:7.3f}"
            f" {self.compiler:7.3f} {self.uncached:8.3f} {self.cached:7.3f}"
        )


def lines_of(name: str) -> int:
    """The lines of a rule file and of those that it extends."""
    text = (ROOT / "games" / f"{name}.yaml").read_text("utf-8")
    base = re.search(r"^extends: (\S+)$", text, re.M)
    return text.count("\n") + (lines_of(base[1]) if base else 0)


def measure(name: str, cache: str) -> Times:
    """The times of a game; the grammar is in the cache already."""
    command = [sys.executable, "-c", ONE, name]

    def run() -> list[float]:
        environment = {**os.environ, "BOARDWRIGHT_CACHE": cache}
        done = subprocess.run(command, env=environment, capture_output=True, check=True)
        return [float(word) for word in done.stdout.split()]

    imports, python, compiler = run()
    cached = min(sum(run()[1:]) for _ in range(2))
    return Times(name, lines_of(name), imports, python, compiler, cached)


def summary(games: Sequence[Times]) -> str:
    """What is written into the page."""
    rows = [
        "| rule files | number | not cached: median | most | under 0.3 s | under 0.5 s | cached:"
        " median | most |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for what, some in (
        (f"of fewer than {SHORT} lines", [g for g in games if g.lines < SHORT]),
        ("all", list(games)),
    ):
        times, cached = [g.uncached for g in some], [g.cached for g in some]
        rows.append(
            f"| {what} | {len(some)} | {median(times):.2f} s | {max(times):.2f} s |"
            f" {sum(t < 0.3 for t in times)} | {sum(t < 0.5 for t in times)} |"
            f" {median(cached):.3f} s | {max(cached):.2f} s |"
        )
    most = sorted(games, key=lambda g: -g.uncached)[:8]
    longest = ", ".join(f"{g.name} {g.uncached:.2f} s" for g in most)
    before = median(g.imports for g in games)
    return (
        "\n".join(rows)
        + "\n\nThe lines of a file count with those of the file that it extends."
        f" Before all this, importing `load_game` takes {before:.2f} s. The longest: {longest}."
        f" {machine()}.\n"
    )


def main() -> None:
    """Print the times, and write the summary of all games."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", type=game_name,
                        help="print these alone, write nothing")  # fmt: skip
    given = parser.parse_args()
    games = []
    print(HEAD)
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "BOARDWRIGHT_CACHE": cache}
        grammar = "from interpreter import load_game; load_game('tic-tac-toe')"
        subprocess.run([sys.executable, "-c", grammar], env=environment, check=True)
        for name in given.games or list_games():
            games.append(measure(name, cache))
            print(games[-1].row, flush=True)
    if not given.games:
        before, _, rest = PAGE.read_text("utf-8").partition(START)
        text = f"{before}{START}\n{summary(games)}\n{END}{rest.partition(END)[2]}"
        PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
