"""C functions for groups that are kept as trees of cells (see `passes.groups.kept.grow`)."""

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


def groups_functions(
    layout: Layout, regions: Regions, colours: int, near: str, conditions: str
) -> str:
    """The C functions that join groups and read them; `conditions` notes what a group has."""
    kind = f"Set{layout.cell_set.size}"
    around = roots_around(layout, regions, near)
    sizes = regions.keeps_sizes
    text = (
        "static inline int32_t group_root(const Groups *g, int32_t c)\n{\n"
        "    c = g->root[g->root[c]]; /* mostly there: a loop that is hard to foresee is slow */\n"
        "    while (g->root[c] != c) c = g->root[c];\n    return c;\n}\n\n"
    )
    text += regions_table(layout, regions) if regions.sets else ""
    of_size = (
        f"            g->of_size[colour][other]--;\n            g->of_size[{colours}][other]--;\n"
        if sizes else ""
    )
    undoes = regions.undoes
    gone = "                g->undo.gone[g->undo.count++] = {};\n" if undoes else ""
    text += (
        f"/* A new piece: one group of it and the groups of its colour around it. */\n"
        f"static void join_groups(Groups *g, const {kind} *own, int32_t cell, int32_t colour)\n{{\n"
        "    int32_t root = cell, size = 1;\n"
        + ("    uint32_t touch = region_of[cell];\n" if regions.sets else "")
        + ("    g->undo.count = 0;\n" if undoes else "")
        + "    (void)colour;\n    g->root[cell] = cell;\n"
        + around
        + "            if (r == root) continue;\n"
        "            const int32_t other = g->size[r];\n"
        + of_size
        + ("            touch |= g->touch[r];\n" if regions.sets else "")
        + "            if (other > size) {\n" + gone.format("root")
        + "                g->root[root] = r;\n                root = r;\n"
        "            } else {\n" + gone.format("r")
        + "                g->root[r] = root;\n            }\n"
        "            size += other;\n        }\n"
        + (KEEP.replace("ALL", str(colours)) if undoes else "")
        + "    g->size[root] = size;\n"
        + ("    g->touch[root] = touch;\n" if regions.sets else "")
        + (f"    g->of_size[colour][size]++;\n    g->of_size[{colours}][size]++;\n"
           "    if (size > g->top[colour]) g->top[colour] = size;\n"
           f"    if (size > g->top[{colours}]) g->top[{colours}] = size;\n" if sizes else "")
        + ("    const Set1 touched = {{touch}};\n" if regions.sets else "")
        + f"{conditions}\n}}\n"
    )  # fmt: skip
    if undoes:
        text += UNJOIN.replace("ALL", str(colours))
    if regions.tells_touched:
        text += TOUCHED
    if sizes:
        text += SIZES
    if sizes or regions.tells_touched:
        text += JOINED.replace("REST", REST if sizes else "")
        text = text.replace("TOUCH", "touch |= g->touch[r];" if regions.sets else "")
        text = text.replace("REGIONS", "region_of[cell]" if regions.sets else "0")
    return text.replace("ALL", str(colours)).replace("KIND", kind).replace("AROUND", around)


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


def roots_around(layout: Layout, regions: Regions, near: str) -> str:
    """The head of a loop over the roots `r` of the pieces of `own` next to `cell`."""
    size, reach = layout.cell_set.size, reach_of(regions)
    if has_window(layout, regions):
        return (
            f"    const int32_t from = cell < {reach} ? 0 : cell - {reach}, by = from & 63;\n"
            "    const uint64_t *w = own->w + (from >> 6);\n"
            f"    const uint64_t next = w[from >> 6 < {size - 1}];\n"
            f"    uint64_t word = {near}[cell].w[0] & (w[0] >> by | next << 1 << (63 - by));\n"
            "        for (; word; word &= word - 1) {\n"
            "            const int32_t r = group_root(g, from + __builtin_ctzll(word));\n"
        )
    first, last = "0", str(size - 1)
    if size > 2:
        first = f"cell < {reach} ? 0 : (cell - {reach}) >> 6"
        last = f"(cell + {reach} < {64 * size} ? (cell + {reach}) >> 6 : {size - 1})"
    return (
        f"    for (int i = {first}; i <= {last}; i++)\n"
        f"        for (uint64_t word = {near}[cell].w[i] & own->w[i]; word; word &= word - 1) {{\n"
        "            const int32_t r = group_root(g, 64 * i + __builtin_ctzll(word));\n"
    )


def degree(regions: Regions) -> int:
    """The largest number of neighbours of a cell."""
    return max(int(v).bit_count() for v in regions.near.values)


KEEP = """\
    g->undo.cell = cell;
    g->undo.colour = colour;
    g->undo.root = root;
    g->undo.size = g->size[root];
    g->undo.top = g->top[colour];
    g->undo.whole = g->top[ALL];
"""


UNJOIN = """
/* Take back the last piece that was joined. */
static void unjoin_groups(Groups *g)
{
    const int32_t cell = g->undo.cell, colour = g->undo.colour, root = g->undo.root;
    g->of_size[colour][g->size[root]]--;
    g->of_size[ALL][g->size[root]]--;
    g->size[root] = g->undo.size;
    g->top[colour] = g->undo.top;
    g->top[ALL] = g->undo.whole;
    for (int32_t i = -1; i < g->undo.count; i++) {
        const int32_t r = i < 0 ? root : g->undo.gone[i];
        g->root[r] = r;
        if (r == cell) continue;
        g->of_size[colour][g->size[r]]++;
        g->of_size[ALL][g->size[r]]++;
    }
}
"""


SIZES = """
static inline int32_t group_size(const Groups *g, int32_t c) { return g->size[group_root(g, c)]; }
static inline int32_t largest_group(const Groups *g, int32_t colour)
{
    return g->top[colour] ? g->top[colour] : NO_NUMBER;
}
static inline int32_t groups_of_size(const Groups *g, int32_t colour, int32_t n)
{
    return n < 0 || n >= (int32_t)(sizeof g->of_size[0] / sizeof g->of_size[0][0])
        ? 0 : g->of_size[colour][n];
}
static inline int32_t largest_other(const Groups *g, int32_t c)
{
    const int32_t own = group_size(g, c);
    for (int32_t n = g->top[ALL]; n > 0; n--)
        if (g->of_size[ALL][n] > (n == own)) return n;
    return NO_NUMBER;
}
"""


TOUCHED = """
static inline Set1 group_touched(const Groups *g, int32_t c)
{
    return (Set1){{g->touch[group_root(g, c)]}};
}
"""


JOINED = """
/* A piece as if it were on an empty cell: the size of its group, the regions that this touches, and
   the size of the largest other group. */
typedef struct { int32_t size, rest; Set1 touched; } Joined;
static inline Joined joined(const Groups *g, const KIND *own, int32_t cell)
{
    int32_t roots[8 * sizeof own->w], count = 0, size = 1, rest = NO_NUMBER;
    uint64_t touch = REGIONS;
AROUND            int32_t k = 0;
            while (k < count && roots[k] != r) k++;
            if (k < count) continue;
            roots[count++] = r;
            size += g->size[r];
            TOUCH
        }
REST    return (Joined){size, rest, {{touch}}};
}
"""


REST = """\
    for (int32_t n = g->top[ALL]; n > 0 && rest < 0; n--) {
        int32_t left = g->of_size[ALL][n];
        for (int32_t k = 0; k < count; k++) left -= g->size[roots[k]] == n;
        if (left > 0) rest = n;
    }
"""
