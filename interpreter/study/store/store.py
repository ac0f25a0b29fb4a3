"""The file of a study: an SQLite data base with every game, written as the games are played.

Each batch of games is one transaction, so a study that is killed at any moment has whole batches
and can go on.  `variants` and `pairings` tell what the numbers of `games` stand for (`members`);
`facts` has the moves and measures of games that were looked at, as compressed JSON.  A random game
without facts is told by the seed and its number.  A file may come from elsewhere: what it holds is
checked by `contents` when it is opened and read.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from interpreter.engine.names import ENGINES
from interpreter.study.plan.metrics import Numbers
from interpreter.study.plan.study import FORMAT, Study, StudyError
from interpreter.study.statistics.statistics import Sample
from interpreter.study.store.contents import (
    LARGEST,
    TABLES,
    VIEWS,
    GameRow,
    check_tables,
    data_of,
    figures_of,
    format_of,
    is_text,
    misfit,
    options_of,
    packed,
    require,
    result_of,
    settings_of,
    unpacked,
)
from interpreter.study.store.faults import OLD, told
from interpreter.study.store.members import (
    Cell,
    Changed,
    Members,
    cell_rows,
    enrolled,
    seeded,
)
from interpreter.study.store.outcomes import Outcomes, result_text, result_texts
from interpreter.study.store.packed_columns import packed_columns, unpacked_columns
from interpreter.study.store.pieces import Piece, figure_pieces
from interpreter.study.store.tallies import (
    OUTCOMES,
    Tally,
    check_tally,
    sample_from,
    tally_columns,
    tally_of,
)

BUSY_SECONDS = 2.0
AT_ONCE = 50_000  # rows
BOTH_ENDS = " AND ".join(
    "EXISTS (SELECT 1 FROM games AS g WHERE g.variant = t.variant AND g.pairing = t.pairing "
    f"AND g.number = {number})" for number in ("t.first", "t.first + t.count - 1")
)  # fmt: skip
CELL = "variant = ? AND pairing = ?"
Row = tuple[str | None, int, int]


class Store:
    """The open file of a study.

    Variants and pairings are given by their numbers in the study that `begin` was told of.
    """

    def __init__(self, path: Path, base: sqlite3.Connection):
        self.path = path
        self.base = base
        self.members = Members((), (), ())

    def close(self) -> None:
        """Close the file."""
        self.base.close()

    # ---- writing ----

    def begin(self, study: Study) -> tuple[Changed, ...]:
        """Make the tables of a new study, or take up the games that the file has of this one; the
        variants and agents that have changed since, whose games are set aside.

        Raises StudyError for the file of another study.
        """
        with told(self.path), self.base:
            self.base.execute("BEGIN EXCLUSIVE")
            if not self.base.execute("SELECT 1 FROM sqlite_master").fetchone():
                self.make(study)
        self.check()
        settings = self.settings()
        if settings != study.settings:
            raise StudyError(f"{self.path} {other_study(study, settings)}")
        try:
            with told(self.path), self.base:
                self.base.execute("BEGIN EXCLUSIVE")
                self.members = enrolled(self.base, study)
        except StudyError as error:
            raise StudyError(f"{self.path}: {error}") from None
        return self.members.changed

    def make(self, study: Study) -> None:
        """The tables of a new study."""
        for statement in (*TABLES.values(), *VIEWS.values()):
            self.base.execute(statement)
        settings = json.dumps(study.settings, sort_keys=True)
        self.base.execute("INSERT INTO study VALUES (?)", (settings,))

    def key(self, variant: int, pairing: int) -> tuple[int, int]:
        """The numbers that a variant and a pairing of the study have in the file."""
        return self.members.variants[variant], self.members.pairings[pairing]

    def add(self, variant: int, pairing: int, rows: Sequence[GameRow]) -> None:
        """Keep games; those that are there already stay as they are."""
        cell = self.key(variant, pairing)
        with told(self.path), self.base:
            self.base.executemany("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?)", (
                (*cell, r.number, result_text(r.result), r.turns, r.moves, round(1e6 * r.seconds))
                for r in rows
            ))  # fmt: skip
            self.base.executemany("INSERT OR IGNORE INTO facts VALUES (?, ?, ?, ?)", (
                (*cell, r.number, packed(r.facts))
                for r in rows if r.facts is not None
            ))  # fmt: skip

    def add_outcomes(self, variant: int, pairing: int, games: Outcomes) -> None:
        """Keep random games; those that are there already stay as they are."""
        cell, numbers = self.key(variant, pairing), range(games.first, games.first + games.count)
        each = round(1e6 * games.seconds / games.count)
        texts = result_texts(games.results)
        with told(self.path), self.base:
            insert = "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?)"
            new = self.base.executemany(insert, (
                (*cell, number, text, turns, moves, each) for number, text, turns, moves in
                zip(numbers, texts, whole(games.turns), whole(games.moves), strict=True)
            )).rowcount  # fmt: skip
            if games.figures:
                self.base.execute("INSERT OR IGNORE INTO figures VALUES (?, ?, ?, ?, ?, ?)", (
                    *cell, games.first, games.count, *packed_columns(games.figures)
                ))  # fmt: skip
            if new == games.count:  # else some are in another tally
                self.base.executemany("INSERT INTO tallies VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (
                    (*cell, games.first, games.count, what, len(next(iter(columns.values()))),
                     *packed_columns(columns))
                    for what, columns in tally_columns(tally_of(games))
                ))  # fmt: skip

    def keep_solved(self, variant: int, figures: Mapping[str, Any]) -> None:
        """Keep the figures of perfect play."""
        with told(self.path), self.base:
            row = (self.members.variants[variant], json.dumps(figures))
            self.base.execute("INSERT OR REPLACE INTO solved VALUES (?, ?)", row)

    def derived(self, variant: int, what: str, source: str) -> Any:
        """What was kept of a variant, if it follows from this source; else None."""
        query = "SELECT value FROM derived WHERE variant = ? AND what = ? AND source = ?"
        row = self.one(query, self.members.variants[variant], what, source)
        with told(self.path):
            return None if row is None else data_of(row[0], f"`{what}` of a variant")

    def keep_derived(self, variant: int, what: str, source: str, value: Any) -> None:
        """Keep what follows from a source, as data that JSON has."""
        row = (self.members.variants[variant], what, source, json.dumps(value, allow_nan=False))
        with told(self.path), self.base:
            self.base.execute("INSERT OR REPLACE INTO derived VALUES (?, ?, ?, ?)", row)

    # ---- reading ----

    def check(self) -> None:
        """Raise StudyError where the file is not as this program writes it.

        First whether another version wrote it, which may have other tables.  Then the tables: no
        query is asked of anything else.  Then the pages of the file, since a circle of them has no
        end, then the kinds of values.
        """
        with told(self.path):
            rows = self.base.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
            tables = dict(rows)
            if not self.has_own_format(tables):
                raise StudyError(f"{self.path} {OLD}")
            check_tables(tables)
            (verdict,) = self.base.execute("PRAGMA quick_check(1)").fetchone()
            require(verdict == "ok", str(verdict))
            for table in TABLES.keys() - {"games"}:  # of these only those that are read
                self.check_rows(table)

    def check_rows(self, table: str, where: str = "TRUE", *values: object) -> None:
        """Raise Damaged for rows of a table that cannot be, of those that are asked for."""
        row = self.base.execute(misfit(table, where), values).fetchone()
        require(row is None, f"a row of `{table}`")

    def has_own_format(self, tables: Mapping[str, str]) -> bool:
        """Whether this version wrote a file, or none that is known: its tables will tell.

        Raises Damaged.
        """
        if "cells" in tables:  # which the first version had
            return False
        if tables.get("study") != TABLES["study"]:
            return True
        row = self.base.execute("SELECT substr(settings, 1, 10000) FROM study LIMIT 1").fetchone()
        return row is None or format_of(row[0]) in (None, FORMAT)

    def one(self, query: str, *values: object) -> Any:
        """The row that a query finds; None where there is none."""
        with told(self.path):
            return self.base.execute(query, values).fetchone()

    def settings(self) -> dict[str, int]:
        """What the games have in common, as `Study.settings` gives it."""
        with told(self.path):
            row = self.base.execute("SELECT settings FROM study").fetchone()
            require(row is not None, "an empty study")
            return settings_of(row[0])

    def cells(self) -> list[Cell]:
        """All variants with all pairings, each once by its titles: the games that the study asks
        for come before those that are set aside.
        """
        seed = self.settings()["seed"]
        with told(self.path):
            rows = list(cell_rows(self.base))
            require(bool(rows), "a study without variants")
            names = [row[n] for row in rows for n in (2, 5, 7)]
            require(all(map(is_text, names)), "the name of a variant")
            require(all(row[6] in ENGINES for row in rows), "an engine")
            latest = {(row[2], row[7]): row for row in reversed(rows)}
            return [
                seeded(row, options_of(row[4]), seed) for row in rows
                if latest[row[2], row[7]] is row
            ]  # fmt: skip

    def solved(self, variant: int) -> dict[str, Any] | None:
        """The figures of perfect play, if they were computed."""
        number = self.members.variants[variant]
        row = self.one("SELECT figures FROM solved WHERE variant = ?", number)
        with told(self.path):
            return None if row is None else figures_of(row[0])

    def missing(self, variant: int, pairing: int, below: int) -> list[tuple[int, int]]:
        """The runs of numbers below a number that have no game yet: where each begins and ends."""
        return [
            gap for first, end in self.between(variant, pairing, below)
            for gap in self.gaps(variant, pairing, first, end)
        ]  # fmt: skip

    def gaps(self, variant: int, pairing: int, first: int, end: int) -> list[tuple[int, int]]:
        """The runs of numbers from one up to another one that have no game yet."""
        those = f"FROM games WHERE {CELL} AND number >= ? AND number < ?"
        where = (*self.key(variant, pairing), first, end)
        with told(self.path):
            (count,) = self.base.execute(f"SELECT count(*) {those}", where).fetchone()
            if count == end - first:
                return []
            have = self.base.execute(f"SELECT number {those} ORDER BY number", where)
            gaps, expected = [], first
            for (number,) in have:
                if number > expected:
                    gaps.append((expected, number))
                expected = number + 1
        if expected < end:
            gaps.append((expected, end))
        return gaps

    def pieces(self, variant: int, pairing: int, below: int) -> list[tuple[int, int]]:
        """The runs of numbers below a number whose games have a tally.

        Raises StudyError where they overlap, or begin or end with a game that is not there.
        """
        query = (f"SELECT first, first + count, {BOTH_ENDS} FROM tallies AS t WHERE {CELL} "
                 "AND what = ? AND first + count <= ? ORDER BY first")  # fmt: skip
        with told(self.path):
            where = (*self.key(variant, pairing), OUTCOMES, below)
            rows = self.base.execute(query, where).fetchall()
            runs = [(first, end) for first, end, _ in rows]
            apart = all(end <= first for (_, end), (first, _) in pairwise(runs))
            require(apart and all(has_both for *_, has_both in rows), "what is counted of games")
        return runs

    def between(self, variant: int, pairing: int, below: int) -> list[tuple[int, int]]:
        """The runs of numbers below a number that no tally tells of."""
        pieces = self.pieces(variant, pairing, below)
        firsts, ends = [0, *(end for _, end in pieces)], [*(first for first, _ in pieces), below]
        return [(a, b) for a, b in zip(firsts, ends, strict=True) if a < b]

    def count(self) -> int:
        """How many games there are of the study."""
        variants, pairings = (", ".join(map(str, n)) or "NULL" for n in (
            self.members.variants, self.members.pairings
        ))  # fmt: skip
        those = f"variant IN ({variants}) AND pairing IN ({pairings})"
        return int(self.one(f"SELECT count(*) FROM games WHERE {those}")[0])

    def rows(self, variant: int, pairing: int, first: int, end: int) -> Iterator[list[Row]]:
        """Result (as `result_of` reads it), turns and moves of games from a number up to another
        one, by number, some at a time.
        """
        where = f"{CELL} AND number >= ? AND number < ?"
        values = (*self.key(variant, pairing), first, end)
        query = f"SELECT result, turns, moves FROM games WHERE {where} ORDER BY number"
        with told(self.path):
            self.check_rows("games", where, *values)
            with closing(self.base.execute(query, values)) as cursor:
                while some := cursor.fetchmany(AT_ONCE):
                    yield some

    def tallies(
        self, variant: int, pairing: int, below: int, seats: int, wanted: Container[str]
    ) -> Iterator[Tally]:
        """What is counted of games for so many seats, of those that `pieces` tells: their outcomes,
        and the figures with `wanted` names.
        """
        query = f"SELECT what, rows, names, data FROM tallies WHERE {CELL} AND first = ?"
        for first, end in self.pieces(variant, pairing, below):
            with told(self.path):
                outcomes: Mapping[str, Numbers] = {}
                figures: dict[str, Sample] = {}
                for what, rows, names, data in self.base.execute(
                    query, (*self.key(variant, pairing), first)
                ):
                    if what == OUTCOMES:
                        outcomes = unpacked_columns(names, data, rows)
                    elif what in wanted:
                        figures[what] = sample_from(unpacked_columns(names, data, rows))
                tally = Tally(first, end - first, outcomes, figures)
                check_tally(tally, seats)
                yield tally

    def result(self, cell: Cell, number: int) -> tuple[float, ...] | None:
        """The result of one game, None where it was not finished.

        Raises StudyError where there is no such game.
        """
        query = f"SELECT result FROM games WHERE {CELL} AND number = ?"
        with told(self.path):
            self.check_rows("games", f"{CELL} AND number = ?", cell.variant, cell.pairing, number)
        row = self.one(query, cell.variant, cell.pairing, number)
        if row is None:
            raise StudyError(
                f"there is no game {number + 1:,} of {cell.title} and {cell.agents} yet"
            )
        with told(self.path):
            return result_of(row[0])

    def facts(
        self, variant: int, pairing: int, below: int, cells: int
    ) -> Iterator[tuple[int, dict[str, Any]]]:
        """Number and facts of the games that were looked at, by number; the board has so many
        cells."""
        most = self.settings()["most_moves"]
        query = ("SELECT number, facts, moves FROM facts LEFT JOIN games "
                 f"USING (variant, pairing, number) WHERE {CELL} AND number < ?")  # fmt: skip
        where = (*self.key(variant, pairing), below)
        with told(self.path), closing(self.base.execute(f"{query} ORDER BY number", where)) as rows:
            for number, data, moves in rows:
                found = unpacked(data, cells)
                require(len(found["moves"]) == moves <= most, "the moves of a game")
                yield number, found

    def figures(
        self, variant: int, pairing: int, first: int, end: int, wanted: Container[str]
    ) -> Iterator[Piece]:
        """Figures with `wanted` names of random games of which no facts are kept, from a number up
        to another one, some at a time.
        """
        with told(self.path):
            yield from figure_pieces(self.base, self.key(variant, pairing), first, end, wanted)

    def facts_of(self, cell: Cell, number: int, cells: int) -> dict[str, Any] | None:
        """The facts of one game, if it was looked at; the board has so many cells."""
        query = f"SELECT facts FROM facts WHERE {CELL} AND number = ?"
        row = self.one(query, cell.variant, cell.pairing, number)
        with told(self.path):
            return None if row is None else unpacked(row[0], cells)


def open_store(path: Path) -> Store:
    """The store of a file, which is made if need be.

    Only one process may work on a study.  Raises StudyError.
    """
    check_place(path)
    with told(path):
        base = carefully(sqlite3.connect(path, timeout=BUSY_SECONDS))
        base.execute("PRAGMA locking_mode = EXCLUSIVE")
        base.execute("PRAGMA synchronous = NORMAL")
        return Store(path, base)


def read_store(path: Path) -> Store:
    """The store of a file that is only read.

    Raises StudyError.
    """
    check_place(path)
    with told(path):
        base = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        store = Store(path, carefully(base))
    store.check()
    return store


def check_place(path: Path) -> None:
    """Raise StudyError where a study, or a file that SQLite keeps beside it, is no ordinary file:
    it would wait for ever for what comes through a pipe.
    """
    for ending in ("", "-journal", "-wal", "-shm"):
        place = Path(f"{path}{ending}")
        if place.exists() and not place.is_file():
            raise StudyError(
                f"{place} is no ordinary file; move it away, or choose another `--out`"
            )


def carefully(base: sqlite3.Connection) -> sqlite3.Connection:
    """A connection to a file that may come from anybody."""
    base.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST)
    base.execute("PRAGMA trusted_schema = OFF")
    base.execute("PRAGMA cell_size_check = ON")
    return base


def other_study(study: Study, before: Mapping[str, int]) -> str:
    """What is different about the study that a file belongs to."""
    names = [name for name, value in study.settings.items() if before.get(name) != value]
    what = f" (different: {', '.join(names).replace('_', ' ')})" if names else ""
    return f"belongs to another study{what}; choose another `--out`"


def whole(column: Numbers) -> list[int]:
    """Numbers without fractions as such."""
    numbers: list[int] = column.astype(np.int64).tolist()
    return numbers
