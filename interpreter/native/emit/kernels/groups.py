"""What `c/groups.h` needs of one game: groups that are kept as trees of cells (see
`passes.groups.kept.grow`).
"""

from __future__ import annotations

from interpreter.native.ir.layout.layout import BYTE, WORD, Layout, bits_of, set_type
from interpreter.native.ir.plan import Regions
from interpreter.native.ir.terms import Table

MAX_WAYS = 8  # ways to the neighbours of a cell, all choices of which are in a table
MAX_RUNS = 4  # of pieces around a cell, of each of which one is looked at


def groups_type(layout: Layout, regions: Regions, colours: int) -> tuple[str, int]:
    """The C type of the groups of a state, and how many bytes they have."""
    size, sizes, kinds = layout.size, len(layout.topology.cells) + 1, colours + 1
    runs = runs_table(regions)
    wide = 1 if size <= BYTE else 2
    number, undo = unsigned(wide), ""
    parts = [(wide, f"{number} root[{size}]", size), (wide, f"{number} size[{size}]", size)]
    if regions.undoes:  # what is needed to undo the last join
        most = max(most_runs(runs), *(int(v).bit_count() for v in regions.near.values))
        names = (*UNDO, f"gone[{most}]", f"was[{most}]")
        declared = "".join(f"    {number} {name};\n" for name in names)
        undo = f"typedef struct {{\n{declared}}} Undo;\n\n"
        parts.append((wide, "Undo undo", len(UNDO) + 2 * most))
    if regions.sets:
        touch = 1 if len(regions.sets) <= 8 else 2 if len(regions.sets) <= 16 else 4
        parts.append((touch, f"{unsigned(touch)} touch[{size}]", size))
    if regions.keeps_sizes:
        parts.append((wide, f"{number} of_size[{kinds}][{sizes}]", kinds * sizes))
        parts.append((wide, f"{number} top[{kinds}]", kinds))
    if runs:
        codes = size + 2 * reach_of(regions)
        parts.append((1, f"uint8_t around[{colours}][{codes}]", colours * codes))
    if regions.conditions:
        count = len(regions.conditions)
        parts.append((2, f"uint16_t met[{count}]", count))
    parts.sort(key=lambda part: -part[0])  # the widest first, so that no bytes lie between them
    total = sum(width * count for width, _, count in parts)
    unused = 8 - total % 8
    lines = "".join(f"    {declared};\n" for _, declared, _ in parts)
    text = f"{undo}typedef struct {{\n{lines}    uint8_t unused[{unused}];\n}} Groups;\n"
    return text, total + unused


def unsigned(width: int) -> str:
    """The C type of numbers of so many bytes from 0 on."""
    return f"uint{8 * width}_t"


UNDO = ("cell", "colour", "root", "size", "top", "whole", "count")


def groups_head(layout: Layout, regions: Regions, near: str, conditions: str) -> str:
    """What stands before `c/groups.h`; `conditions` notes what a group has."""
    kind = f"Set{layout.cell_set.size}"
    macros = {
        "GROUP_SIZES": int(regions.keeps_sizes), "GROUP_REGIONS": int(bool(regions.sets)),
        "GROUP_TOUCHED": int(regions.tells_touched), "GROUP_UNDO": int(regions.undoes),
        "GROUP_WINDOW": int(has_window(layout, regions)), "GROUP_REACH": reach_of(regions),
        "GROUP_WORDS": layout.cell_set.size, "GROUP_NEAR": near,
    }  # fmt: skip
    return "\n".join((
        *(f"#define {name} {value}" for name, value in macros.items()), runs_head(layout, regions),
        f"typedef {kind} GroupSet;", regions_table(layout, regions),
        "static inline void note_group(Groups *g, int32_t colour, int32_t size, Set1 touched)\n{\n"
        f"    (void)g; (void)colour; (void)size; (void)touched;\n{conditions}\n}}\n",
    ))  # fmt: skip


def runs_head(layout: Layout, regions: Regions) -> str:
    """What stands there of runs of pieces, if it is asked what a new piece would join."""
    runs = runs_table(regions)
    if runs is None:
        return "#define GROUP_RUNS 0"
    steps, near, most = steps_of(regions), regions.near.values, most_runs(runs)
    ways = (sum(1 << i for i, s in enumerate(steps) if c + s >= 0 and near[c] >> c + s & 1)
            for c in range(layout.size))  # fmt: skip
    rows = ", ".join(f"{{{', '.join(map(str, row))}}}" for row in runs)
    return (
        f"#define GROUP_RUNS {most}\n#define GROUP_WAYS {len(steps)}\n"
        f"static const int8_t runs_of[{len(runs)}][{most + 1}] = {{{rows}}};\n"
        f"static const int16_t way_to[{len(steps)}] = {{{', '.join(map(str, steps))}}};\n"
        f"static const uint8_t ways_of[{layout.size}] = {{{', '.join(map(str, ways))}}};"
    )


def most_runs(runs: list[tuple[int, ...]] | None) -> int:
    """The largest number of runs of a table of them."""
    return len(runs[0]) - 1 if runs else 0


def regions_table(layout: Layout, regions: Regions) -> str:
    """A C table of the constant regions that each code lies in, as bits."""
    rows = (
        sum(1 << i for i, s in enumerate(regions.sets) if s >> code & 1)
        for code in range(layout.size)
    )
    return f"static const uint32_t region_of[{layout.size}] = {{{', '.join(map(str, rows))}}};\n"


def near_table(layout: Layout, regions: Regions) -> Table:
    """The neighbours of each code as bits, counted from the start of its window if it has one."""
    if not has_window(layout, regions):
        return regions.near
    reach = reach_of(regions)
    values = (v >> max(0, code - reach) for code, v in enumerate(regions.near.values))
    return Table(set_type(WORD), regions.near.sizes, tuple(values))


def has_window(layout: Layout, regions: Regions) -> bool:
    """Whether sets take several words, but the neighbours of a cell fit into a window of one."""
    return layout.cell_set.size > 1 and 2 * reach_of(regions) < WORD


def runs_table(regions: Regions) -> list[tuple[int, ...]] | None:
    """For each choice of neighbours of a cell whether there is a run, -1 or 0, and one cell of each
    run, as a difference of codes; None where there are too many, or nothing asks.

    Neighbours are of one run if they are neighbours of each other, whatever the cell is.  Each
    place where there is no run has what the first has, for code without branches.
    """
    steps = steps_of(regions)
    if len(steps) > MAX_WAYS or not regions.sizes_ahead:
        return None
    beside = {s: [o for o in steps if are_beside(regions, s, o)] for s in steps}
    found = [first_of_runs([s for i, s in enumerate(steps) if chosen >> i & 1], beside)
             for chosen in range(1 << len(steps))]  # fmt: skip
    most = max(map(len, found))
    if most > MAX_RUNS or most == len(steps):
        return None
    return [(-1 if f else 0, *f, *(f[:1] or [0]) * (most - len(f))) for f in found]


def steps_of(regions: Regions) -> list[int]:
    """All differences between the codes of neighbours."""
    return sorted({n - c for c, v in enumerate(regions.near.values) for n in bits_of(v)})


def are_beside(regions: Regions, one: int, other: int) -> bool:
    """Whether the neighbours of a cell in two places are neighbours of each other everywhere."""
    near = regions.near.values
    return all(
        near[code + one] >> code + other & 1
        for code, v in enumerate(near)
        if all(code + s >= 0 and v >> code + s & 1 for s in (one, other))
    )


def first_of_runs(steps: list[int], beside: dict[int, list[int]]) -> list[int]:
    """The first of each run of some neighbours."""
    firsts, left = [], set(steps)
    for step in steps:
        if step in left:
            firsts.append(step)
            waiting = [step]
            while waiting:
                one = waiting.pop()
                if one in left:
                    left.remove(one)
                    waiting += beside[one]
    return firsts


def reach_of(regions: Regions) -> int:
    """The largest difference between the codes of neighbours."""
    apart = (abs(n - c) for c, v in enumerate(regions.near.values) for n in bits_of(v))
    return max(apart, default=0)
