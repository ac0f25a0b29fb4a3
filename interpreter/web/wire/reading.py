"""Texts of a browser → frozen messages: each field says how it is read, and what is wrong is said.

A kind of message is a frozen dataclass whose fields are annotated with their readers, such as
`move: Annotated[str, text(1_000)]`; a field with a default may be left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, TypeVar, get_type_hints

MAX_MESSAGE = 1_000_000  # characters of a message
HALF = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")  # perhaps half of a character
Reader = Callable[[Any], Any]
T = TypeVar("T", bound=Hashable)


class BadMessage(ValueError):
    """A message that cannot be understood; `code` names the kind of mistake, and `id` is that of
    the message where it can be read.
    """

    id: object = None

    def __init__(self, message: str, code: str = "bad-message"):
        super().__init__(message)
        self.code = code


class BadValue(ValueError):
    """A value that does not fit its field; the text continues the field's name: "is a text"."""


# ---- messages ----------------------------------------------------------------------------------


def json_object(text: str, most: int = MAX_MESSAGE) -> dict[str, Any]:
    """The JSON object of a text of at most so many characters.  Raises BadMessage."""
    if len(text) > most:
        raise BadMessage(f"a message has at most {most:,} characters", "too-large")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage("a message is a JSON object") from None
    if not isinstance(data, dict):
        raise BadMessage("a message is a JSON object")
    if HALF.search(text) and not is_unicode(data):
        raise BadMessage("half of a character, such as \\ud800, is no text")
    return data


def is_unicode(data: Any) -> bool:
    """Whether all texts in some data can be written as UTF-8."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        return False
    return True


def kinds_of(*kinds: type[T]) -> dict[str, type[T]]:
    """Kinds of messages by the `type` that a browser writes: the name in lower case."""
    return {kind.__name__.lower(): kind for kind in kinds}


def read(data: Mapping[str, Any], kinds: Mapping[str, type[T]]) -> T:
    """The message of an object, of the kind that its `type` names.  Raises BadMessage."""
    name = data.get("type")
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise BadMessage(f"`type` is one of {', '.join(kinds)}", "unknown-type")
    values: dict[str, Any] = {}
    for field, (reader, is_needed) in readers_of(kind).items():
        if field in data:
            try:
                values[field] = reader(data[field])
            except BadValue as error:
                raise BadMessage(f"`{field}` of `{name}` {error}") from None
        elif is_needed:
            raise BadMessage(f"a message `{name}` needs `{field}`")
    return kind(**values)


@cache
def readers_of(kind: type) -> dict[str, tuple[Reader, bool]]:
    """What reads each field of a kind of message, and whether the field is needed."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        field.name: (
            hints[field.name].__metadata__[0],
            field.default is MISSING and field.default_factory is MISSING,
        )
        for field in fields(kind)
    }


# ---- values of fields --------------------------------------------------------------------------


def text(most: int) -> Reader:
    """Reads a text of at most so many characters."""

    def read_text(value: Any) -> str:
        if not isinstance(value, str) or len(value) > most:
            raise BadValue(f"is a text of at most {most:,} characters")
        return value

    return read_text


def one_of(*words: str) -> Reader:
    """Reads one of some words."""

    def read_word(value: Any) -> str:
        if value not in words:
            raise BadValue(f"is one of {', '.join(words)}")
        return str(value)

    return read_word


def whole(most: int) -> Reader:
    """Reads a whole number from 0."""

    def read_whole(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            raise BadValue(f"is a whole number from 0 to {most:,}")
        return value

    return read_whole


def above_0(most: float) -> Reader:
    """Reads a number above 0."""

    def read_number(value: Any) -> float:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not 0 < value <= most:
            raise BadValue(f"is a number above 0, at most {most:g}")
        return float(value)

    return read_number


def flag(value: Any) -> bool:
    """Reads true or false."""
    if not isinstance(value, bool):
        raise BadValue("is true or false")
    return value


def optional(inner: Reader) -> Reader:
    """Reads null, or something else."""
    return lambda value: None if value is None else inner(value)


def items(most: int, inner: Reader, what: str = "texts") -> Reader:
    """Reads a list of at most so many things; `what` names them."""

    def read_items(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) > most:
            raise BadValue(f"is a list of at most {most:,} {what}")
        return tuple(inner(item) for item in value)

    return read_items
