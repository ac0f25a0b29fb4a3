"""The known names nearest to a misspelt one, for "did you mean" hints."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

MAX_NEAR = 8  # candidates that are kept
SLIP = 0.8  # cost of a doubled letter, or of two letters in the wrong order
HEAD = 0.3  # bonus for the same first letter
WIDTH = 7  # letters of a name that are compared with each letter of the word
GROUP = 0.25  # cost for each group that comes before, being likelier


def distance(a: str, b: str, most: int = 3) -> float:
    """The number of letters to insert, delete, change or swap with a neighbour.

    This is the optimal string alignment distance (Damerau 1964, without repeated edits); the
    commonest typing slips, doubled and swapped letters, count a little less than 1.
    A distance beyond `most` is infinite: what lies that far from the diagonal of the table is not
    computed (Ukkonen 1985).
    """
    band = int(most / SLIP)
    before: list[float] = []
    row: list[float] = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        low, high = max(1, i - band), min(len(b), i + band)
        older, before = before, row
        row = [float(i) if low == 1 else inf] * low
        for j, y in enumerate(b[low - 1 : high], low):
            left_out = SLIP if i > 1 and x == a[i - 2] else 1
            put_in = SLIP if j > 1 and y == b[j - 2] else 1
            cost = min(before[j] + left_out, row[j - 1] + put_in, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and y == a[i - 2]:
                cost = min(cost, older[j - 2] + (SLIP if x != y else 0))
            row.append(cost)
        row += [inf] * (len(b) - high)
    return row[-1] if row[-1] <= most else inf


def limit(word: str) -> int:
    """The largest distance at which a name may be meant by a word of this length."""
    return 1 if len(word) <= 3 else 2 if len(word) <= 7 else 3


def is_alike(word: str, name: str) -> bool:
    """Whether the length of a name is close enough to that of a word to be meant by it."""
    return abs(len(name) - len(word)) <= limit(word)


def near(word: str, *groups: Iterable[str]) -> tuple[str, ...]:
    """The names that a misspelt word may stand for, the likeliest first.

    Names of an earlier group are likelier.  Among names equally near, one with the same first
    letter comes first; then the given order decides.
    """
    distances: dict[str, tuple[float, int]] = {}
    order = 0
    for number, group in enumerate(groups):
        for name in group:
            order += 1
            if name in distances or name == word or not is_alike(word, name):
                continue
            far = distance(word.lower(), name.lower(), limit(word))
            if far >= max(len(word), len(name)):
                continue
            alike = name[:1].lower() == word[:1].lower()
            distances[name] = (far + GROUP * number - HEAD * alike, order)
    ranked = sorted(distances, key=lambda name: distances[name])
    return tuple(n for n in ranked[:MAX_NEAR] if distances[n][0] <= distances[ranked[0]][0] + 1)


def nearest(word: str, names: Iterable[str]) -> str | None:
    """The name that a misspelt word most likely stands for, or None if none is near."""
    nearest = near(word, names)
    return nearest[0] if nearest else None
