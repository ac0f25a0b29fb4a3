"""Terms as C on vectors: each lane has the value of a game of its own.

A value is a tuple of C names: one for each word of a set, one for a number, or one for a flag,
which is all ones where it holds.  Everything is computed in all lanes, also where a lane does not
need it: what does not exist is read as if it were the first entry of its table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partialmethod
from typing import Any

from interpreter.native.emit.kernels.sets import shift_words
from interpreter.native.emit.state import table_type
from interpreter.native.emit.terms.sets import words_of
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import WORD, Layout
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.terms import BOOL, INT, Table, Term, Type

MAX_WORDS = 12  # of a set
MAX_ENTRIES = 8  # of a field in vectors, all of which are looked at where an index is not known
MAX_TABLE = 1 << 14  # entries of a table
LANES = 8
SHORT = 2 * LANES  # entries of a table that two vectors hold
Words = tuple[str, ...]


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
        """C for all tables."""
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
    """C for a word of an entry of a table; a flag is all ones."""
    if type.is_set:
        return f"{value >> WORD * word & (1 << WORD) - 1:#x}u"
    return str(-int(value) if type == BOOL else int(value))


class LaneTerms:
    """Writes terms, and keeps the values that fields and local variables have at this point."""

    def __init__(self, plan: Plan, tables: Tables):
        self.plan, self.tables = plan, tables
        self.layout: Layout = plan.layout
        self.lines: list[str] = []
        self.fields: dict[tuple[str, int], Words] = {}
        self.loaded: dict[tuple[str, int], Words] = {}
        self.locals: dict[str, Words] = {}
        self.known: dict[Any, Words] = {}
        self.versions: dict[str, int] = {}
        self.acting = ""  # the lanes in which something is done

    # ---- names ----

    def name(self, text: str) -> str:
        """A name for a vector."""
        if text.isidentifier():
            return text
        name = f"v{len(self.lines)}"
        self.lines.append(f"    const Lanes {name} = {text};")
        return name

    def field(self, name: str, entry: int = 0) -> Words:
        """The value of an entry of a field at this point."""
        key = name, entry
        if key not in self.fields:
            field = self.plan.fields.all.get(name)
            if field is None or (field.sizes or (1,))[0] > MAX_ENTRIES:
                raise NotInLanes
            check_type(field.type)
            self.fields[key] = self.loaded[key] = tuple(
                self.name(f"m->{name}_{entry}_{word}") for word in range(field.type.size or 1)
            )
        return self.fields[key]

    def assign(self, name: str, index: tuple[Term, ...], value: Words, mask: str) -> None:
        """A new value of a field or of an entry where a mask holds (everywhere if it is empty)."""
        sizes = self.plan.fields.all[name].sizes
        self.versions[name] = self.versions.get(name, 0) + 1
        if self.is_in_memory(name):
            here = f"{self.acting} & {mask}" if mask else self.acting
            for word, new in zip(self.places(name, index), value, strict=True):
                self.lines.append(f"    lanes_scatter(state, {word}, {new}, {here});")
            return
        entries = range(sizes[0]) if sizes else range(1)
        place = index[0] if index and sizes else t.number(0)
        if place.op == "const":
            entries = range(place.data, place.data + 1) if place.data in entries else range(0)
        at = self.term(place)[0]
        for entry in entries:
            here = mask
            if place.op != "const":
                same = f"lanes_eq({at}, lanes_of({entry}))"
                here = self.name(f"{mask} & {same}" if mask else same)
            old = self.field(name, entry)
            self.fields[name, entry] = self.chosen(here, value, old) if here else value

    def is_in_memory(self, name: str) -> bool:
        """Whether a field has so many entries that it stays in the states of the games."""
        field = self.plan.fields.all[name]
        return field.type.is_set and len(field.sizes) == 1 and field.sizes[0] > MAX_ENTRIES

    def places(self, name: str, index: tuple[Term, ...]) -> list[str]:
        """Where the words of an entry of a field are in memory."""
        field = self.plan.fields.all[name]
        check_type(field.type)
        at, size = self.term(index[0])[0], f"lanes_of({field.sizes[0]})"
        entry = self.name(f"({at} & lanes_less({at}, {size})) * lanes_of({8 * field.type.size})")
        start = self.name(f"{entry} + lanes_states()")
        base = f"lanes_of(offsetof(State, {name})"
        return [f"{start} + {base} + {8 * word})" for word in range(field.type.size)]

    def chosen(self, mask: str, yes: Words, no: Words) -> Words:
        """One value where a mask holds, another elsewhere."""
        return tuple(
            a if a == b else self.name(f"lanes_if({mask}, {a}, {b})")
            for a, b in zip(yes, no, strict=True)
        )

    # ---- terms ----

    def flag(self, term: Term) -> str:
        """The mask of a condition."""
        return self.term(term)[0]

    def term(self, term: Term) -> Words:
        """The value of a term; raises NotInLanes for what has none."""
        key = term, tuple(sorted((f, self.versions[f]) for f in term.reads if f in self.versions))
        if key not in self.known:
            check_type(term.type)
            make: Callable[[Term], Words] | None = getattr(self, f"make_{term.op}", None)
            if make is None:
                raise NotInLanes
            made = make(term)
            for code in term.uncertain:
                there = self.flag(t.exists(code))
                made = self.chosen(there, made, self.term(t.nothing(term.type)))
            self.known[key] = tuple(map(self.name, made))
        return self.known[key]

    def make_const(self, term: Term) -> Words:
        if term.type.is_set:
            words = range(term.type.size)
            return tuple(f"lanes_of({term.data >> WORD * i & (1 << WORD) - 1:#x}u)" for i in words)
        value = -int(term.data) if term.type == BOOL else int(term.data)
        return (f"lanes_of((uint64_t)({value}))",)

    def make_var(self, term: Term) -> Words:
        if term.data not in self.locals:
            raise NotInLanes
        return self.locals[term.data]

    def make_read(self, term: Term) -> Words:
        field = self.plan.fields.all.get(term.data)
        if field is None:
            raise NotInLanes
        if not term.args or not field.sizes:
            return self.field(term.data)
        if self.is_in_memory(term.data):
            places = self.places(term.data, term.args)
            return tuple(f"lanes_gather(state, {place})" for place in places)
        index, size = term.args[0], field.sizes[0]
        if index.op == "const":
            return self.field(term.data, index.data if index.data in range(size) else 0)
        at, found = self.term(index)[0], self.field(term.data, 0)
        for entry in range(1, size):
            here = self.name(f"lanes_eq({at}, lanes_of({entry}))")
            found = self.chosen(here, self.field(term.data, entry), found)
        return found

    def make_table(self, term: Term) -> Words:
        table: Table = term.data
        place = "lanes_of(0)"
        for size, index in zip(table.sizes, term.args, strict=True):
            at = self.term(index)[0]
            inside = self.name(f"{at} & lanes_less({at}, lanes_of({size}))")
            place = self.name(f"{place} * lanes_of({size}) + {inside}")
        packed = self.tables.packed(table)
        if packed:
            number, low = packed
            found = self.named(f"pack_{number}({self.name(place)})")
            return (f"{found} >> {low} & lanes_of({(1 << width(table)) - 1})",)
        words = range(table.type.size or 1)
        return tuple(f"{self.tables.entry(table, word)}({place})" for word in words)

    def named(self, text: str) -> str:
        """A name for a vector that depends only on its text."""
        if (text, ()) not in self.known:
            self.known[text, ()] = (self.name(text),)
        return self.known[text, ()][0]

    def joined(self, term: Term, sign: str) -> Words:
        """An operation on masks or words, side by side."""
        made = [self.term(a) for a in term.args]
        return tuple(f" {sign} ".join(words) for words in zip(*made, strict=True))

    make_and = partialmethod(joined, sign="&")
    make_or = partialmethod(joined, sign="|")
    make_union = partialmethod(joined, sign="|")
    make_meet = partialmethod(joined, sign="&")
    make_minus = partialmethod(joined, sign="& ~")

    def make_not(self, term: Term) -> Words:
        return (f"~{self.flag(term.args[0])}",)

    def make_eq(self, term: Term) -> Words:
        a, b = (self.term(x) for x in term.args)
        pairs = zip(a, b, strict=True)
        return (" & ".join(f"lanes_eq({x}, {y})" for x, y in pairs),)

    def make_lt(self, term: Term) -> Words:
        a, b = (self.term(x)[0] for x in self.numbers(term))
        return (f"lanes_below_signed({a}, {b})",)

    def make_le(self, term: Term) -> Words:
        a, b = (self.term(x)[0] for x in self.numbers(term))
        return (f"~lanes_below_signed({b}, {a})",)

    def numbers(self, term: Term) -> tuple[Term, ...]:
        """The arguments of an operation on whole numbers."""
        if any(a.type != INT for a in term.args):
            raise NotInLanes
        return term.args

    def number(self, term: Term, sign: str) -> Words:
        """An operation on numbers of 32 bits, which wrap around."""
        a, b = (self.term(x)[0] for x in self.numbers(term))
        return (f"lanes_wrapped({a} {sign} {b})",)

    make_add = partialmethod(number, sign="+")
    make_sub = partialmethod(number, sign="-")
    make_mul = partialmethod(number, sign="*")

    def make_select(self, term: Term) -> Words:
        condition = self.flag(term.args[0])
        return self.chosen(condition, self.term(term.args[1]), self.term(term.args[2]))

    # ---- sets ----

    def make_bit(self, term: Term) -> Words:
        at = self.term(term.args[0])[0]
        if term.type.size == 1:
            return (f"lanes_of(1) << ({at} & 63)",)
        one = self.name(f"lanes_of(1) << ({at} & 63)")
        words = range(term.type.size)
        return tuple(f"{one} & lanes_eq({at} >> 6, lanes_of({i}))" for i in words)

    def make_has(self, term: Term) -> Words:
        cells, at = self.term(term.args[0]), self.term(term.args[1])[0]
        word = cells[0]
        for i, other in enumerate(cells[1:], 1):
            here = self.name(f"lanes_eq({at} >> 6, lanes_of({i}))")
            word = self.chosen(here, (other,), (word,))[0]
        return (f"-({word} >> ({at} & 63) & lanes_of(1))",)

    def some(self, words: list[str]) -> Words:
        """Whether some word is not 0."""
        whole = self.name(" | ".join(f"({w})" for w in words))
        return (f"lanes_some({whole})",)

    def make_some(self, term: Term) -> Words:
        return self.some(list(self.term(term.args[0])))

    def make_meets(self, term: Term) -> Words:
        a, b = (self.term(x) for x in term.args)
        return self.some([f"{x} & {y}" for x, y in zip(a, b, strict=True)])

    def make_within(self, term: Term) -> Words:
        a, b = (self.term(x) for x in term.args)
        outside = self.some([f"{x} & ~{y}" for x, y in zip(a, b, strict=True)])
        return (f"~{self.name(outside[0])}",)

    def make_is_among(self, term: Term) -> Words:
        table, (word,) = words_of(term.data), self.term(term.args[0])
        place = self.name(f"{word} >> 6 & lanes_of({len(table.values) - 1})")
        return (f"-({self.tables.entry(table, 0)}({place}) >> ({word} & 63) & lanes_of(1))",)

    def make_count(self, term: Term) -> Words:
        return (" + ".join(f"lanes_count({w})" for w in self.term(term.args[0])),)

    def make_first(self, term: Term) -> Words:
        found = "lanes_of(-1ull)"
        for i, word in reversed(list(enumerate(self.term(term.args[0])))):
            low = f"lanes_count(({word} & -{word}) - lanes_of(1)) + lanes_of({WORD * i})"
            found = self.name(f"lanes_if(lanes_some({word}), {low}, {found})")
        return (found,)

    def make_moved(self, term: Term) -> Words:
        cells = self.term(term.args[0])
        return tuple(w or "lanes_of(0)" for w in shift_words(cells, term.data))

    def make_dilate(self, term: Term) -> Words:
        shifts = self.layout.relations[term.data][0]
        if shifts is None:
            raise NotInLanes
        found = t.no(term.type)
        for shift in shifts:
            inside = t.meet(t.const(term.type, shift.source), term.args[0])
            found = t.union(found, t.moved(shift.bits, inside))
        return self.term(found)
