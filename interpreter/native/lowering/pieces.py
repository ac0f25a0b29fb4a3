"""New pieces, and pieces that leave the board, move, change places or turn into others."""

from __future__ import annotations

from collections.abc import Iterable

from gdl.model import nodes as model
from gdl.source.spans import Span
from gdl.vocabulary.types import FLAG, NUMBER
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Assign, Check, Effect, For, If, Making
from interpreter.native.ir.layout.layout import set_type
from interpreter.native.ir.terms import FALSE, INT, REAL, TRUE, Loop, Term
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.values import Env, Value, clamp
from interpreter.native.lowering.context import StatementContext


class Pieces(StatementContext):
    """Lowers `put`, `lift` and `remove`."""

    def lower_put(self, node: model.Put, env: Env) -> Iterable[Effect]:
        place = self.up.lower(node.place, env)
        piece = self.up.lower(node.piece, env)
        yield Check(node.span, t.and_(piece.exists, place.exists))
        cells = yield from self.bind(node.span, "cells", place.term)
        code = yield from self.bind(node.span, "code", piece.term)
        if str(piece.type) == "piece":
            yield from self.take_piece(node, code, cells)
            yield from self.set_down_whole(node, code, cells)
        else:
            yield from self.put_kinds(node, env, code, cells)
        last = t.select(t.some(cells), t.last(cells), self.fields.read("last"))
        yield Assign(node.span, "last", (), last)

    def put_kinds(self, node: model.Put, env: Env, kind: Term, cells: Term) -> Iterable[Effect]:
        """A piece made of its parts; its kind may depend on the position."""
        if kind.op == "const":
            return self.put_kind(node, env, kind, cells)
        kinds = [t.number(k) for k in range(len(self.rules.model.kinds))]
        branches = ((t.eq(kind, k), tuple(self.put_kind(node, env, k, cells))) for k in kinds)
        return [If(node.span, tuple(branches))]

    def put_kind(self, node: model.Put, env: Env, kind: Term, cells: Term) -> Iterable[Effect]:
        """A piece of a constant kind."""
        rule = self.rules.model.kinds[kind.data]
        if not rule.attributes.keys() <= {name for name, _ in node.attributes} | rule.starts.keys():
            yield Check(node.span, FALSE)
            return
        owner = yield from self.new_owner(node, env, rule)
        places = yield from self.attribute_places(node, env, rule)
        if kind.data in self.fields.single:
            code = self.board.piece_of(kind, owner, [places[n] for n in self.fields.attributes])
            code = yield from self.bind(node.span, "code", code)
            yield from self.take_piece(node, code, cells)
        else:
            yield from self.take_from_pool(node.span, kind.data, owner, cells)
        yield from self.set_down(node, kind, owner, places, cells)

    def set_down(
        self, node: model.Put, kind: Term, owner: Term, places: dict[str, Term], cells: Term
    ) -> Iterable[Effect]:
        """The planes with a new piece on some cells."""
        yield from self.clear_others(node.span, kind, owner, cells)
        for name, place in places.items():
            for bit, plane in enumerate(self.board.attribute_planes(name)):
                yield self.mark(node.span, plane, cells, bit_of(place, bit), is_new=True)

    def new_owner(self, node: model.Put, env: Env, rule: model.Kind) -> Making[Term]:
        """The owner of a new piece, after what has to be checked and kept for it."""
        owners = self.rules.owners(rule)
        owner = self.fields.read("mover")
        if node.owner is not None:
            whose = self.up.lower(node.owner, env)
            yield Check(node.span, t.and_(whose.exists, self.can_own(whose.term, rule)))
            owner = whose.term
        elif set(owners) != set(range(self.fields.colours)):
            owner = t.number(owners[0])
            for other in owners[1:]:
                is_mover = t.eq(self.fields.read("mover"), t.number(other))
                owner = t.select(is_mover, t.number(other), owner)
        return owner if owner.op == "read" else (yield from self.bind(node.span, "code", owner))

    def can_own(self, colour: Term, kind: model.Kind) -> Term:
        """Whether pieces of a kind can be those of a colour."""
        owners = {o for o in self.rules.owners(kind) if o >= 0}
        if owners >= set(range(self.fields.colours)):
            return TRUE
        return t.or_(*(t.eq(colour, t.number(o)) for o in sorted(owners)))

    def clear_others(self, span: Span, kind: Term, owner: Term, cells: Term) -> Iterable[Effect]:
        """The planes of owners and kinds with a new piece on some cells."""
        plane = self.board.plane(owner)
        if self.are_empty(cells) and plane.op == "read" and kind.op == "const":
            yield Assign(span, plane.data, plane.args, t.union(plane, cells))
            if self.fields.has_kinds:
                plane = self.fields.read("kind", kind)
                yield Assign(span, "kind", plane.args, t.union(plane, cells))
            return
        if self.fields.has_owned:
            for colour in range(self.fields.colours):
                plane, whose = self.board.own(t.number(colour)), t.eq(owner, t.number(colour))
                yield self.mark(span, plane, cells, whose, is_new=True)
        if self.fields.has_unowned:
            plane, nobody = self.fields.read("unowned"), t.not_(t.exists(owner))
            yield self.mark(span, plane, cells, nobody, is_new=True)
        if self.fields.has_kinds:
            for number in range(len(self.rules.model.kinds)):
                plane = self.fields.read("kind", t.number(number))
                is_it = t.eq(kind, t.number(number))
                yield self.mark(span, plane, cells, is_it, is_new=True)

    def attribute_places(
        self, node: model.Put, env: Env, kind: model.Kind
    ) -> Making[dict[str, Term]]:
        """For each attribute of the game the place of the new piece's value, after what has to be
        checked and kept for it.
        """
        given = dict(node.attributes)
        places: dict[str, Term] = {n: t.number(0) for n in self.fields.attributes}
        for name in kind.attributes:
            value = self.up.lower(given.get(name) or kind.starts[name], env)
            place, there = self.attribute_value(name, value)
            yield Check(node.span, t.and_(value.exists, there))
            places[name] = yield from self.bind(node.span, name, place)
        return places

    def attribute_value(self, name: str, value: Value) -> tuple[Term, Term]:
        """The place of a value among those of an attribute, and whether it is one."""
        type = self.rules.codes.attribute_types[name]
        values = self.fields.attributes[name].values
        if type == FLAG:
            return t.select(value.term, t.number(1), t.number(0)), TRUE
        codes = [self.up.folder.code(type, INT, v) for v in values]
        if value.term.type == REAL:
            raise NotNative("fraction")
        if type == NUMBER:
            if codes != list(range(codes[0], codes[0] + len(codes))):
                held = t.Table(INT, (len(codes),), tuple(codes))
                return t.nearest(held, value.term), TRUE
            clamped = clamp(value.term, codes[0], codes[-1])
            return t.arithmetic("sub", clamped, t.number(codes[0])), TRUE
        size = self.layout.size_of(type)
        places = (codes.index(c) if c in codes else -1 for c in range(size))
        place = t.entry(INT, places, value.term)
        if codes == list(range(size)) and not value.term.nullable:
            return value.term, TRUE
        return place, t.exists(place)

    def set_down_whole(self, node: model.Put, piece: Term, cells: Term) -> Iterable[Effect]:
        """The planes with a piece that is named whole on some cells."""
        kind = t.entry(INT, (p.kind for p in self.layout.pieces), piece)
        owner = t.entry(INT, (p.owner for p in self.layout.pieces), piece)
        yield from self.clear_others(node.span, kind, owner, cells)
        for name in self.fields.attributes:
            for bit, plane in enumerate(self.board.attribute_planes(name)):
                flags = (bool(place >> bit & 1) for place in self.board.places(name))
                is_set = t.entry(t.BOOL, flags, piece)
                yield self.mark(node.span, plane, cells, is_set, is_new=True)

    def take_piece(self, node: model.Put, piece: Term, cells: Term) -> Iterable[Effect]:
        """A piece that is named whole out of the supply."""
        if self.fields.has_bag:
            bag = self.fields.read("bag")
            yield Check(node.span, t.or_(
                t.not_(t.some(cells)), self.is_endless(piece),
                t.and_(t.has(bag, piece), t.eq(t.count(cells), t.number(1))),
            ))  # fmt: skip
            one = t.select(t.some(cells), t.bit(bag.type, piece), t.no(bag.type))
            yield Assign(node.span, "bag", (), t.minus(bag, one))
        elif self.rules.pools:
            yield from self.take_counted(node.span, self.pool_of_piece(piece), cells)

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
        pools = (rules.pool_of.get(rules.pool_key(p), -1) for p in self.layout.pieces)
        return t.entry(INT, pools, piece)

    def take_from_pool(self, span: Span, kind: int, owner: Term, cells: Term) -> Iterable[Effect]:
        """Pieces of a kind, of which some are alike, and of an owner out of the supply."""
        pools = {p.owner: i for i, p in enumerate(self.rules.pools) if p.kind == kind}
        if not pools:
            return []
        if owner.op == "const":
            if owner.data not in pools:
                return [Check(span, FALSE)]
            return self.take_counted(span, t.number(pools[owner.data]), cells)
        pool = t.entry(INT, (pools.get(c, -1) for c in range(self.fields.colours)), owner)
        return self.take_counted(span, pool, cells)

    def take_counted(self, span: Span, pool: Term, cells: Term) -> Iterable[Effect]:
        """So many pieces as there are cells out of a pool, if it has them."""
        bound = yield from self.bind(span, "code", pool)
        safe = t.select(t.exists(pool), bound, t.number(0)) if pool.nullable else bound
        has_pool = t.not_(t.lt(bound, t.number(0))) if pool.nullable else TRUE
        left = t.arithmetic("sub", self.fields.read("supply", safe), t.count(cells))
        yield Check(span, t.or_(t.not_(has_pool), t.not_(t.lt(left, t.number(0)))))
        value = t.select(has_pool, left, self.fields.read("supply", safe))
        yield Assign(span, "supply", (safe,), value)

    def lower_lift(self, node: model.Lift, env: Env) -> Iterable[Effect]:
        place = self.up.lower(node.place, env)
        yield Check(node.span, place.exists)
        cells = yield from self.bind(node.span, "cells", place.term)
        if self.fields.single:
            yield self.lift_single(node.span, cells)
        for number, piece in enumerate(() if self.fields.single else self.rules.pools):
            of = t.meet(cells, self.board.plane(t.number(piece.owner)))
            if self.fields.has_kinds:
                of = t.meet(of, self.board.of_kind(t.number(piece.kind)))
            supply = self.fields.read("supply", t.number(number))
            more = t.arithmetic("add", supply, t.count(of))
            yield Assign(node.span, "supply", (t.number(number),), more)
        yield from self.clear(node.span, cells)

    def lift_single(self, span: Span, cells: Term) -> Effect:
        """Pieces back into the supply, of which some are told apart."""
        name = self.up.names.fresh("on")
        piece, loop = self.board.piece(t.var(name, INT)), Loop("bits", name, INT, 1, "cells")
        pieces = t.meet(cells, self.board.occupied)
        if self.fields.has_bag:
            bag = self.fields.read("bag")
            lifted = t.fold("union", (loop,), (pieces,), TRUE, t.bit(bag.type, piece), bag.type)
            back = t.minus(lifted, t.const(bag.type, self.endless))
            return Assign(span, "bag", (), t.union(bag, back))

        def counted() -> Iterable[Effect]:
            pool = yield from self.bind(span, "code", self.pool_of_piece(piece))
            more = t.arithmetic("add", self.fields.read("supply", pool), t.number(1))
            yield If(span, ((t.exists(pool), (Assign(span, "supply", (pool,), more),)),))

        return For(span, (loop,), (pieces,), TRUE, tuple(counted()))

    def lower_remove(self, node: model.Remove, env: Env) -> Iterable[Effect]:
        place = self.up.lower(node.place, env)
        yield Check(node.span, place.exists)
        cells = yield from self.bind(node.span, "cells", place.term)
        yield from self.clear(node.span, cells)


def bit_of(place: Term, bit: int) -> Term:
    """Whether a bit of a number is set."""
    if place.op == "const":
        return t.const(t.BOOL, bool(place.data >> bit & 1))
    shifted = t.arithmetic("div", place, t.number(1 << bit)) if bit else place
    return t.eq(t.arithmetic("mod", shifted, t.number(2)), t.number(1))


class Changes(Pieces):
    """Lowers `move`, `swap` and what sets a part of a piece."""

    def lower_move(self, node: model.Move, env: Env) -> Iterable[Effect]:
        start, end = self.up.lower(node.start, env), self.up.lower(node.end, env)
        there = t.and_(start.exists, end.exists)
        mover = self.fields.read("mover")
        is_mine = self.facts.simplified(t.has(self.board.own(mover), start.term)) == TRUE
        is_free = self.are_empty(t.bit(self.cells, end.term))
        stands = TRUE if is_mine else t.has(self.board.occupied, start.term)
        yield Check(node.span, t.and_(there, stands))
        a = yield from self.bind(node.span, "code", start.term)
        b = yield from self.bind(node.span, "code", end.term)
        from_bit, to_bit = t.bit(self.cells, a), t.bit(self.cells, b)
        planes = self.board.board_planes()
        if is_mine:
            mine = self.board.own(mover)
            gone = t.union(t.minus(mine, from_bit), to_bit)
            if not is_free:
                yield from (
                    Assign(node.span, p.data, p.args, t.minus(p, to_bit))
                    for p in planes if p.data in ("own", "unowned")
                )  # fmt: skip
            yield Assign(node.span, "own", mine.args, gone)
            planes = [p for p in planes if p.data not in ("own", "unowned")]
        for plane in planes:
            left = t.minus(plane, from_bit)
            other = plane if is_free else t.minus(plane, to_bit)
            value = t.select(t.has(plane, a), t.union(left, to_bit), other)
            yield Assign(node.span, plane.data, plane.args, value)
        yield Assign(node.span, "last", (), b)

    def lower_swap(self, node: model.Swap, env: Env) -> Iterable[Effect]:
        a, b = yield from self.swapped(node, env)
        cells = t.union(t.bit(self.cells, a), t.bit(self.cells, b))
        for plane in self.board.board_planes():
            differ = t.not_(t.eq(t.has(plane, a), t.has(plane, b)))
            turned = t.minus(t.union(plane, cells), t.meet(plane, cells))
            value = t.select(differ, turned, plane)
            yield Assign(node.span, plane.data, plane.args, value)

    def swapped(self, node: model.Swap, env: Env) -> Making[tuple[Term, Term]]:
        """The cells of two pieces that change places, after what is checked and kept for them."""
        first, second = self.up.lower(node.first, env), self.up.lower(node.second, env)
        both = t.and_(*(t.has(self.board.occupied, of.term) for of in (first, second)))
        yield Check(node.span, t.and_(first.exists, second.exists, both))
        a = yield from self.bind(node.span, "code", first.term)
        return a, (yield from self.bind(node.span, "code", second.term))

    def lower_setpiece(self, node: model.SetPiece, env: Env) -> Iterable[Effect]:
        place, value = self.up.lower(node.place, env), self.up.lower(node.value, env)
        yield Check(node.span, t.and_(place.exists, value.exists))
        cells = yield from self.bind(node.span, "cells", place.term)
        new = yield from self.bind(node.span, "code", value.term)
        bound = Value(new, value.type, bounds=value.bounds)
        changes = {"owner": self.set_owner, "kind": self.set_kind}
        yield from changes.get(node.what, self.set_attribute)(node, cells, bound)

    def set_owner(self, node: model.SetPiece, cells: Term, new: Value) -> Iterable[Effect]:
        """Other owners of the pieces on some cells, where their kinds can have them."""
        allowed = t.no(self.cells)
        for number, kind in enumerate(self.rules.model.kinds):
            of_kind = self.board.of_kind(t.number(number))
            can = t.select(self.can_own(new.term, kind), of_kind, t.no(self.cells))
            allowed = t.union(allowed, can)
        yield Check(node.span, t.within(cells, allowed))
        for colour in range(self.fields.colours):
            plane, whose = self.board.own(t.number(colour)), t.eq(new.term, t.number(colour))
            yield self.mark(node.span, plane, cells, whose)
        if self.fields.has_unowned:
            plane = self.fields.read("unowned")
            yield Assign(node.span, "unowned", (), t.minus(plane, cells))

    def set_kind(self, node: model.SetPiece, cells: Term, new: Value) -> Iterable[Effect]:
        """Another kind of the pieces on some cells, where it has their attributes and owners."""
        kinds = self.rules.model.kinds
        allowed = t.no(self.cells)
        for number, kind in enumerate(kinds):
            can = t.no(self.cells)
            for old_number, old in enumerate(kinds):
                comes = kind.attributes.keys() - old.attributes
                goes = old.attributes.keys() - kind.attributes
                if comes <= kind.starts.keys() and goes <= old.starts.keys():
                    can = t.union(can, self.board.of_kind(t.number(old_number)))
            owners = [self.board.plane(t.number(o)) for o in self.rules.owners(kind)]
            can = t.meet(can, t.union(*owners))
            is_it = t.eq(new.term, t.number(number))
            allowed = t.union(allowed, t.select(is_it, can, t.no(self.cells)))
        yield Check(node.span, t.within(cells, allowed))
        if len({frozenset(kind.attributes) for kind in kinds}) > 1:
            yield from self.turn_attributes(node.span, cells, new.term)
        for number in range(len(kinds) if self.fields.has_kinds else 0):
            plane = self.fields.read("kind", t.number(number))
            is_it = t.eq(new.term, t.number(number))
            yield self.mark(node.span, plane, cells, is_it)

    def turn_attributes(self, span: Span, cells: Term, new: Term) -> Iterable[Effect]:
        """The attributes of pieces that become others: what comes has its start, what goes is 0."""
        for name in self.fields.attributes:
            has = t.meet(cells, self.board.has_attribute(name))
            for bit, plane in enumerate(self.board.attribute_planes(name)):
                value = plane
                for number, kind in enumerate(self.rules.model.kinds):
                    changed = t.minus(plane, has)
                    if name in kind.starts:
                        start = self.attribute_value(name, self.up.lower(kind.starts[name], {}))[0]
                        come = t.minus(cells, has)
                        is_set = bit_of(start, bit)
                        changed = t.select(is_set, t.union(plane, come), t.minus(plane, come))
                    elif name in kind.attributes:
                        changed = plane
                    value = t.select(t.eq(new, t.number(number)), changed, value)
                yield Assign(span, plane.data, plane.args, value)

    def set_attribute(self, node: model.SetPiece, cells: Term, new: Value) -> Iterable[Effect]:
        """Another value of an attribute of the pieces on some cells."""
        place, there = self.attribute_value(node.what, new)
        owners = t.within(cells, self.board.has_attribute(node.what))
        yield Check(node.span, t.and_(owners, t.or_(there, t.not_(t.some(cells)))))
        for bit, plane in enumerate(self.board.attribute_planes(node.what)):
            yield self.mark(node.span, plane, cells, bit_of(place, bit))
