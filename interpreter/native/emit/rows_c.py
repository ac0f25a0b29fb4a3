"""Rows through one cell as C, without branches.

A set of one word is looked at as a whole: what has no row without the cell has none elsewhere.  In
a larger one, what is near the cell is shifted to a fixed place.  There the bits of each direction
lie under a fixed mask; they are gathered to lanes of a word, in which all directions are looked at
together.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.native.lowering.layout import WORD, Layout, set_type
from interpreter.native.passes.rows import Rows
from interpreter.native.terms import Table


def whole_function(name: str, rows: Rows, starts: list[str]) -> str:
    """A function that says whether there is a row in a set of one word; `starts` for each run."""
    lines, found = ["(void)cell;"], []
    for run, start in zip(rows.runs, starts, strict=True):
        word = f"w{run.step}"
        lines.append(f"uint64_t {word} = a->w[0];")
        lines += [f"{word} &= {word} >> {by * run.step};" for by in doublings(rows.length)]
        found.append(f"({word} & {start}.w[0])")
    lines.append(f"return ({' | '.join(found)}) != 0;")
    body = "".join(f"    {line}\n" for line in lines)
    return f"static inline bool {name}(const Set1 *a, int32_t cell)\n{{\n{body}}}\n"


def doublings(length: int) -> Iterator[int]:
    """By how many places to look ahead again and again, until so many in a row are known."""
    done = 1
    while done < length:
        by = min(done, length - done)
        yield by
        done += by


def words_of(rows: Rows) -> int:
    """The words that hold what is near a cell on one side of it."""
    return set_type(rows.reach).size


def near_table(layout: Layout, rows: Rows) -> Table:
    """For each code what is near below it, and near above it, at the fixed place."""
    words = words_of(rows)
    values = []
    for code, near in enumerate(rows.near):
        below = near & (1 << code) - 1
        place = WORD * words - code
        values += [below << place if place >= 0 else below >> -place, near >> code + 1]
    return Table(set_type(WORD * words), (layout.size, 2), tuple(values))


def in_row_function(layout: Layout, name: str, rows: Rows, near: str) -> str:
    """A function that says whether a row within a set goes through a cell of it."""
    last, words = layout.cell_set.size - 1, words_of(rows)
    lines = [
        "const int32_t b = cell >> 6, e = (cell + 1) >> 6;",
        "const int32_t below = cell & 63, above = (cell + 1) & 63;",
    ]
    for i in range(words + 1):
        lines.append(f"const uint64_t b{i} = a->w[{place_below(words - i)}];")
        lines.append(f"const uint64_t e{i} = a->w[{place_above(i, last)}];")
    for i in range(words):
        for side, word, by in ((0, "b", "below"), (1, "e", "above")):
            lines.append(
                f"const uint64_t n{side}{i} = {near}[cell][{side}].w[{i}] & "
                f"({word}{i} >> {by} | {word}{i + 1} << 1 << (63 - {by}));"
            )
    lines += lanes(rows, words)
    body = "".join(f"    {line}\n" for line in lines)
    return f"static inline bool {name}(const Set{last + 1} *a, int32_t cell)\n{{\n{body}}}\n"


def place_below(less: int) -> str:
    """Which word stands so many before `b`, or any: nothing near the cell is beyond the first."""
    return f"b < {less} ? 0 : b - {less}" if less else "b"


def place_above(more: int, last: int) -> str:
    """Which word stands so many after `e`, or any: nothing near the cell is beyond the last."""
    return f"e > {last - more} ? {last} : e + {more}"


def lanes(rows: Rows, words: int) -> list[str]:
    """The lanes, and whether there is a run of set bits in one of them."""
    width = 2 * rows.length
    room = WORD // width
    lines, found = [], []
    for first in range(0, len(rows.runs), room):
        parts = []
        for lane, run in enumerate(rows.runs[first : first + room]):
            parts += [f"{hex(1 << rows.length - 1 + lane * width)}u"]
            parts += gathered(rows.length, run.step, words, lane * width)
        name = f"v{first}"
        lines.append(f"uint64_t {name} = {' | '.join(parts)};")
        lines += [f"{name} &= {name} >> {by};" for by in doublings(rows.length)]
        found.append(name)
    return [*lines, f"return ({' | '.join(found)}) != 0;"]


def gathered(length: int, step: int, words: int, lane: int) -> list[str]:
    """The bits of one direction below and above the cell, in order."""
    below = sum(1 << WORD * words - i * step for i in range(1, length))
    above = sum(1 << i * step - 1 for i in range(1, length))
    parts = []
    for side, mask, place in ((0, below, lane), (1, above, lane + length)):
        for i in range(words):
            here = mask >> WORD * i & (1 << WORD) - 1
            if here:
                by = f" << {place}" if place else ""
                parts.append(f"gathered(n{side}{i}, {hex(here)}u){by}")
                place += here.bit_count()
    return parts
