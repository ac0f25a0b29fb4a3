"""The constant tables that terms look up in lanes, and what vectors hold at all."""

from __future__ import annotations

from interpreter.native.emit.state import table_type
from interpreter.native.ir.layout.layout import WORD
from interpreter.native.ir.terms import BOOL, INT, Table, Type

MAX_WORDS = 12  # of a set
MAX_TABLE = 1 << 14  # entries of a table
LANES = 8
SHORT = 2 * LANES  # entries of a table that two vectors hold


class NotInLanes(Exception):
    """Something that vectors cannot do, or not faster than one game at a time."""


def check_type(type: Type) -> None:
    """Refuse what is no flag, no number and no small set."""
    if type not in (BOOL, INT) and not (type.is_set and type.size <= MAX_WORDS):
        raise NotInLanes


class Tables:
    """The constant tables of the lanes of one game, and the C functions that look them up.

    Tables of small numbers share words, so that looking up several at one place is one look-up.
    """

    def __init__(self) -> None:
        self.names: dict[tuple[Table, int], str] = {}
        self.texts: list[str] = []
        self.packs: list[list[Table]] = []

    def packed(self, table: Table) -> tuple[int, int] | None:
        """The pack and the place of the lowest bit of a table of small numbers that is long."""
        if table.type != INT or len(table.values) <= SHORT or min(table.values) < 0:
            return None
        for number, pack in enumerate(self.packs):
            at = sum(map(width, pack))
            if table in pack:
                return number, sum(map(width, pack[: pack.index(table)]))
            if len(table.values) == len(pack[0].values) and at + width(table) <= WORD:
                pack.append(table)
                return number, at
        self.packs.append([table])
        return len(self.packs) - 1, 0

    def text(self) -> str:
        packs = []
        for number, pack in enumerate(self.packs):
            words = [0] * len(pack[0].values)
            at = 0
            for table in pack:
                words = [w | v << at for w, v in zip(words, table.values, strict=True)]
                at += width(table)
            packs.append(look_up(f"pack_{number}", "uint64_t", [f"{w:#x}u" for w in words]))
        return "\n".join((*packs, *self.texts))

    def entry(self, table: Table, word: int) -> str:
        """The name of the C function that looks up a word of an entry, in all lanes."""
        check_type(table.type)
        if len(table.values) > MAX_TABLE:
            raise NotInLanes
        key = table, word
        if key not in self.names:
            self.names[key] = f"entry_{len(self.names)}"
            self.texts.append(table_function(self.names[key], table, word))
        return self.names[key]


def table_function(name: str, table: Table, word: int) -> str:
    """A C function: a word of an entry of a table, at an index of each lane, which it has.

    Processors find the words of a short table without memory.
    """
    values = [entry_word(v, table.type, word) for v in table.values]
    kind = {"set": "uint64_t", "bool": "int8_t"}.get(table.type.name) or table_type(table)
    head = f"static inline Lanes {name}(Lanes place)\n{{\n"
    if len(values) <= SHORT:
        halves = [values[i : i + LANES] for i in range(0, len(values), LANES)]
        vectors = ", ".join("(Lanes){" + ", ".join(half) + "}" for half in halves)
        return f"{head}    return __builtin_shuffle({vectors}, place);\n}}\n"
    return look_up(name, kind, values)


def look_up(name: str, kind: str, values: list[str]) -> str:
    """A C function that looks up entries of a long table."""
    table = f"static const {kind} {name}_of[{len(values)}] = {{{', '.join(values)}}};\n"
    head = f"{table}static inline Lanes {name}(Lanes place)\n{{\n"
    if kind == "uint64_t":
        return f"{head}    return lanes_gather({name}_of, place << 3);\n}}\n"
    return (
        f"{head}    uint64_t at[LANES];\n    memcpy(at, &place, sizeof at);\n"
        f"    for (int i = 0; i < LANES; i++) at[i] = (uint64_t)(int64_t){name}_of[at[i]];\n"
        "    return lanes_from(at);\n}\n"
    )


def width(table: Table) -> int:
    """How many bits the numbers of a table need."""
    return max(1, *map(int.bit_length, table.values))


def entry_word(value: int, type: Type, word: int) -> str:
    if type.is_set:
        return f"{value >> WORD * word & (1 << WORD) - 1:#x}u"
    return str(int(value))
