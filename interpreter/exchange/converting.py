"""Files of games, whatever form they have, turned into records, and records into another form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from interpreter.api.game import Game
from interpreter.api.record import Record
from interpreter.api.record import write as write_record
from interpreter.exchange.faults import ExchangeError
from interpreter.exchange.pgn import read_pgn, write_pgn
from interpreter.exchange.positions import read_positions, write_position
from interpreter.exchange.records import FORMATS
from interpreter.exchange.sgf import read_sgf, write_sgf

RECORD, POSITION = "record", "position"
WRITABLE = (*FORMATS, POSITION, RECORD)
WRITERS = {"sgf": write_sgf, "pgn": write_pgn, POSITION: write_position}
SUFFIXES = {".sgf": "sgf", ".pgn": "pgn", ".pdn": "pgn", ".fen": POSITION, ".sfen": POSITION}


def format_of_file(path: Path, text: str) -> str:
    """The form of a file: by its name, else by how it begins."""
    begins = text.lstrip("\ufeff \r\n\t")[:1]
    known = {"(": "sgf", "[": "pgn"}
    return SUFFIXES.get(path.suffix.lower()) or known.get(begins, RECORD)


def read_games(
    game: Game, text: str, kind: str, number: int | None = None,
    tell: Callable[[str], None] | None = None,
) -> tuple[Record, ...]:  # fmt: skip
    """The records of the games in a text, or of the one with a number (from 1).

    `tell` hears what of the text says something about play and is not read.  Raises ExchangeError,
    with the place.
    """
    if kind == "sgf":
        return read_sgf(game, text, number, tell)
    return (read_positions if kind == POSITION else read_pgn)(game, text, number)


def write_games(games: Sequence[tuple[Record, Game]], kind: str) -> str:
    """The text of some records.  Raises ExchangeError."""
    if kind == RECORD:
        return "".join(write_record(record) for record, _ in games)
    return "".join(WRITERS[kind](record, game) for record, game in games)


def usual_format(game: Game) -> str:
    """The format that the rules of a game say something about.

    Raises ExchangeError for a game without one.
    """
    for name in FORMATS:
        if getattr(game.model.notation, name) is not None:
            return name
    more = ", or say `--to position` for the last position" if game.model.notation.position else ""
    raise ExchangeError(f"the rules of {game.title} do not say how its games are written; add "
                        f"`notation` with `sgf` or `pgn`{more}")  # fmt: skip
