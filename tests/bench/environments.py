"""The table of docs/bridges.md of PettingZoo's `performance_benchmark`, beside its own games.

    python tests/bench/environments.py [--rounds 2] [--python PYTHON]

PettingZoo's benchmark is used as it is: it plays five seconds at random and prints turns a second
of elapsed time.  Each environment runs in a process of its own, one after the other, all of them in
each round; of the rounds the best one counts.  `PYTHON` is one that has `pettingzoo[classic]`.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import importlib.metadata
import io
import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path[0] = str(ROOT)  # beside this file is a `games.py`
GAMES = {  # each with the one of PettingZoo that plays the same
    "tic-tac-toe": "tictactoe_v3", "connect-four": "connect_four_v3", "chess": "chess_v6",
    "go": "go_v5", "kuhn-poker": None, "liars-dice": None, "rock-paper-scissors": None,
    "goofspiel": None, "backgammon": None, "battleship": None, "whist": None,
    "twenty-forty-eight": None, "quoridor": None, "amazons": None, "yahtzee": None,
    "stratego-small": None,
}  # fmt: skip
LIBRARIES = {False: "baseline", True: "optimised"}


def made(what: str) -> Any:
    """An environment of a game of this library, or `pettingzoo:` and a module of theirs."""
    theirs, _, module = what.rpartition(":")
    if theirs:
        return importlib.import_module(f"pettingzoo.classic.{module}").env()
    from interpreter.bridges.pettingzoo import env

    return env(what)


def library(environment: Any) -> str:
    """Which library of the native engine plays; nothing for a game of PettingZoo."""
    if not hasattr(environment, "episode"):
        return ""
    analyses = environment.episode.state.engine.analyses
    return "reference" if analyses is None else LIBRARIES[analyses.native.is_optimised]


def measure(what: str) -> str:
    """Turns a second, and the libraries at the start and at the end, as words."""
    from pettingzoo.test import performance_benchmark

    warnings.simplefilter("ignore")
    environment = made(what)
    environment.reset(seed=1)
    first, printed = library(environment), io.StringIO()
    with contextlib.redirect_stdout(printed):
        performance_benchmark(environment)
    found = re.search(r"([\d.]+) turns per second", printed.getvalue())
    assert found is not None
    return f"{found[1]} {first} {library(environment)}".strip()


def run(python: str, what: str) -> list[str]:
    """What a process prints that measures one environment; nothing where there is none."""
    words = [python, __file__, "--measure", what]
    done = subprocess.run(words, capture_output=True, text=True)
    return done.stdout.splitlines()[-1].split() if done.returncode == 0 else []


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--measure")
    given = parser.parse_args()
    if given.measure:
        print(measure(given.measure))
        return
    names = [*GAMES, *(f"pettingzoo:{module}" for module in GAMES.values() if module)]
    best: dict[str, list[str]] = {}
    for _ in range(given.rounds):
        for name in names:
            found = run(given.python, name)
            if found and float(found[0]) > float(best.get(name, ["0"])[0]):
                best[name] = found
    print("| game | turns per second | library | PettingZoo's own | ratio |\n|---|--:|---|--:|--:|")
    for name, module in GAMES.items():
        if name not in best:
            print(f"| {name} | none | | | |")
            continue
        turns, *libraries = best[name]
        theirs = best.get(f"pettingzoo:{module}")
        row = [name, f"{float(turns):,.0f}", " → ".join(dict.fromkeys(libraries))]
        row += ["", ""] if theirs is None else [
            f"{float(theirs[0]):,.0f}", f"{float(turns) / float(theirs[0]):.1f}"
        ]  # fmt: skip
        print(f"| {' | '.join(row)} |", flush=True)
    versions = (f"{name} {importlib.metadata.version(name)}" for name in ("pettingzoo", "numpy"))
    print(f"\nPython {sys.version.split()[0]}, {', '.join(versions)}")


if __name__ == "__main__":
    main()
