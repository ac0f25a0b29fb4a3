"""The table of docs/performance.md of steps a second, beside what other environments reach.

    python tests/bench/vector.py [--seconds 2] [--runs 3] [--count 512] [--python PYTHON]

CPU time of all threads, the best of some runs over the whole table, each in a process of its own.
A step plays a random legal action, and gives what is observed, the legal actions, rewards and ends;
games that end begin anew.  `count` games are played at once; for pgx as many as it is fastest with.
`PYTHON` is one that has packages which this one has not: `pgx` with
`jax`, `pettingzoo[classic]`, `envpool`.  What cannot be imported is left out, and named at the end.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

GAMES = {  # as boardwright, OpenSpiel, PettingZoo and pgx call them, and games at once of pgx
    "connect four": ("connect-four", {}, "connect_four", "connect_four_v3", "connect_four", 16384),
    "Hex 11": ("hex", {}, "hex(board_size=11)", None, "hex", 16384),
    "go 9": ("go", {"size": 9}, "go(board_size=9)", "go_v5", "go_9x9", 1024),
    "chess": ("chess", {}, "chess", "chess_v6", "chess", 1024),
}  # fmt: skip
Step = Callable[[], int]  # plays some steps, and gives how many


# ---- one way to play each ----


def boardwright(title: str, count: int, chooses: str) -> Step:
    """Games at once; the actions are chosen in C or with numpy."""
    import numpy as np

    from interpreter import load_game
    from interpreter.spaces.vector import VectorGame

    name, options, *_ = GAMES[title]
    games = VectorGame(load_game(name, **options), count, seed=1)
    generator = np.random.default_rng(1)
    starts = np.arange(count + 1) * games.actions.size

    def by_numpy() -> Any:
        legal = np.flatnonzero(games.masks.view(np.bool_))
        first = np.searchsorted(legal, starts)
        number = first[1:] - first[:-1]
        place = first[:-1] + (generator.random(count) * number).astype(np.intp)
        return (legal.take(place, mode="clip") - starts[:-1]).astype(np.int32)

    choose = by_numpy if chooses == "numpy" else games.random_actions

    def step() -> int:
        games.step(choose())
        return count

    return step


def openspiel(title: str, _: int, observes: bool) -> Step:
    """One game at a time, with the state of OpenSpiel."""
    import numpy as np
    import pyspiel

    game = pyspiel.load_game(GAMES[title][2])
    chooser = random.Random(1)
    state = game.new_initial_state()

    def step() -> int:
        nonlocal state
        for _ in range(100):
            if state.is_terminal():
                state = game.new_initial_state()
            seat = state.current_player()
            if observes:
                np.array(state.observation_tensor(seat), np.float32)
                np.array(state.legal_actions_mask(seat), np.int8)
            state.apply_action(chooser.choice(state.legal_actions()))
            state.rewards()
        return 100

    return step


def pettingzoo(title: str, _: int) -> Step:
    """One game at a time, with an environment of PettingZoo's classic games."""
    import importlib

    import numpy as np

    name = GAMES[title][3]
    if name is None:
        raise ImportError(f"PettingZoo has no {title}")
    settings = {"board_size": 9} if name.startswith("go") else {}
    environment = importlib.import_module(f"pettingzoo.classic.{name}").raw_env(**settings)
    environment.reset(seed=1)
    chooser = random.Random(1)

    def step() -> int:
        for _ in range(100):
            observed, _, ended, cut, _ = environment.last()
            if ended or cut:
                environment.reset()
                continue
            environment.step(int(chooser.choice(np.flatnonzero(observed["action_mask"]))))
        return 100

    return step


def pgx(title: str, _: int) -> Step:
    """Games at once on the processor, compiled by XLA."""
    import jax
    import pgx as library
    from pgx.experimental import auto_reset

    *_, name, count = GAMES[title]
    environment = library.make(name)
    again = auto_reset(environment.step, environment.init)
    keys = jax.random.split(jax.random.PRNGKey(1), count)
    state = jax.jit(jax.vmap(environment.init))(keys)

    @jax.jit
    def play(state: Any, key: Any) -> Any:
        chosen, drawn = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(chosen, logits, axis=-1)
        return jax.vmap(again)(state, action, jax.random.split(drawn, count))

    key = jax.random.PRNGKey(2)

    def step() -> int:
        nonlocal state, key
        key, now = jax.random.split(key)
        state = play(state, now)
        state.rewards.block_until_ready()
        return count

    return step


WAYS: dict[str, tuple[str, Callable[[str, int], Step]]] = {
    "boardwright, actions by C": ("boardwright", lambda t, n: boardwright(t, n, "C")),
    "boardwright, actions by numpy": ("boardwright", lambda t, n: boardwright(t, n, "numpy")),
    "OpenSpiel": ("open_spiel", lambda t, n: openspiel(t, n, True)),
    "OpenSpiel, moves only": ("open_spiel", lambda t, n: openspiel(t, n, False)),
    "PettingZoo": ("pettingzoo", pettingzoo),
    "pgx": ("pgx", pgx),
}
OWN = "boardwright, "
LESS = "OpenSpiel, moves only"  # observes nothing, so nothing is compared with it


# ---- in a process of its own ----


def measure(way: str, title: str, seconds: float, count: int) -> dict[str, Any]:
    """Steps a second of CPU time, after a tenth of the time that is not counted."""
    package, make = WAYS[way]
    try:
        step = make(title, count)
    except ImportError as error:
        return {"why": str(error)}
    end = time.process_time() + seconds / 10
    while time.process_time() < end:
        step()
    steps, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        steps += step()
    spent = time.process_time() - start
    return {"rate": steps / spent, "package": f"{package} {importlib.metadata.version(package)}"}


def measured(way: str, title: str, given: argparse.Namespace) -> dict[str, Any]:
    """The same, in this Python or in the other one."""
    pythons = [sys.executable] if way.startswith(OWN) else [sys.executable, given.python]
    found: dict[str, Any] = {}
    for python in filter(None, pythons):
        command = [python, __file__, "--seconds", str(given.seconds), "--count", str(given.count),
                   "--one", way, title]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ))
        last = done.stdout.splitlines()[-1:] or ['{"why": "it failed"}']
        found = json.loads(last[0])
        if "rate" in found:
            break
    return found


def rows(given: argparse.Namespace) -> Iterator[str]:
    """The lines of the table, and of what is said of it."""
    from support.bench_figures import machine, number

    best: dict[tuple[str, str], float] = {}
    packages, missing = set(), {}
    for _ in range(given.runs):
        for title in GAMES:
            for way in WAYS:
                found = measured(way, title, given)
                if "rate" in found:
                    best[way, title] = max(found["rate"], best.get((way, title), 0))
                    packages.add(found["package"])
                else:
                    missing[way, title] = found["why"]
    used = [way for way in WAYS if any(place[0] == way for place in best)]
    yield "| game | " + " | ".join([*used, "by C ÷ best of the others"]) + " |"
    yield "|---" * (len(used) + 2) + "|"
    for title in GAMES:
        rates = [best.get((way, title)) for way in used]
        same = [way for way in used if not way.startswith(OWN) and way != LESS]
        others = [best[way, title] for way in same if (way, title) in best]
        ratio = f"{rates[0] / max(others):.1f}" if others and rates[0] else ""
        yield f"| {title} | " + " | ".join([*(number(r) if r else "" for r in rates), ratio]) + " |"
    yield f"\n{machine()}; {', '.join(sorted(packages))}"
    for (way, title), why in missing.items():
        yield f"{way}, {title}: {why}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--count", type=int, default=512)
    parser.add_argument("--python", default="")
    parser.add_argument("--one", nargs=2, metavar=("WAY", "GAME"))
    given = parser.parse_args()
    if given.one:
        print(json.dumps(measure(*given.one, given.seconds, given.count)))
        return
    for line in rows(given):
        print(line, flush=True)


if __name__ == "__main__":
    main()
