"""The canonical form: the same for two parts of a model, or two games, iff they say the same.

A form is made of nested tuples, without places, types, the messages of `require` and `end`, and the
names of local variables: a local is the number of variables that were bound before it (its de
Bruijn level).
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any

from gdl.model import nodes as model
from gdl.vocabulary.types import UNKNOWN

Scope = Mapping[int, int]  # for each slot the number of its variable
OUTSIDE: Scope = {}
LEFT_OUT = {"span", "type"}
OPTIONAL = {"starts"}  # fields that say nothing while they are empty
# Fields that old rules leave out: their hash stays as it was.
LATER = {"pile", "count", "below", "under", "level", "turn_number"}
PLAYED = (
    "colours", "board", "kinds", "facts", "variables", "definitions", "actions", "sees",
    "questions", "setup", "opening", "turn", "after_turn", "ends",
)  # fmt: skip


def rules_hash(game: model.Game) -> str:
    """A short hash of rules and options, which changes with anything that matters in play."""
    rules = [canonical(getattr(game, name)) for name in PLAYED]
    text = repr((rules, sorted(game.options.items())))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def bind(scope: Scope, slots: Iterable[int]) -> Scope:
    """A scope with more slots bound."""
    inner = dict(scope)
    for slot in slots:
        inner[slot] = len(inner)
    return inner


def bound(binders: tuple[model.Binder, ...], scope: Scope = OUTSIDE) -> tuple[Any, Scope]:
    """The form of binders and their domains, and the scope inside them."""
    heads = []
    for binder in binders:
        domain = canonical(binder.domain, scope)
        scope = bind(scope, binder.slots)
        heads.append((len(binder.slots), domain))
    return tuple(heads), scope


def in_turn(parts: tuple[Any, ...], scope: Scope) -> Iterator[Hashable]:
    """The forms of parts one after the other, of which each `let` binds its name for the rest."""
    for part in parts:
        yield canonical(part, scope)
        if isinstance(part, model.Let):
            scope = bind(scope, (part.slot,))


def canonical(part: Any, scope: Scope = OUTSIDE) -> Hashable:
    """The canonical form of a part of a model, within the variables of `scope`."""
    match part:
        case model.Value(type=unknown) if unknown == UNKNOWN:  # in a definition that nothing uses
            return ("unused", " ".join(part.span.text.split()))
        case model.Local():
            return ("local", scope.get(part.slot, part.slot))
        case model.Comprehension(binders=binders):
            heads, inner = bound(binders, scope)
            return ("for", heads, canonical((part.condition, part.body), inner))
        case model.For(binders=binders):
            heads, inner = bound(binders, scope)
            return ("For", heads, canonical((part.condition, part.body), inner))
        case model.MoveAtOnce(binders=binders):
            heads, inner = bound(binders, scope)
            said = canonical((part.condition, part.start, part.end), inner)
            return ("MoveAtOnce", heads, said)
        case model.ByStep():
            steps = canonical(part.steps, bind(scope, (part.slot,)))
            return ("ByStep", part.name, canonical(part.args, scope), steps)
        case model.Rank():
            return ("Rank", part.most, canonical(part.expr, bind(scope, (part.slot,))))
        case model.Gets():
            return ("Gets", canonical(part.expr, bind(scope, (part.slot,))))
        case model.Require():
            return ("Require", canonical(part.condition, scope))
        case model.End():
            decides = (part.condition, part.at_once, part.outcomes)
            return ("End", *(canonical(p, scope) for p in decides))
        case model.Variable():
            heads, inner = bound(part.index)
            said = canonical((part.domain, part.or_none, part.start), inner)
            return ("Playing",) if part.is_playing else ("Variable", part.name, heads, said)
        case model.Action():
            heads, inner = bound(part.binders)
            return ("Action", part.name, part.is_chance, heads, canonical(part.body, inner))
        case model.Question():
            heads, inner = bound(part.binders)
            return ("Question", part.name, heads, canonical(part.answer, inner))
        case model.Definition(slots=slots):
            return ("Definition", part.name, len(slots), canonical(part.body, bind({}, slots)))
        case model.Shown(slots=slots):
            return ("Shown", part.name, part.heard, canonical(part.expr, bind({}, slots)))
        case model.Fact():
            values = canonical(part.values, bind({}, (part.slot,)))
            return ("Fact", part.name, part.of, values)
        case model.Let():
            return ("Let", canonical(part.value, scope))
        case tuple():
            return tuple(in_turn(part, scope))
        case _ if hasattr(part, "__dataclass_fields__"):
            names = [n for n in part.__dataclass_fields__ if n not in LEFT_OUT | LATER]
            names = [n for n in names if n not in OPTIONAL or getattr(part, n)]
            later = [(n, getattr(part, n)) for n in part.__dataclass_fields__ if n in LATER]
            form = [canonical(getattr(part, n), scope) for n in names]
            form += [(n, canonical(v, scope)) for n, v in later if v is not None and v is not False]
            return (type(part).__name__, *form)
        case bool():  # or True would equal 1
            return ("flag", part)
        case Mapping():
            return tuple((k, canonical(v, scope)) for k, v in part.items())
    value: Hashable = part
    return value
