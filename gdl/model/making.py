"""How many elements an engine goes through that makes sets one by one, and compares them so.

The reference engine does: a part of a rule that works on large sets takes much longer than another,
and counts by its work where the rounds of loops are counted.
"""

from __future__ import annotations

from math import inf

from gdl.model import nodes as model
from gdl.model.analysis import Part, walk
from gdl.model.ranges import Bounds
from gdl.source.limits import MAX_VALUES
from gdl.vocabulary.types import ListType, SetType

GoesThrough = model.Expr | model.SetVariable  # parts that may go through sets
ELEMENTS_A_ROUND = 32  # that a set is made of, or compared with, in the time of a round
LARGE = 100  # elements from which on the time to go through them is counted
CELL_BY_CELL = {  # work for each element of a set
    "neighbours": 16, "groups": 32, "alike": 16, "touches": 8,
}  # fmt: skip
OF_THE_BOARD = {  # work for each cell of the board, whatever the result
    "pieces": 4, "mine": 4, "enemy": 4, "links": 400, "blocks": 1100, "lines": 9000,
}  # fmt: skip
OF_ITS_RESULT = {"sight": 4}  # work for each element of the set that it gives
TESTED, SETS_TESTED = 4, 64  # work for each element of a set that is stored, or each set in it
COMPARED = ("=", "within", "meets", "touches")
NAMED = (model.Display, model.Local, model.Value)  # takes no time to evaluate again
KEPT = (  # sets counted elsewhere, or not made
    model.Loop, model.ByStep, model.Apply, model.Local, model.Stored, model.Choose, model.FactValue,
)  # fmt: skip


def work(node: Part, bounds: Bounds) -> float:
    """How many elements are gone through, at most, to evaluate a part itself."""
    if isinstance(node, model.SetVariable):
        return test_of_each(node) * largest(tested(node), bounds)
    if not isinstance(node, model.Expr) or isinstance(node, KEPT):
        return 0
    match node:
        case model.Relation(left=left, right=right) if isinstance(left.type, ListType):
            return min(largest(left, bounds), largest(right, bounds))
        case model.Relation(op=op, left=left, right=right):
            if op not in COMPARED or not isinstance(left.type, SetType):
                return 0
            each = CELL_BY_CELL.get(op)
            sizes = largest(left, bounds), largest(right, bounds)
            return min(sizes) if each is None else each * sizes[0]
        case model.SetOperation(op="-", left=left):
            return largest(left, bounds)
        case model.BuiltinCall(name=name, args=(of, *_)) if name in CELL_BY_CELL:
            return CELL_BY_CELL[name] * largest(of, bounds)
        case model.BuiltinCall(name=name) if name in OF_THE_BOARD:
            return OF_THE_BOARD[name] * bounds.cells
        case model.BuiltinCall(name=name) if name in OF_ITS_RESULT:
            return OF_ITS_RESULT[name] * largest(node, bounds)
    return largest(node, bounds) if isinstance(node.type, SetType) else 0


def largest(expr: model.Expr, bounds: Bounds) -> float:
    """How many elements a set or a list has at most; 1 for what is neither."""
    if not isinstance(expr.type, SetType | ListType):
        return 1
    size = bounds.size(expr)
    return size if size < inf else MAX_VALUES


def tested(node: model.SetVariable) -> model.Expr:
    """The set whose elements are tested when a set is stored: all of it, but for `add x to V` only
    what is added, if it is only named, and for `take x from V` nothing, since what `V` holds has
    been tested.
    """
    match node.value:
        case model.SetOperation(op="|", left=model.Stored(name=name), right=model.Display() as new):
            is_named = all(isinstance(part, NAMED) for part in walk(new))
            return new if name == node.name and is_named else node.value
        case model.SetOperation(op="-", left=model.Stored(name=name)) if name == node.name:
            return model.Display(node.value.span, node.value.type, ())
    return node.value


def test_of_each(node: model.SetVariable) -> int:
    """The work to test an element of a set that is stored; 0 where no set is."""
    if not isinstance(node.value.type, SetType):
        return 0
    return SETS_TESTED if isinstance(node.value.type.element, SetType) else TESTED
