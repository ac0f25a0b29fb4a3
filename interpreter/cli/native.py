"""Commands about compiled games: export, dump."""

from __future__ import annotations

import os
from pathlib import Path

import click

from interpreter.api.game import Game
from interpreter.checking.catalogue import stage_text
from interpreter.cli.loading import load
from interpreter.cli.shared import (
    GAME_OPTIONS,
    fail,
    game_options,
    keep_existing,
    parse_options,
    why_no_path,
)
from interpreter.native.build.compilers import NativeError
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.passes.pipeline import PASSES
from interpreter.native.program.export import AlreadyThere, make_export, write_export
from interpreter.native.program.program import dump_after, dump_native
from interpreter.process.files import write_file
from interpreter.process.shown_command import shown_command, shown_path
from interpreter.web.export import NoPage, html_page

PASS_NAMES = tuple(each.name for each in PASSES)


@click.command(context_settings=GAME_OPTIONS)
@click.argument("game")
@click.option("--c", "is_c", is_flag=True, help="As a C11 library, in a folder.")
@click.option("--html", "is_html", is_flag=True, help="As one HTML page that plays by itself.")
@click.option(
    "-o", "--out", "words", multiple=True, metavar="PATH",
    help="The folder for the files in C, made if need be; the file of the page (NAME.html).",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Replace existing files.")
@click.pass_context
def export(
    ctx: click.Context, game: str, is_c: bool, is_html: bool, words: tuple[str, ...], force: bool
) -> None:
    """Write a game as one HTML page that plays without a network, or as a C library.

    As HTML: one file, which any browser opens; people and programs play in it, with the options
    that are given here. As C: a header, which documents the functions, a source, and an example
    that plays a random game. Nothing in them needs Python. Options of the game are given as
    --size 8 or -o size=8.

    Example: gdl export squ --size 8 --html -o squ.html
    """

    pairs = tuple(word for word in words if "=" in word and not os.path.exists(word))
    places = [word for word in words if word not in pairs]
    if is_c == is_html:
        raise click.UsageError("say as what: `--c` is a library, `--html` a page")
    if len(places) > 1 or (is_c and not places):
        raise click.UsageError(f"say where to, as in `-o {'DIR' if is_c else 'FILE'}`")
    reason = why_no_path(places[0]) if places else None
    if reason:
        raise click.UsageError(reason)
    loaded = load(game, parse_options(pairs, ctx.args))
    if is_c:
        export_c(loaded, Path(places[0]), force)
    else:
        export_page(loaded, Path(places[0] if places else f"{loaded.name}.html"), force)


def export_c(game: Game, folder: Path, force: bool) -> None:
    """Write a game as C into a folder, or say why that cannot be."""
    if folder.exists() and not folder.is_dir():
        fail(f"{folder} cannot be written: it is no folder, and the files in C need one")
    try:
        made = make_export(game.reference)
        paths = write_export(made, folder, force)
    except NotNative as error:
        fail(f"{game.name} cannot be written as C: {error}")
    except AlreadyThere as error:
        fail(f"there already: {error}; `--force` replaces what is there")
    except OSError as error:
        fail(f"{error.filename or folder} cannot be written: {error.strerror or error}")
    click.echo("".join(f"wrote {path}\n" for path in paths), nl=False)
    enter = shown_command("cd", shown_path(folder))
    click.echo(f"now try: {enter} && {made.build_line} && ./example 7")


def export_page(game: Game, path: Path, force: bool) -> None:
    """Write a game as a page, or say why that cannot be."""
    if path.is_dir():
        fail(f"{path} cannot be written: it is a folder; name a file, as in `-o {game.name}.html`")
    keep_existing(path, force)
    if not path.parent.is_dir():
        fail(f"{path} cannot be written: there is no folder {path.parent}")
    try:
        text = html_page(game)
        keep_existing(path, force)  # the build took seconds
        write_file(path, text)
    except (NotNative, NoPage) as error:
        fail(f"{game.name} cannot be written as a page: {error}")
    except NativeError as error:
        fail(str(error))
    except OSError as error:
        fail(f"{error.filename or path} cannot be written: {error.strerror or error}")
    click.echo(f"wrote {path}, {len(text) / 1000:,.0f} kB")
    click.echo("now try: open it in a browser; it needs no other file and no network")


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
@click.option(
    "--after", type=click.Choice(PASS_NAMES), metavar="PASS",
    help=f"With --native: print the whole plan after a pass, one of {', '.join(PASS_NAMES)}.",
)  # fmt: skip
@click.option(
    "--without", type=click.Choice(PASS_NAMES), multiple=True, metavar="PASS",
    help="With --native: leave a pass out; may be repeated.",
)  # fmt: skip
@game_options
def dump(
    game: str, stage: str, native: bool, after: str | None, without: tuple[str, ...],
    options: dict[str, str],
) -> None:  # fmt: skip
    """Print a stage of the way from a rule file to a game.

    Example: gdl dump squ --stage model
    """

    if (after or without) and not native:
        fail("passes belong to the native engine: say `--native` as well")
    loaded = load(game, options)
    if native:
        try:
            parts = dump_native(loaded.reference, without)
            text = dump_after(loaded.reference, after, without) if after else "\n".join(parts)
            click.echo(text, nl=False)
        except NotNative as error:
            fail(f"the native engine cannot play {loaded.name}: {error}")
        return
    click.echo(stage_text(game, stage, options), nl=False)
