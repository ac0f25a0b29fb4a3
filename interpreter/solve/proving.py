"""What alpha-beta proves of a game whose positions are too many to be kept.

It looks ahead deeper and deeper; what it proves holds, also where positions repeat.  A draw is
proven only where all lines come to an end.
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

LOOKS = 10  # positions that are looked at for each that may be kept, where no time is given
LEAST_SECONDS = 0.01

Range = tuple[float, float]  # half points of seat 1, at least and at most


@dataclass
class Proof:
    """What is known of a state and of what each of its moves leads to, by text."""

    watch: Watch
    value: Range = (0, 2)
    moves: dict[str, Range] = field(default_factory=dict)
    positions: int = 0  # that were looked at
    stopped: Stopped | None = None  # None: nothing is left to be found out


def can_prove(state: State) -> bool:
    """Whether alpha-beta can prove what a state is worth."""
    analyses = state.engine.analyses
    return (
        state.game.seats == 2
        and analyses is not None
        and not analyses.has_chance
        and not state.is_over
    )


def prove(state: State, watch: Watch) -> Proof:
    """What can be proven of a state and of its moves within the limits."""
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
        if proof.stopped is None and not is_settled(known, proof.value, state.seat):
            later = searched(proof, analyses, state.play(text))
            proof.moves[text] = known if later is None else half_points(later)
    return proof


def searched(proof: Proof, analyses: Analyses, state: State) -> SearchReport | None:
    """Search a state with what is left of the limits; None where that ended before it began."""
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
    """What seat 1 gets at least and at most: C tells the middle of both."""
    middle = report.shares[0]
    return (round(2 * middle),) * 2 if report.proved else between(middle)


def of_move(row: RootMove, seat: int | None) -> Range:
    """The same after a move of a seat."""
    share = row.mean if row.proved is None else row.proved
    if row.proved is None and not row.visits:
        return 0, 2
    middle = share if seat == 0 else 1 - share
    return between(middle) if row.proved is None else (round(2 * middle),) * 2


def between(middle: float) -> Range:
    """The bounds whose middle this is, where they are apart."""
    return {0.25: (0, 1), 0.75: (1, 2)}.get(middle, (0, 2))


def is_settled(known: Range, value: Range, seat: int | None) -> bool:
    """Whether it is known if a move keeps what its state is worth."""
    if value[0] != value[1]:
        return True  # nothing more is asked
    return keeps(known, value, seat) or loses(known, value, seat)


def keeps(known: Range, value: Range, seat: int | None) -> bool:
    """Whether a move surely gets its seat what the state is worth."""
    return known[0] >= value[0] if seat == 0 else known[1] <= value[1]


def loses(known: Range, value: Range, seat: int | None) -> bool:
    """Whether a move surely gives something away."""
    return known[1] < value[0] if seat == 0 else known[0] > value[1]
