"""Outcomes that give points, in words."""

from __future__ import annotations

from dataclasses import dataclass

from gdl.model import nodes as model
from gdl.prose.expressions import each, noun, value_of
from gdl.vocabulary.types import COLOUR


@dataclass(frozen=True)
class Share:
    """What `to` gets of `payers`, or of nobody, in each round of a loop if there are binders."""

    to: model.Expr
    amount: model.Expr
    payers: model.Expr | None
    binders: tuple[model.Binder, ...] = ()
    condition: model.Expr | None = None


def points(outcome: model.Gets) -> str:
    """Who gets how many points, of whom, and in which rounds."""
    share = share_of(outcome)
    payers = "" if share.payers is None else f" from {all_of(share.payers)}"
    rounds = f", for {each(share.binders, share.condition)}" if share.binders else ""
    return f"{all_of(share.to)} gets {so_many(share.amount)}{payers}{rounds}"


def all_of(colours: model.Expr) -> str:
    """A colour, or each of some."""
    return noun(colours) if colours.type == COLOUR else f"each of {noun(colours)}"


def so_many(amount: model.Expr) -> str:
    """A number of points."""
    if isinstance(amount, model.Value):
        number = value_of(amount)  # or an option
        return f"{number} {'point' if number == '1' else 'points'}"
    return f"{noun(amount)} in points"


def share_of(outcome: model.Gets) -> Share:
    """The parts of an outcome as they stand in the rule.

    The model has what each colour gets less what it pays, as `gdl.check.results.Share` makes it.
    """
    match outcome.expr:
        case model.Choose(yes=amount, condition=gets):
            return Share(receivers(gets)[0], amount, None)
        case model.Aggregate(comprehension=made):
            to, condition = receivers(made.condition)
            return Share(to, made.body, None, made.binders, condition)
        case model.Arithmetic(
            op="*",
            left=amount,
            right=model.Arithmetic(
                left=model.Choose(condition=gets), right=model.Choose(condition=pays)
            ),
        ):
            return Share(receivers(gets)[0], amount, receivers(pays)[0])
        case model.Arithmetic(
            op="-",
            left=model.Aggregate(
                comprehension=model.Comprehension(model.Arithmetic(left=amount), binders, gets)
            ),
            right=model.Aggregate(comprehension=model.Comprehension(condition=pays)),
        ):
            to, condition = receivers(gets)
            return Share(to, amount, receivers(pays)[0], binders, condition)
    raise TypeError(f"points of an unknown form: {outcome.expr!r}")


def receivers(counts: model.Expr | None) -> tuple[model.Expr, model.Expr | None]:
    """Whom points concern in a round, and the condition of the loop."""
    match counts:
        case model.Relation(right=colours):
            return colours, None
        case model.And(left=model.Relation(right=colours), right=condition):
            return colours, condition
    raise TypeError(f"points of nobody: {counts!r}")
