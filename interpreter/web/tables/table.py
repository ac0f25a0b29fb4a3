"""A table: a stored match, the keys of its seats, its browsers and its agents.

Whatever changes the match happens under the lock of the table.  Looking at positions needs no lock:
nobody who looks holds up those who play.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from interpreter.web.tables.agents import AgentsAtTable
from interpreter.web.tables.company import Browser, Company, NotDone, seat_to_move
from interpreter.web.tables.viewpoints import Looks, Viewpoints

if TYPE_CHECKING:
    from interpreter.matches.match import Ply
    from interpreter.web.tables.keys import Locks
    from interpreter.web.tables.stored_match import StoredMatch

T = TypeVar("T")


class Table:
    """What is at one table."""

    def __init__(self, stored: StoredMatch, locks: Locks):
        self.id, self.stored, self.match, self.locks = stored.id, stored, stored.match, locks
        self.lock = asyncio.Lock()
        self.company = Company(stored)
        self.agents = AgentsAtTable(stored, self.company, self.lock)
        workers = stored.workers
        self.players_looks = Looks(stored.seen, workers, workers.players_gate)
        self.watchers_looks = Looks(stored.seen, workers, workers.watchers_gate)

    async def join(self, browser: Browser) -> None:
        """Let a browser come."""
        async with self.lock:
            await self.company.welcome(browser)
        self.agents.wake()

    async def play(self, browser: Browser, text: str, at: int | None, id: object) -> None:
        """Play a move of a person.  Raises NotDone, Refused, IllegalMove and StoreFailed."""
        async with self.lock:
            seat, views = seat_to_move(self.match, browser), self.stored.viewpoints

            def work() -> Ply | None:
                if at is not None and not views.is_current(seat, at):
                    raise NotDone("moved-on", "the match has gone on since; look again")
                return self.match.choose(text, seat)

            if await self.stored.run(work) is None:
                await self.stored.set_moves(len(self.match.plies))
            else:
                await self.stored.add_move()
            while self.match.state.seat in self.match.early:  # others have chosen before
                await self.stored.run(self.match.advance)
                await self.stored.add_move()
            await self.company.tell_all(browser, id)
        self.agents.wake()

    async def look(self, is_player: bool, work: Callable[[Viewpoints], T]) -> T:
        """Evaluate something about the match as it was stored last."""
        looks = self.players_looks if is_player else self.watchers_looks
        return await looks.at(self.stored.seen, work)
