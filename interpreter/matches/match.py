"""A match: the states that it went through, who sits where, and what people may do to it.

There is no input or output here, so that every front end can use it.  All randomness comes from the
seed and the number of the move: the same seed repeats a match, and taking a move back does not roll
the dice again.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from gdl.model.analysis import differs_by_seat
from gdl.source.nearest import nearest
from interpreter.agents import MAKERS, Agent, Watcher, file_of, is_program, make_agent
from interpreter.agents.search import why_not_in
from interpreter.api.record import Entry, Record
from interpreter.api.replay import Replay
from interpreter.api.state import start_text
from interpreter.matches.simultaneous import Place, places

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.api.state import State
    from interpreter.board.values import Move

PERSON = "person"
HINTING = "uct:1000,2s"  # the agent that gives hints


class Refused(ValueError):
    """A request of a person that cannot be carried out; the message says why."""


@dataclass(frozen=True)
class Ply:
    """A move that was played: the seat (None: chance), and the states before and after."""

    seat: int | None
    move: Move
    before: State
    after: State


class Match:
    """A match of a game; `seats` has `person` or an agent's text for each seat.

    It begins at the start of the game, or in a state `start` that was set up.

    A match that is only `shown` never needs a move, so no agents are made for it.

    Raises Refused if a seat cannot be filled.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[str],
        seed: int,
        origin: str | None = None,
        shown: bool = False,
        start: State | None = None,
    ):
        self.game = game
        self.origin = origin or game.name
        self.seed = seed
        self.agents = tuple(None if shown else seated(spec) for spec in seats)
        self.seats = tuple(
            spec.strip() if shown else PERSON if agent is None else agent.name
            for spec, agent in zip(seats, self.agents, strict=True)
        )
        if len(seats) != game.seats:
            raise Refused(f"{game.title} has {game.seats} seats, and {len(seats)} are taken")
        for agent in self.agents:
            kind = "" if agent is None else agent.name.partition(":")[0]
            if (reason := why_not_in(kind, game)) is not None:
                raise Refused(reason)
        self.plies: list[Ply] = []
        self.undone: list[list[Ply]] = []
        self.start = start or game.start()
        self.start_text = None if start is None else start_text(start)
        self.early: dict[int, Move] = {}  # simultaneous choices that wait for seats before them
        self._places: tuple[State, dict[int, Place]] | None = None
        self.resigned: int | None = None
        self.agreed: tuple[float, ...] | None = None  # what all people have agreed on

    # ---- how it stands ----

    @property
    def state(self) -> State:
        """The current state."""
        return self.plies[-1].after if self.plies else self.start

    @property
    def is_over(self) -> bool:
        """Whether the match is over, by the rules, by a resignation or by agreement."""
        return self.is_given_up or self.state.is_over

    @property
    def is_given_up(self) -> bool:
        """Whether people have ended it: one has resigned, or all have agreed on a result."""
        return self.resigned is not None or self.agreed is not None

    @property
    def result(self) -> tuple[float, ...] | None:
        """The share of each seat; None while the match goes on."""
        if self.resigned is not None:
            return self.game.results.lost_by(self.resigned, self.game.seats)
        if self.agreed is not None:
            return self.agreed
        result = self.state.result
        return None if result is None else tuple(result)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(s for s, agent in enumerate(self.agents) if agent is None)

    @property
    def person(self) -> int | None:
        """The seat of the person who is to move; None if no person is.

        Where all choose at once, the first who has not chosen; see `movers`.
        """
        seat = None if self.is_over else self.person_of(self.state)
        return None if seat in self.early else seat

    @property
    def movers(self) -> dict[int, Place]:
        """The seats of people who may move now, and where: several where all choose at once."""
        if self.is_over:
            return {}
        state = self.state
        if self._places is None or self._places[0] is not state:
            self._places = state, places(state)
        people, early = self.people, self.early
        return {s: p for s, p in self._places[1].items() if s in people and s not in early}

    def person_of(self, state: State) -> int | None:
        """The seat of the person who acts in a state; None if no person does."""
        return state.seat if state.seat is not None and self.agents[state.seat] is None else None

    @cached_property
    def is_secret(self) -> bool:
        """Whether something is hidden from some seat."""
        return differs_by_seat(self.game.model)

    @property
    def has_work(self) -> bool:
        """Whether people have done anything worth keeping."""
        by_people = any(ply.seat in self.people for ply in self.plies)
        return by_people or self.is_given_up

    # ---- playing ----

    def play(self, move: Move | str) -> Ply:
        """Play a person's move.

        Raises Refused if no person is to move, and IllegalMove.
        """
        if self.person is None:
            raise Refused("the match is over" if self.is_over else "no person is to move")
        self.undone.clear()
        return self.take(self.state.legal(move))

    def choose(self, move: Move | str, seat: int) -> Ply | None:
        """Play the move of a person's seat.

        None for a choice that waits until the seats before have chosen, too.  Raises Refused if the
        seat may not move, and IllegalMove.
        """
        if seat == self.person:
            return self.play(move)
        if seat not in self.movers:
            raise Refused("the match is over" if self.is_over else "it is not your turn")
        self.early[seat] = self.movers[seat].state.legal(move)
        return None

    def take(self, move: Move) -> Ply:
        """Play a legal move."""
        before = self.state
        if before.seat is not None:
            self.early.pop(before.seat, None)
        ply = Ply(before.seat, move, before, before.play(move))
        self.plies.append(ply)
        return ply

    def advance(self) -> Ply | None:
        """Let chance or an agent move, or somebody who has chosen before; None if a person is to
        move or the match is over.
        """
        move = self.decision()
        return None if move is None else self.take(move)

    def decision(self) -> Move | None:
        """What chance or an agent decides now, or somebody has chosen before; None if a person is
        to move or the match is over.
        """
        if self.is_over or self.person is not None:
            return None
        state, luck = self.state, self.luck()
        if state.seat in self.early:
            return self.early[state.seat]
        if state.is_chance:
            moves, weights = zip(*state.chance, strict=True)
            drawn: Move = luck.choices(moves, weights)[0]
            return drawn
        assert state.seat is not None
        agent = self.agents[state.seat]
        assert agent is not None
        return agent.choose(state, luck)

    def luck(self) -> random.Random:
        """All chance of the next move."""
        return random.Random(f"{self.seed}:{len(self.plies)}")

    def undo(self) -> list[Ply]:
        """Take back everything from the last decision of a person on, or how people ended it.

        Raises Refused if there is nothing to take back, or if that would reveal something hidden.
        """
        if self.is_secret:
            raise Refused("where things are hidden nothing is taken back: it would give them away")
        if self.is_given_up:
            self.resigned = self.agreed = None
            return []
        turns = [i for i, s in enumerate(self.plies) if self.person_of(s.before) is not None]
        if not turns:
            raise Refused("there is no move to take back")
        taken = self.plies[turns[-1] :]
        del self.plies[turns[-1] :]
        self.undone.append(taken)
        return taken

    def redo(self) -> list[Ply]:
        """Play again what was taken back last.

        Raises Refused if nothing was.
        """
        if not self.undone:
            raise Refused("no move has been taken back")
        plies = self.undone.pop()
        self.plies += plies
        return plies

    def resign(self, who: str = "") -> int:
        """Let a person resign: the one to move, or the one whose seat or colour is named.

        Raises Refused if there is no such person, or the match is over.
        """
        if self.is_over:
            raise Refused("the match is over")
        seat = self.person if not who.strip() else self.seat_named(who.strip())
        if seat is None:
            raise Refused("say who resigns: `resign seat 2`")
        if self.agents[seat] is not None:
            raise Refused(f"no person sits at seat {seat + 1}")
        self.resigned = seat
        self.undone.clear()
        return seat

    def agree(self) -> None:
        """End the match as a draw, as all people have agreed.

        Raises Refused if the match is over.
        """
        if self.is_over:
            raise Refused("the match is over")
        self.agreed = (self.game.results.draw,) * self.game.seats
        self.undone.clear()

    def seat_named(self, who: str) -> int:
        """The seat with a number or a colour.  Raises Refused if there is none."""
        word = who.lower().removeprefix("seat").strip()
        names = {self.state.colour_of(s).lower(): s for s in range(self.game.seats)}
        names |= {str(s + 1): s for s in range(self.game.seats)}
        if word not in names:
            near = nearest(word, names)
            hint = f"; did you mean `{near}`?" if near else f"; there are {', '.join(names)}"
            raise Refused(f"there is no seat `{who[:40]}`{hint}")
        return names[word]

    def hint(self) -> tuple[str, Move]:
        """The name of an agent, and its move for the person who is to move.

        Raises Refused if no person is.
        """
        if self.person is None:
            raise Refused("no person is to move")
        agent = make_agent(HINTING)
        self.remind(agent, self.person)
        luck = random.Random(f"{self.seed}:{len(self.plies)}:hint")
        return agent.name, agent.choose(self.state, luck)

    def remind(self, agent: Agent, seat: int) -> None:
        """Tell an agent the moves of its seat so far."""
        if not isinstance(agent, Watcher):
            return
        for ply in self.plies:
            if ply.seat == seat:
                agent.watch(ply.before, ply.move)

    # ---- records ----

    def record(self) -> Record:
        """The match as a record."""
        moves = [Entry(s.move.text, s.before.turn + 1, s.seat is None) for s in self.plies]
        return Record(
            game=self.origin,
            options=self.game.options,
            seed=self.seed,
            seats=self.seats,
            rules_hash=self.game.rules_hash,
            start=self.start_text,
            moves=tuple(moves),
            result=None if self.is_given_up else self.result,
            resigned=self.resigned,
            agreed=self.agreed,
            because=self.state.ended_because,
        )


def resume(replayed: Replay, seats: Sequence[str], seed: int) -> Match:
    """The match of a record, as far as it is legal, with the record's seed if it has one.

    `seats`, if given, replace those of the record.  Raises Refused if a seat cannot be filled.
    """
    record = replayed.record
    seed = seed if record.seed is None else record.seed
    foreign = [] if seats else [spec for spec in record.seats if file_of(spec)]
    if foreign:  # a record from elsewhere must not start programs, nor read files
        what = "is a program" if is_program(foreign[0]) else "reads a file"
        raise Refused(f"`{foreign[0]}` {what}; say with --seat for every seat who sits there")
    game = replayed.game
    start = None if record.start is None else replayed.states[0]
    seated_at = seats or record.seats or default_seats(game)
    match = Match(game, seated_at, seed, record.game, start=start)
    carry_on(match, replayed)
    for seat, agent in enumerate(match.agents):
        if agent is not None:
            match.remind(agent, seat)
    return match


def shown(replayed: Replay) -> Match:
    """The match of a record for viewing only; its agents are not needed."""
    record = replayed.record
    seats = record.seats or [""] * replayed.game.seats  # nobody knows who sat there
    start = None if record.start is None else replayed.states[0]
    match = Match(replayed.game, seats, record.seed or 0, record.game, shown=True, start=start)
    carry_on(match, replayed)
    return match


def carry_on(match: Match, replayed: Replay) -> None:
    """Play the moves of a record, as far as they are legal."""
    states = pairwise(replayed.states)
    for (before, after), move in zip(states, replayed.moves, strict=False):
        match.plies.append(Ply(before.seat, move, before, after))
    if replayed.stop is None:
        match.resigned = replayed.record.resigned
        match.agreed = replayed.record.agreed


def default_seats(game: Game) -> list[str]:
    """A person at the first seat, the random agent at the others."""
    return [PERSON, *["random"] * (game.seats - 1)]


def seated(spec: str) -> Agent | None:
    """The agent of a text; None for a person.

    Raises Refused if there is no such agent.
    """
    if spec.strip().lower() == PERSON:
        return None
    try:
        return make_agent(spec)
    except ValueError as error:
        kind = spec.partition(":")[0].strip().lower()
        if kind in MAKERS or is_program(spec):
            raise Refused(str(error)) from error
        known = [PERSON, *MAKERS]
        near = nearest(kind, known)
        hint = f"did you mean `{near}`?" if near else f"there are {', '.join(known)}"
        raise Refused(f"nobody is called `{spec}`; {hint}") from None


def complete(typed: str, candidates: Iterable[str]) -> list[str]:
    """Completions of what was typed: the matching candidates, up to their next word."""
    begun = " ".join(typed.split()) + (" " if typed[-1:].isspace() else "")
    completions: dict[str, None] = {}
    for candidate in candidates:
        if candidate.lower().startswith(begun.lower()) and len(candidate) > len(begun):
            stop = candidate.find(" ", len(begun) + 1)
            completions[candidate if stop < 0 else candidate[:stop]] = None
    return list(completions)
