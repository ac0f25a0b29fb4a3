"""Statements of the model as effects.

`Statements.lower` has a method for each statement of `gdl.model`, named after it.  A statement that
needs something that does not exist is refused, which is a check before its effects.
"""

from __future__ import annotations

from typing import Any

from gdl import model
from gdl.source import Span
from gdl.types import FLAG, NUMBER, SetType
from interpreter.native import terms as t
from interpreter.native.effects import Assign, Check, Effect, Effects, For, If, Let, written
from interpreter.native.lift import narrowed
from interpreter.native.lower import Lower
from interpreter.native.terms import FALSE, INT, NO_NUMBER, REAL, TRUE, Loop, Term
from interpreter.native.values import Env, NotNative, Value


BOARD = frozenset(("own", "unowned", "kind"))


class Statements:
    """Makes the effects of one game's statements."""

    def __init__(self, lower: Lower):
        self.up = lower
        self.asks, self.fields = lower.asks, lower.fields
        self.layout, self.rules = lower.layout, lower.rules
        self.cells = lower.cells
        self.attempts: list[model.Attempt] = []
        self.empty: set[Term] = set()  # cells that are known to be empty
        self.mine: set[Term] = set()  # cells that are known to have a piece of the mover
        self.asked: set[Term] = set()  # cells that an action speaks of

    # ---- what is known of cells ----

    def begin(self) -> None:
        """Nothing is known yet."""
        self.empty, self.mine, self.asked = set(), set(), set()

    def learn_domain(self, code: Term, domain: Term) -> None:
        """A cell was chosen from a set."""
        self.asked.add(code)
        if t.is_part(domain, self.asks.empty):
            self.empty.add(code)
        if self.fields.has_owned and t.is_part(domain, self.asks.own(self.fields.read("mover"))):
            self.mine.add(code)

    def learn(self, condition: Term) -> None:
        """A condition holds from here on."""
        known = t.parts_of(condition)
        for code in self.asked:
            if t.parts_of(t.has(self.asks.empty, code)) <= known:
                self.empty.add(code)

    def forget(self) -> None:
        """The board has changed."""
        self.empty, self.mine = set(), set()

    def are_empty(self, cells: Term) -> bool:
        """Whether all cells of a set are known to be empty."""
        if cells.op == "union":
            return all(self.are_empty(a) for a in cells.args)
        return cells.op == "bit" and cells.args[0] in self.empty

    def body(self, statements: tuple[model.Statement, ...], env: Env) -> Effects:
        """Statements one after the other."""
        return tuple(e for s in statements for e in self.lower(s, env))

    def lower(self, statement: model.Statement, env: Env) -> list[Effect]:
        """The effects of one statement.

        Raises NotNative.
        """
        method = getattr(self, f"lower_{type(statement).__name__.lower()}", None)
        if method is None:
            raise NotNative(f"`{statement.span.text}`", statement.span)
        found: list[Effect] = method(statement, env)
        for effect in found:
            if isinstance(effect, Check):
                self.learn(effect.condition)
        if written(found) & BOARD or any(f.startswith("with_") for f in written(found)):
            self.forget()
        return [e for e in found if not (isinstance(e, Check) and e.condition == TRUE)]

    # ---- conditions ----

    def lower_require(self, node: model.Require, env: Env) -> list[Effect]:
        return [Check(node.span, self.up.condition(node.condition, env))]

    def lower_attempt(self, node: model.Attempt, env: Env) -> list[Effect]:
        self.attempts.append(node)
        return [Check(node.span, self.up.condition(node.condition, env), len(self.attempts))]

    # ---- pieces ----

    def clear(self, span: Span, cells: Term) -> list[Effect]:
        """No piece on these cells."""
        found: list[Effect] = []
        for plane in self.asks.board_planes():
            found.append(Assign(span, plane.data, plane.args, t.minus(plane, cells)))
        return found

    def lower_put(self, node: model.Put, env: Env) -> list[Effect]:
        place = self.up.lower(node.place, env)
        piece = self.up.lower(node.piece, env)
        found: list[Effect] = [Check(node.span, t.and_(piece.exists, place.exists))]
        cells, checks = self.hold(node.span, "cells", place.term)
        found += checks
        if str(piece.type) == "piece":
            found += self.put_piece(node, self.held_code(node.span, piece.term, found), cells)
        else:
            found += self.put_kind(node, env, piece.term, cells)
        last = t.select(t.some(cells), t.last(cells), self.fields.read("last"))
        return [*found, Assign(node.span, "last", (), last)]

    def hold(self, span: Span, name: str, term: Term) -> tuple[Term, list[Effect]]:
        """A term that keeps its value while the state changes."""
        if term.op in ("const", "var") or (term.op == "bit" and not term.reads):
            return term, []
        variable = self.up.names.fresh(name)
        return t.var(variable, term.type), [Let(span, variable, term)]

    def held_code(self, span: Span, term: Term, found: list[Effect]) -> Term:
        """A code that exists, kept while the state changes."""
        held, lets = self.hold(span, "code", term)
        found += lets
        return held

    def put_kind(self, node: model.Put, env: Env, kind: Term, cells: Term) -> list[Effect]:
        """A piece made of its parts."""
        if kind.op != "const":
            raise NotNative(f"`{node.span.text}`", node.span)
        rule = self.rules.game.kinds[kind.data]
        owners = self.rules.owners(rule)
        found: list[Effect] = []
        owner = self.fields.read("mover")
        if node.owner is not None:
            whose = self.up.lower(node.owner, env)
            allowed = t.or_(*(t.eq(whose.term, t.number(o)) for o in owners if o >= 0))
            if {o for o in owners if o >= 0} >= set(range(self.fields.colours)):
                allowed = TRUE
            found.append(Check(node.span, t.and_(whose.exists, allowed)))
            owner = whose.term
        elif set(owners) != set(range(self.fields.colours)):
            owner = t.number(owners[0])
            for other in owners[1:]:
                is_mover = t.eq(self.fields.read("mover"), t.number(other))
                owner = t.select(is_mover, t.number(other), owner)
        owner = self.held_code(node.span, owner, found) if owner.op != "read" else owner
        places, checks = self.attribute_places(node, env, rule)
        found += checks
        found += self.take_from_pool(node.span, kind.data, owner, cells)
        found += self.clear_others(node.span, kind, owner, cells)
        for name, place in places.items():
            for bit in range(self.fields.attributes[name].planes):
                plane = self.fields.read(f"with_{name}", t.number(bit))
                is_set = bit_of(place, bit)
                value = t.select(is_set, t.union(plane, cells), self.without(plane, cells))
                found.append(Assign(node.span, plane.data, plane.args, value))
        return found

    def clear_others(self, span: Span, kind: Term, owner: Term, cells: Term) -> list[Effect]:
        """The planes of owners and kinds with a new piece on some cells."""
        found: list[Effect] = []
        if self.are_empty(cells) and owner.op in ("read", "const") and kind.op == "const":
            plane = self.asks.plane(owner)
            found.append(Assign(span, plane.data, plane.args, t.union(plane, cells)))
            if self.fields.has_kinds:
                plane = self.fields.read("kind", kind)
                found.append(Assign(span, "kind", plane.args, t.union(plane, cells)))
            return found
        if self.fields.has_owned:
            for colour in range(self.fields.colours):
                plane = self.asks.own(t.number(colour))
                whose = t.eq(owner, t.number(colour))
                value = t.select(whose, t.union(plane, cells), self.without(plane, cells))
                found.append(Assign(span, "own", plane.args, value))
        if self.fields.has_unowned:
            plane = self.fields.read("unowned")
            nobody = t.not_(t.exists(owner))
            value = t.select(nobody, t.union(plane, cells), self.without(plane, cells))
            found.append(Assign(span, "unowned", (), value))
        if self.fields.has_kinds:
            for number in range(len(self.rules.game.kinds)):
                plane = self.fields.read("kind", t.number(number))
                is_it = t.eq(kind, t.number(number))
                value = t.select(is_it, t.union(plane, cells), self.without(plane, cells))
                found.append(Assign(span, "kind", plane.args, value))
        return found

    def without(self, plane: Term, cells: Term) -> Term:
        """A plane without some cells."""
        return plane if self.are_empty(cells) else t.minus(plane, cells)

    def attribute_places(
        self, node: model.Put, env: Env, kind: model.Kind
    ) -> tuple[dict[str, Term], list[Effect]]:
        """For each attribute of the game the place of the new piece's value."""
        given, found = dict(node.attributes), []
        places: dict[str, Term] = {n: t.number(0) for n in self.fields.attributes}
        for name in kind.attributes:
            value = self.up.lower(given[name], env)
            place, there = self.attribute_value(name, value)
            found.append(Check(node.span, t.and_(value.exists, there)))
            held, lets = self.hold(node.span, name, place)
            found += lets
            places[name] = held
        return places, found

    def attribute_value(self, name: str, value: Value) -> tuple[Term, Term]:
        """The place of a value among those of an attribute, and whether it is one."""
        type = self.rules.codes.attribute_types[name]
        values = self.fields.attributes[name].values
        if type == FLAG:
            return t.select(value.term, t.number(1), t.number(0)), TRUE
        codes = [self.up.fixed.code(type, INT, v) for v in values]
        if type == NUMBER:
            if codes != list(range(codes[0], codes[0] + len(codes))):
                raise NotNative(f"the numbers of `{name}`")
            clamped = clamp(value.term, codes[0], codes[-1])
            return t.arithmetic("sub", clamped, t.number(codes[0])), TRUE
        size = self.layout.size_of(type)
        table = self.layout.table(INT, (size,), [
            codes.index(c) if c in codes else -1 for c in range(size)
        ])  # fmt: skip
        place = t.lookup(table, value.term)
        if codes == list(range(size)) and not value.term.nullable:
            return value.term, TRUE
        return place, t.exists(place)

    def put_piece(self, node: model.Put, piece: Term, cells: Term) -> list[Effect]:
        """A piece that is named whole."""
        pieces = self.layout.pieces
        kinds = t.lookup(self.layout.table(INT, (len(pieces),), [p.kind for p in pieces]), piece)
        owners = t.lookup(self.layout.table(INT, (len(pieces),), [p.owner for p in pieces]), piece)
        found: list[Effect] = []
        if self.fields.has_bag:
            bag = self.fields.read("bag")
            found.append(Check(node.span, t.or_(
                t.not_(t.some(cells)),
                t.and_(t.has(bag, piece), t.eq(t.count(cells), t.number(1))),
            )))  # fmt: skip
            one = t.select(t.some(cells), t.bit(bag.type, piece), t.no(bag.type))
            found.append(Assign(node.span, "bag", (), t.minus(bag, one)))
        elif self.rules.pools:
            found += self.take_counted(node.span, self.pool_of_piece(piece), cells)
        found += self.clear_others(node.span, kinds, owners, cells)
        for name, attribute in self.fields.attributes.items():
            named = [self.rules.named_attributes(p) for p in pieces]
            places = [attribute.values.index(n[name]) if name in n else 0 for n in named]
            for bit in range(attribute.planes):
                flags = [bool(p >> bit & 1) for p in places]
                is_set = t.lookup(self.layout.table(t.BOOL, (len(pieces),), flags), piece)
                plane = self.fields.read(f"with_{name}", t.number(bit))
                value = t.select(is_set, t.union(plane, cells), self.without(plane, cells))
                found.append(Assign(node.span, plane.data, plane.args, value))
        return found

    # ---- the supply ----

    def pool_of_piece(self, piece: Term) -> Term:
        """The pool of a piece, -1 for one without."""
        rules = self.rules
        pools = [rules.pool_of.get(rules.pool_key(p), -1) for p in self.layout.pieces]
        return t.lookup(self.layout.table(INT, (len(pools),), pools), piece)

    def take_from_pool(self, span: Span, kind: int, owner: Term, cells: Term) -> list[Effect]:
        """Pieces of a kind and owner out of the supply."""
        if self.fields.has_bag:
            raise NotNative("a piece of which there is one each, made of its parts", span)
        pools = {p.owner: i for i, p in enumerate(self.rules.pools) if p.kind == kind}
        if not pools:
            return []
        if owner.op == "const":
            return self.take_counted(span, t.number(pools[owner.data]), cells)
        table = self.layout.table(
            INT, (self.fields.colours,), [pools.get(c, -1) for c in range(self.fields.colours)]
        )
        return self.take_counted(span, t.lookup(table, owner), cells)

    def take_counted(self, span: Span, pool: Term, cells: Term) -> list[Effect]:
        """So many pieces as there are cells out of a pool, if it has them."""
        found: list[Effect] = []
        held = self.held_code(span, pool, found)
        safe = t.select(t.exists(pool), held, t.number(0)) if pool.nullable else held
        has_pool = t.not_(t.lt(held, t.number(0))) if pool.nullable else TRUE
        left = t.arithmetic("sub", self.fields.read("supply", safe), t.count(cells))
        found.append(Check(span, t.or_(t.not_(has_pool), t.not_(t.lt(left, t.number(0))))))
        value = t.select(has_pool, left, self.fields.read("supply", safe))
        return [*found, Assign(span, "supply", (safe,), value)]

    def lower_lift(self, node: model.Lift, env: Env) -> list[Effect]:
        place = self.up.lower(node.place, env)
        cells, lets = self.hold(node.span, "cells", place.term)
        found = [Check(node.span, place.exists), *lets]
        if self.fields.has_bag:
            bag = self.fields.read("bag")
            name = self.up.names.fresh("on")
            on = t.var(name, INT)
            lifted = t.fold(
                "union", (Loop("bits", name, INT, 1, "cells"),), (t.meet(cells, self.asks.occupied),), TRUE,
                t.bit(bag.type, self.asks.piece(on)), bag.type,
            )  # fmt: skip
            found.append(Assign(node.span, "bag", (), t.union(bag, lifted)))
        for number, piece in enumerate(self.rules.pools if not self.fields.has_bag else ()):
            of = t.meet(cells, self.asks.plane(t.number(piece.owner)))
            if self.fields.has_kinds:
                of = t.meet(of, self.asks.of_kind(t.number(piece.kind)))
            supply = self.fields.read("supply", t.number(number))
            more = t.arithmetic("add", supply, t.count(of))
            found.append(Assign(node.span, "supply", (t.number(number),), more))
        return found + self.clear(node.span, cells)

    def lower_remove(self, node: model.Remove, env: Env) -> list[Effect]:
        place = self.up.lower(node.place, env)
        cells, lets = self.hold(node.span, "cells", place.term)
        return [Check(node.span, place.exists), *lets, *self.clear(node.span, cells)]

    # ---- moves ----

    def lower_move(self, node: model.Move, env: Env) -> list[Effect]:
        start, end = self.up.lower(node.start, env), self.up.lower(node.end, env)
        there = t.and_(start.exists, end.exists)
        is_mine, is_free = start.term in self.mine, end.term in self.empty
        stands = TRUE if is_mine else t.has(self.asks.occupied, start.term)
        found: list[Effect] = [Check(node.span, t.and_(there, stands))]
        a = self.held_code(node.span, start.term, found)
        b = self.held_code(node.span, end.term, found)
        from_bit, to_bit = t.bit(self.cells, a), t.bit(self.cells, b)
        planes = self.asks.board_planes()
        if is_mine:
            mine = self.asks.own(self.fields.read("mover"))
            gone = t.union(t.minus(mine, from_bit), to_bit)
            if not is_free:
                found += [
                    Assign(node.span, p.data, p.args, t.minus(p, to_bit))
                    for p in planes if p.data in ("own", "unowned")
                ]  # fmt: skip
            found.append(Assign(node.span, "own", mine.args, gone))
            planes = [p for p in planes if p.data not in ("own", "unowned")]
        for plane in planes:
            left = t.minus(plane, from_bit)
            other = plane if is_free else t.minus(plane, to_bit)
            value = t.select(t.has(plane, a), t.union(left, to_bit), other)
            found.append(Assign(node.span, plane.data, plane.args, value))
        return [*found, Assign(node.span, "last", (), b)]

    def lower_swap(self, node: model.Swap, env: Env) -> list[Effect]:
        first, second = self.up.lower(node.first, env), self.up.lower(node.second, env)
        both = t.and_(
            t.has(self.asks.occupied, first.term), t.has(self.asks.occupied, second.term)
        )
        found: list[Effect] = [Check(node.span, t.and_(first.exists, second.exists, both))]
        a = self.held_code(node.span, first.term, found)
        b = self.held_code(node.span, second.term, found)
        cells = t.union(t.bit(self.cells, a), t.bit(self.cells, b))
        for plane in self.asks.board_planes():
            differ = t.not_(t.eq(t.has(plane, a), t.has(plane, b)))
            turned = t.minus(t.union(plane, cells), t.meet(plane, cells))
            value = t.select(differ, turned, plane)
            found.append(Assign(node.span, plane.data, plane.args, value))
        return found

    def lower_setpiece(self, node: model.SetPiece, env: Env) -> list[Effect]:
        place, value = self.up.lower(node.place, env), self.up.lower(node.value, env)
        found: list[Effect] = [Check(node.span, t.and_(place.exists, value.exists))]
        cells, lets = self.hold(node.span, "cells", place.term)
        found += lets
        new = self.held_code(node.span, value.term, found)
        held = Value(new, value.type, bounds=value.bounds)
        change = {"owner": self.set_owner, "kind": self.set_kind}.get(node.what)
        if change is not None:
            return found + change(node, cells, held)
        return found + self.set_attribute(node, cells, held)

    def set_owner(self, node: model.SetPiece, cells: Term, new: Value) -> list[Effect]:
        """Other owners of the pieces on some cells, where their kinds can have them."""
        allowed = t.no(self.cells)
        for number, kind in enumerate(self.rules.game.kinds):
            owners = self.rules.owners(kind)
            can = t.or_(*(t.eq(new.term, t.number(o)) for o in owners if o >= 0))
            if {o for o in owners if o >= 0} >= set(range(self.fields.colours)):
                can = TRUE
            of_kind = self.asks.of_kind(t.number(number))
            allowed = t.union(allowed, t.select(can, of_kind, t.no(self.cells)))
        found: list[Effect] = [Check(node.span, t.within(cells, allowed))]
        for colour in range(self.fields.colours):
            plane = self.asks.own(t.number(colour))
            whose = t.eq(new.term, t.number(colour))
            value = t.select(whose, t.union(plane, cells), t.minus(plane, cells))
            found.append(Assign(node.span, "own", plane.args, value))
        if self.fields.has_unowned:
            plane = self.fields.read("unowned")
            found.append(Assign(node.span, "unowned", (), t.minus(plane, cells)))
        return found

    def set_kind(self, node: model.SetPiece, cells: Term, new: Value) -> list[Effect]:
        """Another kind of the pieces on some cells, where it has their attributes and owners."""
        kinds = self.rules.game.kinds
        allowed = t.no(self.cells)
        for number, kind in enumerate(kinds):
            can = t.no(self.cells)
            for old_number, old in enumerate(kinds):
                if tuple(old.attributes) == tuple(kind.attributes):
                    can = t.union(can, self.asks.of_kind(t.number(old_number)))
            owners = [self.asks.plane(t.number(o)) for o in self.rules.owners(kind)]
            can = t.meet(can, t.union(*owners))
            is_it = t.eq(new.term, t.number(number))
            allowed = t.union(allowed, t.select(is_it, can, t.no(self.cells)))
        found: list[Effect] = [Check(node.span, t.within(cells, allowed))]
        for number in range(len(kinds) if self.fields.has_kinds else 0):
            plane = self.fields.read("kind", t.number(number))
            is_it = t.eq(new.term, t.number(number))
            value = t.select(is_it, t.union(plane, cells), t.minus(plane, cells))
            found.append(Assign(node.span, "kind", plane.args, value))
        return found

    def set_attribute(self, node: model.SetPiece, cells: Term, new: Value) -> list[Effect]:
        """Another value of an attribute of the pieces on some cells."""
        place, there = self.attribute_value(node.what, new)
        owners = t.within(cells, self.asks.has_attribute(node.what))
        found: list[Effect] = [Check(node.span, t.and_(owners, t.or_(there, t.not_(t.some(cells)))))]
        for bit in range(self.fields.attributes[node.what].planes):
            plane = self.fields.read(f"with_{node.what}", t.number(bit))
            value = t.select(bit_of(place, bit), t.union(plane, cells), t.minus(plane, cells))
            found.append(Assign(node.span, plane.data, plane.args, value))
        return found

    # ---- what is stored ----

    def lower_setvariable(self, node: model.SetVariable, env: Env) -> list[Effect]:
        place, keys = self.rules.variable_place(node.name)
        return self.store(node, self.rules.variables[place], keys, env)

    def lower_setmark(self, node: model.SetMark, env: Env) -> list[Effect]:
        place, keys = self.rules.mark_place(node.name)
        return self.store(node, self.rules.marks[place], keys, env)

    def store(
        self, node: model.SetVariable, variable: Any, keys: dict[tuple[Any, ...], int], env: Env
    ) -> list[Effect]:
        """Store a value, as far as the variable can hold it."""
        there, index = self.up.key(node.index, keys, env)
        value = self.up.lower(node.value, env)
        field = self.fields.all[f"v_{node.name}"]
        held, can = self.storable(variable, value)
        if field.nullable:
            none = t.number(NO_NUMBER if variable.type == NUMBER else -1)
            held = t.select(value.exists, held, none)
            can = t.or_(t.not_(value.exists), can)
        else:
            can = t.and_(value.exists, can)
        return [
            Check(node.span, t.and_(there, can)),
            Assign(node.span, f"v_{node.name}", index, held),
        ]

    def storable(self, variable: Any, value: Value) -> tuple[Term, Term]:
        """A value that exists as it is stored, and whether it can be."""
        type = variable.type
        if isinstance(type, SetType):
            if isinstance(type.element, SetType):
                family = self.up.variable_family(variable)
                if value.family != family:
                    if not value.is_constant:
                        raise NotNative(f"a set of sets for `{variable.name}`")
                    return self.up.in_family(value, family), TRUE
                return value.term, TRUE
            bits = self.layout.encode(type, variable.domain)
            return value.term, t.within(value.term, t.const(value.term.type, bits))
        if type == NUMBER:
            return self.storable_number(variable, value), TRUE
        if type == FLAG:
            return t.select(value.term, t.number(1), t.number(0)), TRUE
        codes = {self.layout.encode(type, v) for v in variable.domain}
        if len(codes) >= self.layout.size_of(type) or (
            str(type) == "cell" and len(codes) == len(self.layout.topology.cells)
        ):
            return value.term, TRUE
        allowed = t.const(self.up.set_type(type), sum(1 << c for c in codes))
        return value.term, t.has(allowed, value.term)

    def storable_number(self, variable: Any, value: Value) -> Term:
        """The nearest number that a variable can hold."""
        numbers = sorted(variable.domain)
        if self.fields.all[f"v_{variable.name}"].type == REAL:
            raise NotNative(f"the fractions of `{variable.name}`")
        low, high = int(numbers[0]), int(numbers[-1])
        if value.term.type == REAL:
            raise NotNative(f"a fraction for `{variable.name}`")
        if len(numbers) == high - low + 1:
            if value.bounds is not None and low <= value.bounds[0] and value.bounds[1] <= high:
                return value.term
            return clamp(value.term, low, high)
        nearest = [min(numbers, key=lambda n: (abs(n - v), n)) for v in range(low, high + 1)]
        table = self.layout.table(INT, (high - low + 1,), nearest)
        return t.lookup(table, t.arithmetic("sub", clamp(value.term, low, high), t.number(low)))

    # ---- seats and colours ----

    def lower_setnext(self, node: model.SetNext, env: Env) -> list[Effect]:
        colour = self.up.lower(node.colour, env)
        seat = self.fields.read("seat_of", self.asks.safe(colour))
        return [Check(node.span, colour.exists), Assign(node.span, "next_seat", (), seat)]

    def lower_play(self, node: model.Play, env: Env) -> list[Effect]:
        colour = self.up.lower(node.colour, env)
        found: list[Effect] = [Check(node.span, colour.exists)]
        wanted = self.asks.safe(colour)
        name = self.up.names.fresh("wanted")
        found.append(Let(node.span, name, wanted))
        wanted = t.var(name, INT)
        parts = {"other": self.fields.read("seat_of", wanted), "mine": self.fields.read("mover"),
                 "seat": self.fields.read("seat")}  # fmt: skip
        held: dict[str, Term] = {}
        for part, term in parts.items():
            variable = self.up.names.fresh(part)
            found.append(Let(node.span, variable, term))
            held[part] = t.var(variable, INT)
        for field, index, value in (
            ("colour_of", held["other"], held["mine"]), ("colour_of", held["seat"], wanted),
            ("seat_of", held["mine"], held["other"]), ("seat_of", wanted, held["seat"]),
        ):  # fmt: skip
            found.append(Assign(node.span, field, (index,), value))
        return [*found, Assign(node.span, "mover", (), wanted)]

    # ---- the rest ----

    def lower_weight(self, node: model.Weight, env: Env) -> list[Effect]:
        value = self.up.lower(node.value, env)
        is_heavy = t.lt(t.number(0), value.term)
        return [
            Check(node.span, t.and_(value.exists, is_heavy)),
            Assign(node.span, "weight", (), t.as_real(value.term)),
        ]

    def lower_tell(self, node: model.Tell, env: Env) -> list[Effect]:
        return []  # words are for people: the Python side keeps them

    def lower_perform(self, node: model.Perform, env: Env) -> list[Effect]:
        definition = self.up.game.definitions[node.name]
        assert isinstance(definition.body, tuple)
        found: list[Effect] = []
        inner: Env = {}
        for slot, arg in zip(definition.slots, node.args, strict=True):
            value = self.up.lower(arg, env)
            found.append(Check(node.span, value.exists))
            term, lets = value.term, []
            if value.term.reads:
                term, lets = self.hold(node.span, "given", value.term)
            found += lets
            inner[slot] = Value(term, value.type, TRUE, value.family, value.place,
                                value.groups, value.bounds)  # fmt: skip
        return [*found, *self.body(definition.body, inner)]

    def lower_if(self, node: model.If, env: Env) -> list[Effect]:
        branches = []
        known = set(self.empty), set(self.mine)
        for condition, body in node.branches:
            holds = self.up.condition(condition, env)
            if holds == FALSE:
                continue
            branches.append((holds, self.body(body, env)))
            self.empty, self.mine = set(known[0]), set(known[1])
            if holds == TRUE:
                break
        if branches and branches[0][0] == TRUE:
            return list(branches[0][1])
        return [If(node.span, tuple(branches))] if branches else []

    def lower_for(self, node: model.For, env: Env) -> list[Effect]:
        loops, domains, condition, scope = self.up.rounds(node, env)
        self.forget()
        body = self.body(node.body, scope)
        self.forget()
        if len(loops) == 1 and loops[0].of == "places":
            domains, condition = narrowed(loops[0], domains, condition)
        changed = written(body)
        depends = condition.reads.union(*(d.reads for d in domains[1:]))
        if loops[0].kind == "groups" or len(loops) > 1 or condition.reads & changed:
            if (depends | domains[0].reads) & changed:
                return self.rounds_first(node, loops, domains, condition, body)
        return [For(node.span, loops, domains, condition, body)]

    def rounds_first(
        self, node: model.For, loops: tuple[Loop, ...], domains: tuple[Term, ...],
        condition: Term, body: Effects,
    ) -> list[Effect]:  # fmt: skip
        """A loop whose rounds its body would change: they are chosen first."""
        if len(loops) > 1 or loops[0].kind != "bits":
            raise NotNative(f"the loop `{node.span.text}`", node.span)
        type = domains[0].type
        chosen = t.fold("union", loops, domains, condition,
                        t.bit(type, t.var(loops[0].name, INT)), type)  # fmt: skip
        name = self.up.names.fresh("chosen")
        rounds = For(node.span, loops, (t.var(name, type),), TRUE, body)
        return [Let(node.span, name, chosen), rounds]


def bit_of(place: Term, bit: int) -> Term:
    """Whether a bit of a number is set."""
    if place.op == "const":
        return t.const(t.BOOL, bool(place.data >> bit & 1))
    shifted = t.arithmetic("div", place, t.number(1 << bit)) if bit else place
    return t.eq(t.arithmetic("mod", shifted, t.number(2)), t.number(1))


def clamp(term: Term, low: int, high: int) -> Term:
    """The nearest number from low to high."""
    at_least = t.select(t.lt(term, t.number(low)), t.number(low), term)
    return t.select(t.lt(t.number(high), term), t.number(high), at_least)
