"""Operations on sets that count the elements that they go through, where these may be many.

`gdl.model.making` says beforehand how many there may be; here they are counted in play, by the
sizes of the sets that are there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.model import nodes as model
from gdl.model.making import CELL_BY_CELL, OF_ITS_RESULT, OF_THE_BOARD, test_of_each
from gdl.vocabulary.types import SetType
from interpreter.reference.basis.functions import Function, when_made
from interpreter.reference.basis.prepared import Prepared

Operation = Callable[..., Any]
Work = Callable[[tuple[Any, ...]], int]  # of the values that an operation is given


def counting(rules: Prepared, expr: model.Expr, operate: Operation) -> Operation:
    """An operation that counts its work on the sets that it is given."""
    count, work = rules.counter_of_work(expr), work_of(rules, expr)
    if count is None or work is None:
        return operate

    def counted(*values: Any) -> Any:
        count(work(values))
        return operate(*values)

    return counted


def counting_result(rules: Prepared, expr: model.Expr, made: Function) -> Function:
    """A function that counts the elements of the set that it makes, unless `counting` does."""
    count = rules.counter_of_work(expr) if isinstance(expr.type, SetType) else None
    if count is None or work_of(rules, expr):
        return made
    each = OF_ITS_RESULT.get(expr.name, 1) if isinstance(expr, model.BuiltinCall) else 1
    return when_made(made, lambda elements: count(each * elements))


def counting_tests(rules: Prepared, node: model.SetVariable, made: Function) -> Function:
    """A function for a value to be stored that counts the elements that are tested then."""
    count, each = rules.counter_of_work(node), test_of_each(node)
    return made if count is None else when_made(made, lambda elements: count(each * elements))


def work_of(rules: Prepared, expr: model.Expr) -> Work | None:
    """How many elements an operation goes through; None where only its result says it."""
    match expr:
        case model.BuiltinCall(name=name) if name in CELL_BY_CELL:
            each = CELL_BY_CELL[name]
            return lambda values: each * len(values[1])  # after the position
        case model.BuiltinCall(name=name) if name in OF_THE_BOARD:
            whole = OF_THE_BOARD[name] * len(rules.all_cells)
            return lambda values: whole
        case model.Relation(op="touches"):
            each = CELL_BY_CELL["touches"]
            return lambda values: each * len(values[0])
        case model.SetOperation(op="|"):
            return lambda values: len(values[0]) + len(values[1])
        case model.SetOperation(op="-"):
            return lambda values: len(values[0])
        case model.SetOperation() | model.Relation():
            return lambda values: min(len(values[0]), len(values[1]))
    return None
