"""Who plays a game: what `State` asks of an engine, and the choice between the two.

The native engine is C that a compiler of this machine builds; it plays most games and is fast.  The
reference engine is plain Python and plays all of them.  Both give the same games.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from interpreter.reference.engine import Engine, Key, Node
from interpreter.reference.position import Pending, Position

if TYPE_CHECKING:
    from gdl.source import Span
    from interpreter.native.engine import NativeEngine

VARIABLE = "BOARDWRIGHT_ENGINE"
REFUSED = "the native engine cannot play "  # begins every reason that lies in the rules
PAGE = "see docs/native.md"
ENGINES = ("native", "reference")
Words = Callable[[], tuple[str, ...]]


class Situation(Protocol):
    """What both engines tell of a situation of a game: see `Node`."""

    @property
    def position(self) -> Position: ...
    @property
    def pending(self) -> Pending: ...
    @property
    def setup(self) -> Any: ...
    @property
    def chance(self) -> bool: ...
    @property
    def result(self) -> tuple[float, ...] | None: ...
    @property
    def ended_by(self) -> Span | None: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def seat(self) -> int: ...
    @property
    def occupied(self) -> frozenset[int]: ...
    @property
    def turns(self) -> int: ...
    @property
    def colours(self) -> tuple[int, ...]: ...
    @property
    def is_in_set_up(self) -> bool: ...


class Player(Protocol):
    """An engine as `State` uses it.

    `moves` gives the legal moves in order, each with what `play` may use again; `play` gives None
    for a move that is not legal.  `words` is called for what each seat hears of the move.
    """

    @property
    def name(self) -> str: ...
    def moves(self, node: Any) -> Mapping[Key, Any]: ...
    def weights(self, node: Any, led: Mapping[Any, Any]) -> list[float]: ...
    def play(
        self, node: Any, key: Key, words: Words, led: Callable[[], Mapping[Key, Any]]
    ) -> Any: ...


class ReferencePlayer:
    """The reference engine."""

    name = "reference"

    def __init__(self, engine: Engine):
        self.engine = engine

    def moves(self, node: Node) -> Mapping[Key, Any]:
        """The legal moves, each with where it leads."""
        return self.engine.moves(node)

    def weights(self, node: Node, led: Mapping[Any, Any]) -> list[float]:
        """The weights of what chance may do."""
        positions = (v[0] if isinstance(v, tuple) else v for v in led.values())
        return [float(p.weight) for p in positions]

    def play(
        self, node: Node, key: Key, words: Words, led: Callable[[], Mapping[Key, Any]]
    ) -> Node | None:
        """The situation after a move."""
        known = led()
        if key not in known:
            return None
        return self.engine.play(node, key, known[key], words() if self.engine.has_secrets else ())


class NativePlayer:
    """The native engine."""

    name = "native"

    def __init__(self, engine: NativeEngine):
        self.engine = engine

    def moves(self, node: Any) -> Mapping[Key, Any]:
        """The legal moves."""
        return dict.fromkeys(self.engine.keys(node))

    def weights(self, node: Any, led: Mapping[Any, Any]) -> list[float]:
        """The weights of what chance may do."""
        return self.engine.weights(node)

    def play(self, node: Any, key: Key, words: Words, led: Callable[[], Mapping[Key, Any]]) -> Any:
        """The situation after a move; the others are not worked out."""
        return self.engine.play(node, key, words)


def native_player(engine: Engine) -> NativePlayer | str:
    """The native engine of a game, or why there is none."""
    from interpreter.native.compilers import NativeError
    from interpreter.native.engine import NativeEngine
    from interpreter.native.refusal import NotNative

    try:
        return NativePlayer(NativeEngine(engine))
    except NotNative as error:
        return f"{REFUSED}{engine.game.name}: {error}; {PAGE}"
    except NativeError as error:
        return str(error)


def wanted_engine() -> str:
    """The engine that the environment asks for; the empty text where it does not.

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
