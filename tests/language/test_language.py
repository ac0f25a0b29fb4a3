"""Runs the fragments of the pages in this folder.

A fragment replaces or adds headings of the plain game below.  What must be found stands as
`# error: [code]` or `# warning: [code]` on its line, and nothing else may be found; `# = value` on
the line of a definition says what it gives at the start of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.diagnosing import GAMES, findings

from gdl import Report, Source, load_model
from interpreter.api.game import Game
from interpreter.api.library import library

FOLDER = Path(__file__).parent
PLAIN = {
    "game": "game: Plain",
    "players": "players: White, Black",
    "board": "board: square(4)",
    "pieces": "pieces: stone",
    "actions": "actions:\n  place(at in empty): put stone on at",
    "turn": "turn: place",
    "end": "end:\n  - when no empty: draw",
}
FRAGMENT = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"# (error|warning): \[([a-z-]+)\]")
VALUE = re.compile(r"^  (\w+): .*# = (.*)$")


def fragments() -> Iterator[tuple[str, str]]:
    """Each fragment with its page and line."""
    for page in sorted(FOLDER.glob("*.md")):
        text = page.read_text("utf-8")
        for match in FRAGMENT.finditer(text):
            yield f"{page.stem}:{text.count(chr(10), 0, match.start()) + 2}", match[1]


def whole(fragment: str) -> str:
    """The plain game with the fragment in it."""
    parts = re.split(r"^(?=[a-z])", fragment, flags=re.MULTILINE)
    given = {part.split(":")[0]: part.rstrip("\n") for part in parts if part.strip()}
    return "\n".join((PLAIN | given).values()) + "\n"


CASES = list(fragments())


@pytest.mark.parametrize("fragment", [f for _, f in CASES], ids=[name for name, _ in CASES])
def test_a_fragment_means_what_the_page_says(fragment: str) -> None:
    text = whole(fragment)
    wanted = [
        (number, mark[1], mark[2])
        for number, line in enumerate(text.split("\n"), 1)
        for mark in MARK.finditer(line)
    ]
    diagnostics = findings(text)
    shown = "\n".join(d.render() for d in diagnostics)
    said = [(d.span.line, d.severity, d.code) for d in diagnostics if is_meant(d.code)]
    assert said == wanted, shown
    if not any(severity == "error" for _, severity, _ in wanted):
        check_values(text)


def is_meant(code: str) -> bool:
    """A definition that only shows its value need not be used."""
    return code not in ("unused-name", "never-set")


def check_values(text: str) -> None:
    """What the definitions give that say it."""
    model = load_model(Source(str(GAMES / "case.yaml"), text), library(), {}, Report())
    assert model is not None
    game = Game(model)
    for line in text.split("\n"):
        match = VALUE.match(line)
        if match:
            body = model.definitions[match[1]].body
            node = game.reference.start()
            value = game.reference.rules.expressions.body(match[1])(node.position, [])
            assert not isinstance(body, tuple)
            assert game.codes.text(body.type, value) == match[2], line
