"""The match on the file that is being written, which goes on when the rules change.

A `Bench` holds the last rules that could be played, and a line of states.  New rules are tried with
`load`: the moves of the line are played again, as far as they are legal.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from gdl.loader import RulesRead, read_source_rules
from gdl.model import nodes as model
from gdl.source.diagnostics import Diagnostic, GdlError, Report
from gdl.source.spans import Source
from interpreter.agents import MAKERS, file_of, make_agent
from interpreter.api.game import Game
from interpreter.api.library import library
from interpreter.api.loading import make_game
from interpreter.api.state import OF_A_GAME, State, start_of, state_of
from interpreter.api.state_reader import read_state
from interpreter.api.state_writer import write_state
from interpreter.board.values import IllegalMove, Move
from interpreter.matches.match import Refused
from interpreter.reference.engine import Node

MAX_LINE = 20_000  # moves of a match
MOMENT = 1.0  # seconds of a set-up that goes on with the next message
QUICK = ("random", "chance")  # those who need no native engine


@dataclass(frozen=True)
class Stopped:
    """The move at which a line stops under new rules, and why."""

    move: str
    message: str


@dataclass(frozen=True)
class Loaded:
    """What became of new rules."""

    diagnostics: tuple[Diagnostic, ...]
    game: Game | None = None
    stopped: Stopped | None = None
    note: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


class Bench:
    """A game as its file stands, and a match of it for all seats."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.edited = Source("", "")
        self.begun: dict[str, Any] | None = None  # the state that a position editor made
        self.fits = True  # whether the rules allow that state, so that the line begins with it
        self.states: list[State] = []
        self.moves: list[Move] = []
        self.left_out: list[str] = []  # what came next, as long as only rules have stopped the line
        self.chooser = random.Random()

    # ---- rules ----

    def load(self, edited: Source, options: Mapping[str, Any], moves: list[str] | None) -> Loaded:
        """Try new rules; where they cannot be played, the old ones stay.

        `moves` is the line to play again, or None for the one that is held, with what rules have
        left out of it since somebody played.
        """
        try:
            game, note = checked_game(edited, options)
        except GdlError as error:
            return Loaded(error.diagnostics)
        texts = self.held() if moves is None else moves[:MAX_LINE]
        is_kept = moves is not None or self.is_played
        start, changed = self.start_of(game)
        note = note or changed
        self.game, self.edited = game, edited
        self.states, self.moves = [start], []
        stopped = self.replay(texts) if self.fits else None
        self.left_out = texts[len(self.moves) :] if is_kept else []
        return Loaded(game.warnings, game, stopped, note, game.options)

    def held(self) -> list[str]:
        """The moves of the line, and those that other rules may allow again."""
        return [*(move.text for move in self.moves), *self.left_out]

    @property
    def is_played(self) -> bool:
        """Whether anybody but chance has made a move of the match."""
        return bool(self.left_out) or any(not state.is_chance for state in self.states[:-1])

    @property
    def is_cut_short(self) -> bool:
        """Whether rules have left out moves, or a set-up position, that others may bring back."""
        return bool(self.left_out) or not self.fits

    def start_of(self, game: Game) -> tuple[State, str | None]:
        """Where the line begins, and a note where that is not the state of the editor."""
        self.fits = True
        if self.begun is None:
            return start_of(game, "reference"), None
        try:
            return reference_state(game, self.begun), None
        except ValueError as error:
            self.fits = False
            note = f"The position that was set up does not fit these rules: {error}."
            return start_of(game, "reference"), note

    def replay(self, texts: list[str]) -> Stopped | None:
        """Play moves as far as they are legal, and say where they stop."""
        for text in texts:
            try:
                self.take(self.states[-1].parse(text))
            except IllegalMove as error:
                return Stopped(text, error.message)
        return None

    def take(self, move: Move) -> None:
        """Play a legal move at the end of the line."""
        self.states.append(self.states[-1].play(move))
        self.moves.append(move)

    # ---- play ----

    @property
    def playable(self) -> Game:
        """The game.  Raises Refused while no rules have been playable."""
        if self.game is None:
            raise Refused("there are no rules yet that can be played")
        return self.game

    def state(self, ply: int | None = None) -> State:
        """The state after so many moves; None: the last.  Raises Refused."""
        _ = self.playable
        if ply is None:
            return self.states[-1]
        if not 0 <= ply < len(self.states):
            raise Refused(f"there is no position {ply} in this match of {len(self.moves)} moves")
        return self.states[ply]

    def cut(self, ply: int | None) -> State:
        """Forget what comes after a ply.  Raises Refused."""
        state = self.state(ply)
        self.left_out = []
        if not self.fits:
            self.begun, self.fits = None, True
        if ply is not None:
            del self.states[ply + 1 :], self.moves[ply:]
        return state

    def play(self, text: str, ply: int | None) -> None:
        """Play a move after so many.  Raises IllegalMove and Refused."""
        move = self.state(ply).parse(text)
        if len(self.moves) >= MAX_LINE:
            raise Refused(f"a match has at most {MAX_LINE:,} moves here")
        self.cut(ply)
        self.take(move)

    def let_play(self, agent: str, ply: int | None) -> None:
        """Let an agent, or chance, play; in the set-up chance plays all of it.  Raises Refused."""
        state = self.state(ply)
        if state.is_over:
            raise Refused("the match is over")
        if agent not in QUICK:
            if agent.partition(":")[0].strip().lower() not in MAKERS or file_of(agent):
                raise Refused(f"there is no agent of that name; there are {', '.join(MAKERS)}")
            state = self.on_best_engine(ply)
        self.cut(ply)
        if state.node.is_in_set_up:
            self.deal_out()
            return
        if state.is_chance or agent == "chance":
            self.take(state.random_choice(self.chooser))
            return
        try:
            chosen = make_agent(agent).choose(state, self.chooser)
        except ValueError as error:
            raise Refused(str(error)) from error
        self.take(chosen)

    def deal_out(self) -> None:
        """Let chance carry out the set-up to its end, or as far as it comes in a moment."""
        stop = monotonic() + MOMENT
        while self.states[-1].node.is_in_set_up and len(self.moves) < MAX_LINE:
            self.take(self.states[-1].random_choice(self.chooser))
            if monotonic() > stop:
                return

    def on_best_engine(self, ply: int | None) -> State:
        """The state after so many moves, with the line on the engine that searches fastest."""
        stop = len(self.moves) if ply is None else ply
        try:
            engine = self.playable.engine("native")
        except ValueError:  # it cannot play these rules
            return self.state(stop)
        if self.states[0].engine is not engine:
            texts = [move.text for move in self.moves]
            self.states, self.moves = [state_of(self.playable, self.begins(), engine)], []
            self.replay(texts)
        return self.state(stop)

    def begins(self) -> Node:
        """Where the line begins, on the reference engine."""
        game = self.playable
        if self.begun is None or not self.fits:
            return game.reference.start()
        return read_state(game, json.dumps(self.begun))

    # ---- the position editor ----

    def edit(self, data: Mapping[str, Any]) -> None:
        """Begin the line with a state that was set up by hand.  Raises ValueError."""
        begun = {k: v for k, v in data.items() if k not in OF_A_GAME}
        start = reference_state(self.playable, begun)
        self.begun, self.fits = begun, True
        self.states, self.moves, self.left_out = [start], [], []

    def restart(self) -> None:
        """Begin again with the start of the game."""
        self.begun, self.fits = None, True
        self.moves, self.left_out = [], []
        self.states = [start_of(self.playable, "reference")]

    def written(self, ply: int | None) -> dict[str, Any]:
        """The state after so many moves as plain data."""
        return write_state(self.state(ply))


def reference_state(game: Game, data: Mapping[str, Any]) -> State:
    """A state from plain data, on the reference engine.  Raises ValueError."""
    return State(game, read_state(game, json.dumps(data)), game.engine("reference"))


def checked_game(edited: Source, options: Mapping[str, Any]) -> tuple[Game, str | None]:
    """The game of a text with its options; those that it no longer has are left out, and named.

    Raises GdlError.
    """
    rules, plain, values, report = checked_rules(edited, options)
    lost = [name for name in options if name not in values]
    game = make_game(rules, plain, values, report.diagnostics)
    return game, f"Back at the default: {', '.join(lost)}." if lost else None


def checked_rules(
    edited: Source, options: Mapping[str, Any]
) -> tuple[RulesRead, model.Game, dict[str, Any], Report]:
    """What a text says with those of the options that it has, of which nothing is played yet.

    Raises GdlError.
    """
    rules, report = read_source_rules(edited, library()), Report()
    plain = rules.check({}, report)
    if plain is None:
        raise GdlError(report.diagnostics)
    values = fitting(plain, options)
    if values:
        report = Report()
        plain = rules.check(values, report)
        if plain is None and any(d.code == "options-apart" for d in report.diagnostics):
            values, report = {}, Report()
            plain = rules.check(values, report)
        if plain is None:
            raise GdlError(report.diagnostics)
    return rules, plain, values, report


def same_rules(before: Game, now: Game) -> bool:
    """Whether two versions are the same rules, whatever their titles, comments and layout."""
    return before.rules_hash == now.rules_hash


def fitting(game: model.Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a game has, with values that it allows, and not the default."""
    declared = {option.name: option for option in game.declared}
    return {
        name: value
        for name, value in options.items()
        if name in declared
        and any(value == v and type(value) is type(v) for v in declared[name].values)
        and value != declared[name].default
    }
