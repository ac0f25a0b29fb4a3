"""Questions about the sizes of groups: how many, or whether any, have a size."""

from __future__ import annotations

from interpreter.native.ir import terms as t
from interpreter.native.ir.terms import Term


def asked_size(fold: Term) -> Term | None:
    """The number that a loop over groups compares the size of each with; None for other loops."""
    loop, (condition, body) = fold.data.loops[0], fold.args[-2:]
    if len(fold.data.loops) > 1 or loop.kind != "groups":
        return None
    holds, size = t.and_(condition, body), t.count(t.var(loop.name, loop.type))
    if holds.op != "eq" or size not in holds.args:
        return None
    number = holds.args[holds.args[0] == size]
    return None if loop.name in number.free else number
