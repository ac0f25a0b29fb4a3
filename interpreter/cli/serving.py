"""The command that serves the page: serve."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from interpreter.cli.shared import FilePath, fail
from interpreter.web.serve import CannotServe, Place, run
from interpreter.web.tables.store import StoreFailed


@click.command()
@click.argument("what", required=False, metavar="[GAME|FILE|FOLDER]")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8421, show_default=True, type=click.IntRange(0, 65535),
              help="The port to listen on; 0 takes any that is free.")  # fmt: skip
@click.option("--data", type=FilePath(file_okay=False), help="The folder that keeps the matches.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
def serve(what: str | None, host: str, port: int, data: Path | None, no_browser: bool) -> None:
    """Play, edit and show games in the browser.

    Example: gdl serve my-game.yaml
    """

    folder, show = shown(what)
    opens = not no_browser and sys.stdout.isatty()
    try:
        run(Place(host, port, data, folder, show), click.echo, opens)
    except (CannotServe, StoreFailed) as error:
        fail(str(error))


def shown(what: str | None) -> tuple[Path, str]:
    """The folder that is served, and the page that is opened."""
    if what is None:
        return Path.cwd(), ""
    path = Path(what)
    if path.is_dir():
        return path, ""
    if path.is_file():
        return path.parent, f"games/./{path.name}"
    return Path.cwd(), f"games/{what}"
