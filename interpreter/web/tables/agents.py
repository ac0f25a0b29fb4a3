"""Chance and the agents at a table: they move when it is their turn, one move after the other."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from interpreter.agents import RandomAgent
from interpreter.board.values import IllegalMove
from interpreter.web.tables.company import Company, refusal
from interpreter.web.tables.recovery import StoreFailed
from interpreter.web.thinking.thinkers import ThinkingFailed

if TYPE_CHECKING:
    from interpreter.api.state import State
    from interpreter.board.values import Move
    from interpreter.web.tables.stored_match import StoredMatch


class AgentsAtTable:
    """Lets chance and agents move; what they decide is played under the lock of the table."""

    def __init__(self, stored: StoredMatch, company: Company, lock: asyncio.Lock):
        self.stored, self.match, self.company, self.lock = stored, stored.match, company, lock
        self.task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Let chance and agents move, if it is their turn."""
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self.moves())

    async def stop(self) -> None:
        """Let them move no more."""
        if self.task is not None:
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task

    async def moves(self) -> None:
        """Move until it is a person's turn."""
        with suppress(StoreFailed):  # the browsers have been told
            try:
                while await self.one_move():
                    pass
            except (ThinkingFailed, IllegalMove) as error:
                message = self.company.failure(error)
                for browser in self.company.browsers:
                    browser.send(refusal("agent-failed", message))

    async def one_move(self) -> bool:
        """Move once, unless it is a person's turn; whether there may be more to do.

        Raises ThinkingFailed, IllegalMove and StoreFailed.
        """
        match = self.match
        async with self.lock:
            if match.is_over or match.person is not None:
                return False
            count, state = len(match.plies), match.state
            if state.seat is not None and match.agents[state.seat] is not None:
                self.company.tell_thinking(state.seat)
        move = await self.decided(state, count)
        async with self.lock:
            if len(match.plies) == count and not match.is_over:
                await self.stored.run(partial(match.take, move))
                await self.stored.add_move()
                await self.company.tell_all()
        return True

    async def decided(self, state: State, count: int) -> Move:
        """What chance or an agent decides in a state after some moves.  Raises ThinkingFailed."""
        agent = None if state.seat is None else self.match.agents[state.seat]
        if agent is None or isinstance(agent, RandomAgent):
            move = await self.stored.run(self.match.decision)
            if move is None:
                raise ThinkingFailed("there is nobody to decide")
            return move
        assert state.seat is not None
        luck, moves = f"{self.match.seed}:{count}", self.stored.texts(count)
        job = self.stored.job("move", moves, state.seat, agent.name, luck)
        return state.legal(await self.stored.workers.thinkers.choose(job))
