"""How long the reference engine takes: to load a game, and to list the moves of a position.

    python tests/bench/reference.py [GAME …]

prints for each bundled game (or those named), at its default options: CPU seconds to load it, the
length of one random game and its CPU time, and the longest and the mean time for a list of moves.
Ratios between games and between runs of one session mean something; absolute numbers do not.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from time import process_time

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from support.bench_figures import game_name

from interpreter import list_games, load_game


def measure(name: str) -> str:
    """One row of the table."""
    begun = process_time()
    game = load_game(name)
    loaded = process_time() - begun
    chooser, state, times = random.Random(1), game.start(), []
    begun = process_time()
    while not state.is_over:
        before = process_time()
        len(state.chance or state.moves())
        times.append(process_time() - before)
        state = state.random_move(chooser)
    played = process_time() - begun
    longest, mean = max(times), sum(times) / len(times)
    return f"{name:22}{loaded:8.3f}{len(times):8}{played:9.2f}{longest:10.3f}{mean:9.4f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", type=game_name)
    given = parser.parse_args()
    print(f"{'game':22}{'load s':>8}{'moves':>8}{'game s':>9}{'longest s':>10}{'mean s':>9}")
    for name in given.games or list_games():
        print(measure(name), flush=True)


if __name__ == "__main__":
    main()
