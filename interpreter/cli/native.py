"""Commands about compiled games: export, dump."""

from __future__ import annotations

import os
from pathlib import Path

import click

from interpreter.checking.catalogue import stage_text
from interpreter.cli.loading import load
from interpreter.cli.shared import GAME_OPTIONS, fail, game_options, parse_options, why_no_path
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.program.export import make_export, write_export
from interpreter.native.program.program import dump_native
from interpreter.process.shown_command import shown_command, shown_path


@click.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@click.option("--c", "is_c", is_flag=True, help="As C11 (the only language so far).")
@click.option(
    "-o", "--out", "words", multiple=True, metavar="DIR",
    help="The folder for the files; made if need be.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Replace existing files.")
@click.pass_context
def export(
    ctx: click.Context, game: str, is_c: bool, words: tuple[str, ...], force: bool
) -> None:
    """Write a game as a C library of its own, that any program can link.

    Three files: a header, which documents the functions, a source, and an example that plays a
    random game. Nothing in them needs Python. Options of the game are given as --size 8 or
    -o size=8.

    Example: gdl export squ --size 8 --c -o squ-c
    """

    pairs = tuple(word for word in words if "=" in word and not os.path.isdir(word))
    folders = [word for word in words if word not in pairs]
    if not is_c:
        raise click.UsageError("say in which language: `--c` is the one there is")
    if len(folders) != 1:
        raise click.UsageError("say where to, as in `-o DIR`")
    reason = why_no_path(folders[0])
    if reason:
        raise click.UsageError(reason)
    loaded = load(game, parse_options(pairs, ctx.args))
    try:
        made = make_export(loaded.reference)
        paths = write_export(made, Path(folders[0]), force)
    except NotNative as error:
        fail(f"{loaded.name} cannot be written as C: {error}")
    except FileExistsError as error:
        fail(f"there already: {error}; `--force` replaces what is there")
    except OSError as error:
        fail(f"{error.filename or folders[0]} cannot be written: {error.strerror or error}")
    click.echo("".join(f"wrote {path}\n" for path in paths), nl=False)
    folder = shown_command("cd", shown_path(folders[0]))
    click.echo(f"now try: {folder} && {made.build_line} && ./example 7")


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

    loaded = load(game, options)
    if native:
        try:
            click.echo("\n".join(dump_native(loaded.reference)), nl=False)
        except NotNative as error:
            fail(f"the native engine cannot play {loaded.name}: {error}")
        return
    click.echo(stage_text(game, stage, options), nl=False)
