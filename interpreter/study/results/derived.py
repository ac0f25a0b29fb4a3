"""What is worked out once for a variant, and kept in the file of its study for later reports.

None of it comes from games that are still to be played: it follows from the rules, or from moves
that stay as they are.  Each value is kept with what it follows from, so that another version of
this program, or other moves, work it out anew.  The file may come from anybody: what is read from
it is checked.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf, isfinite
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from interpreter.coverage import NOBODY, UNFINISHED, LineUse, coverage_of, endings_of
from interpreter.process.version import program_version
from interpreter.solve import INTERRUPTED, Limits, Unsolvable, solve
from interpreter.study.play.mirror import Mirrored, mirrored
from interpreter.study.play.walks import walks_of
from interpreter.study.results.estimates import FEW, mean_share
from interpreter.study.results.results import Estimate, Kind
from interpreter.study.statistics.sizes import Size, distinct_seen, richness, tree_size
from interpreter.study.store.contents import is_number, is_whole, require
from interpreter.study.store.faults import told
from interpreter.study.store.store import Store
from interpreter.symmetry.boards import rule_symmetries
from interpreter.symmetry.images import Symmetry

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.study.plan.study import Study

MAX_POSITIONS = 1_000_000  # of a variant that is solved; more take longer than a study should wait
Played = tuple[tuple[str, ...], ...]  # the texts of the moves of games
Pair = tuple[Estimate | None, Estimate | None]
Value = TypeVar("Value")


class Derived:
    """What follows from the variants of a study, given by their numbers.

    Raises StudyError for a file in which it cannot be kept, and where what it holds cannot be.
    """

    def __init__(self, study: Study, store: Store):
        self.study, self.store = study, store
        self.known: dict[tuple[int, str, str], Any] = {}  # so that nothing is read twice

    def sizes(self, variant: int) -> Pair:
        """How many games and how many positions there are, as logarithms to base 10."""
        game, most = self.study.variants[variant].game, self.study.most_moves
        return self.kept(variant, "sizes", most, lambda: sizes(game, most), pair_data, pair_of)

    def mirror(self, variant: int) -> Pair:
        """How often a mirroring seat 2 can copy, and what it gets."""
        game, most = self.study.variants[variant].game, self.study.most_moves
        make = lambda: mirror_figures(game, most)  # noqa: E731
        return self.kept(variant, "mirror", most, make, pair_data, pair_of)

    def symmetries(self, variant: int) -> tuple[Symmetry, ...]:
        """The symmetries of the board that the rules respect, without the identity."""
        game = self.study.variants[variant].game

        def read(data: Any) -> tuple[Symmetry, ...]:
            cells = [*range(len(game.board.cells))]
            require(isinstance(data, list), "symmetries")
            for each in data:
                is_list = isinstance(each, list) and all(map(is_whole, each))
                require(is_list and sorted(each) == cells, "a symmetry")
            return tuple(map(tuple, data))

        return self.kept(variant, "symmetries", None, lambda: symmetries_of(game), list, read)

    def uses(self, variant: int, games: Played) -> tuple[LineUse, ...]:
        """How often each line of the rules was used in games, given by the texts of their moves."""
        game = self.study.variants[variant].game

        def read(data: Any) -> tuple[LineUse, ...]:
            lines = coverage_of(game, ())
            require(isinstance(data, list) and len(data) == len(lines), "uses of lines")
            for each in data:
                is_pair = isinstance(each, list) and len(each) == 2
                require(is_pair and all(map(is_whole, each)), "uses of a line")
            return tuple(
                replace(line, uses=uses, chances=chances)
                for line, (uses, chances) in zip(lines, data, strict=True)
            )

        return self.kept(
            variant, "lines", digest(games), lambda: uses_of(game, games),
            lambda lines: [[u.uses, u.chances] for u in lines], read,
        )  # fmt: skip

    def endings(self, variant: int, games: Played) -> Mapping[str, int]:
        """How many of some games each line of `end` decided, as `endings_of` has it."""
        game = self.study.variants[variant].game

        def read(data: Any) -> Mapping[str, int]:
            require(isinstance(data, dict) and all(map(is_whole, data.values())), "endings")
            known = {*endings_of(game, ()), NOBODY, UNFINISHED}
            require(known.issuperset(data), "a line of `end`")
            counts: Mapping[str, int] = data
            return counts

        return self.kept(
            variant, "endings", digest(games), lambda: endings_of(game, games), dict, read
        )

    def kept(
        self, variant: int, what: str, source: Any, make: Callable[[], Value],
        write: Callable[[Value], Any], read: Callable[[Any], Value],
    ) -> Value:  # fmt: skip
        """A value from the file, or made and kept there."""
        source = json.dumps([program_version(), source])
        place = variant, what, source
        if place not in self.known:
            data = self.store.derived(*place)
            if data is None:
                self.known[place] = make()
                self.store.keep_derived(*place, [write(self.known[place])])
            else:
                with told(self.store.path):
                    require(isinstance(data, list) and len(data) == 1, f"`{what}` of a variant")
                    self.known[place] = read(data[0])
        value: Value = self.known[place]
        return value


def digest(games: Played) -> str:
    """A name for some games."""
    return hashlib.sha256(json.dumps(games).encode()).hexdigest()


# ---- as data -----------------------------------------------------------------------------------


def pair_data(pair: Pair) -> list[Any]:
    """Two estimates as data; ends that are not finite are None."""
    return [
        e and [e.value, *(end if isfinite(end) else None for end in (e.low, e.high)),
               e.count, e.kind]
        for e in pair
    ]  # fmt: skip


def pair_of(data: Any) -> Pair:
    """Two estimates from data.

    Raises Damaged.
    """
    require(isinstance(data, list) and len(data) == 2, "a pair of figures")
    one, other = map(estimate_from, data)
    return one, other


def estimate_from(data: Any) -> Estimate | None:
    """An estimate from data.

    Raises Damaged.
    """
    if data is None:
        return None
    require(isinstance(data, list) and len(data) == 5, "a figure")
    value, low, high, count, kind = data
    ends = all(end is None or is_number(end) for end in (low, high))
    require(is_number(value) and ends and is_whole(count) and kind in get_args(Kind), "a figure")
    return Estimate(value, -inf if low is None else low, inf if high is None else high, count, kind)


# ---- how large a game is -----------------------------------------------------------------------


@lru_cache(maxsize=64)
def sizes(game: Game, most_moves: int) -> tuple[Estimate | None, Estimate | None]:
    """How many games and how many positions there are, as logarithms to base 10.

    There are no more positions than ways to reach them, which bounds their number from above; but
    where there is chance, walks count the ways for given luck alone, which are fewer.
    """
    walks = walks_of(game, most_moves)
    count = len(walks.leaves)
    leaves, nodes = tree_size(walks.leaves), tree_size(walks.nodes)
    known = richness(count, distinct_seen(walks.positions))
    if known is not None and nodes is not None and not has_chance(game):
        known = Size(min(known.log, nodes.high), min(known.low, nodes.high), nodes.high)
    return size_estimate(leaves, count), size_estimate(known, count)


def has_chance(game: Game) -> bool:
    """Whether chance has moves in a game."""
    return any(action.is_chance for action in game.model.actions.values())


def size_estimate(size: Size | None, count: int) -> Estimate | None:
    """A size as an estimate."""
    if size is None:
        return None
    kind: Kind = "constant" if size.low == size.high else "few" if count < FEW else "sampled"
    return Estimate(size.log, size.low, size.high, count, kind)


# ---- copying, symmetries, lines ------------------------------------------------------------------


@lru_cache(maxsize=64)
def mirror_figures(game: Game, most_moves: int) -> tuple[Estimate | None, Estimate | None]:
    """How often a mirroring seat 2 can copy, and what it gets."""
    games: Mirrored | None = mirrored(game, most_moves)
    return (None, None) if games is None else (mean_of(games.legal), mean_of(games.results))


def mean_of(shares: Sequence[float | None]) -> Estimate | None:
    """The mean of the shares that there are."""
    return mean_share([share for share in shares if share is not None])


@lru_cache(maxsize=64)
def symmetries_of(game: Game) -> tuple[Symmetry, ...]:
    """The symmetries that the rules respect, tried once for each game."""
    return tuple(rule_symmetries(game))


@lru_cache(maxsize=64)
def uses_of(game: Game, games: Played) -> tuple[LineUse, ...]:
    """How often each line was used in games, given by the texts of their moves."""
    return coverage_of(game, games)


# ---- perfect play ------------------------------------------------------------------------------


def solve_missing(study: Study, store: Store) -> None:
    """Work out the figures of variants that the file has none of, and keep them there.

    Raises KeyboardInterrupt.
    """
    for variant in range(len(study.variants)):
        if store.solved(variant) is None:
            store.keep_solved(variant, computed(study, variant))


def computed(study: Study, variant: int) -> dict[str, Any]:
    """The figures of one variant; none where it is too large or hides something.

    Raises KeyboardInterrupt.
    """
    game = study.variants[variant].game
    try:
        solution = solve(game, Limits(positions=MAX_POSITIONS), every_move=True)
    except Unsolvable:
        return {}
    if solution.stopped_by == INTERRUPTED:
        raise KeyboardInterrupt
    if solution.stopped_by or solution.shares is None:
        return {}
    figures = {
        "points" if game.results.are_points else "value": float(solution.shares[0]),
        "best": len(solution.best),
        "first": solution.first_moves,
    }
    if solution.length is not None:
        figures["length"] = solution.length
    if solution.is_complete:
        figures["positions"] = solution.positions
    return figures
