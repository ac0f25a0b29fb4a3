"""Writes `docs/reference.md`, the page of built-in names, from the table in
`gdl.vocabulary.builtins`.

`python tests/support/reference_page.py > docs/reference.md` writes it anew; a test fails when it
is stale.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.vocabulary.builtins import BUILTINS, Builtin
from gdl.vocabulary.meanings import REFERENCE_SECTIONS

ABOUT = {  # the first name of each section of the table
    "square": "What stands behind `board:`. The sizes are numbers and options.",
    "cells": "What is fixed with the board.",
    "empty": "What asks for the pieces as they stand now.",
    "colours": "Seats, colours, and what has happened so far.",
    "any": "These take `… for x in S if condition`, or a set.",
    "pass": "What a turn can name besides the actions of the file.",
}
START = """\
# Built-in names

These names are part of the language, and no rule file may give them another meaning; only `centre`,
`copies`, `playing`, `rotated`, `since` and, on a board without `pile`, `height` give way to a name
that the file declares itself. The [specification](language.md) says how they are used. A `?` marks
what may be left out, `…` what may be repeated. Round brackets ask for what follows from the
position; square brackets look up what is stored.

<!-- Written by `python tests/support/reference_page.py > docs/reference.md`; do not edit. -->
"""

def page() -> str:
    """The text of the page."""
    return "\n".join([START.rstrip(), *lines()]) + "\n"


def lines() -> Iterator[str]:
    """The lines of the page after its introduction."""
    for name, builtin in BUILTINS.items():
        if name in REFERENCE_SECTIONS:
            yield f"\n## {REFERENCE_SECTIONS[name]}\n\n{ABOUT[name]}\n"
            yield "| name | gives | meaning | example |\n|---|---|---|---|"
        yield row(builtin)


def row(builtin: Builtin) -> str:
    """The line of one name."""
    signature = builtin.signature.partition(":")[0]
    cells = [f"`{signature}`", gives(builtin), builtin.meaning, f"`{builtin.example}`"]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def gives(builtin: Builtin) -> str:
    """The type of what a name stands for, in words."""
    if builtin.form == "board":
        return "board"
    if builtin.form == "action":
        return "move"
    words = str(builtin.result)
    if builtin.name == "subsets":
        return "domain"
    return "what it is asked for" if "unknown" in words else words


if __name__ == "__main__":
    print(page(), end="")
