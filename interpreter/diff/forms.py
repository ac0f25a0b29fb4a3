"""Normal forms: two parts of a model have the same one if they say the same.

A form is nested tuples.  Places, types, the words of a `require` and the names of local variables
are left out: a local is the number of variables bound around it when it was bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gdl import model
from gdl.source import Span
from gdl.types import UNKNOWN

Scope = Mapping[int, int]  # for each slot the number of its variable
LEFT_OUT = {"span", "type"}


def bind(scope: Scope, slots: Iterable[int]) -> Scope:
    """A scope with more variables."""
    inner = dict(scope)
    for slot in slots:
        inner[slot] = len(inner)
    return inner


def bound(binders: tuple[model.Binder, ...], scope: Scope) -> tuple[Any, Scope]:
    """The form of variables and what they run over, and the scope in which they are known."""
    found = []
    for binder in binders:
        domain = form(binder.domain, scope)
        scope = bind(scope, binder.slots)
        found.append((len(binder.slots), domain))
    return tuple(found), scope


def form(part: Any, scope: Scope) -> Any:
    """The normal form of a part of a model."""
    match part:
        case model.Value(type=unknown) if unknown == UNKNOWN:  # of what nothing uses
            return ("unused", " ".join(part.span.text.split()))
        case model.Local():
            return ("local", scope.get(part.slot, part.slot))
        case model.Comprehension():
            heads, inner = bound(part.binders, scope)
            return ("for", heads, form(part.condition, inner), form(part.body, inner))
        case model.For():
            heads, inner = bound(part.binders, scope)
            return ("For", heads, form(part.condition, inner), form(part.body, inner))
        case model.Reach():
            steps = form(part.steps, bind(scope, (part.slot,)))
            return ("Reach", form(part.start, scope), steps)
        case model.Rank():
            return ("Rank", part.most, form(part.expr, bind(scope, (part.slot,))))
        case model.Require():
            return ("Require", form(part.condition, scope))
        case tuple():
            return tuple(form(p, scope) for p in part)
        case _ if hasattr(part, "__dataclass_fields__"):
            names = [n for n in part.__dataclass_fields__ if n not in LEFT_OUT]
            return (type(part).__name__, *(form(getattr(part, n), scope) for n in names))
        case bool():  # not equal to a number
            return ("flag", part)
        case Mapping():
            return tuple((k, form(v, scope)) for k, v in part.items())
    return part


def spans(part: Any) -> Iterator[Span]:
    """The places of a part of a model and of all in it."""
    if isinstance(part, Span):
        yield part
    elif isinstance(part, tuple):
        for item in part:
            yield from spans(item)
    elif isinstance(part, Mapping):
        yield from spans(tuple(part.values()))
    elif hasattr(part, "__dataclass_fields__"):
        for name in part.__dataclass_fields__:
            yield from spans(getattr(part, name))


def whole_span(part: Any) -> Span:
    """The place of a part from its first to its last word, in the file where it begins."""
    first, *rest = spans(part)
    for span in rest:
        if span.source is first.source:
            first = first.to(span)
    return first
