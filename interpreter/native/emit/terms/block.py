"""Terms as C: a block of statements with names for what has been computed.

A `Block` writes the statements of one C block.  `Block.term` gives a C expression for a term; loops
are written before it and their results named, and no term is computed again until a field that it
reads changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import partial, reduce

from interpreter.native.emit.kernels.sets import UNROLLED
from interpreter.native.emit.kernels.templates import c_part
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
        start = start_of(term)
        return self.reduced(term, info, tuple(domains), condition, body, start, "{{0}}")

    def before_loops(self, info: Fold, *parts: Term) -> None:
        own = frozenset(loop.name for loop in info.loops)
        for part in parts:
            for each in invariants(part, own, self.hoists_guarded):
                self.term(each)

    def reduced(
        self, term: Term, info: Fold, domains: tuple[Term, ...], condition: Term, body: Term,
        start: str, twice: str,
    ) -> str:  # fmt: skip
        """The reduction of loops from the value `start`; `twice` has been met twice before."""
        (_, step), result = REDUCTIONS[info.reduction], self.unit.fresh("r")
        self.write(f"{self.unit.c_type(term.type)} {result} = {start};")
        if info.reduction in ("once", "twice"):
            self.write(f"{self.unit.c_type(term.type)} more_{result} = {twice};")

        def round_() -> None:
            with self.where(condition):
                step(self, result, body, done)
            if info.limit:
                self.write(f"if ({result} >= {info.limit}) goto {done};")

        with self.leaving("done") as done:
            self.loops(info.loops, domains, round_)
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
        layout = self.unit.layout
        cells = len(layout.topology.cells)
        self.unit.helper("others", c_part("others", n=layout.cell_set.size, cells=cells))
        self.write(f"Others{layout.cell_set.size} {name};")
        self.write(f"{name}.n = 0;")
        self.write(f"{name}.inside = {self.term(domain)};")
        with self.loop(loop, (domain,)):
            self.write(f"add_group(&{name}, {loop.name}, {self.term(value)});")
        self.write(f"leave_out(&{name});")
        return name

    def make_fold_less(self, term: Term) -> str:
        info: Fold = term.data
        others, cell = term.args
        _, condition, body = others.args
        self.before_loops(info, condition, body)
        known, code = self.term(others), self.term(cell)
        number, left = self.unit.fresh("number"), self.unit.fresh("left")
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

    def loop(self, loop: Loop, parts: tuple[Term, ...]) -> AbstractContextManager[None]:
        """Write one loop around a body: a method for each kind of loop."""
        written: AbstractContextManager[None] = getattr(self, f"over_{loop.kind}")(loop, *parts)
        return written

    @contextmanager
    def over_range(
        self, loop: Loop, first: Term, last: Term, going: Term | None = None
    ) -> Iterator[None]:
        """A loop over numbers, up to the first for which `going` does not hold."""
        low, high = self.term(first), self.term(last)
        for each in invariants(last if going is None else going, frozenset((loop.name,))):
            self.term(each)
        end = self.unit.fresh("end")
        self.write(f"const int32_t {end} = {high};")
        test = f"{loop.name} <= {end}{and_counted(loop)}"
        with self.inside(f"for (int32_t {loop.name} = {low}; {test}; {loop.name}++) {{"):
            if going is not None:
                self.write(f"if (!{self.wrapped(going)}) break;")
            yield

    over_while = over_range

    @contextmanager
    def over_bits(self, loop: Loop, domain: Term) -> Iterator[None]:
        if domain.op == "const" and domain.data & (domain.data + 1) == 0:
            size = domain.data.bit_length()
            first = unless_counted(loop, str(size), "0", str(size))
            with self.inside(f"for (int32_t {loop.name} = {first}; {loop.name} < {size}; "
                             f"{loop.name}++) {{"):  # fmt: skip
                yield
            return
        made, word = self.named(domain, self.term(domain)), self.unit.fresh("w")
        size, i, head = domain.type.size, "0", ""
        if size > 1:
            i = self.unit.fresh("i")
            head = f"for (int32_t {i} = 0; {i} < {size}; {i}++) "
        part = f"{made}.w[{i}]"
        first = unless_counted(loop, f"__builtin_popcountll({part})", part, "0")
        with self.inside(head + f"for (uint64_t {word} = {first}; {word}; "
                         f"{word} &= {word} - 1) {{"):  # fmt: skip
            before = f"64 * {i} + " if size > 1 else ""
            self.write(f"const int32_t {loop.name} = {before}__builtin_ctzll({word});")
            yield

    # ---- loops over the parts of sets ----

    @contextmanager
    def each_part(self, loop: Loop, start: str, first: Callable[[str], str]) -> Iterator[None]:
        """A loop over parts of a set, until none of it is left: `first` writes how the next one is
        found from what is left, and gives it.
        """
        kind, p, rest = self.unit.c_type(loop.type), f"set{loop.type.size}", self.unit.fresh("rest")
        self.write(f"{kind} {rest} = {start};")
        with self.inside(f"while ({p}_some({rest}){and_counted(loop)}) {{"):
            self.write(f"const {kind} {loop.name} = {first(rest)};")
            self.write(f"{rest} = {p}_minus({rest}, {loop.name});")
            yield

    def over_parts(
        self, loop: Loop, inside: Term, roots: Term
    ) -> AbstractContextManager[None]:
        """A loop over the parts of a set that steps connect, in order of their first cells."""
        p, whole, found = self.p(inside), self.term(inside), self.term(roots)
        size = loop.type.size
        of = self.unit.helper(f"part_of_{size}", c_part("part_of", n=size))
        return self.each_part(
            loop, whole, lambda rest: f"{of}({rest}, {found}.v, {p}_first({rest}))"
        )

    def over_pieces(self, loop: Loop, left: Term, cell: Term) -> AbstractContextManager[None]:
        """A loop over the components of `left`, a group without `cell`; each is next to it."""
        layout, name = self.unit.layout, loop.adjacency
        beside = layout.relations[name][1]
        text = c_part("piece", n=loop.type.size, name=name, near=self.unit.table(beside))
        piece, p = self.unit.helper(f"piece_{name}", text), f"set{loop.type.size}"
        near = self.term(t.lookup(beside, cell))
        return self.each_part(
            loop, self.term(left), lambda rest: f"{piece}({p}_meet({near}, {rest}), {rest})"
        )

    def over_groups_at(
        self, loop: Loop, inside: Term, seeds: Term
    ) -> AbstractContextManager[None]:
        """A loop over the connected components of a set with one of the seeds, which are in it."""
        p, flood = f"set{loop.type.size}", self.unit.flood_from(loop.adjacency)
        whole = self.named(inside, self.term(inside))
        return self.each_part(
            loop, self.term(seeds), lambda rest: f"{flood}({p}_first({rest}), {whole})"
        )

    def over_parts_at(
        self, loop: Loop, inside: Term, roots: Term, seeds: Term
    ) -> AbstractContextManager[None]:
        """A loop over the parts of a set with one of the seeds; steps connect them both ways."""
        self.hoist(roots)
        p, whole = self.p(inside), self.named(inside, self.term(inside))

        def first(rest: str) -> str:
            return self.search(roots.data, f"{p}_bit({p}_first({rest}))", roots.args[1], whole)

        return self.each_part(loop, self.term(seeds), first)

    @contextmanager
    def over_groups(self, loop: Loop, *inside: Term) -> Iterator[None]:
        """A loop over the connected components of disjoint sets, one set after the other, or in
        order of their first cells.
        """
        kind, p = self.unit.c_type(loop.type), f"set{loop.type.size}"
        flood, names = self.unit.flood_from(loop.adjacency), [self.term(s) for s in inside]
        if len(names) == 1:
            with self.each_part(loop, names[0], lambda r: f"{flood}({p}_first({r}), {r})"):
                yield
            return
        k, sets = self.unit.fresh("nth"), self.unit.fresh("sets")
        self.write(f"const {kind} {sets}[{len(names)}] = {{{', '.join(names)}}};")
        if not loop.in_order:
            with self.inside(f"for (int32_t {k} = 0; {k} < {len(names)}; {k}++) {{"):
                one = f"{sets}[{k}]"
                with self.each_part(loop, one, lambda r: f"{flood}({p}_first({r}), {r})"):
                    yield
            return

        def group(rest: str) -> str:
            self.write(f"int32_t {k} = 0;")
            self.write(f"while (!{p}_has({sets}[{k}], {p}_first({rest}))) {k}++;")
            return f"{flood}({p}_first({rest}), {sets}[{k}])"

        with self.each_part(loop, reduce(lambda a, b: f"{p}_union({a}, {b})", names), group):
            yield


def and_counted(loop: Loop) -> str:
    """The rest of the test of a loop, whose rounds are counted where they may be too many."""
    return "" if loop.counted is None else " && count_rounds({}, {})".format(*loop.counted)


def unless_counted(loop: Loop, rounds: str, first: str, end: str) -> str:
    """Where a loop over a set, or over a word of one, begins: at its end, if its rounds are counted
    and are too many.
    """
    if loop.counted is None:
        return first
    number, price = loop.counted
    return f"count_rounds({number}, (int64_t){price} * {rounds}) ? {first} : {end}"


# ---- how loops reduce their values ---------------------------------------------------------------


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
    if body.type.size > UNROLLED:
        block.change_in_place("union", result, body)
        return
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


Step = Callable[[Sets, str, Term, str], None]  # of a block: into a result, from a body
REDUCTIONS: dict[str, tuple[str, Step]] = {  # the number at the start, and what each round does
    "any": ("false", _any), "all": ("true", _all), "count": ("0", _count), "sum": ("0", _sum),
    "max": ("NO_NUMBER", partial(_best, ">")), "min": ("NO_NUMBER", partial(_best, "<")),
    "first": ("-1", _first), "union": ("0", _union), "list": ("0", _list),
    "descending": ("0", _list), "once": ("0", _often), "twice": ("0", _often),
    "tally": ("0", _tally),
}  # fmt: skip


def start_of(term: Term) -> str:
    """The value of a loop before the first round."""
    if term.type.is_set or term.type.name == "list":
        return "{{0}}" if term.type.is_set else "{0}"
    start = REDUCTIONS[term.data.reduction][0]
    if term.type == REAL:
        return "-__builtin_inf()" if start == "NO_NUMBER" else "0.0"
    return start
