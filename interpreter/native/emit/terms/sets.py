"""Sets, searches from cell to cell, groups and the history as C."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce

from interpreter.native.emit.kernels import rays
from interpreter.native.emit.kernels.templates import c_part
from interpreter.native.emit.terms.lines import invariants
from interpreter.native.emit.terms.scalars import Scalars
from interpreter.native.emit.terms.unit import PATHS
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import WORD
from interpreter.native.ir.terms import INT, REAL, Table, Term, Type

PASSED = 6  # words up to which floods are parts of their callers: passing sets takes longer
CHUNK = 8  # codes of a set whose rows are looked up at once

class Sets(Scalars):
    """Writes terms about sets."""

    def call(self, term: Term, of: Term) -> str:
        args = ", ".join(self.term(a) for a in term.args)
        return f"{self.p(of)}_{term.op}({args})"

    def make_union(self, term: Term) -> str:
        return self.call(term, term)

    make_meet = make_minus = make_bit = make_union

    def change_in_place(self, op: str, place: str, codes: Term) -> None:
        """Write that a set gains (`union`) or loses (`minus`) codes, each word written once."""
        made, size = self.term(codes), codes.type.size
        if codes.op not in ("table", "read", "const") or made.startswith("("):  # it has no place
            made = self.named(codes, made)
        sign = {"union": "|= ", "minus": "&= ~"}[op]
        name = self.unit.helper(f"set{size}_{op}_in_place", (
            c_part("in_place", n=size, name=op, sign=sign)
        ))  # fmt: skip
        self.write(f"{name}(&{place}, &{made});")

    def make_has(self, term: Term) -> str:
        return self.call(term, term.args[0])

    make_within = make_meets = make_some = make_count = make_first = make_last = make_has

    def make_is_among(self, term: Term) -> str:
        words = words_of(term.data)
        table, size = self.unit.table(words), len(words.values)
        word = f"{self.named(term.args[0], self.term(term.args[0]))}.w[0]"
        return f"set1_has({table}[{word} >> 6 & {size - 1}], {word} & 63)"

    def make_rows(self, term: Term) -> str:
        table, size = term.data, term.type.size
        words = self.unit.table(united(table))
        name = f"rows_{words}"
        entries = [
            f"{words}[{(1 << CHUNK) * (at // CHUNK)} + "
            f"(codes >> {at} & {(1 << min(CHUNK, len(table.values) - at)) - 1})]"
            for at in range(0, len(table.values), CHUNK)
        ]
        made = reduce(lambda a, b: f"set{size}_union({a}, {b})", entries)
        self.unit.helper(name, (
            f"static inline Set{size} {name}(uint64_t codes) {{ return {made}; }}\n"
        ))  # fmt: skip
        codes = self.named(term.args[0], self.term(term.args[0]))
        return f"{name}({codes}.w[0])"

    def make_moved(self, term: Term) -> str:
        return f"{self.unit.shift(term.type.size, term.data)}({self.term(term.args[0])})"

    def make_moved_by(self, term: Term) -> str:
        cells, step = (self.term(a) for a in term.args)
        size = term.type.size
        name = self.unit.helper(f"set{size}_moved_by", c_part("moved_by", n=size))
        return f"{name}({cells}, {step})"

    def make_dilate(self, term: Term) -> str:
        return f"{self.unit.dilate(term.data)}({self.term(term.args[0])})"

    def make_flood(self, term: Term) -> str:
        if term.args[0].op == "bit":
            cell, inside = self.term(term.args[0].args[0]), self.term(term.args[1])
            return f"{self.unit.flood_from(term.data)}({cell}, {inside})"
        return self.connected(term)

    def make_reached(self, term: Term) -> str:
        return self.connected(term)

    def connected(self, term: Term) -> str:
        """A C call of a function that dilates a set within another."""
        self.unit.dilate(term.data)
        size = self.unit.layout.cell_set.size
        inside = "INSIDE " if size <= PASSED else ""
        text = c_part(term.op, n=size, name=term.data, inside=inside)
        name = self.unit.helper(f"{term.op}_{term.data}", text)
        return f"{name}({', '.join(self.term(a) for a in term.args)})"

    def make_item(self, term: Term) -> str:
        values, number = self.term(term.args[0]), self.term(term.args[1])
        most = term.args[0].type.size
        return f"((uint32_t){number} < {most} ? {values}.v[{number}] : 0)"

    def make_sight(self, term: Term) -> str:
        cell, ways, through = term.args
        if ways.op == "const":
            return f"{self.unit.sight(ways.data)}({self.term(cell)}, {self.term(through)})"
        args = ", ".join(self.term(a) for a in term.args)
        return f"{self.unit.sight(None)}({args})"

    def make_sees(self, term: Term) -> str:
        cell, other, ways, through = term.args
        unit, name = self.unit, f"sees_{ways.data:x}"
        tables = rays.towards(unit.layout, ways.data), rays.lines(unit.layout).table
        towards, lines = map(unit.table, tables)
        size = unit.layout.cell_set.size
        unit.helper(name, c_part("sees", n=size, name=name, towards=towards, rays=lines))
        return f"{name}({', '.join(self.term(a) for a in (cell, other, through))})"

    def make_covers(self, term: Term) -> str:
        masks, type = term.data.masks, term.args[0].type
        table = self.unit.table(Table(type, (len(masks),), masks))
        name = f"covers_{table}"
        self.unit.helper(name, c_part("covers", n=type.size, table=table, count=len(masks)))
        return "(" + " || ".join(f"{name}({self.term(a)})" for a in term.args) + ")"

    # ---- searches: what follows steps that depend on a variable ----

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
        steps = term.args[1]
        kind, p = self.unit.c_type(steps.type), self.p(steps)
        self.hoist(term)
        left, near, other = map(self.unit.fresh, ("left", "near", "other"))
        with self.joining(term) as (whole, roots):
            self.write(f"{kind} {left} = {whole};")
            with self.taking(term.data, left, p):
                self.write(f"{kind} {near} = {p}_meet({self.term(steps)}, {whole});")
                with self.taking(other, near, p):
                    self.write(f"join_roots({roots}.v, {term.data}, {other});")
        return roots

    def make_links(self, term: Term) -> str:
        inside, *sources = term.args
        kind, p = self.unit.c_type(inside.type), self.p(inside)
        cells = [self.term(source) for source in sources]
        left, cell = map(self.unit.fresh, ("left", "cell"))
        with self.joining(term) as (whole, roots):
            self.write(f"{kind} {left};")
            for bits, source in zip(term.data, cells, strict=True):
                ending = f"{self.unit.shift(inside.type.size, -bits)}({whole})"
                self.write(f"{left} = {p}_meet({p}_meet({source}, {whole}), {ending});")
                with self.taking(cell, left, p):
                    self.write(f"join_roots({roots}.v, {cell}, {cell} + {bits});")
        return roots

    @contextmanager
    def joining(self, term: Term) -> Iterator[tuple[str, str]]:
        """The joining of cells to parts: the names of the set that they are in, and of the roots.
        """
        kind, size = self.unit.c_type(term.args[0].type), term.args[0].type.size
        self.unit.helper("roots", c_part("roots"))
        whole, roots = self.unit.fresh("whole"), self.unit.fresh("roots")
        self.write(f"const {kind} {whole} = {self.term(term.args[0])};")
        self.write(f"{self.unit.c_type(term.type)} {roots};")
        self.write(f"{roots}.n = {term.type.size};")
        self.write(f"start_roots({roots}.v, {whole}.w, {size});")
        yield whole, roots
        self.write(f"settle_roots({roots}.v, {whole}.w, {size});")

    def make_part_of(self, term: Term) -> str:
        inside, roots, cell = (self.term(a) for a in term.args)
        size = term.type.size
        name = self.unit.helper(f"part_of_{size}", c_part("part_of", n=size))
        return f"{name}({inside}, {roots}.v, {cell})"

    # ---- groups that are kept ----

    def of_groups(self, term: Term) -> str:
        """A C call that reads the groups that are kept."""
        args = ["&" + self.place("groups", ()), *(self.term(a) for a in term.args)]
        return f"{term.op}({', '.join(args)})"

    make_group_size = make_group_touched = of_groups
    make_largest_group = make_largest_other = make_groups_of_size = of_groups

    def make_group_met(self, term: Term) -> str:
        where = self.place("groups", ())
        return f"({where}.met[{term.data}] >> {self.wrapped(term.args[0])} & 1)"

    def make_joined_size(self, term: Term) -> str:
        key = (Term("joined", INT, term.args), self.version_of(term))
        known = self.known.get(key)
        if known is not None:
            return f"{known}.{term.op[7:]}"
        cell, colour = term.args
        own = Term("read", Type("set", self.unit.layout.cell_set.size), (colour,), "own")
        name = self.unit.fresh("joined")
        self.write(f"const Joined {name} = joined(&{self.place('groups', ())}, "
                   f"&{self.term(own)}, {self.term(cell)}, {self.term(colour)});")  # fmt: skip
        self.known[key] = name
        return f"{name}.{term.op[7:]}"

    make_joined_rest = make_joined_touched = make_joined_size

    def make_stuck(self, term: Term) -> str:
        return f"{self.stuck}(s, h)"

    def make_seen(self, term: Term) -> str:
        return f"times_seen(s, h, {self.term(term.args[0])})"

    def make_hash(self, term: Term) -> str:
        name = self.unit.fresh("hash")
        self.write(f"uint64_t {name} = {term.data + 1};")
        place = 1
        for part in term.args:
            sizes = self.unit.fields.all[part.data].sizes if part.op == "read" else ()
            if sizes and not part.args:  # a whole field
                field = self.term(part)
                self.write(f"{name} += mixed_bytes({place}, {field}, sizeof {field});")
                place += sizes[0]
                continue
            for word in self.words_of(part):
                self.write(f"{name} += mixed_at({place}, {word});")
                place += 1
        return name

    def words_of(self, part: Term) -> list[str]:
        """The 64-bit words that a term contributes to a hash."""
        made = self.term(part)
        if part.type.is_set:
            return [f"{made}.w[{i}]" for i in range(part.type.size)]
        if part.type == REAL:
            return [f"(uint64_t)(int64_t)({made} * 65536)"]
        return [f"(uint64_t)(uint32_t)({made})"]


def united(table: Table) -> Table:
    """The rows of a table for each set of codes, united: for sets of so many codes one by one."""
    rows: list[int] = []
    for at in range(0, len(table.values), CHUNK):
        sets = [0]
        for row in table.values[at : at + CHUNK]:
            sets += [row | other for other in sets]
        rows += sets
    return Table(table.type, (len(rows),), tuple(rows))


def words_of(bits: int) -> Table:
    """The words of a long row of bits, as many as a power of 2."""
    length = max(1, -(-bits.bit_length() // WORD))
    size = 1 << (length - 1).bit_length()
    words = tuple(bits >> WORD * i & (1 << WORD) - 1 for i in range(size))
    return Table(Type("set", 1), (size,), words)
