"""Which engine plays a game.

The native engine is C that a compiler of this machine builds; it plays most games and is fast.  The
reference engine is plain Python, which `ReferenceEngine` fits to the protocol, and plays all of
them.  Both give the same games.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from typing import Any

from interpreter.board.values import Key, Move, Words
from interpreter.engine.names import ENGINES, VARIABLE
from interpreter.engine.protocol import Engine, Led
from interpreter.native import runtime
from interpreter.reference.engine import Node, Reference
from interpreter.walking.move_by_move import MoveByMove

REFUSED = "the native engine cannot play "  # begins every reason that lies in the rules
PAGE = "see docs/native.md"


def native_engine(reference: Reference) -> Engine | str:
    """The native engine of a game, or why there is none."""
    try:
        return runtime.NativeEngine(reference)
    except runtime.NotNative as error:
        return f"{REFUSED}{reference.model.name}: {error}; {PAGE}"
    except runtime.NativeError as error:
        return str(error)


def requested_engine() -> str:
    """The engine that the environment names; the empty text where it names none.

    Raises ValueError for one that there is not.
    """
    name = os.environ.get(VARIABLE, "")
    return check_engine(name, f" in the variable {VARIABLE}") if name else ""


def check_engine(name: str, where: str = "") -> str:
    """The name of an engine.

    Raises ValueError for one that there is not.
    """
    if name not in ENGINES:
        known = " and ".join(repr(n) for n in ENGINES)
        raise ValueError(f"there is no engine {name!r}{where}; there are {known}")
    return name


class ReferenceEngine(MoveByMove):
    """The engine in plain Python, which plays every game."""

    name = "reference"
    plays_unlisted = False
    state_size = analyses = None

    def __init__(self, reference: Reference):
        self.reference = reference

    def start(self) -> Node:
        """The node at the start."""
        return self.reference.start()

    def moves(self, node: Node) -> Mapping[Key, Any]:
        """The legal moves, each with where it leads."""
        return self.reference.moves(node)

    def made_moves(self, node: Node, make: Callable[[Key], Move]) -> None:
        """Unknown without comparing keys."""

    def move_count(self, node: Node) -> None:
        """Unknown before the moves are listed."""

    def weights(self, node: Node, led: Led | None) -> list[float]:
        """The weights of what chance may do."""
        assert led is not None
        positions = (v[0] if isinstance(v, tuple) else v for v in led.values())
        return [float(p.weight) for p in positions]

    def play(self, node: Node, key: Key, words: Words, led: Led | None) -> Node | None:
        """The node after a move."""
        assert led is not None  # it lists the moves before it plays one
        if key not in led:
            return None
        return self.reference.play(node, key, led[key], words)

    def from_node(self, node: Node) -> Node:
        """The node itself."""
        return node

    def walks(self, node: Node, first: int, count: int, seed: int, max_actions: int) -> None:
        """There is no quicker way than move by move."""

    def same_fields(self, other: Any, names: Collection[str]) -> None:
        """There is no quick way."""
