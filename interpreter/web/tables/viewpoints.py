"""A match as each viewer knows it: which positions there were for them, and what they saw.

In a game with secrets, not even the number of moves is everybody's business: somebody who tries
several hidden moves would give that away.  So each viewer has plies of their own, one wherever
their view changed.  When the match is over, everybody sees all of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from gdl.source.wording import clip
from interpreter.api.views import choices, is_choosing
from interpreter.matches.rounds import choices_with, shared_out, told_by
from interpreter.matches.seen import announced, common_view, news, turn_colour, whole_view
from interpreter.web.wire.endings import ended
from interpreter.web.wire.positions import Last, position_data

if TYPE_CHECKING:
    from interpreter.api.state import State
    from interpreter.board.values import View
    from interpreter.matches.match import Match, Ply
    from interpreter.web.tables.workers import Workers

T = TypeVar("T")
Viewer = int | None  # a seat; None for those who only watch
MAX_KEPT = 8  # positions and views that are kept ready


class Viewpoints:
    """What the viewers of a match know of it."""

    def __init__(self, match: Match):
        self.match, self.count = match, len(match.plies)
        self.last_ply: Ply | None = match.plies[-1] if match.plies else None
        self.own: dict[Viewer, list[int]] = {}  # for each viewer the plies that changed their view
        self.told_moves: dict[Viewer, list[dict[str, Any]]] = {}  # and the moves as they know them
        self.kept: dict[tuple[Any, ...], dict[str, Any]] = {}
        self.views: dict[tuple[Any, ...], View] = {}

    @property
    def is_secret(self) -> bool:
        """Whether viewers see different things."""
        return self.match.is_secret and not self.match.is_over

    def state(self, number: int) -> State:
        """The state after a number of plies of the match."""
        return self.match.plies[number - 1].after if number else self.match.start

    def view(self, viewer: Viewer, number: int) -> View:
        """What a viewer sees after a number of plies of the match."""
        key = (viewer, number, self.is_secret)
        if key not in self.views:
            while len(self.views) >= MAX_KEPT:
                del self.views[next(iter(self.views))]
            self.views[key] = self.seen(viewer, number)
        return self.views[key]

    def seen(self, viewer: Viewer, number: int) -> View:
        """The same, made anew."""
        state = self.state(number)
        if not self.is_secret:
            return whole_view(state, viewer or 0)
        return common_view(state) if viewer is None else state.view(viewer)

    # ---- plies -----------------------------------------------------------------------------------

    def plies(self, viewer: Viewer) -> Sequence[int]:
        """The numbers of plies after which a viewer saw something new, from the start on."""
        count = len(self.match.plies)
        if not self.is_secret:
            return range(count + 1)
        known = self.own.setdefault(viewer, [0])
        first = known[-1] + 1
        for number in range(first, count - len(choices(self.match.state)) + 1):
            ply = self.match.plies[number - 1]
            is_told = is_choosing(ply.before) or is_by(ply, viewer)
            if is_told or self.view(viewer, known[-1]) != self.view(viewer, number):
                known.append(number)
        return known

    def is_current(self, viewer: Viewer, at: int) -> bool:
        """Whether nothing that a viewer sees has happened since a ply of theirs."""
        return at == len(self.plies(viewer)) - 1

    def follow(self, match: Match) -> None:
        """Look at a match that has changed, or at another one of the same game.

        What is kept of positions stays true as long as moves were only added.
        """
        self.kept.clear()
        count = self.count
        self.match, self.count = match, len(match.plies)
        if self.count < count or self.last_ply is not (match.plies[count - 1] if count else None):
            self.views.clear()
        self.last_ply = match.plies[-1] if match.plies else None

    def last(self, viewer: Viewer, at: int) -> Last | None:
        """The last move before a ply of a viewer, as that viewer knows it."""
        if at == 0:
            return None
        plies = self.plies(viewer)
        number, before = plies[at], self.view(viewer, plies[at - 1])
        ply, after = self.match.plies[number - 1], self.view(viewer, number)
        said = self.said(viewer, plies[at - 1], number)
        beside = self.together(number)
        if self.is_secret and is_choosing(ply.before):
            text = self.told(ply, viewer)
            colour = ply.before.colour
            return Last(text, ply.seat, colour, before, after, *said, together=beside)
        if not self.is_secret or is_by(ply, viewer):
            failed = self.failed(ply)
            colour = ply.before.colour if self.is_secret else turn_colour(ply.before)
            return Last(ply.move.text, ply.seat, colour, before, after, *said, failed, beside)
        colour = turn_colour(self.state(plies[at - 1]))
        return Last(told_text(before, after), before.acting, colour, before, after, *said)

    def moves(self, viewer: Viewer) -> list[dict[str, Any]]:
        """All moves, as a viewer knows them, with what was announced to that viewer."""
        if not self.is_secret:
            return [
                move_data(
                    p.move.text, p.seat, turn_colour(p.before), p.before.turn, self.failed(p),
                    *self.said(viewer, number - 1, number), self.together(number),
                )
                for number, p in enumerate(self.match.plies, 1)
            ]  # fmt: skip
        listed = self.told_moves.setdefault(viewer, [])
        for at in range(len(listed) + 1, len(self.plies(viewer))):
            last = self.last(viewer, at)
            assert last is not None
            turn, failed = last.before.turn, last.is_refused
            said = list(last.said), list(last.said_after), last.together
            listed.append(move_data(last.text, last.seat, last.colour, turn, failed, *said))
        return list(listed)

    def together(self, number: int) -> int:
        """How many choices that were made at once with a ply stand before it."""
        return len(choices(self.match.plies[number - 1].before))

    def said(self, viewer: Viewer, before: int, number: int) -> tuple[list[str], list[str]]:
        """What was announced to a viewer with a ply since another one, and what after it, when all
        had chosen at once, of nobody's choice alone.
        """
        plies, colours = self.match.plies, self.match.game.players
        if not is_choosing(plies[number - 1].before):
            return announced(self.heard(viewer, before, number), colours), []
        made = choices_with(plies, number)
        texts = self.heard(viewer, made[0] - 1, made[-1])
        marks = [self.mark(plies[n - 1], viewer) for n in made]
        own = next(((i, told_by(plies[n - 1])) for i, n in enumerate(made)
                    if plies[n - 1].seat == viewer), None)  # fmt: skip
        *parts, after = (announced(part, colours) for part in shared_out(texts, marks, own))
        return parts[made.index(number)], after if number == made[-1] else []

    def heard(self, viewer: Viewer, before: int, number: int) -> tuple[str, ...]:
        """What a viewer was told between two plies; who watches hears what all may when it is over.
        """
        if viewer is None and self.is_secret:
            return ()
        seat = viewer or 0
        known = len(self.state(before).node.heard[seat])
        return tuple(self.state(number).node.heard[seat][known:])

    def said_before(self, viewer: Viewer) -> list[str]:
        """What was announced to a viewer before the first move."""
        return announced(self.view(viewer, 0).heard, self.match.game.players)

    def told(self, ply: Ply, viewer: Viewer) -> str:
        """What a viewer has heard of a choice, when all had chosen."""
        return self.mark(ply, viewer).partition(": ")[2]

    def mark(self, ply: Ply, viewer: Viewer) -> str:
        """The text by which a viewer hears of a choice; "" if they do not."""
        assert ply.seat is not None
        listener = (ply.seat + 1) % self.match.game.seats if viewer is None else viewer
        return ply.before.heard_of(ply.move.key, ply.seat)[listener]

    def failed(self, ply: Ply) -> bool:
        """Whether a move was only tried, and something hidden was in its way."""
        return self.match.is_secret and ply.after.has_refused(ply.move)

    # ---- positions -------------------------------------------------------------------------------

    def choosing(self, viewer: Viewer, view: View) -> tuple[State, View]:
        """The state in which a viewer may choose now, and what they see, where all choose at once.

        Before the last has chosen, nobody is told more of the others than whether they have.
        """
        match = self.match
        chosen = dict(self.seen(viewer, len(match.plies)).chosen)
        for seat, move in match.early.items():
            chosen[match.state.colour_of(seat)] = move.text if seat == viewer else None
        place = None if viewer is None else match.movers.get(viewer)
        state = match.state if place is None else place.state
        return state, replace(view, acting=state.seat, chosen=chosen)

    def position(self, viewer: Viewer, at: int, has_offers: bool) -> dict[str, Any]:
        """The message about a ply of a viewer."""
        key = (viewer, at, has_offers)
        if key not in self.kept:
            while len(self.kept) >= MAX_KEPT:
                del self.kept[next(iter(self.kept))]
            self.kept[key] = self.made(viewer, at, has_offers)
        return self.kept[key]

    def made(self, viewer: Viewer, at: int, has_offers: bool) -> dict[str, Any]:
        """The message, made anew."""
        plies = self.plies(viewer)
        number, match = plies[at], self.match
        state, view = self.state(number), self.view(viewer, number)
        if self.is_secret and at == len(plies) - 1 and is_choosing(match.state):
            state, view = self.choosing(viewer, view)
        data = position_data(
            state,
            view,
            ply=at,
            last=self.last(viewer, at),
            is_open=not self.is_secret,
            has_offers=has_offers and not (match.is_over and at == len(plies) - 1),
            length=len(plies) - 1,
        )
        if match.is_given_up and at == len(plies) - 1:
            data |= given_up(match)
        return data


class Looks:
    """What browsers of one kind look at besides the current positions, away from the table's lock.

    One look of a table is evaluated at a time, and no more at once on the whole server than `gate`
    lets through.
    """

    def __init__(self, match: Match, workers: Workers, gate: asyncio.Semaphore):
        self.views, self.workers, self.gate = Viewpoints(match), workers, gate
        self.lock = asyncio.Lock()

    async def at(self, match: Match, work: Callable[[Viewpoints], T]) -> T:
        """Evaluate something about a match that nobody changes."""
        # It goes on when the browser that asked is gone: a thread cannot be stopped.
        return await asyncio.shield(asyncio.ensure_future(self.one(match, work)))

    async def one(self, match: Match, work: Callable[[Viewpoints], T]) -> T:
        """Evaluate it when it is its turn."""
        async with self.lock, self.gate:
            if match is not self.views.match:
                self.views.follow(match)
            return await self.workers.run(lambda: work(self.views))


def is_by(ply: Ply, viewer: Viewer) -> bool:
    """Whether a viewer has made a move; who only watches makes none, and no more does chance."""
    return viewer is not None and ply.seat == viewer


def told_text(before: View, after: View) -> str:
    """What a seat heard of a move of somebody else: its words, or all that was said."""
    said = news(before, after)
    for text in said:
        who, colon, move = text.partition(": ")
        if colon and " " not in who:
            return move
    return clip("; ".join(said))


def move_data(
    text: str, seat: int | None, colour: str | None, turn: int, is_refused: bool, said: list[str],
    said_after: list[str], together: int,
) -> dict[str, Any]:
    """A move of the list with what was announced; `is_refused`: it was tried, and failed;
    `together`: how many moves before it were chosen at once with it.
    """
    return {
        "text": text, "seat": seat, "colour": colour, "turn": turn + 1, "chance": seat is None,
        "refused": is_refused, "said": said, "said_after": said_after,
        "together": together,
    }  # fmt: skip


def given_up(match: Match) -> dict[str, Any]:
    """How people ended a match."""
    if match.resigned is not None:
        message = f"{match.state.colour_of(match.resigned)} has resigned"
    else:
        message = "the players have agreed on a draw"
    return {
        "over": True,
        "acting": None,
        "chance": False,
        "result": list(match.result or ()),
        "ended": ended(message),
    }
