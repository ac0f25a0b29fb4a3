"""Values and counts in words, as messages show them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isfinite
from typing import Any

TRUTH = {"true": True, "false": False}  # the words of the language and their values
MAX_SHOWN = 20  # values of a domain that are listed
LARGE = 10**100  # numbers from here on are not written out; Python cannot print them all


def number_of(count: int | str, thing: str) -> str:
    """`no values`, `1 value`, `2 values`."""
    return f"{count or 'no'} {thing}{'' if count in (1, '1', 'at most 1') else 's'}"


def grouped(number: float) -> str:
    """A number with its digits in groups of three, as the format `:,` writes it."""
    return f"{int(number):,}"


def a_sort(sort: str) -> str:
    """A sort of name with its article: `an action`."""
    sort = {"chance": "chance action"}.get(sort, sort)
    return f"an {sort}" if sort[0] in "aeiou" else f"a {sort}"


def show(value: Any) -> str:
    """A value as the language writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and isfinite(value) and value == int(value):
        return str(int(value))
    if isinstance(value, int) and abs(value) >= LARGE:
        return "a number of so many digits"
    return "none" if value is None else str(value)


QUOTED = re.compile(r"(`[^`]*`?)")
WITHIN = re.compile(r"(?<=[^\W_])_+(?=[^\W_])")


def names_as_words(text: str) -> str:
    """A text as people read it: with a blank for the underscores between two words of a name.

    What stands between backticks is to be typed, or stands in a rule file, and stays as it is.
    Only what writes for people calls this; everything else has names as the rule file writes them.
    """
    parts = QUOTED.split(text) if "_" in text else [text]
    return "".join(
        part if part.startswith("`") else WITHIN.sub(" ", part)
        for part in parts
    )


def spaced(text: str) -> str:
    """The text of a move with one blank between its words, and none within a set or a step."""
    return re.sub(r" ?([,+*]) ?|(?<=\{) | (?=\})", r"\1", " ".join(text.split()))


def show_values(values: Sequence[Any]) -> str:
    """A domain in few words: a range as `1 to 9`, or the first `MAX_SHOWN` values."""
    if len(values) > 2 and is_range(values):
        return f"{values[0]} to {values[-1]}"
    shown = [show(v) for v in values[:MAX_SHOWN]]
    more = len(values) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def is_range(values: Sequence[Any]) -> bool:
    """Whether values are whole numbers without a gap."""
    if isinstance(values, range):
        return True
    numbers = all(isinstance(v, int) and not isinstance(v, bool) for v in values)
    return numbers and values == tuple(range(values[0], values[-1] + 1))


def clip(text: str, most: int = 60) -> str:
    """A text of at most `most` characters: the middle of a longer one is left out."""
    if len(text) <= most:
        return text
    end = most // 4
    return f"{text[: most - end - 3]} … {text[-end:]}"


def in_letters(count: int) -> str:
    """A number as a word up to six, in digits beyond: `two`, `7`."""
    words = ("no", "one", "two", "three", "four", "five", "six")
    return words[count] if count < len(words) else str(count)
