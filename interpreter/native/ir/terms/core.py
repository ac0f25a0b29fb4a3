"""Terms themselves: their types, what they say of themselves, and the atoms they are built from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any
from zlib import crc32

from interpreter.native.ir.terms.effort import COUNTED, EACH, tick
from interpreter.native.ir.terms.operations import OPERATIONS
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.terms.types import BOOL, INT, LARGEST, NO_NUMBER, REAL, Type

MAX_SHOWN = 128  # characters of a set


class Term:
    """An operation with its arguments; equal terms compute the same.

    Whether a term may be missing does not count there.  Where work is `limited`, terms that agree
    in that, too, are mostly one object.
    """

    __slots__ = ("__dict__", "_hash", "args", "data", "nullable", "op", "type")
    op: str
    type: Type
    args: tuple[Term, ...]
    data: Any
    nullable: bool
    _hash: int

    def __new__(
        cls, op: str, type: Type, args: tuple[Term, ...] = (), data: Any = None,
        nullable: bool = False,
    ) -> Term:  # fmt: skip
        COUNTED.ticks += 1  # here and not in a call: a game makes a hundred thousand terms
        if COUNTED.ticks >= EACH:
            tick(0)
        terms = COUNTED.terms
        key = (op, type.name, type.size, data, nullable, *map(id, args))
        if terms is not None and type.name != "real":  # where 0.0 and -0.0 would be one
            made: Term | None = terms.get(key)
            if made is not None:
                return made  # equal arguments would not do: they may differ in whether they exist
        self = object.__new__(cls)
        self.op, self.type, self.args, self.data, self.nullable = op, type, args, data, nullable
        # Without a call for the type and for each argument, which would take most of the time.
        self._hash = hash((op, type.name, type.size, data, *[a._hash for a in args]))
        if terms is not None:
            terms[key] = self
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Term, (self.op, self.type, self.args, self.data, self.nullable)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Term)
            and self._hash == other._hash
            and self.op == other.op
            and self.args == other.args
            and self.data == other.data
            and (self.type is other.type or self.type == other.type)
        )

    def agrees_with(self, other: Term) -> bool:
        """Whether an equal term is the same, too, in whether it and its parts may be missing."""
        return self is other or (
            self.nullable == other.nullable
            and all(map(Term.agrees_with, self.args, other.args))
        )

    def __repr__(self) -> str:
        return show(self)

    @cached_property
    def reads(self) -> frozenset[str]:
        """The fields of the state that it depends on."""
        own = (self.data,) if self.op == "read" else OPERATIONS[self.op].reads
        return frozenset(own).union(*(a.reads for a in self.args))

    @cached_property
    def ops(self) -> frozenset[str]:
        """The operations that it is made of."""
        return frozenset((self.op,)).union(*(a.ops for a in self.args))

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
        if OPERATIONS[self.op].follows:
            return frozenset(self.data if self.op == "reaches" else (self.data,))
        return frozenset()

    @property
    def parts(self) -> Iterator[Term]:
        """Itself and all that it is made of, each object once: shared parts may double at each
        level.
        """
        seen, todo = set[int](), [self]
        while todo:
            part = todo.pop()
            if id(part) not in seen:
                seen.add(id(part))
                yield part
                todo.extend(reversed(part.args))

    @property
    def occurrences(self) -> Iterator[Term]:
        """The same, as often as they occur."""
        yield self
        for part in self.args:
            yield from part.occurrences

    @property
    def is_guarded(self) -> bool:
        """Whether it may read what does not exist, so that a condition has to come first."""
        return bool(self.doubtful)

    @cached_property
    def doubtful(self) -> frozenset[Term]:
        """The codes that it reads and that may not exist, but for those that its loops bind."""
        is_number = OPERATIONS[self.op].is_numeric  # where -1 is a number like any other
        own = (a for a in self.args if a.nullable and not (is_number and a.op == "const"))
        found = frozenset(own).union(*(a.doubtful for a in self.args))
        bound = self.bound
        return frozenset(c for c in found if not c.free & bound) if bound else found

    @cached_property
    def uncertain(self) -> tuple[Term, ...]:
        """The codes among its arguments that may not exist."""
        if self.op == "flood" and self.args[0].op == "bit":
            return tuple(a for a in self.args[0].args if a.nullable)
        first, end = OPERATIONS[self.op].codes
        return tuple(a for a in self.args[first:end] if a.nullable)

    @cached_property
    def height(self) -> int:
        """The highest level of its loops: how deep they lie in each other, or more."""
        inside = max((a.height for a in self.args), default=0)
        return max(inside + 1, self.data.level) if self.op in ("fold", "others") else inside

    @cached_property
    def is_heavy(self) -> bool:
        """Whether it is worth computing only once."""
        return OPERATIONS[self.op].is_heavy or any(a.is_heavy for a in self.args)

    @cached_property
    def is_search(self) -> bool:
        """Whether it takes a loop whose length is not known."""
        return OPERATIONS[self.op].is_search or any(a.is_search for a in self.args)

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
    if term.op == "rows":
        return f"rows{len(term.data.values)}({inside})"
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
    if type.name == "int" and not NO_NUMBER <= value <= LARGEST:
        raise NotNative("large-number")
    return Term("const", type, data=value, nullable=type.name == "int" and value < 0)


TRUE, FALSE = const(BOOL, True), const(BOOL, False)


def number(value: int) -> Term:
    """A whole number or a code."""
    return const(INT, value)


def no(type: Type) -> Term:
    return const(type, 0)


def var(name: str, type: Type, nullable: bool = False) -> Term:
    """A local variable; one that is not nullable always exists."""
    return Term("var", type, data=name, nullable=nullable)


def read(field: str, type: Type, *index: Term, nullable: bool = False) -> Term:
    return Term("read", type, index, field, nullable)


def nothing(type: Type) -> Term:
    """What stands for a value that does not exist."""
    return {"bool": FALSE, "int": number(-1), "real": const(REAL, 0.0)}.get(type.name, no(type))
