"""Single games of a study as records, which `gdl replay` plays."""

from __future__ import annotations

from contextlib import closing
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.library import NoSuchGame, is_path
from gdl.nearest import nearest
from interpreter.compare.contents import require
from interpreter.compare.samples import played
from interpreter.compare.store import Cell, Store, read_store, told
from interpreter.compare.study import AGAINST, Pairing, StudyError
from interpreter.library import library
from interpreter.loading import load_game
from interpreter.record import Entry, Record
from interpreter.replay import name_of

if TYPE_CHECKING:
    from interpreter.game import Game


def record_of(path: Path, title: str, agents: str | None, number: int) -> Record:
    """The record of a game of the study in a file.

    `title` is that of the variant, `agents` that of the pairing (None: the only one).  Raises
    StudyError for a file or a game that there is not, GdlError for rules that cannot be played.
    """
    with closing(read_store(path)) as store:
        cells = chosen(store.cells(), "title", title, "variant")
        if agents is not None or len(cells) > 1:
            cells = chosen(cells, "agents", agents or "", "pairing")
        return found_record(store, cells[0], number)


def found_record(store: Store, cell: Cell, number: int) -> Record:
    """The record of a game of a variant and a pairing."""
    result = store.result(cell, number)
    game = rules_of(cell, store.path.parent)
    identity = store.identity()
    with told(store.path):
        require(cell.variant < len(identity["variants"]), "the number of a variant")
    variant = identity["variants"][cell.variant]
    if variant["rules"] != game.rules_hash:
        raise StudyError(f"the rules of {cell.file} have changed since the study was played")
    facts = store.facts_of(cell, number, len(game.board.cells))
    texts = facts["moves"] if facts else random_moves(
        game, variant["engine"], cell.seed, number, identity["most_moves"]
    )  # fmt: skip
    seated = Pairing(tuple(cell.agents.split(AGAINST))).seated(number, game.seats)
    with told(store.path):
        moves = tuple(entries(game, texts))
        require(result is None or len(result) == game.seats, "a result")
    return Record(
        name_of(game), game.options, cell.seed, seated, game.rules_hash, moves, result
    )  # fmt: skip


def rules_of(cell: Cell, folder: Path) -> Game:
    """The game of a cell; a rule file lies where it lay for the one who made the study.

    Raises GdlError, also for a file that a study in this folder may not name.
    """
    if is_path(cell.file) and library().within(Path(cell.file), folder) is None:
        raise NoSuchGame(f"there is no file {cell.file}")
    return load_game(cell.file, **cell.options)


def chosen(cells: list[Cell], field: str, text: str, what: str) -> list[Cell]:
    """The cells with a text in a field.

    Raises StudyError where there is none.
    """
    value = attrgetter(field)
    found = [cell for cell in cells if value(cell) == text]
    if not found:
        known = list(dict.fromkeys(map(value, cells)))
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
    """The moves of a game as a record has them.

    Raises Damaged where they are not legal.
    """
    state, found = game.start(), []
    for text in texts:
        found.append(Entry(text, state.turn + 1, state.is_chance))
        state = played(state, text)
    return found
