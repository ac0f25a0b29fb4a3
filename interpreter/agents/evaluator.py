"""What guides a search in place of random games: which moves look good, and what a state is worth.

`Evaluator` is an interface that anybody can fill: a network (`network`), or a few lines of Python
that know a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, isfinite
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from interpreter.api.state import State


class EvaluatorFailed(Exception):
    """An evaluator cannot judge a game, or what it says is no estimate."""


@dataclass(frozen=True)
class Estimate:
    """What an evaluator says of a state in which a seat acts.

    `priors` has a number from 0 for each of `state.moves()`, in that order: the larger, the more
    promising; only their proportions count, and where all are 0 the moves are alike.  `shares` is
    the result that each seat expects, from 0 to 1.
    """

    priors: Sequence[float]
    shares: Sequence[float]


class Evaluator(Protocol):
    """Judges states; those of a batch at once, which a network does much faster."""

    def evaluate(self, states: Sequence[State]) -> Sequence[Estimate]:
        """An estimate for each state, in their order.  In all of them a seat acts.

        Raises EvaluatorFailed where it cannot judge them.
        """
        ...


def estimates_of(evaluator: Evaluator, states: Sequence[State]) -> list[Estimate]:
    """What an evaluator says of states, checked; the priors of each add up to 1.

    Raises EvaluatorFailed.
    """
    given = evaluator.evaluate(states) if states else ()
    if len(given) != len(states):
        raise EvaluatorFailed(f"it gave {len(given)} estimates for {len(states)} states")
    return [checked(estimate, state) for estimate, state in zip(given, states, strict=True)]


def checked(estimate: Estimate, state: State) -> Estimate:
    """An estimate whose priors add up to 1.  Raises EvaluatorFailed for one that is none."""
    priors, shares = list(map(float, estimate.priors)), tuple(map(float, estimate.shares))
    if len(priors) != state.move_count:
        raise EvaluatorFailed(f"it gave {len(priors)} priors for {state.move_count} moves")
    if len(shares) != state.game.seats:
        raise EvaluatorFailed(f"it gave {len(shares)} shares for {state.game.seats} seats")
    if not all(isfinite(prior) and prior >= 0 for prior in priors):
        raise EvaluatorFailed("it gave a prior that is no number from 0")
    if not all(0 <= share <= 1 for share in shares):
        raise EvaluatorFailed("it gave a share that is not between 0 and 1")
    total = fsum(priors)
    if total == 0:
        return Estimate([1 / len(priors)] * len(priors), shares)
    return Estimate([prior / total for prior in priors], shares)
