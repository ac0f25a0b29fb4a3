"""Expressions of the model as terms.

`Lower.lower` has a method for each node of `gdl.model`, named after it, that gives a `Value`.
Definitions and facts are put in where they are used.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from gdl import model
from gdl.analysis import free_slots
from gdl.ranges import Bounds
from gdl.types import CELL, CELLS, FLAG, NUMBER, ListType, SetType
from gdl.types import Type as RuleType
from interpreter.codes import element
from interpreter.native import terms as t
from interpreter.native.asks import Asks
from interpreter.native.fields import Fields
from interpreter.native.fixed import OF_THE_MOVER, PADDING, Fixed
from interpreter.native.layout import Family, Layout, set_type
from interpreter.native.lift import simplify_fold
from interpreter.native.terms import BOOL, FALSE, INT, NO_NUMBER, REAL, TRUE, Loop, Term, Type
from interpreter.native.values import NOTHING, Env, Groups, Names, NotNative, Value
from interpreter.reference.expressions import is_none
from interpreter.reference.rules import Rules

MOST_LISTED = 4096  # numbers in a list


class Lower:
    """Makes the terms of one game's expressions."""

    def __init__(self, rules: Rules, layout: Layout, fields: Fields, fixed: Fixed):
        self.rules, self.layout, self.fields, self.fixed = rules, layout, fields, fixed
        self.game = rules.game
        self.names = Names()
        self.bounds = Bounds(rules.game, len(layout.topology.cells))
        self.cells = layout.cell_set
        self.asks = Asks(self)
        self.hashes: dict[int, Term] = {}  # what each `seen` compares

    def set_type(self, type: RuleType) -> Type:
        """The type of sets of a type of the rules."""
        try:
            return set_type(self.layout.size_of(type))
        except LookupError as error:
            raise NotNative(f"a set of {type.plural}") from error

    # ---- expressions ----

    def lower(self, expr: model.Expr, env: Env) -> Value:
        """The value of an expression.

        Raises NotNative.
        """
        found = self.fixed_value(expr, env)
        if found is not None:
            return found
        method = getattr(self, f"lower_{type(expr).__name__.lower()}", None)
        if method is None:
            raise NotNative(f"`{expr.span.text}`", expr.span)
        made: Value = method(expr, env)
        return made

    def condition(self, expr: model.Expr | None, env: Env) -> Term:
        """A condition: false where it does not exist."""
        if expr is None:
            return TRUE
        value = self.lower(expr, env)
        return t.and_(value.exists, value.term)

    def of_type(self, expr: model.Expr, term: Term, exists: Term = TRUE) -> Value:
        """A value of an expression's type."""
        return Value(term, expr.type, exists)

    # ---- what is known while compiling ----

    def fixed_value(self, expr: model.Expr, env: Env) -> Value | None:
        """The value of an expression that depends on few codes: a constant or a table."""
        if isinstance(expr, model.Value | model.Local | model.Seen | model.Range):
            return None
        if isinstance(expr.type, ListType) or not self.fixed.is_static(expr):
            return None
        if isinstance(expr, model.Ask) and expr.name in OF_THE_MOVER and not expr.args:
            return None
        if isinstance(expr, model.Ask) and expr.name == "neighbours" and self.is_plain(expr):
            return None
        slots = sorted(free_slots(expr))
        if any(s not in env for s in slots):
            return None
        known = {s: self.reference_value(env[s]) for s in slots if env[s].is_constant}
        variable = tuple(s for s in slots if s not in known)
        if isinstance(expr.type, SetType) and isinstance(expr.type.element, SetType):
            if variable or self.fixed.reads_mover(expr):
                return None
            sets = self.fixed.value(expr, known)
            return NOTHING if sets is None else self.family_value(expr.type, sets)
        return self.table_value(expr, env, variable, known)

    def is_plain(self, expr: model.Ask) -> bool:
        """Whether neighbours are asked of a variable, in directions that never change."""
        ways = expr.args[1:]
        return bool(free_slots(expr.args[0])) and not any(
            free_slots(w) or self.rules.reads.of(w) for w in ways
        )

    def table_value(
        self, expr: model.Expr, env: Env, variable: tuple[int, ...], known: dict[int, Any]
    ) -> Value | None:
        """An expression as an entry of a table; None where that cannot be or is not worth it."""
        type = self.fixed.term_type(expr.type)
        cheap = isinstance(expr, model.Arithmetic | model.Relation | model.Negative | model.And
                           | model.Or | model.Not)  # fmt: skip
        if isinstance(expr, model.Display):
            cheap = all(isinstance(item, model.Local) for item in expr.items)
        if type is None or (variable and cheap):
            return None
        domains = [self.domain(env[slot]) for slot in variable]
        if None in domains:
            return None
        index = tuple(d[1] for d in domains if d is not None)
        values = tuple(d[0] for d in domains if d is not None)
        try:
            made = self.fixed.tables(expr, variable, values, known, type)
        except NotNative:
            return None
        if made is None:
            return None
        table, is_there = made
        if len(table.sizes) > len(index):
            index = (self.fields.read("mover"), *index)
        term = t.lookup(table, *index)
        there = TRUE if is_there is None else t.lookup(is_there, *index)
        if is_there is not None and table.type == INT and expr.type != NUMBER:
            there = t.exists(term)
        bounds = None
        if expr.type == NUMBER and table.type == INT:
            bounds = (min(table.values), max(table.values))
        return Value(term, expr.type, there, bounds=bounds)

    def reference_value(self, value: Value) -> Any:
        """A constant as the reference engine has it."""
        if value.exists == FALSE:
            return None
        if value.family is not None and value.place is None:
            sets = value.family.sets
            chosen = [s for i, s in enumerate(sets) if value.term.data >> i & 1]
            return frozenset(self.layout.cells_of(s) for s in chosen)
        if value.type == NUMBER or value.term.type == BOOL:
            return value.term.data
        return self.layout.decode(value.type, value.term.data)

    def domain(self, value: Value) -> tuple[tuple[Any, ...], Term] | None:
        """The values that a variable can have, and the index of its value among them."""
        if value.family is not None and value.place is not None:
            return tuple(self.layout.cells_of(s) for s in value.family.sets), value.place
        if value.type == NUMBER:
            if value.bounds is None or value.exists != TRUE or value.term.type != INT:
                return None
            low, high = value.bounds
            if high - low > 1000:
                return None
            return tuple(range(low, high + 1)), t.arithmetic("sub", value.term, t.number(low))
        if not self.layout.is_code(value.type):
            return None
        size = self.layout.size_of(value.type)
        if value.type == CELL:
            cells = self.layout.cells
            values: tuple[Any, ...] = tuple(cells.get(code, PADDING) for code in range(size))
        else:
            values = tuple(self.layout.decode(value.type, code) for code in range(size))
        index = value.term
        if value.type == FLAG:
            index = t.select(value.term, t.number(1), t.number(0))
        if value.exists == TRUE:
            return values, index
        return (*values, None), t.select(value.exists, index, t.number(size))

    def family_value(self, type: RuleType, sets: Any) -> Value:
        """A constant set of sets of cells."""
        if type != SetType("set", CELLS):
            raise NotNative(f"a {type}")
        masks = tuple(self.layout.mask(s) for s in sorted(sets, key=sorted))
        family = Family(masks)
        return Value(t.const(family.type, (1 << len(masks)) - 1), type, family=family)

    # ---- atoms ----

    def lower_value(self, expr: model.Value, env: Env) -> Value:
        if expr.value is None:
            return NOTHING
        if expr.type == NUMBER:
            if isinstance(expr.value, float) and expr.value != int(expr.value):
                return self.of_type(expr, t.const(REAL, expr.value))
            value = int(expr.value)  # type: ignore[arg-type]
            if not NO_NUMBER < value < 2**31:
                raise NotNative("a number of this size", expr.span)
            return Value(t.number(value), NUMBER, bounds=(value, value))
        if expr.type == FLAG:
            return self.of_type(expr, t.const(BOOL, bool(expr.value)))
        code = self.rules.codes.encode(expr.type, expr.value)
        return self.of_type(expr, t.number(self.layout.encode(expr.type, code)))

    def lower_local(self, expr: model.Local, env: Env) -> Value:
        if expr.slot not in env:
            raise NotNative(f"`{expr.name}` here", expr.span)
        return env[expr.slot]

    def lower_stored(self, expr: model.Stored, env: Env) -> Value:
        place, keys = self.rules.variable_place(expr.name)
        variable = self.rules.variables[place]
        if variable.index_types and not expr.index:
            raise NotNative(f"the whole of `{expr.name}`", expr.span)
        there, index = self.key(expr.index, keys, env)
        return self.stored(f"v_{expr.name}", variable, index, there)

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
                family = self.variable_family(variable)
            return Value(read, type, there, family=family)
        exists = TRUE
        if read.nullable:
            exists = (
                t.not_(t.eq(read, t.number(NO_NUMBER))) if type == NUMBER else t.exists(read)
            )
        bounds = None
        if type == NUMBER and read.type == INT and variable.domain:
            bounds = (int(min(variable.domain)), int(max(variable.domain)))
        return Value(read, type, t.and_(there, exists), bounds=bounds)

    def variable_family(self, variable: Any) -> Family:
        """The family of which a variable holds a part."""
        masks = (self.layout.mask(s) for s in sorted(variable.domain, key=sorted))
        return Family(tuple(masks))

    def key(
        self, index: tuple[model.Expr, ...], keys: dict[tuple[Any, ...], int], env: Env
    ) -> tuple[Term, tuple[Term, ...]]:
        """Whether a variable has this index, and the place of its entry."""
        if not index:
            return TRUE, ()
        values = [self.lower(i, env) for i in index]
        there = t.and_(*(v.exists for v in values))
        domains = [self.domain(v) for v in values]
        if None in domains:
            raise NotNative(f"the index `{index[0].span.text}`", index[0].span)
        choices = product(*(d[0] for d in domains if d is not None))
        places = tuple(keys.get(key, -1) for key in choices)
        sizes = tuple(len(d[0]) for d in domains if d is not None)
        table = self.layout.table(INT, sizes, places)
        if places == tuple(range(len(places))) and len(sizes) == 1:
            place = domains[0][1] if domains[0] else t.number(0)
        else:
            place = t.lookup(table, *(d[1] for d in domains if d is not None))
        return t.and_(there, t.exists(place)), (place,)

    def lower_attribute(self, expr: model.Attribute, env: Env) -> Value:
        cell = self.lower(expr.cell, env)
        return self.asks.attribute(expr.name, cell)

    def lower_ask(self, expr: model.Ask, env: Env) -> Value:
        return self.asks.lower(expr, env)

    def lower_reach(self, expr: model.Reach, env: Env) -> Value:
        start = self.lower(expr.start, env)
        name = self.names.fresh("from")
        inner = {**env, expr.slot: Value(t.var(name, INT), CELL)}
        steps = self.lower(expr.steps, inner)
        leads = t.select(steps.exists, steps.term, t.no(self.cells))
        found = self.flooded(start.term, name, leads) or t.reach(start.term, name, leads)
        return self.of_type(expr, found, start.exists)

    def flooded(self, start: Term, name: str, leads: Term) -> Term | None:
        """Steps to neighbours within a set as a flood; None for other steps."""
        if leads.op != "meet":
            return None
        for near, inside in (leads.args, leads.args[::-1]):
            is_near = near.op == "table" and near.data.adjacency and near.args == (t.var(name, INT),)
            if is_near and name not in inside.free:
                first = t.meet(t.lookup(near.data, start), inside)
                return t.flood(near.data.adjacency, first, inside)
        return None

    def lower_seen(self, expr: model.Seen, env: Env) -> Value:
        number = self.rules.seen_number(expr)
        if number not in self.hashes:
            self.hashes[number] = Term("hash", INT, tuple(self.seen_things(expr)), number)
        return self.of_type(expr, Term("seen", INT, (self.hashes[number],), number))

    def seen_things(self, expr: model.Seen) -> list[Term]:
        """All that a `seen` compares, as terms."""
        things = list(self.asks.board_planes()) if expr.board else []
        for thing in expr.things:
            if isinstance(thing, model.Stored) and not thing.index:
                place, keys = self.rules.variable_place(thing.name)
                name = f"v_{thing.name}"
                if () in keys:
                    things.append(self.fields.read(name))
                else:
                    things += [self.fields.read(name, t.number(i)) for i in range(len(keys))]
                del place
            else:
                value = self.lower(thing, {})
                things += [value.term, value.exists]
        return [thing for thing in things if thing.op != "const"]

    def lower_apply(self, expr: model.Apply, env: Env) -> Value:
        definition = self.game.definitions[expr.name]
        assert isinstance(definition.body, model.Expr)
        values = [self.lower(a, env) for a in expr.args]
        inner = dict(zip(definition.slots, values, strict=True))
        return self.lower(definition.body, inner)

    def lower_askfact(self, expr: model.AskFact, env: Env) -> Value:
        fact, of = self.game.facts[expr.name], self.lower(expr.of, env)
        found: Value | None = None
        if fact.of == "player":
            for colour, name in reversed(list(enumerate(self.game.colours))):
                if name in fact.values:
                    value = self.lower(fact.values[name], {})
                    chosen = t.eq(of.term, t.number(colour))
                    found = self.either(chosen, value, found)
        else:
            inner = {fact.slot: of}
            for number, kind in reversed(list(enumerate(self.game.kinds))):
                if kind.name in fact.values:
                    value = self.lower(fact.values[kind.name], inner)
                    found = self.either(self.asks.is_kind(of.term, number), value, found)
        if found is None:
            return NOTHING
        return Value(found.term, expr.type, t.and_(of.exists, found.exists))

    def either(self, condition: Term, yes: Value, no: Value | None) -> Value:
        """One of two values; where there is no second, it does not exist."""
        if no is None:
            return Value(yes.term, yes.type, t.and_(condition, yes.exists), yes.family, yes.place)
        if yes.exists == FALSE or no.exists == FALSE:
            there = yes if no.exists == FALSE else no
            when = condition if there is yes else t.not_(condition)
            return Value(there.term, there.type, t.and_(when, there.exists), there.family)
        if yes.groups or no.groups or yes.family != no.family:
            raise NotNative("a choice between sets of sets")
        bounds = None
        if yes.bounds and no.bounds:
            bounds = min(yes.bounds[0], no.bounds[0]), max(yes.bounds[1], no.bounds[1])
        return Value(
            t.select(condition, yes.term, no.term), yes.type,
            t.select(condition, yes.exists, no.exists), yes.family, bounds=bounds,
        )  # fmt: skip

    # ---- operators ----

    def lower_and(self, expr: model.And, env: Env) -> Value:
        left, right = self.condition(expr.left, env), self.condition(expr.right, env)
        return self.of_type(expr, t.and_(left, right))

    def lower_or(self, expr: model.Or, env: Env) -> Value:
        left, right = self.condition(expr.left, env), self.condition(expr.right, env)
        return self.of_type(expr, t.or_(left, right))

    def lower_not(self, expr: model.Not, env: Env) -> Value:
        return self.of_type(expr, t.not_(self.condition(expr.operand, env)))

    def lower_some(self, expr: model.Some, env: Env) -> Value:
        value = self.lower(expr.operand, env)
        if value.groups is not None:
            return self.of_type(expr, t.or_(*(t.some(s) for s in value.groups.sets)))
        term = value.term
        if term.op == "fold" and term.data.gather == "union":
            *domains, condition, body = term.args
            found = simplify_fold(self.layout, "any", term.data.loops, tuple(domains), condition,
                                  t.some(body), BOOL)  # fmt: skip
            return self.of_type(expr, t.and_(value.exists, found))
        return self.of_type(expr, t.and_(value.exists, t.some(term)))

    def lower_relation(self, expr: model.Relation, env: Env) -> Value:
        if expr.op == "=" and (is_none(expr.right) or is_none(expr.left)):
            other = expr.left if is_none(expr.right) else expr.right
            return self.of_type(expr, t.not_(self.lower(other, env).exists))
        left = self.lower(expr.left, env)
        if expr.op == "in":
            return self.of_type(expr, t.and_(left.exists, self.is_in(left, expr.right, env)))
        right = self.lower(expr.right, env)
        both = t.and_(left.exists, right.exists)
        return self.of_type(expr, t.and_(both, self.relation(expr.op, left, right)))

    def relation(self, op: str, left: Value, right: Value) -> Term:
        """A relation between two values that exist."""
        if op == "touches":
            name, near = self.layout.adjacency(None, joined=False)
            return t.meets(t.dilate(name, near, left.term), right.term)
        if left.groups is not None or right.groups is not None:
            raise NotNative("this comparison of groups")
        a, b = left.term, right.term
        if left.family is not None and left.place is None:
            a, b = self.aligned(left, right)
        return {"=": t.eq, "<": t.lt, "<=": t.le, "within": t.within, "meets": t.meets}[op](a, b)

    def aligned(self, left: Value, right: Value) -> tuple[Term, Term]:
        """Two sets of sets as sets of places in one family."""
        if left.family == right.family:
            return left.term, right.term
        if left.family is None or right.family is None:
            raise NotNative("this mixture of sets of sets")
        if right.is_constant and set(right.family.sets) <= set(left.family.sets):
            return left.term, self.in_family(right, left.family)
        if left.is_constant and set(left.family.sets) <= set(right.family.sets):
            return self.in_family(left, right.family), right.term
        raise NotNative("sets of sets of different domains")

    def in_family(self, value: Value, family: Family) -> Term:
        """A constant set of sets as places in another family."""
        assert value.family is not None
        bits = 0
        for i, mask in enumerate(value.family.sets):
            if value.term.data >> i & 1:
                bits |= 1 << family.sets.index(mask)
        return t.const(family.type, bits)

    def is_in(self, left: Value, right: model.Expr, env: Env) -> Term:
        """Whether a value that exists is in a set."""
        if isinstance(right, model.Range):
            low, high = self.lower(right.low, env), self.lower(right.high, env)
            inside = t.and_(t.le(low.term, left.term), t.le(left.term, high.term))
            return t.and_(low.exists, high.exists, inside)
        if isinstance(right, model.Display):
            items = [self.lower(i, env) for i in right.items]
            there = t.and_(*(i.exists for i in items))
            return t.and_(there, t.or_(*(t.eq(left.term, i.term) for i in items)))
        value = self.lower(right, env)
        if value.groups is not None:
            return self.is_group(left, value.groups)
        if value.family is not None:
            return t.and_(value.exists, self.is_member(left, value))
        offset = self.layout.offset(left.type)
        code = t.arithmetic("sub", left.term, t.number(offset))
        if left.type == NUMBER:
            size = len(self.layout.numbers)
            inside = t.and_(t.le(t.number(0), code), t.lt(code, t.number(size)))
            return t.and_(value.exists, inside, t.has(value.term, code))
        if left.type == FLAG:
            code = t.select(left.term, t.number(1), t.number(0))
        return t.and_(value.exists, t.has(value.term, code))

    def is_member(self, left: Value, value: Value) -> Term:
        """Whether a set of cells is in a set of sets."""
        assert value.family is not None
        if left.family == value.family and left.place is not None:
            return t.has(value.term, left.place)
        name = self.names.fresh("set")
        place = t.var(name, INT)
        table = self.layout.table(self.cells, (len(value.family.sets),), value.family.sets)
        same = t.eq(t.lookup(table, place), left.term)
        return t.fold("any", (Loop("bits", name, INT, 1, "places"),), (value.term,), TRUE, same, BOOL)

    def is_group(self, left: Value, groups: Groups) -> Term:
        """Whether a set of cells is one of the groups."""
        first = t.bit(self.cells, t.first(left.term))
        found = [
            t.eq(t.flood(groups.adjacency, first, inside), left.term) for inside in groups.sets
        ]
        return t.and_(t.some(left.term), t.or_(*found))

    def lower_arithmetic(self, expr: model.Arithmetic, env: Env) -> Value:
        left, right = self.lower(expr.left, env), self.lower(expr.right, env)
        exists = t.and_(left.exists, right.exists)
        if expr.op in ("div", "mod"):
            is_zero = t.eq(right.term, t.number(0) if right.term.type == INT else t.const(REAL, 0.0))
            exists = t.and_(exists, t.not_(is_zero))
            divisor = t.select(is_zero, t.number(1), right.term)
            return self.of_type(expr, t.arithmetic(expr.op, left.term, divisor), exists)
        name = {"+": "add", "-": "sub", "*": "mul"}[expr.op]
        bounds = None
        if left.bounds and right.bounds and expr.op in "+-":
            (a, b), (c, d) = left.bounds, right.bounds
            bounds = (a + c, b + d) if expr.op == "+" else (a - d, b - c)
        term = t.arithmetic(name, left.term, right.term)
        return Value(term, expr.type, exists, bounds=bounds)

    def lower_negative(self, expr: model.Negative, env: Env) -> Value:
        value = self.lower(expr.operand, env)
        term = t.arithmetic("sub", t.number(0), value.term)
        bounds = None if value.bounds is None else (-value.bounds[1], -value.bounds[0])
        return Value(term, expr.type, value.exists, bounds=bounds)

    def lower_choose(self, expr: model.Choose, env: Env) -> Value:
        condition = self.condition(expr.condition, env)
        if condition in (TRUE, FALSE):
            return self.lower(expr.yes if condition == TRUE else expr.no, env)
        return self.either(condition, self.lower(expr.yes, env), self.lower(expr.no, env))

    def lower_opposite(self, expr: model.Opposite, env: Env) -> Value:
        value = self.lower(expr.operand, env)
        opposite = self.rules.topology.opposite
        table = self.layout.table(INT, (len(opposite),), opposite)
        return self.of_type(expr, t.lookup(table, value.term), value.exists)

    def lower_stepto(self, expr: model.StepTo, env: Env) -> Value:
        cell = self.lower(expr.cell, env)
        parts = self.step_parts(expr.step, env)
        if len(parts) == 1 and parts[0][1].term == t.number(1):
            index = (parts[0][0], cell)
        else:
            index = (*(v for part in parts for v in part), cell)
        domains = [self.domain(v) for v in index]
        size = 1
        for domain in domains:
            size *= len(domain[0]) if domain is not None else 10**9
        if size > 200_000:
            raise NotNative(f"the step `{expr.span.text}`", expr.span)
        term = self.step_table(len(parts), domains)
        there = t.and_(*(v.exists for v in index), t.exists(term))
        return self.of_type(expr, t.select(t.and_(*(v.exists for v in index)), term, t.number(-1))
                            if there != t.exists(term) else term, there)  # fmt: skip

    def step_table(self, parts: int, domains: list[Any]) -> Term:
        """Where steps lead, for each direction, number of times and cell."""
        step, encode = self.rules.topology.step, self.layout.cell_codes
        values = []
        for choice in product(*(d[0] for d in domains)):
            *steps, cell = choice
            if cell in (None, PADDING) or None in steps:
                values.append(-1)
                continue
            if len(steps) == 1:
                steps.append(1)
            end = step(cell, tuple((steps[2 * i], steps[2 * i + 1]) for i in range(parts)))
            values.append(-1 if end is None else encode[end])
        table = self.layout.table(INT, tuple(len(d[0]) for d in domains), values)
        return t.lookup(table, *(d[1] for d in domains))

    def step_parts(self, expr: model.Expr, env: Env) -> list[tuple[Value, Value]]:
        """A step as directions and how many times each."""
        one = Value(t.number(1), NUMBER, bounds=(1, 1))
        match expr:
            case model.Steps(parts=parts):
                return [p for part in parts for p in self.step_parts(part, env)]
            case model.Times(times=times, step=step):
                factor = self.with_bounds(times, env)
                found = []
                for direction, count in self.step_parts(step, env):
                    if count.term != t.number(1):
                        raise NotNative(f"the step `{expr.span.text}`", expr.span)
                    found.append((direction, factor))
                return found
        return [(self.lower(expr, env), one)]

    def with_bounds(self, expr: model.Expr, env: Env) -> Value:
        """A number with its bounds."""
        value = self.lower(expr, env)
        if value.bounds is None:
            low, high = self.bounds.interval(expr)
            if low < -1000 or high > 1000:
                raise NotNative(f"so many steps as `{expr.span.text}`", expr.span)
            value = Value(value.term, value.type, value.exists, bounds=(int(low), int(high)))
        return value

    # ---- sets ----

    def lower_display(self, expr: model.Display, env: Env) -> Value:
        items = [self.lower(i, env) for i in expr.items]
        there = t.and_(*(i.exists for i in items))
        inner = element(expr.type)
        if isinstance(inner, SetType):
            if not items or items[0].family is None or any(
                i.place is None or i.family != items[0].family for i in items
            ):
                raise NotNative(f"the set of sets `{expr.span.text}`", expr.span)
            family = items[0].family
            bits = [t.bit(family.type, i.place) for i in items if i.place is not None]
            return Value(t.union(*bits), expr.type, there, family=family)
        type = self.set_type(inner)
        return self.of_type(expr, t.union(t.no(type), *(self.one(type, i) for i in items)), there)

    def one(self, type: Type, value: Value) -> Term:
        """The set of one value."""
        if value.type == FLAG:
            code = t.select(value.term, t.number(1), t.number(0))
        else:
            code = t.arithmetic("sub", value.term, t.number(self.layout.offset(value.type)))
        if value.type == NUMBER:
            size = len(self.layout.numbers)
            inside = t.and_(t.le(t.number(0), code), t.lt(code, t.number(size)))
            if value.bounds is not None and 0 <= value.bounds[0] and value.bounds[1] < size:
                inside = TRUE
            return t.select(inside, t.bit(type, code), t.no(type))
        return t.bit(type, code)

    def lower_range(self, expr: model.Range, env: Env) -> Value:
        found = constant_range(self, expr, env)
        if found is None:
            raise NotNative(f"the range `{expr.span.text}` as a set", expr.span)
        return found

    def lower_setoperation(self, expr: model.SetOperation, env: Env) -> Value:
        left, right = self.lower(expr.left, env), self.lower(expr.right, env)
        there = t.and_(left.exists, right.exists)
        if left.groups is not None or right.groups is not None:
            return Value(left.term, expr.type, there, groups=self.both_groups(expr, left, right))
        a, b, family = left.term, right.term, left.family
        if left.family != right.family:
            a, b = self.aligned(left, right)
            family = left.family if b is not right.term else right.family
        operation = {"|": t.union, "&": t.meet, "-": t.minus}[expr.op]
        return Value(operation(a, b), expr.type, there, family=family)

    def both_groups(self, expr: model.SetOperation, left: Value, right: Value) -> Groups:
        """The groups of two sets that share nothing."""
        a, b = left.groups, right.groups
        if expr.op != "|" or a is None or b is None or a.adjacency != b.adjacency:
            raise NotNative(f"`{expr.span.text}`", expr.span)
        for one in a.sets:
            for other in b.sets:
                if not self.asks.are_apart(one, other):
                    raise NotNative("groups of sets that may overlap", expr.span)
        return Groups(a.sets + b.sets, a.adjacency, a.near)

    def lower_piecesofkind(self, expr: model.PiecesOfKind, env: Env) -> Value:
        kind = self.lower(expr.kind, env)
        type = set_type(len(self.layout.pieces))
        masks = [0] * len(self.game.kinds)
        for code, piece in enumerate(self.layout.pieces):
            masks[piece.kind] |= 1 << code
        table = self.layout.table(type, (len(masks),), masks)
        return self.of_type(expr, t.lookup(table, kind.term), kind.exists)

    # ---- loops ----

    def lower_build(self, expr: model.Build, env: Env) -> Value:
        inner = element(expr.type)
        loops, domains, condition, scope = self.rounds(expr.comprehension, env)
        body = self.lower(expr.comprehension.body, scope)
        condition = t.and_(condition, body.exists)
        if isinstance(inner, SetType):
            if body.family is None or body.place is None:
                raise NotNative(f"the set of sets `{expr.span.text}`", expr.span)
            chosen = t.bit(body.family.type, body.place)
            term = simplify_fold(self.layout, "union", loops, domains, condition, chosen, chosen.type)
            return Value(term, expr.type, family=body.family)
        type = self.set_type(inner)
        one = self.one(type, body)
        return self.of_type(
            expr, simplify_fold(self.layout, "union", loops, domains, condition, one, type)
        )

    def lower_aggregate(self, expr: model.Aggregate, env: Env) -> Value:
        loops, domains, condition, scope = self.rounds(expr.comprehension, env)
        body = self.lower(expr.comprehension.body, scope)
        term = body.term
        if expr.name in ("any", "all", "count"):
            if term.type != BOOL:
                raise NotNative(f"`{expr.span.text}`", expr.span)
            condition = t.and_(condition, body.exists)
            type = INT if expr.name == "count" else BOOL
        else:
            condition = t.and_(condition, body.exists)
            type = term.type
        if expr.name in ("list", "descending"):
            if term.type != INT:
                raise NotNative(f"a list of fractions in `{expr.span.text}`", expr.span)
            type = Type("list", self.most_listed(loops, domains))
        if expr.name == "first" and (not self.layout.is_code(body.type) or term.type != INT):
            raise NotNative(f"`{expr.span.text}`", expr.span)
        found = simplify_fold(self.layout, expr.name, loops, domains, condition, term, type)
        value = Value(found, expr.type, self.is_found(expr.name, found), bounds=body.bounds)
        if expr.name in ("sum", "count"):
            value = Value(found, expr.type)
        if expr.default is None:
            return value
        default = self.lower(expr.default, env)
        none = t.number(NO_NUMBER)
        if default.exists == TRUE and default.term.op == "const" and found.op == "select":
            term = t.in_place_of(found, none, default.term)
            bounds = None if body.bounds is None or default.bounds is None else (
                min(body.bounds[0], default.bounds[0]), max(body.bounds[1], default.bounds[1])
            )  # fmt: skip
            return Value(term, expr.type, bounds=bounds)
        return self.either(value.exists, Value(found, expr.type, bounds=body.bounds), default)

    def is_found(self, name: str, found: Term) -> Term:
        """Whether a loop found anything, where it may find nothing."""
        if name in ("max", "min"):
            none = t.const(found.type, NO_NUMBER if found.type == INT else -float("inf"))
            return t.not_(t.eq(found, none))
        return t.exists(found) if name == "first" else TRUE

    def most_listed(self, loops: tuple[Loop, ...], domains: tuple[Term, ...]) -> int:
        """How many values loops can give."""
        most, at = 1, 0
        for loop in loops:
            parts = domains[at : at + loop.count]
            at += loop.count
            if loop.kind == "range":
                if any(p.op != "const" for p in parts):
                    raise NotNative("a list of unknown length")
                most *= max(0, parts[1].data - parts[0].data + 1)
            elif loop.kind == "bits":
                most *= parts[0].type.size * 64
            else:
                most *= len(self.layout.topology.cells)
        if most > MOST_LISTED:
            raise NotNative("a list of this length")
        return max(1, most)

    def rounds(
        self, node: model.Comprehension | model.For, env: Env
    ) -> tuple[tuple[Loop, ...], tuple[Term, ...], Term, Env]:
        """The loops of a comprehension, their arguments, its condition, and what it binds."""
        loops: list[Loop] = []
        domains: list[Term] = []
        scope = dict(env)
        for binder in node.binders:
            loop, parts = self.loop(binder, scope)
            loops.append(loop)
            domains += parts
        return tuple(loops), tuple(domains), self.condition(node.condition, scope), scope

    def loop(self, binder: model.Binder, scope: Env) -> tuple[Loop, tuple[Term, ...]]:
        """The loop of one variable, or pair; `scope` learns its value."""
        name = self.names.fresh("_".join(binder.names))
        place = t.var(name, INT)
        inner = element(binder.domain.type)
        if isinstance(binder.domain, model.Range) and len(binder.slots) == 1:
            return self.range_loop(binder, scope, name)
        value = self.lower(binder.domain, scope)
        domain = t.select(value.exists, value.term, t.no(value.term.type)) if (
            value.groups is None
        ) else value.term  # fmt: skip
        if value.groups is not None:
            if len(binder.slots) == 2:
                raise NotNative("pairs of a set of groups", binder.domain.span)
            scope[binder.slots[0]] = Value(t.var(name, self.cells), CELLS)
            loop = Loop("groups", name, self.cells, len(value.groups.sets),
                        adjacency=value.groups.adjacency)  # fmt: skip
            return loop, value.groups.sets
        if value.family is not None:
            domain = self.bind_member(binder, name, value, domain, scope)
            return Loop("bits", name, INT, 1, "places"), (domain,)
        if len(binder.slots) == 2:
            raise NotNative("pairs of this set", binder.domain.span)
        if isinstance(inner, SetType):
            raise NotNative(f"`{binder.domain.span.text}`", binder.domain.span)
        offset = self.layout.offset(inner)
        item = t.arithmetic("add", place, t.number(offset))
        bounds = None
        if inner == NUMBER:
            bounds = (self.layout.numbers[0], self.layout.numbers[-1])
        if inner == FLAG:
            item = t.eq(place, t.number(1))
        scope[binder.slots[0]] = Value(item, inner, bounds=bounds)
        of = "cells" if inner == CELL else "codes"
        return Loop("bits", name, INT, 1, of), (domain,)

    def bind_member(
        self, binder: model.Binder, name: str, value: Value, domain: Term, scope: Env
    ) -> Term:
        """Bind an element of a family, or the two cells of a pair; gives what it runs over."""
        family = value.family
        assert family is not None
        place = t.var(name, INT)
        if len(binder.slots) == 1:
            table = self.layout.table(self.cells, (len(family.sets),), family.sets)
            inner = element(binder.domain.type)
            scope[binder.slots[0]] = Value(t.lookup(table, place), inner, TRUE, family, place)
            return domain
        pairs = [s if s.bit_count() == 2 else 0 for s in family.sets]
        lows = [(s & -s).bit_length() - 1 for s in pairs]
        highs = [s.bit_length() - 1 for s in pairs]
        for slot, ends in zip(binder.slots, (lows, highs), strict=True):
            table = self.layout.table(INT, (len(ends),), ends)
            scope[slot] = Value(Term("table", INT, (place,), table), CELL)
        whole = sum(1 << i for i, s in enumerate(pairs) if s)
        return t.meet(domain, t.const(domain.type, whole))

    def range_loop(
        self, binder: model.Binder, scope: Env, name: str
    ) -> tuple[Loop, tuple[Term, ...]]:
        """A loop over the numbers of a range."""
        assert isinstance(binder.domain, model.Range)
        low, high = self.lower(binder.domain.low, scope), self.lower(binder.domain.high, scope)
        if REAL in (low.term.type, high.term.type):
            raise NotNative("a range between fractions", binder.domain.span)
        ends = (
            t.select(low.exists, low.term, t.number(1)),
            t.select(t.and_(low.exists, high.exists), high.term, t.number(0)),
        )
        bounds = None
        if low.bounds is not None and high.bounds is not None:
            bounds = (low.bounds[0], max(high.bounds[1], low.bounds[0]))
        scope[binder.slots[0]] = Value(t.var(name, INT), NUMBER, bounds=bounds)
        return Loop("range", name, INT, 2), ends


def constant_range(lower: Lower, expr: model.Range, env: Env) -> Value | None:
    """A range of constants as a set."""
    low, high = lower.lower(expr.low, env), lower.lower(expr.high, env)
    if not (low.is_constant and high.is_constant) or low.term.type != INT:
        return None
    numbers = lower.layout.numbers
    if low.term.data < numbers[0] or high.term.data > numbers[-1]:
        return None
    bits = lower.layout.encode(expr.type, frozenset(range(low.term.data, high.term.data + 1)))
    return Value(t.const(lower.set_type(NUMBER), bits), expr.type)

