"""Commands for editors: lsp, schema, editors."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from interpreter.cli.shared import FilePath, fail, to_json
from interpreter.editors.folder import write_vscode
from interpreter.editors.schema import rules_schema
from interpreter.process.shown_command import shown_command, shown_path

PACKAGE = "npx @vscode/vsce package --allow-missing-repository --skip-license"


@click.command()
@click.option("--docs", metavar="ADDRESS", help="Where the documentation is, for links to it.")
def lsp(docs: str | None) -> None:
    """Serve an editor: the Language Server Protocol on stdin and stdout.

    An editor starts this by itself; docs/editors.md says how to set it up.

    Example: gdl lsp
    """
    if docs is not None and not docs.startswith(("http://", "https://", "file://")):
        raise click.UsageError("`--docs` takes an address such as https://example.org/docs")
    if sys.stdin.isatty():
        fail("`gdl lsp` is started by an editor, which speaks to it; docs/editors.md says how", 2)
    from interpreter.language_server import serve_stdio

    sys.exit(serve_stdio(docs))


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
