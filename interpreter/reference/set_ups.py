"""What chance may do in the set-up, tried one after the other: does the set-up always succeed?"""

from __future__ import annotations

from interpreter.reference.effort import Effort
from interpreter.reference.engine import Engine, Node


def try_set_ups(engine: Engine, effort: Effort, most: int) -> None:
    """Carry out the set-up with all that chance may do, as far as so many rounds go.

    Raises GdlError where the set-up fails.
    """
    with effort.at_most(most):
        go_through(engine, engine.start())


def go_through(engine: Engine, start: Node) -> None:
    """Go on from a node of the set-up to the ends of it."""
    todo = [start]
    while todo:
        node = todo.pop()
        if node.is_in_set_up:
            moves = engine.moves(node)
            todo += [engine.play(node, key, led, ()) for key, led in moves.items()]
