"""C functions for the parts of a set that steps connect: trees of cells with the first as root."""

from __future__ import annotations

ROOTS = """\
static void start_roots(int32_t *up, const uint64_t *inside, int32_t words)
{
    for (int32_t c = 0; c < 64 * words; c++) up[c] = inside[c >> 6] >> (c & 63) & 1 ? c : -1;
}
static int32_t root_of(int32_t *up, int32_t c)
{
    while (up[c] != c) c = up[c] = up[up[c]];
    return c;
}
static void join_roots(int32_t *up, int32_t a, int32_t b)
{
    a = root_of(up, a);
    b = root_of(up, b);
    if (a < b) up[b] = a;
    else up[a] = b;
}
static void settle_roots(int32_t *up, int32_t size)
{
    for (int32_t c = 0; c < size; c++)
        if (up[c] >= 0) up[c] = root_of(up, c);
}
"""


def part_function(size: int) -> str:
    """A C function: the part of a set, by its roots, that a cell is in."""
    kind = f"Set{size}"
    return (
        f"static {kind} part_of_{size}({kind} inside, const int32_t *up, int32_t cell)\n{{\n"
        f"    {kind} found = {{{{0}}}};\n"
        f"    for (int i = 0; i < {size}; i++)\n"
        "        for (uint64_t word = inside.w[i]; word; word &= word - 1)\n"
        "            if (up[cell] >= 0 && up[64 * i + __builtin_ctzll(word)] == up[cell])\n"
        "                found.w[i] |= word & -word;\n"
        "    return found;\n}\n"
    )
