"""What the reference engine says of random walks, kept as digests.

The reference engine takes hours for two hundred walks of every bundled game, and says the same
each time.  `tests/walks/NAME.txt` keeps, for each walk, a digest of all that it says after every
move, so that the native engine alone has to play again.  Where a digest differs, both engines walk
side by side and the difference shows; where they agree, the rules have changed and the digest is
out of date.

    python tests/generators/walks.py [--part 1/2] [--seconds 3600] [--walks 200] [NAME…]

adds the walks that are missing, those of quick games first.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import NoneType
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from support.diagnosing import bundled_games

from interpreter import list_games, load_game

FOLDER = Path(__file__).parents[1] / "differential" / "walks"
WALKS = 200  # of each game
FIRST = 100  # the seed of the first one
MOST = 2000  # moves of a walk
SOMETIMES = 20  # moves between two looks at what takes long


def options_of(name: str) -> Iterator[dict[str, Any]]:
    """The options of a game at each of their published values, the others as they are."""
    yield {}
    rules = bundled_games()[name].model
    for option in rules.declared:
        for value in option.published:
            if value != rules.options[option.name]:
                yield {option.name: value}


def cases() -> list[tuple[str, str, dict[str, Any]]]:
    """Every bundled game at every published value: a name for it, the game, its options."""
    return [
        ("-".join([name, *(f"{k}-{v}" for k, v in options.items())]), name, options)
        for name in list_games()
        for options in options_of(name)
    ]


def plain(value: Any) -> str:
    """A value as text that does not depend on the order of sets and mappings."""
    if isinstance(value, (str, int, float, NoneType)):
        return repr(value)
    if isinstance(value, Sequence):
        return "(" + ",".join(map(plain, value)) + ")"
    if isinstance(value, (set, frozenset)):
        return "<" + ",".join(sorted(map(plain, value))) + ">"
    if isinstance(value, Mapping):
        return "{" + ",".join(sorted(f"{plain(k)}:{plain(v)}" for k, v in value.items())) + "}"
    if is_dataclass(value):
        return plain([getattr(value, field.name) for field in fields(value)])
    raise TypeError(f"nothing tells how to write {value!r} as text")


YOUNGER = {"marks", "piles", "chosen"}  # what views hold that is younger than the kept digests


def seen(view: Any) -> list[Any]:
    """What a view holds but for what is younger than the digests; piles, where there are some, and
    the supply piece by piece, as it was then.
    """
    hidden = YOUNGER - {"piles"} if view.piles else YOUNGER
    shown = {field.name: getattr(view, field.name) for field in fields(view)}
    if view.supply is not None:
        shown["supply"] = [piece for piece, count in view.supply.items() for _ in range(count)]
    return [value for name, value in shown.items() if name not in hidden]


def core(position: Any) -> tuple[Any, ...]:
    """The fields of a position; what lies under its pieces only where something does."""
    board, under, *rest = position.core()
    return (board, under, *rest) if under else (board, *rest)


def facts(state: Any) -> str:
    """What a state tells of itself, whichever engine plays."""
    node, end = state.node, state.ended_by
    return plain([
        [state.is_over, state.result, end and end.text, state.seat, state.colour, state.turn],
        [(move.text, move.key) for move in state.moves()],
        [(move.text, move.key, f"{chance:.9f}") for move, chance in state.chance],
        [state.pieces(), state.supply, state.variables, state.marks],
        [seen(state.view(seat)) for seat in range(state.game.seats)],
        [state.questions(), node.pending, node.setup, core(node.position)],
    ])  # fmt: skip


def long_facts(state: Any) -> str:
    """What takes longer: the positions that were there before, and the scores."""
    return plain([state.node.position.history, state.scores])


def walk_digest(game: Any, seed: int, engine: str) -> str:
    """What an engine says of a random walk, in eight characters."""
    chooser, digest = random.Random(seed), hashlib.blake2b(digest_size=4)
    state = game.start(engine=engine)
    for number in range(MOST):
        digest.update(facts(state).encode())
        moves = state.moves() or [move for move, _ in state.chance]
        if number % SOMETIMES == 0 or not moves:
            digest.update(long_facts(state).encode())
        if not moves:
            break
        state = state.play(chooser.choice(moves))
    return digest.hexdigest()


def known(case: str) -> list[str]:
    """The digests of a case that are kept; the first is of the seed `FIRST`."""
    file = FOLDER / f"{case}.txt"
    return file.read_text().split() if file.exists() else []


def keep(case: str, digests: list[str]) -> None:
    """Write the digests of a case, ten in a line."""
    FOLDER.mkdir(exist_ok=True)
    lines = (" ".join(digests[i : i + 10]) for i in range(0, len(digests), 10))
    new = FOLDER / f".{case}.new"
    new.write_text("\n".join(lines) + "\n")
    os.replace(new, FOLDER / f"{case}.txt")


def record(case: str, name: str, options: dict[str, Any], wanted: int, until: float) -> None:
    """Add walks of the reference engine to a case until it has so many, or the time is over."""
    digests, game, begun = known(case), load_game(name, **options), time.monotonic()
    missing = wanted - len(digests)
    while len(digests) < wanted and time.monotonic() < until:
        digests.append(walk_digest(game, FIRST + len(digests), "reference"))
        keep(case, digests)
    if missing > 0:
        print(f"{case}: {len(digests)} in {time.monotonic() - begun:.0f} s", flush=True)


def main() -> None:
    """Record what is missing."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="games, or cases; all unless given")
    parser.add_argument("--part", default="1/1", help="1/2 and 2/2 share the cases between two")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--walks", type=int, default=WALKS)
    given = parser.parse_args()
    part, parts = map(int, given.part.split("/"))
    chosen = [
        case for case in cases()
        if not given.names or case[0] in given.names or case[1] in given.names
    ]  # fmt: skip
    until = time.monotonic() + given.seconds
    for case in chosen[part - 1 :: parts]:
        record(*case, given.walks, until)


if __name__ == "__main__":
    main()
