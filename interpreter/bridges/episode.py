"""One game from its start to its end, as environments step through it.

Chance acts from the seed of the episode.  A step is a number of `ActionSpace`; what a seat gets is
an array of `Planes` and, when it acts, a mask of the numbers that it may choose.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from interpreter.agents.agent import RandomAgent
from interpreter.api.game import Game
from interpreter.api.loading import load_game
from interpreter.api.state import State
from interpreter.board.values import IllegalMove, Move
from interpreter.bridges.stepping import Given, OneGame, Stepping
from interpreter.process.arguments import MAX_MOVES, integer, seed_of, whole
from interpreter.spaces.actions import ActionSpace
from interpreter.spaces.planes import Planes, TurnHistory

Mask = NDArray[np.int8]
FloatArray = NDArray[np.float32]
MAX_BEGUN = 1_000  # games in search of one in which somebody acts
ILLEGAL = -1.0  # the reward for a move that is not legal; it ends the game
SETTINGS = frozenset(("history", "levels", "left_out", "max_moves", "steps"))  # of an episode


def episode_of(game: Game | str, settings: Mapping[str, Any]) -> Episode:
    """An episode of a game, or of the one of a name or path.

    The settings are those of `Episode`; what else there is are options of the game.

    Raises GdlError, TypeError for options of a game that has been made already, and what `Planes`
    and `ActionSpace` raise.
    """
    options = {name: value for name, value in settings.items() if name not in SETTINGS}
    if isinstance(game, str):
        game = load_game(game, **options)
    elif options:
        raise TypeError(f"`{min(options)}`: a game that has been loaded takes no options")
    return Episode(game, **{name: settings[name] for name in SETTINGS & settings.keys()})


class Episode:
    """A game that is being played.

    `max_moves` is the number of moves after which it is cut short; None for no such number.
    `history`, `levels` and `left_out` are those of `Planes`, `steps` is that of `ActionSpace`.
    """

    def __init__(
        self,
        game: Game,
        history: int = 1,
        levels: int | None = None,
        left_out: Iterable[str] = (),
        max_moves: int | None = None,
        steps: bool = False,
    ):
        self.game = game
        self.actions = ActionSpace(game, steps)
        self.planes = Planes(game, history, levels, left_out, self.actions)
        self.max_moves = None
        if max_moves is not None:
            self.max_moves = whole("max_moves", max_moves, 1, MAX_MOVES)
        self.stepping = Stepping(self.actions, self.planes)
        self.plays_in_c = True  # once that is worth it
        self._random = random.Random()
        self._start = self._state = game.start()
        self._game: OneGame | None = None  # that has been made
        self.in_c: OneGame | None = None  # that plays this game
        self._ahead: list[int | None] = []  # what it has played, and `_state` has not
        self._luck: list[float] = []  # the numbers that it was given for chance in these moves

    def __getstate__(self) -> dict[str, Any]:
        _ = self.state  # from which it goes on without C
        stepping = Stepping(self.actions, self.planes)
        return {**self.__dict__, "stepping": stepping, "_game": None, "in_c": None}

    # ---- where it stands ----

    @property
    def state(self) -> State:
        """The state that it has come to."""
        if self._ahead:
            numbers, luck = self._ahead, Given(self._luck)
            self._ahead, self._luck = [], []
            for number in numbers:
                move = None if number is None else self.actions.move(number)
                self._draw(self._state if move is None else self._state.play(move), luck)
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._state, self._ahead, self._luck, self.in_c = state, [], [], None
        self._look()

    @property
    def seat(self) -> int | None:
        """The seat that acts."""
        if self.in_c is None:
            return self._state.seat
        return None if self.is_over else self.in_c.seat

    @property
    def result(self) -> list[float] | None:
        """What each seat gets, once the game is over."""
        if self.in_c is None:
            return self._state.result
        return self.in_c.result if self.is_over else None

    def reset(self, seed: int | None) -> None:
        """Begin anew; without a seed, chance goes on from where it was.

        Games that chance ends before anybody acts are not counted.  Raises ValueError where all do.
        """
        if seed is not None:
            self._random.seed(seed_of(seed))
        for _ in range(MAX_BEGUN):
            self._begin()
            if not self.is_over:
                return
        raise ValueError(f"{MAX_BEGUN:,} games of {self.game.name} ended before anybody acted")

    def _begin(self) -> None:
        """Begin a game, which chance may end at once."""
        self.count = 0
        self.chosen: tuple[int, ...] = ()
        self.past = TurnHistory(self.planes.history)
        if not self.plays_in_c or self.stepping.engine is None:
            self._come_to(self._start)
            return
        if self._game is None:
            self._game = OneGame(self._start, self.stepping, self.max_moves)
        self._state, self._ahead, self._luck, self.in_c = self._start, [], [], self._game
        self._go_on(None, self.in_c.begin(self._random))

    def _go_on(self, number: int | None, given: list[float]) -> None:
        """Note what C has played."""
        assert self.in_c is not None
        self._ahead.append(number)
        self._luck += given
        self.is_over, self.is_cut = self.in_c.is_over, self.in_c.is_cut
        self.has_ended = self.is_over or self.is_cut

    def _come_to(self, state: State) -> None:
        """Go on from a state, after what chance does first."""
        self._draw(state, self._random)
        self.state = self._state
        self.chosen = ()
        if self.plays_in_c:
            self.stepping.is_ready(state.node)  # which counts

    def _draw(self, state: State, luck: random.Random) -> None:
        """Note the state after what chance does."""
        while state.is_chance:
            state = state.random_move(luck)
        self._state = state
        self.past.add(state)

    def _look(self) -> None:
        """Note whether the game has ended."""
        most, self.is_over = self.max_moves, self._state.is_over
        self.is_cut = most is not None and self.count >= most and not self.is_over  # cut short
        self.has_ended = self.is_over or self.is_cut  # nobody may act any more

    def refuse(self) -> None:
        """End it because of a move that is not legal."""
        self.has_ended = True

    def require_going_on(self) -> None:
        """Raises RuntimeError for a game that has ended."""
        if self.has_ended:
            raise RuntimeError(f"this game of {self.game.name} has ended: call `reset`")

    # ---- what may be done ----

    def legal(self, state: State | None = None) -> list[int]:
        """The numbers that the seat that acts may choose."""
        return self.actions.legal(self.state if state is None else state, self.chosen)

    def mask(self, state: State | None = None) -> Mask:
        """An array with 1 for each number that the seat that acts may choose; 0 after the end."""
        if self.has_ended:
            return self.no_mask()
        if state is None and self.in_c is not None:
            return self.in_c.mask.copy()
        return self.actions.mask(self.state if state is None else state, self.chosen)

    def no_mask(self) -> Mask:
        """The mask of a seat that does not act: nothing but 0."""
        return np.zeros(self.actions.size, np.int8)

    def move(self, number: int) -> Move | None:
        """The move of a number; None where more numbers must be chosen for it.

        Raises ValueError for a number of no move.
        """
        return self.actions.move(*self.chosen, number)

    def step(self, number: int) -> None:
        """Choose a number for the seat that acts.

        Raises IllegalMove, and TypeError for what is no whole number.
        """
        number = integer("action", number)
        if self.in_c is not None and self._plays(number):
            return
        if self.actions.steps and number not in self.legal():
            raise IllegalMove(f"{number} is no number that may be chosen now")
        try:
            move = self.move(number)
        except ValueError as error:
            raise IllegalMove(str(error)) from None
        if move is None:
            self.chosen = (*self.chosen, number)
        else:
            self.play(move)

    def _plays(self, number: int) -> bool:
        """Whether C has played the move of a number: not if it is not legal."""
        assert self.in_c is not None
        given = self.in_c.play(number, self._random)
        if given is None:
            return False
        self.count += 1
        self._go_on(number, given)
        return True

    def play(self, move: Move) -> None:
        """Play a move of the seat that acts.

        Raises IllegalMove.
        """
        is_own = move.rules == self.game.rules_hash
        if is_own and self.in_c is not None and self._plays(self.actions.index(move)):
            return
        state = self.state.play(move)
        self.count += 1
        self._come_to(state)

    def play_at_random(self, chooser: random.Random) -> None:
        """Play a uniformly random move, as a random agent does."""
        if self.in_c is None or not self.in_c.is_plain:
            self.play(RandomAgent().choose(self.state, chooser))
        else:
            self._plays(self.in_c.random_number(chooser))

    # ---- what is seen ----

    def observe(self, seat: int, state: State | None = None) -> FloatArray:
        """What a seat sees."""
        if state is None and self.in_c is not None:
            return self.in_c.observe(seat)
        state = self.state if state is None else state
        chosen = self.chosen if seat == state.seat else ()
        return self.planes.observe(state, seat, self.past.states, chosen)
