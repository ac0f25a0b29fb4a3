"""All choose at once on the page: in any order, and nobody is told more than who has chosen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from support.page import Page, Server, served

from interpreter.language_server.checks import Checker
from interpreter.web.workbench import routes
from interpreter.web.workbench.rule_files import RuleFiles

pytestmark = pytest.mark.usefixtures("in_time")
HANDS, BIDS = "rock-paper-scissors", "goofspiel"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path) as made:
        yield made


class Sitting(ExitStack):
    """A browser at each seat of a table, and one that watches."""

    def __init__(self, server: Server, table: dict[str, Any]):
        super().__init__()
        keys = (*table["keys"], table["watch"])
        self.pages = [self.enter_context(server.sit(table, key)) for key in keys]
        for page in self.pages:
            page.position()

    def drain(self) -> list[Page]:
        for page in self.pages:
            page.ask(type="offers", ply=10_000)
        return self.pages


def latest(page: Page) -> dict[str, Any]:
    """The position that a browser was told of last."""
    return [m for m in page.heard if m["type"] == "position" and "look" not in m][-1]


def is_offered(position: dict[str, Any]) -> bool:
    return bool(position["offers"]["moves"])


def test_people_choose_in_any_order(server: Server) -> None:
    with Sitting(server, server.table(HANDS, "person", "person")) as table:
        first, second, watcher = table.pages
        assert all(is_offered(latest(page)) for page in (first, second))
        assert (latest(first)["acting"], latest(second)["acting"]) == (0, 1)
        mine = second.play("show rock")
        assert mine["chosen"] == [{"seat": 1, "text": "show rock"}]
        assert (mine["acting"], mine["ply"], is_offered(mine)) == (0, 0, False)
        table.drain()
        for page in (first, watcher):
            told = latest(page)
            assert told["chosen"] == [{"seat": 1, "text": None}]
            assert (told["ply"], told["length"], told["heard"], told["last"]) == (0, 0, [], None)
        refused = second.play("show paper")
        assert (refused["type"], refused["code"]) == ("refused", "not-your-turn")
        first.play("show paper")
        table.drain()
        for page in table.pages:
            assert latest(page)["over"] and latest(page)["result"] == [1.0, 0.0]


def test_what_was_chosen_is_told_when_all_have(server: Server) -> None:
    with Sitting(server, server.table(HANDS, "person", "person")) as table:
        first, second, _ = table.pages
        second.play("show rock")
        first.play("show rock")
        table.drain()
        for page in table.pages:
            told = latest(page)
            assert (told["ply"], told["turn"], told["chosen"]) == (2, 1, [])
            looked = [page.ask(type="look", ply=ply)["last"] for ply in (1, 2)]
            assert [(last["seat"], last["text"]) for last in looked] == [
                (0, "show rock"), (1, "show rock"),
            ]  # fmt: skip
        assert latest(first)["heard"] == ["First: show rock", "Second: show rock"]
        first.play("show paper")  # in Second's turn
        table.drain()
        assert latest(second)["chosen"] == [{"seat": 0, "text": None}]
        assert latest(second)["acting"] == 1 and is_offered(latest(second))


def test_the_wire_is_the_same_whatever_others_have_chosen(server: Server) -> None:
    """All that the others get until they choose, byte for byte."""

    def told(hand: str) -> list[list[str]]:
        with Sitting(server, server.table(HANDS, "person", "person")) as table:
            table.pages[0].play(f"show {hand}")
            second, watcher = table.drain()[1:]
            second.ask(type="why", ply=0, moves=[], action="show", words=["stone"])
            second.ask(type="look", ply=0)
            watcher.ask(type="look", ply=0)
            texts = [[without_table(raw) for raw in page.raw] for page in (second, watcher)]
            assert second.play("show paper")["ply"] == 2
            return texts

    assert told("rock") == told("paper") == told("scissors")


def without_table(raw: str) -> str:
    """A message without the number of its table."""
    message = json.loads(raw)
    return json.dumps({**message, "table": None} if message["type"] == "table" else message)


def test_a_choice_that_waits_is_stored(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = server.table(HANDS, "person", "person")
        with server.sit(table, table["keys"][1]) as second:
            second.position()
            second.play("show scissors")
    with served(tmp_path) as server, Sitting(server, table) as sitting:
        first, second, _ = sitting.pages
        assert latest(second)["chosen"] == [{"seat": 1, "text": "show scissors"}]
        assert latest(first)["chosen"] == [{"seat": 1, "text": None}]
        first.play("show rock")
        sitting.drain()
        assert latest(second)["result"] == [1.0, 0.0]


def test_with_an_agent_and_with_hints(server: Server) -> None:
    """The agent of the first seat chooses while the person does, who is told when both have."""
    table = server.table(BIDS, "uct:20", "person", options={"cards": 3})
    with server.sit(table, table["keys"][1]) as page:
        position = page.position(acting=1)
        hint = page.ask(type="hint")
        assert hint["move"] in {f"bid {n}" for n in (1, 2, 3)}
        page.play(hint["move"])
        position = page.position(turn=1)
        assert f"Second: {hint['move']}" in position["heard"]
        assert any(text.startswith("First: bid") for text in position["heard"])


def listed(page: Page) -> list[str]:
    """The moves as the page lists them: all that were told anew, and then each last one."""
    moves: list[str] = []
    for message in page.heard:
        if message["type"] == "moves":
            moves = [move["text"] for move in message["list"]]
        elif message["type"] == "position" and "look" not in message:
            del moves[message["ply"] :]
            if message["ply"] == len(moves) + 1:
                moves.append(message["last"]["text"])
    return moves


BIDDING = """\
game: Bidding
players: Red, Blue, White
state:
  stake[p in colours]: 0..9
  best: colours
chance:
  toss(n in {1, 2}): set best to Red
actions:
  bid(n in 1..9): set stake[mover] to n
  open:
    - set best to mover
turn: all bid, toss, open
end:
  - when turns = 2: draw
"""


def test_the_list_of_moves_tells_which_were_chosen_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "bidding.yaml").write_text(BIDDING, "utf-8")
    with served(tmp_path / "data", folder) as server, ExitStack() as stack:
        seats = server.table("./bidding.yaml", *["person"] * 3)
        table = stack.enter_context(Sitting(server, seats))
        pages = table.pages
        for seat in (2, 0, 1):
            pages[seat].play(f"bid {seat + 3}")
        table.drain()
        pages[0].play("open")
        table.drain()
        for page in pages:
            moves = [m for m in page.heard if m["type"] == "moves"][-1]["list"]
            told = [(move["text"].split()[0], move["together"]) for move in moves]
            assert told == [("bid", 0), ("bid", 1), ("bid", 2), ("toss", 0)][: len(told)]
            assert len(told) > 2 and latest(page)["last"]["together"] == 0


def test_the_list_of_moves_has_all_choices_of_each_round(server: Server) -> None:
    with Sitting(server, server.table(BIDS, "person", "person")) as table:
        first, second, _ = table.pages
        for bid in (1, 2, 3):
            first.play(f"bid {bid}")
            told = second.play(f"bid {bid + 4}")
        for page in table.pages:
            for _ in range(100):  # a page may hear of it later than the one that has played
                page.ask(type="offers", ply=10_000)
                if latest(page)["ply"] == told["ply"]:
                    break
            moves = listed(page)
            assert len(moves) == latest(page)["ply"]
            bids = [text for text in moves if text.startswith("bid")]
            assert sorted(bids) == ["bid 1", "bid 2", "bid 3", "bid 5", "bid 6", "bid 7"]


def test_two_people_at_one_browser_get_a_curtain(server: Server) -> None:
    table = server.table(HANDS, "person", "person")
    with server.sit(table, *table["keys"]) as page:
        position = page.position()
        assert (position["seat"], position["curtain"]) == (0, True)
        position = page.play("show rock")
        assert (position["seat"], position["curtain"]) == (1, True)
        assert position["chosen"] == [{"seat": 0, "text": None}]
        assert page.play("show paper")["result"] == [0.0, 1.0]


def test_in_the_workbench_a_seat_does_not_see_what_another_has_chosen(tmp_path: Path) -> None:
    text = RuleFiles(Path()).saved(HANDS).text
    told = []
    with TestClient(Starlette(routes=routes.workbench_routes(tmp_path, Checker()))) as client:
        for hand in ("rock", "paper"):
            with client.websocket_connect(routes.ADDRESS) as socket:
                for id, message in enumerate((
                    {"type": "rules", "file": HANDS, "text": text, "version": 1},
                    {"type": "play", "move": f"show {hand}", "at": 0},
                    {"type": "look", "ply": 1}, {"type": "look", "ply": 0},
                )):  # fmt: skip
                    socket.send_json({**message, "id": id, "seat": 1})
                    while (answer := socket.receive_json()).get("id") != id:
                        pass
                    told.append((hand, answer))
    half = len(told) // 2
    assert [a for _, a in told[1:half]] == [a for _, a in told[half + 1 :]]
    assert told[1][1]["chosen"] == [{"seat": 0, "text": None}]


def test_alpha_beta_is_refused(server: Server) -> None:
    asked = {"game": HANDS, "seats": ["person", "alphabeta:depth=2"]}
    assert "all choose at once" in server.post("/api/tables", asked, 400)["message"]
