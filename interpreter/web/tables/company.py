"""The browsers at a table, and what each is told: the seats, the moves, the positions."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, Protocol

from interpreter.web.tables.viewpoints import Viewer

if TYPE_CHECKING:
    from interpreter.matches.match import Match
    from interpreter.web.tables.stored_match import StoredMatch


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
    ply: int  # of that position
    told: object  # the position at which it was told that somebody thinks
    about: dict[str, Any] | None  # what it was told of the table
    thinking: asyncio.Task[None] | None  # what it has asked an agent to think about

    def send(self, data: dict[str, Any]) -> None:
        """Put a message into the queue of what is sent."""

    def end(self) -> None:
        """Close the connection."""


class Company:
    """The browsers at one table.  What they are told is read under the lock of the table."""

    def __init__(self, stored: StoredMatch):
        self.stored, self.match, self.viewpoints = stored, stored.match, stored.viewpoints
        self.browsers: set[Browser] = set()
        self.asking: dict[str, Any] | None = None  # what a person has asked the others for

    async def welcome(self, browser: Browser) -> None:
        """Tell a new browser how the match stands, and the others that it is there."""
        self.browsers.add(browser)
        browser.about = self.about(browser)
        browser.send(browser.about)
        viewer = viewer_of(self.match, browser)
        data, moves = await self.stored.run(lambda: self.current(viewer, True))
        self.hand_over(browser, viewer, data, moves, None, False)
        self.tell_seats()

    def leave(self, browser: Browser) -> None:
        """Forget a browser that is gone."""
        self.browsers.discard(browser)
        self.tell_seats()

    def dismiss(self, message: dict[str, Any]) -> None:
        """Send all browsers a last message."""
        for browser in list(self.browsers):
            browser.send(message)
            browser.end()

    # ---- seats -----------------------------------------------------------------------------------

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
            "table": self.stored.id,
            "game": self.stored.game_id,
            "title": match.game.title,
            "options": match.game.options,
            "start": match.start_text and json.loads(match.start_text),
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
            "draw": plays and goes_on and 1 < len(match.people) == match.game.seats,
            "analyse": is_open,
            "hint": plays and goes_on,
            "record": is_open,
        }

    def tell_seats(self) -> None:
        """Tell all browsers who is there and what may be done, where that is news."""
        for browser in self.browsers:
            about = self.about(browser)
            if about != browser.about:
                browser.about = about
                browser.send(about)

    def public(self) -> int:
        """How many changes of the match there were so far that everybody knows of."""
        return len(self.viewpoints.plies(None))

    # ---- positions -------------------------------------------------------------------------------

    def current(
        self, viewer: Viewer, has_moves: bool
    ) -> tuple[dict[str, Any], dict[str, Any] | None]:
        """The current position of a viewer, and the message with all moves so far."""
        views = self.viewpoints
        at = len(views.plies(viewer)) - 1
        may_move = viewer is not None and viewer in self.match.movers
        position = views.position(viewer, at, may_move)
        if not has_moves:
            return position, None
        said = views.said_before(viewer)
        return position, {"type": "moves", "list": views.moves(viewer), "said": said}

    def hand_over(
        self, browser: Browser, viewer: Viewer, data: dict[str, Any],
        moves: dict[str, Any] | None, id: object, only_new: bool,
    ) -> None:  # fmt: skip
        """Send a position to a browser, after all moves if there are any."""
        mark = (viewer, data["ply"], data["length"], data["over"], str(data["chosen"]))
        if only_new and mark == browser.mark:
            return
        browser.mark, browser.ply = mark, data["ply"]
        if moves is not None:
            browser.send(moves)
        is_curtained = len(browser.seats) > 1 and self.is_passed_on(browser, viewer)
        data = data | {"curtain": is_curtained}
        browser.shown = viewer
        browser.send(data if id is None else data | {"id": id})

    def is_passed_on(self, browser: Browser, viewer: Viewer) -> bool:
        """Whether a browser showed what somebody else sees, or nothing, and that is different."""
        return self.viewpoints.is_secret and browser.shown != viewer

    def needs_moves(self, browser: Browser, viewer: Viewer) -> bool:
        """Whether the last move does not tell all that a browser has not been told: it is passed
        on, or several moves became known at once, as where all choose at once.
        """
        at = len(self.viewpoints.plies(viewer)) - 1
        return self.is_passed_on(browser, viewer) or at > browser.ply + 1

    async def tell_all(
        self, by: Browser | None = None, id: object = None, anew: bool = False
    ) -> None:
        """Send every browser the new position; `anew`: with all moves, not just the last.  A
        browser that needs more than the last move is told all moves anew as well.

        What a person has asked for holds until everybody knows that the match has changed.  A move
        that not all may notice leaves it: that it fell would tell them.
        """
        if self.asking is not None:
            is_news = await self.stored.run(self.public) != self.asking["public"]
            if anew or is_news or self.match.is_over:
                self.asking = None
        anew = anew or (self.match.is_over and self.match.is_secret)
        browsers = [(browser, viewer_of(self.match, browser)) for browser in self.browsers]
        told = await self.stored.run(
            lambda: [
                self.current(viewer, anew or self.needs_moves(browser, viewer))
                for browser, viewer in browsers
            ]
        )
        for (browser, viewer), (data, moves) in zip(browsers, told, strict=True):
            is_asker = browser is by
            only_new = not anew and not is_asker
            self.hand_over(browser, viewer, data, moves, id if is_asker else None, only_new)
        self.tell_seats()

    def failure(self, error: Exception) -> str:
        """What is told of an agent that could not move: where something is hidden not why, which
        may name a move.
        """
        why = "" if self.viewpoints.is_secret else f": {error}"
        return f"the agent could not move{why}"

    def tell_thinking(self, seat: int) -> None:
        """Say that an agent thinks; in a game with secrets only to those who see it act."""
        for browser in self.browsers:
            if not self.viewpoints.is_secret or browser.told != browser.mark:
                browser.told = browser.mark
                browser.send({"type": "thinking", "seat": seat})


def viewer_of(match: Match, browser: Browser) -> Viewer:
    """Through whose eyes a browser sees: a person to move, else who looked last."""
    if not browser.seats:
        return None
    movers = [seat for seat in match.movers if seat in browser.seats]
    if movers:
        return browser.shown if browser.shown in movers else movers[0]
    if browser.shown is not None and browser.shown in browser.seats:
        return browser.shown
    return min(browser.seats)


def seat_to_move(match: Match, browser: Browser) -> int:
    """The seat that a browser may move for now.  Raises NotDone."""
    if match.is_over:
        raise NotDone("over", "the match is over")
    if not browser.seats:
        raise NotDone("watching", "you are watching; only players move")
    seat = viewer_of(match, browser)
    if seat is None or seat not in match.movers:
        raise NotDone("not-your-turn", "it is not your turn")
    return seat


def refusal(code: str, message: str, id: object = None) -> dict[str, Any]:
    """The message `refused`."""
    data = {"type": "refused", "code": code, "message": message}
    return data if id is None else data | {"id": id}
