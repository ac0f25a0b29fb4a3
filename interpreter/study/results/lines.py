"""Which rule lines the games of a study use, and by which line of `end` they ended.

The first games of the last pairing, the strongest, are followed through the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gdl.source.wording import clip
from interpreter.api.wording import plural
from interpreter.checking.unused import text_hangs_on_an_option
from interpreter.coverage import NOBODY, UNFINISHED, LineUse
from interpreter.study.plan.metrics import Games
from interpreter.study.results.derived import Derived, Played
from interpreter.study.results.results import Estimate, Kind, Row
from interpreter.study.statistics.bounded import share_interval
from interpreter.study.store.contents import Facts

MOST_MOVES = 3_000  # that are followed, which takes about a second
FEW = 10  # games, below which a share is marked and nothing is said of unused lines
LISTED = 6  # lines that a note names
LETTERS = 60  # of a line
GROUP = "How games ended"


def followed(facts: Facts) -> Played:
    """The moves of the first games, as many as may be followed."""
    games, moves = list[tuple[str, ...]](), 0
    for number in sorted(facts):
        game = tuple(facts[number]["moves"])
        if games and moves + len(game) > MOST_MOVES:
            break
        games.append(game)
        moves += len(game)
    return tuple(games)


def ending_rows(derived: Derived, facts: Sequence[Facts], is_detail: bool) -> Iterator[Row]:
    """The share of games that each line of `end` decided, a row a line."""
    every, titles = list[dict[str, Estimate]](), dict[str, None]()
    for variant, known in enumerate(facts):
        every.append(endings(derived, variant, known))
        titles |= dict.fromkeys(every[-1])
    nothing = (None,) * len(every)
    for title in titles:
        estimates = tuple(each.get(title) for each in every)
        if any(e is not None and e.value > 0 for e in estimates):
            yield Row(f"ended-by {title}", title, "%", GROUP, estimates, nothing,
                      is_detail=is_detail)  # fmt: skip


def endings(derived: Derived, variant: int, facts: Facts) -> dict[str, Estimate]:
    """The share of games by how they ended; empty without games."""
    games = followed(facts)
    counts = dict[str, int]()
    for line, count in derived.endings(variant, games).items():
        title = line if line in (NOBODY, UNFINISHED) else f"`{clip(line, LETTERS)}`"
        counts[title] = counts.get(title, 0) + count
    return {title: share_of(count, len(games)) for title, count in counts.items()} if games else {}


def share_of(part: int, count: int) -> Estimate:
    """A share of games with its interval."""
    interval = share_interval(part, count)
    kind: Kind = "few" if count < FEW else "sampled"
    return Estimate(part / count, interval.low, interval.high, count, kind)


def unused_lines(derived: Derived, variant: int, facts: Facts) -> list[LineUse] | None:
    """The lines that no game used, but for those that an option may have ruled out; None where
    there are too few games.
    """
    games, game = followed(facts), derived.study.variants[variant].game
    if len(games) < FEW:
        return None
    return [
        line for line in derived.uses(variant, games)
        if line.uses == 0 and line.kind != "definition"
        and not text_hangs_on_an_option(game.model, line.span.text)
    ]  # fmt: skip


def unused_line_notes(
    derived: Derived, games: Sequence[Games], facts: Sequence[Facts]
) -> Iterator[str]:
    """Which lines no game used: rules that strong play has no use for, or that never apply."""
    study = derived.study
    who = study.pairings[-1].title
    for number, (variant, known) in enumerate(zip(study.variants, facts, strict=True)):
        lines = unused_lines(derived, number, known)
        if not lines:
            continue
        texts = {u.line.place: f"`{clip(' '.join(u.line.text.split()), LETTERS)}`" for u in lines}
        named = [f"{text} ({place})" for place, text in texts.items()]
        more = f" and {len(named) - LISTED} more" if len(named) > LISTED else ""
        these = "this line was" if len(named) == 1 else "these lines were"
        yield (
            f"{who}: in {extent(len(followed(known)), games[number].count)} of "
            f"{variant.label or variant.title} {these} never used: "
            f"{', '.join(named[:LISTED])}{more}"
        )


def extent(followed: int, every: int) -> str:
    """How many games were followed through the rules, and whether these are all."""
    if followed == every:
        return plural(every, "game")
    return f"the first {followed:,} of {plural(every, 'game')}"
