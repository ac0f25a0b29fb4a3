"""The table of docs/performance.md: random games on both engines, beside what others reach.

    python tests/bench/native.py [--seconds 1] [--runs 3] [--only NAME] [--peers] > table.md

One core, CPU time, the best of some runs over the whole table: a machine that others share is slow
for minutes.  `--peers` measures OpenSpiel in the same run if the Python package `open_spiel` is
installed; `PEER_PYTHON` names a Python that has it where this one has not.  Ratios mean more than
numbers: measure both sides on one machine.  What OpenSpiel reaches here of its published figures
tells how fast this machine is beside the one of the other columns.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[1]))

from support.bench_figures import machine, number

from interpreter import load_game
from interpreter.measure.bench import Figures, play_native, play_reference


@dataclass(frozen=True)
class Row:
    """A game, and what others reach with it: games a second on one core."""

    name: str
    title: str
    options: dict[str, Any] = field(default_factory=dict, hash=False)
    by_hand: int | None = None
    rbg: int | None = None
    ludii: int | None = None
    open_spiel: int | None = None
    peer: str = ""  # the game string of OpenSpiel

    @property
    def best(self) -> int | None:
        """The fastest of the other systems."""
        return max(filter(None, (self.rbg, self.ludii, self.open_spiel)), default=None)


ROWS = (
    Row("squ", "SQU 8", {"size": 8}, 12_200_000),
    Row("squ", "SQU 10", {"size": 10}, 5_200_000),
    Row("cropa", "Cropa 5", {"side": 5}, 830_000),
    Row("cropa", "Cropa 7", {"side": 7}, 395_000),
    Row("cropa", "Cropa 9", {"side": 9}, 236_000),
    Row("cuiquindi", "Cuiquindi 5", {"side": 5}, 119_000),
    Row("cuiquindi", "Cuiquindi 6", {"side": 6}, 67_600),
    Row("cuiquindi", "Cuiquindi 7", {"side": 7}, 29_700),
    Row("quarod", "Quarod 6", {"size": 6}, 3_520_000),
    Row("quarod", "Quarod 8", {"size": 8}, 2_040_000),
    Row("quardo", "Quardo, 2 players", {"players": 2}, 1_970_000),
    Row("quardo", "Quardo, 3 players", {"players": 3}, 2_010_000),
    Row("quarto", "Quarto", {}, 27_000_000),
    Row("tic-tac-toe", "tic-tac-toe", {}, None, 3_420_000, 554_000, 1_280_000, "tic_tac_toe"),
    Row("connect-four", "connect four", {}, 7_710_000, 1_250_000, 59_500, 152_000,
        "connect_four"),
    Row("breakthrough", "breakthrough 8", {"size": 8}, 250_000, 43_600, 2_790, 26_200,
        "breakthrough"),
    Row("hex", "Hex 9", {"size": 9}, None, 90_800, 29_800, 39_700, "hex(board_size=9)"),
    Row("hex", "Hex 11", {"size": 11}, None, 52_000, 16_500, 24_600, "hex(board_size=11)"),
    Row("y", "Y 11", {"side": 11}, None, None, 34_600, 81_300, "y(board_size=11)"),
    Row("havannah", "Havannah 8", {"side": 8}, None, None, 4_600, 27_900,
        "havannah(board_size=8)"),
    Row("gomoku", "gomoku 15", {"size": 15}, None, 262_000, 36_500, 14_600, "gomoku"),
    Row("connect6", "Connect6 19", {}, None, 91_200, 2_830),
    Row("yavalath", "Yavalath", {}, None, 1_590_000, 177_000),
    Row("pentago", "Pentago", {}, None, 69_800, None, 122_000, "pentago"),
    Row("reversi", "reversi", {}, 259_000, 20_500, 2_180, 4_380, "othello"),
    Row("amazons", "amazons 10", {}, None, 26_600, 4_540, 17_800, "amazons"),
    Row("clobber", "clobber 5 x 6", {}, None, None, None, 99_000, "clobber(rows=5,columns=6)"),
    Row("lines-of-action", "lines of action", {}, None, None, 348, 1_424, "lines_of_action"),
    Row("english-draughts", "English draughts", {}, 335_000, 70_500, 3_640, 7_870, "checkers"),
    Row("international-draughts", "international draughts", {}, None, 5_340),
    Row("nine-mens-morris", "nine men's morris", {}, None, 42_400, 4_120, 23_300,
        "nine_mens_morris"),
    Row("chess", "chess", {}, None, 1_130, 117, 805, "chess"),
    Row("oware", "oware", {}, None, None, None, 42_100, "oware"),
    Row("kalah", "kalah", {}, None, None, None, 241_500, "mancala"),
    Row("go", "go 9", {"size": 9}, None, None, 765, 9_870, "go(board_size=9)"),
    Row("go", "go 19", {"size": 19}, None, 477, 34, 620, "go(board_size=19)"),
)  # fmt: skip

HEAD = ("game", "mean length", "games a second", "ns an action", "reference engine", "native ÷ it",
        "by hand", "RBG", "Ludii", "OpenSpiel")  # fmt: skip
PEER_HEAD = ("OpenSpiel here", "native ÷ OpenSpiel here", "native ÷ best of the others")

# A search of one simulation evaluates the start by so many random games, all of it in C++.
PEER = """
import json, sys, time
import pyspiel
game = pyspiel.load_game(sys.argv[1])
state, count, best = game.new_initial_state(), 1, 0.0
end = time.process_time() + float(sys.argv[2])
while time.process_time() < end:
    evaluator = pyspiel.RandomRolloutEvaluator(count, count)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, count, False)
    begun = time.process_time()
    bot.mcts_search(state)
    took = time.process_time() - begun
    best = max(best, count / took) if took > 0.05 else best
    count = count * 2 if took < 0.15 else count
print(json.dumps(best))
"""


def native(row: Row, seconds: float, seed: int) -> Figures:
    """Random games of a row on the native engine."""
    game = load_game(row.name, **row.options)
    figures = Figures("native", 1, shares=[0.0] * game.seats)
    play_native(game, game.engine("native"), figures, seconds, seed)
    return figures


def reference_rate(row: Row, seconds: float, length: float) -> float:
    """Games per CPU second; from the moves where games are long, with the true mean length."""
    game, chooser = load_game(row.name, **row.options), random.Random(1)
    figures = Figures("reference", 1, shares=[0.0] * game.seats)
    while figures.seconds < seconds and play_reference(game, chooser, figures, seconds):
        pass
    return figures.moves / figures.cpu_seconds / length


def peer_rate(row: Row, seconds: float) -> float | None:
    """Games per CPU second of OpenSpiel; None where it cannot be had."""
    python = os.environ.get("PEER_PYTHON", sys.executable)
    if not row.peer:
        return None
    done = subprocess.run([python, "-c", PEER, row.peer, str(seconds)], capture_output=True,
                          text=True)  # fmt: skip
    return float(json.loads(done.stdout)) or None if done.returncode == 0 else None


@dataclass(frozen=True)
class Measured:
    """What a row reached here: games a second, the mean length of one, ns of an action."""

    row: Row
    rate: float
    length: float
    nanoseconds: float | None
    reference: float
    peer: float | None


def measured(row: Row, seconds: float, seed: int, with_peers: bool) -> Measured:
    """Measure a row once."""
    figures = native(row, seconds, seed)
    length, rate = figures.mean_length or 0.0, figures.playouts_per_cpu_second or 0.0
    slow = reference_rate(row, seconds, length)
    peer = peer_rate(row, seconds) if with_peers else None
    return Measured(row, rate, length, figures.nanoseconds, slow, peer)


def best(runs: list[Measured]) -> Measured:
    """The best that each engine reached in some runs of a row."""
    fastest = max(runs, key=lambda m: m.rate)
    peers = [m.peer for m in runs if m.peer]
    return replace(fastest, reference=max(m.reference for m in runs), peer=max(peers, default=None))


def speed(figures: list[Measured]) -> float | None:
    """How fast this machine is beside that of the published figures: the median for OpenSpiel."""
    shares = [m.peer / m.row.open_spiel for m in figures if m.peer and m.row.open_spiel]
    return median(shares) if shares else None


def cells(figures: Measured, speed: float | None, with_peers: bool) -> Iterator[str]:
    """One line of the table."""
    row, rate = figures.row, figures.rate
    yield row.title
    yield f"{figures.length:.1f}"
    yield number(rate)
    yield number(figures.nanoseconds)
    yield number(figures.reference)
    yield number(rate / figures.reference)
    for published in (row.by_hand, row.rbg, row.ludii, row.open_spiel):
        yield number(published)
    if with_peers:
        yield number(figures.peer)
        yield number(rate / figures.peer) if figures.peer else ""
        yield number(rate / row.best / speed) if row.best and speed else ""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="of each engine in a run")
    parser.add_argument("--runs", type=int, default=3, help="of the table, the best counts")
    parser.add_argument("--only", help="the rows whose title begins so")
    parser.add_argument("--peers", action="store_true", help="measure OpenSpiel too")
    args = parser.parse_args()
    head = (*HEAD, *(PEER_HEAD if args.peers else ()))
    only = (args.only or "").lower()
    rows = [row for row in ROWS if row.title.lower().startswith(only)]
    runs: dict[Row, list[Measured]] = {row: [] for row in rows}
    for run in range(args.runs):
        for row in rows:
            print(run + 1, row.title, file=sys.stderr)
            runs[row].append(measured(row, args.seconds, 1000 * run, args.peers))
    figures = [best(runs[row]) for row in rows]
    share = speed(figures)
    print(machine() + (f"; OpenSpiel reaches {share:.0%} of its figures" if share else ""))
    print(f"\n| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for one in figures:
        print(f"| {' | '.join(cells(one, share, args.peers))} |")


if __name__ == "__main__":
    main()
