"""Values, variables, and what is named elsewhere: built-ins, definitions and facts."""

from __future__ import annotations

from dataclasses import replace
from itertools import product, zip_longest
from typing import Any

from gdl.model import nodes as model
from gdl.model.in_context import all_typed, typed
from gdl.vocabulary.types import CELL, FLAG, NUMBER, SetType
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.fields import Fields
from interpreter.native.ir.layout.layout import Layout
from interpreter.native.ir.terms import BOOL, FALSE, INT, LARGEST, NO_NUMBER, REAL, TRUE, Term
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.values import NOTHING, Env, Value
from interpreter.native.lowering.expressions.builtins import Builtins
from interpreter.native.lowering.expressions.constant_folding import ConstantFolder
from interpreter.native.lowering.expressions.families import Families
from interpreter.reference.rules import Rules


class References(Families):
    """Lowers atoms, and calls."""

    def __init__(self, rules: Rules, layout: Layout, fields: Fields, folder: ConstantFolder):
        super().__init__(rules, layout, fields, folder)
        self.builtins = Builtins(self)
        self.hashes: dict[int, Term] = {}  # what each `seen` compares

    def lower_value(self, expr: model.Value, env: Env) -> Value:
        if expr.value is None:
            return NOTHING
        if expr.type == NUMBER:
            if isinstance(expr.value, float) and expr.value != int(expr.value):
                return Value(t.const(REAL, expr.value), expr.type)
            value = int(expr.value)
            if not NO_NUMBER < value <= LARGEST:
                raise NotNative("large-number", expr.span)
            return Value(t.number(value), NUMBER, bounds=(value, value))
        if expr.type == FLAG:
            return Value(t.const(BOOL, bool(expr.value)), expr.type)
        code = self.rules.codes.encode(expr.type, expr.value)
        return Value(t.number(self.layout.encode(expr.type, code)), expr.type)

    def lower_local(self, expr: model.Local, env: Env) -> Value:
        if expr.slot not in env:
            raise NotNative("expression", expr.span)
        return env[expr.slot]

    def lower_stored(self, expr: model.Stored, env: Env) -> Value:
        variable, keys = self.variable_of(expr.name)
        if variable.index_types and not expr.index:
            raise NotNative("expression", expr.span)
        there, index = self.key(expr.index, keys, env)
        return self.stored(f"v_{expr.name}", variable, index, there)

    def variable_of(self, name: str) -> tuple[Any, dict[tuple[Any, ...], int]]:
        """The variable of a name, or the marks that `add` and `take` change, and its entries."""
        is_mark = name in self.rules.mark_names
        find = self.rules.mark_place if is_mark else self.rules.variable_place
        place, keys = find(name)
        return (self.rules.marks if is_mark else self.rules.variables)[place], keys

    def stored(self, name: str, variable: Any, index: tuple[Term, ...], there: Term) -> Value:
        """What a variable holds."""
        read = self.fields.read(name, *index)
        type = variable.type
        if type == FLAG:
            exists = t.not_(t.lt(read, t.number(0))) if read.nullable else TRUE
            return Value(t.eq(read, t.number(1)), type, t.and_(there, exists))
        if isinstance(type, SetType):
            family = None
            if isinstance(type.element, SetType):
                family = self.layout.family(type.element, variable.domain)
            return Value(read, type, there, family=family)
        exists = TRUE
        if read.nullable:
            exists = t.not_(t.eq(read, t.number(NO_NUMBER))) if type == NUMBER else t.exists(read)
        bounds = None
        if type == NUMBER and read.type == INT and variable.numbers:
            bounds = (int(variable.numbers[0]), int(variable.numbers[-1]))
        return Value(read, type, t.and_(there, exists), bounds=bounds)

    def key(
        self, index: tuple[model.Expr, ...], keys: dict[tuple[Any, ...], int], env: Env
    ) -> tuple[Term, tuple[Term, ...]]:
        """Whether a variable has this index, and the place of its entry."""
        if not index:
            return TRUE, ()
        values = [self.lower(i, env) for i in index]
        if len(values) == 1 and values[0].type == NUMBER:
            return self.numbered_entry(values[0], [key[0] for key in keys])
        there = t.and_(*(v.exists for v in values))
        domains = []
        for at, value in enumerate(values):
            domain = self.index_domain(value, at, keys)
            if domain is None:
                raise NotNative("index", index[at].span)
            domains.append(domain)
        places = tuple(keys.get(key, -1) for key in product(*(d[0] for d in domains)))
        place = domains[0][1]
        if len(domains) > 1 or places != tuple(range(len(places))):
            table = t.Table(INT, tuple(len(d[0]) for d in domains), tuple(places))
            place = t.lookup(table, *(d[1] for d in domains))
        return t.and_(there, t.exists(place)), (place,)

    def numbered_entry(self, value: Value, numbers: list[Any]) -> tuple[Term, tuple[Term, ...]]:
        """Whether there is an entry for a number, and its place."""
        low, high = int(min(numbers, default=0)), int(max(numbers, default=0))
        place = t.arithmetic("sub", value.term, t.number(low))
        is_sure = value.bounds is not None and low <= value.bounds[0] and value.bounds[1] <= high
        if not (is_sure and value.exists == TRUE and value.term.type == INT):
            place = t.code(place, high - low + 1)
        if numbers != list(range(low, high + 1)):
            of = {number: place for place, number in enumerate(numbers)}
            places = [of.get(number, -1) for number in range(low, high + 1)]
            place = t.entry(INT, places, place)
        return t.and_(value.exists, t.exists(place)), (place,)

    def index_domain(
        self, value: Value, place: int, keys: dict[tuple[Any, ...], int]
    ) -> tuple[tuple[Any, ...], Term] | None:
        """The values that an index can have, and which of them it has.

        Of numbers only those count for which there is an entry.
        """
        if value.type != NUMBER:
            return self.domain(value)
        numbers = [key[place] for key in keys]
        low, high = int(min(numbers, default=0)), int(max(numbers, default=0))
        if value.exists == TRUE and value.term.type == INT and value.bounds is not None:
            if low <= value.bounds[0] and value.bounds[1] <= high:
                return self.domain(replace(value, bounds=(low, high)))
        return self.number_domain(value, low, high)

    def lower_attribute(self, expr: model.Attribute, env: Env) -> Value:
        cell = self.lower(expr.cell, env)
        if expr.level is not None:
            return self.builtins.attribute_at(expr.name, cell, self.lower(expr.level, env))
        return self.builtins.attribute(expr.name, cell)

    def lower_ofpiece(self, expr: model.OfPiece, env: Env) -> Value:
        value = self.by_code(expr, "piece", self.lower(expr.piece, env))
        if value is None:
            raise NotNative("table", expr.span)
        return value

    def by_code(self, expr: model.Expr, part: str, of: Value) -> Value | None:
        """What is asked of a code, as an entry of a table; None where that cannot be.

        `part` names the field of the expression that gives the code.
        """
        code = model.Local(expr.span, of.type, part, 0)
        return self.fixed_value(replace(expr, **{part: code}), {0: of})  # type: ignore[arg-type]

    def lower_builtincall(self, expr: model.BuiltinCall, env: Env) -> Value:
        return self.builtins.lower(expr, env)

    def lower_seen(self, expr: model.Seen, env: Env) -> Value:
        compared = self.hash_of(expr)
        if expr.turn_number is not None:
            *things, _ = compared.args
            turn = self.lower(expr.turn_number, env).term
            compared = Term("hash", INT, (*things, turn), compared.data)
        return Value(Term("seen", INT, (compared,), compared.data), expr.type)

    def hash_of(self, expr: model.Seen) -> Term:
        """What is recorded for a `seen` at the end of a turn, as a number."""
        number = self.rules.seen_number(expr)
        if number not in self.hashes:
            turn = () if expr.turn_number is None else (self.fields.read("turns"),)
            self.hashes[number] = Term("hash", INT, (*self.seen_things(expr), *turn), number)
        return self.hashes[number]

    def seen_things(self, expr: model.Seen) -> list[Term]:
        """All that a `seen` compares, as terms."""
        fields = self.fields
        things = self.builtins.board_planes() if expr.board else []
        names = [n for n in ("height", "pile") if expr.board and n in fields.all]
        things += [t.read(name, INT) for name in names]  # whole fields
        for thing in expr.things:
            if isinstance(thing, model.Stored) and not thing.index:
                _, keys = self.rules.variable_place(thing.name)
                name = f"v_{thing.name}"
                if () in keys:
                    things.append(self.fields.read(name))
                else:
                    things += [self.fields.read(name, t.number(i)) for i in range(len(keys))]
            elif isinstance(thing, model.BuiltinCall) and thing.name == "supply":
                numbers = map(t.number, range(len(self.rules.pools)))
                things += [fields.read("bag")] if fields.has_bag else (
                    [fields.read("supply", number) for number in numbers]
                )
            else:
                value = self.lower(thing, {})
                things += [value.term, value.exists]
        return [thing for thing in things if thing.op != "const"]

    def lower_apply(self, expr: model.Apply, env: Env) -> Value:
        definition = self.model.definitions[expr.name]
        assert isinstance(definition.body, model.Expr)
        values = [self.lower(a, env) for a in all_typed(expr.args, definition.types)]
        key = expr.name, expr.type, *values
        # Once, or definitions that call each other grow exponentially.  The same values give the
        # same terms, since a definition has no effects: its terms read the state where they stand.
        if key not in self.applied:
            inner = dict(zip(definition.slots, values, strict=True))
            self.applied[key] = self.lower(typed(definition.body, expr.type), inner)
        return self.applied[key]

    def lower_factvalue(self, expr: model.FactValue, env: Env) -> Value:
        fact, of = self.model.facts[expr.name], self.lower(expr.of, env)
        is_of_piece, inner, chosen = expr.of.type == CELL, dict[int, Value](), NOTHING
        if is_of_piece:
            names, inner = tuple(kind.name for kind in self.model.kinds), {fact.slot: of}
        else:
            table = self.by_code(expr, "of", of)
            if table is not None:
                return table
            names = self.rules.codes.names(expr.of.type) or ()
        for code, name in reversed(list(enumerate(names))):
            if name in fact.values:
                value = self.lower(fact.values[name], inner)
                is_it = self.builtins.is_kind(of.term, code) if is_of_piece else (
                    t.eq(of.term, t.number(code))
                )
                chosen = self.either(is_it, value, None if chosen is NOTHING else chosen)
        if chosen is NOTHING:
            return NOTHING
        return replace(chosen, type=expr.type, exists=t.and_(of.exists, chosen.exists))

    def either(self, condition: Term, yes: Value, no: Value | None) -> Value:
        """One of two values; where there is no second, it does not exist."""
        if no is None:
            return replace(yes, exists=t.and_(condition, yes.exists))
        if yes.exists == FALSE or no.exists == FALSE:
            there = yes if no.exists == FALSE else no
            when = condition if there is yes else t.not_(condition)
            return replace(there, exists=t.and_(when, there.exists))
        if yes.groups or no.groups:
            a, b = yes.groups, no.groups
            if not a or not b or a.adjacency != b.adjacency or a.roots or b.roots:
                raise NotNative("set-of-groups")
            pairs = zip_longest(a.sets, b.sets, fillvalue=t.no(self.cells))
            groups = replace(a, sets=tuple(t.select(condition, *pair) for pair in pairs))
            exists = t.select(condition, yes.exists, no.exists)
            return replace(yes, exists=exists, groups=groups)
        if yes.is_set_of_sets:
            yes, no = self.aligned(yes, no)
        family, place = yes.family, None
        if yes.place is not None and no.place is not None and family == no.family:
            place = t.select(condition, yes.place, no.place)
        elif not yes.is_family:
            family = None  # it is no element of one family
        bounds = None
        if yes.bounds and no.bounds:
            bounds = min(yes.bounds[0], no.bounds[0]), max(yes.bounds[1], no.bounds[1])
        return Value(
            t.select(condition, yes.term, no.term), yes.type,
            t.select(condition, yes.exists, no.exists), family, place, bounds=bounds,
            stray=t.select(condition, yes.stray, no.stray),
        )  # fmt: skip
