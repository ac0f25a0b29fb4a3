"""The native engine: moves from state to state as bytes, counts, random games, searches.

A `NativeNode` looks like a `Node` of the reference engine; its parts are decoded when read.
"""

from __future__ import annotations

import ctypes
from array import array
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from operator import add
from typing import Any

from gdl.model.analysis import attempts, tells
from interpreter.board.position import Position
from interpreter.board.values import Key, Move, Played, Playouts, Words
from interpreter.board.walks import Walks
from interpreter.native.ir.layout.interface import PackedStep
from interpreter.native.ir.layout.stored_values import NotEncodable
from interpreter.native.runtime import graph as graphs
from interpreter.native.runtime.kept_trees import KeptTrees
from interpreter.native.runtime.library import (
    ILLEGAL,
    MOVE,
    OK,
    SET_UP,
    NativeLibrary,
    stoppable,
)  # fmt: skip
from interpreter.native.runtime.nodes import (
    Heard,
    NativeNode,
    Past,
    Unheard,
    hashes,
    same_fields,
)
from interpreter.native.runtime.search import SearchFault, SearchOptions, SearchReport, run_search
from interpreter.native.runtime.walks import walks
from interpreter.reference.engine import Node, Reference
from interpreter.walking.move_by_move import MoveByMove

MAX_REMEMBERED = 200_000  # moves that are cached, packed or unpacked
MAX_LISTED = 16  # nodes that keep the list of their moves


class NativeEngine(NativeLibrary, MoveByMove):
    """The engine in C.  Raises what `NativeLibrary` raises."""

    name = "native"
    plays_unlisted = True

    def __init__(self, reference: Reference):
        super().__init__(reference)
        self.offered: dict[tuple[int, str], list[PackedStep]] = {}
        for menu in self.interface.menus:
            for number in menu.steps:
                step = self.coding.steps[number]
                self.offered.setdefault((menu.number, step.name), []).append(step)
        game = reference.model
        self.attempts = attempts(game)
        self.tellers = {a.name for a in game.actions.values() if tells(game, a.body)}
        self.tells_later = tells(game, (*game.after_turn, *game.setup))
        self.told_menus = self.simultaneous_menus | self.set_up_menus
        self._keys: dict[int, Key] = {}
        self._made: dict[int, Move] = {}
        self._recent: deque[NativeNode] = deque(maxlen=MAX_LISTED)  # whose moves are listed
        self._packed: dict[tuple[int, Key], tuple[int, ...]] = {}

    # ---- where the game is ----

    def start(self) -> NativeNode:
        buffers = self.buffers
        self.check(self.quick.bw_start(buffers.state, buffers.fresh))
        state = buffers.state.raw
        seen = buffers.fresh.raw[: 8 * self.coding.number("seen_count", state)]
        node = self.reference.start()
        return NativeNode(self, state, seen, node.position.heard, node.position.history)

    # ---- moves ----

    def packed_moves(self, node: NativeNode) -> array[int]:
        """The legal moves in the packed form of C, which nobody may change."""
        if (known := node.listed) is not None:
            return known
        self.called()
        buffers = self.buffers
        count = self.quick.bw_moves(node.state, node.seen, buffers.moves, self.most_moves)
        if count < 0:
            self.check(-count)
        listed = node.listed = buffers.listed[:count]
        if len(self._recent) == MAX_LISTED:
            self._recent[0].listed = None  # what comes now pushes it out
        self._recent.append(node)
        return listed

    def move_count(self, node: NativeNode) -> int:
        """How many packed moves there are."""
        return len(self.packed_moves(node))

    def keys(self, node: NativeNode) -> list[Key]:
        """The legal moves in order; several packed ones may have the same key."""
        return self.unpacked(self.packed_moves(node))

    def moves(self, node: NativeNode) -> dict[Key, Any]:
        """The legal moves, each with its packed form, or all with None if several share a key."""
        packs = self.packed_moves(node)
        led = dict(zip(self.unpacked(packs), packs, strict=True))
        return led if len(led) == len(packs) else dict.fromkeys(led)

    def made_moves(self, node: NativeNode, make: Callable[[Key], Move]) -> list[Move] | None:
        """The legal moves in order, as `make` makes them, once each; None where several packed
        ones may be the same move.
        """
        if node.menu not in self.plain_menus:
            return None
        made, packs = self._made, self.packed_moves(node)
        try:
            return [made[packed] for packed in packs]
        except KeyError:
            moves = list(map(make, self.unpacked(packs)))
        if len(made) + len(moves) > MAX_REMEMBERED:
            made.clear()
        made.update(zip(packs, moves, strict=True))
        return moves

    def weights(self, node: NativeNode, led: Mapping[Key, Any] | None = None) -> list[float]:
        """The weights of the chance actions, in the order of the moves."""
        packs = led.values() if led else ()
        listed = self.packed_moves(node) if not packs or None in packs else array(MOVE, packs)
        weights = array("d", bytes(8 * len(listed)))
        code = self.quick.bw_weights(node.state, node.seen, listed.buffer_info()[0], len(listed),
                                     weights.buffer_info()[0])  # fmt: skip
        self.check(code)
        return weights.tolist()

    def unpacked(self, packs: Collection[int]) -> list[Key]:
        """The action and the arguments of each packed move."""
        known = self._keys
        try:
            return [known[packed] for packed in packs]
        except KeyError:
            return list(map(self.unpack, packs))

    def unpack(self, packed: int) -> Key:
        """The action and the arguments of a packed move."""
        key = self._keys.get(packed)
        if key is None:
            key = self.coding.unpacked(packed)
            if len(self._keys) > MAX_REMEMBERED:
                self._keys.clear()
            self._keys[packed] = key
        return key

    def pack(self, node: NativeNode, key: Key) -> tuple[int, ...]:
        """The packed moves that a key may stand for at a node."""
        wanted = (node.menu, key)
        moves = self._packed.get(wanted)
        if moves is None:
            steps = self.offered.get((node.menu, key[0]), ())
            packs = (self.coding.packed(step, key[1]) for step in steps)
            moves = tuple(m for m in packs if m is not None)
            if len(self._packed) > MAX_REMEMBERED:
                self._packed.clear()
            self._packed[wanted] = moves
        return moves

    def play(
        self, node: NativeNode, key: Key, words: Words, led: Mapping[Key, Any] | None = None
    ) -> NativeNode | None:
        """The node after a move, None if it is not legal; other moves are not computed."""
        known = led.get(key) if led else None
        if known is not None:
            return self.play_packed(node, known, key, words, is_legal=True)
        if node.is_over:
            return None
        packs, listed = self.pack(node, key), node.listed
        if listed is not None:
            packs = tuple(filter(listed.__contains__, packs))
            return self.play_packed(node, packs[0], key, words, True) if packs else None
        for packed in packs:
            after = self.play_packed(node, packed, key, words)
            if after is not None:
                return after
        return None

    def play_packed(
        self, node: NativeNode, packed: int, key: Key, words: Words, is_legal: bool = False
    ) -> NativeNode | None:
        """The situation after a packed move with its key, None if it is not legal, which C finds
        out by listing all moves unless it is known.
        """
        self.called()
        buffers = self.buffers
        room = None if is_legal else buffers.moves
        code = self.quick.bw_play(node.state, node.seen, packed, buffers.state, buffers.fresh,
                                  buffers.failed_at, room)  # fmt: skip
        if code == ILLEGAL:
            return None
        if code == SET_UP:  # the reference engine raises the error with its place
            led = self.reference.moves(node)[key]  # type: ignore[arg-type]
            self.reference.play(node, key, led)  # type: ignore[arg-type]
        self.check(code)
        return self.played(node, key, words)

    def played(self, node: NativeNode, key: Key, words: Words) -> NativeNode:
        """The situation whose state C has just written to the buffers."""
        buffers = self.buffers
        state, failed = buffers.state.raw, buffers.failed.value
        heard = node.hearing
        if self.reference.keeps_heard or failed:
            heard = Unheard(node, partial(self.heard, key, words, failed, state))
        if not self.has_history:
            return NativeNode(self, state, b"", heard, node.start)
        added = self.coding.number("seen_count", state) - len(node.seen) // 8
        if not added:
            return NativeNode(self, state, node.seen, heard, node.start, node.past)
        seen = node.seen + buffers.fresh.raw[: 8 * added]
        past = Past(node.past, node.state, key, state, added == self.hashes)
        return NativeNode(self, state, seen, heard, node.start, past)

    def heard(
        self, key: Key, words: Words, failed: int, after: bytes, node: NativeNode
    ) -> Heard:
        """What the seats have heard after a move from a node to a state; `failed` is the number of
        an attempt that failed there, or 0.
        """
        if self.tells_later or (self.tellers and node.menu in self.told_menus):
            led = self.reference.moves(node.node, key)[key]
            return self.reference.play(node.node, key, led, words).position.heard
        if failed:
            return self.refusal(node, failed)
        position = self.told(node, key)
        for told, seat in self.said(node, key, after):
            position = self.reference.hear(position, told, seat, words)
        return position.heard

    def said(self, node: NativeNode, key: Key, after: bytes) -> list[tuple[Key, int | None]]:
        """The moves that somebody hears of with a move, and who made them."""
        if node.menu not in self.simultaneous_menus:
            return [(key, None if node.chance else node.seat)]
        chosen = self.coding.chosen(node.state)
        decided = len(chosen)
        is_open = self.coding.number("decided", after) > decided
        if is_open and self.coding.values("chosen", after)[decided]:  # the same choice goes on
            return []
        first = node.seat - decided
        moves = enumerate((*chosen, key))
        return [(move, (first + i) % self.seats) for i, move in moves if move is not None]

    def told(self, node: NativeNode, key: Key) -> Position:
        """A position in which the seats have heard what an action tells; the rest of it may be
        anything.

        Words are for people and unknown to C: the reference engine supplies them.
        """
        if key[0] in self.tellers:
            coding = self.coding
            before = coding.position(node.state, node.heard, node.history)
            self.reference.rules.begin_step()
            return self.reference.turns.simultaneous.carried_out(before, key)
        return self.reference.blank().changed(heard=node.heard)

    def refusal(self, node: NativeNode, number: int) -> Heard:
        """What the seats have heard after an attempt that failed."""
        engine, position = self.reference, node.position
        attempt = self.attempts[number - 1]
        said = attempt.message or attempt.span.text
        engine.rules.begin_step()
        return tuple(
            words.and_then(said) if engine.sees(position, seat, "refusal") else words
            for seat, words in enumerate(node.heard)
        )

    # ---- from the reference engine ----

    def from_node(self, node: Node) -> NativeNode | None:
        """A situation of the reference engine as bytes; None if it cannot be encoded."""
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
        hashes, room = b"", (ctypes.c_uint64 * max(1, self.hashes))()
        for (which, board, things), count in history.items():
            state = self.coding.compared(self.reference.rules.seen[which], board, things)
            self.quick.bw_hashes(state, room)
            hashes += room[which].to_bytes(8, "little") * count
        return hashes

    # ---- what takes long ----

    def perft(self, node: NativeNode, depth: int, turns: bool = False) -> int:
        """The number of sequences of `depth` moves, or of whole turns."""
        sequences = ctypes.c_uint64(0)
        call = self.second.bw_turns if turns else self.second.bw_perft
        self.check(stoppable(
            lambda stop: call(node.state, node.seen, depth, stop, ctypes.byref(sequences))
        ))  # fmt: skip
        return sequences.value

    def playouts(
        self, node: NativeNode, count: int, seed: int, threads: int, max_actions: int
    ) -> Playouts:
        """Random games from a situation; the same for a seed on any number of threads."""
        sums, total = (ctypes.c_int64 * (4 + self.seats))(), [0] * (4 + self.seats)
        for first, size in self.batches(0, count):
            play = partial(self.library.bw_playouts, node.state, node.seen, first, size,
                           seed % (1 << 64), threads, max_actions)  # fmt: skip
            self.check(stoppable(play, sums))
            total = list(map(add, total, sums))
        games, draws, actions, unfinished, *units = total
        most = max(games, 1)
        shares = tuple(self.reference.outcomes.results.of_units(n) / most for n in units)
        return Playouts(games, shares, draws, actions / most, unfinished)

    def playout_rows(
        self, node: NativeNode, first: int, count: int, seed: int, max_actions: int
    ) -> list[Played]:
        """The outcomes of `count` random games of a seed, from number `first` on."""
        width = 3 + self.seats
        rows, actions = (ctypes.c_int32 * (count * width))(), ctypes.c_int64()
        for begun, size in self.batches(first, count):
            play = partial(self.library.bw_playout_each, node.state, node.seen, begun, size, seed,
                           max_actions)  # fmt: skip
            place = (begun - first) * width * ctypes.sizeof(ctypes.c_int32)
            self.check(stoppable(play, ctypes.byref(rows, place), None, ctypes.byref(actions)))
        result_of, played = self.reference.outcomes.results.of_units, []
        for at in range(0, count * width, width):
            moves, turns, is_over, *units = rows[at : at + width]
            result = tuple(map(result_of, units)) if is_over else None
            played.append(Played(result, turns, moves))
        return played

    def playout_moves(
        self, node: NativeNode, number: int, seed: int, max_actions: int
    ) -> list[Key]:
        return self.unpacked(self.packed_playout(node, number, seed, max_actions))

    def packed_playout(
        self, node: NativeNode, number: int, seed: int, max_actions: int
    ) -> list[int]:
        """The moves of one random game of a seed, packed."""
        moves, count = (ctypes.c_uint64 * max_actions)(), ctypes.c_int64()
        play = partial(self.library.bw_playout_each, node.state, node.seen, number, 1, seed,
                       max_actions)  # fmt: skip
        self.check(stoppable(play, None, moves, ctypes.byref(count)))
        return moves[: count.value]

    def walks(
        self, node: NativeNode, first: int, count: int, seed: int, max_actions: int
    ) -> Iterator[Walks] | None:
        """The same random games move by move: see `walks.walks`."""
        rows = self.playout_rows(node, first, count, seed, max_actions)
        return walks(self, node, rows, first, seed)

    def positions(self, node: NativeNode, depth: int) -> list[tuple[int, int]]:
        """For each number of turns up to `depth`: how many distinct positions, how many over."""
        if self.has_history:
            return super().positions(node, depth)
        counts, overs = ((ctypes.c_int64 * (depth + 1))() for _ in range(2))
        call = self.second.bw_positions
        self.check(stoppable(lambda stop: call(node.state, depth, stop, counts, overs)))
        return list(zip(counts, overs, strict=True))

    # ---- searches, graphs, keys ----

    @property
    def analyses(self) -> NativeEngine:
        """The engine that does all of these: this one."""
        return self

    @property
    def native(self) -> NativeLibrary:
        """The library that plays, for others that are bound to its rules."""
        return self

    @property
    def has_chance(self) -> bool:
        """Whether chance decides anywhere in the game."""
        return bool(self.chance_menus)

    def prepare(self) -> None:
        """Build the library of the searches.  Raises NativeError if it cannot be built."""
        _ = self.second

    def search(
        self, node: NativeNode, options: SearchOptions, stop: ctypes.c_int32 | None = None,
        kept: KeptTrees | None = None,
    ) -> SearchReport:  # fmt: skip
        """Search a node in which a seat acts, until another thread sets `stop`.

        Raises what `run_search` raises, and GdlError if a turn is too long for the look-ahead.
        """
        try:
            return run_search(self.second, node.state, node.seen, options, stop, kept)
        except SearchFault as fault:
            self.check(fault.code)
            raise

    graph = graphs.reachable
    winners = graphs.winners

    def key(self, node: NativeNode) -> Any:
        """The key of a node, made of its bytes."""
        key = self.position_key(node)
        is_key = node.is_over or not self.has_history
        return key if is_key else (key, *hashes(node.seen))

    def position_key(self, node: NativeNode) -> Any:
        """As `key`, but without the positions that were seen before."""
        room = self.buffers.state
        self.quick.bw_key(node.state, room)
        return room.raw

    def same_fields(
        self, other: object, names: Collection[str]
    ) -> Callable[[NativeNode, NativeNode], bool] | None:
        """A function that compares nodes of two games byte by byte; None if that is impossible."""
        return same_fields(self, other, names) if isinstance(other, NativeLibrary) else None
