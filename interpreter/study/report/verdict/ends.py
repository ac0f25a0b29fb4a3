"""Whether the games have come to an end, without which there is little to tell of them.

A game that reaches the limit of moves counts as not finished, and has no result and no length.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from interpreter.study.report.charts.numbers import number
from interpreter.study.report.verdict.finding import Finding

if TYPE_CHECKING:
    from interpreter.study.results.results import PairingResult, Results

FEW = 0.95  # the share of finished games below which a reader should know before all else
NONE = (
    "Of {games} games of {name} none ended within {moves} moves, so nothing is known of who wins "
    "or how long a game lasts."
)
SOME = (
    "Only {share} % of {games} games of {name} ended within {moves} moves, and who wins and how "
    "long a game lasts is known of these alone."
)
HINT = (
    "Allow more with `--moves`; if that does not help, these agents seldom bring about what the "
    "section `end` asks for."
)


def ends(results: Results, pairing: PairingResult) -> Iterator[Finding]:
    """For each variant that many games did not end, and what to do about it."""
    found = list[int]()
    for variant, name in enumerate(results.titles):
        games, share = pairing.games[variant], pairing.finished(variant)
        if not games or share >= FEW:
            continue
        found.append(variant)
        text = (SOME if share else NONE).format(
            share=number(100 * share, 1), games=f"{games:,}", name=name,
            moves=f"{results.most_moves:,}",
        )  # fmt: skip
        yield Finding("ends", "told", text, (variant,), pairing.title)
    if found:
        yield Finding("ends", "told", HINT, tuple(found), pairing.title)
