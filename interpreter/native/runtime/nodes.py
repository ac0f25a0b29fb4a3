"""A node of the native engine: a state as bytes, and the past that `seen` compares."""

from __future__ import annotations

from array import array
from collections import UserDict
from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from gdl.source.spans import Span
from interpreter.board.position import Position
from interpreter.board.told import Told
from interpreter.board.values import Key
from interpreter.native.runtime.library import NativeLibrary
from interpreter.reference.engine import Node

MAX_UNHEARD = 2_000  # moves after which what was heard is computed
SEEN_BYTES = 8  # of the hash of one thing that `seen` compares


class Past(NamedTuple):
    """An action after which a turn ended, linked to those before it: what `seen` compares."""

    past: Past | None
    before: bytes
    key: Key
    after: bytes
    is_single: bool  # one end of a turn was recorded, not several


Heard = tuple[Told, ...]  # by each seat


class Unheard:
    """What the seats heard up to a situation and `hear`, which adds what they heard after that.

    Nobody may ask for it, and it takes longer than a move: so it is computed when it is first read.
    """

    __slots__ = ("before", "count", "hear")

    def __init__(self, before: NativeNode, hear: Callable[[NativeNode], Heard]):
        self.before = before
        self.hear = hear
        self.count = before.unheard + 1  # one after the other


class NativeNode:
    """A situation as bytes, with the attributes of a `Node` of the reference engine."""

    __slots__ = (
        "__dict__", "chance", "engine", "hearing", "is_over", "listed", "menu", "past", "seat",
        "seen", "start", "state",
    )  # fmt: skip

    def __init__(self, engine: NativeLibrary, state: bytes, seen: bytes, heard: Heard | Unheard,
                 start: Mapping[Any, int], past: Past | None = None):  # fmt: skip
        self.engine = engine
        self.state = state
        self.seen = seen  # hashes, `SEEN_BYTES` each
        self.hearing = heard
        self.start = start  # the history before `past`
        self.past = past
        self.listed: array[int] | None = None  # the packed moves, while the engine keeps them
        # These are read at once, since they are asked for often.
        self.is_over = state[engine.at_over] != 0
        self.seat = engine.seat_of(state)  # that acts, or acted last
        self.menu = menu = engine.menu_of(state)
        self.chance = menu in engine.chance_menus and not self.is_over
        if isinstance(heard, Unheard) and heard.count > MAX_UNHEARD:
            _ = self.heard

    # ---- what the seats have heard ----

    @property
    def unheard(self) -> int:
        """After how many moves in a row it has not been computed what the seats heard."""
        return self.hearing.count if isinstance(self.hearing, Unheard) else 0

    @property
    def heard(self) -> Heard:
        waiting, heard = [self], self.hearing
        while isinstance(heard, Unheard):
            waiting.append(heard.before)
            heard = heard.before.hearing
        for node in reversed(waiting[:-1]):
            left = node.hearing
            if isinstance(left, Unheard):  # else another thread has been here
                node.hearing = left.hear(left.before)
            heard = node.hearing
        assert not isinstance(heard, Unheard)
        return heard

    # ---- what is read from the bytes at once ----

    @property
    def occupied(self) -> frozenset[int]:
        """The numbers of the cells with a piece."""
        return self.engine.coding.occupied(self.state)

    @property
    def turns(self) -> int:
        return self.engine.turns_of(self.state)

    @cached_property
    def colours(self) -> tuple[int, ...]:
        return tuple(self.engine.coding.values("colour_of", self.state))

    @property
    def is_in_set_up(self) -> bool:
        """Whether the set-up waits for chance."""
        return not self.is_over and self.menu in self.engine.set_up_menus

    @property
    def result(self) -> tuple[float, ...] | None:
        """The share of each seat once the game is over."""
        return self.engine.coding.result(self.state) if self.is_over else None

    @property
    def ended_by(self) -> Span | None:
        """The line that ended the game."""
        return self.engine.coding.ended_by(self.state) if self.is_over else None

    # ---- what is decoded ----

    @cached_property
    def node(self) -> Node:
        """The same situation as a node of the reference engine."""
        return self.engine.coding.node(self.state, self.heard, self.history)

    @property
    def history(self) -> Mapping[Any, int]:
        """What `seen` compares, computed when it is first read."""
        return History(self) if self.engine.has_history else {}

    @property
    def past_length(self) -> int:
        """The number of hashes recorded for `seen`."""
        return len(self.seen) // SEEN_BYTES

    def same_past(self, other: NativeNode | Node) -> bool:
        """Whether `seen` gives the same in both situations and in all that may follow from them.

        On the same engine it is enough to compare what C compares: 64 bits for each thing.
        """
        if isinstance(other, NativeNode) and other.engine is self.engine:
            return self.seen == other.seen or hashes(self.seen) == hashes(other.seen)
        return self.history == other.history

    @property
    def position(self) -> Position:
        """The position: everything that the rules remember."""
        return self.node.position

    @cached_property
    def present(self) -> Position:
        """The position but for what the seats heard, which no rule reads."""
        if "node" in self.__dict__:
            return self.node.position
        coding = self.engine.coding
        return coding.position(self.state, coding.blank.heard, self.history)

    @property
    def pending(self) -> tuple[Any, ...]:
        """What remains of the turn."""
        is_turn = not self.is_over and not self.is_in_set_up
        return self.engine.coding.pending(self.state) if is_turn else ()

    @property
    def setup(self) -> Any:
        """What remains of the set-up."""
        return self.node.setup


class History(UserDict[Any, int]):
    """How often each thing that `seen` compares was there at the end of a turn."""

    def __init__(self, node: NativeNode):
        self._node = node

    @cached_property
    def data(self) -> dict[Any, int]:  # type: ignore[override]
        """The counts, in the form of the reference engine, found when they are first read."""
        entries, past = [], self._node.past
        while past is not None:
            entries.append(past)
            past = past.past
        counts = dict(self._node.start)
        for entry in reversed(entries):
            add_past(self._node.engine, counts, entry)
        return counts


def hashes(seen: bytes) -> list[bytes]:
    """The hashes of what was seen, sorted."""
    return sorted(seen[n : n + SEEN_BYTES] for n in range(0, len(seen), SEEN_BYTES))


def add_past(library: NativeLibrary, counts: dict[Any, int], entry: Past) -> None:
    """Add what was recorded for `seen` after one action."""
    coding, reference = library.coding, library.reference
    blank = reference.blank().heard
    was_set_up = coding.number("menu", entry.before) in library.set_up_menus
    turned = coding.number("turns", entry.after) - coding.number("turns", entry.before)
    # An empty turn after it may have changed the board and ended the game: play the move again.
    if not entry.is_single or turned != (0 if was_set_up else 1):
        before = coding.node(entry.before, blank, dict(counts))
        led = reference.moves(before, entry.key)[entry.key]
        after = reference.play(before, entry.key, led)
        counts.clear()
        counts.update(after.position.history)
        return
    position = coding.position(entry.after, blank, {})
    seat = library.seats - 1 if was_set_up else library.mover(entry.before)
    ended = position.changed(seat=seat, next_seat=position.seat, refused=frozenset())
    for make in reference.seen:
        key = make(ended)
        counts[key] = counts.get(key, 0) + 1


# ---- fields of two games compared byte by byte --------------------------------------------------


def same_fields(
    a: NativeLibrary, b: NativeLibrary, names: Collection[str]
) -> Callable[[NativeNode, NativeNode], bool] | None:
    """A function that says whether nodes of two games agree in those fields that both have.

    None if a field does not have the same layout in both.
    """
    both = [n for n in names if n in a.coding.places and n in b.coding.places]
    pairs = [(a.coding.places[name], b.coding.places[name]) for name in both]
    if any(one.field != other.field for one, other in pairs):
        return None
    if {one.offset - other.offset for one, other in pairs} != {0}:
        return lambda x, y: all(x.state[p.extent] == y.state[q.extent] for p, q in pairs)
    bits = sum((1 << 8 * p.size) - 1 << 8 * p.offset for p, _ in pairs)  # of a little-endian state

    def is_same(x: NativeNode, y: NativeNode) -> bool:
        difference = int.from_bytes(x.state, "little") ^ int.from_bytes(y.state, "little")
        return not difference & bits

    return is_same
