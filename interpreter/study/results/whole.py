"""What is measured once for a game as a whole: its size, its rules, its board, its depth.

Each comes from random games of its own, the same in every study, or from the games of the study's
last pairing, the strongest.  `docs/metrics.md` defines every one, with its source.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from interpreter.diff.rules.lines import sheet
from interpreter.study.plan.metrics import ALL, ENDINGS, WHOLE, Metric, figure
from interpreter.study.results.derived import Derived
from interpreter.study.results.elo import levels_of, shares_of, top_of
from interpreter.study.results.estimates import Half
from interpreter.study.results.lines import ending_rows, unused_lines
from interpreter.study.results.results import Estimate, Row
from interpreter.study.store.contents import Facts
from interpreter.study.store.store import Store
from interpreter.symmetry.images import Symmetry

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.study.plan.study import Study

GROUP = "The game as a whole"
TOKEN = re.compile(r'"[^"]*"|[A-Za-z_]\w*|\d+(?:\.\d+)?|\.\.|[<>!]=|\S')
COMMENT = re.compile(r"(?:^|\s)#[^\n]*")
SOLVED = {
    "value": ("result of seat 1 with perfect play", "%"),
    "points": ("points of seat 1 with perfect play", "points"),
    "best": ("first moves that keep it", "moves"),
    "first": ("first moves", "moves"),
    "length": ("moves until the end with perfect play", "moves"),
    "positions": ("positions that can be reached", "positions"),
}


def whole_rows(
    study: Study, wanted: Collection[str], facts: Sequence[Facts], ladder: Sequence[Row],
    derived: Derived,
) -> tuple[Row, ...]:  # fmt: skip
    """The rows of those that are wanted, all as details where none is named.

    `facts` are those of the last pairing, by variant.
    """
    games = [variant.game for variant in study.variants]
    rungs = shares_of(ladder) or [[] for _ in games]
    makers: dict[str, Callable[[int], Estimate | None]] = {
        "tree-size": lambda v: derived.sizes(v)[0],
        "positions": lambda v: derived.sizes(v)[1],
        "tokens": lambda v: exact(tokens(games[v])),
        "symmetries": lambda v: symmetries(games[v], derived.symmetries(v)),
        "unused-cells": lambda v: cells_of(games[v], facts[v]),
        "unused-lines": lambda v: lines_of(derived, v, facts[v]),
        "mirror-legal": lambda v: derived.mirror(v)[0],
        "mirror-score": lambda v: derived.mirror(v)[1],
        "depth-elo": lambda v: top_of(rungs[v]),
        "depth-levels": lambda v: levels_of(rungs[v]),
    }
    made, is_detail = list[Row](), not wanted and ALL not in study.metrics
    for key in WHOLE:
        if wanted and key not in wanted:
            continue
        if key == ENDINGS:
            made += ending_rows(derived, facts, is_detail)
        else:
            estimates = tuple(makers[key](v) for v in range(len(games)))
            title, unit = WHOLE[key]
            nothing = (None,) * len(games)
            made.append(Row(key, title, unit, GROUP, estimates, nothing,
                            is_detail=is_detail))  # fmt: skip
    return tuple(row for row in made if any(row.estimates))


# ---- its rules and its board -------------------------------------------------------------------


def tokens(game: Game) -> int:
    """How many words, numbers and signs the rules have that matter in play, however they are laid
    out and whichever file they are in.
    """
    spans = {rule.span for rules in sheet(game.model).values() for rule in rules}
    texts = {(s.source.name, s.start): s.source.text[s.start : s.end] for s in spans}
    return sum(len(TOKEN.findall(COMMENT.sub("", text))) for text in texts.values())


def symmetries(game: Game, found: Sequence[Symmetry]) -> Estimate | None:
    """How many symmetries the board has, with the identity; None without a board."""
    return exact(1 + len(found)) if game.board.cells else None


def cells_of(game: Game, facts: Facts) -> Estimate | None:
    """How many cells no game used; None where no game has a piece on the board."""
    unused = unused_cells(game, facts)
    return counted(len(unused), facts) if len(unused) < len(game.board.cells) else None


def unused_cells(game: Game, facts: Facts) -> list[str]:
    """The cells on which no piece ever stood in games that were looked at."""
    used = {cell for fact in facts.values() for cell in fact["used"]}
    return [name for cell, name in enumerate(game.board.cells) if cell not in used]


def counted(count: int, facts: Facts) -> Estimate | None:
    """A number that is counted over all games that were looked at."""
    return Estimate(count, count, count, len(facts), "counted") if facts else None


def lines_of(derived: Derived, variant: int, facts: Facts) -> Estimate | None:
    """How many rule lines no game used."""
    lines = unused_lines(derived, variant, facts)
    return None if lines is None else counted(len(lines), facts)


# ---- perfect play ------------------------------------------------------------------------------


def solved_halves(study: Study, store: Store) -> list[Half]:
    """A row for each figure; variants that could not be solved have none."""
    figures = [store.solved(v) or {} for v in range(len(study.variants))]
    made: list[Half] = []
    for key, (title, unit) in SOLVED.items():
        estimates = tuple(exact(f.get(key)) for f in figures)
        metric = Metric(f"solved-{key}", title, unit, "Perfect play", "mean", figure(key))
        made.append(Half(metric, estimates, (None,) * len(figures)))
    return [half for half in made if any(half.estimates)]


def exact(value: float | None) -> Estimate | None:
    """A figure that is certain."""
    return None if value is None else Estimate(value, value, value, 1, "exact")
