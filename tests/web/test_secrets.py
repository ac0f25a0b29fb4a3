"""The wire of every bundled game with secrets, searched for what its reader may not know.

Two browsers, one at each seat (and one that watches), play random matches.  Everything that reaches
a browser must be the same whatever the hidden things are: so the match is played again from what
each seat may see, and each message must follow from the view of that seat alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from support.diagnosing import draws, secret_games
from support.page import Page, Server, random_text, served
from support.quick import each
from support.tables import drain, latest, seated, settle
from support.what_is_hidden import Truth, check_position, deal_as, is_written

from interpreter import load_game
from interpreter.api.state import State
from interpreter.board.values import UNKNOWN, Piece
from interpreter.drawing.scene import look_of
from interpreter.hidden.determinisation import Determiniser, Work
from interpreter.hidden.knowledge import Memory
from interpreter.web.thinking.thinkers import Thinkers, ThinkingFailed
from interpreter.web.wire.offers import NO_OFFERS, offers_data, questions_data
from interpreter.web.wire.reasons import why_data

pytestmark = pytest.mark.usefixtures("in_time")
SECRET = secret_games()
DEAR = {"whist"}  # 52 chance moves deal the cards
SEATED = [pytest.param(n, marks=pytest.mark.slow if n in DEAR else ()) for n in SECRET]
MOVES = 20
HINTED = 14  # moves from one hint, which takes a while, to the next
COMPARED, GUESSED = 14, 300  # moves that are compared, and played to guess what is hidden


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path) as made:
        yield made


def test_some_bundled_games_have_secrets() -> None:
    assert len([name for name in SECRET if draws(name)]) >= 3
    assert len([name for name in SECRET if not draws(name)]) >= 3


@pytest.mark.parametrize("name", SEATED)
@pytest.mark.parametrize("seed", each(2, [1, 2]))
def test_each_browser_gets_only_the_views_of_its_seat(server: Server, name: str, seed: int) -> None:
    """What chance draws is the server's: the referee learns it of the record at the end."""
    game = load_game(name)
    chooser, moves = random.Random(f"{name} {seed}"), 0
    while moves < MOVES:
        table = server.table(name, *["person"] * game.seats)
        pages: list[Page] = []
        with seated(server, table, pages):
            made, heard = play_at(pages, chooser, MOVES - moves)
            moves += made
            record = f"/api/tables/{table['table']}/record?key={table['watch']}"
            truth = Truth(game).follow(server.get(record))
        for page, count in zip(pages, heard, strict=True):
            del page.heard[count:]
        for seat, page in enumerate(pages[: game.seats]):
            for message in page.heard:
                if message["type"] == "position":
                    check_position(truth, seat, message)
            check_texts(truth, seat, page)
        check_watcher(truth, pages[-1])


def play_at(pages: list[Page], chooser: random.Random, most: int) -> tuple[int, list[int]]:
    """Play a match to its end, which is at the latest after some moves: how many there were, and
    how much each browser had heard before the end.
    """
    for number in range(most):
        acting, heard = settle(pages), [len(page.heard) for page in pages]
        page = pages[acting]
        position = page.ask(type="look", ply=latest(page)["ply"])
        if page.play(random_text(position, chooser))["over"]:
            return number + 1, heard
        probe(page, number)
    settle(pages)
    heard = [len(page.heard) for page in pages]
    assert pages[0].ask(type="resign")["over"]
    return most, heard


def probe(page: Page, number: int) -> None:
    """Ask for what would give something away."""
    asked = (
        {"type": "look", "ply": 0, "moves": ["place a1"]},
        {"type": "think", "ply": 0, "moves": [], "agent": "uct", "seconds": 1},
        {"type": "undo"},
        {"type": "why", "ply": 0, "moves": [], "action": None, "words": ["a1"]},
        {"type": "typed", "ply": 0, "text": "a1"},
    )
    question: dict[str, Any] = asked[number % len(asked)]
    answer = page.ask(**question)
    told = {"why": ["reason"], "typed": ["reason", "meant"]}
    assert answer["type"] in ["refused", *told.get(question["type"], [])], answer


def check_watcher(truth: Truth, page: Page) -> None:
    """Who watches sees what all seats see at some time, and hears of no move that not all heard."""
    game = truth.game
    known = []
    for state, *views in zip(truth.states, *map(truth.seen_by, range(game.seats)), strict=True):
        common = {
            cell: look_of(game, known_to_all([view.pieces[cell] for view in views]))
            for cell in views[0].pieces
            if all(cell in view.pieces for view in views)
        }
        shared = {n: v for n, v in views[0].variables.items() if all(
            n in view.variables and view.variables[n] == v for view in views
        )}  # fmt: skip
        known.append((state.turn, common, shared))
    heard = [" ".join(truth.seen_by(seat)[-1].heard) for seat in range(game.seats)]
    for message in page.heard:
        if message["type"] == "position":
            names = {row["name"] for row in message["values"] if row["text"] != "hidden"}
            unseen = [row for row in message["values"] if row["name"] not in names]
            assert not any(hand["cards"] for row in unseen for hand in row["hands"])
            assert any(
                (message["turn"], message["pieces"]) == (turn, common)
                and names <= {*shared, *truth.states[0].marks}
                and is_written(truth, shared, message)
                for turn, common, shared in known
            ), message
            assert message["heard"] == [] and not message["offers"]["moves"]
        told = [message.get("last"), *message.get("list", ())]
        assert all(m["text"] in h for m in told if m for h in heard), message


def known_to_all(seen: list[Piece]) -> Piece:
    """A piece with the values that everybody knows."""
    values = [{"kind": piece.kind, **piece.attributes} for piece in seen]
    known = {
        name: value if all(v[name] == value for v in values) else UNKNOWN
        for name, value in values[0].items()
        if all(name in v for v in values)
    }
    kind = known.pop("kind")
    return Piece(kind, seen[0].colour, known)


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


@pytest.mark.parametrize("name", SEATED)
def test_the_number_of_hidden_attempts_is_not_told(
    server: Server, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser is told something whenever the view of its seat has changed, and only then."""
    game = load_game(name)
    chooser, moves = random.Random(name), 0
    while moves < MOVES:
        truth = Truth(game).deal(chooser)
        deal_as(truth, monkeypatch)
        table = server.table(name, *["person"] * game.seats)
        pages: list[Page] = []
        with seated(server, table, pages):
            while moves < MOVES:
                acting, first, moves = settle(pages), len(truth.moves), moves + 1
                assert acting == truth.state.seat
                heard = [len(page.heard) for page in pages]
                position = pages[acting].ask(type="look", ply=latest(pages[acting])["ply"])
                truth.play(random_text(position, chooser))
                truth.deal(chooser)
                if truth.state.is_over:
                    break
                pages[acting].play(truth.moves[first])
                settle(pages)
                for seat in set(range(game.seats)) - {acting}:
                    views = [state.view(seat) for state in truth.states[first:]]
                    changes = sum(a != b for a, b in pairwise(views))
                    told = [
                        m["type"] for m in pages[seat].heard[heard[seat] :]
                        if not (m["type"] == "refused" and "id" in m)
                    ]  # fmt: skip
                    assert told == ["position"] * changes, told


@pytest.mark.parametrize("name", each(2, SEATED))
def test_what_a_seat_is_told_would_be_the_same_whatever_is_hidden(
    server: Server, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Offers, questions, reasons and hints: compared with another state that may be true."""
    game, chooser, number, differed = load_game(name), random.Random(name), 0, 0
    while number < COMPARED:
        truth, memories = Truth(game).deal(chooser), [Memory() for _ in range(game.seats)]
        deal_as(truth, monkeypatch)
        table = server.table(name, *["person"] * game.seats)
        pages: list[Page] = []
        with seated(server, table, pages):
            while number < COMPARED:
                number, acting = number + 1, settle(pages)
                known = memories[acting].knowledge(truth.state)
                world = Determiniser(known, chooser, Work(GUESSED)).sample()
                ply = latest(pages[acting])["ply"]
                if world is not None and world.is_consistent:
                    differed += any(
                        world.state.view(seat) != truth.state.view(seat)
                        for seat in range(game.seats)
                    )
                    check_told(pages[acting], ply, world.state, chooser)
                    if number % HINTED == 1:
                        hint = pages[acting].ask(type="hint")
                        assert hint["move"] in {move.text for move in world.state.moves()}
                move = random_text(pages[acting].ask(type="look", ply=ply), chooser)
                memories[acting].note(known, move)
                truth.play(move)
                truth.deal(chooser)
                if truth.state.is_over:
                    break
                pages[acting].play(move)
            for page in pages:
                drain(page)
                shown = [m for m in page.heard if m["type"] in ("hint", "reason", "offers")]
                assert all("id" in message for message in shown)
    assert differed > 2  # otherwise this has shown nothing


def check_told(page: Page, ply: int, other: State, chooser: random.Random) -> None:
    """Whether the answers at the table are those that another state would give."""
    position = page.ask(type="look", ply=ply)
    assert position["offers"] == offers_data(other)
    assert (position["questions"] or NO_OFFERS) == questions_data(other)
    known = other.game.board.cells or [word for move in other.moves() for word in move.text.split()]
    for words in ([chooser.choice(known)], [chooser.choice(known), chooser.choice(known)]):
        asked = page.ask(type="why", ply=ply, moves=[], action=None, words=words)
        assert asked == why_data(other, None, words) | {"id": asked["id"]}


@pytest.mark.parametrize("name", SEATED)
def test_several_people_at_one_browser_get_a_curtain(server: Server, name: str) -> None:
    game = load_game(name)
    table = server.table(name, *["person"] * game.seats)
    chooser = random.Random(name)
    with server.sit(table, *table["keys"]) as page:
        position = page.position()
        seen = position["seat"]
        assert position["curtain"]
        position = page.past_chance(position)
        for _ in range(10):
            assert position["seat"] == position["acting"] == seen
            position = page.play(random_text(position, chooser))
            while position["chance"]:
                assert (position["seat"], position["curtain"]) == (seen, False)
                position = page.position()
            if position["over"]:
                break
            assert position["curtain"] == (position["seat"] != seen)
            seen = position["seat"]


@pytest.mark.parametrize("name", SEATED)
def test_records_analysis_and_everything_else_come_with_the_end(server: Server, name: str) -> None:
    game = load_game(name)
    table = server.table(name, *["person"] * game.seats)
    chooser = random.Random(name)
    record = f"/api/tables/{table['table']}/record?key="
    with server.sit(table, *table["keys"]) as page:
        end = page.past_chance(page.position())
        for _ in range(6):
            for key in (*table["keys"], table["watch"]):
                assert server.get(record + key, 403)["code"] == "secret"
            end = page.past_chance(page.play(random_text(end, chooser)))
            if end["over"]:
                break
        else:
            end = page.ask(type="resign", seat=end["acting"])
        assert end["over"] and end["hidden"] == []
        moves = next(m for m in reversed(page.heard) if m["type"] == "moves")
        truth = Truth(game).follow(server.get(record + table["watch"]))
        assert [row["text"] for row in moves["list"]] == truth.moves
        look = page.ask(type="look", ply=1)
        assert look["hidden"] == []


# ---- attempts that nobody else may notice --------------------------------------------------------

PHANTOM = "phantom-tic-tac-toe"


def drained(page: Page) -> list[dict[str, Any]]:
    """What a browser has been told since, besides the answer to a question of its own."""
    known = len(page.heard)
    page.ask(type="look", ply=0)
    return page.heard[known:-1]


def test_the_list_of_matches_tells_nothing_of_a_hidden_attempt(server: Server) -> None:
    table, other = (server.table(PHANTOM, "person", "person") for _ in range(2))
    later = server.table("tic-tac-toe", "person", "person")
    first, second = table["keys"]

    def listed() -> list[Any]:
        keys = [[first], [second], [table["watch"]]]
        keys += [[first, other["keys"][0], later["keys"][0]]]
        return [server.get(f"/api/tables?keys={','.join(each)}")["tables"] for each in keys]

    with server.sit(table, first) as one, server.sit(table, second) as two:
        one.position()
        two.position()
        assert one.play("place a1")["ply"] == 1
        change_times(server)
        before = listed()
        assert two.play("place a1")["last"]["refused"]
        assert listed() == before
        assert {row["moves"] for rows in before[:3] for row in rows} == {None}
        assert two.ask(type="resign")["over"]
    (row,) = listed()[0]
    assert row["moves"] == 2 and row["over"]
    (row,) = server.get(f"/api/tables?keys={later['keys'][0]}")["tables"]
    assert row["moves"] == 0


def change_times(server: Server) -> None:
    """Let all that was stored be of long ago, so that a new time is another one."""
    app: Any = server.client.app
    store = app.app.routes[0].endpoint.__self__.tables.store

    async def work() -> None:
        await store.do(lambda db: db.execute("update tables set updated=1e9, created=1e9"))

    assert server.client.portal is not None
    server.client.portal.call(work)


def test_an_offer_stands_through_a_hidden_attempt(server: Server) -> None:
    """That it fell would tell that somebody has tried something."""
    table = server.table(PHANTOM, "person", "person")
    first, second = table["keys"]
    with (
        server.sit(table, first) as one, server.sit(table, second) as two,
        server.sit(table, table["watch"]) as three,
    ):  # fmt: skip
        assert one.play("place a1")["ply"] == 1
        assert one.ask(type="draw", answer="offer")["asking"] == {"what": "draw", "seat": 0}
        for page in (one, two, three):
            drained(page)
        assert two.play("place a1")["last"]["refused"]
        assert drained(one) == [] and drained(three) == []
        assert two.play("place b2")["last"]["refused"] is False
        for page in (one, three):  # that everybody hears of
            assert [m["asking"] for m in drained(page) if m["type"] == "table"] == [None]
        assert two.ask(type="draw", answer="accept")["code"] == "nothing-asked"
        assert one.ask(type="draw", answer="offer")["asking"]
        assert two.ask(type="draw", answer="accept")["over"]
        assert one.position(over=True)["result"] == [0.5, 0.5]


def test_an_agent_that_fails_does_not_tell_its_move(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(*_: object) -> str:
        raise ThinkingFailed("no place is left at c3")

    monkeypatch.setattr(Thinkers, "choose", failing)
    for game, is_told in ((PHANTOM, False), ("tic-tac-toe", True)):
        table = server.table(game, "person", "uct:10")
        with server.sit(table, table["keys"][0]) as page:
            page.position()
            assert ("c3" in page.ask(type="hint")["message"]) is is_told
            page.send(type="play", move="place a1")
            assert ("c3" in page.until("refused")["message"]) is is_told
