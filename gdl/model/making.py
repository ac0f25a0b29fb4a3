"""How many elements an engine goes through that makes sets one by one, and compares them so.

The reference engine does: a part of a rule that works on large sets takes much longer than another,
and counts by its work where the rounds of loops are counted.
"""

from __future__ import annotations

from math import inf

from gdl.model import nodes as model
from gdl.model.analysis import Part
from gdl.model.ranges import Bounds
from gdl.source.limits import MAX_VALUES
from gdl.vocabulary.types import SetType

ELEMENTS_A_ROUND = 32  # that a set is made of, or compared with, in the time of a round
LARGE = 100  # elements from which on the time to go through them is counted
CELL_BY_CELL = {  # work for each element of a set
    "neighbours": 16, "groups": 32, "alike": 16, "touches": 8,
}  # fmt: skip
OF_THE_BOARD = {  # work for each cell of the board, whatever the result
    "pieces": 4, "mine": 4, "enemy": 4, "links": 400, "blocks": 1100, "lines": 9000,
}  # fmt: skip
OF_ITS_RESULT = {"sight": 4}  # work for each element of the set that it gives
COMPARED = ("=", "within", "meets", "touches")
KEPT = (  # sets counted elsewhere, or not made
    model.Loop, model.ByStep, model.Apply, model.Local, model.Stored, model.Choose, model.FactValue,
)  # fmt: skip


def work(node: Part, bounds: Bounds) -> float:
    """How many elements are gone through, at most, to evaluate a part itself."""
    if not isinstance(node, model.Expr) or isinstance(node, KEPT):
        return 0
    match node:
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
    """How many elements a set has at most; 1 for what is no set."""
    if not isinstance(expr.type, SetType):
        return 1
    size = bounds.size(expr)
    return size if size < inf else MAX_VALUES
