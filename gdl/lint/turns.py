"""What a turn offers that cannot be meant.

`check_reached` warns of options that no way through a turn takes, `check_asked_again` of conditions
that an earlier step may change.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from gdl.lint.secrets.turn_order import is_optional, names
from gdl.model import nodes as model
from gdl.model.analysis import Reads, changes, turns_of, walk
from gdl.model.canonical import canonical
from gdl.model.ranges import Bounds
from gdl.source.diagnostics import Report
from gdl.source.limits import MAX_CELLS
from gdl.source.spans import Span
from gdl.vocabulary.builtins import BUILTIN_MOVES
from gdl.vocabulary.types import FLAG

# ---- options that are never taken ---------------------------------------------------------------

Options = Iterator[tuple[Span, str]]  # each with why no way takes it; empty for others
TWICE = "the same stands before it"


def check_reached(game: model.Game, report: Report) -> None:
    """Warn of an option that stands twice, or behind an `else` before which something is always
    possible; of what is written out in several places only where no place can reach it.
    """
    found: dict[Span, str] = {}
    for turn in turns_of(game):
        for span, why in options_of(turn, not game.after_turn):
            found[span] = why and found.get(span, why)
    for span, why in found.items():
        if why:
            first = "" if why == TWICE else "put what is to be tried first before the `else`, or "
            report.add("option-unreached", span, why=why, way_out=f"{first}delete the option")


def options_of(turn: model.Turn, is_free: bool) -> Options:
    """The options in a part of a turn; `is_free`: the rest can always be completed.

    A condition that does not hold is `else-not-reached`, which is told elsewhere.
    """
    match turn:
        case model.Sequence(steps=steps):
            for number, step in enumerate(steps):
                rest = is_free and all(map(is_optional, steps[number + 1 :]))
                yield from options_of(step, rest)
        case model.Choice(options=options) | model.Else(options=options):
            known = set()
            always: Span | None = None
            for option in options:
                is_twice = canonical(option) in known
                known.add(canonical(option))
                yield option.span, why_not(always, is_twice)
                yield from options_of(option, is_free)
                is_sure = is_free and is_optional(option) and not is_condition(option)
                if isinstance(turn, model.Else) and is_sure:
                    always = always or option.span
        case model.IfTrue(turn=inner):
            yield from options_of(inner, is_free)
        case model.Repeat(turn=inner) | model.Most(turn=inner):
            yield from options_of(inner, is_free=False)


def why_not(always: Span | None, is_twice: bool) -> str:
    """Why an option is never taken; empty where it may be."""
    if always is not None:
        return f"`{' '.join(always.text.split())}` before the `else` is always possible"
    return TWICE if is_twice else ""


def is_condition(turn: model.Turn) -> bool:
    """Whether a part of a turn is nothing where a condition does not hold."""
    return isinstance(turn, model.IfTrue)


# ---- conditions that are asked twice -------------------------------------------------------------


def check_asked_again(game: model.Game, reads: Reads, report: Report) -> None:
    """Warn of `a if c, b if not c` where a may change c, so that both may be carried out.

    What chance does is left alone: a card is drawn where there is none, and then there is one.
    """
    for turn in turns_of(game):
        for part in walk(turn):
            if isinstance(part, model.Sequence):
                for one, other in pairwise(part.steps):
                    if isinstance(one, model.IfTrue) and isinstance(other, model.IfTrue):
                        asked_again(game, reads, one, other, report)


def asked_again(
    game: model.Game, reads: Reads, one: model.IfTrue, other: model.IfTrue, report: Report
) -> None:
    """Warn if the second of two steps asks whether the condition of the first does not hold."""
    bounds = Bounds(game, MAX_CELLS)
    first = in_steps(denied(one.condition), bounds)
    second = in_steps(denied(denied(other.condition)), bounds)
    if canonical(first) != canonical(second):
        return
    acts = [game.actions[name] for name in sorted(names(one.turn)) if name not in BUILTIN_MOVES]
    changed = changes(game, tuple(statement for act in acts for statement in act.body))
    if changed & reads.of(one.condition) and not any(act.is_chance for act in acts):
        report.add(
            "asked-again", other.span, condition=text_of(one.condition), first=text_of(one.turn),
            second=text_of(other.turn),
        )  # fmt: skip


def denied(condition: model.Expr) -> model.Expr:
    """The condition that holds where another does not; of two numbers, if both exist.

    Denied twice, `not a < b` is what `a >= b` is kept as.
    """
    match condition:
        case model.Not(operand=inner):
            return inner
        case model.Relation(op="<" | "<=" as op, left=left, right=right):
            turned = "<=" if op == "<" else "<"
            return replace(condition, op=turned, left=right, right=left)
    return model.Not(condition.span, FLAG, condition)


def in_steps(condition: model.Expr, bounds: Bounds) -> model.Expr:
    """A comparison of a whole number with a constant, written with `<=`: `n < 3` as `n <= 2`."""
    match condition:
        case model.Relation(op="<", left=left, right=model.Value(value=int(n)) as end):
            if bounds.is_whole(left):
                return replace(condition, op="<=", right=replace(end, value=n - 1))
        case model.Relation(op="<", left=model.Value(value=int(n)) as end, right=right):
            if bounds.is_whole(right):
                return replace(condition, op="<=", left=replace(end, value=n + 1))
    return condition


def text_of(part: model.Turn | model.Expr) -> str:
    """The words of a part of a turn, in one line."""
    return " ".join(part.span.text.split())
