"""The native engine: a game as a library, and its states as bytes.

`NativeEngine` tells where a game starts, which moves a situation has, and what a move leads to; it
counts, and plays at random.  A `NativeNode` looks like a `Node` of the reference engine; what of it
is not asked for is never worked out.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from gdl import model
from gdl.analysis import attempts, walk
from gdl.source import Span
from interpreter.native.coding import Coding, NotEncodable
from interpreter.native.interface import STEP_BITS, PackedStep, check_size
from interpreter.native.ready import ready
from interpreter.native.search import SearchFault, SearchOptions, SearchReport, run_search
from interpreter.native.waiting import watched
from interpreter.reference.engine import Engine, Key, Node, setup_failed
from interpreter.reference.position import Position
from interpreter.values import Played, Playouts

MOST_REMEMBERED = 200_000  # moves whose packed form is kept
SEEN_BYTES = 8  # of the hash of one thing that `seen` compares
OK, ILLEGAL, FAULT, NO_MEMORY, STOPPED, SET_UP = range(6)
STEP_MASK = (1 << STEP_BITS) - 1


class Past:
    """One action after which a turn ended, and those before it: what `seen` compares."""

    __slots__ = ("after", "before", "is_single", "key", "past", "start")

    def __init__(self, past: Past | None, start: Mapping[Any, int], before: bytes, key: Key,
                 after: bytes, is_single: bool):  # fmt: skip
        self.past = past
        self.start = start
        self.before = before
        self.key = key
        self.after = after
        self.is_single = is_single  # one end of a turn was written down, not several


class NativeNode:
    """A situation as bytes, with the attributes of a `Node` of the reference engine."""

    __slots__ = ("__dict__", "engine", "heard", "past", "seen", "start", "state")

    def __init__(self, engine: NativeEngine, state: bytes, seen: bytes, heard: Any,
                 start: Mapping[Any, int], past: Past | None = None):  # fmt: skip
        self.engine = engine
        self.state = state
        self.seen = seen  # hashes, `SEEN_BYTES` each
        self.heard = heard
        self.start = start  # the history before `past`
        self.past = past

    # ---- what is read from the bytes at once ----

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.state[self.engine.at_over] != 0

    @property
    def seat(self) -> int:
        """The seat that acts, or acted last."""
        return self.engine.small("seat", self.state)

    @property
    def occupied(self) -> frozenset[int]:
        """The numbers of the cells with a piece."""
        return self.engine.coding.occupied(self.state)

    @property
    def turns(self) -> int:
        """The number of complete turns."""
        return self.engine.coding.number("turns", self.state)

    @property
    def colours(self) -> tuple[int, ...]:
        """The colour of each seat."""
        return tuple(self.engine.coding.values("colour_of", self.state))

    @property
    def stage(self) -> int:
        """The number of the menu."""
        return self.engine.small("stage", self.state)

    @property
    def chance(self) -> bool:
        """Whether nature acts."""
        return not self.is_over and self.stage in self.engine.chance_stages

    @property
    def is_in_set_up(self) -> bool:
        """Whether the set-up waits for chance."""
        return not self.is_over and self.stage in self.engine.set_up_stages

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
        """The same situation for the reference engine."""
        return self.engine.coding.node(self.state, self.heard, self.history)

    @property
    def history(self) -> Mapping[Any, int]:
        """What `seen` compares, worked out when it is asked for."""
        return History(self) if self.engine.has_history else {}

    @property
    def past_length(self) -> int:
        """How many things were written down for `seen`, in all."""
        return len(self.seen) // SEEN_BYTES

    def same_past(self, other: NativeNode | Node) -> bool:
        """Whether `seen` gives the same in both situations and in all that may come of them.

        On one engine what C compares, 64 bits for each thing, is enough.
        """
        if isinstance(other, NativeNode) and other.engine is self.engine:
            return self.seen == other.seen or hashes(self.seen) == hashes(other.seen)
        return self.history == other.history

    @property
    def position(self) -> Position:
        """All that the rules remember."""
        return self.node.position

    @property
    def pending(self) -> tuple[Any, ...]:
        """What remains of the turn."""
        return self.node.pending

    @property
    def setup(self) -> Any:
        """What remains of the set-up."""
        return self.node.setup


class History(Mapping[Any, int]):
    """How often each thing was so at the end of a turn."""

    def __init__(self, node: NativeNode):
        self._node = node

    @cached_property
    def _counts(self) -> dict[Any, int]:
        return self._node.engine.history(self._node)

    def __getitem__(self, key: Any) -> int:
        return self._counts[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and self._counts == dict(other)

    __hash__ = None  # type: ignore[assignment]


def hashes(seen: bytes) -> list[bytes]:
    """The hashes of what was seen, sorted."""
    return sorted(seen[n : n + SEEN_BYTES] for n in range(0, len(seen), SEEN_BYTES))


class Buffers(threading.local):
    """Room for what C writes, for each thread."""

    def __init__(self, size: int, moves: int, more: int):
        self.state = ctypes.create_string_buffer(size)
        self.fresh = ctypes.create_string_buffer(max(8, 8 * more))
        self.moves = (ctypes.c_uint64 * moves)()
        self.failed = ctypes.c_int32(0)
        self.failed_at = ctypes.byref(self.failed)


class NativeEngine:
    """A game as a library.

    Raises NotNative for a game that cannot be written as C, NativeError (of which NoCompiler is
    one) where no library can be had.
    """

    name = "native"

    def __init__(self, reference: Engine):
        self.reference = reference
        self.library, self.interface = ready(reference)
        # Short calls keep the interpreter's lock: taking it again would cost more than they do.
        self.quick = ctypes.PyDLL(self.library._name, handle=self.library._handle)
        self._declare()
        sizes = (ctypes.c_int64 * 5)()
        self.quick.bw_sizes(sizes)
        self.state_size, self.seats, self.most_moves, self.hashes, more = sizes
        check_size(self.state_size)
        self.buffers = Buffers(self.state_size, self.most_moves, more)
        self.coding = self._coding()
        self.has_history = self.hashes > 0
        stages = self.interface.stages
        self.chance_stages = frozenset(s.number for s in stages if s.is_chance)
        self.set_up_stages = frozenset(s.number for s in stages if s.deal is not None)
        self.at_over = self.coding.places["over"].offset
        self.steps = {s.number: s for s in self.interface.steps}
        self.offered: dict[tuple[int, str], list[PackedStep]] = {}
        for stage in stages:
            for number in stage.steps:
                step = self.steps[number]
                self.offered.setdefault((stage.number, step.name), []).append(step)
        self.attempts = attempts(reference.game)
        self._keys: dict[int, Key] = {}
        self._packed: dict[tuple[int, Key], tuple[int, ...]] = {}

    def _declare(self) -> None:
        """The types of the C functions."""
        pointer, number, long = ctypes.c_void_p, ctypes.c_int32, ctypes.c_int64
        data, move = ctypes.c_char_p, ctypes.c_uint64
        quick, slow = self.quick, self.library
        quick.bw_start.argtypes = [pointer, pointer]
        quick.bw_moves.argtypes = [data, data, pointer, number]
        quick.bw_weight.argtypes, quick.bw_weight.restype = [data, data, move], ctypes.c_double
        quick.bw_play.argtypes = [data, data, move, pointer, pointer, pointer, pointer]
        quick.bw_settle.argtypes = [pointer, data, number]
        quick.bw_hashes.argtypes = [data, pointer]
        quick.bw_hash.argtypes, quick.bw_hash.restype = [data], ctypes.c_uint64
        slow.bw_playouts.argtypes = [data, data, long, move, number, long, pointer, pointer]
        slow.bw_playout_rows.argtypes = [
            data, data, long, long, move, long, pointer, pointer,
        ]  # fmt: skip
        slow.bw_playout_moves.argtypes = [
            data, data, long, move, long, pointer, pointer, pointer,
        ]  # fmt: skip

    @cached_property
    def second(self) -> ctypes.CDLL:
        """The library that searches, solves and counts; it is built when it is first asked for.

        Raises NativeError where it cannot be had.
        """
        from interpreter.native.second import load_second, second_text

        offsets = {name: place.offset for name, place in self.coding.places.items()}
        text = second_text(
            self.interface, offsets, self.state_size, self.most_moves, self.hashes
        )
        found = load_second(self.library, text, self.reference.game.name)
        pointer, number, data = ctypes.c_void_p, ctypes.c_int32, ctypes.c_char_p
        found.bw_perft.argtypes = [data, data, number, pointer, pointer]
        found.bw_positions.argtypes = [data, number, pointer, pointer, pointer]
        return found

    def _coding(self) -> Coding:
        names = self.interface.names
        offsets = (ctypes.c_int32 * len(names))()
        self.quick.bw_offsets(offsets)
        places = dict(zip(names, offsets, strict=True))
        return Coding(self.reference, self.interface, places, self.state_size)

    def small(self, name: str, state: bytes) -> int:
        """A field that holds a number."""
        return self.coding.number(name, state)

    # ---- where the game is ----

    def start(self) -> NativeNode:
        """The situation at the start."""
        buffers = self.buffers
        self.check(self.quick.bw_start(buffers.state, buffers.fresh))
        state = buffers.state.raw
        seen = buffers.fresh.raw[: 8 * self.coding.number("seen_count", state)]
        node = self.reference.start()
        return NativeNode(self, state, seen, node.position.heard, node.position.history)

    def check(self, code: int) -> None:
        """Raise what the code of a C function stands for."""
        if code == FAULT:
            raise self.reference.turns.too_long()
        if code == SET_UP:
            raise self.set_up_failed()
        if code == NO_MEMORY:
            raise MemoryError("there is not enough memory for this")
        if code == STOPPED:
            raise KeyboardInterrupt
        assert code == OK, code

    def set_up_failed(self) -> Exception:
        """The error of a set-up that fails after something that chance may do."""
        for statement in self.reference.game.setup:
            for part in walk(statement):
                if isinstance(part, model.Deal):
                    reason = "what chance did here leaves nothing that can be done next"
                    return setup_failed(part.span, reason)
        raise AssertionError("a set-up without chance has been tried before")

    def search(self, node: NativeNode, options: SearchOptions) -> SearchReport:
        """Search a situation in which a seat acts.

        Raises what `run_search` raises, and GdlError where a turn is too long to look through.
        """
        try:
            return run_search(self.second, node.state, node.seen, options)
        except SearchFault:
            raise self.reference.turns.too_long() from None

    # ---- moves ----

    def packed_moves(self, node: NativeNode) -> list[int]:
        """The legal moves as C has them."""
        moves = self.buffers.moves
        count = self.quick.bw_moves(node.state, node.seen, moves, self.most_moves)
        if count < 0:
            raise self.reference.turns.too_long()
        return moves[:count]

    def keys(self, node: NativeNode) -> list[Key]:
        """The legal moves in order."""
        return [self.unpack(m) for m in self.packed_moves(node)]

    def weights(self, node: NativeNode) -> list[float]:
        """The weights of what chance may do, in the order of the moves."""
        weight = self.quick.bw_weight
        return [weight(node.state, node.seen, m) for m in self.packed_moves(node)]

    def unpack(self, packed: int) -> Key:
        """The action and the parameters of a packed move."""
        key = self._keys.get(packed)
        if key is None:
            step = self.steps[packed & STEP_MASK]
            rest, codes = packed >> STEP_BITS, []
            for parameter in step.parameters:
                codes.append(rest & ((1 << parameter.bits) - 1))
                rest >>= parameter.bits
            key = (step.name, self.coding.args(step.parameters, codes))
            if len(self._keys) > MOST_REMEMBERED:
                self._keys.clear()
            self._keys[packed] = key
        return key

    def pack(self, node: NativeNode, key: Key) -> tuple[int, ...]:
        """The packed moves that a key may stand for here."""
        wanted = (node.stage, key)
        found = self._packed.get(wanted)
        if found is None:
            steps = self.offered.get((node.stage, key[0]), ())
            packs = (self._pack(step, key[1]) for step in steps)
            found = tuple(m for m in packs if m is not None)
            if len(self._packed) > MOST_REMEMBERED:
                self._packed.clear()
            self._packed[wanted] = found
        return found

    def _pack(self, step: PackedStep, args: tuple[Any, ...]) -> int | None:
        codes = self.coding.codes(step.parameters, args)
        if codes is None:
            return None
        packed, shift = step.number, STEP_BITS
        for parameter, code in zip(step.parameters, codes, strict=True):
            packed |= code << shift
            shift += parameter.bits
        return packed

    def play(
        self, node: NativeNode, key: Key, words: Callable[[], tuple[str, ...]]
    ) -> NativeNode | None:
        """The situation after a move, None where it is not legal; `words` as `Engine.play`."""
        if node.is_over:
            return None
        played = (self.play_packed(node, packed, key, words) for packed in self.pack(node, key))
        return next((after for after in played if after is not None), None)

    def play_packed(
        self, node: NativeNode, packed: int, key: Key, words: Callable[[], tuple[str, ...]]
    ) -> NativeNode | None:
        """The situation after a packed move with its key, None where it is not legal."""
        buffers = self.buffers
        code = self.quick.bw_play(node.state, node.seen, packed, buffers.state, buffers.fresh,
                                  buffers.failed_at, buffers.moves)  # fmt: skip
        if code == ILLEGAL:
            return None
        if code == SET_UP:  # the reference engine knows where
            led = self.reference.moves(node)[key]  # type: ignore[arg-type]
            self.reference.play(node, key, led, ())  # type: ignore[arg-type]
        self.check(code)
        return self.played(node, key, words)

    def played(
        self, node: NativeNode, key: Key, words: Callable[[], tuple[str, ...]]
    ) -> NativeNode:
        """The situation that C has just written."""
        buffers = self.buffers
        state, heard = buffers.state.raw, node.heard
        if self.reference.announces:
            heard = self.announced(node, key, words())
        elif buffers.failed.value:
            heard = self.refusal(node, buffers.failed.value)
        elif self.reference.has_secrets:
            heard = self.reference.hear(node_hearing(self.reference, heard), words()).heard
        if not self.has_history:
            return NativeNode(self, state, b"", heard, node.start)
        added = self.coding.number("seen_count", state) - len(node.seen) // 8
        if not added:
            return NativeNode(self, state, node.seen, heard, node.start, node.past)
        seen = node.seen + buffers.fresh.raw[: 8 * added]
        past = Past(node.past, node.start, node.state, key, state, added == self.hashes)
        return NativeNode(self, state, seen, heard, node.start, past)

    def announced(
        self, node: NativeNode, key: Key, words: tuple[str, ...]
    ) -> tuple[tuple[str, ...], ...]:
        """What the seats have heard after a move that may `tell` something.

        Words are for people and unknown to C: the reference engine says what they are.
        """
        led = self.reference.moves(node.node, key)[key]
        heard = self.reference.play(node.node, key, led, words).position.heard
        return tuple(tuple(told) for told in heard)

    def refusal(self, node: NativeNode, number: int) -> tuple[tuple[str, ...], ...]:
        """What the seats have heard when an attempt has failed."""
        engine, position = self.reference, node.position
        attempt = self.attempts[number - 1]
        said = attempt.message or attempt.span.text
        return tuple(
            (*words, said) if engine.sees(position, seat, "refusal") else words
            for seat, words in enumerate(node.heard)
        )

    # ---- history ----

    def history(self, node: NativeNode) -> dict[Any, int]:
        """What `seen` compares, as the reference engine has it."""
        entries, past = [], node.past
        while past is not None:
            entries.append(past)
            past = past.past
        found = dict(node.start)
        for entry in reversed(entries):
            self.add_past(found, entry)
        return found

    def add_past(self, found: dict[Any, int], entry: Past) -> None:
        """Add what was written down after one action."""
        coding, blank = self.coding, self.reference.blank().heard
        was_set_up = coding.number("stage", entry.before) in self.set_up_stages
        turned = coding.number("turns", entry.after) - coding.number("turns", entry.before)
        # An empty turn after it may have changed the board and ended the game.
        if not entry.is_single or turned != (0 if was_set_up else 1):
            before = coding.node(entry.before, blank, dict(found))
            led = self.reference.moves(before, entry.key)[entry.key]
            after = self.reference.play(before, entry.key, led, ())
            found.clear()
            found.update(after.position.history)
            return
        position = coding.position(entry.after, blank, {})
        seat = self.seats - 1 if was_set_up else coding.number("seat", entry.before)
        ended = position.changed(seat=seat, next_seat=position.seat, refused=frozenset())
        for make in self.reference.seen:
            key = make(ended)
            found[key] = found.get(key, 0) + 1

    # ---- from the reference engine ----

    def from_node(self, node: Node) -> NativeNode | None:
        """A situation of the reference engine as bytes; None for what bytes cannot hold."""
        try:
            state, point = self.coding.encode(node)
            seen = self.hashes_of(node.position.history)
        except NotEncodable:
            return None
        room = ctypes.create_string_buffer(state, self.state_size)
        if self.has_history:
            count = bytearray(room.raw)
            self.coding.write(count, "seen_count", [len(seen) // 8])
            room.raw = bytes(count)
        if self.quick.bw_settle(room, seen, -1 if point is None else point) != OK:
            return None
        return NativeNode(self, room.raw, seen, node.position.heard, dict(node.position.history))

    def hashes_of(self, history: Mapping[Any, int]) -> bytes:
        """The hashes of a history.  Raises NotEncodable."""
        found, room = b"", (ctypes.c_uint64 * max(1, self.hashes))()
        for (which, board, things), count in history.items():
            state = self.coding.compared(self.reference.rules.seen[which], board, things)
            self.quick.bw_hashes(state, room)
            found += room[which].to_bytes(8, "little") * count
        return found

    # ---- what takes long ----

    def perft(self, node: NativeNode, depth: int) -> int:
        """The number of sequences of `depth` moves."""
        found = ctypes.c_uint64(0)
        call = self.second.bw_perft
        self.check(stoppable(
            lambda stop: call(node.state, node.seen, depth, stop, ctypes.byref(found))
        ))  # fmt: skip
        return found.value

    def playouts(
        self, node: NativeNode, count: int, seed: int, threads: int, max_actions: int
    ) -> Playouts:
        """Random games from a situation; the same for a seed on any number of threads."""
        sums = (ctypes.c_int64 * (4 + self.seats))()
        call = self.library.bw_playouts
        self.check(stoppable(
            lambda stop: call(node.state, node.seen, count, seed % (1 << 64), threads, max_actions,
                              stop, sums)
        ))  # fmt: skip
        games, draws, actions, unfinished, *halves = sums
        most = max(games, 1)
        shares = tuple(h / 2 / most for h in halves)
        return Playouts(games, shares, draws, actions / most, unfinished)

    def playout_rows(
        self, node: NativeNode, first: int, count: int, seed: int, max_actions: int
    ) -> list[Played]:
        """What became of random games of a seed, from number `first` on."""
        width = 3 + self.seats
        rows = (ctypes.c_int32 * (count * width))()
        call = self.library.bw_playout_rows
        self.check(stoppable(
            lambda stop: call(node.state, node.seen, first, count, seed, max_actions, stop, rows)
        ))  # fmt: skip
        found = []
        for at in range(0, count * width, width):
            actions, turns, is_over, *halves = rows[at : at + width]
            result = tuple(h / 2 for h in halves) if is_over else None
            found.append(Played(result, turns, actions))
        return found

    def playout_moves(
        self, node: NativeNode, number: int, seed: int, max_actions: int
    ) -> list[int]:
        """The packed moves of one of them."""
        moves, count = (ctypes.c_uint64 * max_actions)(), ctypes.c_int64()
        call = self.library.bw_playout_moves
        self.check(stoppable(
            lambda stop: call(node.state, node.seen, number, seed, max_actions, stop, moves,
                              ctypes.byref(count))
        ))  # fmt: skip
        return moves[: count.value]

    def positions(self, node: NativeNode, depth: int) -> list[tuple[int, int]]:
        """How many distinct positions there are after each number of turns, how many over."""
        counts, overs = ((ctypes.c_int64 * (depth + 1))() for _ in range(2))
        call = self.second.bw_positions
        self.check(stoppable(lambda stop: call(node.state, depth, stop, counts, overs)))
        return list(zip(counts, overs, strict=True))


def node_hearing(engine: Engine, heard: Any) -> Position:
    """A position that holds nothing but what was heard."""
    return engine.blank().changed(heard=heard)


def stoppable(work: Callable[[Any], int]) -> int:
    """Do work in C that Ctrl-C stops; gives its code."""
    stop = ctypes.c_int32(0)
    code, early = watched(lambda: work(ctypes.byref(stop)), stop, "count")
    return code if early is None else STOPPED
