"""Plays made-up games on both engines, which must agree.

    python tests/generators/fuzz.py [--kind mixed] [--from 0] [--games 100] [--keep FOLDER]

plays the games of these numbers: the usual ones of `made_up.py`, or those of `mixed.py`.  The rules
of one on which the engines differ are kept, and beside them what is left of them when all lines are
taken out that do not matter.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    sys.path.insert(1, str(Path(__file__).parents[1]))

from generators.made_up import Writer
from generators.mixed import Mixer
from generators.tables import Dealer
from support.both_engines import compare, compare_encoding, pair
from support.random_moves import drawn

from gdl.source.diagnostics import GdlError
from interpreter import load_game

WRITERS = {"usual": Writer, "mixed": Mixer, "tables": Dealer}
WALKS, LONGEST = 3, 14
SHORT = 6  # positions of all walks together
MAX_MOVES, FEW_MOVES = 60, 12  # where random moves are counted, and where the next ones are
DRAWS_EACH, MAX_DRAWS = 60, 10_000


class Refused(Exception):
    """A made-up game that cannot be played on both engines."""


def check(path: Path, seed: int) -> int:
    """Play a game on both engines and count what is drawn; how many positions were compared.

    Raises Refused, AssertionError.
    """
    try:
        native, reference = pair(load_game(str(path)))
        return compare_walks(native, reference, seed)
    except (GdlError, ValueError) as error:
        if isinstance(error, ValueError) and "cannot play" not in str(error):
            raise
        raise Refused(kind_of(error)) from error


def compare_walks(native: Any, reference: Any, seed: int) -> int:
    """Compare some random walks; how many positions it was."""
    compared = 0
    if 0 < len(reference.moves()) <= MAX_MOVES:
        assert native.perft(2) == reference.perft(2)
    for walk in range(WALKS):
        chooser = random.Random(1000 * seed + walk)
        one, other = native, reference
        for step in range(LONGEST):
            compared += 1
            moves = compare(one, other) or [m for m, _ in other.chance]
            compare_encoding(one)
            if not moves:
                break
            if step % 3 == walk and len(moves) <= MAX_MOVES:
                compare_draws(one, other)
            move = chooser.choice(moves)
            one, other = one.play(move), other.play(move)
    return compared


def compare_draws(native: Any, reference: Any) -> None:
    """What is drawn of one random move, and of that and the next, is as likely as it should be."""
    odds = packed_odds(native, reference)
    once = {(packed,): chance for packed, (_, chance) in odds.items()}
    twice: dict[tuple[int, ...], float] = {}
    if len(odds) <= FEW_MOVES:
        for packed, (move, chance) in odds.items():
            after = packed_odds(native.play(move), reference.play(move))
            twice |= {(packed, p): chance * c for p, (_, c) in after.items()}
            if not after:
                twice[packed,] = chance
    for steps, wanted in enumerate((once, twice), 1):
        count = min(DRAWS_EACH * len(wanted), MAX_DRAWS)
        times = drawn(native, count, 1, steps)
        assert times.keys() <= wanted.keys(), f"an illegal move was drawn, or none, of {steps}"
        for moves, chance in wanted.items():
            spread = (chance * (1 - chance) * count) ** 0.5
            number = times[moves]
            assert abs(number - chance * count) <= 6 * spread + 1, f"{moves}: {number} of {count}"


def packed_odds(native: Any, reference: Any) -> dict[int, tuple[Any, float]]:
    """What may be drawn in a state, as numbers; with each the move and how likely it is."""
    moves = reference.moves()
    odds = reference.chance or [(m, 1 / len(moves)) for m in moves]
    return dict(zip(native.engine.packed_moves(native.node), odds, strict=True))


def kind_of(error: Exception) -> str:
    if isinstance(error, GdlError):
        return "diagnosed " + next(d.code for d in error.diagnostics if d.is_error)
    return re.sub(r".*cannot play \w+: (.*?)( \(/.*)?", r"not native: \1", str(error))


def shrunk(lines: list[str], fails: Callable[[list[str]], bool]) -> list[str]:
    """The fewest lines that still fail, taken out one after the other."""
    place = 0
    while place < len(lines):
        for size in (4, 2, 1):
            fewer = lines[:place] + lines[place + size :]
            if fails(fewer):
                lines, place = fewer, -1
                break
        place += 1
    return lines


def failure(path: Path, seed: int) -> str | None:
    """What goes wrong with a game, in one line; None if nothing does."""
    try:
        check(path, seed)
    except Refused:
        return None
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__} at {last.name}:{last.lineno} {str(error)[:100]}"
    return None


def cut(path: Path, seed: int, wrong: str) -> None:
    """Write beside a game that goes wrong the fewest lines that go wrong in the same way."""
    target = path.with_suffix(".cut.yaml")

    def fails(lines: list[str]) -> bool:
        target.write_text("\n".join(lines) + "\n")
        fault = failure(target, seed)
        return fault is not None and fault.split(" ")[0] == wrong.split(" ")[0]

    lines = shrunk(path.read_text().splitlines(), fails)
    target.write_text("\n".join(lines) + "\n")


def main() -> None:
    """Play games, and say on which the engines differ."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--keep", type=Path, default=Path("made_up"))
    parser.add_argument("--kind", choices=WRITERS, default="usual")
    given = parser.parse_args()
    given.keep.mkdir(exist_ok=True)
    said: Counter[str] = Counter()
    for seed in range(given.first, given.first + given.games):
        path = given.keep / f"game_{seed}.yaml"
        path.write_text(WRITERS[given.kind](seed).text())
        try:
            said["short" if check(path, seed) < SHORT else "played"] += 1
            path.unlink()
        except Refused as refused:
            said[str(refused)] += 1
            path.unlink()
        except Exception:
            wrong = failure(path, seed)
            said[f"WRONG {wrong}"] += 1
            print(f"{path}: {wrong}", flush=True)
            cut(path, seed, str(wrong))
    for text, number in said.most_common():
        print(number, text)


if __name__ == "__main__":
    main()
