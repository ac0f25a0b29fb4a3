"""Commands that play: play, replay."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from interpreter.cli.loading import choose_engine, load
from interpreter.cli.shared import (
    GAME_OPTIONS,
    FilePath,
    engine_options,
    game_options,
)
from interpreter.terminal import run_play, run_replay


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
@engine_options
@game_options
def play(
    game: str,
    seats: tuple[str, ...],
    seed: int | None,
    record: Path | None,
    save: Path | None,
    engine: str | None,
    verbose: bool,
    options: dict[str, str],
) -> None:
    """Play a game in the terminal.

    Example: gdl play squ --size 8 --seat person --seat random --seed 7
    """

    loaded = load(game, options)
    if len(seats) > loaded.seats:
        raise click.UsageError(f"{loaded.title} has {loaded.seats} seats")
    choose_engine(loaded, engine, verbose)
    sitting = [*seats, *["random"] * (loaded.seats - len(seats))] if seats else []
    sys.exit(run_play(loaded, sitting, seed, record, save))


@click.command()
@click.argument("record", type=FilePath())
@click.option("--step", is_flag=True, help="Show the position after every move.")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
def replay(record: Path, step: bool, as_json: bool) -> None:
    """Replay a game record, and say where and why it stops being legal.

    Example: gdl replay game.txt
    """

    sys.exit(run_replay(record, step, as_json))
