"""The command that finds out what small games are worth: solve."""

from __future__ import annotations

import sys

import click

from interpreter.commands.shared import (
    GAME_OPTIONS,
    Stopped,
    choose_engine,
    engine_options,
    fail,
    game_options,
    load,
    to_json,
)


@click.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@click.option(
    "--seconds", type=click.FloatRange(0, min_open=True), default=60.0, show_default=True,
    help="How long it may take.",
)  # fmt: skip
@click.option(
    "--nodes", type=click.IntRange(1, 2_000_000_000), default=4_000_000, show_default=True,
    help="How many positions may be kept in memory.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
@engine_options
@game_options
def solve(
    game: str,
    seconds: float,
    nodes: int,
    as_json: bool,
    engine: str | None,
    verbose: bool,
    options: dict[str, str],
) -> None:
    """Find out what a small game is worth when everybody plays perfectly, and the best first moves.

    All positions that can be reached are worked out from the ends back; where there are too many,
    alpha-beta tries. Where a limit comes first, it says what is known and ends with status 1.
    Ctrl-C keeps what is known.

    Example: gdl solve hex --size 3
    """
    from interpreter.progress_line import ProgressLine
    from interpreter.solve import INTERRUPTED, Limits, Unsolvable
    from interpreter.solve import solve as solved
    from interpreter.solve.wording import data_of, text_of

    loaded = load(game, options)
    choose_engine(loaded, engine, verbose)
    try:
        with ProgressLine() as line:
            solution = solved(loaded, Limits(seconds, nodes), tell=line.tell)
    except Unsolvable as error:
        fail(str(error))
    is_timed = sys.stdout.isatty()
    click.echo(to_json(data_of(loaded, solution)) if as_json else (
        text_of(loaded, solution, is_timed)
    ))  # fmt: skip
    if solution.stopped_by == INTERRUPTED:
        raise Stopped
    if not solution.is_solved:
        sys.exit(1)
