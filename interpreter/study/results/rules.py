"""How the rules of each variant differ from the base's: lines, and the play that shows it.

The search is that of `gdl diff` with limits on its work, so that a report does not wait for it and
is the same on every machine: it may find nothing where `gdl diff` would, and says what was
compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from interpreter.api.wording import name_of
from interpreter.diff import brief, changes
from interpreter.diff.report import bound, by_chance, games_text, joined, within
from interpreter.diff.rules.findings import Change, Difference, Finding, Looked, by_entry
from interpreter.drawing.scene import DrawnPosition, drawn_position
from interpreter.study.results.results import ChangedLine, RulesApart

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.api.state import State
    from interpreter.study.plan.study import Study

MAX_COMPARED = 6  # variants whose play is compared with that of the base; of all others the lines
MAX_FACTS = 6  # that are told
NOT_COMPARED = "their play was not compared"
KEPT = 64  # comparisons, since a report that follows a running study is made again and again


def rules_apart(study: Study) -> tuple[RulesApart, ...]:
    """How each variant differs from the base."""
    base = study.variants[study.base].game
    others = [number for number in range(len(study.variants)) if number != study.base]
    return tuple(
        compared(base, game, number, place < MAX_COMPARED)
        for place, number in enumerate(others)
        if (game := study.variants[number].game).rules_hash != base.rules_hash
    )


def compared(base: Game, other: Game, number: int, is_played: bool) -> RulesApart:
    """How one variant differs from the base."""
    finding, is_by_position = found(ByRules(base), ByRules(other), is_played)
    lines = tuple(map(changed_line, by_entry(finding.changes)))
    difference, looked = finding.difference, finding.looked
    if difference is None:
        if not looked.pairs:
            return RulesApart(number, lines, "not-compared", NOT_COMPARED)
        return RulesApart(number, lines, finding.outcome, unfound(looked, is_by_position))
    before, after = positions(base, difference)
    moves = tuple(a if a == b else f"{a} (B: {b})" for a, b in difference.moves)
    facts = tuple(joined(difference.facts)[:MAX_FACTS])
    chance = by_chance(len(moves), looked)
    said = bound(difference, looked).rstrip(".")
    return RulesApart(
        number, lines, finding.outcome, said, moves, facts, chance, before, after,
        difference.is_shortest,
    )  # fmt: skip


def unfound(looked: Looked, is_by_position: bool) -> str:
    """What was compared where no difference was found, and which moves were taken for the same."""
    pairs = f"{looked.pairs:,} pairs of positions"
    same = "moves were matched by the positions that they lead to" if is_by_position else ""
    if looked.is_everything:
        return "; ".join(part for part in (f"all {pairs} were compared", same) if part)
    where = within(looked) if looked.depth >= 0 else f"in {pairs}"
    compared = f"{pairs} were compared" if looked.depth >= 0 else ""
    aside = "; ".join(part for part in (compared, same) if part)
    random = f", and none in {games_text(looked)}" if looked.games else ""
    return f"no difference was met {where}{f' ({aside})' if aside else ''}{random}"


class ByRules:
    """A game that counts as equal to every other one with the same rules."""

    def __init__(self, game: Game):
        self.game = game
        self.key = game.rules_hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByRules) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=KEPT)
def found(first: ByRules, other: ByRules, is_played: bool) -> tuple[Finding, bool]:
    """The comparison of two games; the lines alone, without pairs of positions, where their play
    is not compared or a turn is too long for it.

    What is found may be names alone, of an action, a kind of piece or a parameter: then moves are
    matched by the positions that they lead to, as many to each, so that random play is the
    same, too; if that finds no difference there is none.  The second value tells whether they were.
    Raises KeyboardInterrupt for Ctrl-C.
    """
    a, b = first.game, other.game
    if not is_played:
        return Finding((name_of(a), name_of(b)), changes(a, b), (), None, Looked()), False
    finding = brief(a, b)
    if may_be_names(a, b, finding):
        renamed = brief(a, b, same_moves=True)
        if renamed.difference is None and renamed.looked.pairs:
            return renamed, True
    return finding, False


def may_be_names(first: Game, other: Game, finding: Finding) -> bool:
    """Whether there is a difference that may be one of names: it shows before the first move, or
    each game has as many names of a sort as the other, but others.
    """
    if finding.difference is None:
        return False
    if not finding.difference.moves:
        return True
    sorts = [
        [set(game.model.actions), {kind.name for kind in game.model.kinds}, set(game.players)]
        for game in (first, other)
    ]
    return any(a != b and len(a) == len(b) for a, b in zip(*sorts, strict=True))


def changed_line(changes: Sequence[Change]) -> ChangedLine:
    """A line that differs, or an entry that only one game has, as reports tell it."""
    change = changes[0]
    heading = ", ".join(part for part in (change.section, change.name) if part)
    first = "\n".join(c.a.text for c in changes if c.a)
    other = "\n".join(c.b.text for c in changes if c.b)
    return ChangedLine(heading, first, other, change.is_whole)


def positions(
    first: Game, difference: Difference
) -> tuple[DrawnPosition, tuple[DrawnPosition, ...]]:
    """The position of the first game before the last move, and those of both after it."""
    if difference.states is None or not difference.moves:
        return DrawnPosition(), ()
    state: State = first.start("reference")
    for move, _ in difference.moves[:-1]:
        state = state.play(move)
    return drawn_position(state), tuple(map(drawn_position, difference.states))
