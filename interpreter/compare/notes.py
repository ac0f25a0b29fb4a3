"""What a reader must know of the figures of a pairing: which games they are of, what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from interpreter.agents.knowledge import has_hidden

if TYPE_CHECKING:
    from interpreter.compare.metrics import Games
    from interpreter.compare.results import PairingResult
    from interpreter.compare.study import Pairing, Study

Facts = Mapping[int, Mapping[str, Any]]

TENSION = ("lead", "lead-changes", "drama", "drama-shuffled", "settled")
SILENT = "the agents of {} do not say what they expect"
NO_GAME = "the first game of {} is not finished yet"
GIVEN_UP = "of {} no game came to an end"
HIDDEN = "{} plays a game that hides something, and there no search says what a seat may expect"
UNPROBED = "they are of second searches, and `--probes 0` asks for none"
ALWAYS_0 = "between {} they are 0 in every game"


def pairing_notes(
    study: Study, who: Pairing, result: PairingResult, games: Sequence[Games],
    facts: Sequence[Facts],
) -> Iterator[str]:  # fmt: skip
    """The notes on a pairing."""
    if any(result.games) and not any(result.detailed):
        yield f"{who.title}: no figures that need a look at every move, as `--detailed 0` asks"
    elif any(d < g for d, g in zip(result.detailed, result.games, strict=True)):
        yield (
            f"{who.title}: figures that need a look at every move are of the first "
            f"{max(result.detailed):,} games of each variant"
        )
    is_wanted = not study.metrics or any(key in study.metrics for key in TENSION)
    is_shown = any(row.group == "Tension" for row in result.rows)
    if is_wanted and not is_shown and any(v.game.seats == 2 for v in study.variants):
        yield f"no figures of tension: {why_no_tension(study, who, games, facts)}"
    yield from second_looks(study, who, result)


def why_no_tension(
    study: Study, who: Pairing, games: Sequence[Games], facts: Sequence[Facts]
) -> str:
    """Why a pairing has no figures of tension: the first of the reasons that holds."""
    duels = [i for i, variant in enumerate(study.variants) if variant.game.seats == 2]
    known = [fact for i in duels for fact in facts[i].values()]
    reasons = (
        (not any(games[i].count for i in duels), NO_GAME),
        (not who.is_random and all(has_hidden(study.variants[i].game) for i in duels), HIDDEN),
        (not any(e is not None for fact in known for e in fact["expected"]), SILENT),
        (not study.probes, UNPROBED),
        (not any(games[i].is_finished.any() for i in duels), GIVEN_UP),
    )
    return next((text for holds, text in reasons if holds), ALWAYS_0).format(who.title)


def second_looks(study: Study, who: Pairing, result: PairingResult) -> Iterator[str]:
    """A note on figures of fewer games than were looked at."""
    is_shown = any(row.metric in ("spread", "lead") for row in result.rows)
    if is_shown and max(result.games) > study.probes:
        yield (
            f"{who.title}: what needs a second search (choice and tension) is of the first "
            f"{study.probes:,} games of each variant"
        )
