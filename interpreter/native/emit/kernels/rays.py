"""Lines of sight as C.

Where the codes along a direction only grow or only shrink, what is seen is a fixed ray, cut at the
first or the last of the cells that block it.  Elsewhere a line is walked cell by cell.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from gdl.source.frozen import frozen
from interpreter.native.ir.layout.layout import Layout, bits_of
from interpreter.native.ir.terms import INT, Table


@frozen
class Lines:
    """The ray of each direction from each cell, and whether codes grow (1), shrink (-1) or mix (0).

    A track that crosses itself mixes them, too: there are several rays from a cell.
    """

    ways: tuple[int, ...]
    table: Table


STRAIGHT = (1, -1)
END_OF_RAY, END_OF_RAYS = -1, -2  # in the table of `passes`


@cache
def lines(layout: Layout) -> Lines:
    ways, values = [], []
    for way in range(len(layout.topology.directions)):
        rays = {  # the codes of a cell and of those that lie in the direction, in order
            layout.cell_codes[cell]: tuple(
                layout.cell_codes[c] for c in (cell, *layout.topology.ray(cell, way))
            )
            for cell in layout.cells.values()
        }
        values += [sum(1 << c for c in rays.get(code, ())[1:]) for code in range(layout.size)]
        steps = [a < b for ray in rays.values() for a, b in pairwise(ray)]
        is_mixed = layout.topology.most_ways(way) > 1 or (any(steps) and not all(steps))
        ways.append(0 if is_mixed else 1 if all(steps) else -1)
    table = Table(layout.cell_set, (len(ways), layout.size), tuple(values))
    return Lines(tuple(ways), table)


@cache
def passes(layout: Layout, way: int) -> tuple[Table, Table]:
    """Where the rays of each code begin in a list of rays, and that list: codes, and its ends."""
    starts: list[int] = []
    codes: list[int] = []
    for code in range(layout.size):
        starts.append(len(codes))
        for ray in layout.topology.rays(layout.cells[code], way) if code in layout.cells else ():
            codes += [*(layout.cell_codes[c] for c in ray), END_OF_RAY]
        codes.append(END_OF_RAYS)
    return Table(INT, (layout.size,), tuple(starts)), Table(INT, (len(codes),), tuple(codes))


@cache
def towards(layout: Layout, ways: int) -> Table:
    """For two cells, the direction in which the first sees the second on the empty board.

    If it does not see it in any direction, an arbitrary one of `ways`.
    """
    values = [bits_of(ways)[0]] * layout.size**2
    for cell, code in enumerate(layout.cell_codes):
        for way in bits_of(ways):
            for other in layout.topology.ray(cell, way):
                values[code * layout.size + layout.cell_codes[other]] = way
    return Table(INT, (layout.size, layout.size), tuple(values))


def sight_function(layout: Layout, name: str, seen: list[tuple[int, str]], is_asked: bool) -> str:
    """A C function: the cells seen in some directions through the cells of a set."""
    p, kind = f"set{layout.cell_set.size}", f"Set{layout.cell_set.size}"
    asked = "Set1 directions, " if is_asked else ""
    looks = "".join(
        (f"    if (directions.w[0] >> {way} & 1)\n    " if is_asked else "")
        + f"    found = {p}_union(found, {function}(cell, through));\n"
        for way, function in seen
    )
    return (
        f"static inline {kind} {name}(int32_t cell, {asked}{kind} through)\n{{\n"
        f"    {kind} found = {{{{0}}}};\n{looks}    return found;\n}}\n"
    )
