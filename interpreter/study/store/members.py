"""Which variants and pairings the file of a study has, and which of them a study asks for.

Games are of a variant and a pairing.  A variant is its title with its rules and its engine, a
pairing its agents with the programs behind them: so a study takes up all games that it would play
just so, whatever other variants and agents were there.  What it does not ask for is set aside.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from interpreter.api.loading import packed_game
from interpreter.study.plan.study import Pairing, Study, StudyError, Variant, seed_of_cell

ASIDE = -1  # the place of what the study does not ask for


@dataclass(frozen=True)
class Cell:
    """A variant and a pairing, as the file has them."""

    variant: int
    pairing: int
    title: str  # of the variant
    file: str
    options: dict[str, Any]
    rules: str  # their hash
    engine: str
    agents: str
    seed: int


@dataclass(frozen=True)
class Changed:
    """A variant or an agent that is no longer what it was when games were played.

    `texts` are the rules of these games, as `packed_game` gives them; None for a changed program.
    """

    title: str
    games: int
    texts: str | None


@dataclass(frozen=True)
class Members:
    """For each variant and each pairing of a study its number in the file; what has changed."""

    variants: tuple[int, ...]
    pairings: tuple[int, ...]
    changed: tuple[Changed, ...]


def enrolled(base: sqlite3.Connection, study: Study) -> Members:
    """The members of a study, which are added to the file where it has them not.

    Raises StudyError where a variant was played by another engine.
    """
    variants, were = numbers_of(base, "variants", [variant_key(v) for v in study.variants])
    wanted = [pairing_key(pairing, study) for pairing in study.all_pairings]
    pairings, had = numbers_of(base, "pairings", wanted)
    changed = (*changes(base, were, "variant", "texts"), *changes(base, had, "pairing", "NULL"))
    for table, numbers in (("variants", variants), ("pairings", pairings)):
        places = [(place, number) for place, number in enumerate(numbers)]
        base.execute(f"UPDATE {table} SET place = ?", (ASIDE,))
        base.executemany(f"UPDATE {table} SET place = ? WHERE {table[:-1]} = ?", places)
    files = [(v.file, number) for v, number in zip(study.variants, variants, strict=True)]
    base.executemany("UPDATE variants SET file = ? WHERE variant = ?", files)
    return Members(variants, pairings, tuple(changed))


def variant_key(variant: Variant) -> dict[str, str]:
    """The columns of a variant, those first that tell it from others."""
    game = variant.game
    return {
        "title": variant.title, "rules": game.rules_hash, "engine": game.engine().name,
        "file": variant.file, "options": json.dumps(game.options), "texts": packed_game(game),
    }  # fmt: skip


def pairing_key(pairing: Pairing, study: Study) -> dict[str, str]:
    """The columns of a pairing."""
    programs = {agent: text for agent, text in study.programs.items() if agent in pairing.agents}
    return {"agents": pairing.title, "programs": json.dumps(programs, sort_keys=True)}


def numbers_of(
    base: sqlite3.Connection, table: str, wanted: Iterable[dict[str, str]]
) -> tuple[tuple[int, ...], list[tuple[int, str]]]:
    """The numbers of members in a table, with new rows for those that are not there; and the
    numbers and titles of rows that the study had so far and that these take the place of.
    """
    number = table[:-1]
    name, *others = ("agents", "programs") if number == "pairing" else ("title", "rules", "engine")
    numbers, replaced = [], []
    for columns in wanted:
        title, rest = columns[name], [columns[other] for other in others]
        rows = base.execute(
            f"SELECT {number}, place, {', '.join(others)} FROM {table} WHERE {name} = ?", (title,)
        ).fetchall()
        same = [row[0] for row in rows if list(row[2:]) == rest]
        if number == "variant":
            check_engine(title, rest, rows)
        if not same:
            most = f"SELECT ifnull(max({number}), -1) + 1 FROM {table}"
            (next_one,) = base.execute(most).fetchone()
            names = ", ".join(columns)
            places = ", ".join("?" * len(columns))
            base.execute(
                f"INSERT INTO {table} ({number}, place, {names}) VALUES (?, ?, {places})",
                (next_one, ASIDE, *columns.values()),
            )
            same = [next_one]
        numbers.append(same[0])
        replaced += [(row[0], title) for row in rows if row[1] != ASIDE and row[0] != same[0]]
    return tuple(numbers), replaced


def check_engine(title: str, rest: list[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """Raise StudyError for a variant whose games were all played by another engine: to play them
    again would take the time of both.
    """
    rules, engine = rest
    engines = [row[3] for row in rows if row[2] == rules]
    if engines and engine not in engines:
        raise StudyError(
            f"{title} was played by the {engines[0]} engine, and the {engine} engine would play "
            "it otherwise; choose another `--out`"
        )


def changes(
    base: sqlite3.Connection, replaced: Iterable[tuple[int, str]], number: str, texts: str
) -> Iterator[Changed]:
    """What is told of rows that others take the place of."""
    for row, title in replaced:
        (games,) = base.execute(
            f"SELECT count(*) FROM games WHERE {number} = ?", (row,)
        ).fetchone()
        (text,) = base.execute(
            f"SELECT {texts} FROM {number}s WHERE {number} = ?", (row,)
        ).fetchone()
        if games:
            yield Changed(title, games, text)


def cell_rows(base: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    """All variants with all pairings, those that the study asks for before what is set aside."""
    order = "ORDER BY v.place = {0}, v.place, v.variant, p.place = {0}, p.place, p.pairing"
    yield from base.execute(
        "SELECT v.variant, p.pairing, v.title, v.file, v.options, v.rules, v.engine, p.agents "
        f"FROM variants AS v, pairings AS p {order.format(ASIDE)}"
    )


def seeded(row: tuple[Any, ...], options: dict[str, Any], seed: int) -> Cell:
    """The cell of a row, in the study of a seed."""
    variant, pairing, title, file, _, rules, engine, agents = row
    own = seed_of_cell(seed, title, agents)
    return Cell(variant, pairing, title, file, options, rules, engine, agents, own)
