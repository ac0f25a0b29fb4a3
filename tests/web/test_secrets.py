"""The wire of every bundled game with secrets, searched for what its reader may not know.

Two browsers, one at each seat (and one that watches), play random matches.  Everything that reaches
a browser must be the same whatever the hidden things are: so the match is played again from what
each seat may see, and each message must follow from the view of that seat alone.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.diagnosing import bundled
from support.page import Page, Server, random_text, served

from gdl.model.analysis import differs_by_seat
from interpreter import load_game
from interpreter.api.game import Game
from interpreter.drawing.scene import look_of

pytestmark = pytest.mark.usefixtures("in_time")
SECRET = [name for name in bundled() if differs_by_seat(load_game(name).model)]
MOVES = 20


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path) as made:
        yield made


def test_some_bundled_games_have_secrets() -> None:
    assert len(SECRET) >= 3


class Truth:
    """The match as the referee knows it, and what each seat may know."""

    def __init__(self, game: Game):
        self.game, self.state = game, game.start()
        self.states = [self.state]

    def play(self, move: str) -> None:
        """Go on."""
        self.state = self.state.play(move)
        self.states.append(self.state)

    def seen_by(self, seat: int) -> list[Any]:
        """All views that a seat has had."""
        return [state.view(seat) for state in self.states]


def check_position(truth: Truth, seat: int, position: dict[str, Any]) -> None:
    """A position holds what one of the views of its seat holds, and nothing else."""
    views = truth.seen_by(seat)
    assert any(follows(truth.game, view, position) for view in views), position
    if position["offers"]["moves"]:
        assert position["acting"] == seat
    assert position["scores"] is None and position["ended"] is None


def follows(game: Game, view: Any, position: dict[str, Any]) -> bool:
    """Whether a position follows from a view."""
    looks = {cell: look_of(game, piece) for cell, piece in view.pieces.items()}
    values = {row["name"] for row in position["values"]}
    stored = {mark["of"] for mark in position["decorations"]}
    return (
        position["pieces"] == looks
        and set(position["hidden"]) == view.hidden
        and (position["turn"], position["acting"]) == (view.turn, view.acting)
        and position["heard"] == list(view.heard)
        and (values | stored) <= {*view.variables, *view.marks}
        and {row["text"] for row in position["supply"]} == set(view.supply or ())
    )


@pytest.mark.parametrize("name", SECRET)
@pytest.mark.parametrize("seed", [1, 2])
def test_each_browser_gets_only_the_views_of_its_seat(server: Server, name: str, seed: int) -> None:
    game = load_game(name)
    chooser = random.Random(f"{name} {seed}")
    table = server.table(name, *["person"] * game.seats)
    truth = Truth(game)
    pages: list[Page] = []
    with seated(server, table, pages):
        for number in range(MOVES):
            acting = truth.state.seat
            if acting is None:
                break
            page = pages[acting]
            position = page.ask(type="look", ply=latest(page))
            move = random_text(position, chooser)
            truth.play(move)
            if truth.state.is_over:
                break
            page.play(move)
            probe(page, number)
        for seat, page in enumerate(pages[: game.seats]):
            drain(page)
            for message in page.heard:
                if message["type"] == "position":
                    check_position(truth, seat, message)
        watcher = pages[-1]
        drain(watcher)
        for message in watcher.heard:
            if message["type"] == "position":
                check_watched(truth, message)
        for seat, page in enumerate(pages[: game.seats]):
            check_texts(truth, seat, page)


def seated(server: Server, table: dict[str, Any], pages: list[Page]) -> Any:
    """A browser at each seat, and one that watches."""
    from contextlib import ExitStack

    stack = ExitStack()
    for key in (*table["keys"], table["watch"]):
        page = stack.enter_context(server.sit(table, key))
        page.position()
        pages.append(page)
    return stack


def latest(page: Page) -> int:
    """The latest ply that a browser knows of."""
    drain(page)
    plies = [m["ply"] for m in page.heard if m["type"] == "position" and "look" not in m]
    return int(plies[-1])


def drain(page: Page) -> None:
    """Read all that has come: the answer to a question is the last of it."""
    page.ask(type="offers", ply=10_000)


def probe(page: Page, number: int) -> None:
    """Ask for what would give something away."""
    asked = (
        {"type": "look", "ply": 0, "moves": ["place a1"]},
        {"type": "think", "ply": 0, "moves": [], "agent": "uct", "seconds": 1},
        {"type": "undo"},
        {"type": "why", "ply": 0, "moves": [], "action": None, "words": ["a1"]},
    )
    question: dict[str, Any] = asked[number % len(asked)]
    answer = page.ask(**question)
    assert answer["type"] in ("refused", "reason"), answer
    if question["type"] != "why":
        assert answer["type"] == "refused"


def check_watched(truth: Truth, position: dict[str, Any]) -> None:
    """Who watches sees what all seats see at some time."""
    game = truth.game
    for state in truth.states:
        views = [state.view(seat) for seat in range(game.seats)]
        common = {
            cell: look_of(game, piece)
            for cell, piece in views[0].pieces.items()
            if all(cell in view.pieces for view in views)
        }
        if position["pieces"] == common and position["turn"] == state.turn:
            assert position["heard"] == [] and not position["offers"]["moves"]
            return
    raise AssertionError(position)


def check_texts(truth: Truth, seat: int, page: Page) -> None:
    """The text of a hidden move of somebody else is nowhere on the wire, unless it was heard.

    Its own offers and its own moves may have the same words: they are left out.
    """
    heard = " ".join(truth.seen_by(seat)[-1].heard)
    for message in page.heard:
        told = message.get("last")
        if told and told["seat"] != seat and told["text"]:
            assert told["text"] in heard
        for row in message.get("list", ()):
            assert row["seat"] == seat or row["text"] in heard
        if message["type"] == "thinking":
            assert message["seat"] != seat


@pytest.mark.parametrize("name", SECRET)
def test_the_number_of_hidden_attempts_is_not_told(server: Server, name: str) -> None:
    """Plies, lengths and the number of messages change only where the view of the seat does."""
    game = load_game(name)
    chooser = random.Random(name)
    table = server.table(name, *["person"] * game.seats)
    pages: list[Page] = []
    truth = Truth(game)
    with seated(server, table, pages):
        for _ in range(MOVES):
            acting = truth.state.seat
            if acting is None:
                break
            others = [s for s in range(game.seats) if s != acting]
            for seat in others:
                drain(pages[seat])
            before = {s: (len(pages[s].heard), truth.state.view(s)) for s in others}
            position = pages[acting].ask(type="look", ply=latest(pages[acting]))
            truth.play(random_text(position, chooser))
            if truth.state.is_over:
                break
            pages[acting].play(truth_text(position, truth))
            for seat in others:
                count, view = before[seat]
                drain(pages[seat])
                told = [
                    m for m in pages[seat].heard[count:]
                    if not (m["type"] == "refused" and "id" in m)
                ]  # fmt: skip
                if truth.state.view(seat) == view:
                    assert told == [], told


def truth_text(position: dict[str, Any], truth: Truth) -> str:
    """The move that the referee has just played."""
    before, after = truth.states[-2], truth.states[-1]
    for move in before.moves():
        if before.play(move) == after:
            return move.text
    raise AssertionError(position)


@pytest.mark.parametrize("name", SECRET)
def test_several_people_at_one_browser_get_a_curtain(server: Server, name: str) -> None:
    game = load_game(name)
    table = server.table(name, *["person"] * game.seats)
    chooser = random.Random(name)
    with server.sit(table, *table["keys"]) as page:
        position = page.position()
        seen = position["seat"]
        assert position["curtain"]
        for _ in range(10):
            position = page.play(random_text(position, chooser))
            if position["over"]:
                break
            assert position["seat"] == position["acting"]
            assert position["curtain"] == (position["seat"] != seen)
            seen = position["seat"]


@pytest.mark.parametrize("name", SECRET)
def test_records_analysis_and_everything_else_come_with_the_end(server: Server, name: str) -> None:
    game = load_game(name)
    table = server.table(name, *["person"] * game.seats)
    chooser = random.Random(name)
    record = f"/api/tables/{table['table']}/record?key={table['keys'][0]}"
    with server.sit(table, *table["keys"]) as page:
        position = page.position()
        for _ in range(6):
            position = page.play(random_text(position, chooser))
        assert server.get(record, 403)["code"] == "secret"
        end = page.ask(type="resign", seat=position["acting"])
        assert end["over"] and end["hidden"] == []
        moves = next(m for m in reversed(page.heard) if m["type"] == "moves")
        assert len(moves["list"]) == 6
        look = page.ask(type="look", ply=1)
        assert look["hidden"] == []
    assert json.dumps(server.get(record)).count("\\n") > 4
