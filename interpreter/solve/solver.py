"""Chooses the method of solving and turns its result into a `Solution`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import compress
from typing import TYPE_CHECKING

from gdl.model.analysis import has_secrets
from interpreter.solve.alone import FAR, searched, way, worths
from interpreter.solve.graph import OVER, Graph, reachable
from interpreter.solve.induction import NEAR, bounded, induced, order
from interpreter.solve.levels import forced
from interpreter.solve.proving import can_prove, keeps, loses, prove
from interpreter.solve.retrograde import NOBODY, has_drawn_end, winners
from interpreter.solve.solution import (
    ALPHA_BETA,
    INDUCTION,
    INTERRUPTED,
    ITERATION,
    RETROGRADE,
    SEARCH,
    Limits,
    Share,
    Solution,
    Stopped,
    Unsolvable,
    Watch,
)

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.api.state import State

TOGETHER = (
    "in {title} all choose at once: perfect play would have to mix moves at random, and that is "
    "not solved here"
)
HIDDEN = (
    "{title} hides something from its players: perfect play would have to mix moves at random, "
    "and that is not solved here"
)
FIRST_PART = 0.5  # of the time, to enumerate positions; alpha-beta may have the rest
FEW = 2_000  # positions that are enumerated before a short proof is looked for
SHORT = 20  # the limit of positions of that search, which looks at `LOOKS` times as many
NO_VALUE = "positions repeat, and with {seats} seats a game without an end has no value of its own"
APART = "a seat may keep the game from ever ending, and with chance such a game cannot be solved"


def solve(
    game: Game,
    limits: Limits | None = None,
    engine: str | None = None,
    tell: Callable[[str], None] | None = None,
    start: State | None = None,
    every_move: bool = False,
) -> Solution:
    """The value of a game under perfect play: from its start, or from the state `start`, whose
    engine is then used.

    All reachable positions are enumerated and evaluated backwards from the ends.  If there are too
    many, alpha-beta is tried, in games for two without chance on the native engine, or a search for
    a win, in games of one player without chance.  A loop that
    nobody has to leave is a draw.  `tell` receives progress messages.  Alpha-beta ends as soon as
    it has proven the value and found a first move that keeps it, unless `every_move` is to be
    decided; so it is tried first where there are many positions.

    Raises Unsolvable for a game with hidden information, ValueError as `Game.engine` does, GdlError
    for a turn that is too long to be searched, and MemoryError.  Ctrl-C ends it with what is known
    so far, and `stopped_by` says so.
    """
    if has_secrets(game.model):
        what = TOGETHER if game.has_simultaneous_choices else HIDDEN
        raise Unsolvable(what.format(title=game.title))
    state, watch = start or game.start(engine), Watch(limits or Limits(), tell, every_move)
    try:
        return solved(state, watch)
    except Stopped as stopped:
        return unsolved(state, watch, stopped)
    except KeyboardInterrupt:
        return unsolved(state, watch, Stopped(INTERRUPTED, watch.met))


def solved(state: State, watch: Watch) -> Solution:
    """The solution from all positions, or from a proof if there are too many.

    Raises Stopped.
    """
    actions = state.game.model.actions.values()
    is_puzzle = (
        state.game.seats == 1 and not state.game.results.are_points
        and not any(action.is_chance for action in actions)
    )  # fmt: skip
    if not can_prove(state) and not is_puzzle:
        return of_graph(state, reachable(state, watch), watch)
    is_short = not is_puzzle and not watch.every_move and watch.limits.positions > FEW
    if is_short and (found := found_at_once(state, watch)):
        return found
    try:
        watch.part = FIRST_PART
        return of_graph(state, reachable(state, watch), watch)
    except Stopped as stopped:
        if stopped.reason == INTERRUPTED:
            raise
    watch.part = 1.0
    return by_search(state, watch) if is_puzzle else by_proof(state, watch)


def found_at_once(state: State, watch: Watch) -> Solution | None:
    """The solution from a few positions, or from a proof as short as one of a mate in one; None if
    there are more positions and no such proof.

    Raises Stopped.
    """
    try:
        few = replace(watch, limits=replace(watch.limits, positions=FEW))
        return of_graph(state, reachable(state, few), watch)
    except Stopped as stopped:
        if stopped.reason == INTERRUPTED:
            raise
    found = by_proof(state, replace(watch, limits=Limits(None, SHORT)))
    return found if found.is_solved or found.stopped_by == INTERRUPTED else None


def of_graph(state: State, graph: Graph, watch: Watch) -> Solution:
    """The solution from all positions.  Raises Stopped."""
    if graph.has_one_value and not graph.has_chance:
        by = by_levels if graph.scale.are_points else by_retrograde
        return by(state, graph, watch)
    if graph.seats == 1 and not graph.has_chance:
        return by_worth(state, graph, watch)
    positions = order(graph)
    if positions is not None:
        return by_induction(state, graph, positions, watch)
    if graph.seats == 1 or graph.has_one_value:
        return by_iteration(state, graph, watch)
    reason = NO_VALUE.format(seats=graph.seats)
    return unsolved(state, watch, Stopped(reason, len(graph)), method=INDUCTION)


def by_retrograde(state: State, graph: Graph, watch: Watch) -> Solution:
    """The solution of a game for two without chance."""
    won, lengths = winners(graph, state.engine, watch)
    values = [halves_of(won[target]) for target in graph.after(0)]
    value, is_won = halves_of(won[0]), won[0] != NOBODY
    shares = results(state, (value, 2 - value))
    is_endless = not is_won and graph.actors[0] != OVER and not has_drawn_end(graph, won)
    in_time = [won[t] == won[0] and lengths[t] == lengths[0] - 1 for t in graph.after(0)]
    return Solution(
        shares=shares, low=shares, high=shares, positions=len(graph),
        best=texts(state, [v == value for v in values]), first_moves=len(state.moves()),
        method=RETROGRADE, seconds=watch.seconds, is_exact=True, is_complete=True,
        is_endless=is_endless, length=lengths[0] if is_won else None,
        in_time=texts(state, in_time) if is_won else (),
    )  # fmt: skip


def by_levels(state: State, graph: Graph, watch: Watch) -> Solution:
    """The solution of a game for two without chance in which one pays the other points."""
    values = forced(graph, watch)
    shares = results(state, (values[0], sum(graph.range) - values[0]))
    return Solution(
        shares=shares, low=shares, high=shares, positions=len(graph),
        best=texts(state, [values[target] == values[0] for target in graph.after(0)]),
        first_moves=len(state.moves()), method=RETROGRADE, seconds=watch.seconds, is_exact=True,
        is_complete=True,
    )  # fmt: skip


def by_worth(state: State, graph: Graph, watch: Watch) -> Solution:
    """The solution of a puzzle: a game of one player without chance."""
    values, lengths = worths(graph, watch)
    shares = results(state, (values[0],))
    after = [values[target] for target in graph.after(0)]
    line = way(state, graph, values, lengths)
    return Solution(
        shares=shares, low=shares, high=shares, positions=len(graph),
        best=texts(state, [value == values[0] for value in after]),
        first_moves=len(state.moves()), method=RETROGRADE, seconds=watch.seconds, is_exact=True,
        is_complete=True, is_endless=lengths[0] == FAR, length=len(line) or None, line=line,
    )  # fmt: skip


def by_search(state: State, watch: Watch) -> Solution:
    """The solution of a puzzle with too many positions to keep, by looking for a win.

    Raises Stopped.
    """
    line = searched(state, watch)
    if line is None:
        return unsolved(state, watch, Stopped("no way leads to a win", watch.met), (0, 1), SEARCH)
    sure = results(state, (2,))
    moves = tuple(move.text for move in state.moves())
    return Solution(
        shares=sure, low=sure, high=sure, positions=watch.met, best=line[:1],
        undecided=tuple(text for text in moves if text != line[0]), first_moves=len(moves),
        method=SEARCH, seconds=watch.seconds, is_exact=True, is_complete=False,
        length=len(line), line=line,
    )  # fmt: skip


def halves_of(seat: int) -> int:
    """The half points of the first seat if `seat` wins; 1 for NOBODY.  Half points are units."""
    return 1 if seat == NOBODY else 2 * (seat == 0)


def by_induction(state: State, graph: Graph, positions: list[int], watch: Watch) -> Solution:
    """The solution of a game in which no position repeats."""
    known = induced(graph, positions, watch)
    worth, acting = known[0], graph.actors[0]
    after = [known[target].value for target in graph.after(0)]
    best = [acting >= 0 and value[acting] == worth.value[acting] for value in after]
    return Solution(
        shares=results(state, worth.value), low=results(state, worth.low),
        high=results(state, worth.high), positions=len(graph), best=texts(state, best),
        first_moves=len(state.moves()),
        method=INDUCTION, seconds=watch.seconds, is_complete=True,
        is_exact=not any(isinstance(v, float) for v in (*worth.low, *worth.value, *worth.high)),
    )  # fmt: skip


def by_iteration(state: State, graph: Graph, watch: Watch) -> Solution:
    """The solution of a game for two with chance in which positions repeat."""
    bounds = bounded(graph, watch)
    low, high = bounds.low[0], bounds.high[0]
    if high - low > NEAR:
        reason = bounds.stopped_by or APART
        return unsolved(state, watch, Stopped(reason, len(graph)), (low, high), ITERATION)
    value = (low, high)
    after = [(bounds.low[t] - NEAR, bounds.high[t] + NEAR) for t in graph.after(0)]
    middle = (low + high) / 2
    shares = results(state, (middle, sum(graph.range) - middle)[: graph.seats])
    return Solution(
        shares=shares, low=shares, high=shares, positions=len(graph),
        best=texts(state, [not loses(a, value, state.seat) for a in after]),
        first_moves=len(state.moves()), method=ITERATION, seconds=watch.seconds,
        is_exact=False, is_complete=True,
    )  # fmt: skip


def by_proof(state: State, watch: Watch) -> Solution:
    """The solution by alpha-beta, for too many positions to keep."""
    proof, seat = prove(state, watch), state.seat
    known, value = proof.moves.items(), proof.value
    if value[0] != value[1]:
        assert proof.stopped is not None
        open_moves = tuple(text for text, worth in known if not loses(worth, value, seat))
        return replace(
            unsolved(state, watch, proof.stopped, value, ALPHA_BETA),
            positions=proof.positions, undecided=open_moves, is_complete=False,
        )  # fmt: skip
    shares = results(state, (value[0], 2 - value[0]))
    best = tuple(text for text, worth in known if keeps(worth, value, seat))
    left = (t for t, f in known if not keeps(f, value, seat) and not loses(f, value, seat))
    return Solution(
        shares=shares, low=shares, high=shares, positions=proof.positions, best=best,
        undecided=tuple(left), first_moves=len(known), method=ALPHA_BETA, seconds=watch.seconds,
        is_exact=True, is_complete=False, stopped_by=proof.stopped.reason if proof.stopped else "",
    )  # fmt: skip


def unsolved(
    state: State,
    watch: Watch,
    stopped: Stopped,
    value: tuple[float, float] | None = None,
    method: str = "",
) -> Solution:
    """What is known if there is no solution: the bounds `value`, and all first moves undecided.

    The bounds are units, of the first seat in a game for two; None: nothing is known.
    """
    scale, seats = state.game.results, state.game.seats
    everything = scale.in_units(scale.least), scale.in_units(scale.greatest)
    value = value or everything
    others = [value] * (seats - 1)
    if seats == 2:
        total = sum(everything)
        others = [(total - value[1], total - value[0])] if scale.is_zero_sum else [everything]
    low, high = zip(value, *others, strict=True)
    moves = tuple(move.text for move in state.moves())
    return Solution(
        shares=None, low=results(state, low), high=results(state, high),
        positions=stopped.met, best=(), undecided=moves, first_moves=len(moves),
        method=method, seconds=watch.seconds,
        is_exact=False, is_complete=bool(method), stopped_by=stopped.reason,
    )  # fmt: skip


def results(state: State, values: Iterable[float | Fraction]) -> tuple[Share, ...]:
    """Results from units."""
    unit = state.game.results.unit
    return tuple(v / unit if isinstance(v, float) else Fraction(v) / unit for v in values)


def texts(state: State, chosen: list[bool]) -> tuple[str, ...]:
    """The moves of a state that are chosen; none where chance acts."""
    if state.is_chance:
        return ()
    keys = compress(state.engine.keys(state.node), chosen)  # the native engine may repeat a move
    return tuple(dict.fromkeys(state.game.move(key).text for key in keys))
