"""Values of variables, marks and scores as text, short enough for a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

SHOWN = 20  # pieces off the board before their list is shortened
ITEMS = 8  # elements of a list, or sets in a set, that are written out
NAMED = 24  # elements of a set that are written out, however long they are
SHORT = 30  # characters that are written out, however many elements they name
RUN = 3  # whole numbers in a row that are written as a range
EMPTY = "{}"  # a set without elements, as the rules write it; in tables a dash is none
ENTRIES = 16  # entries of a variable before the unchanged ones are left out
MAX_ENTRIES = 40  # changed entries that are shown


def value_text(value: Any) -> str:
    """A value of a variable, a mark or a score, shortened if need be; a variable of which no entry
    is seen is hidden.
    """
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{index_text(k)} {value_text(v)}" for k, v in value.items()) or "hidden"
    if isinstance(value, frozenset):
        return set_text(value)
    if isinstance(value, tuple):
        return list_text(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def index_text(key: Any) -> str:
    """An index as it stands before its value; a number is set apart from one that follows."""
    last = key[-1] if isinstance(key, tuple) else key
    return " ".join(words(key)) + (":" if isinstance(last, int | float) else "")


def words(key: Any) -> Iterable[str]:
    """The words of an index."""
    return map(joined, key if isinstance(key, tuple) else (key,))


def set_text(values: frozenset[Any]) -> str:
    """The elements of a set in their fixed order, or their number if there are too many."""
    if not values:
        return EMPTY
    if any(isinstance(v, frozenset) for v in values):
        texts = [*map(joined, values)]
        more = f" … ({len(texts)} in all)" if len(texts) > ITEMS else ""
        return " ".join(texts[:ITEMS]) + more
    text = " ".join(runs(values) if len(values) > ITEMS else map(value_text, values))
    return f"{len(values)} of them" if len(values) > NAMED and len(text) > SHORT else text


def runs(values: Iterable[Any]) -> Iterator[str]:
    """Elements of a large set, whole numbers in a row as ranges such as `21..36`."""
    waiting: list[Any] = []
    for value in (*values, None):
        if waiting and not (type(value) is int is type(waiting[-1]) and value == waiting[-1] + 1):
            is_range = len(waiting) >= RUN
            yield from [f"{waiting[0]}..{waiting[-1]}"] if is_range else map(value_text, waiting)
            waiting = []
        waiting.append(value)


def joined(value: Any) -> str:
    """A set in a set or as an index: its elements with hyphens between, such as `a1-b1`."""
    if not isinstance(value, frozenset):
        return str(value)
    return "-".join(map(joined, value)) or EMPTY


def score_text(value: Any) -> str:
    """A score in full, since seats may differ at its end alone."""
    return list_text(value, len(value)) if isinstance(value, tuple) else value_text(value)


def list_text(values: tuple[Any, ...], most: int = ITEMS) -> str:
    """A list without the zeros at its end, cut after `most` elements."""
    kept = list(values)
    while len(kept) > 1 and kept[-1] == 0:
        kept.pop()
    more = " …" if len(kept) > most else ""
    return "-".join(value_text(v) for v in kept[:most]) + more


def status(values: Mapping[str, Any], start: Mapping[str, Any]) -> str:
    """Variables in one line; `start` has their values at the start of the game."""
    parts = (f"{name}: {stored_text(value, start.get(name))}" for name, value in values.items())
    return " · ".join(parts)


def stored_text(value: Any, start: Any) -> str:
    """A variable; if it has many entries, only those that differ from the start."""
    if not isinstance(value, Mapping) or not isinstance(start, Mapping) or len(value) <= ENTRIES:
        return value_text(value)
    changed = {key: v for key, v in value.items() if key not in start or start[key] != v}
    if not changed:
        return "as at the start"
    shown = dict(islice(changed.items(), MAX_ENTRIES))
    more = f" … ({len(changed)} in all)" if len(changed) > len(shown) else ""
    rest = ", the others as at the start" if len(changed) < len(value) else ""
    return f"{value_text(shown)}{more}{rest}"


def supply_text(supply: Iterable[tuple[str, int]]) -> str:
    """The pieces off the board, with their numbers: words that are alike once."""
    counts = Counter[str]()
    for name, count in supply:
        counts[name] += count
    parts = [f"{n:,} {name}" if n > 1 else name for name, n in counts.items()]
    more = f" … ({len(parts)} in all)" if len(parts) > SHOWN else ""
    return ", ".join(parts[:SHOWN]) + more
