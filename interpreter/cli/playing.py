"""Commands about matches: play, replay, convert."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from gdl.source.files import read_bounded
from interpreter.api.game import Game
from interpreter.api.record import Record, RecordError
from interpreter.api.record import read as read_record
from interpreter.api.replay import game_of, rule_file
from interpreter.cli.loading import beginning, choose_engine, load
from interpreter.cli.shared import (
    GAME_OPTIONS,
    FilePath,
    Number,
    engine_options,
    fail,
    game_options,
    keep_existing,
    position_option,
)
from interpreter.exchange.converting import (
    RECORD,
    WRITABLE,
    format_of_file,
    read_games,
    usual_format,
    write_games,
)
from interpreter.exchange.faults import LARGEST, MAX_GAMES, ExchangeError
from interpreter.process.files import write_file
from interpreter.terminal import run_play, run_replay

Games = list[tuple[Record, Game]]


@click.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@click.option(
    "--seat", "seats", multiple=True, metavar="WHO",
    help="Who sits at the next seat: person, or an agent such as random, flat:500, uct:1000, "
    "uct:2s or alphabeta:depth=6 (repeatable; the rest are random). docs/agents.md describes them.",
)  # fmt: skip
@click.option("--seed", type=int, help="The seed of chance and of the agents.")
@click.option("--load", "record", type=FilePath(), help="Continue a record.")
@click.option("--save", type=FilePath(), help="Keep the record in this file.")
@position_option
@engine_options
@game_options
def play(
    game: str,
    seats: tuple[str, ...],
    seed: int | None,
    record: Path | None,
    save: Path | None,
    position: str | None,
    engine: str | None,
    verbose: bool,
    options: dict[str, str],
) -> None:
    """Play a game in the terminal.

    Example: gdl play squ --size 8 --seat person --seat random --seed 7
    """

    if record is not None and position is not None:
        raise click.UsageError("give `--load` or `--position`, not both")
    loaded = load(game, options)
    if len(seats) > loaded.seats:
        raise click.UsageError(f"{loaded.title} has {loaded.seats} seats")
    choose_engine(loaded, engine, verbose)
    sitting = [*seats, *["random"] * (loaded.seats - len(seats))] if seats else []
    start = beginning(loaded, position, engine)
    sys.exit(run_play(loaded, sitting, seed, record, save, start))


@click.command()
@click.argument("record", type=FilePath())
@click.option("--step", is_flag=True, help="Show the position after every move.")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
def replay(record: Path, step: bool, as_json: bool) -> None:
    """Replay a game record, and say where and why it stops being legal.

    Example: gdl replay game.txt
    """

    sys.exit(run_replay(record, step, as_json))


# ---- files of other programs ---------------------------------------------------------------------


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=FilePath())
@click.option("--game", metavar="GAME", help="The game of the other files, by name or path.")
@click.option("--number", type=Number(1, MAX_GAMES), help="Read only the game with this "
              "number of each of these files.")
@click.option(
    "--to", "kind", type=click.Choice(WRITABLE),
    help="The form to write; else records become what the rules speak of, and others records.",
)  # fmt: skip
@click.option("--out", type=FilePath(), help="Write it here instead of showing it; a folder for "
              "several records.")  # fmt: skip
@click.option("--force", is_flag=True, help="Replace existing files.")
@game_options
def convert(
    files: tuple[Path, ...], game: str | None, number: int | None, kind: str | None,
    out: Path | None, force: bool, options: dict[str, str],
) -> None:  # fmt: skip
    """Turn records into the files of other programs (SGF, PGN, positions such as FEN), and these
    into records.

    The rule file says, under `notation`, how its games are written.

    Example: gdl convert game.sgf --game go -o komi=6.5 --out game.txt
    """
    named = load(game, options) if game else None
    games: Games = []
    is_foreign = False
    for path in files:
        text = text_of(path)
        form = format_of_file(path, text)
        is_foreign |= form != RECORD
        try:
            games += one_record(path, text) if form == RECORD else (
                foreign(named, text, form, number, partial(told, path))
            )
        except ExchangeError as error:
            fail(f"{path}: {error}")
    try:
        kind = kind or (RECORD if is_foreign else usual_format(games[0][1]))
        if kind == RECORD and len(games) > 1:
            keep_all(games, out, force)
        else:
            keep(write_games(games, kind), out, force)
    except ExchangeError as error:
        fail(str(error))


def text_of(path: Path) -> str:
    """The text of a file."""
    try:
        data = read_bounded(path, LARGEST + 1)
    except OSError as error:
        fail(f"{path} cannot be read: {error.strerror or error}")
    if len(data) > LARGEST:
        fail(f"{path}: a file has at most {LARGEST:,} bytes")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return data.decode("latin-1").replace("\r\n", "\n")


def one_record(path: Path, text: str) -> Games:
    """The record of a file, and its game."""
    try:
        record = read_record(text)
        return [(record, game_of(record, path.parent))]
    except RecordError as error:
        place = f"{path}:{error.line}: " if error.line else f"{path}: "
        fail(f"{place}{error.message}")


def told(path: Path, note: str) -> None:
    """Say what of a file is not read."""
    click.echo(f"{path}: {note}", err=True)


def foreign(
    game: Game | None, text: str, form: str, number: int | None, tell: Callable[[str], None]
) -> Games:
    """The records of a file of another program, or of one of its games, and their games."""
    if game is None:
        raise ExchangeError("which game is this? Say it with `--game`, for example `--game go`")
    return [
        (record, game if record.options == game.options else game_of(record, own=rule_file(game)))
        for record in read_games(game, text, form, number, tell)
    ]


def keep(text: str, out: Path | None, force: bool) -> None:
    """Show a text, or write it into a file."""
    if out is None:
        click.echo(text, nl=False)
        return
    if not out.is_dir():
        keep_existing(out, force)
    try:
        write_file(out, text)
    except OSError as error:
        fail(f"{out} cannot be written: {error.strerror or error}")
    click.echo(f"wrote {out}")


def keep_all(games: Games, folder: Path | None, force: bool) -> None:
    """Write each of several records into a file of its own."""
    if folder is None:
        raise ExchangeError(f"these are {len(games)} games, and a record holds one; say with "
                            "`--out` in which folder they go, or choose one with `--number`")
    paths = [folder / f"{number}.txt" for number in range(1, len(games) + 1)]
    for path in paths:
        keep_existing(path, force)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, game in zip(paths, games, strict=True):
            write_file(path, write_games([game], RECORD))
    except OSError as error:
        fail(f"{error.filename or folder} cannot be written: {error.strerror or error}")
    click.echo(f"wrote {len(games)} records into {folder}")
