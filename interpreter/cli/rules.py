"""Commands about rule files: show, check."""

from __future__ import annotations

import sys
from collections import Counter

import click

from gdl.source.diagnostics import Diagnostic
from gdl.source.library import NoSuchGame
from interpreter.api.wording import plural
from interpreter.checking.catalogue import describe, description
from interpreter.checking.check import check_file
from interpreter.cli.loading import load
from interpreter.cli.shared import GAME_OPTIONS, game_options, to_json


@click.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
@game_options
def show(game: str, as_json: bool, options: dict[str, str]) -> None:
    """Show a game: what it is, its options, its rules.

    Example: gdl show cropa
    """

    loaded = load(game, options)
    click.echo(to_json(describe(loaded)) if as_json else description(loaded))


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
def check(files: tuple[str, ...], as_json: bool) -> None:
    """Check rule files and say what is wrong with them, where, and what would work.

    Example: gdl check my-game.yaml
    """

    diagnostics: list[Diagnostic] = []
    missing = []
    for name in files:
        try:
            diagnostics += check_file(name)
        except NoSuchGame as error:
            missing.append(str(error.args[0]))
    errors = sum(d.is_error for d in diagnostics)
    if as_json:
        click.echo(to_json([d.as_json() for d in diagnostics]))
    else:
        for diagnostic in diagnostics:
            click.echo(diagnostic.render() + "\n")
        if not missing:
            click.echo(summary(len(files), diagnostics))
    for message in missing:
        click.echo(message, err=True)
    if missing or errors:
        sys.exit(1)


def summary(files: int, diagnostics: list[Diagnostic]) -> str:
    """The last line of `gdl check`."""
    counts = Counter(diagnostic.severity for diagnostic in diagnostics)
    errors, warnings, notes = (counts[severity] for severity in ("error", "warning", "note"))
    noted = f", {plural(notes, 'note')}" if notes else ""
    if not errors and not warnings:
        return f"no mistakes found{'' if files == 1 else f' in {files} files'}{noted}"
    return f"{plural(errors, 'error')}, {plural(warnings, 'warning')}{noted}"
