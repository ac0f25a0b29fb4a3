"""Upper bounds on the sizes of sets, and rows of tables that are cheap to draw from."""

from __future__ import annotations

from functools import lru_cache
from math import prod

from interpreter.native.emit.kernels.rays import STRAIGHT, lines
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import Layout, bits_of
from interpreter.native.ir.layout.planes import Planes
from interpreter.native.ir.plan import Parameter, StepPlan
from interpreter.native.ir.possible import Possibilities
from interpreter.native.ir.terms import Term


def rows_of_seen(domain: Term, layout: Layout) -> tuple[Term, t.Table, t.Table] | None:
    """A cell, and tables of the cells seen from each cell of the empty board and of their numbers.

    For domains of cells that are seen from a cell; None for others.
    """
    if domain.op in ("meet", "minus"):
        reached = rows_of_seen(domain.args[0], layout)
        if reached is None and domain.op == "meet":
            reached = rows_of_seen(domain.args[1], layout)
        return reached
    if domain.op == "select" and domain.args[2].value == 0:
        return rows_of_seen(domain.args[1], layout)
    if domain.op != "sight" or domain.args[1].op != "const":
        return None
    ways = bits_of(domain.args[1].data)
    rows: list[list[int]] = []
    for code in range(layout.size):
        row: list[int] = []
        for way in ways if code in layout.cells else ():
            row += [layout.cell_codes[c] for c in layout.topology.ray(layout.cells[code], way)]
        if len(set(row)) < len(row):
            return None  # a cell seen in two directions would be drawn too often
        rows.append(row)
    longest = max(1, *(len(row) for row in rows))
    values = [v for row in rows for v in row + [0] * (longest - len(row))]
    table = t.Table(t.INT, (layout.size, longest), tuple(values))
    cell = domain.args[0]
    if cell.nullable:
        cell = t.select(t.exists(cell), cell, t.number(0))
    return cell, table, t.Table(t.INT, (layout.size,), tuple([len(r) for r in rows]))


def first_seen(domain: Term, board: Planes) -> int | None:
    """The most ways that lead from a cell in some directions, if a set has only cells that are seen
    first on one of them: none that sight goes through.  None for other sets.
    """
    if domain.op == "minus":
        return first_seen(domain.args[0], board)
    if domain.op != "meet":
        return None
    for seen, others in (domain.args, domain.args[::-1]):
        if seen.op == "sight" and seen.args[1].op in ("const", "bit"):
            if board.are_apart(others, seen.args[2]):
                return most_ways(seen.args[1], board.layout)
    return next(filter(None, (first_seen(part, board) for part in domain.args)), None)


def most_ways(directions: Term, layout: Layout) -> int:
    """The most ways that lead from one cell: several in a direction where a track passes a cell
    more than once; at least 1.
    """
    ways = [layout.topology.most_ways(d) for d in range(len(layout.topology.directions))]
    if directions.op == "const":
        return max(1, sum(ways[d] for d in bits_of(directions.data)))
    return max([1, *ways])


def are_straight(domain: Term, layout: Layout) -> bool:
    """Whether all that a set asks of what is seen lies where codes only grow or only shrink."""
    ways = lines(layout).ways
    return all(
        part.args[1].op == "const" and all(ways[w] in STRAIGHT for w in bits_of(part.args[1].data))
        for part in domain.parts if part.op == "sight"
    )  # fmt: skip


def seen_singly(term: Term) -> Term:
    """A condition that tests whether a cell is seen by looking along its line only."""
    if term.op == "has" and term.args[0].op == "sight":
        cell, ways, through = term.args[0].args
        return Term("sees", t.BOOL, (cell, term.args[1], ways, through))
    if term.op == "has" and term.args[0].op == "select":
        condition, yes, no = term.args[0].args
        return t.select(condition, seen_singly(t.has(yes, term.args[1])), t.has(no, term.args[1]))
    if term.op in ("and", "or", "not"):
        parts = tuple(seen_singly(a) for a in term.args)
        order = sorted(parts, key=lambda p: p.op == "sees")
        return t.rebuild(term, tuple(order))
    return term


def longest(step: StepPlan, number: int) -> Term:
    """How many numbers a range has at most, whatever cell that is drawn before tells its end."""
    low, high = step.parameters[number].domains
    for at, cell in enumerate(step.parameters[:number]):
        is_end = high.op == "read" and high.args == (t.var(cell.loop.name, t.INT),)
        if is_end and low.value == 1 and cell.loop.of == "cells" and step.is_known_before(at):
            most = t.fold("max", (cell.loop,), (cell.filtered,), t.TRUE, high, t.INT)
            return t.select(t.lt(t.number(0), most), most, t.number(0))
    return t.number(step.parameters[number].packing.size)


def most(domain: Term, parameter: Parameter, board: Planes) -> int:
    """An upper bound on the number of values in the domain of a parameter, which is a set."""
    return max(1, min(bound(domain, board), parameter.packing.size))


def bound(term: Term, board: Planes) -> int:
    """An upper bound on the size of a set, from the term that computes it."""
    match term.op:
        case "const":
            return int(term.data.bit_count())
        case "bit":
            return 1
        case "table":
            return max((v.bit_count() for v in term.data.values), default=0)
        case "meet":
            bounds = [bound(a, board) for a in term.args]
            return min(*bounds, first_seen(term, board) or bounds[0])
        case "minus":
            return bound(term.args[0], board)
        case "union":
            return sum(bound(a, board) for a in term.args)
        case "select":
            return max(bound(a, board) for a in term.args[1:])
        case "sight":
            return most_seen(board.layout)
        case "spread":
            return most_reached(term, board.layout)
        case "fold" if term.data.reduction == "union":
            loops = term.data.loops
            if all(loop.kind == "bits" for loop in loops):
                parts = (*term.args[: len(loops)], term.args[-1])
                return min(term.type.size * 64, prod(bound(a, board) for a in parts))
    return term.type.size * 64


@lru_cache(maxsize=64)
def most_reached(search: Term, layout: Layout) -> int:
    """The largest number of cells that a search can reach from one cell, wherever pieces stand."""
    possible = Possibilities(layout)
    ways = [possible.of(cells, {})[1] for cells in search.args[1:]]
    steps = list(zip(search.data, ways, strict=True))
    after = {c: sum(1 << c + b for b, way in steps if way >> c & 1) for c in layout.cells}
    return max(closure(code, after).bit_count() for code in layout.cells)


def closure(code: int, after: dict[int, int]) -> int:
    """The codes that lead from one code to the next."""
    found, edge = 0, after[code]
    while edge:
        low = edge & -edge
        found, edge = found | low, edge ^ low
        edge |= after.get(low.bit_length() - 1, 0) & ~found
    return found


def most_seen(layout: Layout) -> int:
    """The largest number of cells seen from one cell of the empty board."""
    topology = layout.topology
    ways = range(len(topology.directions))
    return max(
        len({c for d in ways for c in topology.ray(cell, d)}) for cell in range(len(topology.cells))
    )
