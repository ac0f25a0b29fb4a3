"""The declarations of a C text: the state, constants and tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from interpreter.native.emit.effects import EffectWriter
from interpreter.native.emit.kernels import groups as groups_c
from interpreter.native.emit.kernels import sets as sets_c
from interpreter.native.emit.kernels.templates import c_part
from interpreter.native.emit.plain_state import c_files, sizes, zeroed
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.fields import Field, number_type
from interpreter.native.ir.terms.quoting import comment

LONG = 1_000  # entries of a table that is written as text, which a compiler reads ten times as fast
BYTES = ("int8_t", "uint8_t")
OCTAL = [f"\\{value:o}" for value in range(256)]  # of negative numbers, too: the last is for -1
ALIGNMENT = {"double": 8, "int64_t": 8, "uint64_t": 8, "int32_t": 4, "int16_t": 2, "int8_t": 1,
             "uint8_t": 1}  # fmt: skip


class Declarations(EffectWriter):
    """Writes the declarations that precede the functions."""

    state_bytes = 0

    def groups(self) -> list[str]:
        """The C functions for groups that are kept; none if the plan keeps none."""
        if self.plan.regions is None:
            return []
        layout = self.plan.layout
        near = self.unit.table(groups_c.near_table(layout, self.plan.regions))
        block = self.block()
        for number, conditions in enumerate(self.plan.regions.conditions):
            for colour, condition in enumerate(conditions):
                block.write(f"if (colour == {colour} && {block.wrapped(condition)}) "
                            f"g->met[{number}] |= {1 << colour};")  # fmt: skip
        head = groups_c.groups_head(layout, self.plan.regions, near, block.text().strip("\n"))
        return [head, c_files("groups.h")]

    def derived(self) -> str:
        """The C functions that clear and recompute the fields derived from the board."""
        names = list(self.plan.kept)
        block = self.block()
        if self.plan.regions is not None:
            names.append("groups")
            size = str(self.plan.layout.cell_set.size)
            block.lines += c_part("rebuild_groups", size=size).splitlines()
        for effects in self.plan.kept.values():
            self.effects(block, effects, trial=False, fail="", last=[])
        return c_part("derived", forget=zeroed(sorted(names)), rebuild=block.text().lstrip("\n"))

    def head(self) -> str:
        """The sizes of a game for the run-time files, and the operations on its sets."""
        widths = {f.type.size for f in self.fields() if f.type.is_set} | self.unit.sizes
        widths.add(self.plan.layout.cell_set.size)
        operations = "\n".join(sets_c.set_operations(size) for size in sorted(widths))
        plan = self.plan
        numbers = (
            len(plan.model.colours), max(1, plan.most_moves), len(plan.hashes),
            any(m.is_chance for m in plan.ordered_menus),
        )  # fmt: skip
        return (
            f"{comment(plan.model.title or plan.model.name)}\n{self.scalar()}"
            f"{sizes(*numbers, plan.engine.outcomes)}"
            f"\n{operations}"
        )

    def scalar(self) -> str:
        """A pragma that keeps gcc from combining the words of small sets into vectors.

        Sets are written word by word and read back at once; a wide load of two fresh words stalls
        the processor (a third of the time of a game of Hex).
        """
        if self.plan.layout.cell_set.size > 3:
            return ""
        return (
            "#if defined(__GNUC__) && !defined(__clang__)\n"
            '#pragma GCC optimize("no-tree-slp-vectorize")\n#endif\n'
        )

    def fields(self) -> list[Field]:
        """The fields of the state, those with the widest entries first."""
        declared = [f for name, f in self.plan.fields.all.items() if name != "weight"]
        return sorted(declared, key=lambda f: -ALIGNMENT.get(f.storage, 8))

    def state(self) -> str:
        """The C type of states; how many bytes one has is known from then on."""
        lines, bytes_ = [], 0
        if self.plan.regions is not None:
            lines.append("    Groups groups;")
        for field in self.fields():
            if field.name == "groups":
                continue
            count = field.sizes[0] if field.sizes else 1
            lines.append(f"    {field.storage} {field.name}{f'[{count}]' if field.sizes else ''};")
            bytes_ += count * (
                8 * field.type.size if field.type.is_set else ALIGNMENT[field.storage]
            )
        if bytes_ % 8:
            lines.append(f"    uint8_t unused[{-bytes_ % 8}];")
        self.state_bytes = bytes_ + -bytes_ % 8
        text = "typedef struct {\n" + "\n".join(lines) + "\n} State;\n"
        if self.plan.regions is None:
            return text
        colours = self.plan.fields.colours
        groups, size = groups_c.groups_type(self.plan.layout, self.plan.regions, colours)
        self.state_bytes += size
        return f"{groups}\n{text}"

    def constants(self) -> Iterator[str]:
        """Constant sets and tables."""
        for (size, value), name in self.unit.constants.items():
            yield f"static const Set{size} {name} = {sets_c.constant(size, value)};"
        for table, name in self.unit.tables.items():
            shape = "".join(f"[{s}]" for s in table.sizes)
            yield f"static const {table_type(table)} {name}{shape} = {table_values(table)};"


def table_type(table: t.Table) -> str:
    if table.type.is_set:
        return f"Set{table.type.size}"
    if table.type.name == "bool":
        return "uint8_t"
    if table.type == t.REAL:
        return "double"
    low, high = min(table.values), max(table.values)
    return number_type(low, high)


def table_values(table: t.Table) -> str:
    """A C initialiser with the entries of a table; most zeros are left out where there are many."""

    is_text = table_type(table) in BYTES and len(table.values) > LONG

    def texts(values: Iterable[Any]) -> Iterable[str]:
        if table.type.is_set:
            return (sets_c.constant(table.type.size, int(value)) for value in values)
        return map(repr, map(float, values)) if table.type == t.REAL else map(str, map(int, values))

    def row(values: tuple[Any, ...]) -> Iterable[str]:
        if table.type == t.REAL or 4 * values.count(0) < 3 * len(values):
            return texts(values)
        places = [n for n, value in enumerate(values) if value or n == 0]
        return map("[{}] = {}".format, places, texts(values[n] for n in places))

    def nested(values: tuple[Any, ...], sizes: tuple[int, ...]) -> str:
        if len(sizes) == 1 and is_text:
            return '"' + "".join([OCTAL[value] for value in values]) + '"'
        if len(sizes) == 1:
            return "{" + ", ".join(row(values)) + "}"
        inner = len(values) // sizes[0]
        parts = [nested(values[i : i + inner], sizes[1:]) for i in range(0, len(values), inner)]
        return "{" + ",\n ".join(parts) + "}"

    return nested(table.values, table.sizes)
