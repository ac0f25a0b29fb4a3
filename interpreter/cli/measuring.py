"""Commands that count, measure and solve: perft, bench, solve."""

from __future__ import annotations

import sys

import click

from interpreter.cli.loading import beginning, choose_engine, load
from interpreter.cli.shared import (
    GAME_OPTIONS,
    Number,
    Stopped,
    engine_options,
    fail,
    game_options,
    position_option,
    to_json,
)
from interpreter.engine.names import ENGINES
from interpreter.measure.bench import measured, print_figures
from interpreter.measure.counting import Counted, Counts, show_counts
from interpreter.process.arguments import MAX_DEPTH, MAX_THREADS
from interpreter.process.progress import ProgressLine
from interpreter.solve import INTERRUPTED, Limits, Unsolvable
from interpreter.solve import solve as solved
from interpreter.solve.solution import data_of, text_of


@click.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@click.argument("depth", type=Number(0, MAX_DEPTH))
@click.option("--positions", is_flag=True, help="Count distinct positions after complete turns.")
@click.option(
    "--turns", is_flag=True,
    help="Count sequences of whole turns; ways through a turn with the same result count once.",
)
@position_option
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
@engine_options
@game_options
def perft(
    game: str,
    depth: int,
    positions: bool,
    turns: bool,
    position: str | None,
    as_json: bool,
    engine: str | None,
    verbose: bool,
    options: dict[str, str],
) -> None:
    """Count the sequences of moves or of turns from the start, or the positions after turns.

    On a terminal it also shows the time taken; in a pipe it does not, so that the same command
    always prints the same. Ctrl-C ends it with the counts that are finished.

    Example: gdl perft connect-four 4
    """

    if positions and turns:
        raise click.UsageError("give `--positions` or `--turns`, not both")
    loaded = load(game, options)
    choose_engine(loaded, engine, verbose)
    counted: Counted = "positions" if positions else "turns" if turns else "sequences"
    start = beginning(loaded, position, engine) or loaded.start()
    counts = Counts(start, depth, counted)
    try:
        show_counts(counts, as_json)
    except KeyboardInterrupt:
        if as_json:
            click.echo(to_json(counts.rows))
        raise Stopped from None


@click.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@click.option(
    "--seconds", type=click.FloatRange(0, 3600, min_open=True), default=2.0, show_default=True,
    help="How many seconds each engine plays.",
)  # fmt: skip
@click.option(
    "--threads", type=Number(1, MAX_THREADS), default=1, show_default=True,
    help="How many games the native engine plays at once.",
)  # fmt: skip
@click.option(
    "--engine", type=click.Choice([*ENGINES, "both"]), default="both",
    show_default=True, help="Which engine is measured.",
)  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of all games.")
@click.option("--verbose", is_flag=True, help="Show what the C compiler does.")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
@game_options
def bench(
    game: str,
    seconds: float,
    threads: int,
    engine: str,
    seed: int,
    verbose: bool,
    as_json: bool,
    options: dict[str, str],
) -> None:
    """Measure how fast a game is: uniformly random games, their moves, memory and building.

    A move is whatever the game offers: a stone of a turn of two, a pass, and what chance does.
    Ctrl-C ends it with the figures measured so far.

    Example: gdl bench squ --size 8 --seconds 5
    """

    loaded = load(game, options)
    engines = list(ENGINES) if engine == "both" else [engine]
    if "native" in engines:
        choose_engine(loaded, "native" if engine == "native" else None, verbose)
    if engine == "both" and loaded.why_reference:
        engines = ["reference"]
    figures = measured(loaded, engines, seconds, threads, seed)
    if as_json:
        data = {"game": loaded.name, "options": loaded.options,
                "why_reference": loaded.why_reference,
                "engines": [f.as_json() for f in figures]}  # fmt: skip
        click.echo(to_json(data))
    else:
        print_figures(loaded, figures)
    if any(f.interrupted for f in figures):
        raise Stopped


@click.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@click.option(
    "--seconds", type=click.FloatRange(0, min_open=True), default=60.0, show_default=True,
    help="How many seconds it may take.",
)  # fmt: skip
@click.option(
    "--nodes", type=Number(1, 2_000_000_000), default=4_000_000, show_default=True,
    help="How many positions may be kept in memory.",
)  # fmt: skip
@position_option
@click.option(
    "--all", "every_move", is_flag=True,
    help="Decide each first move, also where one that keeps the value is known.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
@engine_options
@game_options
def solve(
    game: str,
    seconds: float,
    nodes: int,
    position: str | None,
    every_move: bool,
    as_json: bool,
    engine: str | None,
    verbose: bool,
    options: dict[str, str],
) -> None:
    """Find out what a small game is worth when everybody plays perfectly, and the best first moves.

    The values of all reachable positions are computed backwards from the ends of the game. Where
    there are many, an alpha-beta search looks for a short proof first; where there are too many, it
    takes the time that is left. It ends when one first move is known to keep the value. If a limit
    is reached first, it says what is known and exits with status 1. Ctrl-C also ends it with what
    is known.

    Example: gdl solve hex --size 3
    """

    loaded = load(game, options)
    choose_engine(loaded, engine, verbose)
    start = beginning(loaded, position, engine)
    try:
        with ProgressLine() as line:
            limits = Limits(seconds, nodes)
            solution = solved(
                loaded, limits, tell=line.tell, start=start, every_move=every_move
            )  # fmt: skip
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
