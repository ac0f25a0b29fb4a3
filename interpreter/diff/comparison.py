"""The whole comparison of two games: rule lines, then play breadth-first, then random games."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from gdl.source.diagnostics import GdlError
from interpreter.api.wording import name_of
from interpreter.diff.beliefs import ByPosition
from interpreter.diff.guidance import InStep, Sample, Walk, aims, go_on
from interpreter.diff.lockstep import class_search, pair_search
from interpreter.diff.lockstep.lockstep import Together
from interpreter.diff.lockstep.pair_search import Limits
from interpreter.diff.lockstep.until import Until, Work
from interpreter.diff.rules.affected import Affected, affected, traced
from interpreter.diff.rules.correspondence import correspond, unlike
from interpreter.diff.rules.findings import Difference, Finding, Looked
from interpreter.diff.rules.lines import changes
from interpreter.diff.shortening import Shortening
from interpreter.process.arguments import USUAL_MOVES

if TYPE_CHECKING:
    from interpreter.api.game import Game

SECRETS = "what the seats see and hear is not compared, since moves may have other names"
MAX_DEALT = 10_000  # chance moves to follow, since they may go on for ever
BRIEF_PAIRS, BRIEF_GAMES = 5_000, 40  # of `brief`
BRIEF_WORK = 300_000  # on the native engine
SLOWER = 20  # the work of the reference engine for one move, by that of the native engine
SEARCHED = 0.5  # the share of the time for the breadth-first search


@dataclass(frozen=True)
class Wanted:
    """How to compare two games.

    `depth` and `pairs` limit the breadth-first search, `games` is the number of random games after
    it (seeded by `seed`); `seconds` limits both together, and so does `work`, in which listing a
    move counts 1 and making it 10, so that it is the same on every machine.  None is no limit.
    `same_moves` matches moves by the positions that they lead to: any number of them, or where they
    are `is_counted`, as many in both games.
    """

    depth: int | None = None
    pairs: int | None = 100_000
    games: int = 200
    seconds: float | None = None
    work: int | None = None
    seed: int = 1
    same_moves: bool = False
    is_counted: bool = False

    def until(self, share: float, began: float, work: Work) -> Until:
        """The end of a share of the time that began then, and of the work."""
        time = None if self.seconds is None else began + share * self.seconds
        return Until(time, None if self.work is None else int(share * self.work), work)


def unheard(looked: Looked) -> None:
    """Progress that nobody wants to hear of."""


def find(
    a: Game, b: Game, wanted: Wanted, hear_progress: Callable[[Looked], None] = unheard
) -> Finding:
    """Where two games differ; `hear_progress` is told how far the search is."""
    began, titles = monotonic(), (name_of(a), name_of(b))
    lines = changes(a, b)
    facts = unlike(a, b, wanted.same_moves)
    if facts:
        difference = Difference((), facts, True, (a.start(), b.start()))
        return Finding(titles, lines, (), difference, Looked())
    words = correspond(a, b, wanted.same_moves)
    aims = affected((a, b), lines)
    games = Together(words)
    notes = words.notes + ((SECRETS,) if wanted.same_moves and games.has_secrets else ())
    search = class_search.search if wanted.same_moves else pair_search.search
    limits = Limits(
        wanted.depth, wanted.pairs, wanted.until(SEARCHED, began, games.work), wanted.is_counted
    )
    met, looked = search(games, limits, hear_progress)
    if met is None and not looked.is_everything and not looked.is_stopped:
        in_step = ByPosition(games) if wanted.same_moves else games
        chance = Sample(wanted.games, wanted.seed, wanted.until(1, began, games.work))
        met, looked = by_chance(in_step, looked, chance, aims)
    met = met and traced(met, aims)
    looked = replace(looked, dealt=min(dealt(a), dealt(b)))
    return Finding(titles, lines, notes, met, looked)


def brief(a: Game, b: Game, same_moves: bool = False) -> Finding:
    """Where two games differ, found at little cost, for a report that says much else too.

    `same_moves` matches moves by the positions that they lead to, as many in both games.

    It takes a few seconds, for large games hardly more, and two games on the same engines have the
    same finding on every machine; the play that tells them apart is more often longer than need be
    than that of `find`.  If no rule line differs, no play is searched.  If a turn is too long to be
    searched, a note says so in place of a play.  Raises KeyboardInterrupt for Ctrl-C.
    """
    titles, lines = (name_of(a), name_of(b)), changes(a, b)
    if not lines:
        return Finding(titles, lines, (), None, Looked())
    engines = {game.engine().name for game in (a, b)}
    work = BRIEF_WORK if engines == {"native"} else BRIEF_WORK // SLOWER
    try:
        wanted = Wanted(
            pairs=BRIEF_PAIRS, games=BRIEF_GAMES, work=work, same_moves=same_moves,
            is_counted=same_moves,
        )  # fmt: skip
        finding = find(a, b, wanted)
    except GdlError as error:
        notes = tuple(d.message for d in error.diagnostics)
        return Finding(titles, lines, notes, None, Looked())
    if finding.looked.is_stopped:
        raise KeyboardInterrupt
    return finding


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
