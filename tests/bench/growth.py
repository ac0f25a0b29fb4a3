"""How the cost of an action grows with the board: the table of docs/performance.md.

    python tests/bench/growth.py [--seconds 0.5] [GAME …]

takes each game of the library with whole-number options that change how many cells its board has,
and measures random games at three sizes: the smallest with LEAST cells or more, the largest with
MOST or fewer, and the one nearest to the geometric mean of their cells.  Options that have the same
range, such as a width and a height, grow together.  The exponent is the slope of the time of an
action over the number of cells, both as logarithms, by least squares.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import log, sqrt
from pathlib import Path
from statistics import linear_regression

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from support.bench_figures import game_name, machine, number

from gdl.source.diagnostics import GdlError
from interpreter import list_games, load_game
from interpreter.measure.bench import Figures, play_native
from interpreter.native.runtime.libraries import ready

PAGE = Path(__file__).resolve().parents[2] / "docs" / "performance.md"
START = "<!-- Written by `python tests/bench/growth.py`; do not edit. -->\n"
END = "<!-- The end of the growth. -->\n"
HEAD = ("game", "options", "cells", "ns an action", "exponent")
LEAST, MOST = 16, 400  # cells of a board
MOST_VALUES = 100  # of an option that is looked at
RUNS = 3  # of which the fastest counts
Options = dict[str, int]


@dataclass(frozen=True)
class Growth:
    """The options of a game at three sizes, their cells, and the nanoseconds of an action."""

    name: str
    options: tuple[Options, ...]
    cells: tuple[int, ...]
    actions: tuple[float, ...]

    @property
    def exponent(self) -> float:
        """By which power of the number of cells the time of an action grows."""
        return linear_regression(list(map(log, self.cells)), list(map(log, self.actions))).slope


def sizes(name: str) -> list[tuple[int, Options]]:
    """Three sizes of a game, with their cells; none if no option changes the board's."""
    offered: dict[tuple[int, ...], list[str]] = defaultdict(list)
    for option in load_game(name).model.declared:
        values = tuple(value for value in option.values if type(value) is int)
        if 2 < len(values) <= MOST_VALUES:
            offered[values].append(option.name)
    for values, names in offered.items():
        found = dict(boards(name, names, values))
        while len(found) > 2 and load_game(name, **found[max(found)]).why_reference is not None:
            del found[max(found)]  # its tables are too large
        if len(found) > 2:
            smallest, largest = min(found), max(found)
            middle = sqrt(smallest * largest)
            inner = [cells for cells in found if smallest < cells < largest]
            chosen = smallest, min(inner, key=lambda cells: abs(cells - middle)), largest
            return [(cells, found[cells]) for cells in chosen]
    return []


def boards(
    name: str, names: list[str], values: tuple[int, ...]
) -> Iterator[tuple[int, Options]]:
    """The boards of a game of which these options have the same value."""
    for value in values:
        options = dict.fromkeys(names, value)
        try:
            cells = len(load_game(name, **options).board.cells)
        except GdlError:  # the rules exclude it
            continue
        if cells > MOST:
            return
        if cells >= LEAST:
            yield cells, options


def time_of_action(name: str, options: Options, seconds: float) -> float:
    """The nanoseconds of an action in random games."""
    game = load_game(name, **options)
    ready(game.reference)
    engine, times = game.engine("native"), []
    for _ in range(RUNS):
        figures = Figures("native", 1, shares=[0.0] * game.seats)
        play_native(game, engine, figures, seconds, 1)
        times.append(1e9 * figures.cpu_seconds / figures.moves)
    return min(times)


def measured(name: str, seconds: float) -> Growth | None:
    """The growth of a game; None if no option changes the number of its cells."""
    found = sizes(name)
    if not found:
        return None
    options = tuple(options for _, options in found)
    times = tuple(time_of_action(name, each, seconds) for each in options)
    return Growth(name, options, tuple(cells for cells, _ in found), times)


def table(games: list[Growth]) -> str:
    """The rows, those that grow fastest first."""
    lines = [f"| {' | '.join(HEAD)} |", f"|{'---|' * len(HEAD)}"]
    for game in sorted(games, key=lambda g: -g.exponent):
        names = ", ".join(game.options[0])
        values = ", ".join(str(next(iter(each.values()))) for each in game.options)
        cells = ", ".join(map(str, game.cells))
        times = ", ".join(map(number, game.actions))
        row = (f"[`{game.name}`](games/{game.name}.md)", f"{names} {values}", cells, times,
               f"{game.exponent:.2f}")  # fmt: skip
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=0.5, help="of random games, three times")
    parser.add_argument("games", nargs="*", metavar="GAME", type=game_name,
                        help="print these alone, write nothing")  # fmt: skip
    given = parser.parse_args()
    games = []
    for name in given.games or list_games():
        growth = measured(name, given.seconds)
        if growth is not None:
            print(growth, file=sys.stderr, flush=True)
            games.append(growth)
    rows = table(games)
    if given.games:
        print(rows, end="")
        return
    before, _, rest = PAGE.read_text("utf-8").partition(START)
    written = f"{START}\n{rows}\n{machine()}.\n\n{END}"
    PAGE.write_text(f"{before}{written}{rest.partition(END)[2]}", "utf-8")


if __name__ == "__main__":
    main()
