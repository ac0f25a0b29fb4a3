"""What each seat gets when a line of `end` holds."""

from __future__ import annotations

from typing import Any

from gdl.model import nodes as model
from gdl.model.ranges import Bounds
from gdl.model.results import results_of
from gdl.vocabulary.types import COLOUR, NUMBER
from interpreter.board.position import Position
from interpreter.reference.rules import Rules

Points = dict[int, float]  # by colour


class Outcomes:
    """The results of one game."""

    def __init__(self, rules: Rules):
        self.rules = rules
        self.colours = range(len(rules.model.colours))
        self.results = results_of(rules.model, Bounds(rules.model, len(rules.topology.cells)))
        self.outcomes = [o for end in rules.model.ends for o in end.outcomes]
        function = rules.expressions.function
        self.scored = {
            id(one): function(one.expr)
            for outcome in self.outcomes
            for one in scored(outcome)
        }
        self.decided = {
            id(outcome): function(outcome.colour)
            for outcome in self.outcomes
            if isinstance(outcome, model.Wins | model.Loses)
        }

    def draw(self) -> tuple[float, ...]:
        """What each seat gets in a draw."""
        return (self.results.draw,) * len(self.colours)

    def result(self, position: Position, end: model.End) -> tuple[float, ...]:
        """What each seat gets, by the first outcome that decides; a draw if none does."""
        for number, outcome in enumerate(end.outcomes):
            points = self.points(position, outcome, number == len(end.outcomes) - 1)
            if points is not None:
                return tuple(points[colour] for colour in position.colours)
        return self.draw()

    def points(self, position: Position, outcome: model.Outcome, is_last: bool) -> Points | None:
        """What each colour gets by an outcome; None if it does not decide."""
        match outcome:
            case model.Ranked():
                return self.placed(position, outcome)
            case model.Best():
                best = self.best(position, outcome, set(self.colours))
                return self.won(best) if len(best) == 1 or is_last else None
            case model.Gets():
                return {c: float(self.score(position, outcome, c)) for c in self.colours}
            case model.Wins() | model.Loses():
                return self.decision(position, outcome)
        return dict.fromkeys(self.colours, self.results.draw)

    def decision(self, position: Position, outcome: model.Wins | model.Loses) -> Points | None:
        """What each colour gets if some win, or one loses; None if the expression gives nobody."""
        given = self.decided[id(outcome)](position, self.rules.frame())
        if given is None:
            return None
        if isinstance(outcome, model.Wins):
            winners = {given} if outcome.colour.type == COLOUR else set(given)
            return self.won(winners) if winners else None
        others = set(self.colours) - {given}
        if self.results.are_points:
            return dict.fromkeys(others, 1.0) | {given: float(-len(others))}
        return self.won(others)

    def won(self, winners: set[int]) -> Points:
        """What each colour gets if these share the win: in points, each loser pays one."""
        losers = len(self.colours) - len(winners)
        if self.results.are_points:
            share, none = losers / max(1, len(winners)), -1.0
        else:
            share, none = 1.0 if len(winners) == 1 else 0.5, 0.0
        return {c: share if c in winners else none for c in self.colours}

    # ---- rankings ----

    def placed(self, position: Position, outcome: model.Ranked) -> Points:
        """What the place of each colour is worth; equal colours share the mean of their places."""
        points: Points = {}
        left, seats = set(self.colours), len(self.colours)
        while left:
            best = self.best(position, outcome, left)
            ahead = seats - len(left)
            halves = 2 * (seats - ahead) - len(best) - 1  # twice what is below the mean place
            worth = halves / (2 * (seats - 1)) if seats > 1 else 1.0
            points |= dict.fromkeys(best, worth)
            left -= best
        return points

    def best(self, position: Position, outcome: model.Best, left: set[int]) -> set[int]:
        """Of some colours those that are ahead of all others, or level at the top."""
        for rank in outcome.ranks:
            scores = {colour: self.score(position, rank, colour) for colour in left}
            top = max(scores.values()) if rank.most else min(scores.values())
            left = {colour for colour, score in scores.items() if score == top}
        return left

    def score(self, position: Position, one: model.Rank | model.Gets, colour: int) -> Any:
        """The value of a rank or the points of a colour; 0 if it does not exist."""
        frame = self.rules.frame()
        frame[one.slot] = colour
        value = self.scored[id(one)](position, frame)
        return 0 if value is None else value

    def scores(self, position: Position) -> dict[int, Any] | None:
        """The score of each colour by the first rank of the game; None if there is no rank."""
        rank = self.first_rank
        return None if rank is None else {c: self.score(position, rank, c) for c in self.colours}

    @property
    def first_rank(self) -> model.Rank | None:
        """What the first outcome by ranks compares first; None if there is none."""
        compared = (o.ranks[0] for o in self.outcomes if isinstance(o, model.Best) and o.ranks)
        return next(compared, None)

    @property
    def is_race(self) -> bool:
        """Whether two colours have numbers that the rules compare at the end."""
        rank = self.first_rank
        return len(self.colours) == 2 and rank is not None and rank.expr.type == NUMBER


def scored(outcome: model.Outcome) -> tuple[model.Rank | model.Gets, ...]:
    """What an outcome counts for each colour."""
    if isinstance(outcome, model.Gets):
        return (outcome,)
    return outcome.ranks if isinstance(outcome, model.Best) else ()
