"""New pieces, and pieces that leave the board: with the supply that they come from."""

from __future__ import annotations

from gdl import model
from gdl.source import Span
from gdl.types import FLAG, NUMBER
from interpreter.native import terms as t
from interpreter.native.effects import Assign, Check, Effect, If
from interpreter.native.lowering.held import Held
from interpreter.native.lowering.intervals import clamp
from interpreter.native.lowering.layout import set_type
from interpreter.native.refusal import NotNative
from interpreter.native.terms import FALSE, INT, REAL, TRUE, Loop, Term
from interpreter.native.values import Env, Value


class Pieces(Held):
    """Lowers `put`, `lift` and `remove`."""

    def lower_put(self, node: model.Put, env: Env) -> list[Effect]:
        place = self.up.lower(node.place, env)
        piece = self.up.lower(node.piece, env)
        found: list[Effect] = [Check(node.span, t.and_(piece.exists, place.exists))]
        cells, checks = self.hold(node.span, "cells", place.term)
        found += checks
        if str(piece.type) == "piece":
            found += self.put_piece(node, self.held_code(node.span, piece.term, found), cells)
        else:
            found += self.put_kinds(node, env, self.held_code(node.span, piece.term, found), cells)
        last = t.select(t.some(cells), t.last(cells), self.fields.read("last"))
        return [*found, Assign(node.span, "last", (), last)]

    def put_kinds(self, node: model.Put, env: Env, kind: Term, cells: Term) -> list[Effect]:
        """A piece made of its parts; its kind may be told in play."""
        if kind.op == "const":
            return self.put_kind(node, env, kind, cells)
        kinds = [t.number(k) for k in range(len(self.rules.game.kinds))]
        branches = ((t.eq(kind, k), tuple(self.put_kind(node, env, k, cells))) for k in kinds)
        return [If(node.span, tuple(branches))]

    def put_kind(self, node: model.Put, env: Env, kind: Term, cells: Term) -> list[Effect]:
        """A piece of a constant kind."""
        rule = self.rules.game.kinds[kind.data]
        if not rule.attributes.keys() <= {name for name, _ in node.attributes}:
            return [Check(node.span, FALSE)]
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
        plane = self.asks.plane(owner)
        if self.are_empty(cells) and plane.op == "read" and kind.op == "const":
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

    def attribute_places(
        self, node: model.Put, env: Env, kind: model.Kind
    ) -> tuple[dict[str, Term], list[Effect]]:
        """For each attribute of the game the place of the new piece's value."""
        given = dict(node.attributes)
        found: list[Effect] = []
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
        if value.term.type == REAL:
            raise NotNative("fraction")
        if type == NUMBER:
            if codes != list(range(codes[0], codes[0] + len(codes))):
                raise NotNative("sparse-numbers", name=name)
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
                t.not_(t.some(cells)), self.is_endless(piece),
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

    @property
    def endless(self) -> int:
        """The codes, as bits, of the pieces of which there is no end."""
        pools = {self.layout.piece_codes[piece] for piece in self.rules.pools}
        return sum(1 << code for code in range(len(self.layout.pieces)) if code not in pools)

    def is_endless(self, piece: Term) -> Term:
        """Whether there is no end of a piece."""
        pieces = set_type(len(self.layout.pieces))
        return t.has(t.const(pieces, self.endless), piece) if self.endless else FALSE

    def pool_of_piece(self, piece: Term) -> Term:
        """The pool of a piece, -1 for one without."""
        rules = self.rules
        pools = [rules.pool_of.get(rules.pool_key(p), -1) for p in self.layout.pieces]
        return t.lookup(self.layout.table(INT, (len(pools),), pools), piece)

    def take_from_pool(self, span: Span, kind: int, owner: Term, cells: Term) -> list[Effect]:
        """Pieces of a kind and owner out of the supply."""
        pools = {p.owner: i for i, p in enumerate(self.rules.pools) if p.kind == kind}
        if not pools:
            return []
        if self.fields.has_bag:
            raise NotNative("single-pieces", span)
        if owner.op == "const":
            if owner.data not in pools:
                raise NotNative("single-pieces", span)
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
            loop = Loop("bits", name, INT, 1, "cells")
            pieces = t.meet(cells, self.asks.occupied)
            one = t.bit(bag.type, self.asks.piece(on))
            lifted = t.fold("union", (loop,), (pieces,), TRUE, one, bag.type)
            back = t.minus(lifted, t.const(bag.type, self.endless))
            found.append(Assign(node.span, "bag", (), t.union(bag, back)))
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


def bit_of(place: Term, bit: int) -> Term:
    """Whether a bit of a number is set."""
    if place.op == "const":
        return t.const(t.BOOL, bool(place.data >> bit & 1))
    shifted = t.arithmetic("div", place, t.number(1 << bit)) if bit else place
    return t.eq(t.arithmetic("mod", shifted, t.number(2)), t.number(1))
