"""What `c/groups.h` needs of one game: groups that are kept as trees of cells (see
`passes.groups.kept.grow`).
"""

from __future__ import annotations

from interpreter.native.ir.layout.layout import BYTE, WORD, Layout, bits_of, set_type
from interpreter.native.ir.plan import Regions
from interpreter.native.ir.terms import Table


def groups_type(layout: Layout, regions: Regions, colours: int) -> str:
    """The C type of the groups of a state."""
    number = "uint8_t" if layout.size <= BYTE else "uint16_t"
    cells = len(layout.topology.cells)
    width = 1 if layout.size <= BYTE else 2
    parts = [f"{number} root[{layout.size}];", f"{number} size[{layout.size}];"]
    total = 2 * width * layout.size
    if regions.undoes:
        parts.append("Undo undo;")
        total += width * (len(UNDO) + degree(regions))
    if regions.sets:
        touch = 1 if len(regions.sets) <= 8 else 2 if len(regions.sets) <= 16 else 4
        parts.insert(0, f"uint{8 * touch}_t touch[{layout.size}];")
        total += touch * layout.size
    if regions.keeps_sizes:
        parts += [f"{number} of_size[{colours + 1}][{cells + 1}];", f"{number} top[{colours + 1}];"]
        total += width * ((colours + 1) * (cells + 1) + colours + 1)
    if regions.conditions:
        parts.append(f"uint16_t met[{len(regions.conditions)}];")
        total += 2 * len(regions.conditions)
    lines = "\n    ".join([*parts, f"uint8_t unused[{8 - total % 8}];"])
    undo = ""  # the type of what is needed to undo the last join
    if regions.undoes:
        names = (*UNDO, f"gone[{degree(regions)}]")
        declared = "\n    ".join(f"{number} {name};" for name in names)
        undo = f"typedef struct {{\n    {declared}\n}} Undo;\n\n"
    return f"{undo}typedef struct {{\n    {lines}\n}} Groups;\n"


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
        *(f"#define {name} {value}" for name, value in macros.items()),
        f"typedef {kind} GroupSet;", regions_table(layout, regions),
        "static inline void note_group(Groups *g, int32_t colour, int32_t size, Set1 touched)\n{\n"
        f"    (void)g; (void)colour; (void)size; (void)touched;\n{conditions}\n}}\n",
    ))  # fmt: skip


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


def reach_of(regions: Regions) -> int:
    """The largest difference between the codes of neighbours."""
    apart = (abs(n - c) for c, v in enumerate(regions.near.values) for n in bits_of(v))
    return max(apart, default=0)


def degree(regions: Regions) -> int:
    """The largest number of neighbours of a cell."""
    return max(int(v).bit_count() for v in regions.near.values)
