"""The statements of a C function: lines, blocks, and names for common subexpressions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from interpreter.native.emit.terms.unit import Unit
from interpreter.native.ir.terms import TRUE, Term, exists, nothing, parts_of, some

SIMPLE = ("const", "var", "read", "table")
NAMED = ("stuck", "seen")
LONG = 100  # characters of an expression that is given a name

Base = tuple[dict[str, str], dict[str, int]]  # places and versions of the fields at one point


class Lines:
    """The statements of a C function, in order, with names for what has been computed."""

    def __init__(self, unit: Unit):
        self.unit = unit
        self.stuck = "is_stuck"  # the C function that tells
        self.lines: list[str] = []
        self.indent = 1
        self.known: dict[Any, str] = {}
        self.places: dict[str, str] = {}  # the local copies of fields
        self.kept: frozenset[str] = frozenset()  # copies from outside a loop, read-only inside
        self.versions: dict[str, int] = {}
        self.version = 0
        self.holds: frozenset[Term] = frozenset()  # conditions that hold where a term is written
        self.hoists_guarded = False  # out of loops: see `invariants`

    def write(self, line: str) -> None:
        self.lines.append("    " * self.indent + line if line else "")

    @contextmanager
    def inside(self, head: str, tail: str = "}") -> Iterator[None]:
        """Write a nested C block."""
        self.write(head)
        with self.deeper():
            yield
        self.write(tail)

    def where(self, condition: Term) -> AbstractContextManager[None]:
        """A nested C block for where a condition holds; none if it always does."""
        if condition == TRUE:
            return nullcontext()
        return self.inside(f"if ({self.term(condition)}) {{")

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """A scope: its names and copies end with it; changes of fields are remembered."""
        self.indent += 1
        known, places = self.known, dict(self.places)
        self.known = dict(known)
        yield
        self.known, self.places = known, places
        self.indent -= 1

    @contextmanager
    def leaving(self, stem: str) -> Iterator[str]:
        """Code that a jump to a label, which this gives, may leave at any point."""
        label, start = self.unit.fresh(stem), len(self.lines)
        yield label
        if any(f"goto {label};" in line for line in self.lines[start:]):
            self.write(f"{label}:;")

    @property
    def base(self) -> Base:
        """The places and versions of the fields at this point."""
        return dict(self.places), dict(self.versions)

    @contextmanager
    def trial(self, base: Base | None = None) -> Iterator[None]:
        """Use the fields as they are here, or were at `base`; forget their changes at the end."""
        now = self.places, self.versions
        self.places, self.versions = self.base if base is None else (dict(base[0]), dict(base[1]))
        yield
        self.places, self.versions = now

    @contextmanager
    def apart(self) -> Iterator[None]:
        """In a loop, let each round write to copies of its own, unseen by other rounds."""
        kept = self.kept
        self.kept |= frozenset(self.places.values())
        yield
        self.kept = kept

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def place(self, field: str, index: tuple[Term, ...]) -> str:
        """A field, or an entry of it, as C."""
        where = self.places.get(field, f"s->{field}")
        sizes = self.unit.fields.all[field].sizes
        if index and sizes:
            return f"{where}[{self.term(index[0])}]"
        return where

    def copy(self, field: str) -> None:
        """From here on, use a local copy of a field, which may be written."""
        where = self.place(field, ())
        if field in self.places and where not in self.kept:
            return
        kind = self.unit.fields.all[field]
        name, sizes = self.unit.fresh(f"{field}_"), kind.sizes
        if sizes:
            self.write(f"{kind.storage} {name}[{sizes[0]}];")
            self.write(f"memcpy({name}, {where}, sizeof {name});")
        else:
            self.write(f"{kind.storage} {name} = {where};")
        self.places[field] = name
        self.changed(field)  # terms that read the copy differ from those before

    def changed(self, field: str) -> None:
        """Forget what was computed from a field."""
        self.version += 1
        self.versions[field] = self.version

    def version_of(self, term: Term) -> Any:
        """A key that changes whenever a field that a term reads changes."""
        if "*" in term.reads:
            return self.version
        return tuple(sorted((f, self.versions[f]) for f in term.reads if f in self.versions))

    def term(self, term: Term) -> str:
        key = (term, self.version_of(term))
        known = self.known.get(key)
        if known is not None:
            return known
        made: str = getattr(self, f"make_{term.op}")(term)
        for code in term.uncertain:
            if not self.is_certain(code):
                made = f"({self.term(code)} < 0 ? {self.term(nothing(term.type))} : {made})"
        if len(made) > LONG or (term.type.is_set and term.op not in SIMPLE) or term.op in NAMED:
            made = self.named(term, made)
        if term.op not in ("const", "var"):
            self.known[key] = made
        return made

    def named(self, term: Term, text: str) -> str:
        """A name for a value: a new temporary, unless its text is a name already."""
        if text.isidentifier():
            return text
        name = self.unit.fresh()
        self.write(f"const {self.unit.c_type(term.type)} {name} = {text};")
        return name

    def is_certain(self, code: Term) -> bool:
        """Whether a code is known to exist at this point."""
        if code.op in ("first", "last") and parts_of(some(code.args[0])) <= self.holds:
            return True
        return parts_of(exists(code)) <= self.holds

    def attempt(self, term: Term, given: frozenset[Term]) -> tuple[str, list[str]]:
        """A term that is evaluated only under some conditions, and the statements before it."""
        lines, self.lines = self.lines, []
        holds, self.holds = self.holds, self.holds | given
        with self.deeper():
            made = self.term(term)
        lines, self.lines, self.holds = self.lines, lines, holds
        return made, lines


def invariants(term: Term, bound: frozenset[str], guarded: bool = False) -> Iterator[Term]:
    """The largest subterms worth hoisting out of a loop that binds variables.

    A subterm that may read what does not exist stays inside, where a condition may guard it and
    often spare it, unless `guarded` ones are wanted, too.
    """
    if not (term.free & bound):
        is_worth = term.is_heavy or (term.type.is_set and term.op not in SIMPLE)
        if is_worth and (guarded or not term.is_guarded):
            yield term
        return
    inner = bound | term.bound
    for part in term.args:
        yield from invariants(part, inner, guarded)
