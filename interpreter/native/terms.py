"""Terms: what the rules compute, as a small typed program over flags, numbers, codes and bit sets.

A `Term` is an operation of `OPERATIONS` with its arguments.  Terms are pure and total: they read the
state, change nothing, and may be evaluated anywhere.  What may not exist has a second term that says
whether it does; a code (a cell, a direction, a colour …) that does not exist is -1.

The constructors below fold constants and simplify; they are the only way to make terms.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class Type:
    """A type: `bool`, `int`, `real`, a `set` of so many 64-bit words, or a `list` of so many."""

    name: str
    size: int = 0

    def __str__(self) -> str:
        return f"{self.name}{self.size or ''}"

    @property
    def is_set(self) -> bool:
        """Whether this is a type of bit sets."""
        return self.name == "set"


BOOL, INT, REAL = Type("bool"), Type("int"), Type("real")
NO_NUMBER = -(2**31)  # a number that does not exist

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
    "bit": "the set of one code", "has": "whether a code is in a set",
    "within": "subset", "meets": "whether two sets share something",
    "some": "whether a set is not empty", "count": "how many are in a set",
    "first": "the lowest code in a set, or -1", "last": "the highest code in a set, or -1",
    "moved": "every cell of a set, moved by a step where that is on the board",
    "dilate": "the cells next to those of a set",
    "flood": "what is connected within the second set with what is in the first",
    "flood_meets": "whether what is connected within a set touches another set",
    "item": "an entry of a list, 0 beyond its end",
    "sight": "the cells seen from a cell, through the cells of a set",
    "sees": "whether a cell is seen from another, which lies on its lines",
    "reach": "the cells reached by repeated steps from a cell",
    "fold": "a loop that gathers values",
    "group_size": "the size of the group of a cell, where groups are kept",
    "largest_group": "the size of the largest group",
    "largest_other": "the size of the largest group but that of a cell",
    "groups_of_size": "how many groups of a size a colour has",
    "group_met": "whether some group of a colour touches all that it should",
    "joined_size": "the size of the group that a new piece would be in",
    "joined_rest": "the size of the largest group that it would not be in",
    "stuck": "whether the next seat can complete no turn",
    "seen": "how often a hash is in the history", "hash": "a hash of the arguments",
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Table:
    """A constant table: the type and number of its entries for each index, in row order.

    `adjacency` names the relation when an entry is the set of the neighbours of a cell.
    """

    type: Type
    sizes: tuple[int, ...]
    values: tuple[Any, ...]
    adjacency: str | None = None

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Table)
            and hash(self) == hash(other)
            and (self.type, self.sizes, self.values) == (other.type, other.sizes, other.values)
        )

    @cached_property
    def _hash(self) -> int:
        return hash((self.type, self.sizes, self.values))

    def __hash__(self) -> int:
        return self._hash

    def sliced(self, at: int, index: int) -> Table:
        """The entries with this value of one index, which is left out."""
        inner = 1
        for size in self.sizes[at + 1 :]:
            inner *= size
        block = inner * self.sizes[at]
        values = tuple(
            v
            for start in range(index * inner, len(self.values), block)
            for v in self.values[start : start + inner]
        )
        return Table(self.type, self.sizes[:at] + self.sizes[at + 1 :], values)


@dataclass(frozen=True)
class Loop:
    """One variable of a fold: `bits` of a set, a `range` of numbers, or the `groups` of a set.

    `count` is how many of the fold's arguments describe what it runs over; `of` says what the bits
    are of: `cells`, `places` in a family, or other `codes`; `adjacency` says what connects a group.
    """

    kind: str
    name: str
    type: Type
    count: int
    of: str = "codes"
    adjacency: str = ""


@dataclass(frozen=True)
class Fold:
    """How a fold gathers: its loops, then the arguments condition and body."""

    gather: str
    loops: tuple[Loop, ...]


class Term:
    """An operation with its arguments; equal terms compute the same."""

    __slots__ = ("__dict__", "_hash", "args", "data", "nullable", "op", "type")

    def __init__(
        self, op: str, type: Type, args: tuple[Term, ...] = (), data: Any = None,
        nullable: bool = False,
    ):  # fmt: skip
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
        if self.op == "fold":
            return inside - {loop.name for loop in self.data.loops}
        if self.op == "reach":
            return inside - {self.data}
        return inside

    @cached_property
    def height(self) -> int:
        """How deep loops lie in each other in it."""
        inside = max((a.height for a in self.args), default=0)
        return inside + 1 if self.op == "fold" else inside

    @cached_property
    def is_heavy(self) -> bool:
        """Whether it is worth to be worked out once."""
        return self.op in HEAVY or any(a.is_heavy for a in self.args)

    @property
    def value(self) -> Any:
        """The value of a constant, None for other terms."""
        return self.data if self.op == "const" else None


OF_GROUPS = frozenset(("group_size", "largest_group", "largest_other", "groups_of_size",
                       "group_met", "joined_size", "joined_rest"))  # fmt: skip
HEAVY = frozenset(("fold", "flood", "flood_meets", "sight", "reach", "dilate", "moved", "stuck", "seen", "hash"))


def show(term: Term) -> str:
    """A term as text, for people."""
    if term.op == "const":
        return hex(term.data) if term.type.is_set else str(term.data).lower()
    if term.op == "var":
        return str(term.data)
    inside = ", ".join(map(show, term.args))
    if term.op == "read":
        return f"{term.data}[{inside}]" if term.args else str(term.data)
    if term.op == "fold":
        loops = " ".join(f"{loop.name}:{loop.kind}" for loop in term.data.loops)
        return f"{term.data.gather}({loops}; {inside})"
    tag = f"<{term.data}>" if isinstance(term.data, str) else ""
    return f"{term.op}{tag}({inside})"


# ---- atoms -------------------------------------------------------------------------------------


def const(type: Type, value: Any) -> Term:
    """A constant."""
    return Term("const", type, data=value, nullable=type == INT and value < 0)


TRUE, FALSE = const(BOOL, True), const(BOOL, False)


def number(value: int) -> Term:
    """A whole number or a code."""
    return const(INT, value)


def no(type: Type) -> Term:
    """The empty set."""
    return const(type, 0)


def var(name: str, type: Type) -> Term:
    """A local variable, which always exists."""
    return Term("var", type, data=name)


def read(field: str, type: Type, *index: Term, nullable: bool = False) -> Term:
    """A field of the state."""
    return Term("read", type, index, field, nullable)


def lookup(table: Table, *index: Term) -> Term:
    """An entry of a table; -1 or the empty set where an index does not exist."""
    if all(i.op == "const" for i in index):
        place = 0
        for size, i in zip(table.sizes, index, strict=True):
            if not 0 <= i.data < size:
                return nothing(table.type)
            place = place * size + i.data
        return const(table.type, table.values[place])
    for at, i in enumerate(index):
        if i.op == "select" and chosen_constants(i):
            ways = (lookup(table, *index[:at], way, *index[at + 1 :]) for way in i.args[1:])
            return select(i.args[0], *ways)
        if i.op == "const":
            if not 0 <= i.data < table.sizes[at]:
                return nothing(table.type)
            return lookup(table.sliced(at, i.data), *index[:at], *index[at + 1 :])
    if len(set(table.values)) == 1 and not any(i.nullable for i in index):
        return const(table.type, table.values[0])
    nullable = table.type == INT and min(table.values) < 0
    entry = Term("table", table.type, index, table, nullable)
    for i in index:
        if i.nullable:
            entry = select(exists(i), entry, nothing(table.type))
    return entry


def chosen_constants(term: Term) -> bool:
    """Whether a term is one of some constants."""
    if term.op == "select":
        return all(chosen_constants(a) for a in term.args[1:])
    return term.op == "const"


def nothing(type: Type) -> Term:
    """What stands for a value that does not exist."""
    return {"bool": FALSE, "int": number(-1), "real": const(REAL, 0.0)}.get(type.name, no(type))


def exists(code: Term) -> Term:
    """Whether a code exists."""
    if not code.nullable:
        return TRUE
    if code.op == "select":
        condition, yes, other = code.args
        return select(condition, exists(yes), exists(other))
    return not_(lt(code, number(0)))


# ---- flags -------------------------------------------------------------------------------------


def and_(*terms: Term) -> Term:
    """All hold; evaluated from the left."""
    found: list[Term] = []
    for term in terms:
        parts = term.args if term.op == "and" else (term,)
        for part in parts:
            if part == FALSE:
                return FALSE
            if part != TRUE and part not in found:
                found.append(part)
    if not found:
        return TRUE
    return found[0] if len(found) == 1 else Term("and", BOOL, tuple(found))


def or_(*terms: Term) -> Term:
    """At least one holds; evaluated from the left."""
    found: list[Term] = []
    for term in terms:
        parts = term.args if term.op == "or" else (term,)
        for part in parts:
            if part == TRUE:
                return TRUE
            if part != FALSE and part not in found:
                found.append(part)
    if not found:
        return FALSE
    return found[0] if len(found) == 1 else Term("or", BOOL, tuple(found))


def not_(term: Term) -> Term:
    """The condition does not hold."""
    if term.op == "const":
        return FALSE if term.data else TRUE
    if term.op == "not":
        return term.args[0]
    return Term("not", BOOL, (term,))


def eq(a: Term, b: Term) -> Term:
    """Equal numbers, codes, flags or sets."""
    if a == b:
        return TRUE
    if a.op == "const" and b.op == "const":
        return FALSE
    if a.op == "const":
        a, b = b, a
    if a.op == "select" and chosen_constants(a) and chosen_constants(b):
        return select(a.args[0], eq(a.args[1], b), eq(a.args[2], b))
    if a.op == "select" and b.op == "const" and a.args[1].op == "const":
        return select(a.args[0], eq(a.args[1], b), eq(a.args[2], b))
    if a.type == BOOL and b.op == "const":
        return a if b.data else not_(a)
    if a.type == BOOL and b.type == BOOL:
        return Term("eq", BOOL, (a, b))
    if b.op == "const" and b.data == 0 and a.type.is_set:
        return not_(some(a))
    return Term("eq", BOOL, as_alike(a, b))


def lt(a: Term, b: Term) -> Term:
    """Less."""
    if a.op == "const" and b.op == "const":
        return const(BOOL, bool(a.data < b.data))
    if is_falling(b):
        holds, value, rest = b.args
        return or_(and_(lt(a, value), holds), lt(a, rest))
    return Term("lt", BOOL, as_alike(a, b))


def is_falling(term: Term) -> bool:
    """Whether a term is the first of some constants whose condition holds, the largest first."""
    if term.op != "select" or term.args[1].op != "const" or term.type.is_set:
        return False
    rest = term.args[2]
    highest = rest.args[1] if rest.op == "select" else rest
    if highest.op != "const" or highest.data > term.args[1].data:
        return False
    return rest.op == "const" or is_falling(rest)


def in_place_of(term: Term, old: Term, new: Term) -> Term:
    """A chain of choices with another last value."""
    if term.op != "select":
        return new if term == old else term
    return select(term.args[0], term.args[1], in_place_of(term.args[2], old, new))


def le(a: Term, b: Term) -> Term:
    """At most."""
    if a.op == "const" and b.op == "const":
        return const(BOOL, bool(a.data <= b.data))
    return Term("le", BOOL, as_alike(a, b))


# ---- numbers -----------------------------------------------------------------------------------

FOLDS = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b,
         "div": lambda a, b: a // b, "mod": lambda a, b: a % b}  # fmt: skip


def as_alike(a: Term, b: Term) -> tuple[Term, Term]:
    """Two numbers of one type: with a point if one of them has one."""
    if REAL in (a.type, b.type):
        return as_real(a), as_real(b)
    return a, b


def as_real(a: Term) -> Term:
    """A number with a point."""
    if a.type == REAL:
        return a
    return const(REAL, float(a.data)) if a.op == "const" else Term("real", REAL, (a,))


def arithmetic(op: str, a: Term, b: Term) -> Term:
    """The sum, difference, product, quotient or remainder; the divisor must not be 0."""
    a, b = as_alike(a, b)
    if a.op == "const" and b.op == "const" and not (op in ("div", "mod") and b.data == 0):
        return const(a.type, FOLDS[op](a.data, b.data))
    if b.op == "const" and b.data == 0 and op in ("add", "sub"):
        return a
    return Term(op, a.type, (a, b))


def select(condition: Term, yes: Term, no: Term) -> Term:
    """One of two values."""
    if condition.op == "const":
        return yes if condition.data else no
    if yes == no:
        return yes
    if BOOL == yes.type:
        if yes == TRUE:
            return or_(condition, no)
        if yes == FALSE:
            return and_(not_(condition), no)
        if no == FALSE:
            return and_(condition, yes)
        if no == TRUE:
            return or_(not_(condition), yes)
    yes, no = as_alike(yes, no) if not yes.type.is_set else (yes, no)
    return Term("select", yes.type, (condition, yes, no), nullable=yes.nullable or no.nullable)


# ---- sets --------------------------------------------------------------------------------------


def union(*terms: Term) -> Term:
    """All elements of some sets."""
    a = terms[0]
    for b in terms[1:]:
        if b.value == 0 or a == b:
            continue
        if a.value == 0:
            a = b
        elif a.op == "const" and b.op == "const":
            a = const(a.type, a.data | b.data)
        else:
            a = Term("union", a.type, (a, b))
    return a


def meet(a: Term, b: Term) -> Term:
    """The elements of both sets."""
    if a == b:
        return a
    if 0 in (a.value, b.value):
        return no(a.type)
    if b.op == "const":
        a, b = b, a
    if a.op == "const":
        if b.op == "const":
            return const(a.type, a.data & b.data)
        if b.op == "meet" and b.args[0].op == "const":
            return meet(const(a.type, a.data & b.args[0].data), b.args[1])
        if b.op == "minus" and b.args[0].op == "const" and not b.args[0].data & ~a.data:
            return b
        if b.op == "union":
            for one, other in (b.args, b.args[::-1]):
                if one.op == "const" and not one.data & a.data:
                    return meet(a, other)
    return Term("meet", a.type, (a, b))


def minus(a: Term, b: Term) -> Term:
    """The elements of the first set that are not in the second."""
    if a == b or a.value == 0:
        return no(a.type)
    if b.value == 0:
        return a
    if a.op == "const" and b.op == "const":
        return const(a.type, a.data & ~b.data)
    if a.op == "table" and a.data.adjacency and b.op == "bit" and a.args == b.args:
        return a  # no cell is next to itself
    return Term("minus", a.type, (a, b))


def bit(type: Type, code: Term) -> Term:
    """The set of one code; empty for one that does not exist."""
    if code.op == "const":
        return const(type, 1 << code.data if code.data >= 0 else 0)
    made = Term("bit", type, (code,))
    return select(exists(code), made, no(type)) if code.nullable else made


def has(a: Term, code: Term) -> Term:
    """Whether a code is in a set."""
    if a.value == 0:
        return FALSE
    if a.op == "const" and code.op == "const":
        return const(BOOL, code.data >= 0 and bool(a.data >> code.data & 1))
    if a.op == "select" and code.op == "const":
        return select(a.args[0], has(a.args[1], code), has(a.args[2], code))
    if a.op == "union":
        return or_(has(a.args[0], code), has(a.args[1], code))
    if a.op == "meet":
        return and_(has(a.args[0], code), has(a.args[1], code))
    if a.op == "minus":
        return and_(has(a.args[0], code), not_(has(a.args[1], code)))
    if a.op == "bit":
        return eq(a.args[0], code)
    if code.op == "select" and a.op in ("read", "const"):
        return select(code.args[0], has(a, code.args[1]), has(a, code.args[2]))
    return and_(exists(code), Term("has", BOOL, (a, code)))


def within(a: Term, b: Term) -> Term:
    """Whether all elements of a set are in another."""
    if a.value == 0 or a == b:
        return TRUE
    if a.op == "const" and b.op == "const":
        return const(BOOL, a.data & ~b.data == 0)
    if a.op == "bit":
        return has(b, a.args[0])
    if a.op == "union":
        return and_(within(a.args[0], b), within(a.args[1], b))
    return Term("within", BOOL, (a, b))


def meets(a: Term, b: Term) -> Term:
    """Whether two sets have an element in common."""
    if 0 in (a.value, b.value):
        return FALSE
    if a.op == "const" and b.op == "const":
        return const(BOOL, a.data & b.data != 0)
    if a.op == "bit":
        return has(b, a.args[0])
    if b.op == "bit":
        return has(a, b.args[0])
    if a.op == "union":
        return or_(meets(a.args[0], b), meets(a.args[1], b))
    return Term("meets", BOOL, (a, b))


def some(a: Term) -> Term:
    """Whether a set has an element."""
    if a.op == "const":
        return const(BOOL, a.data != 0)
    if a.op == "meet":
        return meets(*a.args)
    if a.op == "union":
        return or_(*(some(x) for x in a.args))
    if a.op == "select":
        return select(a.args[0], some(a.args[1]), some(a.args[2]))
    if a.op == "table":
        flags = tuple(v != 0 for v in a.data.values)
        return lookup(Table(BOOL, a.data.sizes, flags), *a.args)
    return TRUE if a.op == "bit" else Term("some", BOOL, (a,))


def count(a: Term) -> Term:
    """How many elements a set has."""
    if a.op == "const":
        return number(a.data.bit_count())
    return number(1) if a.op == "bit" else Term("count", INT, (a,))


def first(a: Term) -> Term:
    """The lowest code of a set, or -1."""
    if a.op == "bit":
        return a.args[0]
    if a.op == "const":
        return number((a.data & -a.data).bit_length() - 1)
    return Term("first", INT, (a,), nullable=True)


def last(a: Term) -> Term:
    """The highest code of a set, or -1."""
    if a.op == "bit":
        return a.args[0]
    return number(a.data.bit_length() - 1) if a.op == "const" else Term(
        "last", INT, (a,), nullable=True
    )


def is_part(a: Term, whole: Term) -> bool:
    """Whether a set surely lies within another."""
    if a == whole or a.value == 0:
        return True
    if a.op == "meet":
        return any(is_part(x, whole) for x in a.args)
    if a.op == "minus":
        return is_part(a.args[0], whole)
    if a.op == "union":
        return all(is_part(x, whole) for x in a.args)
    return a.op == "select" and all(is_part(x, whole) for x in a.args[1:])


def parts_of(condition: Term) -> frozenset[Term]:
    """The conditions that all hold where this one does."""
    if condition.op == "and":
        return frozenset().union(*(parts_of(a) for a in condition.args))
    if condition.op == "not" and condition.args[0].op == "or":
        return frozenset(not_(a) for a in condition.args[0].args)
    return frozenset((condition,))


def moved(step: Any, a: Term) -> Term:
    """A set of cells, moved by a step of the board."""
    return a if a.value == 0 else Term("moved", a.type, (a,), step)


def dilate(adjacency: str, near: Table, a: Term) -> Term:
    """The cells next to those of a set."""
    if a.value == 0:
        return a
    if a.op == "bit":
        return lookup(near, a.args[0])
    return Term("dilate", a.type, (a,), adjacency)


def flood(adjacency: str, seed: Term, inside: Term) -> Term:
    """The parts of `inside` that are connected with what of `seed` is in it."""
    return Term("flood", seed.type, (seed, inside), adjacency)


def sight(cell: Term, directions: Term, through: Term) -> Term:
    """What is seen from a cell; nothing from one that does not exist."""
    made = Term("sight", through.type, (cell, directions, through))
    return select(exists(cell), made, no(through.type)) if cell.nullable else made


def reach(start: Term, name: str, steps: Term) -> Term:
    """The cells reached in one or more steps; `steps` is a set that depends on the variable."""
    made = Term("reach", steps.type, (start, steps), name)
    return select(exists(start), made, no(steps.type)) if start.nullable else made


# ---- loops -------------------------------------------------------------------------------------


def fold(
    gather: str, loops: tuple[Loop, ...], domains: tuple[Term, ...], condition: Term, body: Term,
    type: Type,
) -> Term:  # fmt: skip
    """A loop; `domains` are the arguments of its loops one after the other."""
    if condition == FALSE or any(d.value == 0 and d.type.is_set for d in domains):
        return start_of(gather, type)
    if gather in ("any", "count") and body == FALSE:
        return start_of(gather, type)
    nullable = gather == "first"
    height = 1 + max(a.height for a in (*domains, condition, body))
    names = {loop.name: f"{stem(loop.name)}_l{height}{i or ''}" for i, loop in enumerate(loops)}
    if any(name != new for name, new in names.items()):  # so that equal loops are equal terms
        known = {loop.name: var(names[loop.name], loop.type) for loop in loops}
        domains = tuple(substitute(d, known) for d in domains)
        condition, body = substitute(condition, known), substitute(body, known)
        loops = tuple(replace(loop, name=names[loop.name]) for loop in loops)
    return Term("fold", type, (*domains, condition, body), Fold(gather, loops), nullable)


def stem(name: str) -> str:
    """A name without the number that makes it different from others."""
    return name.rpartition("_")[0] or name


def start_of(gather: str, type: Type) -> Term:
    """What a fold gives that gathers nothing."""
    if gather in ("any", "all"):
        return const(BOOL, gather == "all")
    if gather in ("max", "min"):
        return const(type, NO_NUMBER if type == INT else -float("inf"))
    if gather == "first":
        return number(-1)
    if type.name == "list":
        return const(type, ())
    return const(type, 0.0 if type == REAL else 0)


def substitute(term: Term, values: dict[str, Term]) -> Term:
    """A term with other terms for some of its variables, simplified again."""
    if not (term.free & values.keys()):
        return term
    if term.op == "var":
        return values[term.data]
    args = tuple(substitute(a, values) for a in term.args)
    return rebuild(term, args)


def rebuild(term: Term, args: tuple[Term, ...]) -> Term:
    """The same operation on other arguments, simplified."""
    simple = {
        "and": and_, "or": or_, "not": not_, "eq": eq, "lt": lt, "le": le, "select": select,
        "union": union, "meet": meet, "minus": minus, "has": has, "within": within,
        "meets": meets, "some": some, "count": count, "first": first, "last": last,
    }  # fmt: skip
    if term.op in simple:
        made: Term = simple[term.op](*args)
        return made
    if term.op == "bit":
        return bit(term.type, args[0])
    if term.op == "table":
        return lookup(term.data, *args)
    if term.op in FOLDS:
        return arithmetic(term.op, *args)
    if term.op == "moved":
        return moved(term.data, args[0])
    return Term(term.op, term.type, args, term.data, term.nullable)
