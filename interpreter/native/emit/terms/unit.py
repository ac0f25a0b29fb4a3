"""What the functions of one C text share: constants, tables and helper functions."""

from __future__ import annotations

from interpreter.native.emit.kernels import rays
from interpreter.native.emit.kernels import sets as sets_c
from interpreter.native.emit.kernels.templates import c_part
from interpreter.native.ir.layout.fields import Fields
from interpreter.native.ir.layout.layout import Layout, bits_of
from interpreter.native.ir.terms import Table, Term, Type
from interpreter.native.ir.terms.refusal import NotNative

MAX_BYTES = 3_000_000  # of all tables: a compiler reads them in a second
PATHS = 4  # that are kept of one search, for as many sets to get to
LARGE = 3  # words of sets that are shifted in the time in which a cell is taken out of one
BYTES = 2  # assumed for a number in a table, which may take up to 8


class Unit:
    """What the functions of one C text share: constants, tables, helpers."""

    def __init__(self, layout: Layout, fields: Fields):
        self.layout, self.fields = layout, fields
        self.tables: dict[Table, str] = {}
        self.constants: dict[tuple[int, int], str] = {}
        self.helpers: dict[str, str] = {}  # functions by name, in order of need
        self.sizes: set[int] = {1}
        self.paths: dict[Term, str] = {}  # where the steps found last are kept, by search
        self.counter = 0
        self.bytes = 0  # of all tables

    def fresh(self, stem: str = "t") -> str:
        """A name that no other temporary has."""
        self.counter += 1
        return f"{stem}{self.counter}"

    def c_type(self, type: Type) -> str:
        if type.is_set:
            self.sizes.add(type.size)
            return f"Set{type.size}"
        if type.name == "list":
            name = f"List{type.size}"
            self.helper(name, (
                f"typedef struct {{ int32_t n; int32_t v[{type.size}]; }} {name};\n"
            ))  # fmt: skip
            return name
        return {"bool": "bool", "int": "int32_t", "real": "double"}[type.name]

    def helper(self, name: str, text: str) -> str:
        """A helper function, written once."""
        self.helpers.setdefault(name, text)
        return name

    def constant(self, size: int, value: int) -> str:
        self.sizes.add(size)
        if value == 0:
            return f"(Set{size}){{{{0}}}}"
        return self.constants.setdefault((size, value), f"k{len(self.constants)}")

    def table(self, table: Table) -> str:
        """The name of a constant table.

        Raises NotNative if all tables together are too large.
        """
        if table.type.is_set:
            self.sizes.add(table.type.size)
        if table not in self.tables:
            self.bytes += len(table.values) * (8 * table.type.size or BYTES)
            if self.bytes > MAX_BYTES:
                raise NotNative("large-tables", count=self.bytes, name=f"{MAX_BYTES:,}")
            self.tables[table] = f"tab{len(self.tables)}"
        return self.tables[table]

    def path(self, search: Term, size: int) -> str:
        """The name of the array that has for each cell the next one on the path found last."""
        if search not in self.paths:
            self.paths[search] = self.helper(f"next_{len(self.paths)}", (
                f"static _Thread_local uint16_t next_{len(self.paths)}[{PATHS}][{size}];\n"
            ))  # fmt: skip
        return self.paths[search]

    def shift(self, size: int, bits: int) -> str:
        """The name of the function that shifts sets by `bits`."""
        self.sizes.add(size)
        name = sets_c.shift_name(size, bits)
        return self.helper(name, sets_c.shift_function(size, bits))

    def dilate(self, name: str) -> str:
        """The name of the function that gives the neighbours of a set."""
        shifts, near = self.layout.relations[name]
        for shift in shifts or ():
            self.shift(self.layout.cell_set.size, shift.bits)
        table = "" if shifts is not None else self.table(near)
        return self.helper(f"dilate_{name}", sets_c.dilate_function(self.layout, name, table))

    def flood_from(self, name: str) -> str:
        size, (shifts, cells) = self.layout.cell_set.size, self.layout.relations[name]
        near, part = self.table(cells), "flood_from"
        if size >= LARGE and shifts is not None:
            self.dilate(name)
            part = "flood_from_by_shifts"
        text = c_part(part, n=size, name=name, near=near)
        return self.helper(f"flood_from_{name}", text)

    def sight(self, ways: int | None) -> str:
        """The name of the function that looks along `ways`, or (None) along given directions."""
        every = (1 << len(self.layout.topology.directions)) - 1
        looked = bits_of(every if ways is None else ways & every)
        seen = [(way, self.seen(way)) for way in looked]
        name = "sight" if ways is None else f"sight_{ways & every:x}"
        return self.helper(name, rays.sight_function(self.layout, name, seen, ways is None))

    def seen(self, way: int) -> str:
        """The name of the function that looks along one direction."""
        name, lines, size = f"seen_{way}", rays.lines(self.layout), self.layout.cell_set.size
        if lines.ways[way] == 0:
            starts, codes = map(self.table, rays.passes(self.layout, way))
            text = c_part("passes", n=size, name=name, starts=starts, codes=codes)
            return self.helper(name, text)
        till = "up_to_first" if lines.ways[way] > 0 else "from_last"
        table = self.table(lines.table)
        return self.helper(name, c_part("ray", n=size, name=name, way=way, till=till, rays=table))

    def compare(self, type: Type, a: str, sign: str, b: str) -> str:
        """A C comparison of two numbers, or lexicographic one of two lists."""
        if type.name != "list":
            return f"{a} {sign} {b}"
        self.helper("compare_lists", (
            "static int32_t compare_lists("
            "const int32_t *a, int32_t n, const int32_t *b, int32_t m)\n"
            "{\n    for (int32_t i = 0; i < n && i < m; i++)\n"
            "        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;\n"
            "    return n < m ? -1 : n > m;\n}\n"
        ))  # fmt: skip
        return f"compare_lists({a}.v, {a}.n, {b}.v, {b}.n) {sign} 0"
