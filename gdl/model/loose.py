"""Loops of which nobody knows before play how often they go round.

An engine counts their rounds in each step of play and ends a step that goes too far.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from math import inf
from typing import cast

from gdl.model import nodes as model
from gdl.model.analysis import Part, children, walk
from gdl.model.intervals import times
from gdl.model.rounds import Rounds, known, rules
from gdl.source.diagnostics import GdlError, Report
from gdl.source.frozen import frozen
from gdl.source.limits import MAX_HELD, MAX_IN_PLAY, MAX_VALUES
from gdl.source.spans import Span


@frozen
class Loose:
    """A loop whose rounds are counted in play; `price` is what is known to be done in each."""

    number: int
    span: Span
    price: int

    def error(self) -> GdlError:
        """The error for a step in which the loop went on for too long."""
        report = Report()
        words = " ".join(self.span.text.split())
        report.add("too-many-in-play", self.span, word=words, most=MAX_IN_PLAY.words)
        return GdlError(report.diagnostics)


class Most(Rounds):
    """The bounds of one game in which a range without bounds has as many numbers as one can have.
    """

    def choices(self, binders: tuple[model.Binder, ...]) -> float:
        sizes = ((self.size(b.domain), isinstance(b.domain, model.Range)) for b in binders)
        rounds = (MAX_VALUES if size == inf and is_range else known(size)
                  for size, is_range in sizes)  # fmt: skip
        return reduce(times, rounds, 1.0)

    def own_rounds(self, node: Part) -> float:
        if isinstance(node, model.RepeatWhile) and self.interval(node.times)[1] == inf:
            return MAX_HELD
        return super().own_rounds(node)


def loose_loops(game: model.Game, cells: int) -> dict[int, Loose]:
    """The loops that are counted, by the identity of the range or the repetition: none where no
    rule can go through too many rounds.
    """
    bounds, most = Rounds(game, cells), Most(game, cells)
    all_rules = [[part for part in rule if part is not None] for rule in (*rules(game), game.setup)]
    some = [parts for parts in all_rules if has_loose(parts, bounds)]
    if not some or all(most_rounds(parts, most) <= MAX_IN_PLAY for parts in all_rules):
        return {}
    found = dict[int, Loose]()
    for parts in some:
        bounds.enter(*parts)
        for node, span, price in loose(parts, bounds):
            made = Loose(len(found), span, int(min(max(1, price), MAX_IN_PLAY + 1)))
            found.setdefault(id(node), made)
    return found


def has_loose(parts: Sequence[Part], bounds: Rounds) -> bool:
    """Whether a rule has loops of unknown length."""
    bounds.enter(*parts)
    return any(
        bounds.size(node) == inf if isinstance(node, model.Range)
        else isinstance(node, model.RepeatWhile) and bounds.interval(node.times)[1] == inf
        for part in parts for node in walk(part)
    )  # fmt: skip


def most_rounds(parts: Sequence[Part], most: Most) -> float:
    """How many rounds a rule goes through at most, with those of the variables of an action."""
    most.enter(*parts)
    binders = tuple(part for part in parts if isinstance(part, model.Binder))
    return times(most.choices(binders), max((max(most.nest(p)) for p in parts), default=1.0))


def loose(parts: Sequence[Part], bounds: Rounds) -> Iterator[tuple[Part, Span, float]]:
    """The loops of unknown length in a rule, with the rounds inside each of their rounds."""
    yield from of_binders(parts, bounds)
    for part in parts:
        for node in walk(part):
            if isinstance(node, model.Loop):
                yield from of_binders([*node.binders, *rest_of(node)], bounds)
            elif isinstance(node, model.RepeatWhile):
                if bounds.interval(node.times)[1] == inf:
                    yield node, node.span, max(max(bounds.nest(p)) for p in children(node))


def rest_of(node: model.Loop) -> list[Part]:
    """What a loop does in each round."""
    return [part for part in children(cast(Part, node)) if not isinstance(part, model.Binder)]


def of_binders(parts: Sequence[Part], bounds: Rounds) -> Iterator[tuple[Part, Span, float]]:
    """The same of variables that run one inside another around other parts."""
    binders = [part for part in parts if isinstance(part, model.Binder)]
    body = [part for part in parts if not isinstance(part, model.Binder)]
    for place, binder in enumerate(binders):
        if isinstance(binder.domain, model.Range) and bounds.size(binder.domain) == inf:
            later = reduce(times, (known(bounds.size(b.domain)) for b in binders[place + 1 :]), 1.0)
            yield binder.domain, binder.domain.span, times(later, inside(body, bounds))


def inside(parts: Sequence[Part], bounds: Rounds) -> float:
    """The rounds of the largest nest of loops in some parts."""
    return max((bounds.nest(part)[0] for part in parts), default=1.0)
