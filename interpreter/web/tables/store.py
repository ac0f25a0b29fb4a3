"""The SQLite file of the matches.

One thread writes.  It takes all that waits into one transaction, and says that something is written
only when the transaction is: a move that a browser was told of survives the end of the process.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from interpreter.process.locking import FolderLock, InUse
from interpreter.web.tables.recovery import StoreFailed, opened

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
Job = tuple[Work, "asyncio.Future[Any]", asyncio.AbstractEventLoop]


class OutOfStep(Exception):
    """The moves of a match are not those that were there when they were last looked at."""


@dataclass(frozen=True)
class MatchRow:
    """A match as it is stored; `head` and `status` are JSON, `keys` hashes with their seats."""

    id: str
    packed: str
    head: str
    status: str
    moves: tuple[str, ...]
    keys: tuple[tuple[str, int | None], ...]
    created: float = 0.0
    updated: float = 0.0


class Store:
    """Writes and reads matches, and holds their folder for itself as long as it is open.

    `holder` is what others are told who want the folder meanwhile, `notice` what is wrong with the
    file.  Raises StoreFailed if it cannot be used.
    """

    def __init__(self, path: Path, holder: str = ""):
        self.path = path
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        with ExitStack() as undo:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                self.lock = FolderLock(path.parent, holder)
                undo.callback(self.lock.release)
                self.connection, self.notice = opened(path)
            except InUse as error:
                message = f"{error}; use that, or keep matches elsewhere with --data FOLDER"
                raise StoreFailed(message) from error
            except (OSError, sqlite3.Error) as error:
                reason = getattr(error, "strerror", None) or error
                raise StoreFailed(f"{path} cannot hold the matches: {reason}") from error
            undo.pop_all()
        self.thread = threading.Thread(target=self.run, name="store", daemon=True)
        self.thread.start()

    # ---- the thread ----

    def run(self) -> None:
        """Carry out what waits, all of it in one transaction, until the store is closed."""
        while (job := self.jobs.get()) is not None:
            batch, is_last = [job], False
            with suppress(queue.Empty):
                while True:
                    more = self.jobs.get_nowait()
                    if more is None:
                        is_last = True
                        break
                    batch.append(more)
            self.carry_out(batch)
            if is_last:
                break
        self.connection.close()
        self.lock.release()

    def carry_out(self, batch: list[Job]) -> None:
        """A transaction; then everybody is told who waits for a part of it."""
        outcomes: list[tuple[Any, BaseException | None]] = []
        try:
            self.connection.execute("begin immediate")
            for work, _, _ in batch:
                outcomes.append(self.one(work))
            self.connection.execute("commit")
        except Exception as error:  # whatever it is, the thread must go on: everybody waits for it
            with suppress(sqlite3.Error):
                self.connection.execute("rollback")
            failure = StoreFailed(f"{self.path} cannot be written to: {error}")
            outcomes = [(None, failure)] * len(batch)
        for (_, future, loop), outcome in zip(batch, outcomes, strict=True):
            with suppress(RuntimeError):  # the loop has ended, and nobody waits any more
                loop.call_soon_threadsafe(settle, future, *outcome)

    def one(self, work: Work) -> tuple[Any, BaseException | None]:
        """A part of a transaction: it counts as a whole or not at all."""
        self.connection.execute("savepoint part")
        try:
            result = work(self.connection)
        except sqlite3.IntegrityError as error:
            self.connection.execute("rollback to part")
            return None, StoreFailed(f"the match cannot be stored: {error}")
        except OutOfStep:
            message = "the match has been changed by another program, so it is loaded anew"
            return None, StoreFailed(message)
        finally:
            self.connection.execute("release part")
        return result, None

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Carry out some work in the thread; it is on disk when this returns.

        Raises StoreFailed.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self.jobs.put((work, future, loop))
        return await future

    def close(self) -> None:
        """End the thread when all that waits is written."""
        self.jobs.put(None)
        self.thread.join(10)

    # ---- matches ----

    async def create(self, match: MatchRow, rules_hash: str) -> None:
        """Store a new match."""
        now = time.time()

        def work(db: sqlite3.Connection) -> None:
            db.execute("insert or ignore into rules values (?, ?)", (rules_hash, match.packed))
            db.execute(
                "insert into tables values (?, ?, ?, ?, ?, ?)",
                (match.id, now, now, rules_hash, match.head, match.status),
            )
            rows = [(match.id, ply, text) for ply, text in enumerate(match.moves)]
            db.executemany("insert into moves values (?, ?, ?)", rows)
            db.executemany(
                "insert into keys values (?, ?, ?)", [(h, match.id, s) for h, s in match.keys]
            )

        await self.do(work)

    async def add_move(self, id: str, ply: int, text: str, status: str) -> None:
        """Store a move after as many others, and how the match stands after it."""
        now = time.time()

        def work(db: sqlite3.Connection) -> None:
            expect(db, id, ply)
            db.execute("insert into moves values (?, ?, ?)", (id, ply, text))
            db.execute("update tables set updated=?, status=? where id=?", (now, status, id))

        await self.do(work)

    async def set_moves(
        self, id: str, known: int, first: int, moves: list[str], status: str
    ) -> None:
        """Replace the moves from a ply on, of `known` ones, and how the match stands."""
        now = time.time()

        def work(db: sqlite3.Connection) -> None:
            expect(db, id, known)
            db.execute("delete from moves where id=? and ply>=?", (id, first))
            rows = [(id, first + n, text) for n, text in enumerate(moves)]
            db.executemany("insert into moves values (?, ?, ?)", rows)
            db.execute("update tables set updated=?, status=? where id=?", (now, status, id))

        await self.do(work)

    async def load(self, id: str) -> MatchRow | None:
        """A match, or None if there is none."""

        def work(db: sqlite3.Connection) -> MatchRow | None:
            row = db.execute(
                "select packed, head, status, created, updated from tables "
                "join rules on rules.hash = tables.rules where id=?", (id,),
            ).fetchone()  # fmt: skip
            if row is None:
                return None
            moves = db.execute("select text from moves where id=? order by ply", (id,)).fetchall()
            keys = db.execute("select hash, seat from keys where id=?", (id,)).fetchall()
            return MatchRow(
                id, row[0], row[1], row[2], tuple(m for (m,) in moves), tuple(keys), row[3], row[4]
            )

        return await self.do(work)

    async def opened_by(self, hashes: list[str]) -> list[tuple[str, int | None]]:
        """The matches that keys open, and the seat of each key."""

        def work(db: sqlite3.Connection) -> list[tuple[str, int | None]]:
            marks = ",".join("?" * len(hashes))
            query = f"select id, seat from keys where hash in ({marks})"
            return list(db.execute(query, hashes).fetchall())

        return await self.do(work)

    async def opened_of(self, id: str, hashes: list[str]) -> frozenset[int | None] | None:
        """The seats of a match that keys open (None: watching); None if there is no such match."""

        def work(db: sqlite3.Connection) -> frozenset[int | None] | None:
            if db.execute("select 1 from tables where id=?", (id,)).fetchone() is None:
                return None
            rows = db.execute("select hash, seat from keys where id=?", (id,)).fetchall()
            return frozenset(seat for hash, seat in rows if hash in hashes)

        return await self.do(work)

    async def delete(self, id: str) -> None:
        """Forget a match."""
        await self.do(lambda db: db.execute("delete from tables where id=?", (id,)) and None)

    async def tidy(self, untouched: float, unplayed: float) -> int:
        """Forget old matches, and those without a move that are a little old; return how many."""
        now = time.time()

        def work(db: sqlite3.Connection) -> int:
            cursor = db.execute(
                "delete from tables where updated < ? or (updated < ? and not exists "
                "(select 1 from moves where moves.id = tables.id))",
                (now - untouched, now - unplayed),
            )
            db.execute("delete from rules where hash not in (select rules from tables)")
            return cursor.rowcount

        return await self.do(work)

    async def count(self) -> int:
        """How many matches there are."""
        query = "select count(*) from tables"
        return int(await self.do(lambda db: db.execute(query).fetchone()[0]))


def expect(db: sqlite3.Connection, id: str, count: int) -> None:
    """Raise OutOfStep unless a match has a number of moves."""
    query = "select coalesce(max(ply) + 1, 0) from moves where id=?"
    if db.execute(query, (id,)).fetchone() != (count,):
        raise OutOfStep


def settle(future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    """Give a future its outcome, unless nobody waits for it any more."""
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
