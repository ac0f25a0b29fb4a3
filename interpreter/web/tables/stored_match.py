"""A match and the same in the file: what changes it is stored before anybody is told of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from interpreter.matches.match import Refused
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
                "early": {seat: move.text for seat, move in match.early.items()},
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
    made.plies, made.undone, made.early = list(match.plies), list(match.undone), dict(match.early)
    return made


# ---- as the file has it ------------------------------------------------------------------------


@dataclass(frozen=True)
class Head:
    """What a match begins with: the id of its game, who sits where, the seed, and the position
    that somebody has set up, as JSON, if there is one."""

    game: str
    seats: tuple[str, ...]
    seed: int
    start: str | None = None


@dataclass(frozen=True)
class Status:
    """How a match stands besides its moves: how people ended it, what was taken back, and what
    seats have chosen, where all choose at once, before those that come first."""

    resigned: int | None
    agreed: tuple[float, ...] | None
    undone: tuple[tuple[str, ...], ...]
    is_over: bool
    early: dict[int, str]


def head_of(text: str) -> Head:
    """The head of a match.  Raises Refused for what is none; who may sit there is not checked."""
    data = stored_object(text)
    game: Any
    seats: Any
    seed: Any
    game, seats, seed = (data.get(name) for name in ("game", "seats", "seed"))
    need(isinstance(game, str), "its game")
    need(isinstance(seats, list) and all(isinstance(who, str) for who in seats), "its seats")
    need(type(seed) is int, "its seed")
    start = data.get("start")
    need(start is None or isinstance(start, str), "the position that it begins in")
    return Head(game, tuple(seats), seed, start)


def status_of(text: str, seats: int) -> Status:
    """How a match with so many seats stands.  Raises Refused for what cannot be."""
    data = stored_object(text)
    resigned, agreed, undone, over = (
        data.get(name) for name in ("resigned", "agreed", "undone", "over")
    )
    need(resigned is None or (type(resigned) is int and 0 <= resigned < seats), "who has resigned")
    if agreed is not None:
        is_right = isinstance(agreed, list) and len(agreed) == seats and all(map(is_share, agreed))
        need(is_right, "what the players have agreed on")
    undone = [] if undone is None else undone
    is_right = isinstance(undone, list) and all(
        isinstance(texts, list) and all(isinstance(text, str) for text in texts)
        for texts in undone
    )  # fmt: skip
    need(is_right, "what was taken back")
    early = data.get("early", {})
    is_right = isinstance(early, dict) and all(
        seat.isdecimal() and isinstance(text, str) for seat, text in early.items()
    )
    need(is_right, "what was chosen")
    need(over is None or isinstance(over, bool), "whether it is over")
    return Status(
        resigned, None if agreed is None else tuple(map(float, agreed)),
        tuple(map(tuple, undone)), bool(over),
        {int(seat): text for seat, text in early.items()},
    )  # fmt: skip


def stored_object(text: str) -> dict[str, Any]:
    """The JSON object of a stored text.  Raises Refused."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    need(isinstance(data, dict), "a text that is no JSON object")
    return dict(data)


def is_share(value: object) -> bool:
    """Whether a stored value is the share of a seat."""
    return type(value) in (int, float) and 0 <= value <= 1  # type: ignore[operator]


def need(is_right: bool, what: str) -> None:
    """Raise Refused unless a part of a match is as this program stores it."""
    if not is_right:
        raise Refused(f"the match is damaged: {what}")
