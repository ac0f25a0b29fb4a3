"""Terms as C: a block of statements with names for what has been worked out.

A `Block` writes the statements of one C block.  `Block.term` gives a C expression for a term; what
takes a loop is written before it and named, and the same term is not worked out again until a field
that it reads changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from interpreter.native import sets_c
from interpreter.native.fields import Fields
from interpreter.native.layout import Layout
from interpreter.native.terms import (
    BOOL,
    INT,
    NO_NUMBER,
    REAL,
    TRUE,
    Loop,
    Table,
    Term,
    Type,
)

LONG = 100  # characters of an expression that is given a name


class Unit:
    """What the functions of one C text share: constants, tables, helpers."""

    def __init__(self, layout: Layout, fields: Fields):
        self.layout, self.fields = layout, fields
        self.tables: dict[Table, str] = {}
        self.constants: dict[tuple[int, int], str] = {}
        self.helpers: dict[str, str] = {}  # functions by name, in order of need
        self.sizes: set[int] = {1}
        self.counter = 0

    def fresh(self, stem: str = "t") -> str:
        """A name that no other temporary has."""
        self.counter += 1
        return f"{stem}{self.counter}"

    def c_type(self, type: Type) -> str:
        """The C type of a type."""
        if type.is_set:
            self.sizes.add(type.size)
            return f"Set{type.size}"
        if type.name == "list":
            name = f"List{type.size}"
            self.helper(name, (
                f"typedef struct {{ int32_t n; int32_t v[{type.size}]; }} {name};\n"
            ))  # fmt: skip
            return name
        return {"bool": "bool", "int": "int32_t", "real": "double"}[type.name]

    def helper(self, name: str, text: str) -> str:
        """A helper function, written once."""
        self.helpers.setdefault(name, text)
        return name

    def constant(self, size: int, value: int) -> str:
        """The name of a constant set."""
        self.sizes.add(size)
        if value == 0:
            return f"(Set{size}){{{{0}}}}"
        return self.constants.setdefault((size, value), f"k{len(self.constants)}")

    def table(self, table: Table) -> str:
        """The name of a constant table."""
        if table.type.is_set:
            self.sizes.add(table.type.size)
        return self.tables.setdefault(table, f"tab{len(self.tables)}")

    def shift(self, size: int, bits: int) -> str:
        """The name of the function that moves sets by so many bits."""
        self.sizes.add(size)
        name = sets_c.shift_name(size, bits)
        return self.helper(name, sets_c.shift_function(size, bits))

    def dilate(self, name: str) -> str:
        """The name of the function that gives neighbours."""
        shifts, near = self.layout.relations[name]
        for shift in shifts or ():
            self.shift(self.layout.cell_set.size, shift.bits)
        table = "" if shifts is not None else self.table(near)
        return self.helper(f"dilate_{name}", sets_c.dilate_function(self.layout, name, table))

    def flood(self, name: str) -> str:
        """The name of the function that floods."""
        self.dilate(name)
        return self.helper(f"flood_{name}", sets_c.flood_function(self.layout, name))

    def flood_from(self, name: str) -> str:
        """The name of the function that floods from one cell."""
        near = self.table(self.layout.relations[name][1])
        text = sets_c.flood_from_function(self.layout, name, near)
        return self.helper(f"flood_from_{name}", text)

    def sight(self) -> str:
        """The name of the function that looks along directions."""
        topology, layout = self.layout.topology, self.layout
        rows = []
        for direction in range(len(topology.directions)):
            row = [-1] * layout.size
            for cell, code in enumerate(layout.cell_codes):
                end = topology.step(cell, ((direction, 1),))
                row[code] = -1 if end is None else layout.cell_codes[end]
            rows.append("{" + ", ".join(map(str, row)) + "}")
        steps = f"static const int16_t next_cell[{max(1, len(rows))}][{layout.size}] = {{\n"
        steps += ",\n".join(rows or ["{-1}"]) + "};\n"
        self.helper("next_cell", steps)
        return self.helper("sight", sets_c.sight_function(layout, "next_cell"))

    def compare_lists(self, a: str, b: str) -> str:
        """A comparison of two lists: below, at or above 0."""
        self.helper("compare_lists", (
            "static int32_t compare_lists(const int32_t *a, int32_t n, const int32_t *b, int32_t m)\n"
            "{\n    for (int32_t i = 0; i < n && i < m; i++)\n"
            "        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;\n"
            "    return n < m ? -1 : n > m;\n}\n"
        ))  # fmt: skip
        return f"compare_lists({a}.v, {a}.n, {b}.v, {b}.n)"


class Block:
    """The statements of a C function, written from the top."""

    def __init__(self, unit: Unit, state: str = "s", indent: int = 1):
        self.unit = unit
        self.state = state
        self.lines: list[str] = []
        self.indent = indent
        self.known: list[dict[Any, str]] = [{}]
        self.places: dict[str, str] = {}  # fields that stand in a local copy
        self.versions: dict[str, int] = {}
        self.version = 0

    # ---- writing ----

    def write(self, line: str) -> None:
        """One line."""
        self.lines.append("    " * self.indent + line if line else "")

    @contextmanager
    def inside(self, head: str, tail: str = "}") -> Iterator[None]:
        """A block of its own."""
        self.write(head)
        with self.deeper():
            yield
        self.write(tail)

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """What is named here is not known outside; changes of fields outlive it."""
        self.indent += 1
        self.known.append({})
        places = dict(self.places)
        yield
        self.places = places
        self.known.pop()
        self.indent -= 1

    def text(self) -> str:
        """All lines."""
        return "\n".join(self.lines) + "\n"

    # ---- fields ----

    def place(self, field: str, index: tuple[Term, ...]) -> str:
        """A field, or an entry of it, as C."""
        where = self.places.get(field, f"{self.state}->{field}")
        sizes = self.unit.fields.all[field].sizes
        if index and sizes:
            return f"{where}[{self.term(index[0])}]"
        return where

    def copy(self, field: str) -> None:
        """Let a field stand in a local copy from here on."""
        if field in self.places:
            return
        kind = self.unit.fields.all[field]
        name, sizes = self.unit.fresh(f"{field}_"), kind.sizes
        where = f"{self.state}->{field}"
        if sizes:
            self.write(f"{kind.storage} {name}[{sizes[0]}];")
            self.write(f"memcpy({name}, {where}, sizeof {name});")
        else:
            self.write(f"{kind.storage} {name} = {where};")
        self.places[field] = name

    def changed(self, field: str) -> None:
        """Forget what was worked out with a field."""
        self.version += 1
        self.versions[field] = self.version

    def version_of(self, term: Term) -> Any:
        if "*" in term.reads:
            return self.version
        return tuple(sorted((f, self.versions[f]) for f in term.reads if f in self.versions))

    # ---- terms ----

    def term(self, term: Term) -> str:
        """A C expression for a term."""
        key = (term, self.version_of(term))
        for known in reversed(self.known):
            if key in known:
                return known[key]
        made: str = getattr(self, f"make_{term.op}")(term)
        if len(made) > LONG or (term.type.is_set and term.op not in SIMPLE) or term.op in NAMED:
            made = self.named(term, made)
        if term.op not in ("const", "var"):
            self.known[-1][key] = made
        return made

    def named(self, term: Term, text: str) -> str:
        """A temporary with a value."""
        if text.isidentifier():
            return text
        name = self.unit.fresh()
        self.write(f"const {self.unit.c_type(term.type)} {name} = {text};")
        return name

    def attempt(self, term: Term) -> tuple[str, list[str]]:
        """A term, and the statements that it needs before it."""
        lines, self.lines = self.lines, []
        with self.deeper():
            made = self.term(term)
        lines, self.lines = self.lines, lines
        return made, lines

    def make_const(self, term: Term) -> str:
        if term.type.is_set:
            return self.unit.constant(term.type.size, term.data)
        if term.type == BOOL:
            return "true" if term.data else "false"
        if term.type.name == "list":
            return f"({self.unit.c_type(term.type)}){{0}}"
        if term.type == REAL:
            if term.data in (float("inf"), -float("inf")):
                return "-__builtin_inf()" if term.data < 0 else "__builtin_inf()"
            return repr(float(term.data))
        return "NO_NUMBER" if term.data == NO_NUMBER else str(term.data)

    def make_var(self, term: Term) -> str:
        return str(term.data)

    def make_read(self, term: Term) -> str:
        return self.place(term.data, term.args)

    def make_table(self, term: Term) -> str:
        table: Table = term.data
        index = "".join(f"[{self.term(i)}]" for i in term.args)
        return f"{self.unit.table(table)}{index}"

    def make_and(self, term: Term) -> str:
        return self.chain(term, "&&")

    def make_or(self, term: Term) -> str:
        return self.chain(term, "||")

    def chain(self, term: Term, sign: str) -> str:
        """Conditions from the left; later ones only as far as they are needed."""
        done: list[str] = []
        for number, part in enumerate(term.args):
            made, lines = self.attempt(part) if number else (self.term(part), [])
            if lines:
                name = self.unit.fresh("b")
                self.write(f"bool {name} = {f' {sign} '.join(done)};")
                self.write(f"if ({name if sign == '&&' else '!' + name}) {{")
                self.lines += lines
                with self.deeper():
                    self.write(f"{name} = {made};")
                self.write("}")
                done = [name]
            else:
                done.append(f"({made})" if part.op in ("and", "or") else made)
        return "(" + f" {sign} ".join(done) + ")" if len(done) > 1 else done[0]

    def make_not(self, term: Term) -> str:
        return f"!{self.wrapped(term.args[0])}"

    def wrapped(self, term: Term) -> str:
        """A term that binds tightly."""
        made = self.term(term)
        return made if made.replace("_", "").isalnum() or made.startswith("(") else f"({made})"

    def make_eq(self, term: Term) -> str:
        a, b = term.args
        if a.type.is_set:
            return f"{self.p(a)}_eq({self.term(a)}, {self.term(b)})"
        if a.type.name == "list":
            return self.lists(a, b, "==")
        return f"({self.term(a)} == {self.term(b)})"

    def make_lt(self, term: Term) -> str:
        return self.compare(term, "<")

    def make_le(self, term: Term) -> str:
        return self.compare(term, "<=")

    def compare(self, term: Term, sign: str) -> str:
        a, b = term.args
        if a.type.name == "list":
            return self.lists(a, b, sign)
        return f"({self.term(a)} {sign} {self.term(b)})"

    def lists(self, a: Term, b: Term, sign: str) -> str:
        """A comparison of lists, the first difference first."""
        left, right = (self.named(x, self.term(x)) for x in (a, b))
        return f"({self.unit.compare_lists(left, right)} {sign} 0)"

    def make_add(self, term: Term) -> str:
        return self.number(term, "+", "wrap_add")

    def make_sub(self, term: Term) -> str:
        return self.number(term, "-", "wrap_sub")

    def make_mul(self, term: Term) -> str:
        return self.number(term, "*", "wrap_mul")

    def number(self, term: Term, sign: str, wrap: str) -> str:
        a, b = (self.term(x) for x in term.args)
        return f"({a} {sign} {b})" if term.type == REAL else f"{wrap}({a}, {b})"

    def make_div(self, term: Term) -> str:
        return self.divided(term, "quotient", "__builtin_floor({a} / {b})")

    def make_mod(self, term: Term) -> str:
        return self.divided(term, "remainder_of", "({a} - {b} * __builtin_floor({a} / {b}))")

    def divided(self, term: Term, whole: str, real: str) -> str:
        a, b = (self.term(x) for x in term.args)
        return real.format(a=a, b=b) if term.type == REAL else f"{whole}({a}, {b})"

    def make_real(self, term: Term) -> str:
        return f"(double){self.wrapped(term.args[0])}"

    def make_select(self, term: Term) -> str:
        condition = self.term(term.args[0])
        yes, yes_lines = self.attempt(term.args[1])
        no, no_lines = self.attempt(term.args[2])
        if not yes_lines and not no_lines:
            if term.type.is_set and term.args[1].op != "table" and term.args[2].op != "table":
                return f"{self.p(term)}_if({condition}, {yes}, {no})"
            return f"({condition} ? {yes} : {no})"
        name = self.unit.fresh()
        self.write(f"{self.unit.c_type(term.type)} {name};")
        for head, value, lines in ((f"if ({condition}) {{", yes, yes_lines),
                                   ("} else {", no, no_lines)):  # fmt: skip
            self.write(head)
            self.lines += lines
            with self.deeper():
                self.write(f"{name} = {value};")
        self.write("}")
        return name

    # ---- sets ----

    def p(self, term: Term) -> str:
        """The prefix of the functions on a term's sets."""
        self.unit.sizes.add(term.type.size)
        return f"set{term.type.size}"

    def call(self, term: Term, of: Term) -> str:
        """An operation on sets as a call."""
        args = ", ".join(self.term(a) for a in term.args)
        return f"{self.p(of)}_{term.op}({args})"

    def make_union(self, term: Term) -> str:
        return self.call(term, term)

    make_meet = make_minus = make_bit = make_union

    def make_has(self, term: Term) -> str:
        return self.call(term, term.args[0])

    make_within = make_meets = make_some = make_count = make_first = make_last = make_has

    def make_moved(self, term: Term) -> str:
        return f"{self.unit.shift(term.type.size, term.data)}({self.term(term.args[0])})"

    def make_dilate(self, term: Term) -> str:
        return f"{self.unit.dilate(term.data)}({self.term(term.args[0])})"

    def make_flood(self, term: Term) -> str:
        if term.args[0].op == "bit":
            cell, inside = self.term(term.args[0].args[0]), self.term(term.args[1])
            return f"{self.unit.flood_from(term.data)}({cell}, {inside})"
        seed, inside = (self.term(a) for a in term.args)
        return f"{self.unit.flood(term.data)}({seed}, {inside})"

    def make_flood_meets(self, term: Term) -> str:
        self.unit.dilate(term.data)
        name = f"flood_meets_{term.data}"
        self.unit.helper(name, sets_c.flood_meets_function(self.unit.layout, term.data))
        return f"{name}({', '.join(self.term(a) for a in term.args)})"

    def make_item(self, term: Term) -> str:
        values, number = self.term(term.args[0]), self.term(term.args[1])
        most = term.args[0].type.size
        return f"((uint32_t){number} < {most} ? {values}.v[{number}] : 0)"

    def make_sight(self, term: Term) -> str:
        return f"{self.unit.sight()}({', '.join(self.term(a) for a in term.args)})"

    def make_sees(self, term: Term) -> str:
        self.unit.sight()
        table = self.unit.table(towards(self.unit.layout, term.args[2].data))
        cell, other, _, through = term.args
        size = self.unit.layout.cell_set.size
        self.unit.helper("sees", (
            f"static inline bool sees(const int16_t (*next)[{self.unit.layout.size}], int32_t way,"
            f" int32_t cell, int32_t other, Set{size} through)\n{{\n"
            "    int32_t c = next[way][cell];\n"
            f"    while (c != other && c >= 0 && set{size}_has(through, c)) c = next[way][c];\n"
            "    return c == other;\n}\n"
        ))  # fmt: skip
        a, b = self.term(cell), self.term(other)
        return f"sees(next_cell, {table}[{a}][{b}], {a}, {b}, {self.term(through)})"

    def make_reach(self, term: Term) -> str:
        start, steps = term.args
        kind, p = self.unit.c_type(term.type), self.p(term)
        for part in invariants(steps, frozenset((term.data,))):
            self.term(part)
        found, edge = self.unit.fresh("reached"), self.unit.fresh("edge")
        self.write(f"{kind} {found} = {{{{0}}}}, {edge} = {p}_bit({self.term(start)});")
        self.write(f"for (int32_t {term.data} = {p}_first({edge}); {term.data} >= 0; "
                   f"{term.data} = {p}_first({edge})) {{")  # fmt: skip
        with self.deeper():
            self.write(f"{p}_drop(&{edge}, {term.data});")
            new = self.unit.fresh("new")
            self.write(f"const {kind} {new} = {p}_minus({self.term(steps)}, {found});")
            self.write(f"{found} = {p}_union({found}, {new});")
            self.write(f"{edge} = {p}_union({edge}, {new});")
        self.write("}")
        return found

    # ---- groups that are kept ----

    def of_groups(self, term: Term) -> str:
        """A question about the groups that are kept."""
        args = ["&" + self.place("groups", ()), *(self.term(a) for a in term.args)]
        return f"{term.op}({', '.join(args)})"

    make_group_size = make_largest_group = make_largest_other = make_groups_of_size = of_groups

    def make_group_met(self, term: Term) -> str:
        where = self.place("groups", ())
        return f"({where}.met[{term.data}] >> {self.wrapped(term.args[0])} & 1)"

    def make_joined_size(self, term: Term) -> str:
        key = (Term("joined", INT, term.args), self.version_of(term))
        for known in reversed(self.known):
            if key in known:
                return f"{known[key]}.{term.op[7:]}"
        cell, colour = term.args
        own = Term("read", Type("set", self.unit.layout.cell_set.size), (colour,), "own")
        name = self.unit.fresh("joined")
        self.write(f"const Joined {name} = joined(&{self.place('groups', ())}, "
                   f"{self.term(own)}, {self.term(cell)});")  # fmt: skip
        self.known[-1][key] = name
        return f"{name}.{term.op[7:]}"

    make_joined_rest = make_joined_size

    # ---- the rest ----

    def make_stuck(self, term: Term) -> str:
        return f"is_stuck({self.state}, h)"

    def make_seen(self, term: Term) -> str:
        return f"times_seen({self.state}, h, {self.term(term.args[0])})"

    def make_hash(self, term: Term) -> str:
        name = self.unit.fresh("hash")
        self.write(f"uint64_t {name} = {term.data + 1};")
        for part in term.args:
            made = self.term(part)
            if part.type.is_set:
                for i in range(part.type.size):
                    self.write(f"{name} = mixed({name} ^ {made}.w[{i}]);")
            elif part.type == REAL:
                self.write(f"{name} = mixed({name} ^ (uint64_t)(int64_t)({made} * 65536));")
            else:
                self.write(f"{name} = mixed({name} ^ (uint64_t)(uint32_t)({made}));")
        return name

    # ---- loops ----

    def make_fold(self, term: Term) -> str:
        info = term.data
        *domains, condition, body = term.args
        own = frozenset(loop.name for loop in info.loops)
        for part in (*invariants(condition, own), *invariants(body, own)):
            self.term(part)
        result = self.unit.fresh("r")
        gather = GATHERERS[info.gather]
        self.write(f"{self.unit.c_type(term.type)} {result} = {gather.start(self, term)};")
        if info.gather in ("once", "twice"):
            self.write(f"{self.unit.c_type(term.type)} more_{result} = {{{{0}}}};")
        done = self.unit.fresh("done")
        count = len(self.lines)

        def round_() -> None:
            holds = self.term(condition) if condition != TRUE else ""
            if holds:
                with self.inside(f"if ({holds}) {{"):
                    gather.gather(self, result, body, done)
            else:
                gather.gather(self, result, body, done)

        self.loops(info.loops, tuple(domains), round_)
        if any(f"goto {done};" in line for line in self.lines[count:]):
            self.lines.append(f"{done}:;")
        if info.gather == "descending":
            self.write(f"{self.sorter(term.type)}(&{result});")
        if info.gather == "once":
            return self.named(term, f"{self.p(term)}_minus({result}, more_{result})")
        return f"more_{result}" if info.gather == "twice" else result

    def sorter(self, type: Type) -> str:
        """The name of the function that sorts a list, the largest first."""
        name = self.unit.c_type(type)
        return self.unit.helper(f"descending{type.size}", (
            f"static void descending{type.size}({name} *a)\n{{\n"
            "    for (int32_t i = 1; i < a->n; i++) {\n"
            "        int32_t v = a->v[i], j = i;\n"
            "        for (; j > 0 && a->v[j - 1] < v; j--) a->v[j] = a->v[j - 1];\n"
            "        a->v[j] = v;\n    }\n}\n"
        ))  # fmt: skip

    def loops(
        self, loops: tuple[Loop, ...], domains: tuple[Term, ...], body: Callable[[], None]
    ) -> None:
        """Some loops, one in the other, around a body."""
        if not loops:
            body()
            return
        loop, parts = loops[0], domains[: loops[0].count]
        rest = domains[loop.count :]
        with self.loop(loop, parts):
            self.loops(loops[1:], rest, body)

    @contextmanager
    def loop(self, loop: Loop, parts: tuple[Term, ...]) -> Iterator[None]:
        """One loop."""
        if loop.kind == "range":
            low, high = (self.term(p) for p in parts)
            end = self.unit.fresh("end")
            self.write(f"const int32_t {end} = {high};")
            head = f"for (int32_t {loop.name} = {low}; {loop.name} <= {end}; {loop.name}++) {{"
            with self.inside(head):
                yield
        elif loop.kind == "bits":
            with self.bits(loop, parts[0]):
                yield
        else:
            with self.groups(loop, parts):
                yield

    @contextmanager
    def bits(self, loop: Loop, domain: Term) -> Iterator[None]:
        """A loop over the bits of a set, from the lowest."""
        if domain.op == "const" and domain.data & (domain.data + 1) == 0:
            size = domain.data.bit_length()
            with self.inside(f"for (int32_t {loop.name} = 0; {loop.name} < {size}; {loop.name}++) {{"):
                yield
            return
        made = self.named(domain, self.term(domain))
        word = self.unit.fresh("w")
        size = domain.type.size
        if size == 1:
            head = f"for (uint64_t {word} = {made}.w[0]; {word}; {word} &= {word} - 1) {{"
            with self.inside(head):
                self.write(f"const int32_t {loop.name} = __builtin_ctzll({word});")
                yield
            return
        i = self.unit.fresh("i")
        head = f"for (int32_t {i} = 0; {i} < {size}; {i}++)"
        with self.inside(head + f" for (uint64_t {word} = {made}.w[{i}]; {word}; "
                         f"{word} &= {word} - 1) {{"):  # fmt: skip
            self.write(f"const int32_t {loop.name} = 64 * {i} + __builtin_ctzll({word});")
            yield

    @contextmanager
    def groups(self, loop: Loop, sets: tuple[Term, ...]) -> Iterator[None]:
        """A loop over the connected parts of sets."""
        kind, p = self.unit.c_type(loop.type), f"set{loop.type.size}"
        flood = self.unit.flood_from(loop.adjacency)
        names = [self.term(s) for s in sets]
        rest, heads = self.unit.fresh("rest"), 0
        if len(names) > 1:
            k, all_sets = self.unit.fresh("k"), self.unit.fresh("sets")
            self.write(f"const {kind} {all_sets}[{len(names)}] = {{{', '.join(names)}}};")
            self.write(f"for (int32_t {k} = 0; {k} < {len(names)}; {k}++) {{")
            self.indent += 1
            heads = 1
            names = [f"{all_sets}[{k}]"]
        self.write(f"{kind} {rest} = {names[0]};")
        with self.inside(f"while ({p}_some({rest})) {{"):
            self.write(f"const {kind} {loop.name} = {flood}({p}_first({rest}), {rest});")
            self.write(f"{rest} = {p}_minus({rest}, {loop.name});")
            yield
        if heads:
            self.indent -= 1
            self.write("}")


class Gather:
    """How a loop gathers its values."""

    def __init__(self, start: str, step: Callable[[Block, str, Term, str], None]):
        self._start = start
        self.gather = step

    def start(self, block: Block, term: Term) -> str:
        """The value before the first round."""
        if term.type.is_set or term.type.name == "list":
            return "{0}" if term.type.name == "list" else "{{0}}"
        if term.type == REAL:
            return {"NO_NUMBER": "-__builtin_inf()"}.get(self._start, "0.0")
        return self._start


def _any(block: Block, result: str, body: Term, done: str) -> None:
    with block.inside(f"if ({block.term(body)}) {{") if body != TRUE else block.deeper():
        block.write(f"{result} = true;")
        block.write(f"goto {done};")


def _all(block: Block, result: str, body: Term, done: str) -> None:
    with block.inside(f"if (!{block.wrapped(body)}) {{"):
        block.write(f"{result} = false;")
        block.write(f"goto {done};")


def _count(block: Block, result: str, body: Term, done: str) -> None:
    block.write(f"{result} += {block.term(body) if body != TRUE else 1};")


def _sum(block: Block, result: str, body: Term, done: str) -> None:
    made = block.term(body)
    text = f"{result} + {made}" if body.type == REAL else f"wrap_add({result}, {made})"
    block.write(f"{result} = {text};")


def _max(block: Block, result: str, body: Term, done: str) -> None:
    made = block.named(body, block.term(body))
    none = "NO_NUMBER" if body.type == INT else "-__builtin_inf()"
    block.write(f"if ({result} == {none} || {made} > {result}) {result} = {made};")


def _min(block: Block, result: str, body: Term, done: str) -> None:
    made = block.named(body, block.term(body))
    none = "NO_NUMBER" if body.type == INT else "-__builtin_inf()"
    block.write(f"if ({result} == {none} || {made} < {result}) {result} = {made};")


def _first(block: Block, result: str, body: Term, done: str) -> None:
    block.write(f"{result} = {block.term(body)};")
    block.write(f"goto {done};")


def _union(block: Block, result: str, body: Term, done: str) -> None:
    block.write(f"{result} = {block.p(body)}_union({result}, {block.term(body)});")


def _often(block: Block, result: str, body: Term, done: str) -> None:
    made, p = block.named(body, block.term(body)), block.p(body)
    block.write(f"more_{result} = {p}_union(more_{result}, {p}_meet({result}, {made}));")
    block.write(f"{result} = {p}_union({result}, {made});")


def _list(block: Block, result: str, body: Term, done: str) -> None:
    made = block.term(body)
    block.write(f"if ({result}.n < (int32_t)(sizeof {result}.v / sizeof *{result}.v)) "
                f"{result}.v[{result}.n++] = {made};")  # fmt: skip


def _tally(block: Block, result: str, body: Term, done: str) -> None:
    block.write(f"{result}.v[{block.term(body)}]++;")


GATHERERS = {
    "any": Gather("false", _any), "all": Gather("true", _all), "count": Gather("0", _count),
    "sum": Gather("0", _sum), "max": Gather("NO_NUMBER", _max), "min": Gather("NO_NUMBER", _min),
    "first": Gather("-1", _first), "union": Gather("0", _union), "list": Gather("0", _list),
    "descending": Gather("0", _list), "once": Gather("0", _often), "twice": Gather("0", _often),
    "tally": Gather("0", _tally),
}  # fmt: skip
@cache
def towards(layout: Layout, ways: int) -> Table:
    """The direction in which each cell sees each other on the empty board; 0 where it does not."""
    values = [0] * layout.size**2
    for cell, code in enumerate(layout.cell_codes):
        for way in range(ways.bit_length()):
            if ways >> way & 1:
                for other in layout.topology.ray(cell, way):
                    values[code * layout.size + layout.cell_codes[other]] = way
    return Table(INT, (layout.size, layout.size), tuple(values))


SIMPLE = ("const", "var", "read", "table")
NAMED = ("stuck", "seen")


def invariants(term: Term, bound: frozenset[str]) -> Iterator[Term]:
    """The largest parts that are worth to be worked out before a loop that binds variables."""
    if not (term.free & bound):
        if term.is_heavy or (term.type.is_set and term.op not in SIMPLE):
            yield term
        return
    inner = bound
    if term.op == "fold":
        inner = bound | {loop.name for loop in term.data.loops}
    elif term.op == "reach":
        inner = bound | {term.data}
    for part in term.args:
        yield from invariants(part, inner)
