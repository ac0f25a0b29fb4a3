"""A situation of a game: who acts, what there is, what may be done, and what each seat sees.

A `State` is an immutable value over a node of an engine.  Nothing here depends on which engine it
is.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gdl.source import Span
from interpreter.arguments import MAX_DEPTH, text_of, whole
from interpreter.playing import NativePlayer, Player, Situation
from interpreter.reference.engine import Key
from interpreter.reference.position import Piece as PieceCode
from interpreter.state_json import read_state, write_state
from interpreter.values import IllegalMove, Move, Piece, View
from interpreter.views import ask, questions, view
from interpreter.why import why_not

if TYPE_CHECKING:
    from interpreter.game import Game


class State:
    """A situation of a game: an immutable value, hashable, comparable and picklable."""

    __slots__ = ("__dict__", "_led", "game", "node", "player")

    def __init__(self, game: Game, node: Situation, player: Player):
        self.game = game
        self.node: Any = node
        self.player = player
        self._led: Mapping[Key, Any] | None = None

    # ---- value ----

    @cached_property
    def future_key(self) -> tuple[Any, ...]:
        """What tells states with different futures apart; it can be hashed."""
        history = self.node.history if self.game.key_reads[1] else {}
        return *self._present, frozenset(history.items())

    @cached_property
    def _present(self) -> tuple[Any, ...]:
        """What tells states with different futures apart, but for what `seen` compares."""
        position, node = self.node.position, self.node
        openings = len(self.game.rules.opening)
        return (
            position.core(),
            node.pending,
            tuple((s.span.start, frame) for s, frame in node.setup),
            node.result,
            position.turns if self.game.key_reads[0] else min(position.turns, openings),
        )

    @property
    def _key(self) -> tuple[Any, ...]:
        return self.future_key, self.node.heard

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        same = self.game is other.game or (
            self.game.rules_hash == other.game.rules_hash and self.game.name == other.game.name
        )
        return same and (
            self._hash == other._hash
            and self._present == other._present
            and self.node.heard == other.node.heard
            and (not self.game.key_reads[1] or bool(self.node.same_past(other.node)))
        )

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Of the past only how long it is: to work out what there was takes longer than a move."""
        length = self.node.past_length if self.game.key_reads[1] else 0
        return hash((self._present, self.node.heard, length))

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (self.game, self.to_json(), self.player.name)

    def __repr__(self) -> str:
        who = "over" if self.is_over else self.colour or "chance"
        return f"<State of {self.game.name}, turn {self.turn}, {who}>"

    @property
    def turn_key(self) -> tuple[Any, ...]:
        """What tells positions between turns apart: nothing of how they came about."""
        position = self.node.position
        acting = position.next_seat if self.is_over else position.seat
        openings = len(self.game.rules.opening)
        return (
            position.board, position.supply, position.variables, position.colours, acting,
            position.passes, min(position.turns, openings), self.node.result,
        )  # fmt: skip

    # ---- who acts, how it stands ----

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.node.is_over)

    @property
    def is_chance(self) -> bool:
        """Whether nature acts next."""
        return self.node.chance and not self.is_over

    @property
    def seat(self) -> int | None:
        """The seat that acts, from 0; None when the game is over or nature acts."""
        return None if self.node.is_over or self.node.chance else self.node.seat

    @property
    def colour(self) -> str | None:
        """The colour that acts."""
        seat = self.seat
        return None if seat is None else self.colour_of(seat)

    def colour_of(self, seat: int) -> str:
        """The colour that a seat plays."""
        colour: int = self.node.colours[seat]
        return self.game.players[colour]

    @property
    def turn(self) -> int:
        """The number of complete turns so far."""
        turns: int = self.node.turns
        return turns

    @property
    def result(self) -> list[float] | None:
        """A share for each seat: 1 for the winner, 0.5 for a shared win or a draw, 0 for a loss."""
        result = self.node.result
        return None if result is None else list(result)

    @property
    def ended_by(self) -> Span | None:
        """The line of `end` that ended the game; None while it goes on, where nobody could go on,
        and for a state that was read from JSON.
        """
        span: Span | None = self.node.ended_by
        return span

    @property
    def scores(self) -> dict[str, Any] | None:
        """What the rules count, per colour; None when they rank nothing."""
        scores = self.game.engine.scores(self.node.position)
        if scores is None:
            return None
        return {self.game.players[c]: score for c, score in scores.items()}

    # ---- what there is ----

    @property
    def move_count(self) -> int:
        """How many legal moves there are, or things that chance may do."""
        if self._led is None and isinstance(self.player, NativePlayer):
            return len(self.player.engine.packed_moves(self.node))
        return len(self._keys)

    @property
    def occupied(self) -> frozenset[int]:
        """The numbers of the cells with a piece, in the order of `board.cells`."""
        found: frozenset[int] = self.node.occupied
        return found

    def at(self, cell: str) -> Piece | None:
        """The piece on a cell.

        Raises KeyError for a cell that the board does not have.
        """
        index = self.game.engine.rules.topology.index
        if cell not in index:
            raise KeyError(f"there is no cell {cell}")
        piece = self.node.position.board[index[cell]]
        return None if piece is None else self._piece(piece)

    def _piece(self, piece: PieceCode) -> Piece:
        codes = self.game.codes
        attributes = {
            name: codes.decode(codes.attribute_types[name], value)
            for name, value in self.game.engine.rules.named_attributes(piece).items()
        }
        colour = None if piece.owner < 0 else self.game.players[piece.owner]
        return Piece(codes.kind_names[piece.kind], colour, attributes)

    def pieces(self) -> dict[str, Piece]:
        """The pieces on the board by cell."""
        board = zip(self.game.board.cells, self.node.position.board, strict=True)
        return {cell: self._piece(piece) for cell, piece in board if piece is not None}

    @property
    def supply(self) -> dict[str, int]:
        """The pieces off the board by text, and how many of each."""
        rules = self.game.engine.rules
        counts = zip(rules.pools, self.node.position.supply, strict=True)
        return {self.game.codes.piece_text(p): n for p, n in counts if n}

    @property
    def variables(self) -> dict[str, Any]:
        """The state variables; one with indices is a dict."""
        return self._stored(self.game.engine.rules.variables, self.node.position.variables)

    @property
    def marks(self) -> dict[str, Any]:
        """The marks, which are for people and which no rule reads."""
        return self._stored(self.game.engine.rules.marks, self.node.position.marks)

    def _stored(self, variables: Any, values: Any) -> dict[str, Any]:
        codes = self.game.codes
        found: dict[str, Any] = {}
        for variable, cells in zip(variables, values, strict=True):
            decoded = [codes.decode(variable.type, cell) for cell in cells]
            if not variable.index_types:
                found[variable.name] = decoded[0]
                continue
            found[variable.name] = {}
            for key, value in zip(variable.keys, decoded, strict=True):
                types = zip(variable.index_types, key, strict=True)
                names = tuple(codes.decode(t, k) for t, k in types)
                found[variable.name][names[0] if len(names) == 1 else names] = value
        return found

    # ---- moves ----

    @property
    def _keys(self) -> Mapping[Key, Any]:
        """The legal moves as the engine has them, and what it keeps for each."""
        if self._led is None:
            self._led = self.player.moves(self.node)
            self.game.keep(self)
        return self._led

    @property
    def _moves(self) -> list[Move]:
        """The legal moves, or what chance may do."""
        return [self.game.move(key) for key in self._keys]

    def forget(self) -> None:
        """Free what the moves lead to; it is worked out again when it is asked for."""
        self._led = None

    def words(self, action: str, args: tuple[Any, ...]) -> list[str]:
        """The parameters of a move as words."""
        return self.game.words(action, args)

    def moves(self) -> list[Move]:
        """The legal moves in a fixed order; none when the game is over or nature acts."""
        return [] if self.node.chance else self._moves

    @property
    def chance(self) -> list[tuple[Move, float]]:
        """What nature may do, with probabilities; empty when a seat acts."""
        if not self.is_chance:
            return []
        weights = self.player.weights(self.node, self._keys)
        total = sum(weights)
        return [(m, w / total) for m, w in zip(self._moves, weights, strict=True) if w]

    def random_move(self, chooser: random.Random) -> State:
        """The state after a uniformly random move, or after what chance does.

        Raises ValueError where the game is over.
        """
        return self.play(self.random_choice(chooser))

    def random_choice(self, chooser: random.Random) -> Move:
        """A uniformly random move, or what chance does."""
        if self.is_chance:
            moves, weights = zip(*self.chance, strict=True)
            chosen: Move = chooser.choices(moves, weights)[0]
            return chosen
        if not self._keys:
            raise ValueError("the game is over: there is no move")
        return self.game.move(chooser.choice(list(self._keys)))

    def play(self, move: Move | str) -> State:
        """The state after a move (or its text).

        Raises IllegalMove, also for a move of another game.
        """
        if isinstance(move, Move):
            self.check_own(move)
            node = self._after(move)
            if node is not None:
                return State(self.game, node, self.player)
        node = self._after(self.legal(move))
        assert node is not None
        return State(self.game, node, self.player)

    def legal(self, move: Move | str) -> Move:
        """The legal move that a move of this game, or a text, stands for here.

        Raises IllegalMove.
        """
        if isinstance(move, Move):
            self.check_own(move)
            return self.parse(move.text)
        return self.parse(move)

    def check_own(self, move: Move) -> None:
        """Raise IllegalMove for a move of another game: its text may mean something else here."""
        if move.rules != self.game.rules_hash:
            raise IllegalMove(f"`{move}` is a move of another game than {self.game.name}")

    def _after(self, move: Move) -> Any:
        """The node after a move; None if it is not legal."""
        return self.player.play(self.node, move.key, lambda: self._heard(move), lambda: self._keys)

    def _heard(self, move: Move) -> tuple[str, ...]:
        """A move as each seat hears it: the mover all of it, the others what they may."""
        name, args = move.key
        who = "chance" if self.is_chance else self.colour
        shown = self.game.rules.sees.get(name)
        public = move.text
        if shown is not None:
            words = self.words(name, args)
            public = " ".join([name, *(words[i] for i in shown.heard)])
        hidden = shown is not None and not shown.heard
        return tuple(
            f"{who}: {move.text}" if seat == self.seat else "" if hidden else f"{who}: {public}"
            for seat in range(self.game.seats)
        )

    def parse(self, text: str) -> Move:
        """The legal move of a text; letter case and blanks do not matter.

        Raises IllegalMove, which says what is wrong with the text or which rule forbids the move.
        """
        wanted = " ".join(text_of("move", text).split())
        moves = self._moves
        exact = [move for move in moves if move.text == wanted]
        lowered = wanted.lower()
        for move in exact or moves:
            if move.text.lower() == lowered:
                return move
        raise why_not(self, text)

    def perft(self, depth: int) -> int:
        """The number of different sequences of `depth` moves (0 to 100) from here.

        Raises TypeError and ValueError for a depth that is none.
        """
        depth = whole("depth", depth, 0, MAX_DEPTH)
        if isinstance(self.player, NativePlayer):
            return self.player.engine.perft(self.node, depth)
        if depth == 0:
            return 1
        if depth == 1:
            return len(self._keys)
        return sum(self.play(move).perft(depth - 1) for move in self._moves)

    def after_set_up(self) -> Iterator[State]:
        """The states once chance has done its part of the set-up; this one if it has none."""
        if not self.node.is_in_set_up:
            yield self
            return
        for move in self._moves:
            yield from self.play(move).after_set_up()

    def after_turn(self) -> Iterator[State]:
        """The distinct states at the end of this turn, in all ways to play it."""
        waiting, seen = [self], set()
        while waiting:
            state = waiting.pop()
            for move in state._moves:
                later = state.play(move)
                key = later.turn_key if later.turn > self.turn else later._key
                if key in seen:
                    continue
                seen.add(key)
                if later.turn > self.turn or later.is_over:
                    yield later
                else:
                    waiting.append(later)

    # ---- what is seen ----

    def view(self, seat: int) -> View:
        """All that a seat (from 0) may see.

        Raises ValueError for a seat that there is not.
        """
        return view(self, whole("seat", seat, 0, self.game.seats - 1))

    def questions(self) -> list[str]:
        """What the seat that acts may privately ask."""
        return list(questions(self))

    def ask(self, question: str) -> str:
        """The answer to a private question of the seat that acts.

        Raises IllegalMove for what may not be asked.
        """
        return ask(self, text_of("question", question))

    def to_json(self) -> str:
        """The state as a JSON text, for `Game.state_from_json`."""
        return json.dumps(write_state(self))


def restore(game: Game, text: str, engine: str) -> State:
    """A state from its game and its JSON text: what pickling uses."""
    player = game.player(None if engine == "native" else engine)
    return game.state_of(read_state(game, text), player)
