"""The game object: where a game starts, counts and random games from there."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from gdl import model
from gdl.analysis import Reads, incomplete_set
from gdl.diagnostics import Diagnostic, Report
from gdl.usage import everything
from interpreter.arguments import (
    MAX_COUNT,
    MAX_DEPTH,
    MAX_MOVES,
    MAX_THREADS,
    seed_of,
    text_of,
    whole,
)
from interpreter.codes import Codes
from interpreter.identity import rules_hash
from interpreter.link import check_linked
from interpreter.playing import (
    NativePlayer,
    Player,
    ReferencePlayer,
    check_engine,
    native_player,
    wanted_engine,
)
from interpreter.reference.effort import Effort
from interpreter.reference.engine import Engine, Key
from interpreter.state import State
from interpreter.state_json import read_state
from interpreter.values import Board, Move, Played, Playouts, Scalar

MOST_KEPT = 16  # states that remember what their moves lead to
MOST_MOVES_KNOWN = 200_000  # moves that are made only once


class Game:
    """A game with its options fixed.

    Raises GdlError when the rules cannot be played on the board that they name, and OutOfEffort
    where only so much effort may be spent on finding out.
    """

    def __init__(
        self,
        rules: model.Game,
        warnings: tuple[Diagnostic, ...] = (),
        effort: Effort | None = None,
    ):
        self.rules = rules
        self.warnings = warnings
        report = Report()
        self._engine = Engine(rules, report, effort)
        if not report.has_errors:
            check_linked(rules, self._engine.rules, report)
        report.raise_errors()
        self._start = self._engine.start()
        if self._start.result is not None:
            report.add("no-first-move", rules.turn[0][1].span, hint=why_no_move(rules))
        self.warnings += report.diagnostics
        self._recent: deque[State] = deque()
        self._known_moves: dict[Key, Move] = {}
        self.codes: Codes = self._engine.rules.codes
        self._reference = ReferencePlayer(self._engine)

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.rules, self.warnings)

    def __repr__(self) -> str:
        options = ", ".join(f"{k}={v}" for k, v in self.options.items())
        return f"<Game {self.name}{' ' if options else ''}{options}>"

    @property
    def name(self) -> str:
        """The name of the rule file."""
        return self.rules.name

    @property
    def title(self) -> str:
        """The name of the game for people."""
        return self.rules.title

    @property
    def options(self) -> dict[str, Scalar]:
        """The value of every option."""
        return dict(self.rules.options)

    @property
    def players(self) -> tuple[str, ...]:
        """The colours in the order of play."""
        return self.rules.colours

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.rules.colours)

    @cached_property
    def board(self) -> Board:
        """The board."""
        topology = self._engine.rules.topology
        return Board(topology.cells, topology.graph)

    @cached_property
    def rules_hash(self) -> str:
        """A short hash of rules and options: it changes with all that matters in play."""
        return rules_hash(self.rules)

    @cached_property
    def key_reads(self) -> tuple[bool, bool]:
        """Whether rules ask how many turns there were, and what was seen before."""
        reads = Reads(self.rules)
        found: set[str] = set()
        for part in everything(self.rules):
            found |= reads.of_one(part)
        return "turns" in found, "history" in found

    @cached_property
    def exchanges_colours(self) -> bool:
        """Whether a rule gives seats other colours, as a pie rule does."""
        return any(isinstance(part, model.Play) for part in everything(self.rules))

    def keep(self, state: State) -> None:
        """Let a state keep what its moves lead to, and an older one forget it.

        A whole game of states with all their successors would fill the memory of a machine.
        """
        self._recent.append(state)
        if len(self._recent) > MOST_KEPT:
            self._recent.popleft().forget()

    @property
    def engine(self) -> Engine:
        """The engine that plays this game."""
        return self._engine

    @cached_property
    def _native(self) -> NativePlayer | str:
        """The native engine of this game, or why there is none."""
        return native_player(self._engine)

    def player(self, engine: str | None = None) -> Player:
        """What plays the game: the engine of that name, else the one that BOARDWRIGHT_ENGINE names,
        else the native one where it can be had.

        Raises ValueError for an engine that there is not, and for the native one where that cannot
        be had.
        """
        name = wanted_engine() if engine is None else check_engine(engine)
        if name == "reference":
            return self._reference
        if not isinstance(self._native, str):
            return self._native
        if name == "native":
            raise ValueError(self._native)
        return self._reference

    @property
    def why_reference(self) -> str | None:
        """Why the reference engine plays although nobody asked for it; None where it does not."""
        return None if wanted_engine() == "reference" or not isinstance(self._native, str) else (
            self._native
        )  # fmt: skip

    def start(self, engine: str | None = None) -> State:
        """The state at the start (of chance, if the set-up begins with chance).

        `engine` is "native" or "reference"; see `player`, also for what is raised.
        """
        player = self.player(engine)
        if isinstance(player, NativePlayer):
            return State(self, player.engine.start(), player)
        return State(self, self._start, self._reference)

    def state_from_json(self, text: str) -> State:
        """The state that `State.to_json` wrote; what is left out is as at the start.

        Raises ValueError, with the place in words, for what is no state of this game.
        """
        return self.state_of(read_state(self, text_of("text", text)), self.player())

    def state_of(self, node: Any, player: Player) -> State:
        """The state of a node of the reference engine, which the player goes on with if it can."""
        if isinstance(player, NativePlayer):
            same = player.engine.from_node(node)
            if same is not None:
                return State(self, same, player)
        return State(self, node, self._reference)

    def perft(self, depth: int) -> int:
        """The number of different sequences of `depth` moves (0 to 100) from the start.

        Raises TypeError and ValueError for a depth that is none.
        """
        return self.start().perft(depth)

    def positions(self, depth: int) -> list[tuple[int, int]]:
        """After 0, 1, … `depth` complete turns (at most 100): how many distinct positions, how many
        over.

        Raises TypeError and ValueError for a depth that is none.
        """
        depth = whole("depth", depth, 0, MAX_DEPTH)
        start = self.start()
        if isinstance(start.player, NativePlayer) and not start.player.engine.has_history:
            return start.player.engine.positions(start.node, depth)
        layer = {s.turn_key: s for s in start.after_set_up()}
        counts = [count_over(layer)]
        for _ in range(depth):
            after: dict[Any, State] = {}
            for state in layer.values():
                for later in state.after_turn():
                    after.setdefault(later.turn_key, later)
            layer = after
            counts.append(count_over(layer))
        return counts

    def playouts(self, count: int, seed: int | None = None, threads: int = 1) -> Playouts:
        """Uniformly random games.

        The same seed gives the same games on any number of threads, but not on both engines.  Only
        the native engine uses more than one thread (at most 256), and leaves a game unfinished
        after a million moves.  Raises TypeError and ValueError for a `count` (at most 10**12), a
        seed or threads that are none.
        """
        count = whole("count", count, 0, MAX_COUNT)
        threads, seed = whole("threads", threads, 1, MAX_THREADS), seed_of(seed)
        start = self.start()
        if isinstance(start.player, NativePlayer):
            chosen = random.getrandbits(64) if seed is None else seed
            native = start.player.engine
            return native.playouts(start.node, count, chosen, threads, MAX_MOVES)
        chooser = random.Random(seed)
        shares, draws, moves = [0.0] * self.seats, 0, 0
        for _ in range(count):
            state = start
            while not state.is_over:
                state = state.random_move(chooser)
                moves += 1
            assert state.result is not None
            shares = [a + b for a, b in zip(shares, state.result, strict=True)]
            draws += 1.0 not in state.result
        most = max(count, 1)
        return Playouts(count, tuple(s / most for s in shares), draws, moves / most)

    def random_games(self, first: int, count: int, seed: int, most: int) -> list[Played]:
        """What became of uniformly random games number `first` and those after it.

        The seed is below 2**64.  A game depends on the seed, its number and the engine alone.  One
        that does not end within `most` moves is not finished.
        """
        start = self.start()
        if isinstance(start.player, NativePlayer):
            return start.player.engine.playout_rows(start.node, first, count, seed, most)
        found = []
        for number in range(first, first + count):
            walk = [start, *(state for _, state in self.random_walk(number, seed, most))]
            result = walk[-1].result
            shares = None if result is None else tuple(result)
            found.append(Played(shares, walk[-1].turn, len(walk) - 1))
        return found

    def random_game(self, number: int, seed: int, most: int) -> list[Move]:
        """The moves of one of the games of `random_games`."""
        start = self.start()
        if isinstance(start.player, NativePlayer):
            engine = start.player.engine
            packed = engine.playout_moves(start.node, number, seed, most)
            return [self.move(engine.unpack(move)) for move in packed]
        return [move for move, _ in self.random_walk(number, seed, most)]

    def random_walk(self, number: int, seed: int, most: int) -> Iterator[tuple[Move, State]]:
        """A random game on the reference engine: its moves, and the state after each."""
        chooser, state = random.Random(f"{seed} {number}"), self.start("reference")
        for _ in range(most):
            if state.is_over:
                return
            move = state.random_choice(chooser)
            state = state.play(move)
            yield move, state

    def move(self, key: Key) -> Move:
        """The move of an action and its parameters."""
        known = self._known_moves.get(key)
        if known is None:
            name, args = key
            text = " ".join([name, *self.words(name, args)])
            known = Move(text, name, key, self.rules_hash)
            if len(self._known_moves) > MOST_MOVES_KNOWN:
                self._known_moves.clear()
            self._known_moves[key] = known
        return known

    def words(self, action: str, args: tuple[Any, ...]) -> list[str]:
        """The parameters of a move as words."""
        known = self._engine.turns.actions.get(action)
        types = known.types if known else ()
        return [self.codes.text(t, a) for t, a in zip(types, args, strict=True)]


def why_no_move(rules: model.Game) -> str | None:
    """The hint for a game without a first move whose domains hold a set that is written out."""
    found = incomplete_set(rules)
    if found is None:
        return None
    words = " ".join(found.span.text.split())
    return (
        f"`{words}` does not exist as a whole where one of its elements does not, and then it "
        "gives nothing to choose; a set made with `for` leaves that one out, like `c + d for d in "
        "{north, south}`; check the `require` lines too"
    )


def count_over(layer: Mapping[Any, State]) -> tuple[int, int]:
    """How many states, and how many of them are over."""
    return len(layer), sum(s.is_over for s in layer.values())
