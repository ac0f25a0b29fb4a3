"""What both engines offer to states, agents, solving and comparing."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from gdl.source.spans import Span
from interpreter.board.position import Pending, Position
from interpreter.board.values import Key, Move, Played, Playouts, Words
from interpreter.board.walks import Walks
from interpreter.reference.engine import Node, Reference

if TYPE_CHECKING:
    from interpreter.native.runtime.graph import AnyArrays, Arrays, Progress
    from interpreter.native.runtime.kept_trees import KeptTrees
    from interpreter.native.runtime.library import NativeLibrary
    from interpreter.native.runtime.search import SearchOptions, SearchReport

Led = Mapping[Key, Any]  # what `moves` gave for a node


class Situation(Protocol):
    """A node of either engine: who acts and what is left to do, or how the game ended."""

    @property
    def position(self) -> Position: ...
    @property
    def present(self) -> Position: ...  # as `position`, perhaps without what the seats heard
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


class Engine(Protocol):
    """Plays one game, from node to node.

    A node is a `Situation`, and belongs to the engine that made it.  What an engine has no way of
    its own for is None.
    """

    @property
    def name(self) -> str:
        """The word for it: "native" or "reference"."""

    @property
    def reference(self) -> Reference:
        """The rules as the reference engine has them."""

    # ---- from node to node ----

    def start(self) -> Any:
        """The node at the start."""

    def moves(self, node: Any) -> Mapping[Key, Any]:
        """The legal moves in order, each with what `play` may use again."""

    def keys(self, node: Any) -> list[Key]:
        """The legal moves in the order of the edges of a graph: one may come several times."""

    def made_moves(self, node: Any, make: Callable[[Key], Move]) -> list[Move] | None:
        """The legal moves in order, as `make` always makes them of their keys; None where only
        `moves` tells.
        """

    def move_count(self, node: Any) -> int | None:
        """How many ways to move there are; None where only `moves` tells."""

    def weights(self, node: Any, led: Led | None) -> list[float]:
        """The weights of what chance may do; `led` is what `moves` gave, as for `play`."""

    @property
    def plays_unlisted(self) -> bool:
        """Whether `play` takes no longer where the moves have not been listed."""

    def play(self, node: Any, key: Key, words: Words, led: Led | None) -> Any:
        """The node after a move; None where it is not legal.

        `led` is what `moves` gave, None only where the engine plays unlisted moves; `words` is
        called for each move that somebody hears of now.
        """

    def from_node(self, node: Node) -> Any:
        """The same node of this engine for one of the reference engine; None if it has none."""

    # ---- keys ----

    def turn_key(self, node: Any) -> tuple[Any, ...]:
        """What tells positions between turns apart: nothing of how they came about."""

    def present_key(self, node: Any) -> tuple[Any, ...]:
        """What tells nodes with different futures apart, but for what `seen` compares."""

    def future_key(self, node: Any) -> tuple[Any, ...]:
        """What tells nodes with different futures apart; the same on both engines."""

    def key(self, node: Any) -> Any:
        """As `future_key`, but quick to make and only for nodes of this engine."""

    def position_key(self, node: Any) -> Any:
        """As `key`, but without the positions that were seen before."""

    # ---- counts and random games ----

    def perft(self, node: Any, depth: int, turns: bool = False) -> int:
        """The number of different sequences of `depth` moves, or of turns with distinct results."""

    def positions(self, node: Any, depth: int) -> list[tuple[int, int]]:
        """After each number of turns, how many distinct positions there are, and how many over."""

    def playouts(
        self, node: Any, count: int, seed: int, threads: int, max_actions: int
    ) -> Playouts:
        """Random games from a node; the same for a seed on any number of threads."""

    def playout_rows(
        self, node: Any, first: int, count: int, seed: int, max_actions: int
    ) -> list[Played]:
        """What became of random games number `first` and those after it."""

    def walks(
        self, node: Any, first: int, count: int, seed: int, max_actions: int
    ) -> Iterator[Walks] | None:
        """The same games move by move, some at a time; None where `playout_moves` is as quick."""

    def playout_moves(self, node: Any, number: int, seed: int, max_actions: int) -> list[Key]:
        """The moves of one of them."""

    # ---- what only the native engine has ----

    @property
    def state_size(self) -> int | None:
        """The bytes of a node; None where a node is made of objects."""

    @property
    def analyses(self) -> Analyses | None:
        """Searches and graphs of its own; None where they are made of moves one by one."""

    def same_fields(
        self, other: Any, names: Collection[str]
    ) -> Callable[[Any, Any], bool] | None:
        """What tells quickly that a node of this engine and one of another agree in some fields.

        None where nothing does.  False may mean that they agree in another form.
        """


class Analyses(Protocol):
    """What an engine computes as a whole, without a call for every move."""

    @property
    def native(self) -> NativeLibrary:
        """The library that plays, for others that are bound to its rules."""

    @property
    def has_history(self) -> bool:
        """Whether rules ask what was seen before."""

    @property
    def has_chance(self) -> bool:
        """Whether nature acts in some turn."""

    def improve(self) -> None:
        """Go on with the fastest code that can be had, so that nothing waits for it later."""

    def prepare(self) -> None:
        """Build what the others need, so that no limit of time counts it.

        Raises NativeError where it cannot be had.
        """

    def search(
        self, node: Any, options: SearchOptions, stop: ctypes.c_int32 | None = None,
        kept: KeptTrees | None = None,
    ) -> SearchReport:  # fmt: skip
        """Search a node in which a seat acts, until another thread sets `stop`; with `kept`, go on
        with the tree of an earlier search.

        Raises SearchError, SearchInterrupted for Ctrl-C in the main thread, and GdlError where a
        turn is too long to look through.
        """

    def packed_moves(self, node: Any) -> array[int]:
        """The legal moves in order, each as one number; several may have the same key."""

    def unpack(self, packed: int) -> Key:
        """The move of such a number, or of one in a report."""

    def graph(self, node: Any, most: int, look: Progress) -> Arrays | None:
        """All positions that can be reached, in a game whose rules do not ask what was seen before.

        None where there are more than `most`.  Raises what `look` raises.
        """

    def winners(self, graph: AnyArrays, look: Progress) -> tuple[array[int], array[int]]:
        """Who wins each position of a graph, and in how many moves."""
