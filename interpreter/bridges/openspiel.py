"""Rule files as games of OpenSpiel.

    from interpreter.bridges import openspiel
    game = openspiel.load("kuhn-poker")

What `register` or `load` has seen, `pyspiel.load_game` finds by its short name, with the options of
the file as parameters: `pyspiel.load_game("boardwright_hex(size=5)")`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from gdl.model import nodes as model
from gdl.model.analysis import everything
from gdl.model.fold import Scalar
from interpreter.api.game import Game
from interpreter.api.loading import load_game
from interpreter.bridges.standing import Setting, Standing, words
from interpreter.process.arguments import MAX_MOVES, whole

PREFIX = "boardwright_"  # of short names: OpenSpiel has games of its own
LIMIT = "max_game_length"  # the parameter for the most decisions of a game
KEPT_SETTINGS = 64
NOBODY = pyspiel.PlayerId  # who acts where no seat does
TERMINAL, CHANCE, SIMULTANEOUS = map(int, (NOBODY.TERMINAL, NOBODY.CHANCE, NOBODY.SIMULTANEOUS))
_sources: dict[str, tuple[str, str]] = {}  # of each short name the rule file, and its hash


def register(rules: str | Path, short_name: str | None = None) -> str:
    """Make a game of the library, or of a rule file, known to OpenSpiel; its short name.

    That is `boardwright_` and the name of the file, with `_` for what is neither letter nor digit.
    The parameters are the options of the file and `max_game_length`, the most decisions after which
    a game is left unfinished, a draw.

    Raises GdlError for wrong rules, NotNumbered for moves that cannot be numbered, and ValueError
    for an option of that name, and for a short name that stands for other rules already.
    """
    source = str(rules)
    if Path(source).exists():
        source = str(Path(source).resolve())
    game = load_game(source)
    if LIMIT in game.options:
        raise ValueError(f"{game.name} has an option {LIMIT}, which is a parameter here")
    name = short_name or PREFIX + re.sub(r"\W", "_", game.name)
    _, known = _sources.setdefault(name, (source, game.rules_hash))
    if known != game.rules_hash:  # states of the other game would go on by these rules
        raise ValueError(
            f"{name} stands for other rules already: give `register` another `short_name`, and "
            "`pyspiel.load_game` that name"
        )
    first = setting_of(name, ())
    # OpenSpiel keeps what makes the games until after Python has ended: only a class outlives that.
    maker = type(SpielGame.__name__, (SpielGame,), {"short_name": name})
    pyspiel.register_game(type_of(name, first), maker)
    return name


def load(rules: str | Path, **parameters: Scalar) -> pyspiel.Game:
    """A game of the library, or of a rule file, as a game of OpenSpiel; the parameters as
    `register` has them.
    """
    return pyspiel.load_game(register(rules), parameters)


@lru_cache(KEPT_SETTINGS)
def setting_of(short_name: str, parameters: tuple[tuple[str, Scalar], ...]) -> Setting:
    """The game that a short name and parameters stand for.

    Raises TypeError and ValueError for a `max_game_length` that is none, and ValueError for a short
    name that nobody registered.
    """
    if short_name not in _sources:
        raise ValueError(f"nobody has registered {short_name}: call openspiel.register before")
    options = dict(parameters)
    most = whole(LIMIT, options.pop(LIMIT, MAX_MOVES), 1, MAX_MOVES)
    game = load_game(_sources[short_name][0], **options)
    return Setting(game, most, (setting_of, (short_name, parameters)))


# ---- what OpenSpiel wants to know of a game ------------------------------------------------------


def type_of(short_name: str, setting: Setting) -> pyspiel.GameType:
    """What kind of game it is."""
    kinds, game = pyspiel.GameType, setting.game
    is_secret = hides_from_seats(game.model) or (setting.hides and not setting.is_simultaneous)
    parameters = {**game.options, LIMIT: setting.most}
    return kinds(
        short_name=short_name,
        long_name=game.title,
        dynamics=kinds.Dynamics.SIMULTANEOUS if setting.is_simultaneous
        else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if setting.chance.count
        else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if is_secret
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if game.zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats,
        min_num_players=game.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=setting.planes is not None,
        parameter_specification=parameters,
    )  # fmt: skip


def hides_from_seats(rules: model.Game) -> bool:
    """Whether a seat is shown or told less than there is, simultaneous choices aside."""
    tells = (part for part in everything(rules) if isinstance(part, model.Tell))
    return bool(rules.sees) or any(tell.listener != "all" for tell in tells)


def info_of(setting: Setting) -> pyspiel.GameInfo:
    """Its sizes."""
    game, results = setting.game, setting.game.results
    least, greatest = (setting.utilities([r])[0] for r in (results.least, results.greatest))
    return pyspiel.GameInfo(
        num_distinct_actions=setting.actions.size,
        max_chance_outcomes=setting.chance.size,
        num_players=game.seats,
        min_utility=least,
        max_utility=greatest,
        utility_sum=0.0 if game.zero_sum else None,
        max_game_length=setting.most,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A rule file as a game of OpenSpiel; each that is registered has a class of its own."""

    short_name: str

    def __init__(self, parameters: Mapping[str, Scalar]):
        self.setting = setting_of(self.short_name, tuple(sorted(parameters.items())))
        kind, info = type_of(self.short_name, self.setting), info_of(self.setting)
        super().__init__(kind, info, dict(parameters))

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (_sources[self.short_name][0], self.short_name, self.get_parameters())

    @property
    def rules(self) -> Game:
        """The game itself."""
        return self.setting.game

    def new_initial_state(self) -> SpielState:
        """The state at the start."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The most that chance does in a game: as many as the decisions, no bound is known."""
        return self.setting.most if self.setting.chance.count else 0

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> SpielObserver:
        """What shows a seat what it sees, or with perfect recall all that it has seen."""
        return SpielObserver(self, kind, parameters)


def restored(source: str, short_name: str, parameters: dict[str, Scalar]) -> pyspiel.Game:
    """A game from its rule file, its short name and its parameters: what pickling uses."""
    return pyspiel.load_game(register(source, short_name), parameters)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a rule file's game as one of OpenSpiel."""

    def __init__(self, game: SpielGame):
        super().__init__(game)
        self._stand(game.setting.start)

    def _stand(self, standing: Standing) -> None:
        """Stand somewhere, and note who acts, which is asked for several times with each step."""
        self.standing, seat = standing, standing.state.seat
        if standing.is_over:
            self._player = TERMINAL
        elif seat is None:
            self._player = CHANCE
        else:
            self._player = SIMULTANEOUS if standing.is_choosing else seat

    def current_player(self) -> int:
        """The seat that acts, or who else does."""
        return self._player

    def _legal_actions(self, player: int) -> list[int]:
        return self.standing.legal.get(player, [])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do, with probabilities."""
        return list(self.standing.outcomes.items())

    def _apply_action(self, action: int) -> None:
        self._stand(self.standing.after(action))

    def _apply_actions(self, actions: list[int]) -> None:
        self._stand(self.standing.after_all(actions))

    def _action_to_string(self, player: int, action: int) -> str:
        setting = self.standing.setting
        space = setting.chance if player == CHANCE else setting.actions
        return words(space, self.standing.chosen, action)

    def is_terminal(self) -> bool:
        """Whether the game is over, or left unfinished."""
        return self.standing.is_over

    def returns(self) -> list[float]:
        """What each seat has got: nothing before the end."""
        return self.standing.utilities()

    def __str__(self) -> str:
        return str(self.standing)


class SpielObserver:
    """What a seat sees, as a text and as planes; with perfect recall all that it has seen and done,
    as a text alone.
    """

    def __init__(self, game: SpielGame, kind: pyspiel.IIGObservationType | None, parameters: Any):
        if parameters:
            raise ValueError(f"there are no parameters of observations, and here are {parameters}")
        self.recalls = kind is not None and kind.perfect_recall
        self.planes = None if self.recalls else game.setting.planes
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if self.planes is not None:
            self.tensor = np.zeros(prod(self.planes.shape), np.float32)
            self.dict["planes"] = self.tensor.reshape(self.planes.shape)

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what a seat sees of a state."""
        if self.planes is not None:
            self.dict["planes"][...] = self.planes.observe(state.standing.state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a seat sees of a state; with perfect recall, all that it has seen and done."""
        if self.recalls:
            return state.standing.knows(player)
        return "\n".join(f"{name}: {text}" for name, text in state.standing.seen_by(player).items())
