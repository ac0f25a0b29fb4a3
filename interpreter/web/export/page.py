"""A game as one HTML page: its rules as WebAssembly, its board, and players that need no network.

A game enters, the text of the page leaves; the same rules, options and program give the same bytes.
The script and the style sheet are those that the client is built into (`static/export.js`).  The
page's policy lets it run this script alone and ask no other address, and all that comes from a rule
file is data in it: JSON without a `<`, or escaped text.
"""

from __future__ import annotations

import base64
import hashlib
import json
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from gdl.model.analysis import has_secrets
from interpreter.api.game import Game
from interpreter.api.wording import title_of
from interpreter.native.build.wasm import wasm
from interpreter.native.program.program import program_of
from interpreter.web.export.drawings import TooManyPieces, drawn_legend
from interpreter.web.export.legend import Legend

STATIC = Path(__file__).parents[1] / "static"
POLICY = (
    "default-src 'none'; script-src '{script}' 'wasm-unsafe-eval'; style-src '{style}'; "
    "worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'"
)
PAGE = Template("""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="$policy">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>$style</style>
</head>
<body>
<div id="app"><noscript>This page needs scripts: they play the game.</noscript></div>
<script type="application/json" id="legend">$legend</script>
<script type="application/wasm" id="rules">$rules</script>
<script id="program">$script</script>
</body>
</html>
""")


class NoPage(Exception):
    """A game cannot be exported as a page; the message says why and what would work."""


def html_page(game: Game) -> str:
    """The page of a game.

    Raises NoPage, NotNative where the native engine cannot play the game, and NativeError if the
    WebAssembly cannot be built.
    """
    if has_secrets(game.model):
        raise NoPage(
            "its rules hide something from a seat, if only what others choose at once with it, and "
            "whoever has the page could read it there; `gdl serve` keeps secrets"
        )
    program = program_of(game.reference)
    legend = Legend(game, program)
    try:
        data = {**legend.all(), **drawn_legend(game, legend)}
    except TooManyPieces as error:
        raise NoPage(str(error)) from None
    return page_text(title_of(game), data, wasm(program.page_text, game.name))


def page_text(title: str, data: dict[str, Any], rules: bytes) -> str:
    """The page from its parts."""
    script, style = ((STATIC / f"export{end}").read_text("utf-8") for end in (".js", ".css"))
    assert "</script" not in script.lower() and "</style" not in style.lower()
    policy = POLICY.format(script=source_hash(script), style=source_hash(style))
    return PAGE.substitute(
        policy=escape(policy, quote=False), title=in_html(title), style=style, script=script,
        legend=in_script(data), rules=base64.b64encode(rules).decode(),
    )  # fmt: skip


def source_hash(text: str) -> str:
    """What a policy calls a script or a style sheet."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def in_script(data: Any) -> str:
    """Data as ASCII that no parser of HTML takes for markup."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def in_html(text: str) -> str:
    """A text in HTML, in ASCII."""
    return escape(text).encode("ascii", "xmlcharrefreplace").decode()
