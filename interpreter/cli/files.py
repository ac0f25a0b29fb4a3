"""Commands that read no rules: list, new, cache, schema, editors."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import click

from gdl.source.user_cache import check_folder
from interpreter.api.library import starter
from interpreter.checking.catalogue import catalogue
from interpreter.cli.shared import FilePath, fail, to_json
from interpreter.editors.folder import write_vscode
from interpreter.editors.schema import rules_schema
from interpreter.native import build
from interpreter.process.files import write_file
from interpreter.process.shown_command import shown_command, shown_path

PACKAGE = "npx @vscode/vsce package --allow-missing-repository --skip-license"


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
def list_(as_json: bool) -> None:
    """List the bundled games.

    Example: gdl list
    """
    entries = catalogue()
    if as_json:
        click.echo(to_json(entries))
        return
    wide = max(len(e["name"]) for e in entries)
    for entry in entries:
        about = ", ".join(str(entry[k]) for k in ("designer", "year") if entry[k])
        click.echo(f"{entry['name']:{wide}}  {entry['title']}{f'  ({about})' if about else ''}")


@click.command()
@click.argument("file", type=FilePath())
def new(file: Path) -> None:
    """Write a small commented rule file to start from.

    Example: gdl new my-game.yaml
    """
    if file.name in ("", ".."):
        fail(f"{file} is a folder; give the name of a file in it")
    if file.suffix not in (".yaml", ".yml"):
        file = file.with_name(f"{file.name}.yaml")
    text = starter()
    try:
        if file.exists():
            fail(f"{file} is there already; choose another name or delete it first")
        write_file(file, text)
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror or error}")
    check, play = (shown_command("gdl", what, shown_path(file)) for what in ("check", "play"))
    click.echo(f"wrote {file}; now try: {check}, {play}")


@click.command()
@click.option("--clear", is_flag=True, help="Empty the cache.")
@click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
def cache(clear: bool, as_json: bool) -> None:
    """Show how much room compiled games take, or make it free.

    Example: gdl cache --clear
    """
    folder = None
    try:
        folder = build.cache_folder()
        with suppress(FileNotFoundError):  # nothing has been cached yet
            check_folder(folder)
        before = build.usage(folder)
        if clear:
            build.clear_folder(folder)
        left = build.usage(folder)
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


@click.command()
def schema() -> None:
    """Print the JSON schema of rule files, for editors that know YAML.

    Example: gdl schema > rules.schema.json
    """
    click.echo(to_json(rules_schema()))


@click.command()
@click.argument("editor", type=click.Choice(["vscode"]))
@click.option("--out", "folder", required=True, type=FilePath(file_okay=False),
              help="The folder to write; files of these names in it are replaced.")
def editors(editor: str, folder: Path) -> None:
    """Write the extension for an editor: Visual Studio Code.

    Other editors need only `gdl lsp`; docs/editors.md says how to set them up.

    Example: gdl editors vscode --out boardwright-vscode
    """
    try:
        write_vscode(folder)
    except OSError as error:
        fail(f"{error.filename or folder} cannot be written: {error.strerror or error}")
    enter = shown_command("cd", shown_path(folder))
    click.echo(f"wrote {folder}; now run: {enter} && npm install && {PACKAGE}")
