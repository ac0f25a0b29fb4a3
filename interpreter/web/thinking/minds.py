"""What a thinking process knows: games, the states of matches, and the agents at their seats.

An agent of a game with secrets remembers what its seat has seen.  A process that is asked about a
match for the first time lets it watch the moves so far, as after a loaded record.
"""

from __future__ import annotations

import random
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from interpreter.agents import Agent, Watcher
from interpreter.api.loading import unpacked_game
from interpreter.api.state import begun
from interpreter.web.thinking.bounds import bounded_agent

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.api.state import State
    from interpreter.board.values import Move
    from interpreter.web.thinking.jobs import Job

MAX_GAMES = 32
MAX_MATCHES = 64


@dataclass
class Line:
    """The states along some moves."""

    states: list[State]
    moves: list[Move] = field(default_factory=list)

    def follow(self, texts: tuple[str, ...]) -> None:
        """Go along moves, from where they leave the line."""
        same = 0
        for move, text in zip(self.moves, texts, strict=False):
            if move.text != text:
                break
            same += 1
        del self.moves[same:], self.states[same + 1 :]
        for text in texts[same:]:
            move = self.states[-1].legal(text)
            self.moves.append(move)
            self.states.append(self.states[-1].play(move))


@dataclass
class Mind:
    """An agent at a seat of a match, and how many moves of the match it knows of."""

    agent: Agent
    known: int = 0
    own: int = -1  # the number of the move that it has chosen last

    def catch_up(self, line: Line, seat: int) -> None:
        """Let the agent watch the moves of its seat that it did not choose."""
        if not isinstance(self.agent, Watcher):
            return
        for number in range(self.known, len(line.moves)):
            before = line.states[number]
            if before.seat == seat and number != self.own:
                self.agent.watch(before, line.moves[number])
        self.known = len(line.moves)


class Minds:
    """All that a process knows; what was not used for long is forgotten."""

    def __init__(self) -> None:
        self.games: OrderedDict[str, Game] = OrderedDict()
        self.lines: OrderedDict[str, Line] = OrderedDict()
        self.minds: OrderedDict[tuple[str, int, str], Mind] = OrderedDict()

    def game(self, job: Job) -> Game:
        """The game of a job.  Raises KeyError if its text is needed."""
        if job.rules not in self.games:
            if job.packed is None:
                raise KeyError(job.rules)
            self.games[job.rules] = unpacked_game(job.packed)
            trim(self.games, MAX_GAMES)
        self.games.move_to_end(job.rules)
        return self.games[job.rules]

    def line(self, job: Job) -> Line:
        """The states of a job's match, up to the state that the job is about."""
        game = self.game(job)
        key = f"{job.match} {job.kind == 'think'}"
        line = self.lines.get(key)
        if line is None or line.states[0].game is not game:
            start = game.start() if job.start is None else begun(game, job.start)
            line = self.lines[key] = Line([start])
            trim(self.lines, MAX_MATCHES)
        self.lines.move_to_end(key)
        line.follow(job.moves)
        return line

    def mind(self, job: Job, line: Line) -> Mind:
        """The agent of a job, as it knows the match."""
        key = (job.match, job.seat, job.agent)
        mind = self.minds.get(key)
        if mind is None or mind.known > len(line.moves):
            agent = bounded_agent(job.agent)
            assert agent is not None
            mind = self.minds[key] = Mind(agent)
            trim(self.minds, 2 * MAX_MATCHES)
        self.minds.move_to_end(key)
        mind.catch_up(line, job.seat)
        return mind


def trim(kept: OrderedDict[Any, Any], most: int) -> None:
    """Let go what was not used for longest."""
    while len(kept) > most:
        kept.popitem(last=False)


def luck_of(job: Job) -> random.Random:
    """The chance of a search."""
    return random.Random(job.luck)
