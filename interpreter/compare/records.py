"""Single games of a study as records, which `gdl replay` plays."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl.nearest import nearest
from interpreter.compare.store import reason, result_of, unpacked
from interpreter.compare.study import AGAINST, Pairing, StudyError
from interpreter.loading import load_game
from interpreter.record import Entry, Record

if TYPE_CHECKING:
    from interpreter.game import Game

CELL = "SELECT variant, pairing, title, file, options, agents, seed FROM cells"
GAME = "SELECT result FROM games WHERE variant = ? AND pairing = ? AND number = ?"
FACTS = "SELECT facts FROM facts WHERE variant = ? AND pairing = ? AND number = ?"


def record_of(path: Path, title: str, agents: str | None, number: int) -> Record:
    """The record of a game of the study in a file.

    `title` is that of the variant, `agents` that of the pairing (None: the only one).  Raises
    StudyError for a file or a game that there is not, GdlError for rules that cannot be played.
    """
    try:
        base = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        try:
            return found_record(base, title, agents, number)
        finally:
            base.close()
    except sqlite3.Error as error:
        raise StudyError(f"{path}: {reason(error)}") from error


def found_record(
    base: sqlite3.Connection, title: str, agents: str | None, number: int
) -> Record:
    """The record of a game in an open file."""
    cells = chosen(base.execute(CELL).fetchall(), 2, title, "variant")
    if agents is not None or len(cells) > 1:
        cells = chosen(cells, 5, agents or "", "pairing")
    variant, pairing, _, file, options, who, seed = cells[0]
    where = (variant, pairing, number)
    row = base.execute(GAME, where).fetchone()
    if row is None:
        raise StudyError(f"there is no game {number} of {title} and {who} yet")
    game = load_game(file, **json.loads(options))
    identity = json.loads(base.execute("SELECT identity FROM study").fetchone()[0])
    if identity["variants"][variant]["rules"] != game.rules_hash:
        raise StudyError(f"the rules of {file} have changed since the study was played")
    facts = base.execute(FACTS, where).fetchone()
    texts = unpacked(facts[0])["moves"] if facts else random_moves(
        game, identity["variants"][variant]["engine"], seed, number, identity["most_moves"]
    )  # fmt: skip
    return Record(
        file, game.options, seed, Pairing(tuple(who.split(AGAINST))).seated(number, game.seats),
        game.rules_hash, tuple(entries(game, texts)), result_of(row[0]),
    )  # fmt: skip


def chosen(cells: list[Any], column: int, text: str, what: str) -> list[Any]:
    """The cells with a text in a column.

    Raises StudyError where there is none.
    """
    found = [cell for cell in cells if cell[column] == text]
    if not found:
        known = list(dict.fromkeys(cell[column] for cell in cells))
        near = nearest(text, known)
        hint = f"did you mean `{near}`?" if near else f"there is {', '.join(known)}"
        raise StudyError(f"the study has no {what} `{text}`; {hint}", is_usage=True)
    return found


def random_moves(game: Game, engine: str, seed: int, number: int, most: int) -> list[str]:
    """The moves of a random game that is kept as its number.

    Raises StudyError where the engine that played it cannot be had.
    """
    if game.player().name != engine:
        raise StudyError(f"the game was drawn by the {engine} engine, which cannot be had here")
    return [move.text for move in game.random_game(number, seed, most)]


def entries(game: Game, texts: list[str]) -> list[Entry]:
    """The moves of a game as a record has them."""
    state, found = game.start(), []
    for text in texts:
        found.append(Entry(text, state.turn + 1, state.is_chance))
        moves = [m for m, _ in state.chance] if state.is_chance else None
        state = state.play(text if moves is None else next(m for m in moves if m.text == text))
    return found
