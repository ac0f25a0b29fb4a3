"""Loops over a fixed set of which a code tells the elements that count: a table of them.

`b for b in blocks(2, 2) if l within b` goes through all blocks for each link.  Which of them have a
link depends on the link alone, so that a row of a table has them, and the loop goes through these;
`l for l in links if l within b` is a row as a whole.

The precondition: the loop goes through a constant set or members of a family, and a part of its
condition depends on the element and on one other code alone.
"""

from __future__ import annotations

from functools import partial

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import WORD, bits_of
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.rewrite import replaced, room_for_tables
from interpreter.native.ir.terms import INT, Loop, Table, Term
from interpreter.native.ir.terms.columns import column
from interpreter.native.ir.terms.effort import tick
from interpreter.native.passes.loops.fewer import Fewer, go_through_fewer
from interpreter.native.passes.loops.unroll import all_codes

MAX_PAIRS = 1 << 18  # of an element and a code, all of which are looked at
OTHER = "other code"  # stands for the code in a condition


class Rooms:
    """How many words the tables of a game may still have."""

    def __init__(self, plan: Plan):
        self.words = room_for_tables(plan)
        self.rows: dict[tuple[Term, Term, bool], Table | None] = {}


def use_related(plan: Plan, of: str = "") -> None:
    """Let all loops of a plan go through rows of tables where that can be, or those `of` a kind."""
    go_through_fewer(plan, partial(chosen, Rooms(plan), of))


def chosen(rooms: Rooms, of: str, loop: Loop, domain: Term, condition: Term) -> Fewer | None:
    """What finds the elements of a set for which a part of a condition holds that a table decides.
    """
    if loop.kind != "bits" or (loop.of != of if of else domain.op != "const"):
        return None
    every = t.const(domain.type, all_codes(domain))

    def fewer(elements: Term, part: Term) -> Term | None:
        other = t.not_(part)  # less than 0 where the part guards others: it says that a code exists
        is_guard = other.op == "lt" and other.args[1].value == 0
        row = None if is_guard else row_of(rooms, loop.name, every, part)
        return row if row is None or (elements == every and not of) else t.meet(elements, row)

    return fewer


def row_of(rooms: Rooms, name: str, domain: Term, part: Term) -> Term | None:
    """The elements for which a part of a condition holds, as a row, or as rows of what it is made
    of; None if that cannot be.
    """
    others = set(others_in(part, name))
    if len(others) > 1 and part.op == "or":
        rows = [row_of(rooms, name, domain, one) for one in part.args]
        return None if None in rows else t.union(*filter(None, rows))
    if name not in part.free or len(others) != 1 or name in (other := others.pop()).free:
        return None
    asked = replaced(part, {other: t.var(OTHER, INT)})
    key = asked, domain, other.nullable
    if key not in rooms.rows:
        table = rows_of(name, domain, asked, size_of(asked), other.nullable)
        words = len(table.values) * domain.type.size if table is not None else 0
        rooms.rows[key] = table if words <= rooms.words else None
        rooms.words -= words if words <= rooms.words else 0
    found = rooms.rows[key]
    return None if found is None else t.lookup(found, other)


def others_in(term: Term, name: str) -> list[Term]:
    """The codes beside a variable, and whatever else is not constant, that a condition reads."""
    if term.op == "var":
        return [] if term.data == name else [term]
    if term.op == "read":
        return [term]
    if term.op == "has":
        cells, code = term.args
        if code.op == "table" and name in cells.free - code.free:  # keyed by the cell
            return [*others_in(cells, name), code]
    return [other for a in term.args for other in others_in(a, name)]


def size_of(term: Term) -> int:
    """How many codes there are of the one that a condition asks, by the tables and sets that have
    it; 0 if none tells.
    """
    sizes = [
        size
        for part in term.parts if part.op == "table"
        for size, index in zip(part.data.sizes, part.args, strict=True)
        if index == t.var(OTHER, INT)
    ]  # fmt: skip
    asked = [part.args for part in term.parts if part.op == "has"]
    sizes += [WORD * cells.type.size for cells, code in asked if code == t.var(OTHER, INT)]
    return int(max(sizes, default=0))


def rows_of(name: str, domain: Term, asked: Term, size: int, nullable: bool) -> Table | None:
    """For each code the elements of a set for which a condition holds; None if it may hold of a
    code that does not exist.
    """
    codes = bits_of(domain.data)
    if not size or len(codes) * (size + 1) > MAX_PAIRS or asked.is_search:
        return None
    tick(len(codes) * (size + 1))
    pairs = {name: codes * (size + 1), OTHER: [c for c in range(-1, size) for _ in codes]}
    holds = column(asked, pairs)
    if holds is None or (nullable and any(holds[: len(codes)])):
        return None
    rows = [0] * size
    for other, code, is_so in zip(pairs[OTHER], pairs[name], holds, strict=True):
        if is_so and other >= 0:
            rows[other] |= 1 << code
    return Table(domain.type, (size,), tuple(rows))
