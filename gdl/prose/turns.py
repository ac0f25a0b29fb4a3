"""Turns and ends in words."""

from __future__ import annotations

from gdl.model import nodes as model
from gdl.prose.expressions import clause, listed, named, noun, written
from gdl.prose.points import points
from gdl.prose.statements import because
from gdl.vocabulary.types import SetType

PLAIN = {"pass": "pass", "done": "stop"}


def turn(node: model.Turn) -> str:
    """A turn, or a part of one, as what the player does."""
    match node:
        case model.Act(name=name) if name in PLAIN:
            return PLAIN[name]
        case model.Act(name=name, args=args):
            given = f" with {listed(map(noun, args))}" if args else ""
            return f"{action(name)}{given}"
        case model.Sequence(steps=()):
            return "nothing more"
        case model.Sequence(steps=steps):
            return ", then ".join(map(part, steps))
        case model.Choice(options=options):
            return listed([*map(part, options)], "or")
        case model.Else(options=options):
            return "; if that is impossible, ".join(map(turn, options))
        case model.IfTrue(turn=inner, condition=condition):
            return f"{part(inner)} if {clause(condition)}"
        case model.Repeat(turn=inner, times=times, at_will=at_will):
            return f"{part(inner)} {repeated(times, at_will)}"
        case model.AllAtOnce(acts=acts):
            return f"all players choose {listed(map(turn, acts), 'or')} at the same time, in secret"
        case model.Most(turn=inner, most=most, value=value):
            end = f"as {'large' if most else 'small'} as it can be"
            return f"{part(inner)} such that {noun(value)} is {end}"
    return written(node.span)


def action(name: str) -> str:
    """The name of an action."""
    return f"**{name.replace('_', ' ')}**"


def part(node: model.Turn) -> str:
    """A part of a turn, in brackets where its words would run into others."""
    is_long = isinstance(node, model.Choice | model.Else) or (
        isinstance(node, model.Sequence) and len(node.steps) > 1
    )
    return f"({turn(node)})" if is_long else turn(node)


def repeated(times: model.Expr | None, at_will: bool) -> str:
    """How often something is done."""
    often = "as often as wanted" if at_will else "as often as possible"
    return often if times is None else f"{often}, at most {noun(times)} times"


def end(node: model.End) -> str:
    """A line of `end` as a sentence."""
    when = "As soon as" if node.at_once else "When"
    said = because(node.message)
    return f"{when} {clause(node.condition)}: {'; else '.join(map(outcome, node.outcomes))}{said}."


def outcome(node: model.Outcome) -> str:
    """What an end decides."""
    match node:
        case model.Wins(colour=colour):
            is_shared = isinstance(colour.type, SetType)
            return f"{noun(colour)} share the win" if is_shared else f"{noun(colour)} wins"
        case model.Loses(colour=colour):
            return f"{noun(colour)} loses"
        case model.Ranked(ranks=ranks):
            best = [f"{'most' if r.most else 'fewest'} {named(r.name)}" for r in ranks]
            return f"everybody gets a place by the {', then the '.join(best)}"
        case model.Gets():
            return points(node)
        case model.Best(ranks=ranks):
            best = [f"{'most' if r.most else 'fewest'} {named(r.name)}" for r in ranks]
            return f"whoever has the {', then the '.join(best)} wins"
    return "a draw"
