"""The values that fields, local variables and terms have in all lanes, as names of vectors.

A value is a tuple of C names: one for each word of a set, one for a number, or one for a flag,
which has a bit for each lane.  Everything is computed in all lanes, also where a lane does not
need it: what does not exist is read as if it were the first entry of its table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import Layout
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.terms import BOOL, Term, Type
from interpreter.native.lanes.tables import NotInLanes, Tables, check_type

MAX_ENTRIES = 8  # of a field in vectors, all of which are looked at where an index is not known
FLAGS = "Flags"
Words = tuple[str, ...]


class LaneValues:
    """Keeps what each vector is called; a term is written by the method `make_` of its operation.
    """

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

    def name(self, text: str, kind: str = "Lanes") -> str:
        """A name for a vector, or for a flag of each lane."""
        if text.isidentifier():
            return text
        name = f"v{len(self.lines)}"
        self.lines.append(f"    const {kind} {name} = ({kind})({text});")
        return name

    def mask(self, text: str) -> str:
        """A name for a flag of each lane."""
        return self.name(text, FLAGS)

    def named(self, text: str) -> str:
        """A name for a vector that depends only on its text."""
        if (text, ()) not in self.known:
            self.known[text, ()] = (self.name(text),)
        return self.known[text, ()][0]

    def chosen(self, mask: str, yes: Words, no: Words, type: Type) -> Words:
        """One value of a type where a mask holds, another elsewhere."""
        return tuple(
            a if a == b else self.name(f"lanes_if({mask}, {a}, {b})", kind_of(type))
            for a, b in zip(yes, no, strict=True)
        )

    # ---- fields ----

    def field(self, name: str, entry: int = 0) -> Words:
        key = name, entry
        if key not in self.fields:
            field = self.plan.fields.all.get(name)
            if field is None or (field.sizes or (1,))[0] > MAX_ENTRIES:
                raise NotInLanes
            check_type(field.type)
            self.fields[key] = self.loaded[key] = tuple(
                self.name(f"m->{name}_{entry}_{word}", kind_of(field.type))
                for word in range(field.type.size or 1)
            )
        return self.fields[key]

    def assign(self, name: str, index: tuple[Term, ...], value: Words, mask: str) -> None:
        """A new value of a field or of an entry where a mask holds (everywhere if it is empty)."""
        type, sizes = self.plan.fields.all[name].type, self.plan.fields.all[name].sizes
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
                here = self.mask(f"{mask} & {same}" if mask else same)
            old = self.field(name, entry)
            self.fields[name, entry] = self.chosen(here, value, old, type) if here else value

    def is_in_memory(self, name: str) -> bool:
        """Whether a field has so many entries that it stays in the states of the games."""
        field = self.plan.fields.all[name]
        return field.type.is_set and len(field.sizes) == 1 and field.sizes[0] > MAX_ENTRIES

    def places(self, name: str, index: tuple[Term, ...]) -> list[str]:
        """Where the words of an entry of a field are in memory."""
        field = self.plan.fields.all[name]
        check_type(field.type)
        at = f"lanes_inside({self.term(index[0])[0]}, {field.sizes[0]})"
        entry = self.name(f"{at} * lanes_of({8 * field.type.size})")
        start = self.name(f"{entry} + EACH_LANE * lanes_of(sizeof(State))")
        base = f"lanes_of(offsetof(State, {name})"
        return [f"{start} + {base} + {8 * word})" for word in range(field.type.size)]

    # ---- terms ----

    def flag(self, term: Term) -> str:
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
                made = self.chosen(there, made, self.term(t.nothing(term.type)), term.type)
            self.known[key] = tuple(self.name(word, kind_of(term.type)) for word in made)
        return self.known[key]


def kind_of(type: Type) -> str:
    return FLAGS if type == BOOL else "Lanes"
