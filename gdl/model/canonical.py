"""The canonical form: the same for two parts of a model, or two games, iff they say the same.

A form is made of nested tuples, without places, types, the messages of `require` and `end`, and the
names of local variables: a local is the number of variables that were bound before it (its de
Bruijn level).
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from gdl.model import nodes as model
from gdl.vocabulary.types import UNKNOWN

Scope = Mapping[int, int]  # for each slot the number of its variable
OUTSIDE: Scope = {}
LEFT_OUT = {"span", "type"} | model.BINDING
UNSAID: Mapping[type, set[str]] = {  # fields that say nothing of what is played
    model.Require: {"message"},
    model.End: {"message"},
    model.Let: {"name"},
    model.Rank: {"name"},
    model.Gets: {"is_paid"},
    model.Definition: {"types"},
    model.Variable: {"index", "is_playing"},
}
# Fields that are left out while they say nothing, so that the hash of old rules stays as it was.
# Else they follow the others, with their names but for `starts`.
LATER = {"pile", "count", "below", "under", "level", "turn_number", "starts"}
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


def bound(part: model.Binds, scope: Scope = OUTSIDE) -> tuple[Any, Scope]:
    """The form of what binds the variables of a node, and the scope inside it."""
    heads = []
    for slots, domain in part.heads:
        if domain is not None:
            heads.append((len(slots), canonical(domain, scope)))
        scope = bind(scope, slots)
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
        case model.Variable(is_playing=True):
            return ("Playing",)
        case tuple():
            return tuple(in_turn(part, scope))
        case _ if is_dataclass(part):
            return of_node(part, scope)
        case bool():  # or True would equal 1
            return ("flag", part)
        case Mapping():
            return tuple((k, canonical(v, scope)) for k, v in part.items())
    value: Hashable = part
    return value


def of_node(node: Any, scope: Scope) -> Hashable:
    """The form of a node: the name of its class, and its fields."""
    if isinstance(node, model.Binds):
        return of_binding(node, scope)
    values = said(node)
    form = [canonical(value, scope) for name, value in values.items() if name not in LATER]
    for name in (n for n, value in values.items() if n in LATER and value):
        told = canonical(values[name], scope)
        form.append(told if name == "starts" else (name, told))
    return (type(node).__name__, *form)


def of_binding(node: model.Binds, scope: Scope) -> Hashable:
    """The form of a node that binds variables: what it says outside, its heads, what is inside."""
    values = said(node)
    outside = [v for name, v in values.items() if name not in node.inside]
    form = [v if isinstance(v, bool) else canonical(v, scope) for v in outside]
    heads, inner = bound(node, scope)
    if isinstance(node, model.BindsChoices | model.Variable):
        form.append(heads)
    elif isinstance(node, model.Definition):
        form.append(len(node.slots))
    within = tuple(canonical(values[name], inner) for name in node.inside)
    form += within if len(within) == 1 else [within] if within else []
    return ("for" if isinstance(node, model.Comprehension) else type(node).__name__, *form)


def said(node: Any) -> dict[str, Any]:
    """The fields of a node that matter in play."""
    left_out = LEFT_OUT.union(UNSAID.get(type(node), ()))
    return {f.name: getattr(node, f.name) for f in fields(node) if f.name not in left_out}
