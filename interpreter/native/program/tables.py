"""Constant tables of C, each written once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

NONE = object()  # no value at all, which is none of the values of a table
WHOLE = ((8, "int8_t"), (16, "int16_t"), (32, "int32_t"), (64, "int64_t"))


class Tables:
    """The tables of one C text."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.names: dict[tuple[str, tuple[Any, ...]], str] = {}

    def entry(self, rows: Sequence[Sequence[Any]], row: str, index: str) -> str:
        """C for an entry of rows of equal length; `row` and `index` are C for its place."""
        flat = [value for one in rows for value in one]
        width = len(rows[0])
        if len(set(flat)) == 1:
            return literal(flat[0])
        if len(rows) == 1:
            return index if flat == [*range(width)] else f"{self.name(flat)}[{index}]"
        place = row if width == 1 else f"({row}) * {width} + ({index})"
        return f"{self.name(flat)}[{place}]"

    def name(self, values: Sequence[Any], type: str | None = None) -> str:
        """The name of a table with these values."""
        type = type or type_of(values)
        key = type, tuple(values)
        if key not in self.names:
            name = self.names[key] = f"table_{len(self.names)}"
            listed = ", ".join(map(literal, values))
            self.texts.append(f"static const {type} {name}[] = {{{listed}}};")
        return self.names[key]


def type_of(values: Sequence[Any]) -> str:
    """The smallest C type for some numbers, all whole or none: single precision for the others."""
    if any(isinstance(value, float) for value in values):
        return "float"
    size = max(abs(value) for value in values)
    return next(name for bits, name in WHOLE if size < 1 << bits - 1)


def literal(value: Any) -> str:
    return repr(float(value)) if isinstance(value, float) else str(int(value))
