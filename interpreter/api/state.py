"""A situation of a game: who acts, what there is, what may be done, and what each seat sees.

A `State` is an immutable value over a node of an engine.  Nothing here depends on which engine it
is.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from gdl.source.wording import spaced
from interpreter.api.game_base import GameBase
from interpreter.api.snapshot import Snapshot
from interpreter.api.state_reader import read_state, require_supply
from interpreter.api.state_writer import write_state
from interpreter.api.views import ask, questions, view
from interpreter.board.values import IllegalMove, Key, Move, View
from interpreter.engine.protocol import Engine, Situation
from interpreter.explain.why import Explained, why_not
from interpreter.process.arguments import MAX_DEPTH, text_of, whole
from interpreter.reference.engine import Node

OF_A_GAME = ("game", "options")  # what a state says of its game; a file may have another name


class State(Snapshot):
    """A situation of a game: an immutable value, hashable, comparable and picklable."""

    __slots__ = ("_led", "engine")

    def __init__(self, game: GameBase, node: Situation, engine: Engine):
        self.game = game
        self.node = node
        self.engine = engine
        self._led: Mapping[Key, Any] | None = None

    # ---- value ----

    @cached_property
    def future_key(self) -> tuple[Any, ...]:
        """What tells states with different futures apart; it can be hashed."""
        return self.engine.future_key(self.node)

    @cached_property
    def _present(self) -> tuple[Any, ...]:
        return self.engine.present_key(self.node)

    @property
    def _has_past(self) -> bool:
        return self.game.reference.reads_history

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
            and (not self._has_past or bool(self.node.same_past(other.node)))
        )

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Of the past, and of what was told, only how long it is: to compute all of it takes longer
        than a move.
        """
        length = self.node.past_length if self._has_past else 0
        told = tuple((len(heard), heard.latest) for heard in self.node.heard)
        return hash((self._present, told, length))

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (self.game, self.to_json(), self.engine.name)

    def __repr__(self) -> str:
        who = "over" if self.is_over else self.colour or "chance"
        return f"<State of {self.game.name}, turn {self.turn}, {who}>"

    @property
    def turn_key(self) -> tuple[Any, ...]:
        """What tells positions between turns apart: nothing of how they came about."""
        return self.engine.turn_key(self.node)

    # ---- moves ----

    @property
    def move_count(self) -> int:
        """How many legal moves there are, or things that chance may do."""
        count = self.engine.move_count(self.node) if self._led is None else None
        return len(self._keys) if count is None else count

    @property
    def _keys(self) -> Mapping[Key, Any]:
        """The legal moves as the engine has them, and what it keeps for each."""
        led = self._led  # another thread may forget it at any time
        if led is None:
            led = self._led = self.engine.moves(self.node)
            self.game.keep(self)
        return led

    @property
    def _used(self) -> Mapping[Key, Any] | None:
        """What the engine kept for each legal move, where it has to be there."""
        return self._led if self.engine.plays_unlisted else self._keys

    @property
    def _moves(self) -> list[Move]:
        """The legal moves, or what chance may do."""
        made = None if self._led else self.engine.made_moves(self.node, self.game.move)
        return self.game.moves_of(self._keys) if made is None else made

    def forget(self) -> None:
        """Free what the moves lead to; it is computed again when it is needed."""
        self._led = None

    def moves(self) -> list[Move]:
        """The legal moves in a fixed order; none when the game is over or nature acts."""
        return [] if self.node.chance else self._moves

    @property
    def chance(self) -> list[tuple[Move, float]]:
        """What nature may do, with probabilities; empty when a seat acts."""
        if not self.is_chance:
            return []
        moves, weights = self._moves, self.engine.weights(self.node, self._used)
        total = sum(weights)
        return [(m, w / total) for m, w in zip(moves, weights, strict=True) if w]

    def random_move(self, chooser: random.Random) -> State:
        """The state after a uniformly random move, or after what chance does.

        Raises ValueError where the game is over.
        """
        return self.play(self.random_choice(chooser))

    def random_choice(self, chooser: random.Random) -> Move:
        """A uniformly random move, or what chance does."""
        moves = self._moves
        if self.is_chance:
            weights = self.engine.weights(self.node, self._used)
            return chooser.choices(moves, weights)[0]
        if not moves:
            raise ValueError("the game is over: there is no move")
        return chooser.choice(moves)

    def play(self, move: Move | str) -> State:
        """The state after a move (or its text).

        Raises IllegalMove, also for a move of another game.
        """
        node = None
        if isinstance(move, Move) and move.rules == self.game.rules_hash:
            node = self._after(move)
        if node is None:
            node = self._after(self.legal(move))
            assert node is not None
        return State(self.game, node, self.engine)

    def legal(self, move: Move | str) -> Move:
        """The legal move that a move of this game, or a text, stands for here.

        Raises IllegalMove.
        """
        if not isinstance(move, Move):
            return self.parse(move)
        if move.rules != self.game.rules_hash:  # its text may mean something else here
            raise IllegalMove(f"`{move}` is a move of another game than {self.game.name}")
        return self.parse(move.text)

    def has_refused(self, move: Move) -> bool:
        """Whether a move was tried in the turn that goes on, and failed."""
        return move.key in self.node.position.refused

    def _after(self, move: Move) -> Any:
        """The node after a move; None if it is not legal."""
        return self.engine.play(self.node, move.key, self.heard_of, self._used)

    def heard_of(self, key: Key, actor: int | None) -> tuple[str, ...]:
        """A move of a seat, or of chance, as each seat hears it: that seat all of it, the others
        what they may.
        """
        name, args = key
        text = self.game.move(key).text
        who = "chance" if actor is None else self.colour_of(actor)
        shown = self.game.model.sees.get(name)
        public = text
        if shown is not None:
            words = self.game.words(name, args)
            public = " ".join([name, *(words[i] for i in shown.heard)])
        hidden = shown is not None and not shown.heard
        return tuple(
            f"{who}: {text}" if seat == actor else "" if hidden else f"{who}: {public}"
            for seat in range(self.game.seats)
        )

    def parse(self, text: str) -> Move:
        """The legal move of a text; letter case and blanks do not matter.

        Raises IllegalMove, which says what is wrong with the text or which rule forbids the move.
        """
        wanted = spaced(text_of("move", text))
        moves = self._moves
        exact = [move for move in moves if move.text == wanted]
        lowered = wanted.lower()
        for move in exact or moves:
            if move.text.lower() == lowered:
                return move
        raise why_not(Explained(self.game.reference, self.node, self._moves), text)

    def perft(self, depth: int, turns: bool = False) -> int:
        """The number of different sequences of `depth` moves (0 to 100) from here.

        With `turns`, of whole turns after the set-up: two ways through a turn with the same result
        count once.  Raises TypeError and ValueError for a depth that is none.
        """
        depth = whole("depth", depth, 0, MAX_DEPTH)
        return self.engine.perft(self.node, depth, turns)

    def positions(self, depth: int) -> list[tuple[int, int]]:
        """After 0, 1, … `depth` complete turns (at most 100) from here: how many distinct
        positions, how many over.

        Raises TypeError and ValueError for a depth that is none.
        """
        return self.engine.positions(self.node, whole("depth", depth, 0, MAX_DEPTH))

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


def restore(game: GameBase, text: str, engine: str) -> State:
    """A state from its game and its JSON text: what pickling uses."""
    plays = game.engine(None if engine == "native" else engine)
    return state_of(game, read_state(game, text), plays)


def start_of(game: GameBase, engine: str | None = None) -> State:
    """The state at the start of a game; see `Game.start`."""
    plays = game.engine(engine)
    return State(game, plays.start(), plays)


def begun(game: GameBase, text: str) -> State:
    """The state of a position that was set up by hand, as JSON without the names of a game.

    Raises ValueError, with the place in words, for what is no position of the game, and for one
    with more pieces than the rules have.
    """
    node = read_state(game, text)
    require_supply(game, node.position)
    return state_of(game, node, game.engine())


def start_text(state: State) -> str:
    """A state as JSON that says nothing of its game: what a match can begin with."""
    written = write_state(state)
    return json.dumps({key: written[key] for key in written if key not in OF_A_GAME})


def state_of(game: GameBase, node: Node, engine: Engine) -> State:
    """The state of a node of the reference engine, on an engine if it can hold it."""
    own = engine.from_node(node)
    if own is None:
        engine = game.engine("reference")
    return State(game, node if own is None else own, engine)
