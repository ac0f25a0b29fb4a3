"""How many elements a set has at most, and larger sets that are cheap to draw from."""

from __future__ import annotations

from interpreter.native import terms as t
from interpreter.native.lowering.layout import Layout, bits_of
from interpreter.native.plan import Parameter
from interpreter.native.terms import Term


def superset(domain: Term, layout: Layout) -> tuple[Term, t.Table, t.Table] | None:
    """A cell, and the cells seen from each on the empty board, listed and counted.

    For sets of cells that are seen from a cell; None for others.
    """
    if domain.op in ("meet", "minus"):
        found = superset(domain.args[0], layout)
        if found is None and domain.op == "meet":
            found = superset(domain.args[1], layout)
        return found
    if domain.op == "select" and domain.args[2].value == 0:
        return superset(domain.args[1], layout)
    if domain.op != "sight" or domain.args[1].op != "const":
        return None
    ways = bits_of(domain.args[1].data)
    rows: list[list[int]] = []
    for code in range(layout.size):
        row: list[int] = []
        for way in ways if code in layout.cells else ():
            row += [layout.cell_codes[c] for c in layout.topology.ray(layout.cells[code], way)]
        if len(set(row)) < len(row):
            return None  # a cell that is seen in two ways would be drawn too often
        rows.append(row)
    longest = max(1, *(len(row) for row in rows))
    values = [v for row in rows for v in row + [0] * (longest - len(row))]
    table = layout.table(t.INT, (layout.size, longest), values)
    cell = domain.args[0]
    if cell.nullable:
        cell = t.select(t.exists(cell), cell, t.number(0))
    return cell, table, layout.table(t.INT, (layout.size,), [len(r) for r in rows])


def seen_singly(term: Term) -> Term:
    """A condition with the questions whether a cell is among those seen asked along its line."""
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


def most(domain: Term, parameter: Parameter, layout: Layout) -> int:
    """How many elements a set has at most."""
    if parameter.loop.kind == "range":
        return parameter.packing.size
    return max(1, min(bound(domain, layout), parameter.packing.size))


def bound(term: Term, layout: Layout) -> int:
    """How many elements a set has at most, by how it is made."""
    match term.op:
        case "const":
            return int(term.data.bit_count())
        case "bit":
            return 1
        case "table":
            return max((v.bit_count() for v in term.data.values), default=0)
        case "meet":
            return min(bound(a, layout) for a in term.args)
        case "minus":
            return bound(term.args[0], layout)
        case "union":
            return sum(bound(a, layout) for a in term.args)
        case "select":
            return max(bound(a, layout) for a in term.args[1:])
        case "sight":
            return most_seen(layout)
        case "fold" if term.data.gather == "union" and len(term.data.loops) == 1:
            if term.data.loops[0].kind == "bits":
                return bound(term.args[0], layout) * bound(term.args[-1], layout)
    return term.type.size * 64


def most_seen(layout: Layout) -> int:
    """How many cells are seen at most from one cell of the empty board."""
    topology = layout.topology
    ways = range(len(topology.directions))
    return max(
        len({c for d in ways for c in topology.ray(cell, d)}) for cell in range(len(topology.cells))
    )
