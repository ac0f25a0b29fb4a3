"""Refuses games in which looking ahead would take more of the stack than a thread has.

A look ahead is a call within a call for each action, which holds states.
"""

from __future__ import annotations

from gdl.model import nodes as model
from gdl.model.ranges import Bounds
from gdl.source.limits import MAX_LOOKS_DEEP
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.terms.refusal import NotNative

MAX_STACK = 1 << 22  # bytes: half of what a thread has on most machines
STATES_TO_CHOOSE = 3  # that each action ahead holds where a value chooses; elsewhere it is one


def check_stack(plan: Plan) -> None:
    """Refuse a game whose looks ahead may not fit the stack.

    Raises NotNative.
    """
    rules = plan.engine.model
    bounds = Bounds(rules, len(plan.engine.rules.all_cells))
    held = plan.interface.state_bytes * (STATES_TO_CHOOSE if plan.choosing else 1)
    turns = 2 if plan.asks_stuck else 1  # a look that asks goes on into the next turn
    for turn in (*rules.opening, *(turn for _, turn in rules.turn)):
        count = held * min(turns * deepest(turn, bounds), MAX_LOOKS_DEEP)
        if count > MAX_STACK:
            raise NotNative("deep-look", turn.span, count=count, name=f"{MAX_STACK:,}")


def deepest(turn: model.Turn, bounds: Bounds) -> int:
    """The most actions on any way through a turn, all rounds counted; or more than any look has."""
    match turn:
        case model.Act() | model.AllAtOnce():
            return 1
        case model.Sequence(steps=parts):
            return sum(deepest(part, bounds) for part in parts)
        case model.Choice(options=parts) | model.Else(options=parts):
            return max((deepest(part, bounds) for part in parts), default=0)
        case model.IfTrue(turn=inner) | model.Most(turn=inner):
            return deepest(inner, bounds)
        case model.Repeat(turn=inner, times=times):
            most = bounds.cells if times is None else bounds.interval(times)[1]
            return deepest(inner, bounds) * max(0, int(min(most, MAX_LOOKS_DEEP)))
    raise AssertionError(f"a turn has no {type(turn).__name__}")
