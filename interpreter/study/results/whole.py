"""What is measured once for a game as a whole: its size, its rules, its board, its depth.

Each comes from random games of its own, the same in every study, or from the games of the study's
last pairing, the strongest.  `docs/metrics.md` defines every one, with its source.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from interpreter.api.wording import plural
from interpreter.diff.rules.lines import sheet
from interpreter.study.plan.metrics import ALL, ENDINGS, WHOLE
from interpreter.study.play.mirror import Mirrored, mirrored
from interpreter.study.play.walks import walks_of
from interpreter.study.results.elo import levels_of, top_of
from interpreter.study.results.estimates import FEW, mean_share
from interpreter.study.results.lines import ending_rows, unused_lines
from interpreter.study.results.openings import symmetries_of
from interpreter.study.results.results import Estimate, Kind, Row
from interpreter.study.results.solving import exact
from interpreter.study.statistics.sizes import Size, distinct_seen, richness, tree_size

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.study.plan.study import Study

Facts = Mapping[int, Mapping[str, Any]]
GROUP = "The game as a whole"
TOKEN = re.compile(r'"[^"]*"|[A-Za-z_]\w*|\d+(?:\.\d+)?|\.\.|[<>!]=|\S')
COMMENT = re.compile(r"(?:^|\s)#[^\n]*")
NEW = ("tree", "pieces")  # figures that games have which this version measured


def whole_rows(
    study: Study, wanted: Collection[str], facts: Sequence[Facts], ladder: Sequence[Row]
) -> tuple[Row, ...]:
    """The rows of those that are wanted, all as details where none is named.

    `facts` are those of the last pairing, by variant.
    """
    games = [variant.game for variant in study.variants]
    rungs = [[row.estimates[v] for row in ladder] for v in range(len(games))]
    makers: dict[str, Callable[[int], Estimate | None]] = {
        "tree-size": lambda v: sizes(games[v], study.most_moves)[0],
        "positions": lambda v: sizes(games[v], study.most_moves)[1],
        "tokens": lambda v: exact(tokens(games[v])),
        "symmetries": lambda v: exact(1 + len(symmetries_of(games[v]))),
        "unused-cells": lambda v: counted(len(unused(games[v], facts[v])), facts[v]),
        "unused-lines": lambda v: lines_of(games[v], facts[v]),
        "mirror-legal": lambda v: mirror_figures(games[v], study.most_moves)[0],
        "mirror-score": lambda v: mirror_figures(games[v], study.most_moves)[1],
        "depth-elo": lambda v: top_of(rungs[v]),
        "depth-levels": lambda v: levels_of(rungs[v]),
    }
    made, is_detail = list[Row](), not wanted and ALL not in study.metrics
    for key in WHOLE:
        if wanted and key not in wanted:
            continue
        if key == ENDINGS:
            made += ending_rows(study, facts, is_detail)
        else:
            estimates = tuple(makers[key](v) for v in range(len(games)))
            title, unit = WHOLE[key]
            nothing = (None,) * len(games)
            made.append(Row(key, title, unit, GROUP, estimates, nothing,
                            is_detail=is_detail))  # fmt: skip
    return tuple(row for row in made if any(row.estimates))


# ---- how large it is ---------------------------------------------------------------------------


@lru_cache(maxsize=64)
def sizes(game: Game, most_moves: int) -> tuple[Estimate | None, Estimate | None]:
    """How many games and how many positions there are, as logarithms to base 10.

    There are no more positions than ways to reach them, which bounds their number from above; but
    where there is chance, walks count the ways for given luck alone, which are fewer.
    """
    walks = walks_of(game, most_moves)
    count = len(walks.leaves)
    leaves, nodes = tree_size(walks.leaves), tree_size(walks.nodes)
    known = richness(count, distinct_seen(walks.positions))
    if known is not None and nodes is not None and not has_chance(game):
        known = Size(min(known.log, nodes.high), min(known.low, nodes.high), nodes.high)
    return size_estimate(leaves, count), size_estimate(known, count)


def has_chance(game: Game) -> bool:
    """Whether chance has moves in a game."""
    return any(action.is_chance for action in game.model.actions.values())


def size_estimate(size: Size | None, count: int) -> Estimate | None:
    """A size as an estimate."""
    if size is None:
        return None
    kind: Kind = "constant" if size.low == size.high else "few" if count < FEW else "sampled"
    return Estimate(size.log, size.low, size.high, count, kind)


# ---- its rules and its board -------------------------------------------------------------------


def tokens(game: Game) -> int:
    """How many words, numbers and signs the rules have that matter in play, however they are laid
    out and whichever file they are in.
    """
    spans = {rule.span for rules in sheet(game.model).values() for rule in rules}
    texts = {(s.source.name, s.start): s.source.text[s.start : s.end] for s in spans}
    return sum(len(TOKEN.findall(COMMENT.sub("", text))) for text in texts.values())


def unused(game: Game, facts: Facts) -> list[str]:
    """The cells on which no piece ever stood in games that were looked at."""
    used = {cell for fact in facts.values() for cell in fact["used"]}
    return [name for cell, name in enumerate(game.board.cells) if cell not in used]


def counted(count: int, facts: Facts) -> Estimate | None:
    """A number that is counted over all games that were looked at."""
    return Estimate(count, count, count, len(facts), "counted") if facts else None


def lines_of(game: Game, facts: Facts) -> Estimate | None:
    """How many rule lines no game used."""
    lines = unused_lines(game, facts)
    return None if lines is None else counted(len(lines), facts)


# ---- copying -----------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def mirror_figures(game: Game, most_moves: int) -> tuple[Estimate | None, Estimate | None]:
    """How often a mirroring seat 2 can copy, and what it gets."""
    games: Mirrored | None = mirrored(game, most_moves)
    return (None, None) if games is None else (mean_of(games.legal), mean_of(games.results))


def mean_of(shares: Sequence[float | None]) -> Estimate | None:
    """The mean of the shares that there are."""
    return mean_share([share for share in shares if share is not None])


# ---- studies of older versions -----------------------------------------------------------------


def older_notes(every: Sequence[Facts]) -> Iterator[str]:
    """What to do where games were kept by a version that measured less."""
    known = [fact["figures"] for facts in every for fact in facts.values()]
    looked = [figures for figures in known if "branching" in figures]
    old = sum(not all(name in figures for name in NEW) for figures in looked)
    if old:
        yield (
            f"{plural(old, 'game')} kept by an older version, which did not measure pieces, "
            "distances, repetition, choice and clarity: these figures are of the other "
            "games; play the study again with another `--out` to have them of all"
        )
