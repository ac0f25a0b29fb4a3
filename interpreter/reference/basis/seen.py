"""What `seen` compares: keys of the history that the positions of a game keep."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gdl.model import nodes as model
from interpreter.board.position import Position
from interpreter.reference.basis.functions import Frame, Function

SeenKey = Callable[[Position, Any], Any]  # of a position, and of the turn that is asked about


def key_of_seen(expr: model.Seen, which: int, things: Sequence[Function], frame: Frame) -> SeenKey:
    """A function that gives what a `seen` compares as one hashable value, with its number."""

    def key(position: Position, turn: Any) -> Any:
        board = position.standing if expr.board else None
        of_turn = () if expr.turn_number is None else (turn,)
        return (which, board, (*(t(position, frame) for t in things), *of_turn))

    return key


def times_seen(key: SeenKey, turn: Function | None) -> Function:
    """The function for how often the history has what is compared; of one turn if it is given."""
    if turn is None:
        return lambda position, frame: position.history.get(key(position, 0), 0)
    return lambda position, frame: position.history.get(key(position, turn(position, frame)), 0)


def compared_by(seen: model.Seen) -> tuple[Any, ...]:
    """What a `seen` compares: the board, the things by their names, the number of the turn."""
    named = (model.BuiltinCall, model.Stored)
    names = (thing.name for thing in seen.things if isinstance(thing, named))
    return seen.board, seen.turn_number is not None, *names
