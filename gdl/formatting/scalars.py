"""How a text is written in YAML: without quotes where possible, or in the lines of a block."""

from __future__ import annotations

import json
import re

from gdl.formatting.rule_texts import Piece
from gdl.source.diagnostics import Report
from gdl.source.spans import Source
from gdl.yaml.reader import Map, Text, read

_HARD = re.compile(r"[\[\]{},&*!|>'\"%@`#]|[-?:](?:\s|$)|---|\.\.\.")  # at the start
_HARD_INSIDE = re.compile(r":(?:\s|$)|\s#")
_BREAK = re.compile(r"[\t\r\n]")
_ODD = re.compile(r"[\s\u200b]")  # may not begin a row


def is_plain(value: str) -> bool:
    """Whether a rule text can stand without quotes."""
    return _HARD.match(value) is None and _HARD_INSIDE.search(value) is None


def quoted(value: str) -> str:
    """A text in double quotes, with escapes for what the file may not hold."""
    return json.dumps(value, ensure_ascii=False)


def written(value: str, is_key: bool = False) -> str:
    """A text for people on one line, in quotes only where YAML needs them."""
    if not value:
        return '""' if is_key else ""
    for form in (value, "'" + value.replace("'", "''") + "'"):
        if not _BREAK.search(value) and reads_as(form, value, is_key):
            return form
    return quoted(value)


def reads_as(form: str, value: str, is_key: bool) -> bool:
    """Whether YAML reads a form as this value."""
    line = f"{form}: x\n" if is_key else f"x: {form}\n"
    root = read(Source("", line), Report(guesses=0))
    if not isinstance(root, Map) or len(root.entries) != 1:
        return False
    node = root.entries[0].key if is_key else root.entries[0].value
    return isinstance(node, Text) and node.value == value


def words(value: str) -> list[Piece]:
    """The pieces of a text for people, between which a line may be broken."""
    if re.search(r"[^\S ]|  |\u200b", value):
        return [Piece(value)]
    first, *rest = value.split(" ")
    return [Piece(first), *(Piece(word, 0) for word in rest)]


def block_rows(text: Text) -> list[str]:
    """The lines of a text in a `|` or `>` block, without their indentation.

    Blank lines at the beginning and the end are left out.
    """
    source = text.span.source
    places = [at for at, sign in zip(text.offsets, text.value) if sign != "\n"]
    full = [at for at, sign in zip(text.offsets, text.value) if not sign.isspace()]
    indent = source.place(places[0])[1] - 1
    first, last = source.place(full[0])[0], source.place(full[-1])[0]
    lines = (source.line(number).replace("\t", " ") for number in range(first, last + 1))
    return [line[indent:].rstrip() for line in lines]


def as_rows(value: str) -> list[str] | None:
    """The lines of a text that can stand in a `|` block; None if it holds something else."""
    rows = [row.rstrip() for row in value.split("\n")]
    fits = not any(_ODD.match(row) or _BREAK.search(row) for row in rows)
    return rows if fits else None
