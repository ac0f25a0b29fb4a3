"""Terms themselves: their types, what they say of themselves, and the atoms they are built from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any
from zlib import crc32

from interpreter.native.ir.terms.effort import tick
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.terms.types import BOOL, INT, LARGEST, NO_NUMBER, REAL, Type

OPERATIONS: dict[str, str] = {
    "const": "a constant",
    "var": "a local variable",
    "read": "a field of the state, with its indices",
    "table": "an entry of a constant table",
    "and": "both", "or": "one of the two", "not": "not",
    "eq": "equal", "lt": "less", "le": "at most",
    "add": "sum", "sub": "difference", "mul": "product",
    "div": "whole quotient, rounded down", "mod": "what it leaves", "real": "a number with a point",
    "select": "the second if the first holds, else the third",
    "union": "in one of two sets", "meet": "in both sets", "minus": "in the first set only",
    "nearest": "the place of the nearest of some ascending numbers, of two the lower",
    "code": "a number as a code, -1 where there is none",
    "bit": "the set of one code", "has": "whether a code is in a set",
    "within": "subset", "is_among": "whether a set is one of some sets",
    "covers": "whether one of some fixed sets lies within one of some sets",
    "covers_at": "whether one of those that have a cell does",
    "meets": "whether two sets share something",
    "some": "whether a set is not empty", "count": "how many are in a set",
    "first": "the lowest code in a set, or -1", "last": "the highest code in a set, or -1",
    "moved": "every cell of a set, moved by a step where that is on the board",
    "moved_by": "every code of a set, moved down by a number, or up by its negative",
    "dilate": "the cells next to those of a set",
    "flood": "what is connected within the second set with what is in the first",
    "reached": "which of some cells are connected within a set with what is in the first",
    "roomier": "a list in a type with more room",
    "item": "an entry of a list, 0 beyond its end",
    "sight": "the cells seen from a cell, through the cells of a set",
    "sees": "whether a cell is seen from another, which lies on its lines",
    "reach": "the cells reached by repeated steps from a cell",
    "spread": "the same, where each step is as far from all cells that it is possible from",
    "reaches": "whether repeated steps from a cell lead to a set; tries the last path first",
    "roots": "for each cell of a set the first cell of its part, connected by steps, else -1",
    "part_of": "the part of a set, by its roots, that a cell is in",
    "steps_to": "the fewest steps from a cell to another, or -1",
    "fold": "a loop whose values are reduced to one",
    "others": "what a loop over groups reduces to without each one",
    "fold_less": "what a loop over the groups of a set less one cell reduces to",
    "group_size": "the size of the group of a cell, where groups are kept",
    "group_touched": "the regions that the group of a cell touches",
    "largest_group": "the size of the largest group of a colour, or of all",
    "largest_other": "the size of the largest group but that of a cell",
    "groups_of_size": "how many groups of a size a colour has",
    "group_met": "whether some group of a colour has what it should",
    "joined_size": "the size of the group that a new piece would be in",
    "joined_touched": "the regions that this group would touch",
    "joined_rest": "the size of the largest group that it would not be in",
    "stuck": "whether the next seat can complete no turn",
    "seen": "how often a hash is in the history", "hash": "a hash of the arguments",
}  # fmt: skip

CODE_ARGUMENTS: dict[str, slice] = {  # which arguments of an operation are codes that must exist
    "table": slice(None), "read": slice(None), "has": slice(1, 2), "covers_at": slice(1),
    "sight": slice(1), "sees": slice(2), "group_size": slice(1), "largest_other": slice(1),
    "group_touched": slice(1), "joined_size": slice(1), "joined_rest": slice(1),
    "joined_touched": slice(1), "part_of": slice(2, 3),
}  # fmt: skip
NUMERIC = frozenset(("add", "sub", "mul", "div", "mod"))
OF_GROUPS = frozenset(("group_size", "group_touched", "largest_group", "largest_other",
                       "groups_of_size", "group_met", "joined_size", "joined_rest",
                       "joined_touched"))  # fmt: skip
# steps that depend on a variable of theirs
FOLLOWING = frozenset(("reach", "reaches", "roots", "steps_to"))
SEARCHES = FOLLOWING | {"fold", "others", "fold_less", "flood", "reached", "spread"}
HEAVY = SEARCHES | {"sight", "dilate", "moved", "moved_by", "covers", "covers_at", "stuck", "seen",
                    "hash"}  # fmt: skip


MAX_SHOWN = 128  # characters of a set


class Term:
    """An operation with its arguments; equal terms compute the same."""

    __slots__ = ("__dict__", "_hash", "args", "data", "nullable", "op", "type")

    def __init__(
        self, op: str, type: Type, args: tuple[Term, ...] = (), data: Any = None,
        nullable: bool = False,
    ):  # fmt: skip
        tick()
        self.op, self.type, self.args, self.data, self.nullable = op, type, args, data, nullable
        self._hash = hash((op, type, args, data))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Term)
            and self._hash == other._hash
            and (self.op, self.type, self.data) == (other.op, other.type, other.data)
            and self.args == other.args
        )

    def __repr__(self) -> str:
        return show(self)

    @cached_property
    def reads(self) -> frozenset[str]:
        """The fields of the state that it depends on."""
        own = {self.data} if self.op == "read" else set()
        if self.op == "stuck":
            own = {"*"}
        elif self.op in OF_GROUPS:
            own = {"groups", "own"} if self.op.startswith("joined") else {"groups"}
        elif self.op == "seen":
            own = {"history"}
        return frozenset(own).union(*(a.reads for a in self.args))

    @cached_property
    def free(self) -> frozenset[str]:
        """The local variables that it uses and does not bind."""
        if self.op == "var":
            return frozenset((self.data,))
        inside = frozenset[str]().union(*(a.free for a in self.args))
        return inside - self.bound

    @property
    def bound(self) -> frozenset[str]:
        """The local variables that it binds."""
        if self.op in ("fold", "others"):
            return frozenset(loop.name for loop in self.data.loops)
        if self.op in FOLLOWING:
            return frozenset(self.data if self.op == "reaches" else (self.data,))
        return frozenset()

    @property
    def parts(self) -> Iterator[Term]:
        """Itself and all that it is made of."""
        yield self
        for part in self.args:
            yield from part.parts

    @cached_property
    def is_guarded(self) -> bool:
        """Whether it may read what does not exist, so that a condition has to come first."""
        is_number = self.op in NUMERIC  # where -1 is a number like any other
        return any(
            (a.nullable and not (is_number and a.op == "const")) or a.is_guarded for a in self.args
        )

    @cached_property
    def uncertain(self) -> tuple[Term, ...]:
        """The codes among its arguments that may not exist."""
        if self.op == "flood" and self.args[0].op == "bit":
            return tuple(a for a in self.args[0].args if a.nullable)
        asked = CODE_ARGUMENTS.get(self.op)
        return () if asked is None else tuple(a for a in self.args[asked] if a.nullable)

    @cached_property
    def height(self) -> int:
        """The highest level of its loops: how deep they lie in each other, or more."""
        inside = max((a.height for a in self.args), default=0)
        return max(inside + 1, self.data.level) if self.op in ("fold", "others") else inside

    @cached_property
    def is_heavy(self) -> bool:
        """Whether it is worth computing only once."""
        return self.op in HEAVY or any(a.is_heavy for a in self.args)

    @cached_property
    def is_search(self) -> bool:
        """Whether it takes a loop whose length is not known."""
        return self.op in SEARCHES or any(a.is_search for a in self.args)

    @property
    def value(self) -> Any:
        """The value of a constant, None for other terms."""
        return self.data if self.op == "const" else None


def show(term: Term) -> str:
    """A term as text, for people."""
    if term.op == "const":
        return show_bits(term.data) if term.type.is_set else show_data(term.data).lower()
    if term.op == "var":
        return str(term.data)
    inside = ", ".join(map(show, term.args))
    if term.op == "read":
        return f"{term.data}[{inside}]" if term.args else str(term.data)
    if term.op in ("fold", "others"):
        loops = " ".join(f"{loop.name}:{loop.kind}" for loop in term.data.loops)
        others = "others " if term.op == "others" else ""
        limit = f" to {term.data.limit}" if term.data.limit else ""
        return f"{others}{term.data.reduction}{limit}({loops}; {inside})"
    if term.op == "fold_less":
        return f"less({inside})"
    if term.op == "table":
        name = term.data.adjacency or f"table{'x'.join(map(str, term.data.sizes))}"
        return f"{name}[{inside}]"
    tag = "" if term.data is None else f"<{show_data(term.data)}>"
    return f"{term.op}{tag}({inside})"


def show_data(data: Any) -> str:
    """What an operation holds; a number that can only be a set in hexadecimal digits.

    Python refuses to write a number of more than 4,300 decimal digits.
    """
    if isinstance(data, tuple):
        return f"({', '.join(map(show_data, data))})"
    is_set = type(data) is int and abs(data) > LARGEST
    return show_bits(data) if is_set else str(data)


def show_bits(bits: int) -> str:
    """A set as text: in full while it is short, else its size and a checksum."""
    shown = hex(bits)
    if len(shown) <= MAX_SHOWN:
        return shown
    number = crc32(shown.encode())
    return f"{shown[:MAX_SHOWN // 2]}…({bits.bit_count()} of {bits.bit_length()}, {number:08x})"


def const(type: Type, value: Any) -> Term:
    """A constant.

    Raises NotNative for a whole number that has no room.
    """
    if type == INT and not NO_NUMBER <= value <= LARGEST:
        raise NotNative("large-number")
    return Term("const", type, data=value, nullable=type == INT and value < 0)


TRUE, FALSE = const(BOOL, True), const(BOOL, False)


def number(value: int) -> Term:
    """A whole number or a code."""
    return const(INT, value)


def no(type: Type) -> Term:
    """The empty set."""
    return const(type, 0)


def var(name: str, type: Type, nullable: bool = False) -> Term:
    """A local variable; one that is not nullable always exists."""
    return Term("var", type, data=name, nullable=nullable)


def read(field: str, type: Type, *index: Term, nullable: bool = False) -> Term:
    """A field of the state."""
    return Term("read", type, index, field, nullable)


def nothing(type: Type) -> Term:
    """What stands for a value that does not exist."""
    return {"bool": FALSE, "int": number(-1), "real": const(REAL, 0.0)}.get(type.name, no(type))
