"""The file of the matches, opened; a damaged one is kept aside, and what can be read goes on."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

VERSION = 1
SCHEMA = """
create table if not exists rules (hash text primary key, packed text not null) strict;
create table if not exists tables (
    id text primary key, created real not null, updated real not null,
    rules text not null references rules, head text not null, status text not null
) strict;
create table if not exists keys (
    hash text primary key, id text not null references tables on delete cascade,
    seat integer
) strict;
create table if not exists moves (
    id text not null references tables on delete cascade, ply integer not null,
    text text not null, primary key (id, ply)
) strict, without rowid;
create index if not exists keys_of_table on keys (id);
"""
ORDERS = {"rules": "rowid", "tables": "rowid", "keys": "rowid", "moves": "id {0}, ply"}
"""The tables, and by what they are read from either end (`{0}`: the direction)."""
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class StoreFailed(Exception):
    """The file of the matches cannot be used; the message says why."""


def opened(path: Path) -> tuple[sqlite3.Connection, str | None]:
    """A connection to the file of the matches, which is made if need be.

    The second value says what was wrong with the file; None if nothing was.

    Raises StoreFailed, OSError and sqlite3.Error.
    """
    is_there = path.exists()
    if is_there and not path.is_file():
        raise StoreFailed(f"{path} cannot hold the matches: it is no ordinary file")
    is_empty = is_there and path.stat().st_size == 0 and not beside(path, "-wal").exists()
    if is_there and not is_empty and is_damaged(path):
        return recovered(path)
    path.touch(0o600)
    notice = f"{path} was empty: no match that was stored there is left" if is_empty else None
    return connected(path), notice


def connected(path: Path) -> sqlite3.Connection:
    """A connection to a file that is sound, or new."""
    made = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        made.execute("pragma busy_timeout=5000")
        made.execute("pragma journal_mode=wal")
        made.execute("pragma synchronous=full")
        made.execute("pragma foreign_keys=on")
        (version,) = made.execute("pragma user_version").fetchone()
        if version > VERSION:
            raise StoreFailed(f"{path} was written by a later version of this program")
        made.executescript(SCHEMA)
        made.execute(f"pragma user_version={VERSION}")
    except BaseException:
        made.close()
        raise
    return made


def is_damaged(path: Path) -> bool:
    """Whether a file is no database, or one with damaged pages."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        try:
            file.execute("pragma busy_timeout=5000")
            found = file.execute("pragma quick_check(1)").fetchone()
        except sqlite3.Error as error:
            if (error.sqlite_errorcode or 0) & 0xFF in DAMAGED:
                return True
            raise
    return bool(found != ("ok",))


def recovered(path: Path) -> tuple[sqlite3.Connection, str]:
    """A new file with what can be read of a damaged one, which is renamed; and what to say."""
    kept = path.with_name(f"{path.stem}.damaged-{time.strftime('%Y%m%d-%H%M%S')}{path.suffix}")
    path.rename(kept)
    for end in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            beside(path, end).rename(beside(kept, end))
    path.touch(0o600)
    new = connected(path)
    new.execute("pragma foreign_keys=off")
    new.execute("begin")
    for table in ORDERS:
        for row in readable(kept, table):
            with suppress(sqlite3.IntegrityError):  # a damaged row, or one that was read before
                new.execute(f"insert into {table} values ({','.join('?' * len(row))})", row)
    drop_broken(new)
    new.execute("commit")
    new.execute("pragma foreign_keys=on")
    (count,) = new.execute("select count(*) from tables").fetchone()
    matches = "1 match" if count == 1 else f"{count or 'no'} matches"
    return new, (
        f"{path} was damaged and is kept as {kept.name}; {matches} could be read from it, "
        "perhaps without the last moves"
    )


def readable(path: Path, table: str) -> Iterator[tuple[Any, ...]]:
    """The rows of a table that come before the first damaged page, and after the last."""
    for direction in ("asc", "desc"):
        with closing(sqlite3.connect(path)) as old, suppress(sqlite3.Error):
            order = f"{ORDERS[table].format(direction)} {direction}"
            yield from old.execute(f"select * from {table} order by {order}")


def drop_broken(db: sqlite3.Connection) -> None:
    """Remove matches that nobody could open, and moves after one that is missing."""
    db.execute(
        "delete from tables where rules not in (select hash from rules) "
        "or id not in (select id from keys)"
    )
    for table in ("keys", "moves"):
        db.execute(f"delete from {table} where id not in (select id from tables)")
    db.execute(
        "delete from moves where ply != (select count(*) from moves as before "
        "where before.id = moves.id and before.ply < moves.ply)"
    )


def beside(path: Path, end: str) -> Path:
    """The file that SQLite has next to another."""
    return path.with_name(path.name + end)
