"""Sets of sets: places in a family, which is a list of all sets that can occur.

Two such sets are compared and joined in one family.  A set that is written out, as in
`{{a, b}}`, has no family of its own (`listed`); it takes that of what it meets.  What of it the
family does not have is `stray`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from math import prod
from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import free_slots
from gdl.vocabulary.types import CELLS, SetType, is_open
from gdl.vocabulary.types import Type as RuleType
from interpreter.board.codes import element
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import WORD, Family, bits_of
from interpreter.native.ir.terms import BOOL, FALSE, INT, TRUE, Loop, Term
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.values import Env, Value
from interpreter.native.lowering.expressions.constant_folding import MAX_ENTRIES, PADDING
from interpreter.native.lowering.expressions.dispatch import Dispatch, Method

OPERATIONS: dict[str, Callable[[Term, Term], Term]] = {"|": t.union, "&": t.meet, "-": t.minus}
Listed = tuple[Value, ...]
Tabulated = tuple[list[Any], tuple[int, ...], tuple[Term, ...]]  # values, sizes, index
MAX_WORDS = 1 << 17  # of a table of sets of sets
MAX_PAIRS = 1 << 14  # of cells, for each of which a table has an entry


class Families(Dispatch):
    """Brings sets of sets into one family."""

    def lowered(self, method: Method, expr: model.Expr, env: Env) -> Value:
        """What a method makes of an expression; of sets of sets a table instead, where there is no
        such thing, or where it goes through a loop for what depends on a few codes alone.
        """
        try:
            value = method(expr, env)
        except NotNative:
            few = self.set_of_few(expr, env)
            if few is None:
                raise
            return few
        if value.family is not None and value.term.height > 0:
            with suppress(NotNative):  # where it would be too large
                return self.set_of_few(expr, env) or value
        return value

    # ---- families of what depends on a few codes ----

    def set_of_few(self, expr: model.Expr, env: Env) -> Value | None:
        """A set of sets that depends on a few codes alone, as a table; None for others."""
        if not (isinstance(expr.type, SetType) and self.layout.has_families(expr.type.element)):
            return None
        made = self.tabulated(expr, env)
        return None if made is None else self.of_rows(expr.type, made)

    def of_rows(self, type: RuleType, made: Tabulated) -> Value:
        """Sets of sets that were tabulated, as rows of a table.

        Raises NotNative.
        """
        values, sizes, index = made
        family = self.family_of_all(element(type), chain.from_iterable(filter(is_real, values)))
        if len(values) * family.type.size > MAX_WORDS:
            raise NotNative("table")
        place_of = {mask: place for place, mask in enumerate(family.sets)}
        bits = partial(self.layout.encode, family.member)
        rows = [sum(1 << place_of[bits(s)] for s in v) if is_real(v) else 0 for v in values]
        term = t.lookup(t.Table(family.type, sizes, tuple(rows)), *index)
        return Value(term, type, self.is_real(values, sizes, index), family=family)

    def family_of_all(self, member: RuleType, sets: Iterable[frozenset[Any]]) -> Family:
        """The family of some sets.

        Raises NotNative where they are too many.
        """
        family = self.layout.family(member, frozenset(sets))
        if len(family.sets) * self.set_type(family.member.element).size > MAX_WORDS:
            raise NotNative("table")
        return family

    def set_of_family(self, expr: model.Expr, env: Env) -> Value | None:
        """A set that depends on a few codes alone, as one of a family."""
        made = self.tabulated(expr, env) if self.layout.has_families(expr.type) else None
        if made is None:
            return None
        rows, sizes, index = made
        family = self.family_of_all(expr.type, filter(is_real, rows))
        place_of = {mask: place for place, mask in enumerate(family.sets)}
        bits = partial(self.layout.encode, expr.type)
        places = [place_of[bits(v)] if is_real(v) else 0 for v in rows]
        place = t.lookup(t.Table(INT, sizes, tuple(places)), *index)
        there = self.is_real(rows, sizes, index)
        return Value(t.lookup(self.table_of(family), place), family.member, there, family, place)

    def tabulated(self, expr: model.Expr, env: Env) -> Tabulated | None:
        """The values of an expression for all that it depends on, and what that is now."""
        slots = tuple(sorted(free_slots(expr)))
        if not self.folder.is_static(expr) or any(slot not in env for slot in slots):
            return None
        domains = [d for slot in slots if (d := self.domain(env[slot])) is not None]
        movers = range(len(self.model.colours) if self.folder.reads_mover(expr) else 1)
        if len(domains) < len(slots):
            return None
        sizes = (len(movers), *(len(d[0]) for d in domains))
        if prod(sizes) > MAX_ENTRIES:
            return None
        rows = list(self.folder.each(expr, slots, tuple(d[0] for d in domains), {}, movers))
        mover = self.fields.read("mover") if len(movers) > 1 else t.number(0)
        return rows, sizes, (mover, *(d[1] for d in domains))

    def is_real(self, rows: list[Any], sizes: tuple[int, ...], index: tuple[Term, ...]) -> Term:
        flags = [value is not None for value in rows]
        return t.lookup(t.Table(BOOL, sizes, tuple(flags)), *index)

    # ---- sets of sets together ----

    def aligned(self, left: Value, right: Value) -> tuple[Value, Value]:
        """Two sets of sets with the same family."""
        family = self.common_family(left, right)
        return self.in_family(left, family), self.in_family(right, family)

    def common_family(self, left: Value, right: Value) -> Family:
        """A family that has all sets of two families; a list takes the family of the other."""
        a, b = left.family, right.family
        if a is None or b is None:
            if a is None and b is None:
                raise NotNative("set-of-sets")
            return a or b or Family(())
        if b.member == a.member and set(b.sets) <= set(a.sets):
            return a
        member = b.member if is_open(a.member) else a.member
        if b.member == member and set(a.sets) <= set(b.sets):
            return b
        if not (is_open(b.member) or b.member == member):
            raise NotNative("set-of-sets")  # such as sets of kinds beside sets of pieces
        sets = chain(self.layout.members(a), self.layout.members(b))
        return self.layout.family(member, frozenset(sets))

    def in_family(self, value: Value, family: Family) -> Value:
        """A set of sets as places in a family, and whether it has others beside."""
        if value.family == family:
            return value
        if value.groups is not None:
            return self.groups_in(value, family)
        if value.listed is not None:
            members, stray = t.no(family.type), value.stray
            for item in value.listed:
                one = self.places_of(item, family)
                members = t.union(members, one)
                stray = t.or_(stray, t.not_(t.some(one)))
            return replace(value, term=members, family=family, stray=stray, listed=None)
        assert value.family is not None
        place_of = {cells: place for place, cells in enumerate(family.sets)}
        places = [place_of.get(cells, -1) for cells in value.family.sets]
        others = sum(1 << i for i, place in enumerate(places) if place < 0)
        stray = t.meets(value.term, t.const(value.term.type, others))
        term = self.mapped(value.term, places, family)
        return replace(value, term=term, family=family, stray=t.or_(value.stray, stray))

    def groups_in(self, value: Value, family: Family) -> Value:
        """Groups as places in a family, and whether some are not in it."""
        assert value.groups is not None
        sets, loop = value.groups.domains, self.groups_loop(value.groups, "group")
        places = self.places_of(Value(t.var(loop.name, self.cells), CELLS), family)
        members = t.fold("union", (loop,), sets, TRUE, places, family.type)
        stray = t.fold("any", (loop,), sets, TRUE, t.not_(t.some(places)), BOOL)
        return replace(value, term=members, family=family, stray=stray, groups=None)

    def mapped(self, term: Term, places: list[int], family: Family) -> Term:
        """The places of another family in place of those of a set."""
        if term.op == "const":
            chosen = (p for i, p in enumerate(places) if p >= 0 and term.data >> i & 1)
            return t.const(family.type, sum(1 << p for p in chosen))
        name = self.names.fresh("set")
        bits = (1 << p if p >= 0 else 0 for p in places)
        one = t.entry(family.type, bits, t.var(name, INT))
        loop = Loop("bits", name, INT, 1, "places")
        return t.fold("union", (loop,), (term,), TRUE, one, family.type)

    def places_of(self, item: Value, family: Family) -> Term:
        """The place of a set in a family, as a set; empty where it is not there."""
        if not family.sets:
            return t.no(family.type)
        if item.family == family and item.place is not None:
            return t.bit(family.type, item.place)
        if item.term.op == "const":
            known = family.sets.index(item.term.data) if item.term.data in family.sets else -1
            return t.bit(family.type, t.number(known))
        there = self.known_place(item.term, family)
        if there is not None:
            return t.bit(family.type, there)
        loop, place, member = self.member(family)
        every = t.const(family.type, (1 << len(family.sets)) - 1)
        same, one = t.eq(member, item.term), t.bit(family.type, place)
        return t.fold("union", (loop,), (every,), same, one, family.type)

    def known_place(self, term: Term, family: Family, none: int = -1) -> Term | None:
        """The place of a set in a family, where a table tells it; None for other sets.

        `none` stands for those that are not in it.
        """
        if term.op != "table":
            return self.place_of_pair(term, family, none)
        place_of = {cells: place for place, cells in enumerate(family.sets)}
        places = [place_of.get(cells, none) for cells in term.data.values]
        return t.lookup(t.Table(INT, term.data.sizes, tuple(places)), *term.args)

    def place_of_pair(self, term: Term, family: Family, none: int = -1) -> Term | None:
        """The place of two codes, perhaps the same, in a family; None for sets of another form.

        `none` stands for those that are not in it.  On a large board the place is looked up by one
        code and by how far the other lies from it.
        """
        if term.op != "union" or any(a.op != "bit" or a.args[0].nullable for a in term.args):
            return None
        pairs: dict[tuple[int, int], int] = {}
        for place, mask in enumerate(family.sets):
            codes = bits_of(mask)
            if 1 <= len(codes) <= 2:
                pairs[codes[0], codes[-1]] = pairs[codes[-1], codes[0]] = place
        one, other = (a.args[0] for a in term.args)
        size = width = self.layout.size_of(family.member.element)
        start = dict.fromkeys(range(size), 0)
        if size * size > MAX_PAIRS:
            reach = max((b - a for a, b in pairs), default=0)
            width, start = 2 * reach + 1, {a: a - reach for a in range(size)}
            step = t.arithmetic("sub", other, t.arithmetic("sub", one, t.number(reach)))
            other = t.code(step, width)
        if size * width > MAX_WORDS:
            return None
        places = [none] * (size * width)
        for (a, b), place in pairs.items():
            places[a * width + b - start[a]] = place
        return t.lookup(t.Table(INT, (size, width), tuple(places)), one, other)

    def member(self, family: Family) -> tuple[Loop, Term, Term]:
        """A loop over places in a family, its variable, and the set at that place."""
        name = self.names.fresh("set")
        place = t.var(name, INT)
        return Loop("bits", name, INT, 1, "places"), place, t.lookup(self.table_of(family), place)

    def is_member(self, left: Value, value: Value) -> Term:
        """Whether a set is in a set of sets."""
        if value.listed is not None:
            return is_listed(value.listed, left)
        self.need_known(value)
        assert value.family is not None
        if left.family == value.family and left.place is not None:
            return t.has(value.term, left.place)
        spare = len(value.family.sets)  # no set has this place, if its type has room for it
        none = spare if spare < WORD * value.family.type.size else -1
        known = self.known_place(left.term, value.family, none)
        if known is not None:
            return t.has(value.term, known)
        loop, _, member = self.member(value.family)
        return t.fold("any", (loop,), (value.term,), TRUE, t.eq(member, left.term), BOOL)

    def need_known(self, value: Value) -> None:
        """A set of sets that surely has none but those of its family.

        Raises NotNative.
        """
        if value.stray != FALSE:
            raise NotNative("set-of-sets")

    def family_relation(self, op: str, left: Value, right: Value) -> Term:
        """A relation between two sets of sets."""
        if left.listed is not None and right.listed is not None:
            return self.listed_relation(op, left.listed, right.listed)
        left, right = self.aligned(left, right)
        if op == "within":
            self.need_known(right)
            return t.and_(t.not_(left.stray), t.within(left.term, right.term))
        if FALSE not in (left.stray, right.stray):
            self.need_known(left)
        if op == "=":
            strays = t.or_(left.stray, right.stray)
            return t.and_(t.not_(strays), t.eq(left.term, right.term))
        return t.meets(left.term, right.term)

    def listed_relation(self, op: str, left: Listed, right: Listed) -> Term:
        """A relation between two sets of sets that are written out."""
        if op == "meets":
            return t.or_(*(is_listed(right, one) for one in left))
        is_within = t.and_(*(is_listed(right, one) for one in left))
        if op == "within":
            return is_within
        return t.and_(is_within, *(is_listed(left, one) for one in right))

    def family_operation(self, op: str, left: Value, right: Value) -> Value:
        """What is in either, both or only the first of two sets of sets."""
        if left.listed is not None and right.listed is not None:
            if op == "|":
                return replace(left, listed=left.listed + right.listed)
            raise NotNative("set-of-sets")
        left, right = self.aligned(left, right)
        if op != "|" and FALSE not in (left.stray, right.stray):
            self.need_known(left)
        stray = {"|": t.or_(left.stray, right.stray), "&": FALSE, "-": left.stray}[op]
        return replace(left, term=OPERATIONS[op](left.term, right.term), stray=stray)


def is_real(value: Any) -> bool:
    """Whether a value exists, and its entry can be read."""
    return value is not None and value is not PADDING


def is_listed(items: Listed, one: Value) -> Term:
    """Whether a set is one of some sets."""
    return t.or_(*(t.eq(one.term, item.term) for item in items))
