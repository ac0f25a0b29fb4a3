"""The file of the matches as somebody else may have written it: nothing in it runs."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.page import Server, served

pytestmark = pytest.mark.usefixtures("in_time")
HEAD = {"game": "tic-tac-toe", "seats": ["person", "person"], "seed": 1}


def head(**changes: Any) -> str:
    """The head of a match, changed."""
    return json.dumps(HEAD | changes)


def written(tmp_path: Path, column: str, value: Any) -> dict[str, Any]:
    """A match, a column of which is written over."""
    with served(tmp_path) as server:
        table = server.table("tic-tac-toe", "person", "person")
    change(tmp_path, f"update tables set {column}=? where id=?", value, table["table"])
    return table


def change(tmp_path: Path, statement: str, *values: Any) -> None:
    """Change the file."""
    with closing(sqlite3.connect(tmp_path / "matches.sqlite")) as base, base:
        base.execute(statement, values)


def check_refused(server: Server, table: dict[str, Any]) -> str:
    """What is said of a match that cannot be read, at every place where it is asked for."""
    key = table["keys"][0]
    told = server.get(f"/api/tables/{table['table']}/record?key={key}", 403)
    server.get(f"/api/tables/{table['table']}/record?key=wrong", 403)
    assert told["code"] == "unreadable" and len(told["message"]) < 200
    with server.sit(table, key) as page:
        assert page.until("refused")["message"] == told["message"]
    (row,) = server.get(f"/api/tables?keys={key}")["tables"]
    assert row["unreadable"]
    return str(told["message"])


@pytest.mark.parametrize("spec", ["{}:Agent", " {}:Agent ", "person,{}:Agent"])
def test_a_stored_match_starts_no_program(tmp_path: Path, spec: str) -> None:
    has_run, program = tmp_path / "has-run", tmp_path / "agent.py"
    program.write_text(f"open({str(has_run)!r}, 'w')\nclass Agent: pass\n", "utf-8")
    seats = spec.format(program).split(",")
    seats = ["person"] * (2 - len(seats)) + seats
    table = written(tmp_path, "head", head(seats=seats))
    with served(tmp_path) as server:
        assert "(programs cannot play on the page" in check_refused(server, table)
    assert not has_run.exists()


@pytest.mark.parametrize("text", [
    "x", "[]", "[" * 100_000, "{}", head(seats=["person"]), head(seats=["person"] * 3),
    head(seats=["person", 7]), head(seats="person"), head(seats=["person", "uct:" + "9" * 200]),
    head(seed="a"), head(seed=1.5), head(seed=True), head(game=7), head(game=None),
])  # fmt: skip
def test_heads_that_cannot_be(tmp_path: Path, text: str) -> None:
    table = written(tmp_path, "head", text)
    with served(tmp_path) as server:
        check_refused(server, table)


@pytest.mark.parametrize("text", [
    "x", "[]", '{"undone":' + "[" * 100_000, '{"resigned": 99}', '{"resigned": 2}',
    '{"resigned": -1}', '{"resigned": true}', '{"resigned": "1"}', '{"agreed": ["x", 1]}',
    '{"agreed": [NaN, 1e999]}', '{"agreed": [NaN, 0.5]}', '{"agreed": [0.5]}',
    '{"agreed": [0.5, 1e300]}', '{"agreed": [true, 0]}', '{"agreed": 1}', '{"undone": [["x"]]}',
    '{"undone": [[1]]}', '{"undone": ["place a1"]}', '{"undone": {"a": 1}}',
])  # fmt: skip
def test_endings_that_cannot_be(tmp_path: Path, text: str) -> None:
    table = written(tmp_path, "status", text)
    with served(tmp_path) as server:
        check_refused(server, table)


@pytest.mark.parametrize("time", [1e300, float("inf"), -1e300])
def test_times_that_cannot_be(tmp_path: Path, time: float) -> None:
    table = written(tmp_path, "updated", time)
    with served(tmp_path) as server:
        listed = server.get(f"/api/tables?keys={table['keys'][0]}")["tables"]
    assert [row["updated"] for row in listed] in ([0], [])  # a very old match is forgotten


@pytest.mark.parametrize("seat", [-1, 1, 2, 2**40])
def test_a_key_opens_no_seat_that_no_person_has(tmp_path: Path, seat: int) -> None:
    with served(tmp_path) as server:
        table = server.table("tic-tac-toe", "person", "random")
    change(tmp_path, "update keys set seat=? where seat=0", seat)
    with served(tmp_path) as server:
        assert "damaged" in check_refused(server, table)


def test_a_record_says_nothing_that_cannot_be(tmp_path: Path) -> None:
    record = "game: tic-tac-toe\nseats: person, person\n1. place a1\n{}\n"
    with served(tmp_path) as server:
        for end in ("resigned: seat 99", "agreed: 0.5 0.5 0.5"):
            assert server.post("/api/tables", {"record": record.format(end)}, 400), end
