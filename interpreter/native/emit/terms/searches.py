"""Searches as C: what follows steps that depend on a variable, from cell to cell."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.native.emit.kernels.templates import c_part
from interpreter.native.emit.terms.lines import invariants
from interpreter.native.emit.terms.scalars import Scalars
from interpreter.native.emit.terms.unit import PATHS
from interpreter.native.ir import terms as t
from interpreter.native.ir.terms import Term


class Searches(Scalars):
    """Writes searches."""

    def hoist(self, term: Term) -> None:
        """Write before a search what its steps need of what does not change in it."""
        for part in invariants(term.args[-1], frozenset((term.data,))):
            self.term(part)

    @contextmanager
    def taking(self, name: str, cells: str, p: str) -> Iterator[None]:
        """A loop that takes the cells out of a set, from the first."""
        take = f"{p}_take(&{cells})"
        with self.inside(f"for (int32_t {name} = {take}; {name} >= 0; {name} = {take}) {{"):
            yield

    def search(self, name: str, start: str, steps: Term, within: str = "") -> str:
        """Write a search from a set: what is reached from it, and with `within`, a set that steps
        may lead to, the start itself.
        """
        kind, p = self.unit.c_type(steps.type), self.p(steps)
        reached, edge = self.unit.fresh("reached"), self.unit.fresh("edge")
        first = f"{reached} = {start}, {edge} = {reached}" if within else (
            f"{reached} = {{{{0}}}}, {edge} = {start}"
        )  # fmt: skip
        self.write(f"{kind} {first};")
        with self.taking(name, edge, p):
            made = self.term(steps)
            self.spread(p, f"{p}_meet({made}, {within})" if within else made, reached, edge)
        return reached

    def spread(self, p: str, steps: str, reached: str, edge: str) -> str:
        """Write that what steps lead to for the first time is reached, and the edge of that."""
        new = self.unit.fresh("new")
        self.write(f"const {p.capitalize()} {new} = {p}_minus({steps}, {reached});")
        self.write(f"{reached} = {p}_union({reached}, {new});")
        self.write(f"{edge} = {p}_union({edge}, {new});")
        return new

    def make_reach(self, term: Term) -> str:
        start, steps = term.args
        self.hoist(term)
        return self.search(term.data, f"{self.p(term)}_bit({self.term(start)})", steps)

    def make_spread(self, term: Term) -> str:
        start, *sources = term.args
        kind, p = self.unit.c_type(term.type), self.p(term)
        inside, edge, new = map(self.unit.fresh, ("reached", "edge", "new"))
        cells = [self.term(part) for part in sources]
        anywhere = self.term(t.union(*sources))
        self.write(f"{kind} {inside} = {{{{0}}}}, {edge} = {p}_bit({self.term(start)});")
        with self.inside(f"while ({p}_meets({edge}, {anywhere})) {{"):
            self.write(f"{kind} {new} = {{{{0}}}};")
            for bits, source in zip(term.data, cells, strict=True):
                shift = self.unit.shift(term.type.size, bits)
                moved = f"{shift}({p}_meet({edge}, {source}))"
                self.write(f"{new} = {p}_union({new}, {moved});")
            self.write(f"{edge} = {p}_minus({new}, {inside});")
            self.write(f"{inside} = {p}_union({inside}, {edge});")
        return inside

    def make_reaches(self, term: Term) -> str:
        start, goal, steps, is_step = term.args
        (name, to), kind, p = term.data, self.unit.c_type(steps.type), self.p(steps)
        for part in (*invariants(steps, term.bound), *invariants(is_step, term.bound)):
            self.term(part)
        size = self.unit.layout.size
        there, first, at, following, result = map(
            self.unit.fresh, ("there", "first", "at", "next", "r")
        )
        self.write(f"const {kind} {there} = {self.term(goal)};")
        self.write(f"const int32_t {first} = {self.term(start)};")
        words = (f"mixed_at({i}, {there}.w[{i}])" for i in range(steps.type.size))
        self.write(f"uint16_t *const {following} = {self.unit.path(term, size)}"
                   f"[({' + '.join(words)}) % {PATHS}];")  # fmt: skip
        self.write(f"bool {result} = false;")
        head = f"for (int32_t i = 0, {at} = {first}; i < {size} && {at} >= 0 && !{result}; i++) {{"
        with self.inside(head):
            self.write(f"const int32_t {name} = {at}, {to} = {following}[{at}];")
            self.write(f"if (!{self.wrapped(is_step)}) break;")
            self.write(f"{at} = {to};")
            self.write(f"{result} = {p}_has({there}, {to});")
        with self.inside(f"if (!{result}) {{"):
            self.search_path(term, there, first, following, result)
        return result

    def search_path(
        self, term: Term, there: str, first: str, following: str, result: str
    ) -> None:
        """Write the search of a path to one of the cells `there`, which is kept."""
        steps, name = term.args[2], term.data[0]
        kind, p, size = self.unit.c_type(steps.type), self.p(steps), self.unit.layout.size
        inside, edge, rest, cell, before = map(
            self.unit.fresh, ("reached", "edge", "rest", "cell", "before")
        )
        self.write(f"{kind} {inside} = {{{{0}}}}, {edge} = {p}_bit({first});")
        self.write(f"uint16_t {before}[{size}] = {{0}};")
        with self.taking(name, edge, p):
            new = self.spread(p, self.term(steps), inside, edge)
            self.write(f"{kind} {rest} = {new};")
            with self.taking(cell, rest, p):
                self.write(f"{before}[{cell}] = (uint16_t){name};")
            with self.inside(f"if ({p}_meets({new}, {there})) {{"):
                self.write(f"int32_t {cell} = {p}_first({p}_meet({new}, {there}));")
                self.write(f"do {{ {following}[{before}[{cell}]] = (uint16_t){cell}; "
                           f"{cell} = {before}[{cell}]; }} while ({cell} != {first});")  # fmt: skip
                self.write(f"{result} = true;")
                self.write("break;")

    def make_steps_to(self, term: Term) -> str:
        start, end, steps = term.args
        kind, p = self.unit.c_type(steps.type), self.p(steps)
        self.hoist(term)
        inside, edge, far, to, new = map(
            self.unit.fresh, ("reached", "edge", "far", "to", "new")
        )
        self.write(f"const int32_t {to} = {self.term(end)};")
        self.write(f"{kind} {edge} = {p}_bit({self.term(start)}), {inside} = {edge};")
        self.write(f"int32_t {far} = 0;")
        with self.inside(f"for (; {p}_some({edge}) && !{p}_has({inside}, {to}); {far}++) {{"):
            self.write(f"{kind} {new} = {{{{0}}}};")
            with self.taking(term.data, edge, p):
                self.write(f"{new} = {p}_union({new}, {self.term(steps)});")
            self.write(f"{edge} = {p}_minus({new}, {inside});")
            self.write(f"{inside} = {p}_union({inside}, {edge});")
        return f"({p}_has({inside}, {to}) ? {far} : -1)"

    def make_roots(self, term: Term) -> str:
        inside, steps = term.args
        kind, p, size = self.unit.c_type(steps.type), self.p(steps), term.type.size
        self.unit.helper("roots", c_part("roots"))
        self.hoist(term)
        whole, left, near, roots, other = map(
            self.unit.fresh, ("whole", "left", "near", "roots", "other")
        )
        self.write(f"const {kind} {whole} = {self.term(inside)};")
        self.write(f"{self.unit.c_type(term.type)} {roots};")
        self.write(f"{roots}.n = {size};")
        self.write(f"start_roots({roots}.v, {whole}.w, {steps.type.size});")
        self.write(f"{kind} {left} = {whole};")
        with self.taking(term.data, left, p):
            self.write(f"{kind} {near} = {p}_meet({self.term(steps)}, {whole});")
            with self.taking(other, near, p):
                self.write(f"join_roots({roots}.v, {term.data}, {other});")
        self.write(f"settle_roots({roots}.v, {size});")
        return roots

    def make_part_of(self, term: Term) -> str:
        inside, roots, cell = (self.term(a) for a in term.args)
        size = term.type.size
        name = self.unit.helper(f"part_of_{size}", c_part("part_of", n=size))
        return f"{name}({inside}, {roots}.v, {cell})"
