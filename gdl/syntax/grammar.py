"""The parser that Lark makes of `rules.lark`, from the cache where its tables are there.

Making the tables takes a quarter of a second, reading them a hundredth.  They are kept as JSON with
a checksum, called after all that they depend on; what is damaged is made anew.
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
    "name names players player stored definition path point supply owner action_head "
    "define_head stored_head seen_head shown extends statement block turn turn_case "
    "end_head result expr"
).split()
)
GRAMMAR = Path(__file__).with_name("rules.lark")
OPTIONS: dict[str, Any] = {
    "parser": "lalr",
    "start": list(STARTS),
    "maybe_placeholders": True,
    "propagate_positions": True,
}
FORMAT = "1"  # of the records; a new one makes them be written anew
MAX_RECORDS = 4  # of other grammars and versions, each of a sixth of a megabyte
WRONG = (  # what comes of tables of another shape
    LookupError, TypeError, ValueError, AttributeError, RecursionError, lark.exceptions.LarkError,
)  # fmt: skip


@cache
def lark_parser() -> Lark:
    """The parser for all start symbols."""
    text = GRAMMAR.read_text("utf-8")
    path = None
    with suppress(OSError):  # without a folder nothing is kept
        path = cache_folder() / f"grammar-{key(text)}.json"
    return (from_record(path) if path else None) or made(text, path)


def key(text: str) -> str:
    """What the tables of a grammar depend on, in few letters."""
    parts = FORMAT, lark.__version__, repr(OPTIONS), text
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def made(text: str, path: Path | None) -> Lark:
    """The parser, made of the grammar; its tables are kept where there is a path."""
    parser = Lark(text, **OPTIONS)
    if path:
        with suppress(OSError):  # a full disk, a folder that is not to be used
            keep_record(path, as_json(parser))
            remove_old(path)
    return parser


def remove_old(path: Path) -> None:
    """Remove the tables of other grammars, but for the latest.  Raises OSError."""
    others = sorted(path.parent.glob("grammar-*.json"), key=lambda p: -p.stat().st_mtime)
    for other in others[MAX_RECORDS:]:
        other.unlink(missing_ok=True)


# ---- tables as JSON ----------------------------------------------------------------------------


def as_json(parser: Lark) -> bytes:
    """The tables of a parser."""
    data, memo = parser.memo_serialize([lark.lexer.TerminalDef, lark.grammar.Rule])
    return json.dumps({"data": data, "memo": memo}, separators=(",", ":")).encode()


def from_record(path: Path) -> Lark | None:
    """The parser of kept tables; None where they are not there or are of another shape."""
    held = find_record(path)
    try:
        return None if held is None else Lark.load(numbered(json.loads(held)))
    except WRONG:
        return None


def numbered(tables: Any) -> Any:
    """Tables with numbers as keys where JSON has made texts of them."""
    table = tables["data"]["parser"]["parser"]
    table["tokens"] = by_number(table["tokens"])
    table["states"] = {int(s): by_number(actions) for s, actions in table["states"].items()}
    return {"data": tables["data"], "memo": by_number(tables["memo"])}


def by_number(entries: dict[str, Any]) -> dict[int, Any]:
    """A map with numbers as keys."""
    return {int(number): entry for number, entry in entries.items()}
