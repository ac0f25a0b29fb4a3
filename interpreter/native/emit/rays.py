"""Lines of sight as C.

Where the codes along a direction only grow or only shrink, what is seen is a fixed ray up to the
first, or from the last, of the cells that stop the look.  Elsewhere a line is walked cell by cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from interpreter.native.lowering.layout import Layout, bits_of
from interpreter.native.terms import INT, Table


@dataclass(frozen=True)
class Lines:
    """The ray of each direction from each cell, and whether codes grow (1), shrink (-1) or mix."""

    ways: tuple[int, ...]
    table: Table


@cache
def lines(layout: Layout) -> Lines:
    """The rays of a board."""
    ways, values = [], []
    for way in range(len(layout.topology.directions)):
        rays = {layout.cell_codes[c]: ray_codes(layout, c, way) for c in layout.cells.values()}
        values += [sum(1 << c for c in rays.get(code, ())[1:]) for code in range(layout.size)]
        steps = [a < b for ray in rays.values() for a, b in pairwise(ray)]
        ways.append(1 if all(steps) else 0 if any(steps) else -1)
    table = Table(layout.cell_set, (len(ways), layout.size), tuple(values))
    return Lines(tuple(ways), table)


def ray_codes(layout: Layout, cell: int, way: int) -> tuple[int, ...]:
    """The codes of a cell and of those that lie in a direction, in order."""
    return tuple(layout.cell_codes[c] for c in (cell, *layout.topology.ray(cell, way)))


@cache
def next_cells(layout: Layout) -> Table:
    """The next cell in each direction, -1 where there is none."""
    values = []
    for way in range(len(layout.topology.directions)):
        for code in range(layout.size):
            ray = layout.topology.ray(layout.cells[code], way) if code in layout.cells else ()
            values.append(layout.cell_codes[ray[0]] if ray else -1)
    return Table(INT, (len(layout.topology.directions), layout.size), tuple(values))


@cache
def towards(layout: Layout, ways: int) -> Table:
    """The direction in which each cell sees each other on the empty board.

    Where it does not, some direction in which it does not.
    """
    values = [bits_of(ways)[0]] * layout.size**2
    for cell, code in enumerate(layout.cell_codes):
        for way in bits_of(ways):
            for other in layout.topology.ray(cell, way):
                values[code * layout.size + layout.cell_codes[other]] = way
    return Table(INT, (layout.size, layout.size), tuple(values))


def ray_function(layout: Layout, name: str, way: int, lines: Lines, rays: str) -> str:
    """A function that looks along a direction in which codes only grow or only shrink."""
    p, kind = f"set{layout.cell_set.size}", f"Set{layout.cell_set.size}"
    till = "up_to_first" if lines.ways[way] > 0 else "from_last"
    return (
        f"static inline {kind} {name}(int32_t cell, {kind} through)\n{{\n"
        f"    const {kind} ray = {rays}[{way}][cell];\n"
        f"    return {p}_meet(ray, {p}_{till}({p}_minus(ray, through)));\n}}\n"
    )


def walk_function(layout: Layout, name: str, way: int, steps: str) -> str:
    """A function that looks along any direction, cell by cell."""
    p, kind = f"set{layout.cell_set.size}", f"Set{layout.cell_set.size}"
    return (
        f"static {kind} {name}(int32_t cell, {kind} through)\n{{\n"
        f"    {kind} found = {{{{0}}}};\n"
        f"    for (int32_t c = {steps}[{way}][cell]; c >= 0 && c != cell;"
        f" c = {steps}[{way}][c]) {{\n"
        f"        found = {p}_union(found, {p}_bit(c));\n"
        f"        if (!{p}_has(through, c)) break;\n"
        f"    }}\n    return found;\n}}\n"
    )


def sight_function(
    layout: Layout, name: str, seen: list[tuple[int, str]], is_asked: bool
) -> str:
    """A function that gives what is seen along some directions through the cells of a set."""
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


def sees_function(layout: Layout, name: str, towards: str, rays: str) -> str:
    """A function that says whether only cells of a set are between a cell and one on its lines."""
    p, kind = f"set{layout.cell_set.size}", f"Set{layout.cell_set.size}"
    return (
        f"static inline bool {name}(int32_t cell, int32_t other, {kind} through)\n{{\n"
        f"    const {kind} *ray = {rays}[{towards}[cell][other]];\n"
        f"    {kind} between = {p}_minus(ray[cell], ray[other]);\n"
        f"    const bool is_there = {p}_has(between, other);\n"
        f"    {p}_drop(&between, other);\n"
        f"    return is_there && {p}_within(between, through);\n}}\n"
    )


def sees_walk_function(layout: Layout, name: str, towards: str, steps: str) -> str:
    """The same, cell by cell."""
    p, kind = f"set{layout.cell_set.size}", f"Set{layout.cell_set.size}"
    return (
        f"static inline bool {name}(int32_t cell, int32_t other, {kind} through)\n{{\n"
        f"    const int32_t way = {towards}[cell][other];\n"
        f"    int32_t c = {steps}[way][cell];\n"
        f"    while (c != other && c != cell && c >= 0 && {p}_has(through, c))"
        f" c = {steps}[way][c];\n"
        f"    return c == other;\n}}\n"
    )
