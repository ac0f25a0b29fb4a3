"""Breaks pieces into lines that are no longer than allowed, at the places that cost least.

In: the pieces of a text and the columns where its lines begin.  Out: the lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from gdl.formatting.rule_texts import Piece

WIDTH = 110  # characters of a line
OVERFLOW = 1_000  # what each character beyond it costs
LINE = 100  # what each line costs
BELOW = 20  # what it costs more to begin below a heading


def joined(pieces: Sequence[Piece]) -> str:
    """The pieces on one line."""
    words = [piece.text if piece.cost is None else f" {piece.text}" for piece in pieces]
    return "".join(words).lstrip(" ")


def after_head(pieces: Sequence[Piece], head: int, others: int) -> list[str]:
    """The lines of a text after a heading that ends in the column `head`.

    The first is empty if the text had better begin below its heading.
    """
    beside = cheapest(pieces, head + 1, others)
    below = cheapest(pieces, others, others)
    return beside[1] if beside[0] <= below[0] + LINE + BELOW else ["", *below[1]]


def broken(pieces: Sequence[Piece], first: int, others: int) -> list[str]:
    """The lines of a text; `first` is the column of the first one, `others` that of the rest."""
    return cheapest(pieces, first, others)[1]


def cheapest(pieces: Sequence[Piece], first: int, others: int) -> tuple[int, list[str]]:
    """What the cheapest lines of a text cost, and these: no line too long, and few lines."""
    whole = joined(pieces)
    if first + len(whole) <= WIDTH:
        return LINE, [whole]
    starts = [0, *(i for i, piece in enumerate(pieces) if i and piece.cost is not None)]
    chunks = [joined(pieces[start:end]) for start, end in zip(starts, [*starts[1:], len(pieces)])]
    costs = [0, *(pieces[start].cost or 0 for start in starts[1:])]  # of a break before a chunk
    best: list[tuple[int, int]] = [(0, 0)]  # of the first n chunks: cost, -start of the last line
    for end in range(1, len(chunks) + 1):
        options = []
        length = -1
        for start in range(end - 1, -1, -1):
            length += 1 + len(chunks[start])
            over = max(0, length + (others if start else first) - WIDTH)
            cost = best[start][0] + OVERFLOW * over + LINE + costs[start]
            options.append((cost, -start))
            if over and start < end - 1:
                break
        best.append(min(options))
    lines: list[str] = []
    end = len(chunks)
    while end:
        start = -best[end][1]
        lines.insert(0, " ".join(chunks[start:end]))
        end = start
    return best[-1][0], lines
