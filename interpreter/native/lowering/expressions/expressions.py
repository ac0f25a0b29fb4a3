"""Expressions of the model as terms: sets and aggregates, on top of all others.

`Lower.lower` has a method for each node of `gdl.model.nodes`, named after it, that gives a `Value`.
Definitions and facts are put in where they are used.
"""

from __future__ import annotations

from dataclasses import replace

from gdl.model import nodes as model
from gdl.model.ranges import listed_in
from gdl.vocabulary.types import NUMBER, UNKNOWN, SetType
from gdl.vocabulary.types import Type as RuleType
from interpreter.board.codes import element
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import WORD, set_type
from interpreter.native.ir.terms import BOOL, FALSE, INT, TRUE, Loop, Term, Type
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.values import NOTHING, Ends, Env, Groups, Value
from interpreter.native.lowering.expressions.families import OPERATIONS
from interpreter.native.lowering.expressions.loops import Loops, spanned

MAX_LISTED = 4096  # numbers in a list


class Lower(Loops):
    """Makes the terms of one game's expressions."""

    # ---- sets ----

    def lower_display(self, expr: model.Display, env: Env) -> Value:
        items = [self.lower(i, env) for i in expr.items]
        there = t.and_(*(i.exists for i in items))
        inner = element(expr.type)
        if isinstance(inner, SetType):
            return self.display_of_sets(expr, items, there)
        type = self.set_type(inner)
        return Value(t.union(t.no(type), *(self.one(type, i) for i in items)), expr.type, there)

    def display_of_sets(self, expr: model.Display, items: list[Value], there: Term) -> Value:
        """A set of sets that is written out."""
        if not items:
            return self.empty_set(expr.type)
        if any(item.is_set_of_sets or item.groups is not None for item in items):
            raise NotNative("set-of-sets", expr.span)
        family = items[0].family
        if family is not None and all(i.place is not None and i.family == family for i in items):
            bits = [t.bit(family.type, i.place) for i in items if i.place is not None]
            return Value(t.union(*bits), expr.type, there, family=family)
        return Value(t.number(0), expr.type, there, listed=tuple(items))

    def one(self, type: Type, value: Value) -> Term:
        """The set of one value."""
        if value.type == NUMBER and not self.has_code(value):
            raise NotNative("set-of-numbers", numbers=value.bounds)
        return t.bit(type, self.code_of(value))

    def lower_range(self, expr: model.Range, env: Env) -> Value:
        low, high, there = self.whole_ends(expr, env)
        if there == FALSE:
            return self.nothing(expr.type)
        type = self.set_type(NUMBER)
        if not (self.has_code(low) and self.has_code(high)):
            raise NotNative("set-of-numbers", expr.span, numbers=spanned(low, high))
        if low.is_constant and high.is_constant:
            numbers = frozenset(range(low.term.data, high.term.data + 1))
            return Value(t.const(type, self.layout.encode(expr.type, numbers)), expr.type)
        loop, ends = self.range_loop(self.names.fresh("number"), low, high, there)
        number = Value(t.var(loop.name, INT), NUMBER, bounds=spanned(low, high))
        chosen = t.fold("union", (loop,), ends, TRUE, self.one(type, number), type)
        return Value(chosen, expr.type, there)

    def lower_setoperation(self, expr: model.SetOperation, env: Env) -> Value:
        left, right = self.lower(expr.left, env), self.lower(expr.right, env)
        there = t.and_(left.exists, right.exists)
        if left.groups is not None and right.groups is not None:
            return Value(left.term, expr.type, there, groups=self.both_groups(expr, left, right))
        if left.is_set_of_sets or right.is_set_of_sets:
            value = self.family_operation(expr.op, left, right)
            return replace(value, type=expr.type, exists=there)
        return Value(OPERATIONS[expr.op](left.term, right.term), expr.type, there)

    def both_groups(self, expr: model.SetOperation, left: Value, right: Value) -> Groups:
        """The groups of two sets that share nothing."""
        a, b = left.groups, right.groups
        if expr.op != "|" or a is None or b is None or a.adjacency != b.adjacency or a.roots:
            raise NotNative("joined-groups", expr.span)
        for one in a.sets:
            for other in b.sets:
                if not self.builtins.are_apart(one, other):
                    raise NotNative("joined-groups", expr.span)
        return Groups(a.sets + b.sets, a.adjacency)

    def lower_piecesofkind(self, expr: model.PiecesOfKind, env: Env) -> Value:
        kind = self.lower(expr.kind, env)
        type = set_type(len(self.layout.pieces))
        masks = [0] * len(self.model.kinds)
        for code, piece in enumerate(self.layout.pieces):
            masks[piece.kind] |= 1 << code
        return Value(t.entry(type, masks, kind.term), expr.type, kind.exists)

    def lower_build(self, expr: model.Build, env: Env) -> Value:
        inner = element(expr.type)
        if is_never(expr.comprehension.binders):
            return self.empty_set(expr.type)
        loops, domains, condition, scope = self.rounds(expr.comprehension, env)
        body = self.lower(expr.comprehension.body, scope)
        condition = t.and_(condition, body.exists)
        if isinstance(inner, SetType):
            of_one = loops[0].kind == "groups" and loops[0].count == 1
            if of_one and body.term == t.var(loops[0].name, self.cells):
                some = t.fold("union", loops, domains, condition, body.term, self.cells)
                return Value(t.number(0), expr.type, groups=Groups((some,), loops[0].adjacency))
            if body.place is None:
                body = self.set_of_family(expr.comprehension.body, scope) or body
                condition = t.and_(condition, body.exists)
            if body.family is None or body.place is None:
                raise NotNative("set-of-sets", expr.span)
            chosen = t.bit(body.family.type, body.place)
            term = t.fold("union", loops, domains, condition, chosen, chosen.type)
            return Value(term, expr.type, family=body.family)
        type = self.set_type(inner)
        one = self.one(type, body)
        return Value(t.fold("union", loops, domains, condition, one, type), expr.type)

    # ---- aggregates: loops whose values are reduced to one (`any`, `sum`, `first`, `list` …) ----

    def lower_aggregate(self, expr: model.Aggregate, env: Env) -> Value:
        if is_never(expr.comprehension.binders):
            return self.of_nothing(expr, env)
        if expr.name in ("max", "min") and (listed := listed_in(expr.comprehension)):
            return self.best_listed(expr, listed, env)
        in_order = expr.name in ("list", "first")
        loops, domains, condition, scope = self.rounds(expr.comprehension, env, in_order)
        body = self.lower(expr.comprehension.body, scope)
        term = body.term
        condition, type = t.and_(condition, body.exists), term.type
        if expr.name in ("any", "all", "count"):
            if type != BOOL:
                raise NotNative("expression", expr.span)
            type = INT if expr.name == "count" else BOOL
        elif expr.name in ("list", "descending"):
            if term.type != INT:
                raise NotNative("fraction", expr.span)
            type = Type("list", self.most_listed(loops, domains))
        if expr.name == "first" and (not self.layout.is_code(body.type) or term.type != INT):
            value = self.first_round(loops, domains, condition, body)
            if expr.default is None:
                return value
            return self.either(value.exists, value, self.lower(expr.default, env))
        if expr.name == "union" and isinstance(element(expr.type), SetType):
            if body.family is None:
                raise NotNative("set-of-sets", expr.span)
            members = t.fold("union", loops, domains, condition, term, body.family.type)
            stray = t.fold("any", loops, domains, t.and_(condition, body.stray), TRUE, BOOL)
            return Value(members, expr.type, family=body.family, stray=stray)
        reduced = t.fold(expr.name, loops, domains, condition, term, type)
        value = Value(reduced, expr.type, self.is_found(expr.name, reduced), bounds=body.bounds)
        if expr.name in ("sum", "count"):
            each = (0, 1) if expr.name == "count" else body.bounds
            value = Value(reduced, expr.type, bounds=self.total(each, expr, loops, domains))
        if expr.default is None:
            return value
        default = self.lower(expr.default, env)
        return self.either(value.exists, Value(reduced, expr.type, bounds=body.bounds), default)

    def best_listed(
        self, expr: model.Aggregate, listed: tuple[model.Expr, ...], env: Env
    ) -> Value:
        """The largest or the smallest of a few numbers, which are in no set: they may be large."""
        best, *others = [self.lower(item, env) for item in listed]
        choose = max if expr.name == "max" else min
        for other in others:
            pair = t.as_alike(best.term, other.term)
            is_better = t.le(*(reversed(pair) if choose is max else pair))
            bounds: Ends = None
            if best.bounds is not None and other.bounds is not None:
                lows, highs = zip(best.bounds, other.bounds, strict=True)
                bounds = choose(lows), choose(highs)
            there = t.and_(best.exists, other.exists)
            best = Value(t.select(is_better, *pair), expr.type, there, bounds=bounds)
        if expr.default is None:
            return best
        return self.either(best.exists, best, self.lower(expr.default, env))

    def first_round(
        self, loops: tuple[Loop, ...], domains: tuple[Term, ...], condition: Term, body: Value
    ) -> Value:
        """The value of any type in the first round of a loop that there is.

        Raises NotNative for loops of several variables.
        """
        loop, low = loops[0], t.number(0)
        if len(loops) > 1 or (loop.kind == "range" and domains[0].op != "const"):
            raise NotNative("expression")
        own = t.var(loop.name, loop.type)
        if loop.kind == "range":
            low = domains[0]
        are_sets = loop.kind in ("groups", "parts")
        place = t.first(own) if are_sets else t.arithmetic("sub", own, low)
        reduced = t.fold("first", loops, domains, condition, place, INT)
        chosen = t.arithmetic("add", reduced, low)
        if loop.kind == "groups":
            inside = domains[-1]
            for other in domains[:-1]:
                inside = t.select(t.has(other, reduced), other, inside)
            chosen = t.flood(loop.adjacency, t.bit(self.cells, reduced), inside)
        elif loop.kind == "parts":
            chosen = t.part_of(domains[0], domains[1], reduced)
        known = {loop.name: chosen}
        term = t.substitute(body.term, known)
        at = None if body.place is None else t.substitute(body.place, known)
        return replace(body, term=term, place=at, exists=t.exists(reduced))

    def empty_set(self, type: RuleType) -> Value:
        """The set of this type that has no elements."""
        if isinstance(element(type), SetType):
            return self.family_value(type, ())
        return Value(t.no(self.set_type(element(type))), type)

    def of_nothing(self, expr: model.Aggregate, env: Env) -> Value:
        """What a loop that has no rounds gives."""
        match expr.name:
            case "any" | "all":
                return Value(t.const(BOOL, expr.name == "all"), expr.type)
            case "count" | "sum":
                return Value(t.number(0), expr.type, bounds=(0, 0))
            case "list" | "descending":
                return Value(t.const(Type("list", 1), ()), expr.type)
            case "union":
                return self.empty_set(expr.type)
        return NOTHING if expr.default is None else self.lower(expr.default, env)

    def is_found(self, name: str, reduced: Term) -> Term:
        """Whether a loop found anything, where it may find nothing."""
        if name in ("max", "min"):
            return t.not_(t.eq(reduced, t.start_of(name, reduced.type)))
        return t.exists(reduced) if name == "first" else TRUE

    def most_listed(self, loops: tuple[Loop, ...], domains: tuple[Term, ...]) -> int:
        """How many values loops can give."""
        most, at = 1, 0
        for loop in loops:
            parts = domains[at : at + loop.count]
            at += loop.count
            if loop.kind == "range":
                if any(p.op != "const" for p in parts):
                    raise NotNative("long-list")
                most *= max(0, parts[1].data - parts[0].data + 1)
            elif loop.kind == "bits":
                most *= parts[0].type.size * WORD
            else:
                most *= len(self.layout.topology.cells)
        if most > MAX_LISTED:
            raise NotNative("long-list")
        return max(1, most)

    def total(
        self, each: Ends, expr: model.Aggregate, loops: tuple[Loop, ...], domains: tuple[Term, ...]
    ) -> Ends:
        """Between which numbers a sum lies, by what each round adds and how many there are."""
        try:
            rounds, at = self.most_listed(loops, domains), 0
        except NotNative:
            return None
        for binder, loop in zip(expr.comprehension.binders, loops, strict=True):
            if loop.kind == "bits":
                room = domains[at].type.size * WORD
                rounds = rounds // room * min(room, self.different(binder) or room)
            at += loop.count
        return None if each is None else (min(0, each[0] * rounds), max(0, each[1] * rounds))

    def different(self, binder: model.Binder) -> int | None:
        """How many elements the set that a variable runs over has at most, by their type and, if
        they are numbers, by their bounds; None for sets.
        """
        inner = element(binder.domain.type)
        if isinstance(inner, SetType) or len(binder.slots) > 1:
            return None
        if inner == NUMBER:
            low, high = self.numbers_in(binder.domain)
            return high - low + 1
        return self.layout.size_of(inner)


def is_never(binders: tuple[model.Binder, ...]) -> bool:
    """Whether variables have no values, since one of them runs over `{}`."""
    return any(element(b.domain.type) == UNKNOWN for b in binders)
