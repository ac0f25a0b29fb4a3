"""How strong the search of this version is, against another version or with other settings.

`python tests/bench/searches.py --against FOLDER` plays matches with the checkout in that folder,
such as a worktree of an earlier version: `git worktree add FOLDER COMMIT`.  Each side plays in a
process of its own, by its own rules; the moves are exchanged as texts.  `--agent` and `--other`
name the agents; without a folder both are agents of this version.

Time limits count the processor time of the thread that searches, so that it does not matter what
else runs on the machine.  For that, the sides play from copies of the sources in which the search
has another clock.  Each match begins with a few random actions, and each such beginning is played
twice, with sides exchanged.  Games without chance and hidden parts only.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
GAMES: dict[str, dict[str, int]] = {
    "hex": {"size": 11}, "connect-four": {}, "reversi": {}, "breakthrough": {}, "squ": {"size": 8},
    "quarod": {"size": 8}, "cropa": {"side": 7},
}  # fmt: skip
COPIED = ("gdl", "interpreter", "games")
CLOCK = ("CLOCK_MONOTONIC", "CLOCK_THREAD_CPUTIME_ID")


def serve(game: str, agent: str, seed: int) -> None:
    """Play one side: a line with a match's number begins one, one with a text plays that move, and
    an empty one asks for a move.  Each is answered.
    """
    from interpreter import load_game
    from interpreter.agents import make_agent

    start = load_game(game, **GAMES[game]).start()
    for line in sys.stdin:
        asked = json.loads(line)
        if isinstance(asked, int):
            state, player, rng = start, make_agent(agent), random.Random(f"{seed} {asked}")
        elif asked == "":
            print(json.dumps(player.choose(state, rng).text), flush=True)
            continue
        else:
            state = state.play(asked)
        result = None if not state.is_over else [float(share) for share in state.result]
        moves = [] if state.is_over else [move.text for move in state.moves()]
        print(json.dumps({"result": result, "seat": state.seat, "moves": moves}), flush=True)


class Side:
    """A process that plays for one side."""

    def __init__(self, folder: Path, game: str, agent: str, seed: int):
        # -P: the games are in `games`, not in `games.py` beside this file
        words = (sys.executable, "-P", __file__, "--serve", agent, "--seed", str(seed), game)
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder)},
        )  # fmt: skip

    def ask(self, what: object) -> Any:
        """What the side answers."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def match(sides: tuple[Side, Side], number: int, opening: int) -> float:
    """What the first side gets in a match, in which it has seat 1 or 2 by turns."""
    rng = random.Random(number // 2)
    seats = sides if number % 2 == 0 else sides[::-1]
    known = agreed(seats, number)
    while known["result"] is None:
        text = rng.choice(known["moves"]) if opening > 0 else seats[known["seat"]].ask("")
        opening -= 1
        known = agreed(seats, text)
    return float(known["result"][number % 2])


def agreed(sides: tuple[Side, Side], what: object) -> dict[str, Any]:
    """What both sides say of the position that follows."""
    known, other = (side.ask(what) for side in sides)
    if known != other:
        raise SystemExit(f"the versions disagree after {what}: {known} and {other}")
    return dict(known)


@contextmanager
def copied(folder: Path) -> Iterator[Path]:
    """A copy of what plays in a checkout, whose searches measure processor time."""
    with tempfile.TemporaryDirectory() as made:
        for name in COPIED:
            shutil.copytree(
                folder / name, Path(made, name),
                ignore=shutil.ignore_patterns("__pycache__", "node_modules", "static"),
            )  # fmt: skip
        clock = Path(made, "interpreter/native/c/search_common.c")
        text = clock.read_text()
        assert text.count(CLOCK[0]) == 1, "the search has another clock"
        clock.write_text(text.replace(*CLOCK))
        yield Path(made)


def row(game: str, folders: tuple[Path, Path], given: argparse.Namespace) -> tuple[str, float]:
    """A line of the table, and the share of the agent in this game."""
    agents = (given.agent, given.other)
    sides = [Side(folder, game, agent, i) for i, (folder, agent) in enumerate(zip(folders, agents))]
    got = [match((sides[0], sides[1]), i, given.opening) for i in range(given.matches)]
    for side in sides:
        side.close()
    share = sum(got) / len(got)
    return f"| {game} | {share:.2f} |", share


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("game", nargs="*", default=list(GAMES), help="default: all seven")
    parser.add_argument("--against", type=Path, default=ROOT, metavar="FOLDER")
    parser.add_argument("--agent", default="uct:1000")
    parser.add_argument("--other", default="uct:1000")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--opening", type=int, default=2, help="random actions at the beginning")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--serve", metavar="AGENT", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve is not None:
        serve(given.game[0], given.serve, given.seed)
        return
    games = ROOT / "games"
    if unknown := [name for name in given.game if not (games / f"{name}.yaml").exists()]:
        parser.error(f"no bundled game is called `{unknown[0]}`; `gdl list` shows them")
    with copied(ROOT) as own, copied(given.against) as theirs:
        print(f"{given.agent} against {given.other}, {given.matches} matches each", flush=True)
        shares = []
        for game in given.game:
            line, share = row(game, (own, theirs), given)
            print(line, flush=True)
            shares.append(share)
        print(f"| together | {sum(shares) / len(shares):.2f} |")


if __name__ == "__main__":
    main()
