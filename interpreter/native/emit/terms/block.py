"""Terms as C: a block of statements with names for what has been computed.

A `Block` writes the statements of one C block.  `Block.term` gives a C expression for a term; loops
are written before it and their results named, and no term is computed again until a field that it
reads changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from interpreter.native.emit.kernels import parts as parts_c
from interpreter.native.emit.terms.lines import invariants
from interpreter.native.emit.terms.sets import Sets
from interpreter.native.ir import terms as t
from interpreter.native.ir.terms import INT, REAL, TRUE, Fold, Loop, Term, Type


class Block(Sets):
    """Writes terms that need loops; the last class of the chain."""

    def make_fold(self, term: Term) -> str:
        info = term.data
        *domains, condition, body = term.args
        self.before_loops(info, condition, body)
        start = REDUCTIONS[info.reduction].start(self, term)
        return self.reduced(term, info, tuple(domains), condition, body, start, "{{0}}")

    def before_loops(self, info: Fold, *parts: Term) -> None:
        """Hoist the invariants of loops."""
        own = frozenset(loop.name for loop in info.loops)
        for part in parts:
            for each in invariants(part, own):
                self.term(each)

    def reduced(
        self, term: Term, info: Fold, domains: tuple[Term, ...], condition: Term, body: Term,
        start: str, twice: str,
    ) -> str:  # fmt: skip
        """The reduction of loops from the value `start`; `twice` has been met twice before."""
        reduction, result = REDUCTIONS[info.reduction], self.unit.fresh("r")
        self.write(f"{self.unit.c_type(term.type)} {result} = {start};")
        if info.reduction in ("once", "twice"):
            self.write(f"{self.unit.c_type(term.type)} more_{result} = {twice};")
        done = self.unit.fresh("done")
        count = len(self.lines)

        def round_() -> None:
            holds = self.term(condition) if condition != TRUE else ""
            if holds:
                with self.inside(f"if ({holds}) {{"):
                    reduction.step(self, result, body, done)
            else:
                reduction.step(self, result, body, done)

        self.loops(info.loops, domains, round_)
        if any(f"goto {done};" in line for line in self.lines[count:]):
            self.lines.append(f"{done}:;")
        if info.reduction == "descending":
            self.write(f"{self.sorter(term.type)}(&{result});")
        if info.reduction == "once":
            return self.named(term, f"{self.p(term)}_minus({result}, more_{result})")
        return f"more_{result}" if info.reduction == "twice" else result

    def make_others(self, term: Term) -> str:
        info: Fold = term.data
        domain, condition, body = term.args
        self.before_loops(info, condition, body)
        loop, name = info.loops[0], self.unit.fresh("others")
        value = t.select(condition, body, t.no(body.type))
        self.write(f"{self.unit.others()} {name};")
        self.write(f"{name}.n = 0;")
        with self.loop(loop, (domain,)):
            self.write(f"{name}.group[{name}.n] = {loop.name};")
            self.write(f"{name}.value[{name}.n++] = {self.term(value)};")
        self.write(f"leave_out(&{name});")
        return name

    def make_fold_less(self, term: Term) -> str:
        info: Fold = term.data
        others, cell = term.args
        _, condition, body = others.args
        self.before_loops(info, condition, body)
        known, code = self.term(others), self.term(cell)
        number, left = self.unit.fresh("k"), self.unit.fresh("left")
        kind, p = self.unit.c_type(term.type), self.p(term)
        self.write(f"const int32_t {number} = number_of_group(&{known}, {code});")
        self.write(f"{kind} {left} = {{{{0}}}};")
        self.write(f"if ({number} < {known}.n) "
                   f"{left} = {p}_minus({known}.group[{number}], {p}_bit({code}));")  # fmt: skip
        pieces = replace(info, loops=(replace(info.loops[0], kind="pieces", count=2),))
        return self.reduced(
            term, pieces, (t.var(left, term.type), cell), condition, body,
            f"{known}.rest[{number}]", f"{known}.more[{number}]",
        )  # fmt: skip

    def sorter(self, type: Type) -> str:
        """The name of the C function that sorts a list, the largest first."""
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
        """Write nested loops around a body."""
        if not loops:
            body()
            return
        loop, parts = loops[0], domains[: loops[0].count]
        rest = domains[loop.count :]
        with self.loop(loop, parts):
            self.loops(loops[1:], rest, body)

    @contextmanager
    def loop(self, loop: Loop, parts: tuple[Term, ...]) -> Iterator[None]:
        """Write one loop around a body."""
        if loop.kind in ("range", "while"):
            low, high = (self.term(p) for p in parts[:2])
            for each in invariants(parts[-1], frozenset((loop.name,))):
                self.term(each)
            end = self.unit.fresh("end")
            self.write(f"const int32_t {end} = {high};")
            head = f"for (int32_t {loop.name} = {low}; {loop.name} <= {end}; {loop.name}++) {{"
            with self.inside(head):
                if loop.kind == "while":
                    self.write(f"if (!{self.wrapped(parts[2])}) break;")
                yield
        elif loop.kind == "bits":
            with self.bits(loop, parts[0]):
                yield
        elif loop.kind == "parts":
            with self.parts(loop, *parts):
                yield
        elif loop.kind == "pieces":
            with self.pieces(loop, *parts):
                yield
        elif loop.kind == "parts_at":
            with self.parts_at(loop, *parts):
                yield
        elif loop.kind == "groups_at":
            with self.groups_at(loop, *parts):
                yield
        else:
            with self.groups(loop, parts):
                yield

    @contextmanager
    def bits(self, loop: Loop, domain: Term) -> Iterator[None]:
        """A loop over the bits of a set, from the lowest."""
        if domain.op == "const" and domain.data & (domain.data + 1) == 0:
            size = domain.data.bit_length()
            with self.inside(
                f"for (int32_t {loop.name} = 0; {loop.name} < {size}; {loop.name}++) {{"
            ):
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
    def parts(self, loop: Loop, inside: Term, roots: Term) -> Iterator[None]:
        """A loop over the parts of a set that steps connect, in order of their first cells."""
        p, kind = self.p(inside), self.unit.c_type(loop.type)
        whole, found = self.term(inside), self.term(roots)
        of, rest = self.unit.helper(f"part_of_{loop.type.size}", parts_c.part_function(
            loop.type.size)), self.unit.fresh("rest")  # fmt: skip
        self.write(f"{kind} {rest} = {whole};")
        with self.inside(f"while ({p}_some({rest})) {{"):
            self.write(f"const {kind} {loop.name} = {of}({rest}, {found}.v, {p}_first({rest}));")
            self.write(f"{rest} = {p}_minus({rest}, {loop.name});")
            yield

    @contextmanager
    def pieces(self, loop: Loop, left: Term, cell: Term) -> Iterator[None]:
        """A loop over the components of `left`, a group without `cell`; each is next to it."""
        kind, p = self.unit.c_type(loop.type), f"set{loop.type.size}"
        near = self.term(t.lookup(self.unit.layout.relations[loop.adjacency][1], cell))
        rest, seeds = self.unit.fresh("rest"), self.unit.fresh("seeds")
        self.write(f"{kind} {rest} = {self.term(left)};")
        with self.inside(f"while ({p}_some({rest})) {{"):
            self.write(f"const {kind} {seeds} = {p}_meet({near}, {rest});")
            self.write(f"const {kind} {loop.name} = "
                       f"{self.unit.piece(loop.adjacency)}({seeds}, {rest});")  # fmt: skip
            self.write(f"{rest} = {p}_minus({rest}, {loop.name});")
            yield

    @contextmanager
    def groups_at(self, loop: Loop, inside: Term, seeds: Term) -> Iterator[None]:
        """A loop over the connected components of a set with one of the seeds, which are in it."""
        p, flood = f"set{loop.type.size}", self.unit.flood_from(loop.adjacency)
        whole, rest = self.named(inside, self.term(inside)), self.unit.fresh("rest")
        self.write(f"{self.unit.c_type(loop.type)} {rest} = {self.term(seeds)};")
        with self.inside(f"while ({p}_some({rest})) {{"):
            self.write(f"const {self.unit.c_type(loop.type)} {loop.name} = "
                       f"{flood}({p}_first({rest}), {whole});")  # fmt: skip
            self.write(f"{rest} = {p}_minus({rest}, {loop.name});")
            yield

    @contextmanager
    def parts_at(self, loop: Loop, inside: Term, roots: Term, seeds: Term) -> Iterator[None]:
        """A loop over the parts of a set with one of the seeds; steps connect them both ways."""
        kind, p, cell = self.unit.c_type(loop.type), self.p(inside), roots.data
        self.hoist(roots)
        whole, rest = self.named(inside, self.term(inside)), self.unit.fresh("rest")
        found, edge, new = map(self.unit.fresh, ("found", "edge", "new"))
        self.write(f"{kind} {rest} = {self.term(seeds)};")
        with self.inside(f"while ({p}_some({rest})) {{"):
            self.write(f"{kind} {found} = {p}_bit({p}_first({rest})), {edge} = {found};")
            with self.inside(self.taken(cell, edge, p)):
                steps = self.term(roots.args[1])
                self.write(f"const {kind} {new} = {p}_minus({p}_meet({steps}, {whole}), {found});")
                self.write(f"{found} = {p}_union({found}, {new});")
                self.write(f"{edge} = {p}_union({edge}, {new});")
            self.write(f"const {kind} {loop.name} = {found};")
            self.write(f"{rest} = {p}_minus({rest}, {loop.name});")
            yield

    @contextmanager
    def groups_in_order(self, loop: Loop, names: list[str]) -> Iterator[None]:
        """A loop over the connected components of disjoint sets, in order of their first cells."""
        kind, p = self.unit.c_type(loop.type), f"set{loop.type.size}"
        rest, sets, cell, k = map(self.unit.fresh, ("rest", "sets", "cell", "k"))
        self.write(f"const {kind} {sets}[{len(names)}] = {{{', '.join(names)}}};")
        self.write(f"{kind} {rest} = {sets}[0];")
        for number in range(1, len(names)):
            self.write(f"{rest} = {p}_union({rest}, {sets}[{number}]);")
        with self.inside(f"while ({p}_some({rest})) {{"):
            self.write(f"const int32_t {cell} = {p}_first({rest});")
            self.write(f"int32_t {k} = 0;")
            self.write(f"while (!{p}_has({sets}[{k}], {cell})) {k}++;")
            flood = self.unit.flood_from(loop.adjacency)
            self.write(f"const {kind} {loop.name} = {flood}({cell}, {sets}[{k}]);")
            self.write(f"{rest} = {p}_minus({rest}, {loop.name});")
            yield

    @contextmanager
    def groups(self, loop: Loop, sets: tuple[Term, ...]) -> Iterator[None]:
        """A loop over the connected components of sets."""
        kind, p = self.unit.c_type(loop.type), f"set{loop.type.size}"
        flood = self.unit.flood_from(loop.adjacency)
        names = [self.term(s) for s in sets]
        rest, heads = self.unit.fresh("rest"), 0
        if len(names) > 1 and loop.in_order:
            with self.groups_in_order(loop, names):
                yield
            return
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


# ---- how loops reduce their values ---------------------------------------------------------------


class Reduction:
    """How a loop reduces its values to one."""

    def __init__(self, start: str, step: Callable[[Sets, str, Term, str], None]):
        self._start = start
        self.step = step

    def start(self, block: Sets, term: Term) -> str:
        """The value before the first round."""
        if term.type.is_set or term.type.name == "list":
            return "{0}" if term.type.name == "list" else "{{0}}"
        if term.type == REAL:
            return {"NO_NUMBER": "-__builtin_inf()"}.get(self._start, "0.0")
        return self._start


def _any(block: Sets, result: str, body: Term, done: str) -> None:
    with block.inside(f"if ({block.term(body)}) {{") if body != TRUE else block.deeper():
        block.write(f"{result} = true;")
        block.write(f"goto {done};")


def _all(block: Sets, result: str, body: Term, done: str) -> None:
    with block.inside(f"if (!{block.wrapped(body)}) {{"):
        block.write(f"{result} = false;")
        block.write(f"goto {done};")


def _count(block: Sets, result: str, body: Term, done: str) -> None:
    block.write(f"{result} += {block.term(body) if body != TRUE else 1};")


def _sum(block: Sets, result: str, body: Term, done: str) -> None:
    made = block.term(body)
    text = f"{result} + {made}" if body.type == REAL else f"wrap_add({result}, {made})"
    block.write(f"{result} = {text};")


def _best(sign: str, block: Sets, result: str, body: Term, done: str) -> None:
    made = block.named(body, block.term(body))
    none = "NO_NUMBER" if body.type == INT else "-__builtin_inf()"
    block.write(f"if ({result} == {none} || {made} {sign} {result}) {result} = {made};")


def _first(block: Sets, result: str, body: Term, done: str) -> None:
    block.write(f"{result} = {block.term(body)};")
    block.write(f"goto {done};")


def _union(block: Sets, result: str, body: Term, done: str) -> None:
    block.write(f"{result} = {block.p(body)}_union({result}, {block.term(body)});")


def _often(block: Sets, result: str, body: Term, done: str) -> None:
    made, p = block.named(body, block.term(body)), block.p(body)
    block.write(f"more_{result} = {p}_union(more_{result}, {p}_meet({result}, {made}));")
    block.write(f"{result} = {p}_union({result}, {made});")


def _list(block: Sets, result: str, body: Term, done: str) -> None:
    made = block.term(body)
    block.write(f"if ({result}.n < (int32_t)(sizeof {result}.v / sizeof *{result}.v)) "
                f"{result}.v[{result}.n++] = {made};")  # fmt: skip


def _tally(block: Sets, result: str, body: Term, done: str) -> None:
    block.write(f"{result}.v[{block.term(body)}]++;")


REDUCTIONS = {
    name: Reduction(start, step)
    for name, start, step in (
        ("any", "false", _any), ("all", "true", _all), ("count", "0", _count), ("sum", "0", _sum),
        ("max", "NO_NUMBER", partial(_best, ">")), ("min", "NO_NUMBER", partial(_best, "<")),
        ("first", "-1", _first), ("union", "0", _union), ("list", "0", _list),
        ("descending", "0", _list), ("once", "0", _often), ("twice", "0", _often),
        ("tally", "0", _tally),
    )
}  # fmt: skip
