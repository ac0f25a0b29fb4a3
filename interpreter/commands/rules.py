"""Commands about rule files: list, show, check, dump, new."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.commands.shared import GAME_OPTIONS, FilePath, fail, game_options, load, to_json
from interpreter.shown_command import shown_command, shown_path
from interpreter.wording import plural

if TYPE_CHECKING:
    from gdl.diagnostics import Diagnostic


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
def list_(as_json: bool) -> None:
    """List the bundled games.

    Example: gdl list
    """
    from interpreter.catalogue import catalogue

    entries = catalogue()
    if as_json:
        click.echo(to_json(entries))
        return
    wide = max(len(e["name"]) for e in entries)
    for entry in entries:
        about = ", ".join(str(entry[k]) for k in ("designer", "year") if entry[k])
        click.echo(f"{entry['name']:{wide}}  {entry['title']}{f'  ({about})' if about else ''}")


@click.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
@game_options
def show(game: str, as_json: bool, options: dict[str, str]) -> None:
    """Show a game: what it is, its options, its rules.

    Example: gdl show cropa
    """
    from interpreter.catalogue import describe, description

    loaded = load(game, options)
    click.echo(to_json(describe(loaded)) if as_json else description(loaded))


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
def check(files: tuple[str, ...], as_json: bool) -> None:
    """Check rule files and say what is wrong with them, where, and what would work.

    Example: gdl check my-game.yaml
    """
    from gdl.library import NoSuchGame
    from interpreter.checking import check_file

    found: list[Diagnostic] = []
    missing = []
    for name in files:
        try:
            found += check_file(name)
        except NoSuchGame as error:
            missing.append(str(error.args[0]))
    errors = sum(d.is_error for d in found)
    if as_json:
        click.echo(to_json([d.as_json() for d in found]))
    else:
        for diagnostic in found:
            click.echo(diagnostic.render() + "\n")
        if not missing:
            click.echo(summary(len(files), found))
    for message in missing:
        click.echo(message, err=True)
    if missing or errors:
        sys.exit(1)


def summary(files: int, found: list[Diagnostic]) -> str:
    """The last line of `gdl check`."""
    errors, warnings, notes = (
        sum(d.severity == severity for d in found) for severity in ("error", "warning", "note")
    )
    noted = f", {plural(notes, 'note')}" if notes else ""
    if not errors and not warnings:
        return f"no mistakes found{'' if files == 1 else f' in {files} files'}{noted}"
    return f"{plural(errors, 'error')}, {plural(warnings, 'warning')}{noted}"


@click.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@click.option(
    "--stage", type=click.Choice(["syntax", "model"]), default="model", show_default=True,
    help="Which stage to print.",
)  # fmt: skip
@click.option(
    "--native", is_flag=True,
    help="Print the plan of the native engine, and what each pass changes.",
)  # fmt: skip
@game_options
def dump(game: str, stage: str, native: bool, options: dict[str, str]) -> None:
    """Print a stage of the way from a rule file to a game.

    Example: gdl dump squ --stage model
    """
    from interpreter.catalogue import stage_text
    from interpreter.native.refusal import NotNative

    loaded = load(game, options)
    if native:
        from interpreter.native.dump import dump_native

        try:
            click.echo("\n".join(dump_native(loaded.engine)), nl=False)
        except NotNative as error:
            fail(f"the native engine cannot play {loaded.name}: {error}")
        return
    click.echo(stage_text(game, stage, options), nl=False)


@click.command()
@click.argument("file", type=FilePath())
def new(file: Path) -> None:
    """Write a small commented rule file to start from.

    Example: gdl new my-game.yaml
    """
    from interpreter.files import write_file

    if file.name in ("", ".."):
        fail(f"{file} is a folder; give the name of a file in it")
    if file.suffix not in (".yaml", ".yml"):
        file = file.with_name(f"{file.name}.yaml")
    starter = (Path(__file__).parents[1] / "starter.yaml").read_text(encoding="utf-8")
    try:
        if file.exists():
            fail(f"{file} is there already; choose another name or delete it first")
        write_file(file, starter)
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror or error}")
    check, play = (shown_command("gdl", what, shown_path(file)) for what in ("check", "play"))
    click.echo(f"wrote {file}; now try: {check}, {play}")
