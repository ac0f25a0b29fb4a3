"""What is kept of a game that is looked at move by move.

`measured` gives a text (JSON) with, for every move, its text, its turn, how many legal moves there
were and which share was expected for seat 1; the cells that heat maps show; and the figures of
`metrics` that need more than the result and the length.  All shares lie between 0 and 1.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from statistics import fmean
from typing import TYPE_CHECKING

from interpreter.agents.agent import Choice
from interpreter.reference.turns import PASS

if TYPE_CHECKING:
    from interpreter.state import State

SETTLED = 0.9  # the share that a winner keeps from the moment when the win is settled


@dataclass(frozen=True)
class Moment:
    """What is measured of a state and of the choice in it."""

    choice: Choice
    turn: int
    seat: int | None
    legal: int  # moves; 0 where chance acts
    occupied: frozenset[int]  # cells, by number
    is_duel: bool


def moment_of(state: State, choice: Choice) -> Moment:
    """What is measured of a state, which is not kept."""
    legal = 0 if state.seat is None else state.move_count
    return Moment(choice, state.turn, state.seat, legal, state.occupied, state.game.seats == 2)


def measured(start: State, moments: Sequence[Moment], end: State) -> str:
    """The facts of a game: its first state, its moves and its last state."""
    expected = [expectation(m) for m in moments]
    shown = cells(start, moments, end)
    facts = {
        "moves": [m.choice.move.text for m in moments],
        "turns": [m.turn for m in moments],
        "legal": [m.legal for m in moments],
        "expected": [None if e is None else round(e, 4) for e in expected],
        **shown,
        "figures": figures(start, moments, expected, end)
        | {"coverage": len(shown["used"]) / len(end.game.board.cells)},
    }
    return json.dumps(facts, separators=(",", ":"), ensure_ascii=False)


def expectation(moment: Moment) -> float | None:
    """The share that the agent expected for seat 1; known where there are two seats."""
    share = moment.choice.expected
    if share is None or not moment.is_duel:
        return None
    return share if moment.seat == 0 else 1 - share


# ---- cells -------------------------------------------------------------------------------------


def cells(start: State, moments: Sequence[Moment], end: State) -> dict[str, list[int]]:
    """The numbers of the cells that the first turn changed, that were ever used, and, where a
    seat has won alone, on which it has pieces at the end."""
    used = end.occupied.union(*(m.occupied for m in moments))
    board, colour = end.node.position.board, winner(end)
    won = [
        cell for cell, piece in enumerate(board)
        if piece is not None and colour is not None and piece.owner == colour
    ]  # fmt: skip
    return {"first": first_cells(start, moments), "used": sorted(used), "won": won}


def first_cells(start: State, moments: Sequence[Moment]) -> list[int]:
    """The cells that the first turn changed."""
    state, before = start, start
    for moment in moments:
        if moment.seat is None and state.turn == 0:
            before = state = state.play(moment.choice.move)
            continue
        if moment.turn > 0:
            break
        state = state.play(moment.choice.move)
    pairs = zip(before.node.position.board, state.node.position.board, strict=True)
    return [cell for cell, (one, other) in enumerate(pairs) if one != other]


def winner(end: State) -> int | None:
    """The number of the colour that has won alone."""
    if end.result is None or 1.0 not in end.result:
        return None
    colour: int = end.node.colours[end.result.index(1.0)]
    return colour


# ---- figures -----------------------------------------------------------------------------------


def figures(
    start: State, moments: Sequence[Moment], expected: Sequence[float | None], end: State
) -> dict[str, float]:
    """The figures of one game; those that cannot be had are left out."""
    found: dict[str, float] = choices([m for m in moments if m.seat is not None]) | scores(end)
    found["swap"] = float(tuple(start.node.colours) != tuple(end.node.colours))
    expectations = by_turns([m.turn for m in moments], expected)
    if expectations and end.result is not None:
        found |= tension(levelled(expectations), end.result)
    found["filled"] = len(end.occupied) / len(end.game.board.cells)
    return found


def choices(decisions: Sequence[Moment]) -> dict[str, float]:
    """What there was to choose from, and what was chosen."""
    if not decisions:
        return {}
    legal = [m.legal for m in decisions]
    actions = Counter(m.choice.move.action for m in decisions)
    found = {
        "branching": fmean(legal),
        "forced": sum(n == 1 for n in legal) / len(legal),
        "passes": actions[PASS] / len(legal),
    }
    found |= {f"action {name}": n / len(legal) for name, n in sorted(actions.items())}
    spreads = [m.choice.spread for m in decisions if m.choice.spread is not None]
    if spreads:
        found["spread"] = fmean(spreads)
    return found


def scores(end: State) -> dict[str, float]:
    """What the rules count at the end, by seat, and how far the best two are apart."""
    counted = end.scores
    if counted is None or not all(isinstance(s, int | float) for s in counted.values()):
        return {}
    players = end.game.players
    by_seat = [float(counted[players[colour]]) for colour in end.node.colours]
    found = {f"points-{seat}": points for seat, points in enumerate(by_seat, 1)}
    best, second, *_ = sorted(by_seat, reverse=True)
    return found | {"margin": best - second}


def by_turns(turns: Sequence[int], values: Sequence[float | None]) -> dict[int, float]:
    """The mean of the values that are known in each turn."""
    found: dict[int, list[float]] = {}
    for turn, value in zip(turns, values, strict=True):
        if value is not None:
            found.setdefault(turn, []).append(value)
    return {turn: fmean(numbers) for turn, numbers in found.items()}


def levelled(expected: Mapping[int, float]) -> dict[int, float]:
    """The mean of each turn and the next one.

    A search thinks better of the seat that moves than the other's search does right after it; in
    the mean of both that cancels out.
    """
    items = list(expected.items())
    if len(items) < 2:
        return dict(expected)
    return {turn: (one + two) / 2 for (turn, one), (_, two) in pairwise(items)}


def tension(by_turn: Mapping[int, float], result: Sequence[float]) -> dict[str, float]:
    """Lead changes, and for games that somebody has won drama and when the win was settled."""
    expected = list(by_turn.values())
    leads = [e > 0.5 for e in expected if e != 0.5]
    changes = sum(a != b for a, b in pairwise(leads))
    found = {"lead-changes": changes / max(1, len(expected) - 1)}
    if 1.0 not in result:
        return found
    winners = [e if result[0] == 1 else 1 - e for e in expected]
    behind = [sqrt(1 - 2 * e) for e in winners if e < 0.5]
    unsettled = max((i for i, e in enumerate(winners, 1) if e < SETTLED), default=0)
    return found | {
        "drama": fmean(behind) if behind else 0.0,
        "settled": unsettled / len(winners),
    }
