"""The result of any stage as text; the same input gives the same bytes.

`dump` prints a tree of frozen dataclasses, indented, one node per line, with its place in the
source.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from gdl.source.spans import Span
from gdl.vocabulary.types import Type


def dump(node: Any) -> str:
    """The result of a stage as text, which ends with a line break."""
    return "\n".join(_lines("", node, 0)) + "\n"


def _lines(label: str, value: Any, depth: int) -> Iterator[str]:
    start = "  " * depth + (f"{label}: " if label else "")
    if is_dataclass(value) and not isinstance(value, Type | Span):
        yield start + _head(value)
        for field in fields(value):
            if field.name not in ("span", "type", "sources"):
                yield from _lines(field.name, getattr(value, field.name), depth + 1)
    elif isinstance(value, Mapping):
        yield start + ("{}" if not value else "")
        for key, item in value.items():
            yield from _lines(str(key), item, depth + 1)
    elif isinstance(value, tuple) and any(is_dataclass(v) or isinstance(v, tuple) for v in value):
        yield start.rstrip()
        for item in value:
            yield from _lines("-", item, depth + 1)
    elif not (value is None or value == ()):
        yield start + _scalar(value)


def _head(node: Any) -> str:
    """The name of a node, its type if it has one, and its place."""
    parts = [type(node).__name__]
    kind = getattr(node, "type", None)
    if isinstance(kind, Type):
        parts.append(f"<{kind}>")
    span = getattr(node, "span", None)
    if isinstance(span, Span):
        parts.append(f"@{span.line}:{span.column}")
    return " ".join(parts)


def _scalar(value: Any) -> str:
    if isinstance(value, tuple):
        return " ".join(str(v) for v in value)
    if isinstance(value, Span):
        return f"@{value.line}:{value.column}"
    return repr(value) if isinstance(value, str) else str(value)
