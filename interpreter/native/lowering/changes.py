"""Pieces that move, change places, or turn into others."""

from __future__ import annotations

from gdl import model
from interpreter.native import terms as t
from interpreter.native.effects import Assign, Check, Effect
from interpreter.native.lowering.pieces import Pieces, bit_of
from interpreter.native.terms import TRUE, Term
from interpreter.native.values import Env, Value


class Changes(Pieces):
    """Lowers `move`, `swap` and what sets a part of a piece."""

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
        both = t.and_(t.has(self.asks.occupied, first.term), t.has(self.asks.occupied, second.term))
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
        found: list[Effect] = [
            Check(node.span, t.and_(owners, t.or_(there, t.not_(t.some(cells)))))
        ]
        for bit in range(self.fields.attributes[node.what].planes):
            plane = self.fields.read(f"with_{node.what}", t.number(bit))
            value = t.select(bit_of(place, bit), t.union(plane, cells), t.minus(plane, cells))
            found.append(Assign(node.span, plane.data, plane.args, value))
        return found
