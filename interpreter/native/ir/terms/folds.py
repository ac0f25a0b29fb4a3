"""Loops, and terms made again from other arguments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from interpreter.native.ir.terms import logic, sets
from interpreter.native.ir.terms.columns import column
from interpreter.native.ir.terms.core import FALSE, Term, const, number, var
from interpreter.native.ir.terms.types import BOOL, INT, NO_NUMBER, REAL, Fold, Loop, Type


def fold(
    reduction: str, loops: tuple[Loop, ...], domains: tuple[Term, ...], condition: Term, body: Term,
    type: Type,
) -> Term:  # fmt: skip
    """A loop; `domains` are the arguments of its loops one after the other."""
    if condition == FALSE or any(d.value == 0 and d.type.is_set for d in domains):
        return start_of(reduction, type)
    if reduction in ("any", "count") and body == FALSE:
        return start_of(reduction, type)
    args, loops, level = with_level(loops, (*domains, condition, body), frozenset())
    return Term("fold", type, args, Fold(reduction, loops, level), nullable=reduction == "first")


def with_level(
    loops: tuple[Loop, ...], args: tuple[Term, ...], others: frozenset[str]
) -> tuple[tuple[Term, ...], tuple[Loop, ...], int]:
    """The arguments and loops of a fold with new names for its variables, and its level.

    The level is the lowest one possible, so that equal loops are equal terms: above those of all
    loops inside, and such that no name is one of `others` or of a variable from outside.
    """
    own = {loop.name for loop in loops}
    taken = others | frozenset[str]().union(*(a.free for a in args)) - own
    level = 1 + max(a.height for a in args)
    while not taken.isdisjoint(names := names_at(loops, level)):
        level += 1
    known = {
        loop.name: var(name, loop.type)
        for loop, name in zip(loops, names, strict=True) if name != loop.name
    }  # fmt: skip
    if known:
        args = tuple(substitute(a, known) for a in args)
        loops = tuple(replace(loop, name=n) for loop, n in zip(loops, names, strict=True))
    return args, loops, level


def names_at(loops: tuple[Loop, ...], level: int) -> list[str]:
    """The names of the variables of some loops on a level: in place of the numbers that make them
    different from others they have the level.
    """
    stems = (loop.name.rpartition("_")[0] or loop.name for loop in loops)
    return [f"{stem}_l{level}{i or ''}" for i, stem in enumerate(stems)]


def item(values: Term, number: Term) -> Term:
    """An entry of a list, 0 beyond its end."""
    return Term("item", INT, (values, number))


def start_of(reduction: str, type: Type) -> Term:
    """What a fold of no rounds gives."""
    if reduction in ("any", "all"):
        return const(BOOL, reduction == "all")
    if reduction in ("max", "min"):
        return const(type, NO_NUMBER if type == INT else -float("inf"))
    if reduction == "first":
        return number(-1)
    if type.name == "list":
        return const(type, ())
    return const(type, 0.0 if type == REAL else 0)


def substitute(term: Term, values: dict[str, Term]) -> Term:
    """A term with other terms for some of its variables, simplified again."""
    if term.free.isdisjoint(values):
        return term
    if term.op == "var":
        return values[term.data]
    if term.op in ("fold", "others"):
        put = frozenset[str]().union(*(values[n].free for n in term.free & values.keys()))
        if not put.isdisjoint(loop.name for loop in term.data.loops):  # they must stay apart
            made, loops, level = with_level(term.data.loops, term.args, put)
            data = replace(term.data, loops=loops, level=level)
            term = Term(term.op, term.type, made, data, term.nullable)
    args = tuple([substitute(a, values) for a in term.args])
    return rebuild(term, args)


def each_of(term: Term, rows: dict[str, list[int]]) -> list[Term]:
    """A term for each row of the values of some of its variables, simplified again."""
    if term.free.isdisjoint(rows):
        return [term] * len(next(iter(rows.values())))
    values = None if term.reads else column(term, rows)
    if values is not None:
        made = {value: const(term.type, value) for value in set(values)}
        return [made[value] for value in values]
    if term.op in ("fold", "others"):
        each = ({n: number(v) for n, v in zip(rows, row)} for row in zip(*rows.values()))
        return [substitute(term, values) for values in each]
    every = list(zip(*[each_of(a, rows) for a in term.args], strict=True))
    found = {tuple(map(id, one)): one for one in every}  # often few
    rebuilt = {ids: rebuild(term, one) for ids, one in found.items()}
    return [rebuilt[tuple(map(id, one))] for one in every]


CONSTRUCTORS: dict[str, Callable[..., Term]] = {
    "and": logic.and_, "or": logic.or_, "not": logic.not_, "lt": logic.lt, "le": logic.le,
    "select": logic.select, "eq": sets.eq, "union": sets.union, "meet": sets.meet,
    "minus": sets.minus, "has": sets.has, "within": sets.within, "meets": sets.meets,
    "moved_by": sets.moved_by, "some": sets.some, "count": sets.count, "first": sets.first,
    "last": sets.last,
}  # fmt: skip


def rebuild(term: Term, args: tuple[Term, ...]) -> Term:
    """The same operation on other arguments, simplified."""
    if term.op in CONSTRUCTORS:
        return CONSTRUCTORS[term.op](*args)
    match term.op:
        case "code":
            return sets.code(args[0], term.data)
        case "bit":
            return sets.bit(term.type, args[0])
        case "table":
            return logic.lookup(term.data, *args)
        case "fold" | "others":
            args, loops, level = with_level(term.data.loops, args, frozenset())
            data = replace(term.data, loops=loops, level=level)
            return Term(term.op, term.type, args, data, term.nullable)
        case "moved":
            return sets.moved(term.data, args[0])
        case "covers":
            return sets.covers(term.data, *args)
        case "rows":
            return sets.rows(term.data, args[0])
        case "is_among":
            return sets.is_among(args[0], term.data)
    if term.op in logic.ARITHMETIC:
        return logic.arithmetic(term.op, *args)
    return Term(term.op, term.type, args, term.data, term.nullable)
