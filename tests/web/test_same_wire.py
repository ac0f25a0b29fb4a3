"""Two matches that look the same to a seat: what it gets is the same, byte for byte.

The one is random.  The other is what might have been: chance has drawn and the others have moved so
that the seat has seen and heard the same.  Both are played at a table, with the same questions, and
all that reaches the browser of the seat is compared: texts, numbers and the sizes of messages.  So
is what reaches one that watches, where those who watch have seen the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from support.diagnosing import secret_games
from support.page import Page, Server, served, text_of
from support.quick import each
from support.tables import drain, seated, settle
from support.what_is_hidden import Truth, deal_as

from interpreter import load_game
from interpreter.hidden.determinisation import Determiniser, Work
from interpreter.hidden.knowledge import Memory
from interpreter.matches.seen import common_view

pytestmark = pytest.mark.usefixtures("in_time")
UNGUESSED = {"whist"}  # a guess deals the own cards in another order than they came
SECRET = [name for name in secret_games() if name not in UNGUESSED]
MOST = 16  # moves of seats in a match
PAIRS = 2  # of matches that are compared
TRIED = 40  # matches for which others are looked for
GUESSED = 800  # moves that are played to find one
ASKED = 3  # texts that are asked about in each turn


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path) as made:
        yield made


@pytest.mark.parametrize("name", each(2, SECRET))
def test_the_wire_is_the_same_whatever_is_hidden(
    server: Server, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, chooser = load_game(name), random.Random(name)
    watched = compared = 0
    for _ in range(TRIED):
        truth = Truth(game).deal(chooser)
        seat = played(truth, chooser, chooser.randint(1, MOST))
        other = another(truth, seat, chooser)
        if other is None:
            continue
        texts = list(dict.fromkeys([*truth.moves, *other.moves]))
        wires = []
        for one in (truth, other):
            is_seated = Event()
            deal_as(one, monkeypatch, is_seated)
            wires.append(Wires(server, one, seat, texts, is_seated))
        assert wires[0].seat == wires[1].seat
        assert wires[0].listed == wires[1].listed
        if seen(truth, None) == seen(other, None):
            assert wires[0].watcher == wires[1].watcher
            watched += 1
        compared += 1
        if compared >= PAIRS and watched:
            return
    raise AssertionError(f"{compared} matches were compared, {watched} as they are watched")


def played(truth: Truth, chooser: random.Random, moves: int) -> int:
    """The seat that acts after some random moves, of which none ends the match."""
    for _ in range(moves):
        move = chooser.choice(truth.state.moves())
        if truth.state.play(move).is_over:
            break
        truth.play(move.text)
        truth.deal(chooser)
    assert truth.state.seat is not None
    return truth.state.seat


def another(truth: Truth, seat: int, chooser: random.Random) -> Truth | None:
    """A match of other moves in which a seat has seen the same; None where none was found."""
    memory = Memory()
    for state, text in zip(truth.states, truth.moves, strict=False):
        if state.seat == seat:
            memory.note(memory.knowledge(state), text)
    world = Determiniser(memory.knowledge(truth.state), chooser, Work(GUESSED)).sample()
    if world is None or not world.is_consistent:
        return None
    made = Truth(truth.game)
    for decision in world.path:
        made.play(decision.text)
    is_same = made.moves == truth.moves or seen(made, seat) != seen(truth, seat)
    return None if is_same else made


def seen(truth: Truth, viewer: int | None) -> list[tuple[str | None, Any]]:
    """The views of a seat, or of those who watch, one after the other, and its own moves."""
    views = [common_view(s) if viewer is None else s.view(viewer) for s in truth.states]
    told: list[tuple[str | None, Any]] = [(None, views[0])]
    for state, text, view in zip(truth.states, truth.moves, views[1:], strict=False):
        is_own = viewer is not None and state.seat == viewer
        if is_own or view != told[-1][1]:
            told.append((text if is_own else None, view))
    return told


class Wires:
    """A match at a table, and what has reached the browser of a seat and one that watches."""

    def __init__(
        self, server: Server, truth: Truth, seat: int, texts: Sequence[str], is_seated: Event
    ):
        self.seat: list[str] = []
        self.watcher: list[str] = []
        table = server.table(truth.game.name, *["person"] * truth.game.seats)
        keys, watch = (table["keys"][seat], table["watch"]), table["watch"]
        pages: list[Page] = []
        with seated(server, table, pages):
            is_seated.set()
            others = [page for page in pages[:-1] if page is not pages[seat]]
            settle(others)
            for state, text in zip(truth.states, truth.moves, strict=False):
                if state.seat == seat:
                    ask(pages[seat], texts)
                if state.seat is not None:
                    play(pages[state.seat], text)
                    settle(others)
            ask(pages[seat], texts)
            drain(pages[-1])
            late = [latecomer(server, table, key) for key in (keys[0], watch)]
            self.seat = [*pages[seat].raw, *late[0]]
            self.watcher = [*pages[-1].raw, *late[1]]
            for key in (*keys, watch):
                assert server.get(f"/api/tables/{table['table']}/record?key={key}", 403)
            rows = server.get(f"/api/tables?keys={','.join(keys)}")["tables"]
        self.listed = [{**row, "table": None, "updated": None} for row in rows]
        self.seat = [raw.replace(table["table"], "TABLE") for raw in self.seat]
        self.watcher = [raw.replace(table["table"], "TABLE") for raw in self.watcher]


def latecomer(server: Server, table: dict[str, Any], key: str) -> list[str]:
    """What a browser is told that comes now."""
    with server.sit(table, key) as page:
        page.position()
        drain(page)
        return page.raw


def play(page: Page, text: str) -> None:
    """Play a move."""
    assert page.ask(type="play", move=text)["type"] == "position"


def ask(page: Page, texts: Sequence[str]) -> None:
    """Ask about moves, also those of chance and of others, and try those that are not possible."""
    drain(page)
    ply = [m["ply"] for m in page.heard if m["type"] == "position" and "look" not in m][-1]
    offers = page.ask(type="look", ply=ply)["offers"]
    legal = {*map(text_of, offers["moves"]), *offers.get("texts", ())}
    page.ask(type="offers", ply=ply, prefix=[])
    chooser = random.Random(f"{ply} {len(texts)}")
    for text in chooser.sample(texts, min(ASKED, len(texts))):
        action, *words = text.split()
        page.ask(type="why", ply=ply, moves=[], action=action, words=words)
        page.ask(type="why", ply=ply, moves=[], action=None, words=words)
        page.ask(type="typed", ply=ply, text=text)
        if text not in legal:
            assert page.ask(type="play", move=text)["type"] == "refused"
