"""Who sees what is hidden, in sentences: `hand[p]: p = viewer` is what only `p` sees."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gdl.model import nodes as model
from gdl.model.analysis import walk
from gdl.prose.expressions import clause, listed, named, noun


def seen(game: model.Game, name: str, shown: model.Shown) -> str:
    """Who is shown something, or what the others are told of an action."""
    if shown.expr is not None and shown.expr.type.name == "flag":
        indices = re.findall(r"\w+", shown.span.text.partition("[")[2])
        of = f" of {listed(map(named, indices))}" if indices else ""
        return shown_if(f"{named(name)}{of}", shown.expr)
    if shown.expr is not None:
        return f"Of {named(name)}, a player sees only {noun(shown.expr)}"
    if name not in game.actions:
        return f"Nobody sees {named(name)}"
    names = [each for binder in game.actions[name].binders for each in binder.names]
    told = listed(named(names[i]) for i in shown.heard) if shown.heard else ""
    whoever = "players" if game.actions[name].is_chance else "others"
    return f"Of {named(name)}, the {whoever} are told {f'only {told}' if told else 'nothing'}"


def shown_if(what: str, condition: model.Expr) -> str:
    """Who sees something, where that can be said by name; otherwise when a player does."""
    parts, word = [*split(condition, model.Or)], "; if {}, everybody does"
    if len(parts) == 1:
        parts, word = [*split(condition, model.And)], ", but only if {}"
    whos = [part for part in parts if looks(part)]
    rest = [part for part in parts if not looks(part)]
    joined = listed(map(clause, rest), "or" if word.startswith(";") else "and") if rest else ""
    if not whos:
        return f"Everybody sees {what} if {clause(condition)}; otherwise nobody does"
    who = subject(whos[0]) if len(whos) == 1 else None
    if who is None:
        return f"A player sees {what} only if {clause(condition)}"
    return f"{who} sees {what}{word.format(joined) if joined else ''}"


def split(condition: model.Expr, by: type[model.Or | model.And]) -> Iterator[model.Expr]:
    """The parts of a condition that are joined by `or`, or by `and`."""
    if isinstance(condition, by):
        yield from split(condition.left, by)
        yield from split(condition.right, by)
    else:
        yield condition


def subject(condition: model.Expr) -> str | None:
    """Who looks, where a condition says that it is somebody, or everybody else."""
    is_other = isinstance(condition, model.Not)
    inner = condition.operand if isinstance(condition, model.Not) else condition
    if not isinstance(inner, model.Relation) or inner.op != "=":
        return None
    sides = [side for side in (inner.left, inner.right) if not looks(side)]
    if len(sides) != 1 or not all(map(is_viewer, {inner.left, inner.right} - {*sides})):
        return None
    return f"{'Everybody but' if is_other else 'Only'} {noun(sides[0])}"


def looks(expr: model.Expr) -> bool:
    """Whether who looks matters to an expression."""
    return any(is_viewer(part) for part in walk(expr))


def is_viewer(part: object) -> bool:
    """Whether a part of the rules is who looks."""
    return isinstance(part, model.BuiltinCall) and part.name == "viewer"
