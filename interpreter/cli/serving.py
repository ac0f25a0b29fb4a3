"""Commands that serve: serve for browsers, lsp for editors."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from gdl.source.library import NoSuchGame
from interpreter import language_server, web  # what they need is loaded when it is used
from interpreter.api.library import library
from interpreter.cli.shared import FilePath, Number, fail


@click.command()
@click.argument("what", required=False, metavar="[GAME|FILE|FOLDER]")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8421, show_default=True, type=Number(0, 65535),
              help="The port to listen on; 0 takes any that is free.")  # fmt: skip
@click.option("--data", type=FilePath(file_okay=False), help="The folder that keeps the matches.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
def serve(what: str | None, host: str, port: int, data: Path | None, no_browser: bool) -> None:
    """Play, edit and show games in the browser.

    It serves the bundled games and the rule files of a folder: the one that is named, that of the
    file that is named, or else the current one.

    Example: gdl serve my-game.yaml
    """
    folder, show = shown(what)
    opens = not no_browser and sys.stdout.isatty()
    try:
        web.run(web.Place(host, port, data, folder, show), click.echo, opens)
    except web.CannotServe as error:
        fail(str(error))


def shown(what: str | None) -> tuple[Path, str]:
    """The folder that is served, and the page that is opened.  Exits if there is no such game."""
    if what is None:
        return Path.cwd(), ""
    path = Path(what)
    if path.is_dir():
        return path, ""
    try:
        found = library().find(what)
    except NoSuchGame as error:
        fail(str(error.args[0]), 2)
    if what in library().names():
        return Path.cwd(), f"games/{what}"
    return found.parent, f"games/{found.name}"


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
    sys.exit(language_server.serve_stdio(docs))
