"""The parser that Lark builds from `rules.lark`, with its tables cached.

Building the tables takes a quarter of a second, reading them a hundredth.  They are cached as JSON
with a checksum, under a hash of everything they depend on; a damaged file is written anew.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import lark
from lark import Lark

from gdl.source.user_cache import cache_folder, find_record, keep_record

STARTS = tuple(
    (
        "name names players player stored definition domain path track letters point supply owner "
        "action_head define_head stored_head seen_head shown extends statement block label "
        "turn turn_case end_head result expr"
    ).split()
)
GRAMMAR = Path(__file__).with_name("rules.lark")
OPTIONS: dict[str, Any] = {
    "parser": "lalr",
    "start": list(STARTS),
    "maybe_placeholders": True,
    "propagate_positions": True,
}
FORMAT = "1"  # of the cached tables; with a new one, older files are not used
MAX_RECORDS = 4  # cached tables that are kept, of all versions; each takes a sixth of a megabyte
WRONG = (  # raised by tables of another shape
    LookupError, TypeError, ValueError, AttributeError, RecursionError, lark.exceptions.LarkError,
)  # fmt: skip


@cache
def lark_parser() -> Lark:
    """The parser for all start symbols."""
    text = GRAMMAR.read_text("utf-8")
    path = None
    with suppress(OSError):  # without a folder nothing is cached
        path = cache_folder() / f"grammar-{key(text)}.json"
    return (from_record(path) if path else None) or made(text, path)


def key(text: str) -> str:
    """A short hash of everything that the tables of a grammar depend on."""
    parts = FORMAT, lark.__version__, repr(OPTIONS), text
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def made(text: str, path: Path | None) -> Lark:
    """The parser, built from the grammar; its tables are cached if there is a path."""
    parser = Lark(text, **OPTIONS)
    if path:
        with suppress(OSError):  # a full disk, a folder that may not be used
            keep_record(path, as_json(parser))
            remove_old(path)
    return parser


def remove_old(path: Path) -> None:
    """Remove all but the latest `MAX_RECORDS` cached tables.  Raises OSError."""
    others = sorted(path.parent.glob("grammar-*.json"), key=lambda p: -p.stat().st_mtime)
    for other in others[MAX_RECORDS:]:
        other.unlink(missing_ok=True)


# ---- tables as JSON ----------------------------------------------------------------------------


def as_json(parser: Lark) -> bytes:
    """The tables of a parser as JSON."""
    data, memo = parser.memo_serialize([lark.lexer.TerminalDef, lark.grammar.Rule])
    return json.dumps({"data": data, "memo": memo}, separators=(",", ":")).encode()


def from_record(path: Path) -> Lark | None:
    """The parser from cached tables; None if they are missing or have another shape."""
    held = find_record(path)
    try:
        return None if held is None else Lark.load(numbered(json.loads(held)))
    except WRONG:
        return None


def numbered(tables: Any) -> Any:
    """The tables with the integer keys that JSON turned into strings."""
    table = tables["data"]["parser"]["parser"]
    table["tokens"] = by_number(table["tokens"])
    table["states"] = {int(s): by_number(actions) for s, actions in table["states"].items()}
    return {"data": tables["data"], "memo": by_number(tables["memo"])}


def by_number(entries: dict[str, Any]) -> dict[int, Any]:
    """A map with its keys turned back into integers."""
    return {int(number): entry for number, entry in entries.items()}
