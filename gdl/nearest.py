"""The nearest known name to a misspelt one, for "did you mean" hints."""

from __future__ import annotations

from collections.abc import Iterable


def distance(a: str, b: str) -> int:
    """How many letters must be put in, left out, changed or exchanged with their neighbour.

    This is the optimal string alignment distance (Damerau 1964, without repeated edits).
    """
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and y == a[i - 2]:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]


def nearest(word: str, names: Iterable[str]) -> str | None:
    """The name that a misspelt word most likely stands for, or None when none is near.

    Of names equally near, one that begins alike comes first, then the order given decides.
    """
    limit = 1 if len(word) <= 3 else 2 if len(word) <= 7 else 3
    best: tuple[float, int, str] | None = None
    for order, name in enumerate(dict.fromkeys(names)):
        if abs(len(name) - len(word)) > limit or name == word:
            continue
        far = distance(word.lower(), name.lower())
        if far > limit or far >= max(len(word), len(name)):
            continue
        score = (far - 0.5 * (name[:1].lower() == word[:1].lower()), order, name)
        best = score if best is None else min(best, score)
    return best[2] if best else None
