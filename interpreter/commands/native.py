"""Commands about compiled games: export, cache."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import click

from interpreter.commands.shared import (
    GAME_OPTIONS,
    fail,
    load,
    parse_options,
    to_json,
    why_no_path,
)
from interpreter.shown_command import shown_command, shown_path


@click.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@click.option("--c", "is_c", is_flag=True, help="As C11 (the one language there is).")
@click.option(
    "-o", "--out", "words", multiple=True, metavar="DIR",
    help="The folder for the files; made if need be.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Replace files that are there.")
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
    from interpreter.native.export import export as make_export
    from interpreter.native.export import write_export
    from interpreter.native.refusal import NotNative

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
        made = make_export(loaded)
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


@click.command()
@click.option("--clear", is_flag=True, help="Remove what is kept.")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
def cache(clear: bool, as_json: bool) -> None:
    """Show how much room compiled games take, or make it free.

    Example: gdl cache --clear
    """
    from gdl.caching import check_folder
    from interpreter.native.cache import cache_folder, clear_folder, usage

    folder = None
    try:
        folder = cache_folder()
        with suppress(FileNotFoundError):  # nothing was kept yet
            check_folder(folder)
        before = usage(folder)
        if clear:
            clear_folder(folder)
        left = usage(folder)
    except OSError as error:
        fail(f"{error.filename or folder} cannot be used: {error.strerror or error}")
    if as_json:
        data = {"folder": str(folder), "libraries": left.libraries, "bytes": left.size}
        removed = {"removed": before.libraries} if clear else {}
        click.echo(to_json(data | removed))
    elif clear:
        click.echo(f"{folder}: removed {before.text}")
    else:
        click.echo(f"{folder}: {left.text}")
