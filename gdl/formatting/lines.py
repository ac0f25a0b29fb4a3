"""Breaks pieces into lines that are no longer than allowed, at the places that cost least."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.formatting.rule_texts import Piece

WIDTH = 110  # characters of a line
OVERFLOW = 1_000  # what each character beyond it costs
LINE = 100  # what each line costs


def joined(pieces: Sequence[Piece]) -> str:
    """The pieces on one line."""
    words = [piece.text if piece.cost is None else f" {piece.text}" for piece in pieces]
    return "".join(words).lstrip(" ")


def broken(pieces: Sequence[Piece], first: int, others: int) -> list[str]:
    """The lines of a text; `first` is the column of the first one, `others` that of the rest.

    Of all ways to break, the cheapest: no line too long, few lines, breaks where they cost little.
    """
    starts = [0, *(i for i, piece in enumerate(pieces) if i and piece.cost is not None)]
    ends = [*starts[1:], len(pieces)]
    if first + len(joined(pieces)) <= WIDTH:
        return [joined(pieces)]
    chunks = [joined(pieces[start:end]) for start, end in zip(starts, ends)]
    best: list[tuple[int, int]] = [(0, 0)]  # for each number of chunks: cost, start of last line
    for end in range(1, len(chunks) + 1):
        options = []
        length = -1
        for start in range(end - 1, -1, -1):
            length += 1 + len(chunks[start])
            over = max(0, length + (others if start else first) - WIDTH)
            break_before = (pieces[starts[start]].cost or 0) if start else 0
            cost = best[start][0] + OVERFLOW * over + LINE + break_before
            options.append((cost, start))
            if over and start < end - 1:
                break
        best.append(min(options))
    lines: list[str] = []
    end = len(chunks)
    while end:
        start = best[end][1]
        lines.insert(0, " ".join(chunks[start:end]))
        end = start
    return lines
