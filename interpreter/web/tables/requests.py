"""What each message of a browser does at a table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from interpreter.agents.search import SearchAgent
from interpreter.board.values import IllegalMove
from interpreter.matches.match import HINTING, Refused
from interpreter.matches.seen import turn_colour, whole_view
from interpreter.web.tables.company import (
    Browser,
    NotDone,
    refusal,
    seat_to_move,
    viewer_of,
)
from interpreter.web.tables.table import Table
from interpreter.web.thinking.bounds import bounded_agent
from interpreter.web.thinking.thinkers import ThinkingFailed
from interpreter.web.wire import messages as wire
from interpreter.web.wire.drawing import drawings
from interpreter.web.wire.offers import offers_data
from interpreter.web.wire.positions import Last, position_data
from interpreter.web.wire.reasons import reason_data, typed_data, why_data

MAX_SECONDS = 20.0  # that the moves of a line that is looked at may take
NO_THOUGHT: dict[str, Any] = {"expected": None, "best": [], "line": [], "simulations": 0}

if TYPE_CHECKING:
    from interpreter.api.state import State
    from interpreter.web.tables.viewpoints import Viewpoints


async def handle(table: Table, browser: Browser, received: wire.Received) -> None:
    """Do what a message asks for, and answer."""
    message, id = received.message, received.id
    try:
        await carry_out(table, browser, message, id)
    except NotDone as error:
        browser.send(refusal(error.code, error.message, id))
    except IllegalMove as error:
        browser.send(refusal("illegal", error.message, id))
    except Refused as error:
        browser.send(refusal("refused", str(error), id))


async def carry_out(table: Table, browser: Browser, message: wire.Message, id: object) -> None:
    """Do what a message asks for.  Raises NotDone, Refused and IllegalMove."""
    match message:
        case wire.Play():
            await table.play(browser, message.move, message.at, id)
        case wire.Undo():
            await undo(table, browser, message.answer, id)
        case wire.Redo():
            await redo(table, browser, id)
        case wire.Resign():
            await resign(table, browser, message.seat, id)
        case wire.Draw():
            await draw(table, browser, message, id)
        case wire.Ask():
            await ask(table, browser, message.question, id)
        case wire.Look():
            await look(table, browser, message, id)
        case wire.Offers():
            await offers(table, browser, message, id)
        case wire.Why() | wire.Typed():
            await about(table, browser, message, id)
        case wire.Hint():
            await hint(table, browser, id)
        case wire.Think():
            await think(table, browser, message, id)
        case wire.Stop():
            await stop_thinking(browser)


def answer(browser: Browser, data: dict[str, Any], id: object) -> None:
    """Send an answer, with the `id` of the question."""
    browser.send(data if id is None else data | {"id": id})


def need_seat(browser: Browser) -> None:
    """Raise NotDone for those who only watch."""
    if not browser.seats:
        raise NotDone("watching", "you are watching; only players do that")


# ---- what people agree on ----------------------------------------------------------------------


def others(table: Table, browser: Browser) -> frozenset[int]:
    """The seats of people elsewhere."""
    return frozenset(table.match.people) - browser.seats


async def agreed(table: Table, browser: Browser, what: str, is_answer: bool, id: object) -> bool:
    """Whether all people agree on something that this browser asks for or accepts.

    If somebody has still to answer, all are told what is asked.
    """
    asking = table.company.asking
    if asking is None or asking["what"] != what:
        if is_answer:
            raise NotDone("nothing-asked", "nobody has asked for that")
        public = await table.stored.run(table.company.public)
        asking = {"what": what, "seat": min(browser.seats), "agreed": set(), "public": public}
    asking["agreed"] |= browser.seats
    if frozenset(table.match.people) <= asking["agreed"]:
        table.company.asking = None
        return True
    table.company.asking = asking
    tell_asking(table, browser, id)
    return False


def decline(table: Table, browser: Browser, what: str, id: object) -> None:
    """Say no to what somebody asks for."""
    if table.company.asking is None or table.company.asking["what"] != what:
        raise NotDone("nothing-asked", "nobody has asked for that")
    table.company.asking = None
    tell_asking(table, browser, id)


def tell_asking(table: Table, browser: Browser, id: object) -> None:
    """Tell all what is asked for now, and the browser that has changed that in answer to it."""
    table.company.tell_seats()
    if id is not None:
        browser.send(table.company.about(browser) | {"id": id})


async def undo(table: Table, browser: Browser, answer_: str, id: object) -> None:
    """Take back the last move of a person, if all people agree."""
    need_seat(browser)
    async with table.lock:
        if answer_ == "decline":
            return decline(table, browser, "undo", id)
        if table.match.is_secret:
            table.match.undo()  # says why not
        if not table.company.abilities(browser)["undo"]:
            raise NotDone("nothing-to-undo", "there is no move to take back")
        if not await agreed(table, browser, "undo", answer_ == "accept", id):
            return None
        await table.stored.run(table.match.undo)
        await table.stored.set_moves(len(table.match.plies))
        await table.company.tell_all(browser, id, anew=True)
    table.agents.wake()
    return None


async def redo(table: Table, browser: Browser, id: object) -> None:
    """Play again what was taken back; only where nobody else plays."""
    need_seat(browser)
    async with table.lock:
        if others(table, browser):
            raise NotDone("others-play", "with somebody else at the table, play the move again")
        first = len(table.match.plies)
        table.match.redo()
        await table.stored.set_moves(first)
        await table.company.tell_all(browser, id, anew=True)
    table.agents.wake()


async def resign(table: Table, browser: Browser, seat: int | None, id: object) -> None:
    """Give up for a seat of this browser."""
    need_seat(browser)
    if seat is None:
        seat = viewer_of(table.match, browser)
    if seat not in browser.seats:
        raise NotDone("not-your-seat", "you can only resign for yourself")
    async with table.lock:
        table.match.resign(str(seat + 1))
        await table.stored.set_moves(len(table.match.plies))
        await table.company.tell_all(browser, id)


async def draw(table: Table, browser: Browser, message: wire.Draw, id: object) -> None:
    """Offer a draw, accept it or decline it."""
    need_seat(browser)
    async with table.lock:
        match = table.match
        if match.is_over:
            raise NotDone("over", "the match is over")
        if len(match.people) < match.game.seats:
            raise NotDone("agents-play", "agents do not answer offers of a draw")
        if match.game.seats == 1:
            raise NotDone("alone", "there is nobody who could agree to a draw")
        if message.answer == "decline":
            return decline(table, browser, "draw", id)
        if await agreed(table, browser, "draw", message.answer == "accept", id):
            match.agree()
            await table.stored.set_moves(len(match.plies))
            await table.company.tell_all(browser, id)
    return None


async def ask(table: Table, browser: Browser, question: str, id: object) -> None:
    """Answer a private question of the game."""
    async with table.lock:
        state = table.match.movers[seat_to_move(table.match, browser)].state
        said = await table.stored.run(lambda: state.ask(question))
    cells = [word for word in question.split() if word in frozenset(state.game.board.cells)]
    made = drawings(state.game)
    look = made.look(said, state.colour)
    told = {"type": "answer", "question": question, "text": said, "cells": cells, "look": look}
    answer(browser, told | {"symbols": {look: made.symbol(look)} if look else {}}, id)


# ---- looking -----------------------------------------------------------------------------------


def line_from(views: Viewpoints, ply: int, moves: Sequence[str]) -> list[State]:
    """The states from a ply on, along some moves.

    Raises NotDone where that would give secrets away, and IllegalMove.
    """
    if views.is_secret:
        raise NotDone("secret", "what could be is shown when the match is over")
    if ply > len(views.match.plies):
        raise NotDone("no-such-ply", f"the match has {len(views.match.plies)} moves so far")
    states, end = [views.state(ply)], time.monotonic() + MAX_SECONDS
    for text in moves:
        if time.monotonic() > end:
            raise NotDone("too-slow", f"these moves take longer than {MAX_SECONDS:g} seconds")
        states.append(states[-1].play(text))
    return states


def looked_at(views: Viewpoints, browser: Browser, message: wire.Look) -> dict[str, Any]:
    """The position that a browser asks for."""
    match, viewer = views.match, viewer_of(views.match, browser)
    if not message.moves:
        plies = views.plies(viewer)
        if message.ply >= len(plies):
            raise NotDone("no-such-ply", f"there are {len(plies) - 1} moves so far")
        is_current = message.ply == len(plies) - 1
        mine = viewer is not None and viewer in match.movers
        return views.position(viewer, message.ply, not views.is_secret or (is_current and mine))
    states = line_from(views, message.ply, message.moves)
    before, after = states[-2], states[-1]
    text = before.parse(message.moves[-1]).text
    seen = whole_view(before), whole_view(after)
    last = Last(text, before.seat, turn_colour(before), *seen)
    return position_data(
        after, whole_view(after, viewer or 0), ply=message.ply, moves=message.moves, last=last,
        length=len(match.plies),
    )  # fmt: skip


async def look(table: Table, browser: Browser, message: wire.Look, id: object) -> None:
    """Show a position of the match, or one that could be."""
    data = await table.look(bool(browser.seats), lambda views: looked_at(views, browser, message))
    answer(browser, data | {"look": True}, id)


def state_asked(views: Viewpoints, browser: Browser, ply: int, moves: Sequence[str]) -> State:
    """The state that a question is about: in a secret game only the current one of who acts."""
    if views.is_secret:
        seat = seat_to_move(views.match, browser)
        if moves or not views.is_current(seat, ply):
            raise NotDone("secret", "what could be is shown when the match is over")
        return views.match.movers[seat].state
    return line_from(views, ply, moves)[-1]


async def offers(table: Table, browser: Browser, message: wire.Offers, id: object) -> None:
    """List the moves that begin with some words."""

    def work(views: Viewpoints) -> dict[str, Any]:
        state = state_asked(views, browser, message.ply, message.moves)
        return offers_data(state, message.prefix)

    data = await table.look(bool(browser.seats), work)
    told = {"type": "offers", "ply": message.ply, "moves": list(message.moves)}
    answer(browser, told | {"prefix": list(message.prefix), "offers": data}, id)


async def about(
    table: Table, browser: Browser, message: wire.Why | wire.Typed, id: object
) -> None:
    """Say why a move is impossible, or which one a text means."""

    def work(views: Viewpoints) -> dict[str, Any]:
        state = state_asked(views, browser, message.ply, message.moves)
        if state.is_over:
            return reason_data("the game is over")
        if isinstance(message, wire.Typed):
            return typed_data(state, message.text)
        return why_data(state, message.action, message.words)

    answer(browser, await table.look(bool(browser.seats), work), id)


async def hint(table: Table, browser: Browser, id: object) -> None:
    """Suggest a move to the person who is to move."""
    async with table.lock:
        seat = seat_to_move(table.match, browser)
        count = len(table.match.plies)
        luck = f"{table.match.seed}:{count}:hint"
        before = (move.text for move in table.match.movers[seat].before)
        moves = (*table.stored.texts(count), *before)
        job = table.stored.job("hint", moves, seat, HINTING, luck)
    try:
        move = await table.stored.workers.thinkers.choose(job)
    except ThinkingFailed as error:
        raise NotDone("agent-failed", table.company.failure(error)) from None
    answer(browser, {"type": "hint", "agent": HINTING, "move": move}, id)


# ---- thinking ----------------------------------------------------------------------------------


async def think(table: Table, browser: Browser, message: wire.Think, id: object) -> None:
    """Let an agent think about a position, and tell its thoughts as they come."""
    await stop_thinking(browser)

    def line(views: Viewpoints) -> tuple[State, tuple[str, ...]]:
        state = line_from(views, message.ply, message.moves)[-1]
        played = [ply.move.text for ply in views.match.plies[: message.ply]]
        return state, (*played, *message.moves)

    state, moves = await table.look(bool(browser.seats), line)
    if state.is_over or state.seat is None:
        raise NotDone("nothing-to-choose", "there is nothing to choose in this position")
    if not isinstance(bounded_agent(message.agent), SearchAgent):
        raise NotDone("bad-agent", "analysis needs an agent that searches, such as uct")
    job = table.stored.job("think", moves, state.seat, message.agent, "analysis", message.seconds)
    about = {"type": "thought", "ply": message.ply, "moves": list(message.moves)}

    async def work() -> None:
        latest: dict[str, Any] = {}

        def tell(thought: dict[str, Any]) -> None:
            latest.update(thought)
            answer(browser, about | thought | {"done": False}, id)

        try:
            await table.stored.workers.thinkers.think(job, tell)
        except ThinkingFailed as error:
            browser.send(refusal("agent-failed", str(error), id))
            return
        finally:
            answer(browser, about | NO_THOUGHT | latest | {"done": True}, id)

    browser.thinking = asyncio.create_task(work())


async def stop_thinking(browser: Browser) -> None:
    """End what an agent thinks about for a browser."""
    task, browser.thinking = browser.thinking, None
    if task is not None:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
