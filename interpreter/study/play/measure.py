"""What is kept of a game that is looked at move by move.

`measured` gives a text (JSON) with, for every move, its text, its turn, how many legal moves there
were and which share was expected for seat 1; the cells that heat maps show; and the figures of
`metrics` that need more than the result and the length.  All shares lie between 0 and 1.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum, log10
from statistics import fmean
from typing import TYPE_CHECKING

from interpreter.agents.agent import Choice
from interpreter.reference.turns import PASS
from interpreter.study.play.board_use import board_use, position_of
from interpreter.study.play.second_look import SecondLook

if TYPE_CHECKING:
    from interpreter.api.state import State


@dataclass(frozen=True)
class Moment:
    """What is measured of a state and of the choice in it."""

    choice: Choice
    turn: int
    seat: int | None
    legal: int  # moves; 0 where chance acts
    occupied: frozenset[int]  # cells, by number
    position: Hashable  # tells it from other positions of its game
    is_duel: bool


def moment_of(state: State, choice: Choice) -> Moment:
    """What is measured of a state, which is not kept."""
    legal = 0 if state.seat is None else state.move_count
    return Moment(
        choice, state.turn, state.seat, legal, state.occupied, position_of(state),
        state.game.seats == 2,
    )  # fmt: skip


def measured(
    start: State, moments: Sequence[Moment], end: State, again: SecondLook | None = None
) -> str:
    """The facts of a game: its first state, its moves, its last state, and a second look at it."""
    expected = [expectation(m, m.choice.expected) for m in moments]
    shown = cells(start, moments, end)
    measures = game_figures(start, moments, end)
    if again is not None:
        repeated = [expectation(m, e) for m, e in zip(moments, again.expected, strict=True)]
        measures |= tense(moments, expected, repeated, end)
        if again.spread is not None:
            measures["spread"] = again.spread
        if again.clarity is not None:
            measures["clarity"] = again.clarity
    facts = {
        "moves": [m.choice.move.text for m in moments],
        "turns": [m.turn for m in moments],
        "legal": [m.legal for m in moments],
        "expected": [None if e is None else round(e, 4) for e in expected],
        **shown,
        "figures": measures | part_of_board("coverage", len(shown["used"]), end),
    }
    return json.dumps(facts, separators=(",", ":"), ensure_ascii=False)


def expectation(moment: Moment, share: float | None) -> float | None:
    """What the seat to move expects as the share of seat 1; known where there are two seats."""
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
    pairs = zip(before.node.position.by_cell, state.node.position.by_cell, strict=True)
    return [cell for cell, (one, other) in enumerate(pairs) if one != other]


def winner(end: State) -> int | None:
    """The number of the colour that has won alone."""
    if end.wins is None or 1.0 not in end.wins:
        return None
    colour: int = end.node.colours[end.wins.index(1.0)]
    return colour


# ---- figures -----------------------------------------------------------------------------------


def game_figures(start: State, moments: Sequence[Moment], end: State) -> dict[str, float]:
    """The figures of one game; those that cannot be had are left out."""
    measures: dict[str, float] = choices([m for m in moments if m.seat is not None]) | scores(end)
    measures |= gained(end)
    if end.game.exchanges_colours:
        measures["swap"] = float(tuple(start.node.colours) != tuple(end.node.colours))
    measures |= part_of_board("filled", len(end.occupied), end)
    positions = [m.position for m in moments] + [position_of(end)]
    occupied = [m.occupied for m in moments] + [end.occupied]
    moves = [m.choice.move.text for m in moments]
    return measures | board_use(positions, occupied, moves, end)


def part_of_board(name: str, count: int, end: State) -> dict[str, float]:
    """A figure: which part of the board so many cells are; none in a game without a board."""
    cells = len(end.game.board.cells)
    return {name: count / cells} if cells else {}


def choices(decisions: Sequence[Moment]) -> dict[str, float]:
    """What there was to choose from, and what was chosen."""
    if not decisions:
        return {}
    legal = [m.legal for m in decisions]
    actions = Counter(m.choice.move.action for m in decisions)
    measures = {
        "branching": fmean(legal),
        "forced": sum(n == 1 for n in legal) / len(legal),
        "passes": actions[PASS] / len(legal),
        "tree": fsum(map(log10, legal)),
    }
    if real := [n for n in legal if n > 1]:
        measures["choice"] = fmean(real)
    measures |= {f"action {name}": n / len(legal) for name, n in sorted(actions.items())}
    return measures


def scores(end: State) -> dict[str, float]:
    """What the rules count at the end, by seat, and how far the best two are apart."""
    counted = end.scores
    if counted is None or not all(isinstance(s, int | float) for s in counted.values()):
        return {}
    players = end.game.players
    by_seat = [float(counted[players[colour]]) for colour in end.node.colours]
    measures = {f"points-{seat}": points for seat, points in enumerate(by_seat, 1)}
    best, second, *_ = sorted(by_seat, reverse=True)
    return measures | {"margin": best - second}


def gained(end: State) -> dict[str, float]:
    """What each seat got, where that is more than who has won."""
    if end.result is None or end.game.results.has_whole_game:
        return {}
    return {f"gained-{seat}": points for seat, points in enumerate(end.result, 1)}


def tense(
    moments: Sequence[Moment], once: Sequence[float | None], again: Sequence[float | None],
    end: State,
) -> dict[str, float]:  # fmt: skip
    """The figures of tension, from what two searches expect for seat 1 before every move."""
    if end.wins is None:
        return {}
    turns = [m.turn for m in moments]
    first, second = (levelled(by_turns(turns, values)) for values in (once, again))
    return tension(first, second, end.wins) if first and first.keys() == second.keys() else {}


def by_turns(turns: Sequence[int], values: Sequence[float | None]) -> dict[int, float]:
    """The mean of the values that are known in each turn."""
    groups: dict[int, list[float]] = {}
    for turn, value in zip(turns, values, strict=True):
        if value is not None:
            groups.setdefault(turn, []).append(value)
    return {turn: fmean(numbers) for turn, numbers in groups.items()}


def levelled(expected: Mapping[int, float]) -> dict[int, float]:
    """The mean of each turn and the next one.

    A search thinks better of the seat that moves than the other's search does right after it; in
    the mean of both that cancels out.
    """
    items = list(expected.items())
    if len(items) < 2:
        return dict(expected)
    return {turn: (one + two) / 2 for (turn, one), (_, two) in pairwise(items)}


# ---- tension -------------------------------------------------------------------------------------
#
# Two searches that know nothing of each other say what seat 1 may expect.  Where one says that a
# seat is ahead, the other says how far that is true, and the lead has changed where both say so: so
# the luck of a search cancels out instead of being counted as tension.  As long as the expected
# share stays as it is, the means of `lead-changes` and `drama` are 0 however short the searches
# are, and so is that of `lead` where it stays at one half.  In a single game any of them may be
# below 0.

Measure = Callable[[Sequence[float], Sequence[float]], float]
SETTLED = 0.9  # the share that a winner keeps from the moment when the win is settled


def tension(
    first: Mapping[int, float], second: Mapping[int, float], result: Sequence[float]
) -> dict[str, float]:
    """The figures of a game for two, from the expected share of seat 1 by turn, and the result.

    `drama-i` is what the drama would be if seat i had won.
    """
    one, two = leads(first), leads(second)
    measures = {"lead": both_ways(ahead, one, two)}
    if len(one) > 1:
        measures["lead-changes"] = changes(one, two) / (len(one) - 1)
        measures["swing"] = swing(one, two)
    if 1.0 not in result:
        return measures
    dramas = [
        both_ways(behind, [sign * x for x in one], [sign * x for x in two]) for sign in (1, -1)
    ]
    measures |= {f"drama-{seat}": drama for seat, drama in enumerate(dramas, 1)}
    winner = 1 if result[0] == 1 else -1
    means = [winner * (x + y) / 2 for x, y in zip(one, two, strict=True)]
    unsettled = max((i for i, lead in enumerate(means, 1) if lead < 2 * SETTLED - 1), default=0)
    return measures | {
        "drama": dramas[0] if winner == 1 else dramas[1],
        "settled": unsettled / len(means),
    }


def leads(expected: Mapping[int, float]) -> list[float]:
    """By how much the share of seat 1 is larger than that of seat 2."""
    return [2 * share - 1 for share in expected.values()]


def both_ways(measure: Measure, one: Sequence[float], two: Sequence[float]) -> float:
    """The mean of a measure with either search as the one that says where to look."""
    return (measure(one, two) + measure(two, one)) / 2


def ahead(told: Sequence[float], true: Sequence[float]) -> float:
    """How far the seat that is told to be ahead truly is, in the mean of all turns."""
    return fmean(sign(x) * y for x, y in zip(told, true, strict=True))


def behind(told: Sequence[float], true: Sequence[float]) -> float:
    """How far seat 1 truly is behind, in the mean of all turns; 0 where it is told to be ahead."""
    return fmean(-y if x < 0 else 0.0 for x, y in zip(told, true, strict=True))


def changes(one: Sequence[float], other: Sequence[float]) -> float:
    """How often both searches see the lead change in the same turn; one less where they see it
    change in opposite ways.

    What a search is likely to see enters as a square, so that the mean is never below 0: also not
    where a lead grows that short searches do not yet see.
    """
    ones, others = pairwise(leaders(one)), pairwise(leaders(other))
    return sum((b - a) * (d - c) / 4 for (a, b), (c, d) in zip(ones, others, strict=True))


def leaders(leads: Sequence[float]) -> list[int]:
    """Who is ahead, as a sign; where nobody is, who was last, or else who will be first."""
    held, leader = list[int](), next((sign(lead) for lead in leads if lead), 0)
    for lead in leads:
        leader = sign(lead) or leader
        held.append(leader)
    return held


def swing(one: Sequence[float], other: Sequence[float]) -> float:
    """The mean square of what a turn changes in the lead: each change by both searches, so that
    the product holds no chance of its own.
    """
    steps = ([b - a for a, b in pairwise(leads)] for leads in (one, other))
    return fmean(x * y for x, y in zip(*steps, strict=True))


def sign(x: float) -> int:
    """1, 0 or -1."""
    return (x > 0) - (x < 0)
