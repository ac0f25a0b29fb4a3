"""A table: a match and the browsers at it.

Whatever changes the match happens under the lock of the table, and is stored before any browser is
told of it.  Rules are evaluated in threads, so that the server goes on meanwhile.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from interpreter.agents import RandomAgent
from interpreter.board.values import IllegalMove
from interpreter.matches.match import Match
from interpreter.web.tables.keys import Locks
from interpreter.web.tables.store import StoreFailed
from interpreter.web.tables.viewpoints import Viewer, Viewpoints
from interpreter.web.thinking.bounds import MAX_SECONDS
from interpreter.web.thinking.jobs import Job
from interpreter.web.thinking.thinkers import ThinkingFailed

if TYPE_CHECKING:
    from interpreter.api.state import State
    from interpreter.board.values import Move
    from interpreter.web.tables.store import Store
    from interpreter.web.tables.workers import Packed, Workers

T = TypeVar("T")


class NotDone(Exception):
    """A request that is not carried out; `code` names the kind of reason."""

    def __init__(self, code: str, message: str):
        super().__init__(message)
        self.code = code
        self.message = message


class Browser(Protocol):
    """What a table needs of a browser that is connected."""

    seats: frozenset[int]
    shown: Viewer | None  # through whose eyes it saw last
    mark: object  # the position that it was told of last
    told: object  # the position at which it was told that somebody thinks
    about: dict[str, Any] | None  # what it was told of the table
    thinking: asyncio.Task[None] | None  # what it has asked an agent to think about

    def send(self, data: dict[str, Any]) -> None:
        """Put a message into the queue of what is sent."""

    def end(self) -> None:
        """Close the connection."""


class Table:
    """A match with its keys and browsers."""

    def __init__(
        self, id: str, game_id: str, match: Match, packed: Packed, locks: Locks,
        store: Store, workers: Workers,
    ):  # fmt: skip
        self.id, self.game_id, self.match, self.locks = id, game_id, match, locks
        self.packed = packed
        self.store, self.workers = store, workers
        self.viewpoints = Viewpoints(match)
        self.lose: Callable[[Table], None] = lambda table: None
        self.lock = asyncio.Lock()
        self.browsers: set[Browser] = set()
        self.asking: dict[str, Any] | None = None  # what a person has asked the others for
        self.agents: asyncio.Task[None] | None = None

    # ---- browsers --------------------------------------------------------------------------------

    async def join(self, browser: Browser) -> None:
        """Tell a new browser how the match stands, and the others that it is there."""
        async with self.lock:
            self.browsers.add(browser)
            browser.about = self.about(browser)
            browser.send(browser.about)
            await self.tell(browser, has_moves=True)
            self.tell_seats(but=browser)
        self.wake()

    def leave(self, browser: Browser) -> None:
        """Forget a browser that is gone."""
        self.browsers.discard(browser)
        self.tell_seats()

    def about(self, browser: Browser) -> dict[str, Any]:
        """The message `table`, as one browser gets it."""
        match = self.match
        here: frozenset[int] = frozenset().union(*(b.seats for b in self.browsers))
        seats = [
            {
                "colour": match.state.colour_of(seat),
                "who": who,
                "mine": seat in browser.seats,
                "connected": match.agents[seat] is not None or seat in here,
            }
            for seat, who in enumerate(match.seats)
        ]
        return {
            "type": "table",
            "table": self.id,
            "game": self.game_id,
            "title": match.game.title,
            "options": match.game.options,
            "seats": seats,
            "is_secret": match.is_secret,
            "can": self.abilities(browser),
            "asking": self.asking and {k: self.asking[k] for k in ("what", "seat")},
        }

    def abilities(self, browser: Browser) -> dict[str, bool]:
        """What a browser can do."""
        match, plays = self.match, bool(browser.seats)
        is_open, goes_on = not self.viewpoints.is_secret, not match.is_over
        has_played = any(p.seat in match.people for p in match.plies) or match.is_given_up
        return {
            "undo": plays and not match.is_secret and has_played,
            "redo": plays and not match.is_secret and bool(match.undone),
            "resign": plays and goes_on,
            "draw": plays and goes_on and len(match.people) == match.game.seats,
            "analyse": is_open,
            "hint": plays and goes_on,
            "record": is_open,
        }

    def tell_seats(self, but: Browser | None = None) -> None:
        """Tell all browsers who is there and what may be done."""
        for browser in self.browsers:
            about = self.about(browser)
            if browser is not but and about != browser.about:
                browser.about = about
                browser.send(about)

    # ---- positions -------------------------------------------------------------------------------

    def viewer_of(self, browser: Browser) -> Viewer:
        """Through whose eyes a browser sees: the person to move, else who looked last."""
        if not browser.seats:
            return None
        acting = self.match.person
        if acting in browser.seats:
            return acting
        if browser.shown is not None and browser.shown in browser.seats:
            return browser.shown
        return min(browser.seats)

    async def tell(
        self, browser: Browser, id: object = None, has_moves: bool = False, only_new: bool = False
    ) -> None:
        """Send the current position to a browser; with `only_new`, unless it has seen that."""
        viewer = self.viewer_of(browser)
        data, moves = await self.run(lambda: self.current(viewer, has_moves))
        self.hand_over(browser, viewer, data, moves, id, only_new)

    def hand_over(
        self, browser: Browser, viewer: Viewer, data: dict[str, Any],
        moves: list[dict[str, Any]] | None, id: object, only_new: bool,
    ) -> None:  # fmt: skip
        """Send a position to a browser, after all moves if there are any."""
        mark = (viewer, data["ply"], data["length"], data["over"])
        if only_new and mark == browser.mark:
            return
        browser.mark = mark
        if moves is not None:
            browser.send({"type": "moves", "list": moves})
        is_curtained = self.viewpoints.is_secret and len(browser.seats) > 1
        data = data | {"curtain": is_curtained and browser.shown != viewer}
        browser.shown = viewer
        browser.send(data if id is None else data | {"id": id})

    def current(
        self, viewer: Viewer, has_moves: bool
    ) -> tuple[dict[str, Any], list[dict[str, Any]] | None]:
        """The current position of a viewer, and all moves so far."""
        views = self.viewpoints
        at = len(views.plies(viewer)) - 1
        may_move = viewer is not None and self.match.person == viewer
        moves = views.moves(viewer) if has_moves else None
        return views.position(viewer, at, may_move), moves

    async def tell_all(
        self, by: Browser | None = None, id: object = None, anew: bool = False
    ) -> None:
        """Send every browser the new position; `anew`: with all moves, not just the last."""
        anew = anew or (self.match.is_over and self.match.is_secret)
        browsers = [(browser, self.viewer_of(browser)) for browser in self.browsers]
        told = await self.run(lambda: [self.current(viewer, anew) for _, viewer in browsers])
        for (browser, viewer), (data, moves) in zip(browsers, told, strict=True):
            is_asker = browser is by
            only_new = not anew and not is_asker
            self.hand_over(browser, viewer, data, moves, id if is_asker else None, only_new)
        self.tell_seats()

    async def run(self, work: Callable[[], T]) -> T:
        """Evaluate something in a thread."""
        return await self.workers.run(work)

    # ---- changes ---------------------------------------------------------------------------------

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

    async def play(self, browser: Browser, text: str, at: int | None, id: object) -> None:
        """Play a move of a person."""
        async with self.lock:
            seat = self.seat_to_move(browser)

            def work() -> None:
                if at is not None and not self.viewpoints.is_current(seat, at):
                    raise NotDone("moved-on", "the match has gone on since; look again")
                self.match.play(text)

            await self.run(work)
            await self.stored_move()
            await self.tell_all(browser, id)
        self.wake()

    def seat_to_move(self, browser: Browser) -> int:
        """The seat that a browser may move for now.  Raises NotDone."""
        seat = self.match.person
        if self.match.is_over:
            raise NotDone("over", "the match is over")
        if not browser.seats:
            raise NotDone("watching", "you are watching; only players move")
        if seat is None or seat not in browser.seats:
            raise NotDone("not-your-turn", "it is not your turn")
        return seat

    async def stored_move(self) -> None:
        """Store the last move."""
        self.viewpoints.changed(is_longer=True)
        self.asking = None
        plies = self.match.plies
        with self.in_step():
            await self.store.add_move(self.id, len(plies) - 1, plies[-1].move.text, self.status())

    async def stored_moves(self, first: int) -> None:
        """Store the moves from a ply on, and how the match stands."""
        self.viewpoints.changed(is_longer=False)
        self.asking = None
        texts = [ply.move.text for ply in self.match.plies[first:]]
        with self.in_step():
            await self.store.set_moves(self.id, first, texts, self.status())

    @contextmanager
    def in_step(self) -> Iterator[None]:
        """Give this table up if its match cannot be stored: the file is what counts."""
        try:
            yield
        except BaseException:
            self.lose(self)
            raise

    # ---- agents ----------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let chance and agents move, if it is their turn."""
        if self.agents is None or self.agents.done():
            self.agents = asyncio.create_task(self.let_agents_move())

    async def let_agents_move(self) -> None:
        """Let chance and agents move until it is a person's turn."""
        with suppress(StoreFailed):  # the browsers have been told
            await self.agents_moves()

    async def agents_moves(self) -> None:
        """Let chance and agents move until it is a person's turn.  Raises StoreFailed."""
        while True:
            async with self.lock:
                match = self.match
                if match.is_over or match.person is not None:
                    return
                count, state = len(match.plies), match.state
                if state.seat is not None:
                    self.tell_thinking(state.seat)
            try:
                move = await self.decided(state, count)
            except (ThinkingFailed, IllegalMove) as error:
                for browser in self.browsers:
                    browser.send(refusal("agent-failed", f"the agent could not move: {error}"))
                return
            async with self.lock:
                if len(match.plies) != count or match.is_over:
                    continue
                await self.run(partial(match.take, move))
                await self.stored_move()
                await self.tell_all()

    async def decided(self, state: State, count: int) -> Move:
        """What chance or an agent decides in a state after some moves.  Raises ThinkingFailed."""
        agent = None if state.seat is None else self.match.agents[state.seat]
        if agent is None or isinstance(agent, RandomAgent):
            move = await self.run(self.match.decision)
            if move is None:
                raise ThinkingFailed("there is nobody to decide")
            return move
        assert state.seat is not None
        luck = f"{self.match.seed}:{count}"
        job = self.job("move", self.texts(count), state.seat, agent.name, luck, MAX_SECONDS)
        return state.legal(await self.workers.thinkers.choose(job))

    def texts(self, count: int) -> tuple[str, ...]:
        """The first moves of the match."""
        return tuple(ply.move.text for ply in self.match.plies[:count])

    def job(
        self, kind: str, moves: tuple[str, ...], seat: int, agent: str, luck: str, seconds: float
    ) -> Job:
        """A job for a thinking process."""
        packed = self.packed
        return Job(
            0, kind, packed.hash, packed.text, self.id, moves, seat, agent, luck, seconds
        )

    def tell_thinking(self, seat: int) -> None:
        """Say that an agent thinks; in a game with secrets only to those who see it act."""
        for browser in self.browsers:
            if not self.viewpoints.is_secret or browser.told != browser.mark:
                browser.told = browser.mark
                browser.send({"type": "thinking", "seat": seat})


def refusal(code: str, message: str, id: object = None) -> dict[str, Any]:
    """The message `refused`."""
    data = {"type": "refused", "code": code, "message": message}
    return data if id is None else data | {"id": id}
