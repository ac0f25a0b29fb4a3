"""The command for editors: lsp."""

from __future__ import annotations

import sys

import click

from interpreter.cli.shared import fail


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
