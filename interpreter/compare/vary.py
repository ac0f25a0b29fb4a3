"""The values of options that are compared, from texts such as `size=8,10` or `size=6..12`."""

from __future__ import annotations

import re

from interpreter.compare.study import MOST_VARIANTS, wrong

RANGE = re.compile(r"(-?\d+)\s*\.\.\s*(-?\d+)")


def varied(words: tuple[str, ...]) -> dict[str, list[str]]:
    """For every option its values.

    Raises StudyError.
    """
    found: dict[str, list[str]] = {}
    for word in words:
        name, equals, values = word.partition("=")
        listed = [v for part in values.split(",") for v in expanded(part.strip())]
        if not equals or not name.strip() or not all(listed):
            raise wrong(f"--vary takes NAME=A,B or NAME=A..B, and this is `{word}`")
        found[name.strip()] = list(dict.fromkeys(listed))
    return found


def expanded(part: str) -> list[str]:
    """A value, or the whole numbers of a range."""
    ends = RANGE.fullmatch(part)
    if ends is None:
        return [part]
    low, high = int(ends[1]), int(ends[2])
    if not low <= high < low + MOST_VARIANTS:
        raise wrong(f"`{part}` is no range of up to {MOST_VARIANTS} numbers")
    return [str(number) for number in range(low, high + 1)]


def published_values(game: str, options: dict[str, str]) -> dict[str, list[str]]:
    """The published values of all options of a game but those that are set.

    Raises GdlError, and StudyError where there is nothing to vary.
    """
    from interpreter.loading import load_game

    found = {}
    for option in load_game(game, **options).rules.declared:
        if option.name not in options and len(option.published) > 1:
            found[option.name] = [str(value) for value in option.published]
    if not found:
        raise wrong(f"{game} has no options with several published values; give `--vary`")
    return found
