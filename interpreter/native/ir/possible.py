"""What a term can be, whatever the position: between what it surely is and what it may be.

Of a set the elements that it surely has and those that it may have; of a flag whether it surely
holds and whether it may; of a number all that it can be, None where that is not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from operator import eq, le, lt
from typing import Any

from interpreter.native.ir.layout.layout import WORD, Layout, bits_of
from interpreter.native.ir.terms import BOOL, INT, Loop, Table, Term, Type
from interpreter.native.ir.terms.effort import tick

Possible = Any  # a pair of masks, a pair of flags, a frozenset of numbers or None
Locals = dict[str, Possible]  # what is known of local variables
BOARD = ("own", "unowned", "kind")  # fields that hold sets of cells
OF_PAIRS: dict[str, Callable[..., Possible]] = {  # of what surely holds or is there, and what may
    "and": lambda *of: (all(must for must, _ in of), all(may for _, may in of)),
    "or": lambda *of: (any(must for must, _ in of), any(may for _, may in of)),
    "not": lambda a: (not a[1], not a[0]),
    "meets": lambda a, b: (a[0] & b[0] != 0, a[1] & b[1] != 0),
    "within": lambda a, b: (a[1] & ~b[0] == 0, a[0] & ~b[1] == 0),
    "some": lambda a: (a[0] != 0, a[1] != 0),
    "union": lambda a, b: (a[0] | b[0], a[1] | b[1]),
    "meet": lambda a, b: (a[0] & b[0], a[1] & b[1]),
    "minus": lambda a, b: (a[0] & ~b[1], a[1] & ~b[0]),
}
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {"eq": eq, "lt": lt, "le": le}
MAX_POSSIBLE = 1024  # combinations that are looked at one by one


def anything(type: Type) -> Possible:
    """What a term of a type can be, if nothing else is known."""
    if type.is_set:
        return 0, (1 << WORD * type.size) - 1
    return (False, True) if type == BOOL else None


def just(type: Type, value: Any) -> Possible:
    return (value, value) if type.is_set or type == BOOL else frozenset((value,))


def either(type: Type, values: list[Possible]) -> Possible:
    """What is one of several."""
    if type.is_set or type == BOOL:
        must, may = values[0]
        for one, other in values[1:]:
            must, may = must & one, may | other
        return must, may
    return None if None in values else frozenset[int]().union(*values)


@cache
def rays(layout: Layout, way: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each code the ways that lead from its cell in a direction, as codes."""
    return tuple(
        tuple(
            tuple(layout.cell_codes[c] for c in ray)
            for ray in layout.topology.rays(layout.cells[code], way)
        ) if code in layout.cells else ()
        for code in range(layout.size)
    )  # fmt: skip


class Possibilities:
    """Finds what terms about one board can be."""

    def __init__(self, layout: Layout):
        self.layout = layout
        self.found: dict[tuple[Any, ...], Possible] = {}

    def of(self, term: Term, known: Locals) -> Possible:
        """What a term can be; found once for all places where as much is known."""
        key = term, *map(known.get, sorted(term.free))  # sets may be equal and in another order
        if key not in self.found:
            tick()
            self.found[key] = self.found_of(term, known)
        return self.found[key]

    def found_of(self, term: Term, known: Locals) -> Possible:
        """The same, found anew."""
        if term.op in OF_PAIRS:
            return OF_PAIRS[term.op](*self.args(term, known))
        if term.op in COMPARISONS:
            return self.compared(term, known, COMPARISONS[term.op])
        method: Callable[[Term, Locals], Possible] | None = getattr(self, f"of_{term.op}", None)
        return anything(term.type) if method is None else method(term, known)

    def args(self, term: Term, known: Locals) -> Iterator[Possible]:
        """What the arguments of a term can be."""
        return (self.of(a, known) for a in term.args)

    def of_const(self, term: Term, known: Locals) -> Possible:
        return just(term.type, term.data) if term.type in (INT, BOOL) or term.type.is_set else None

    def of_var(self, term: Term, known: Locals) -> Possible:
        return known.get(term.data, anything(term.type))

    def of_read(self, term: Term, known: Locals) -> Possible:
        is_board = term.type == self.layout.cell_set and term.data in BOARD
        return (0, self.layout.every_cell) if is_board else anything(term.type)

    def of_table(self, term: Term, known: Locals) -> Possible:
        table: Table = term.data
        if table.type not in (INT, BOOL) and not table.type.is_set:
            return None
        indices = [
            frozenset(range(-1, size)) if index is None else index
            for index, size in zip(self.args(term, known), table.sizes, strict=True)
        ]
        count, nothing = 1, -1 if table.type == INT else 0
        for index in indices:
            count *= len(index)
        if count > MAX_POSSIBLE:
            return either(table.type, [just(table.type, v) for v in {*table.values, nothing}])
        values = set()
        for places in product(*indices):
            at = 0
            for size, place in zip(table.sizes, places, strict=True):
                at = at * size + place if 0 <= place < size and at >= 0 else -1
            values.add(table.values[at] if at >= 0 else nothing)
        return either(table.type, [just(table.type, v) for v in values])

    # ---- flags ----

    def of_select(self, term: Term, known: Locals) -> Possible:
        must, may = self.of(term.args[0], known)
        if must or not may:
            return self.of(term.args[1 if must else 2], known)
        return either(term.type, [self.of(a, known) for a in term.args[1:]])

    def compared(self, term: Term, known: Locals, holds: Callable[[int, int], bool]) -> Possible:
        one, other = (None if a.type != INT else self.of(a, known) for a in term.args)
        if one is None or other is None or len(one) * len(other) > MAX_POSSIBLE:
            return False, True
        found = [holds(a, b) for a in one for b in other]
        return all(found), any(found)

    def of_has(self, term: Term, known: Locals) -> Possible:
        (must, may), codes = self.args(term, known)
        if codes is None:
            return False, may != 0
        return (all(c >= 0 and must >> c & 1 for c in codes),
                any(c >= 0 and may >> c & 1 for c in codes))  # fmt: skip

    # ---- sets ----

    def of_bit(self, term: Term, known: Locals) -> Possible:
        codes = self.of(term.args[0], known)
        if codes is None:
            return anything(term.type)
        return either(term.type, [just(term.type, 1 << c if c >= 0 else 0) for c in codes])

    def of_sight(self, term: Term, known: Locals) -> Possible:
        codes, ways, (through, maybe_through) = self.args(term, known)
        if codes is None:
            return anything(term.type)
        every_way = (1 << len(self.layout.topology.directions)) - 1
        seen = []
        for code in codes:
            must = may = 0
            for way in bits_of(ways[1] & every_way):
                for ray in rays(self.layout, way)[code] if 0 <= code < self.layout.size else ():
                    may |= walked(ray, maybe_through)
                    must |= walked(ray, through) if ways[0] >> way & 1 else 0
            seen.append((must, may))
        return either(term.type, seen)

    # ---- loops ----

    def of_fold(self, term: Term, known: Locals) -> Possible:
        reduction = term.data.reduction
        if reduction not in ("any", "all", "union"):
            return anything(term.type)
        *domains, condition, body = term.args
        rounds = self.rounds(term.data.loops, tuple(domains), known, True)
        must: Any = reduction == "all"
        may: Any = must
        if reduction == "union":
            must = may = 0
        for count, (is_sure, inside) in enumerate(rounds):
            if count >= MAX_POSSIBLE:
                return anything(term.type)
            holds, may_hold = self.of(condition, inside)
            if not may_hold:
                continue
            value, maybe = self.of(body, inside)
            is_sure = is_sure and holds
            if reduction == "all":
                must, may = must and value, may and (maybe or not is_sure)
            else:
                must, may = must | value if is_sure else must, may | maybe
        return must, may

    def rounds(
        self, loops: tuple[Loop, ...], domains: tuple[Term, ...], known: Locals, is_sure: bool
    ) -> Iterator[tuple[bool, Locals]]:
        """The rounds of loops that there may be, and whether each surely is one of them."""
        if not loops:
            yield is_sure, known
            return
        loop, rest = loops[0], domains[loops[0].count :]
        must, may = 0, None
        if loop.kind == "bits":
            must, may = self.of(domains[0], known)
        if may is None or may.bit_count() > MAX_POSSIBLE:
            unknown = {**known, loop.name: anything(loop.type)}
            yield from self.rounds(loops[1:], rest, unknown, False)
            return
        for code in bits_of(may):
            inside = {**known, loop.name: frozenset((code,))}
            yield from self.rounds(loops[1:], rest, inside, is_sure and bool(must >> code & 1))


def walked(ray: tuple[int, ...], through: int) -> int:
    """What is seen along a way, through the cells of a set."""
    seen = 0
    for code in ray:
        seen |= 1 << code
        if not through >> code & 1:
            break
    return seen
