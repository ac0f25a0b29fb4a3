"""Proofs by alpha-beta for games with too many positions to keep.

The search deepens iteratively; its proofs are sound even if positions repeat.  A draw is proven
only if all lines of play come to an end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.engine.protocol import Analyses
from interpreter.native.runtime.search import (
    MAX_DEPTH,
    RootMove,
    SearchInterrupted,
    SearchOptions,
    SearchReport,
)
from interpreter.solve.solution import INTERRUPTED, Stopped, Watch

if TYPE_CHECKING:
    from interpreter.api.state import State

LOOKS = 10  # positions searched for each that may be kept, if time is not limited
LEAST_SECONDS = 0.01

Range = tuple[float, float]  # the least and the most half points of the first seat


@dataclass
class Proof:
    """Bounds on the value of a state, and on the value after each of its moves, by text."""

    watch: Watch
    value: Range = (0, 2)
    moves: dict[str, Range] = field(default_factory=dict)
    positions: int = 0  # that were searched
    stopped: Stopped | None = None  # None: no limit was reached


def can_prove(state: State) -> bool:
    """Whether alpha-beta can prove the value of a state."""
    analyses = state.engine.analyses
    return (
        state.game.seats == 2
        and not state.game.results.are_points
        and analyses is not None
        and not analyses.has_chance
        and not state.is_over
    )


def prove(state: State, watch: Watch) -> Proof:
    """The bounds that can be proven for a state and its moves within the limits."""
    analyses = state.engine.analyses
    assert analyses is not None
    proof = Proof(watch, moves=dict.fromkeys((move.text for move in state.moves()), (0, 2)))
    report = searched(proof, analyses, state)
    if report is None:
        return proof
    proof.value = half_points(report)
    for row in report.moves:
        text = state.game.move(analyses.unpack(row.move)).text
        proof.moves[text] = of_move(row, state.seat)
    for text, known in proof.moves.items():
        if proof.stopped is None and is_wanted(proof, known, state.seat):
            later = searched(proof, analyses, state.play(text))
            proof.moves[text] = known if later is None else half_points(later)
    return proof


def searched(proof: Proof, analyses: Analyses, state: State) -> SearchReport | None:
    """Search a state with what is left of the limits; None if Ctrl-C came before any result."""
    watch = proof.watch
    left, most = watch.left, 0 if watch.limits.seconds else LOOKS * watch.limits.positions
    options = SearchOptions(
        "solve",
        simulations=max(1, most - proof.positions) if most else 0,
        seconds=0.0 if left is None else max(left, LEAST_SECONDS),
        nodes=watch.limits.positions,
    )
    reason = watch.late
    try:
        watch.say(f"alpha-beta: {proof.positions:,} positions so far")
        report = analyses.search(state.node, options)
    except KeyboardInterrupt as error:
        proof.stopped = Stopped(INTERRUPTED, proof.positions)
        return error.report if isinstance(error, SearchInterrupted) else None
    proof.positions += report.simulations
    if report.proved:
        return report
    if report.depth == MAX_DEPTH:
        reason = f"nothing is proven {MAX_DEPTH} moves ahead"
    elif most:
        reason = f"alpha-beta has looked at {proof.positions:,} positions"
    proof.stopped = Stopped(reason, proof.positions)
    return report


def half_points(report: SearchReport) -> Range:
    """Bounds on the half points of the first seat; C gives the mean of unequal ones."""
    middle = report.shares[0]
    return (round(2 * middle),) * 2 if report.proved else between(middle)


def of_move(row: RootMove, seat: int | None) -> Range:
    """The same bounds after a move of `seat`."""
    share = row.mean if row.proved is None else row.proved
    if row.proved is None and not row.visits:
        return 0, 2
    middle = share if seat == 0 else 1 - share
    return between(middle) if row.proved is None else (round(2 * middle),) * 2


def between(middle: float) -> Range:
    """The bounds that have this mean share and are not equal."""
    return {0.25: (0, 1), 0.75: (1, 2)}.get(middle, (0, 2))


def is_settled(known: Range, value: Range, seat: int | None) -> bool:
    """Whether it is known if a move keeps the value of its state."""
    if value[0] != value[1]:
        return True  # the moves do not matter while the value is unknown
    return keeps(known, value, seat) or loses(known, value, seat)


def is_wanted(proof: Proof, known: Range, seat: int | None) -> bool:
    """Whether more is to be found out about a move: each of them, or a first one that is best."""
    if is_settled(known, proof.value, seat):
        return False
    is_found = any(keeps(other, proof.value, seat) for other in proof.moves.values())
    return proof.watch.every_move or not is_found


def keeps(known: Range, value: Range, seat: int | None) -> bool:
    """Whether a move certainly keeps the value of its state for the seat that moves."""
    return known[0] >= value[0] if seat == 0 else known[1] <= value[1]


def loses(known: Range, value: Range, seat: int | None) -> bool:
    """Whether a move certainly loses some of it."""
    return known[1] < value[0] if seat == 0 else known[0] > value[1]
