"""A match at a table, message by message."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from support.page import Server, random_text, served

from interpreter import load_game
from interpreter.matches.seen import mover_text
from interpreter.web.tables import requests
from interpreter.web.tables.recovery import StoreFailed
from interpreter.web.tables.store import Store
from interpreter.web.tables.workers import MAX_THREADS, WATCHERS_LOOKS
from interpreter.web.wire.reasons import reason_data

pytestmark = pytest.mark.usefixtures("in_time")
LINE = "Black"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path) as made:
        yield made


def test_a_browser_is_told_of_the_table_the_moves_and_the_position(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    assert table["keys"][0] != table["keys"][1]
    with server.sit(table, table["keys"][0]) as page:
        about, moves, position = page.next(), page.next(), page.next()
    assert (about["type"], moves["type"], position["type"]) == ("table", "moves", "position")
    assert [seat["mine"] for seat in about["seats"]] == [True, False]
    assert moves["list"] == []
    assert (position["ply"], position["acting"], position["seat"]) == (0, 0, 0)
    assert len(position["offers"]["moves"]) == 9


def test_a_move_is_told_to_all_who_are_there(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    first, second = table["keys"]
    with (
        server.sit(table, first) as one, server.sit(table, second) as two,
        server.sit(table, table["watch"]) as three,
    ):  # fmt: skip
        for page in (one, two, three):
            page.position(ply=0)
        move = "place b2"
        assert one.play(move, at=0)["ply"] == 1
        for page in (two, three):
            seen = page.position(ply=1)
            assert seen["last"] == {
                "text": move, "seat": 0, "colour": "Cross", "cells": ["b2"], "from": None,
                "to": "b2", "refused": False, "said": [], "said_after": [], "together": 0,
            }  # fmt: skip
            assert list(seen["pieces"]) == ["b2"]
        assert two.play("place a1", at=1)["ply"] == 2
        assert one.position(ply=2)["acting"] == 0


def test_a_symbol_is_sent_once(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    with server.sit(table, *table["keys"]) as page:
        page.position()
        sent = [page.play(f"place {cell}")["symbols"] for cell in ("a1", "b1", "c1", "a2")]
    assert [len(symbols) for symbols in sent] == [1, 1, 0, 0]


def test_what_cannot_be_played_is_refused(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    first, second = table["keys"]
    with server.sit(table, first) as one, server.sit(table, second) as two:
        assert two.play("place a1")["code"] == "not-your-turn"
        assert one.play("place z9")["code"] == "illegal"
        assert one.play("place a1", at=3)["code"] == "moved-on"
        assert one.play("place a1", at=0)["ply"] == 1
        assert one.play("place b1", at=1)["code"] == "not-your-turn"
        assert two.play("place a1", at=1)["code"] == "illegal"
    with server.sit(table) as watcher:
        assert watcher.play("place b2")["code"] == "watching"
        assert watcher.ask(type="undo")["code"] == "watching"
        assert watcher.ask(type="resign", seat=0)["code"] == "watching"


def test_agents_and_chance_move_by_themselves(server: Server) -> None:
    table = server.table("royal-game-of-ur", "person", "random", seed=5)
    chooser = random.Random(1)
    with server.sit(table, table["keys"][0]) as page:
        for _ in range(12):
            position = page.position(acting=0)
            if position["offers"]["moves"]:
                page.send(type="play", move=random_text(position, chooser))
    kinds = {m["last"]["seat"] for m in page.heard if m["type"] == "position" and m["last"]}
    assert kinds == {None, 0, 1}


def test_the_end_has_its_line_and_the_cells_that_decide(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    with server.sit(table, *table["keys"]) as page:
        for cell in ("a1", "a2", "b1", "c3"):
            page.play(f"place {cell}")
        end = page.play("place c1")
        assert end["over"] and end["result"] == [1.0, 0.0]
        assert end["ended"]["cells"] == ["a1", "b1", "c1"]
        assert end["ended"]["line"]
        assert page.play("place b2")["code"] == "over"


# ---- a match that begins in a position that was set up ----

CORNERS = {"board": {cell: {"kind": "mark", "colour": "Cross"} for cell in ("a1", "b1")}}


def test_a_match_begins_in_a_position_that_was_set_up(tmp_path: Path) -> None:
    game = {"game": "another name", "options": {}}
    with served(tmp_path) as server:
        table = server.table("tic-tac-toe", "person", "person", start={**CORNERS, **game})
        with server.sit(table, *table["keys"]) as page:
            assert sorted(page.position(ply=0)["pieces"]) == ["a1", "b1"]
            assert page.heard[0]["start"]["board"] == CORNERS["board"]
            assert page.play("place c1")["result"] == [1.0, 0.0]
            assert sorted(page.ask(type="look", ply=0)["pieces"]) == ["a1", "b1"]
        record = server.get(f"/api/tables/{table['table']}/record?key={table['keys'][0]}")
    assert '\nstart: {"board": {"a1": ' in record and "1. place c1\n" in record
    with served(tmp_path) as server:
        with server.sit(table, *table["keys"]) as page:
            assert sorted(page.position(ply=1)["pieces"]) == ["a1", "b1", "c1"]
        again = server.table("tic-tac-toe", "person", "person", record=record)
        with server.sit(again, *again["keys"]) as page:
            assert page.position(ply=1)["over"] and page.heard[0]["start"] is not None


def test_an_agent_thinks_about_the_position_in_which_its_match_began(server: Server) -> None:
    crossed = {"board": {**CORNERS["board"], "a2": {"kind": "mark", "colour": "Nought"}}}
    table = server.table("tic-tac-toe", "alphabeta:depth=3", "person", start=crossed)
    with server.sit(table, table["keys"][1]) as page:
        assert page.position(ply=1)["last"]["text"] == "place c1"


@pytest.mark.parametrize(
    ("game", "start", "code", "said"),
    [
        ("tic-tac-toe", {"board": {"z9": {"kind": "mark", "colour": "Cross"}}}, "refused",
         "the match cannot begin in this position: `board`: there is no cell z9"),
        ("tic-tac-toe", {"boards": {}}, "refused", "a state has no entry 'boards'"),
        ("tic-tac-toe", ["a1"], "bad-message", "`start` is a position"),
        ("dark-hex", {"board": {}}, "refused", "in this game things are hidden"),
    ],
)  # fmt: skip
def test_what_no_match_can_begin_with_is_refused(
    server: Server, game: str, start: Any, code: str, said: str
) -> None:
    asked = {"game": game, "seats": ["person", "person"], "start": start}
    answer = server.post("/api/tables", asked, 400)
    assert answer["code"] == code and said in answer["message"]


def test_moves_keep_the_colours_that_they_were_made_with(server: Server) -> None:
    table = server.table("hex", "person", "person", options={"size": 3, "pie": True})
    with server.sit(table, *table["keys"]) as page:
        page.position()
        page.play("place b2")
        exchanged = page.play("exchange")
    assert exchanged["colours"] == ["Blue", "Red"]
    assert exchanged["last"]["colour"] == "Blue"
    with server.sit(table, *table["keys"]) as again:
        about, moves = again.next(), again.next()
    assert (about["type"], moves["type"]) == ("table", "moves")
    assert [(move["seat"], move["colour"]) for move in moves["list"]] == [(0, "Red"), (1, "Blue")]


def test_an_action_says_what_it_puts_in_a_chosen_colour(server: Server) -> None:
    for game, kinds in {
        "cuiquindi": {"found": "stone", "choose": None, "move": None, "grow": None},
        "hex": {"place": None, "exchange": None},
    }.items():
        actions = server.get(f"/api/games/{game}/drawing")["actions"]
        assert {name: action["puts"] for name, action in actions.items()} == kinds


def test_an_action_says_whether_it_looks_at_the_pieces(server: Server) -> None:
    for game, looks in {
        "dots-and-boxes": {"draw": False}, "hex": {"place": True, "exchange": False},
    }.items():  # fmt: skip
        actions = server.get(f"/api/games/{game}/drawing")["actions"]
        assert {name: action["looks"] for name, action in actions.items()} == looks


def test_the_chain_decides_a_game_of_connections(server: Server) -> None:
    table = server.table("hex", "person", "person", options={"size": 3, "pie": False})
    with server.sit(table, *table["keys"]) as page:
        position = page.position()
        chooser = random.Random(4)
        while not position["over"]:
            position = page.play(random_text(position, chooser))
    cells = position["ended"]["cells"]
    winner = position["result"].index(1)
    looks = {position["pieces"][cell] for cell in cells}
    assert 3 <= len(cells) < len(position["pieces"])
    assert looks == {f"stone-{position['colours'][winner]}"}


def test_earlier_positions_and_lines_from_there_can_be_looked_at(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    with server.sit(table, *table["keys"]) as page:
        page.play("place a1")
        page.play("place b1")
        assert page.ask(type="look", ply=1)["pieces"].keys() == {"a1"}
        seen = page.ask(type="look", ply=1, moves=["place c3", "place c2"])
        assert seen["pieces"].keys() == {"a1", "c3", "c2"}
        assert (seen["ply"], seen["moves"]) == (1, ["place c3", "place c2"])
        assert seen["last"]["to"] == "c2"
        assert page.ask(type="look", ply=1, moves=["place a1"])["code"] == "illegal"
        assert page.ask(type="look", ply=9)["code"] == "no-such-ply"
        assert page.ask(type="look", ply=9, moves=["place a1"])["code"] == "no-such-ply"


def test_a_line_that_takes_too_long_is_not_followed_for_ever(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "MAX_SECONDS", -1.0)
    table = server.table("tic-tac-toe", "person", "person")
    with server.sit(table, *table["keys"]) as page:
        for asked in ({"type": "look"}, {"type": "offers"}, {"type": "why"}, {"type": "think"}):
            answer = page.ask(**asked, ply=0, moves=["place a1"])
            assert answer["code"] == "too-slow"
        assert page.ask(type="look", ply=0)["ply"] == 0


def test_why_not_names_the_line(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    with server.sit(table, *table["keys"]) as page:
        page.play("place a1")
        reason = page.ask(type="why", ply=1, moves=[], action=None, words=["a1"])
        assert reason["type"] == "reason" and reason["line"] and reason["cells"] == ["a1"]
        named = page.ask(type="why", ply=1, moves=[], action="place", words=["a1"])
        assert named["message"] == reason["message"]
        possible = page.ask(type="why", ply=1, moves=[], action=None, words=["b1"])
        assert "is possible" in possible["message"]


def test_a_typed_text_is_read_where_the_rules_are(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    with server.sit(table, *table["keys"]) as page:
        read = page.ask(type="typed", ply=0, text=" A1 ")
        assert (read["type"], read["move"]) == ("meant", "place a1")
        later = page.ask(type="typed", ply=0, moves=["place a1"], text="a1")
        assert later["message"] == "Cross-mark stands on a1, so a1 is not in `empty`"


def test_offers_can_be_asked_for_by_their_first_words(server: Server) -> None:
    table = server.table("amazons", "person", "person")
    with server.sit(table, *table["keys"]) as page:
        position = page.position()
        first = position["offers"]["moves"][0]
        told = page.ask(type="offers", ply=0, moves=[], prefix=first[:2])
    assert told["offers"]["complete"]
    assert first in told["offers"]["moves"]
    assert all(words[:2] == first[:2] for words in told["offers"]["moves"])


# ---- undo, resign, draw ------------------------------------------------------------------------


def test_undo_and_redo_against_an_agent(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "random", seed=3)
    with server.sit(table, table["keys"][0]) as page:
        position = page.position(ply=0)
        assert page.ask(type="undo")["code"] == "nothing-to-undo"
        page.send(type="play", move=random_text(position, random.Random(1)))
        page.position(ply=2)
        assert page.ask(type="undo")["ply"] == 0
        assert page.ask(type="redo")["ply"] == 2
        assert page.ask(type="redo")["type"] == "refused"


def test_undo_needs_the_consent_of_the_other_person(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    first, second = table["keys"]
    with server.sit(table, first) as one, server.sit(table, second) as two:
        one.play("place a1")
        one.send(type="undo")
        while two.until("table")["asking"] is None:
            pass
        assert two.heard[-1]["asking"] == {"what": "undo", "seat": 0}
        two.send(type="undo", answer="decline")
        while two.until("table")["asking"] is not None:
            pass
        one.send(type="undo")
        while two.until("table")["asking"] is None:
            pass
        assert two.ask(type="undo", answer="accept")["ply"] == 0
        assert one.position(ply=0)["pieces"] == {}
        assert two.ask(type="undo", answer="accept")["type"] == "refused"


def test_who_resigns_loses(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    first, second = table["keys"]
    with server.sit(table, first) as one, server.sit(table, second) as two:
        assert two.ask(type="resign", seat=0)["code"] == "not-your-seat"
        assert two.ask(type="resign", seat=1)["result"] == [1.0, 0.0]
        assert one.position(over=True)["ended"]["message"].endswith("has resigned")
    record = server.get(f"/api/tables/{table['table']}/record?key={first}")
    assert record.endswith("\nresigned: seat 2\n")


def test_a_draw_is_agreed_on_and_stands_in_the_record(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    first, second = table["keys"]
    with server.sit(table, first) as one, server.sit(table, second) as two:
        assert two.ask(type="draw", answer="accept")["code"] == "nothing-asked"
        one.send(type="draw")
        while two.until("table")["asking"] is None:
            pass
        assert two.ask(type="draw", answer="accept")["result"] == [0.5, 0.5]
        assert one.position(over=True)["result"] == [0.5, 0.5]
    record = server.get(f"/api/tables/{table['table']}/record?key={first}")
    assert record.endswith("\nagreed: 0.5 0.5\n")
    copy = server.table("tic-tac-toe", "person", "person", record=record)
    with server.sit(copy, *copy["keys"]) as page:
        assert page.position()["result"] == [0.5, 0.5]


@pytest.mark.parametrize("what", ["undo", "draw"])
def test_who_declines_gets_an_answer(server: Server, what: str) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    with server.sit(table, table["keys"][0]) as one, server.sit(table, table["keys"][1]) as two:
        assert one.play("place a1")["ply"] == 1
        assert one.ask(type=what)["asking"]["what"] == what
        answer = two.ask(type=what, answer="decline")
        assert (answer["type"], answer["asking"]) == ("table", None)
        while one.until("table")["asking"] is not None:
            pass
        assert two.ask(type=what, answer="decline")["code"] == "nothing-asked"


def test_agents_are_not_asked_for_a_draw(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "random")
    with server.sit(table, table["keys"][0]) as page:
        assert page.ask(type="draw")["code"] == "agents-play"


def test_who_plays_alone_is_not_offered_a_draw(tmp_path: Path) -> None:
    """Nobody would have to agree, so the button would end the game at once."""
    rules = "game: Dice\nplayers: Solver\nstate:\n  n: 0..9\nactions:\n  up: add 1 to n\n"
    rules += "turn: up\nend:\n  - when n = 3: Solver wins\n"
    (tmp_path / "dice.yaml").write_text(rules, "utf-8")
    with served(tmp_path / "data", tmp_path) as server:
        table = server.table("./dice.yaml", "person")
        with server.sit(table, table["keys"][0]) as page:
            assert not page.until("table")["can"]["draw"]
            assert page.ask(type="draw")["code"] == "alone"


# ---- records, listing, deletion ----------------------------------------------------------------


def test_a_record_can_be_loaded_and_goes_on(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    with server.sit(table, *table["keys"]) as page:
        page.play("place a1")
        page.play("place b1")
    record = server.get(f"/api/tables/{table['table']}/record?key={table['watch']}")
    copy = server.post("/api/tables", {"record": record}, 201)
    with server.sit(copy, *copy["keys"]) as page:
        assert page.position(ply=2)["pieces"].keys() == {"a1", "b1"}
        assert page.play("place c1")["ply"] == 3
    broken = server.post("/api/tables", {"record": "game: tic-tac-toe\n1. place z9\n"}, 400)
    assert broken["code"] in ("refused", "bad-message")


def test_tables_are_listed_for_those_who_hold_a_key_and_deleted_by_players(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    other = server.table("tic-tac-toe", "person", "person")
    listed = server.get(f"/api/tables?keys={table['keys'][1]},nonsense")["tables"]
    assert [(row["table"], row["seats"]) for row in listed] == [(table["table"], [1])]
    address = f"/api/tables/{table['table']}?key="
    wrong = server.client.delete(address + other["keys"][0])
    assert wrong.status_code == 404
    watching = server.client.delete(address + table["watch"])
    assert watching.status_code == 403
    assert server.client.delete(address + table["keys"][0]).status_code == 200
    assert server.get(f"/api/tables?keys={table['keys'][1]}")["tables"] == []


def test_a_match_comes_back_after_the_server_has_ended(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = server.table("tic-tac-toe", "person", "random", seed=3)
        with server.sit(table, table["keys"][0]) as page:
            position = page.position()
            page.send(type="play", move=random_text(position, random.Random(1)))
            before = page.position(ply=2)
            page.ask(type="undo")
    with served(tmp_path) as server, server.sit(table, table["keys"][0]) as page:
        assert page.position()["ply"] == 0
        assert page.ask(type="redo")["pieces"] == before["pieces"]


@pytest.mark.parametrize("damage", [
    "update tables set head='{' where id=?", "update tables set head='{}' where id=?",
    "update tables set status='[]' where id=?", "insert into moves values (?, 0, 'nonsense')",
    "update tables set rules='damaged' where id=?",
])  # fmt: skip
def test_a_match_that_cannot_be_read_is_no_trouble_for_the_others(
    tmp_path: Path, damage: str
) -> None:
    with served(tmp_path) as server:
        damaged, sound = (server.table("tic-tac-toe", "person", "person") for _ in range(2))
    db = sqlite3.connect(tmp_path / "matches.sqlite")
    db.execute("insert into rules values ('damaged', 'nonsense')")
    db.execute(damage, (damaged["table"],))
    db.commit()
    db.close()
    with served(tmp_path) as server:
        key = damaged["keys"][0]
        path = f"/api/tables/{damaged['table']}/record?key={key}"
        assert server.get(path, 403)["code"] == "unreadable"
        with server.sit(damaged, key) as page:
            assert page.until("refused")["code"] == "unreadable"
        keys = f"{key},{sound['keys'][0]}"
        listed = server.get(f"/api/tables?keys={keys}")["tables"]
        unreadable = {row["table"]: row["unreadable"] for row in listed}
        assert unreadable[damaged["table"]] and not unreadable[sound["table"]]
        address = f"/api/tables/{damaged['table']}"
        refused = server.client.delete(f"{address}?key={damaged['watch']}")
        assert server.answer(refused, 403)["code"] == "not-your-table"
        server.answer(server.client.delete(f"{address}?key={sound['keys'][0]}"), 404)
        assert server.answer(server.client.delete(f"{address}?key={key}"), 200)
        left = server.get(f"/api/tables?keys={keys}")["tables"]
        assert [row["table"] for row in left] == [sound["table"]]


def test_the_store_goes_on_whatever_happens_in_it(tmp_path: Path) -> None:
    async def use() -> None:
        store = Store(tmp_path / "matches.sqlite")
        for wrong in ("select '\ud800'", 7):
            with pytest.raises(StoreFailed):
                await store.do(lambda db, wrong=wrong: db.execute(wrong).fetchall())  # type: ignore
        assert await store.count() == 0
        store.close()

    asyncio.run(use())


# ---- the file ----------------------------------------------------------------------------------


def played_tables(folder: Path, count: int) -> list[dict[str, Any]]:
    """Tables with three moves each, stored in a folder."""
    with served(folder) as server:
        tables = [server.table("tic-tac-toe", "person", "person") for _ in range(count)]
        for table in tables:
            with server.sit(table, *table["keys"]) as page:
                for move in ("place a1", "place b2", "place c3"):
                    page.play(move)
    return tables


def readable_tables(server: Server, tables: list[dict[str, Any]]) -> list[int]:
    """The numbers of moves of the tables that can be read."""
    lengths = []
    for table in tables:
        with server.sit(table, *table["keys"]) as page:
            if page.until("table", "refused")["type"] == "table":
                lengths.append(page.position()["length"])
    return lengths


@pytest.mark.parametrize("left", [0.97, 0.8, 0.5, 0.1])
def test_a_truncated_file_is_kept_and_what_can_be_read_goes_on(tmp_path: Path, left: float) -> None:
    tables = played_tables(tmp_path, 60)
    path = tmp_path / "matches.sqlite"
    data = path.read_bytes()
    path.write_bytes(data[: int(left * len(data))])
    with served(tmp_path) as server:
        (said,) = server.said
        (kept,) = tmp_path.glob("matches.damaged-*.sqlite")
        assert kept.name in said and "was damaged" in said
        assert kept.stat().st_size == int(left * len(data))
        lengths = readable_tables(server, tables)
        assert (f"{len(lengths)} matches" in said) or (not lengths and "no matches" in said)
        assert set(lengths) <= {0, 1, 2, 3}
        assert server.table("tic-tac-toe", "person", "person")["table"]
    with served(tmp_path) as server:
        assert not server.said
        assert readable_tables(server, tables) == lengths


def test_matches_around_damaged_pages_go_on(tmp_path: Path) -> None:
    tables = played_tables(tmp_path, 150)
    path = tmp_path / "matches.sqlite"
    db = sqlite3.connect(path)
    query = "select pageno from dbstat where name='moves' and pagetype='leaf' order by pageno"
    try:
        pages = [page for (page,) in db.execute(query)]
        (size,) = db.execute("pragma page_size").fetchone()
    except sqlite3.OperationalError:
        pytest.skip("this SQLite does not tell of its pages")
    finally:
        db.close()
    with path.open("r+b") as file:
        file.seek((pages[len(pages) // 2] - 1) * size)
        file.write(b"\xff" * size)
    with served(tmp_path) as server:
        assert "150 matches could be read" in server.said[0]
        assert readable_tables(server, tables).count(3) > 50


def test_an_emptied_file_is_named(tmp_path: Path) -> None:
    played_tables(tmp_path, 1)
    (tmp_path / "matches.sqlite").write_bytes(b"")
    with served(tmp_path) as server:
        assert "was empty" in server.said[0]


def test_a_program_that_has_not_seen_a_move_cannot_undo_it(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = server.table("tic-tac-toe", "person", "person")
        with server.sit(table, *table["keys"]) as page:
            page.play("place a1")
            other = sqlite3.connect(tmp_path / "matches.sqlite", isolation_level=None)
            other.execute("insert into moves values (?, 1, 'place b2')", (table["table"],))
            other.close()
            page.send(type="undo", answer="offer")
            assert page.until("refused")["code"] == "not-stored"
        with server.sit(table, *table["keys"]) as page:
            assert page.position()["length"] == 2


def test_the_folder_of_the_matches_is_held(tmp_path: Path) -> None:
    store = Store(tmp_path / "matches.sqlite", "the first one")
    with pytest.raises(StoreFailed, match=r"in use by the first one.*--data"):
        Store(tmp_path / "matches.sqlite", "the second one")
    store.close()
    Store(tmp_path / "matches.sqlite").close()


# ---- those who look do not hold up those who play ----------------------------------------------


def test_a_watcher_holds_up_no_move(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """By conditions, not by the clock: the moves are answered while all that watch wait."""
    may_end, begun = threading.Event(), threading.Semaphore(0)

    def slow(*_: object) -> dict[str, Any]:
        begun.release()
        assert may_end.wait(60)
        return reason_data("at last")

    table = server.table("tic-tac-toe", "person", "person")
    with ExitStack() as stack:
        player = stack.enter_context(server.sit(table, *table["keys"]))
        player.position()
        watchers = [stack.enter_context(server.sit(table, table["watch"])) for _ in range(20)]
        for watcher in watchers:
            watcher.position()
        with monkeypatch.context() as patch:
            patch.setattr(requests, "why_data", slow)
            for watcher in watchers:
                for _ in range(5):
                    watcher.send(type="why", ply=0, words=["a1"])
            assert begun.acquire(timeout=30)
            for ply, move in enumerate(("place a1", "place b2", "place c3")):
                assert player.play(move, at=ply)["ply"] == ply + 1
            assert player.ask(type="look", ply=1)["ply"] == 1
            assert player.ask(type="offers", ply=3, prefix=[])["offers"]["complete"]
            assert not begun.acquire(blocking=False), "one look of a table at a time"
            may_end.set()
        for watcher in watchers:
            assert watcher.until("reason")


def test_no_number_of_watched_tables_takes_all_threads(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end, begun = threading.Event(), threading.Semaphore(0)

    def slow(*_: object) -> dict[str, Any]:
        begun.release()
        assert may_end.wait(60)
        return reason_data("at last")

    monkeypatch.setattr(requests, "why_data", slow)
    with ExitStack() as stack:
        for _ in range(MAX_THREADS + 4):
            table = server.table("tic-tac-toe", "person", "person")
            watcher = stack.enter_context(server.sit(table, table["watch"]))
            watcher.position()
            watcher.send(type="why", ply=0, words=["a1"])
        player = stack.enter_context(server.sit(table, *table["keys"]))
        assert player.play("place a1")["ply"] == 1
        for _ in range(WATCHERS_LOOKS):
            assert begun.acquire(timeout=30)
        assert not begun.acquire(blocking=False)
        may_end.set()


@pytest.mark.parametrize("field", ["moves", "position", "x" * 500])
def test_a_table_with_something_unknown_is_refused_not_made_without_it(
    server: Server, field: str
) -> None:
    asked = {"game": "tic-tac-toe", "seats": ["person", "person"], field: {}}
    answer = server.post("/api/tables", asked, 400)
    assert answer["code"] == "bad-message" and field[:10] in answer["message"]
    assert len(answer["message"]) < 300


def test_a_refused_attempt_is_marked_in_the_list_of_who_made_it(server: Server) -> None:
    table = server.table("phantom-tic-tac-toe", "person", "person")
    first, second = table["keys"]
    with server.sit(table, first) as one, server.sit(table, second) as two:
        one.play("place b2")
        two.ask(type="offers", ply=10_000)  # its answer is the last of what has come
        two.play("place b2")  # something hidden stands there
        two.ask(type="offers", ply=10_000)
        lasts = [message["last"] for message in two.heard if message["type"] == "position"]
        assert lasts[-1]["refused"]
    for key, expected in ((first, [False]), (second, [True])):
        with server.sit(table, key) as page:
            moves = page.until("moves")["list"]
            assert [move["refused"] for move in moves if move["text"] == "place b2"] == expected


def test_it_is_told_in_whose_turn_chance_moves(server: Server) -> None:
    table = server.table("royal-game-of-ur", "person", "person")
    with server.sit(table, *table["keys"]) as page:
        page.past_chance(page.position())
    with server.sit(table, table["watch"]) as page:
        position = page.position()
        (moves,) = [m["list"] for m in page.heard if m["type"] == "moves"]
        acting = position["colours"][position["acting"]]
        for told in (moves[-1], position["last"]):
            assert told["seat"] is None and told["colour"] == acting
    puzzle = load_game("chess960").start("reference")
    assert puzzle.is_chance and mover_text(puzzle) == "chance"  # in the set-up
