"""A match and the same in the file: what changes it is stored before anybody is told of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from typing import TYPE_CHECKING, TypeVar

from interpreter.web.tables.viewpoints import Viewpoints
from interpreter.web.thinking.bounds import MAX_SECONDS
from interpreter.web.thinking.jobs import Job

if TYPE_CHECKING:
    from interpreter.matches.match import Match
    from interpreter.web.tables.store import Store
    from interpreter.web.tables.workers import Packed, Workers

T = TypeVar("T")


class StoredMatch:
    """A match with its game as a text; `lose` is called where it cannot be stored.

    The match is changed under the lock of its table only.  `seen` is the match as it was stored
    last, which nobody changes: it can be looked at without the lock.
    """

    def __init__(
        self, id: str, game_id: str, match: Match, packed: Packed, store: Store, workers: Workers
    ):
        self.id, self.game_id, self.match, self.packed = id, game_id, match, packed
        self.store, self.workers = store, workers
        self.viewpoints = Viewpoints(match)
        self.lose: Callable[[], None] = lambda: None
        self.seen = unchanging(match)

    async def run(self, work: Callable[[], T]) -> T:
        """Evaluate something in a thread."""
        return await self.workers.run(work)

    def status(self) -> str:
        """How the match stands, besides its moves, as it is stored."""
        match = self.match
        return json.dumps(
            {
                "resigned": match.resigned,
                "agreed": match.agreed,
                "undone": [[ply.move.text for ply in plies] for plies in match.undone],
                "over": match.is_over,
            }
        )

    async def add_move(self) -> None:
        """Store the last move.  Raises StoreFailed."""
        plies = self.match.plies
        with self.in_step():
            await self.store.add_move(self.id, len(plies) - 1, plies[-1].move.text, self.status())

    async def set_moves(self, first: int) -> None:
        """Store the moves from a ply on, and how the match stands.  Raises StoreFailed."""
        texts, known = list(self.texts()[first:]), len(self.seen.plies)
        with self.in_step():
            await self.store.set_moves(self.id, known, first, texts, self.status())

    @contextmanager
    def in_step(self) -> Iterator[None]:
        """Give this match up if it cannot be stored: the file is what counts."""
        try:
            yield
        except BaseException:
            self.lose()
            raise
        self.seen = unchanging(self.match)
        self.viewpoints.follow(self.match)

    def texts(self, count: int | None = None) -> tuple[str, ...]:
        """The first moves of the match; None: all."""
        return tuple(ply.move.text for ply in self.match.plies[:count])

    def job(
        self, kind: str, moves: tuple[str, ...], seat: int, agent: str, luck: str,
        seconds: float = MAX_SECONDS,
    ) -> Job:  # fmt: skip
        """A job for a thinking process."""
        packed = self.packed
        return Job(
            0, kind, packed.hash, packed.text, self.id, moves, seat, agent, luck, seconds,
            self.match.start_text,
        )  # fmt: skip


def unchanging(match: Match) -> Match:
    """A match as it is now, whatever becomes of it."""
    made = copy(match)
    made.plies, made.undone = list(match.plies), list(match.undone)
    return made
