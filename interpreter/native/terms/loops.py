"""Loops, and terms made again from other arguments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from interpreter.native.terms.core import (
    BOOL,
    FALSE,
    INT,
    NO_NUMBER,
    REAL,
    Fold,
    Loop,
    Term,
    Type,
    const,
    number,
    var,
)
from interpreter.native.terms.logic import (
    FOLDS,
    and_,
    arithmetic,
    le,
    lookup,
    lt,
    not_,
    or_,
    select,
)
from interpreter.native.terms.sets import (
    bit,
    code,
    count,
    eq,
    first,
    has,
    last,
    meet,
    meets,
    minus,
    moved,
    some,
    union,
    within,
)


def fold(
    gather: str, loops: tuple[Loop, ...], domains: tuple[Term, ...], condition: Term, body: Term,
    type: Type,
) -> Term:  # fmt: skip
    """A loop; `domains` are the arguments of its loops one after the other."""
    if condition == FALSE or any(d.value == 0 and d.type.is_set for d in domains):
        return start_of(gather, type)
    if gather in ("any", "count") and body == FALSE:
        return start_of(gather, type)
    nullable = gather == "first"
    height = 1 + max(a.height for a in (*domains, condition, body))
    names = {loop.name: f"{stem(loop.name)}_l{height}{i or ''}" for i, loop in enumerate(loops)}
    if any(name != new for name, new in names.items()):  # so that equal loops are equal terms
        known = {loop.name: var(names[loop.name], loop.type) for loop in loops}
        domains = tuple(substitute(d, known) for d in domains)
        condition, body = substitute(condition, known), substitute(body, known)
        loops = tuple(replace(loop, name=names[loop.name]) for loop in loops)
    return Term("fold", type, (*domains, condition, body), Fold(gather, loops), nullable)


def stem(name: str) -> str:
    """A name without the number that makes it different from others."""
    return name.rpartition("_")[0] or name


def start_of(gather: str, type: Type) -> Term:
    """What a fold gives that gathers nothing."""
    if gather in ("any", "all"):
        return const(BOOL, gather == "all")
    if gather in ("max", "min"):
        return const(type, NO_NUMBER if type == INT else -float("inf"))
    if gather == "first":
        return number(-1)
    if type.name == "list":
        return const(type, ())
    return const(type, 0.0 if type == REAL else 0)


def substitute(term: Term, values: dict[str, Term]) -> Term:
    """A term with other terms for some of its variables, simplified again."""
    if not (term.free & values.keys()):
        return term
    if term.op == "var":
        return values[term.data]
    args = tuple(substitute(a, values) for a in term.args)
    return rebuild(term, args)


CONSTRUCTORS: dict[str, Callable[..., Term]] = {
    "and": and_, "or": or_, "not": not_, "eq": eq, "lt": lt, "le": le, "select": select,
    "union": union, "meet": meet, "minus": minus, "has": has, "within": within,
    "meets": meets, "some": some, "count": count, "first": first, "last": last,
}  # fmt: skip


def rebuild(term: Term, args: tuple[Term, ...]) -> Term:
    """The same operation on other arguments, simplified."""
    if term.op in CONSTRUCTORS:
        return CONSTRUCTORS[term.op](*args)
    if term.op == "code":
        return code(args[0], term.data)
    if term.op == "bit":
        return bit(term.type, args[0])
    if term.op == "table":
        return lookup(term.data, *args)
    if term.op in FOLDS:
        return arithmetic(term.op, *args)
    if term.op == "moved":
        return moved(term.data, args[0])
    return Term(term.op, term.type, args, term.data, term.nullable)
