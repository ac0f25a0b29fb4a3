"""The moves of states by text, and what they lead to; fast on the native engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.native.engine import NativeEngine, NativeNode
from interpreter.playing import NativePlayer
from interpreter.state import State

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.reference.engine import Key

Steps = dict[str, tuple[Any, float]]  # by text: what `play` wants; the probability (0: a seat's)
MOST_KNOWN = 200_000  # native moves whose texts are kept


class Mover:
    """Lists and makes the moves of one game."""

    def steps(self, state: State) -> Steps:
        """What may be done in a state, by a seat or by chance."""
        if state.is_chance:
            return {move.text: (move, share) for move, share in state.chance}
        return {move.text: (move, 0.0) for move in state.moves()}

    def play(self, state: State, move: Any) -> State:
        """The state after a move of `steps`."""
        return state.play(move)


class NativeMover(Mover):
    """The same by packed moves, which need not be looked up; for games without secrets."""

    def __init__(self, game: Game, player: NativePlayer):
        self.game = game
        self.player = player
        self.engine: NativeEngine = player.engine
        self.known: dict[int, tuple[str, Key]] = {}

    def steps(self, state: State) -> Steps:
        """What may be done in a state."""
        if not isinstance(state.node, NativeNode) or state.is_chance:
            return super().steps(state)
        if state.is_over:
            return {}
        found: Steps = {}
        for packed in self.engine.packed_moves(state.node):
            known = self.known.get(packed) or self.name(packed)
            found.setdefault(known[0], (packed, 0.0))
        return found

    def name(self, packed: int) -> tuple[str, Key]:
        """The text and the key of a packed move."""
        if len(self.known) >= MOST_KNOWN:
            self.known.clear()
        key = self.engine.unpack(packed)
        self.known[packed] = (self.game.move(key).text, key)
        return self.known[packed]

    def play(self, state: State, move: Any) -> State:
        """The state after a move of `steps`."""
        if not isinstance(move, int):
            return super().play(state, move)
        key = (self.known.get(move) or self.name(move))[1]
        after = self.engine.play_packed(state.node, move, key, tuple)
        assert after is not None
        return State(self.game, after, self.player)


def mover(game: Game) -> Mover:
    """What makes the moves of a game."""
    player = game.player()
    if isinstance(player, NativePlayer) and not game.engine.has_secrets:
        return NativeMover(game, player)
    return Mover()
