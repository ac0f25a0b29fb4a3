"""The file of a study may come from anybody: whatever it holds, there is a message or a report."""

from __future__ import annotations

import json
import os
import resource
import shutil
import sqlite3
import subprocess
import zlib
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from support.commands import COMMAND, environment, gdl, invoke
from support.studies import InProcess

from interpreter.api.loading import load_game
from interpreter.study.plan.metrics import SPANS
from interpreter.study.plan.study import StudyError
from interpreter.study.store.contents import LIMITS, TABLES, Damaged, packed, unpacked
from interpreter.study.store.members import Members
from interpreter.study.store.store import read_store

pytestmark = pytest.mark.usefixtures("without_charts")

GAMES = ("compare", "tic-tac-toe", "--agents", "random", "--games", "8", "--seed", "2", "--solve",
         "--out", "out")  # fmt: skip
DAMAGED = "damaged study"
MEGABYTE = 1 << 20


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a study that is carried out."""
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("interpreter.study.driver.hired", lambda count, cluster: InProcess())
        patch.setattr("interpreter.study.run.run.MOST_FACTS", 5)  # the others have figures alone
        patch.chdir(folder)
        assert invoke(*GAMES).exit_code == 0
    return folder / "out" / "study.sqlite"


@pytest.fixture(autouse=True)
def copied(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("interpreter.study.driver.hired", lambda count, cluster: InProcess())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("interpreter.study.results.records.load_game", cache(load_game))
    Path("out").mkdir()
    shutil.copy(whole, "out/study.sqlite")
    yield


def change(*statements: str, values: tuple[Any, ...] = ()) -> None:
    base = sqlite3.connect("out/study.sqlite", isolation_level=None)
    base.execute("PRAGMA writable_schema = ON")
    for statement in statements:
        base.execute(statement, values if "?" in statement else ())
    base.close()


def commands() -> list[Result]:
    """What reads a study: going on with it, and taking a game out of it."""
    return [invoke(*GAMES), invoke("record", "out", "tic-tac-toe", "4")]


def all_damaged() -> bool:
    return all(d.exit_code == 1 and DAMAGED in d.output for d in commands())


# ---- values ------------------------------------------------------------------------------------

VALUES: tuple[Any, ...] = (
    None,
    "",
    " ",
    "x",
    "\x00",
    "nan",
    "inf",
    "1e999",
    "-1 2",
    "1 0 0",
    "9" * 5000,
    "[" * 100_000,
    "{}",
    "[]",
    "[[]]",
    '{"moves": 1}',
    '{"variants": [1]}',
    '{"variants": [], "most_moves": "x"}',
    '{"value": "x"}',
    '{"value": NaN}',
    '{"name": "x"}',
    '{"size": [1]}',
    -1,
    0,
    1,
    5.5,
    1e308,
    2**63 - 1,
    -(2**63),
    b"",
    b"\xff\xfe",
    zlib.compress(b"[]"),
    zlib.compress(b"{}"),
    zlib.compress(b"\xff"),
    zlib.compress(b"[" * 100_000),
    zlib.compress(b'{"moves": []}'),
)


@pytest.mark.parametrize("table", TABLES)
def test_any_value_in_any_column(table: str) -> None:
    base = sqlite3.connect("out/study.sqlite", isolation_level=None)
    whole = base.execute(f"SELECT * FROM {table}").fetchall()
    columns = [name for _, name, *_ in base.execute(f"PRAGMA table_info({table})")]
    alike = ("variant", "pairing", "moves", "microseconds") if table == "games" else ()
    places = ", ".join("?" * len(columns))
    seen = set()
    for column in (name for name in columns if name not in alike):
        for value in VALUES:
            try:
                base.execute(f"UPDATE {table} SET {column} = ?", (value,))
            except sqlite3.IntegrityError:
                continue  # the table itself refuses it
            done = invoke("record", "out", "tic-tac-toe", "4")
            assert done.exit_code in (0, 1, 2), (column, value, done.output)
            seen.add(DAMAGED in done.output)
            base.execute(f"DELETE FROM {table}")
            base.executemany(f"INSERT INTO {table} VALUES ({places})", whole)
    base.close()
    assert True in seen


@pytest.mark.parametrize("column", ["games.result", "games.turns", "facts.facts", "solved.figures"])
def test_going_on_with_any_value(column: str) -> None:
    """What the reports are made of, which `record` does not read as a whole."""
    table, _, name = column.partition(".")
    kind, _, _ = LIMITS[table].get(name, ("text", 0, 0))
    types = {"text": str, "integer": int, "blob": bytes}
    for value in (v for v in VALUES if isinstance(v, types[kind])):
        change(f"UPDATE {table} SET {name} = ?", values=(value,))
        done = invoke(*GAMES)
        assert done.exit_code in (0, 1), (value, done.output)
        assert done.exit_code == 0 or DAMAGED in done.output, (value, done.output)


def facts(**changes: Any) -> bytes:
    """The facts of game 3 with some changed."""
    base = sqlite3.connect("out/study.sqlite")
    (data,) = base.execute("SELECT facts FROM facts WHERE number = 3").fetchone()
    base.close()
    changed = json.loads(zlib.decompress(data)) | changes
    return zlib.compress(json.dumps({k: v for k, v in changed.items() if v is not ...}).encode())


@pytest.mark.parametrize(
    "changes",
    [
        {"moves": ["place b2"]},
        {"moves": ["place b2\nresult: 1 0"] * 7},
        {"moves": "place b2"},
        {"moves": [1]},
        {"moves": None},
        {"moves": ...},
        {"turns": [0]},
        {"turns": ["x"] * 7},
        {"legal": [None] * 7},
        {"legal": [10**30] * 7},
        {"expected": [2.0] * 7},
        {"expected": ["x"] * 7},
        {"expected": ...},
        {"first": [9]},
        {"first": [-1]},
        {"used": [True]},
        {"won": ["a1"]},
        {"won": 1},
        {"figures": []},
        {"figures": {"turns": "x"}},
        {"figures": {"turns": 1e300}},
        {"figures": {"a\nb": 1}},
        {"figures": {"x": None}},
        {"more": 1},
        {"figures": {"x": float("nan")}},
        {"figures": {"x": float("inf")}},
    ],
    ids=str,
)
def test_facts_that_cannot_be(changes: dict[str, Any]) -> None:
    change("UPDATE facts SET facts = ? WHERE number = 3", values=(facts(**changes),))
    assert all_damaged()


def test_moves_that_are_not_legal() -> None:
    count = len(json.loads(zlib.decompress(facts()))["moves"])
    change("UPDATE facts SET facts = ?", values=(facts(moves=["place b2"] * count),))
    assert all_damaged()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games SET result = 'x'",
        "UPDATE games SET result = '1 0 0' WHERE number = 3",
        "UPDATE games SET result = '1e999 0' WHERE number = 3",
        "UPDATE games SET turns = 'x'",
        "UPDATE games SET turns = NULL",
        "UPDATE games SET moves = -1",
        "UPDATE games SET moves = x'00'",
        "UPDATE games SET turns = 1.5",
        "UPDATE games SET result = zeroblob(100)",
        "UPDATE games SET number = number - 3",
        "UPDATE facts SET number = 'x' WHERE number = 3",
        "UPDATE facts SET facts = NULL",
        "UPDATE facts SET facts = 'text'",
        "UPDATE facts SET facts = x'789c'",
        "UPDATE variants SET title = NULL",
        "UPDATE variants SET options = '{' ",
        "UPDATE variants SET place = 'x'",
        "UPDATE variants SET engine = 'x', title = 'y'",
        "UPDATE variants SET texts = ''",
        "UPDATE pairings SET programs = NULL",
        "UPDATE study SET settings = x'00'",
        "UPDATE study SET settings = '{}'",
    ],
)
def test_rows_that_cannot_be(statement: str) -> None:
    change(statement)
    runs = commands()
    assert any(d.exit_code == 1 and DAMAGED in d.output for d in runs)
    assert all(d.exit_code == 0 or DAMAGED in d.output for d in runs)


# ---- tables ------------------------------------------------------------------------------------

ENDLESS = """CREATE VIEW {0} AS WITH RECURSIVE more(n) AS (SELECT 0 UNION ALL SELECT n FROM more)
SELECT 0 AS variant, 0 AS pairing, n AS number, '1 0' AS result, 5 AS turns, 5 AS moves,
x'00' AS facts, '{{}}' AS figures, 'k' AS agents, '{{}}' AS settings FROM more"""


@pytest.mark.parametrize("table", TABLES)
def test_a_view_without_end(table: str) -> None:
    change(f"DROP TABLE {table}", ENDLESS.format(table))
    assert all_damaged()


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END",
        "CREATE VIEW v AS SELECT 1",
        "CREATE TABLE more (x)",
        "CREATE INDEX i ON games (turns)",
        "ALTER TABLE games ADD COLUMN x",
        "ALTER TABLE games RENAME TO other",
        "DROP TABLE variants",
        "DROP VIEW scores",
        "UPDATE sqlite_master SET sql = 'CREATE VIEW scores AS SELECT 1' WHERE name = 'scores'",
        "CREATE VIRTUAL TABLE f USING fts5(x)",
        "UPDATE sqlite_master SET sql = replace(sql, 'turns INTEGER', 'turns AS (1)')",
        "UPDATE sqlite_master SET sql = 'nonsense' WHERE name = 'facts'",
    ],
)
def test_other_tables(statement: str) -> None:
    change(statement)
    runs = commands()
    assert all(d.exit_code == 1 and DAMAGED in d.output for d in runs), runs[0].output


def test_pages_in_a_circle() -> None:
    """A page that holds itself would give rows without end."""
    data = bytearray(Path("out/study.sqlite").read_bytes())
    size = int.from_bytes(data[16:18], "big")
    for page in range(1, len(data) // size):
        at = page * size
        data[at : at + 14] = (
            b"\x02" + bytes(2) + b"\x00\x01" + bytes(3) + (page + 1).to_bytes(4, "big") + bytes(2)
        )
    Path("out/study.sqlite").write_bytes(data)
    assert all(d.exit_code == 1 for d in commands())


# ---- sizes -------------------------------------------------------------------------------------


def test_facts_come_back_as_they_were() -> None:
    texts = {
        "moves": ["pass"] * 5000,
        "turns": [1] * 5000,
        "legal": [1] * 5000,
        "expected": [None] * 5000,
        "first": [],
        "used": [8],
        "won": [],
        "figures": {},
    }
    for count in (0, 1, 100, 5000):
        cut = {k: v[:count] if isinstance(v, list) else v for k, v in texts.items()}
        assert unpacked(packed(json.dumps(cut)), 9) == cut


def test_what_unpacks_to_much_more_is_refused() -> None:
    for bomb in (zlib.compress(b" " * 50 * MEGABYTE), zlib.compress(b"1" * 50 * MEGABYTE)):
        with pytest.raises(Damaged):
            unpacked(bomb, 9)


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (2000 * MEGABYTE, 2000 * MEGABYTE))


def test_a_bomb_takes_no_memory() -> None:
    """A cell of some megabytes would unpack to more than there is."""
    packer, spaces = zlib.compressobj(1), b" " * MEGABYTE
    bomb = b"".join(packer.compress(spaces) for _ in range(800)) + packer.flush()
    change("UPDATE facts SET facts = ? WHERE number = 3", values=(bomb,))
    words = [*COMMAND, "record", "out", "tic-tac-toe", "4"]
    done = subprocess.run(
        words, capture_output=True, text=True, preexec_fn=limited, check=False, env=environment()
    )
    assert done.returncode == 1 and DAMAGED in done.stderr, done.stderr


@pytest.mark.parametrize("figure", sorted(SPANS))
def test_a_figure_lies_within_its_span(figure: str) -> None:
    """Intervals of what cannot be would not exist, or would be nonsense."""
    least, most = SPANS[figure]
    facts = {name: [] for name in ("moves", "turns", "legal", "expected", "first", "used", "won")}
    for value in (least, most):
        if isfinite(value):
            made = {**facts, "figures": {figure: value}}
            assert unpacked(packed(json.dumps(made)), 9) == made
    for value in (least - 1, most + 1):
        if isfinite(value):
            with pytest.raises(Damaged, match=figure):
                unpacked(packed(json.dumps({**facts, "figures": {figure: value}})), 9)


@pytest.mark.parametrize(
    "ending", ["", "-wal", *(pytest.param(e, marks=pytest.mark.slow) for e in ("-journal", "-shm"))]
)
def test_a_pipe_is_no_study(ending: str) -> None:
    """SQLite waits where Python cannot end it, so the commands run as processes of their own."""
    place = Path(f"out/study.sqlite{ending}")
    place.unlink(missing_ok=True)
    os.mkfifo(place)
    for words in (GAMES, ("record", "out", "tic-tac-toe", "4")):
        run = gdl(*words)
        assert run.status == 1
        assert run.err == f"{place} is no ordinary file; move it away, or choose another `--out`\n"


def test_figures_without_a_name_are_refused() -> None:
    change("DELETE FROM tallies")  # what is counted of games stands for their figures
    change("UPDATE figures SET names = '[]', data = ?", values=(zlib.compress(b""),))
    done = invoke(*GAMES)
    assert done.exit_code == 1 and DAMAGED in done.output


def test_every_column_has_a_limit() -> None:
    base = sqlite3.connect("out/study.sqlite")
    for table, limits in LIMITS.items():
        columns = {name for _, name, *_ in base.execute(f"PRAGMA table_info({table})")}
        assert columns - set(limits) == ({"result"} if table == "games" else set())
    base.close()


def test_names_of_figures_that_no_game_has_take_no_memory() -> None:
    """A column is made for what this program measures, and for nothing else."""
    base = sqlite3.connect("out/study.sqlite", isolation_level=None)
    (data,) = base.execute("SELECT facts FROM facts WHERE number = 0").fetchone()
    facts = json.loads(zlib.decompress(data))
    for count, is_fine in ((900, True), (200_000, False)):
        extra = {f"action x{n}": 0.5 for n in range(count)} | {"strange": 1.0}
        told = json.dumps(facts | {"figures": facts["figures"] | extra})
        base.execute("UPDATE facts SET facts = ? WHERE number = 0", (packed(told),))
        done = invoke(*GAMES)
        assert (done.exit_code == 0) == is_fine and (DAMAGED in done.output) != is_fine
        assert "x17" not in done.output and "strange" not in done.output
    base.close()


@pytest.mark.parametrize("statement", [
    "INSERT INTO figures SELECT variant, pairing, first + 1, count, names, data FROM figures",
    "INSERT INTO figures SELECT variant, pairing, 0, first + 1, names, data FROM figures",
    "DELETE FROM games WHERE number = 7",
    "UPDATE facts SET facts = (SELECT facts FROM facts WHERE number = 1) WHERE number = 0",
    "UPDATE games SET moves = moves + 1 WHERE number = 0",
    "DELETE FROM games WHERE number = 0",
])  # fmt: skip
def test_nothing_is_told_twice_or_of_games_that_there_are_not(statement: str) -> None:
    """Otherwise a small file would tell of more games than it has."""
    assert facts_moves(0) != facts_moves(1)
    change(f"{statement} {'LIMIT 1' if statement.startswith('INSERT') else ''}")
    with closing(read_store(Path("out/study.sqlite"))) as store, pytest.raises(StudyError) as told:
        store.members = Members((0,), (0,), ())
        list(store.facts(0, 0, 8, 9))
        list(store.figures(0, 0, 0, 8, {"branching"}))
    assert DAMAGED in str(told.value)


def facts_moves(number: int) -> int:
    """How many moves the facts of a game have."""
    with closing(sqlite3.connect("out/study.sqlite")) as base:
        query = "SELECT facts FROM facts WHERE number = ?"
        (data,) = base.execute(query, (number,)).fetchone()
    return len(unpacked(data, 9)["moves"])


def test_facts_of_more_moves_than_a_game_may_have() -> None:
    settings = "UPDATE study SET settings = json_set(settings, '$.most_moves', 4)"
    change(settings)
    with closing(read_store(Path("out/study.sqlite"))) as store, pytest.raises(StudyError):
        store.members = Members((0,), (0,), ())
        list(store.facts(0, 0, 8, 9))
