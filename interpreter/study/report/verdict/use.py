"""Cells and actions that no game uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from interpreter.api.wording import plural
from interpreter.study.report.charts.numbers import decimals, number
from interpreter.study.report.verdict.finding import Finding
from interpreter.study.statistics.bounded import missed_p
from interpreter.study.statistics.simultaneous import unseen_share

if TYPE_CHECKING:
    from interpreter.study.results.results import PairingResult, Results

MAX_NAMED = 8  # cells or actions in a sentence
RARE = 0.001  # the chance that anything used elsewhere has missed all games by luck


def use(results: Results, pairing: PairingResult) -> Iterator[Finding]:
    """For each variant the cells and actions that no game has used, and how rare their use may be:
    never is more than games can show.
    """
    for variant, title in enumerate(results.titles):
        charts, texts = pairing.charts[variant], list[str]()
        if cells := dead_cells(pairing, variant):
            bound = bound_text(len(cells), charts.games)
            games = plural(charts.games, "game")
            texts.append(f"no piece stands on {listed(cells)} in {games} ({bound})")
        if actions := unused_of(pairing, variant):
            verb = "is" if len(actions) == 1 else "are"
            bound = bound_text(len(actions), pairing.detailed[variant])
            games = plural(pairing.detailed[variant], "game")
            named = listed([f"`{a}`" for a in actions])
            texts.append(f"{named} {verb} never used in {games} ({bound})")
        for text in texts:
            yield Finding("use", "told", f"In {title} {text}.", (variant,), pairing.title)


def bound_text(unused: int, games: int) -> str:
    """In at most what share of games each of so many things may be used that no game has used: the
    end of the interval that tables show for it.
    """
    most = unseen_share(games)
    each = "each " if unused > 1 else ""
    share = number(100 * most, decimals(0.0, most, "%"))
    return f"with 95 % confidence {each}in fewer than {share} % of all"


def newly_unused(results: Results, pairing: PairingResult, variant: int) -> Iterator[str]:
    """What games of the base use and no game of another variant, more often than by chance.

    Each cell and action of the base is tested by itself (Fisher 1935), corrected for their
    number and that of the variants (Bonferroni), so that all together are wrong in one study of a
    thousand.
    """
    base = results.base
    first, other = pairing.charts[base], pairing.charts[variant]
    actions = pairing.action_games[base] if pairing.action_games else {}
    most = RARE / max((len(first.cell_use) + len(actions)) * (len(results.variants) - 1), 1)
    cells = [
        cell for cell in dead_cells(pairing, variant)
        if missed_p(
            round(first.cell_use.get(cell, 0.0) * first.games), first.games, other.games
        ) < most
    ]  # fmt: skip
    if cells:
        yield f"no piece ever stands on {listed(cells)}"
    before, after = pairing.detailed[base], pairing.detailed[variant]
    never = [a for a in unused_of(pairing, variant)
             if missed_p(actions.get(a, 0), before, after) < most]  # fmt: skip
    if never:
        verb = "is" if len(never) == 1 else "are"
        yield f"{listed([f'`{a}`' for a in never])} {verb} never used"


def dead_cells(pairing: PairingResult, variant: int) -> list[str]:
    """The cells on which no piece ever stands; none if that holds for most, as in games whose
    pieces move along a part of the board.
    """
    shares: Mapping[str, float] = pairing.charts[variant].cell_use
    dead = [cell for cell, share in shares.items() if share == 0]
    return dead if 2 * len(dead) <= len(shares) else []


def unused_of(pairing: PairingResult, variant: int) -> Sequence[str]:
    """The actions of the rules that no game has used."""
    return pairing.unused[variant] if pairing.unused else ()


def listed(names: Sequence[str]) -> str:
    """Names in a sentence, the first of them where there are many."""
    if len(names) > MAX_NAMED:
        return f"{', '.join(names[:MAX_NAMED])} and {len(names) - MAX_NAMED} more"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
