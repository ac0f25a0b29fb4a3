"""What a seat sees, as planes of numbers for programs that learn.

`Planes` makes an array of a state from what `State.view` shows a seat.  `names` and `records` say
what each plane is; docs/bridges.md gives their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from interpreter.api.game_base import GameBase
from interpreter.api.state import State
from interpreter.native.runtime.observing import Observer
from interpreter.process.arguments import LOADED, instance_of, names, whole
from interpreter.spaces.actions import ActionSpace
from interpreter.spaces.encoder import Encoder, FloatArray, Form, Grid
from interpreter.spaces.listing import Listing
from interpreter.spaces.look import Looking
from interpreter.spaces.observing import observation_code
from interpreter.spaces.records import Plane
from interpreter.spaces.sites import Viewpoint

MAX_NUMBERS = 1 << 20  # of one observation
MAX_HISTORY = 1_000


class TooLarge(ValueError):
    """An observation that would have more than `MAX_NUMBERS` numbers."""


class Planes:
    """Observations of a game as arrays.

    `history` is how many positions an observation shows (1 to 1,000): that of now, and those in
    which earlier turns began.  `levels` is how many pieces of a pile it shows from the top, all of
    them without it.  `left_out` names attributes, variables and marks, or `supply`, that it does
    not show.  Where the moves of `actions` are chosen in steps, it shows those of the viewer.

    Raises TooLarge for more than `MAX_NUMBERS` numbers, ValueError for a name that there is not,
    TypeError for what is no game, no `ActionSpace` and no list of names.
    """

    def __init__(
        self,
        game: GameBase,
        history: int = 1,
        levels: int | None = None,
        left_out: Iterable[str] = (),
        actions: ActionSpace | None = None,
    ):
        instance_of("game", game, GameBase, LOADED)
        if actions is not None:
            instance_of("actions", actions, ActionSpace, "an `ActionSpace`")
        left_out = names("left_out", left_out)
        self._made_of = game, history, levels, left_out, actions
        self.game = game
        self.actions = actions
        self.history = whole("history", history, 1, MAX_HISTORY)
        if levels is not None:
            levels = whole("levels", levels, 1, game.model.board.pile or 1)
        unknown = sorted(set(left_out) - names_of(game))
        if unknown:
            raise ValueError(f"there is nothing called {unknown[0]} to leave out")
        self.grid, plane_shape = grid_of(game)
        listing = Listing(game, self.history, levels, frozenset(left_out), actions)
        most = MAX_NUMBERS // self.grid.size
        self.records: tuple[Plane, ...] = tuple(islice(listing.records(), most + 1))
        if len(self.records) > most:
            raise TooLarge(
                f"an observation of {game.name} would have more than {MAX_NUMBERS:,} numbers: show "
                "fewer positions with `history`, fewer pieces of a pile with `levels`, or name "
                "variables in `left_out`"
            )
        self.form = Form(game, self.records, self.grid, plane_shape, self.history)
        self.shape = self.form.shape
        self.observer = Observer(partial(observation_code, self.form))
        self.looking = Looking(game)
        self._encoders: dict[tuple[int, ...], Encoder] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Planes, self._made_of

    @property
    def names(self) -> tuple[str, ...]:
        """What each plane is."""
        return tuple(plane.name for plane in self.records)

    def observe(
        self, state: State, seat: int, earlier: Sequence[State] = (), chosen: Sequence[int] = ()
    ) -> FloatArray:
        """What a seat sees of a state, as a new array of `shape`.

        `earlier` are states in which the turns before began, newest first, as `TurnHistory` keeps
        them; those beyond `history` are not shown, and what is missing is empty.  `chosen` are the
        steps of a move that the seat has chosen so far.

        Raises ValueError for a seat that there is not and a state of another game, TypeError for a
        seat that is no whole number.
        """
        seat = whole("seat", seat, 0, self.game.seats - 1)
        earlier, engine, are_alike = earlier[: self.history - 1], state.engine, True
        if state.game is not self.game:
            self._require_own(state)
        for one in earlier:
            self._require_own(one)
            are_alike = are_alike and one.engine is engine
        if self.observer.is_ready(state.node) and are_alike:
            planes: FloatArray = np.zeros(self.shape, np.float32)
            nodes = [before.node for before in earlier]
            self.observer.write(state.node, seat, nodes, planes)
        else:
            planes = self.looked_at(state, seat, earlier)
        if chosen and self.actions is not None:
            choices = self.encoder(state.node.colours, seat).choices
            choices.write(planes.reshape(-1), self.actions, chosen)
        return planes

    def looked_at(self, state: State, seat: int, earlier: Sequence[State]) -> FloatArray:
        """What a seat sees of a state and of earlier ones, without C."""
        encoder = self.encoder(state.node.colours, seat)
        planes = encoder.blank.copy()
        look = self.looking.look(state, seat)
        if encoder.per_age:
            encoder.write_board(planes, 0, look)
            for age, before in enumerate(earlier, 1):
                encoder.write_board(planes, age, self.looking.look(before, seat))
        encoder.write_rest(planes.reshape(-1), look)
        return planes.reshape(self.shape)

    def _require_own(self, state: State) -> None:
        """Raises ValueError for a state of another game."""
        game = state.game
        if game is not self.game and game.rules_hash != self.game.rules_hash:
            raise ValueError(f"these are planes of {self.game}, not of {game}")

    def encoder(self, colours: tuple[int, ...], seat: int) -> Encoder:
        """The tables for a seat, which depend on the colours that the seats play."""
        view = colours[seat:] + colours[:seat]
        encoder = self._encoders.get(view)
        if encoder is None:
            encoder = Encoder(self.form, Viewpoint(view))
            self._encoders[view] = encoder
        return encoder


class TurnHistory:
    """The states in which earlier turns began, as `Planes.observe` wants them.

    Only states in which a seat acts count, so that nobody learns how often chance has acted.
    """

    def __init__(self, history: int):
        self.history = history
        self.states: list[State] = []  # of the turns before, newest first
        self.begun: State | None = None  # the first state of this turn

    def add(self, state: State) -> None:
        """Note the state that play has come to."""
        if self.history == 1 or state.is_chance:
            return
        if self.begun is not None and state.turn != self.begun.turn:
            self.states = [self.begun, *self.states[: self.history - 2]]
            self.begun = None
        if self.begun is None:
            self.begun = state


def grid_of(game: GameBase) -> tuple[Grid, tuple[int, ...]]:
    """Where cells stand in a plane, and its shape.

    Rows and columns on a lattice, the lowest row first; on hexes, these are its two coordinates.
    The cells in their order where some are off the lattice.  No shape at all without a board.
    """
    topology = game.reference.rules.topology
    count, places = len(topology.cells), topology.coordinates
    if not count:
        return Grid((), 1), ()
    if len(places) < count:
        return Grid(range(count), count), (count,)
    columns, rows = zip(*(places[cell] for cell in range(count)), strict=True)
    width, height = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    at = [(y - min(rows)) * width + x - min(columns) for x, y in zip(columns, rows, strict=True)]
    return Grid(at, width * height), (height, width)


def names_of(game: GameBase) -> set[str]:
    """What may be left out."""
    rules = game.reference.rules
    variables = {variable.name for variable in (*rules.variables, *rules.marks)}
    return {"supply", *variables, *game.codes.attribute_types}
