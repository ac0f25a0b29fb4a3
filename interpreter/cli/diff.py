"""The command that finds where two games differ: diff."""

from __future__ import annotations

import sys
from typing import Any

import click

from gdl.source.diagnostics import GdlError
from interpreter.api.game import Game
from interpreter.api.loading import load_game, only_elsewhere, with_hint
from interpreter.api.wording import name_of, plural
from interpreter.cli.loading import choose_engine, meant_of_command
from interpreter.cli.shared import (
    GAME_OPTIONS,
    Number,
    Stopped,
    engine_options,
    fail,
    game_options,
    parse_options,
    to_json,
)
from interpreter.diff import Finding, Wanted, changes, find
from interpreter.diff.report import report_lines
from interpreter.diff.rules.findings import Looked
from interpreter.process.arguments import MAX_STEPS
from interpreter.process.progress import ProgressLine

DIFFERS, USAGE = 1, 2


@click.command(context_settings=GAME_OPTIONS)
@click.argument("a")
@click.argument("b")
@click.option("-a", "only_a", multiple=True, metavar="NAME=VALUE", help="An option of A alone.")
@click.option("-b", "only_b", multiple=True, metavar="NAME=VALUE", help="An option of B alone.")
@click.option(
    "--depth", type=Number(0, 10_000), help="Compare all sequences of so many moves."
)
@click.option(
    "--states", type=Number(1, MAX_STEPS), default=50_000, show_default=True,
    help="How many pairs of positions to compare before turning to random games.",
)  # fmt: skip
@click.option(
    "--games", type=Number(0, MAX_STEPS), default=200, show_default=True,
    help="How many random games to play if not everything could be compared.",
)  # fmt: skip
@click.option(
    "--seconds", type=click.FloatRange(0, 10**6, min_open=True),
    help="A time limit; the result may then depend on the machine.",
)  # fmt: skip
@click.option(
    "--same-moves", is_flag=True,
    help="Match moves by the positions that they lead to: for files that name things otherwise.",
)  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="Of the random games.")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
@engine_options
@game_options
def diff(
    a: str,
    b: str,
    only_a: tuple[str, ...],
    only_b: tuple[str, ...],
    options: dict[str, str],
    as_json: bool,
    engine: str | None,
    verbose: bool,
    **limits: Any,
) -> None:
    """Say where two games differ: which rule lines, and after which moves.

    A and B are games, or one game with other options. The status is 0 when no difference in play
    was found, 1 when one was, 2 when the games could not be compared. Ctrl-C, or a turn that is
    too long to be searched, ends it with what has been found so far.

    Example: gdl diff tic-tac-toe misere-tic-tac-toe
    """

    first = load_side("b", a, b, options, parse_options(only_a, []))
    second = load_side("a", b, a, options, parse_options(only_b, []))
    for game in (first, second):
        choose_side(game, engine, verbose)
    limits["pairs"] = limits.pop("states")

    heard = [Looked()]
    error = None
    try:
        with ProgressLine() as line:
            finding = find(first, second, Wanted(**limits), lambda at: hear(at, heard, line))
    except GdlError as raised:  # a turn that is too long to be searched
        error, titles = raised, (name_of(first), name_of(second))
        finding = Finding(titles, changes(first, second), (), None, heard[-1])
    click.echo(to_json(finding.as_json()) if as_json else "\n".join(report_lines(finding)))
    if error is not None:
        fail(str(error), USAGE)
    if finding.looked.is_stopped:
        raise Stopped
    if finding.difference is not None:
        sys.exit(DIFFERS)


def load_side(
    letter: str, name: str, other: str, common: dict[str, str], own: dict[str, str]
) -> Game:
    """Load one of the games, with options of both and of its own; errors exit with 2, because 1
    means a difference.  `letter` is the option of the command for the other game alone.
    """

    try:
        return load_game(name, **common | own)
    except GdlError as error:
        found = only_elsewhere(error, name, other, common)
        words = " ".join(f"-{letter} {option}={common[option]}" for option in found)
        there = f"{other} has it: write `{words}`, which is for {letter.upper()} alone"
        hint = there if found else meant_of_command(error, common)
        fail(str(with_hint(error, hint) if hint else error), USAGE)


def choose_side(game: Game, engine: str | None, verbose: bool) -> None:
    """Choose the engine of a game; exit with 2 if it cannot be used."""
    try:
        choose_engine(game, engine, verbose)
    except SystemExit:
        sys.exit(USAGE)


def hear(looked: Looked, heard: list[Looked], line: ProgressLine) -> None:
    """Keep in `heard` how far the search is, and show it."""
    heard.append(looked)
    line.tell(progress(looked))


def progress(looked: Looked) -> str:
    """The progress of the search in words."""
    return f"{plural(max(looked.depth, 0), 'move')}: {looked.pairs:,} pairs of positions compared"
