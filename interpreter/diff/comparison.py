"""The whole comparison of two games: rule lines, then play breadth-first, then random games."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from interpreter.api.wording import name_of
from interpreter.diff.beliefs import ByPosition
from interpreter.diff.guidance import InStep, Sample, Walk, aims, go_on
from interpreter.diff.lockstep import class_search, pair_search
from interpreter.diff.lockstep.lockstep import Together
from interpreter.diff.lockstep.pair_search import Limits
from interpreter.diff.rules.affected import Affected, affected, traced
from interpreter.diff.rules.correspondence import correspond, unlike
from interpreter.diff.rules.findings import Change, Difference, Finding, Looked
from interpreter.diff.rules.lines import changes
from interpreter.diff.shortening import Shortening
from interpreter.process.arguments import USUAL_MOVES

if TYPE_CHECKING:
    from interpreter.api.game import Game

SECRETS = "what the seats see and hear is not compared, since moves may have other names"
MAX_DEALT = 10_000  # chance moves to follow, since they may go on for ever
SEARCHED = 0.5  # the share of the time for the breadth-first search


@dataclass(frozen=True)
class Wanted:
    """How to compare two games.

    `depth` and `pairs` limit the breadth-first search, `games` is the number of random games after
    it (seeded by `seed`), `seconds` limits both together; None is no limit.  `same_moves` matches
    moves by the positions that they lead to.
    """

    depth: int | None = None
    pairs: int | None = 100_000
    games: int = 200
    seconds: float | None = None
    seed: int = 1
    same_moves: bool = False

    def until(self, share: float) -> float | None:
        """The end, by `monotonic`, of a share of the time that starts now; None: no limit."""
        return None if self.seconds is None else monotonic() + share * self.seconds


@dataclass(frozen=True)
class Listener:
    """Callbacks during a comparison, for the rule lines and for the progress of the search."""

    hear_lines: Callable[[tuple[str, str], tuple[Change, ...]], None]
    hear_progress: Callable[[Looked], None]


UNHEARD = Listener(lambda titles, lines: None, lambda looked: None)


def find(a: Game, b: Game, wanted: Wanted, listener: Listener = UNHEARD) -> Finding:
    """Where two games differ."""
    until = wanted.until(1)
    titles = name_of(a), name_of(b)
    lines = changes(a, b)
    listener.hear_lines(titles, lines)
    facts = unlike(a, b, wanted.same_moves)
    if facts:
        difference = Difference((), facts, True, (a.start(), b.start()))
        return Finding(titles, lines, (), difference, Looked())
    words = correspond(a, b, wanted.same_moves)
    aims = affected((a, b), lines)
    games = Together(words)
    notes = words.notes + ((SECRETS,) if wanted.same_moves and games.has_secrets else ())
    search = class_search.search if wanted.same_moves else pair_search.search
    limits = Limits(wanted.depth, wanted.pairs, wanted.until(SEARCHED))
    met, looked = search(games, limits, listener.hear_progress)
    if met is None and not looked.is_everything and not looked.is_stopped:
        in_step = ByPosition(games) if wanted.same_moves else games
        met, looked = by_chance(in_step, looked, Sample(wanted.games, wanted.seed, until), aims)
    met = met and traced(met, aims)
    looked = replace(looked, dealt=min(dealt(a), dealt(b)))
    return Finding(titles, lines, notes, met, looked)


def dealt(game: Game) -> int:
    """How many chance moves come before a seat acts; the fewer of two samples if that varies."""
    state, ends = game.start(), list[int]()
    for last in (0, -1):
        there, count = state, 0
        while there.is_chance and count < MAX_DEALT:
            there, count = there.play(there.chance[last][0]), count + 1
        ends.append(count)
    return min(ends)


def by_chance(
    games: InStep, looked: Looked, wanted: Sample, aims: Affected
) -> tuple[Difference | None, Looked]:
    """A difference found by random games, shortened, or None; and what was compared so far."""
    walk, looked = sample(games, looked, wanted, aims)
    if walk is None:
        return None, looked
    shortening = Shortening(games, walk, looked.depth, wanted, aims)
    return shortening.run(), replace(looked, is_stopped=shortening.is_stopped)


def sample(
    games: InStep, looked: Looked, wanted: Sample, affected: Affected
) -> tuple[Walk | None, Looked]:
    """The first random game that meets a difference, or None; and what was compared so far."""
    chooser = random.Random(wanted.seed)
    ways = aims(games, affected)
    count = moves = 0
    try:
        while count < wanted.games and not wanted.is_over:
            aim = ways[count % len(ways)]
            start = aim.start(chooser)
            walk = go_on(games, start, aim.choose, chooser, USUAL_MOVES, wanted)
            aim.learn(walk)
            count, moves = count + walk.is_done, moves + len(walk.moves) - len(start.moves)
            if walk.difference is not None:
                return walk, replace(looked, games=count, moves=moves)
    except KeyboardInterrupt:
        return None, replace(looked, games=count, moves=moves, is_stopped=True)
    return None, replace(looked, games=count, moves=moves)
