"""Why a piece that somebody would like to move has no move: what stands in its way, in words.

Of the places that its moves could lead to, those near the piece tell most, so they are asked first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from gdl.model import nodes as model
from gdl.source.wording import clip
from gdl.vocabulary.types import CELL
from interpreter.board.values import IllegalMove
from interpreter.explain.reasons import Reasons, hidden_from_anybody
from interpreter.explain.why import MAX_WORDS, Explained, forbidden, outside
from interpreter.reference.actions import Action, Args

MAX_TRIED = 60  # moves of each action that are tried
MAX_NAMED = 3  # pieces in the way that are named


def why_blocked(at: Explained, cell: int) -> IllegalMove | None:
    """Why no move begins with the piece on a cell: the pieces in its way, or the nearest reason.

    None where nothing can be said, or something is hidden from somebody.
    """
    if at.node.setup or at.node.is_over or hidden_from_anybody(at.reference.rules.model):
        return None
    first: IllegalMove | None = None
    for action in likely_actions(at):
        reasons = Reasons(at.reference.rules)
        spoken: list[IllegalMove] = []
        for args in islice(moves_from(at, action, cell), MAX_TRIED):
            spoken.append(reason_of(at, action, args, reasons))
        if reasons.pieces_in_the_way:
            named = list(reasons.pieces_in_the_way)[:MAX_NAMED]
            return IllegalMove(clip(", ".join(named), MAX_WORDS), spoken[0].span)
        first = first or next((reason for reason in spoken if reason.span is not None), None)
    return first


def likely_actions(at: Explained) -> list[Action]:
    """The actions that the turn has here and that lead from one cell to another."""
    turns, node = at.reference.turns, at.node
    steps = turns.steps(node.position, node.pending, every=True)
    names = dict.fromkeys([step[0].name for step in steps if step is not None])
    actions = [turns.actions[name] for name in names if name in turns.actions]
    return [a for a in actions if not a.model.is_chance and a.types.count(CELL) > 1]


def moves_from(at: Explained, action: Action, cell: int) -> Iterator[Args]:
    """The instances of an action whose first cell is a given one, those to near cells first."""
    rules = at.reference.rules
    cells = sorted(rules.all_cells, key=lambda c: far(at, cell, c))
    first = action.types.index(CELL)
    choices: list[list[Any]] = []
    for number, type in enumerate(action.types):
        if number == first:
            choices.append([cell])
        elif type == CELL:
            choices.append([c for c in cells if c != cell])
        else:
            names = rules.codes.names(type) or ("1",)
            choices.append([rules.codes.parse(type, name) for name in names])
    yield from product(*choices)


def far(at: Explained, a: int, b: int) -> tuple[bool, int]:
    """How far one cell is from another; the farthest are those that no way leads to."""
    steps = at.reference.rules.topology.distance(a, b)
    return steps is None, steps or 0


def reason_of(at: Explained, action: Action, args: Args, reasons: Reasons) -> IllegalMove:
    """What forbids an instance; `reasons` remembers the pieces that are named."""
    result = action.carry_out(at.node.position.changed(passes=0), args)
    if isinstance(result, model.Binder):
        return outside(at, action, args, result, reasons)
    return forbidden(at, action, args)
