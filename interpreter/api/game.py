"""The game object: where a game starts, counts and random games from there."""

from __future__ import annotations

import random

from interpreter.api.game_base import GameBase
from interpreter.api.state import State, start_of, state_of
from interpreter.api.state_reader import read_state
from interpreter.board.values import Move, Played, Playouts
from interpreter.process.arguments import (
    MAX_COUNT,
    MAX_MOVES,
    MAX_THREADS,
    seed_of,
    text_of,
    whole,
)


class Game(GameBase):
    """A game with its options fixed.

    Raises GdlError when the rules cannot be played on the board that they name, and OutOfEffort
    where only so much effort may be spent on finding out.
    """

    def start(self, engine: str | None = None) -> State:
        """The state at the start (of chance, if the set-up begins with chance).

        `engine` is "native" or "reference"; see `Game.engine`, also for what is raised.
        """
        return start_of(self, engine)

    def state_from_json(self, text: str) -> State:
        """The state that `State.to_json` wrote; what is left out is as at the start.

        Raises ValueError, with the place in words, for what is no state of this game.
        """
        return state_of(self, read_state(self, text_of("text", text)), self.engine())

    def perft(self, depth: int, turns: bool = False) -> int:
        """The number of different sequences of `depth` moves (0 to 100) from the start.

        With `turns`, of whole turns after the set-up: two ways through a turn with the same result
        count once.  Raises TypeError and ValueError for a depth that is none.
        """
        return self.start().perft(depth, turns)

    def positions(self, depth: int) -> list[tuple[int, int]]:
        """After 0, 1, … `depth` complete turns (at most 100): how many distinct positions, how many
        over.

        Raises TypeError and ValueError for a depth that is none.
        """
        return self.start().positions(depth)

    def playouts(self, count: int, seed: int | None = None, threads: int = 1) -> Playouts:
        """Uniformly random games.

        The same seed gives the same games on any number of threads, but not on both engines.  Only
        the native engine uses more than one thread (at most 256).  A game is left unfinished after
        a million moves.  Raises TypeError and ValueError for a `count` (at most 10**12), a seed or
        threads that are none.
        """
        count = whole("count", count, 0, MAX_COUNT)
        threads, seed = whole("threads", threads, 1, MAX_THREADS), seed_of(seed)
        engine, chosen = self.engine(), random.getrandbits(64) if seed is None else seed
        return engine.playouts(engine.start(), count, chosen, threads, MAX_MOVES)

    def random_games(self, first: int, count: int, seed: int, most: int) -> list[Played]:
        """What became of uniformly random games number `first` and those after it.

        The seed is below 2**64.  A game depends on the seed, its number and the engine alone.  One
        that does not end within `most` moves is not finished.
        """
        engine = self.engine()
        return engine.playout_rows(engine.start(), first, count, seed, most)

    def random_game(self, number: int, seed: int, most: int) -> list[Move]:
        """The moves of one of the games of `random_games`."""
        engine = self.engine()
        return list(map(self.move, engine.playout_moves(engine.start(), number, seed, most)))
