"""Statements about pieces on a board with piles.

Each changes the heights and the entries of piles, and then the planes of the cells concerned,
which hold the tops.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.model import nodes as model
from gdl.source.spans import Span
from gdl.vocabulary.types import SetType
from interpreter.board.position import Piece
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Assign, Check, Effect, For, If
from interpreter.native.ir.terms import BOOL, FALSE, INT, REAL, TRUE, Loop, Term
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.values import Env
from interpreter.native.lowering.pieces import Changes

NONE, ONE, NO_NUMBER = t.number(0), t.number(1), t.number(-1)


def plus(a: Term, b: Term) -> Term:
    """The sum of two numbers."""
    return t.arithmetic("add", a, b)


def less(a: Term, b: Term) -> Term:
    """The difference of two numbers."""
    return t.arithmetic("sub", a, b)


class Piles(Changes):
    """Lowers what puts, takes, moves and changes pieces of piles."""

    # ---- put ----

    def set_down(
        self, node: model.Put, kind: Term, owner: Term, places: dict[str, Term], cells: Term
    ) -> list[Effect]:
        if self.fields.pile is None:
            return super().set_down(node, kind, owner, places, cells)
        code = self.board.piece_of(kind, owner, [places[n] for n in self.fields.attributes])
        effects: list[Effect] = []
        entry = self.bind(node.span, "entry", plus(code, ONE), effects)
        return effects + self.add_to_piles(node, cells, entry)

    def set_down_whole(self, node: model.Put, piece: Term, cells: Term) -> list[Effect]:
        if self.fields.pile is None:
            return super().set_down_whole(node, piece, cells)
        return self.add_to_piles(node, cells, plus(piece, ONE))

    def add_to_piles(self, node: model.Put, cells: Term, entry: Term) -> list[Effect]:
        """A new piece on each of some cells."""

        def add(cell: Term) -> list[Effect]:
            effects: list[Effect] = []
            height = self.height(node.span, cell, effects)
            effects.append(Check(node.span, t.lt(height, t.number(self.board.most))))
            if node.under:
                effects += self.raised(node.span, cell, height, ONE)
            effects += self.enter(node.span, cell, NONE if node.under else height, entry)
            return [*effects, *self.grown(node.span, cell, plus(height, ONE))]

        return self.on_each(node.span, cells, add)

    # ---- parts of piles ----

    def on_each(
        self, span: Span, cells: Term, change: Callable[[Term], list[Effect]]
    ) -> list[Effect]:
        """A change on each of some cells in order."""
        if cells.op == "bit":
            return change(cells.args[0])
        name = self.up.names.fresh("cell")
        over = (Loop("bits", name, INT, 1, "cells"),)
        return [For(span, over, (cells,), TRUE, tuple(change(t.var(name, INT))))]

    def counting(
        self, span: Span, low: Term, high: Term, body: Callable[[Term], list[Effect]]
    ) -> list[Effect]:
        """A change for each number from low to below high; none where all pieces are alike."""
        if "pile" not in self.fields.all:
            return []
        name = self.up.names.fresh("i")
        over = (Loop("range", name, INT, 2),)
        return [For(span, over, (low, less(high, ONE)), TRUE, tuple(body(t.var(name, INT))))]

    def enter(self, span: Span, cell: Term, place: Term, entry: Term) -> list[Effect]:
        """An entry of a pile."""
        if "pile" not in self.fields.all:
            return []
        return [Assign(span, "pile", (self.board.entry_index(cell, place),), entry)]

    def raised(self, span: Span, cell: Term, height: Term, by: Term) -> list[Effect]:
        """Room for some pieces under a pile: the highest goes first."""

        def move(i: Term) -> list[Effect]:
            place = less(less(height, ONE), i)
            return self.enter(span, cell, plus(place, by), self.board.entry(cell, place))

        return self.counting(span, NONE, height, move)

    def lowered(
        self, span: Span, cell: Term, height: Term, by: Term, below: bool
    ) -> list[Effect]:
        """A pile without its upper or its lower pieces."""
        effects: list[Effect] = []
        left = less(height, by)
        if below:
            effects += self.counting(span, NONE, left, lambda i: self.enter(
                span, cell, i, self.board.entry(cell, plus(i, by))
            ))  # fmt: skip
        effects += self.counting(span, left, height, lambda i: self.enter(span, cell, i, NONE))
        return [*effects, *self.grown(span, cell, left)]

    def height(self, span: Span, cell: Term, effects: list[Effect]) -> Term:
        """The height of a pile, kept while the state changes."""
        return self.bind(span, "height", self.board.height_of(cell), effects)

    def grown(self, span: Span, cell: Term, height: Term) -> list[Effect]:
        """Another height of a pile, and the planes with its top."""
        effects: list[Effect] = []
        height = self.bind(span, "high", height, effects)
        effects.append(Assign(span, "height", (cell,), height))
        return effects + self.topped(span, cell, height)

    def topped(self, span: Span, cell: Term, height: Term) -> list[Effect]:
        """The planes with the top of a pile."""
        entry = self.board.entry(cell, less(height, ONE))
        effects: list[Effect] = []
        top = self.bind(span, "top", t.select(t.lt(NONE, height), entry, NONE), effects)
        bit = t.bit(self.cells, cell)
        for plane, flags in self.planes_of_pieces():
            is_in = t.lookup(self.board.entries(BOOL, False, flags), top)
            value = t.select(is_in, t.union(plane, bit), t.minus(plane, bit))
            effects.append(Assign(span, plane.data, plane.args, value))
        return effects

    def planes_of_pieces(self) -> list[tuple[Term, list[bool]]]:
        """Each plane, and which pieces stand in it."""
        pieces, named = self.layout.pieces, self.rules.named_attributes
        planes: list[tuple[Term, list[bool]]] = []
        for plane in self.board.board_planes():
            of = plane.args[0].data if plane.args else 0
            if plane.data == "own":
                flags = [p.owner == of for p in pieces]
            elif plane.data == "unowned":
                flags = [p.owner < 0 for p in pieces]
            elif plane.data == "kind":
                flags = [p.kind == of for p in pieces]
            else:
                name = plane.data.removeprefix("with_")
                values = self.fields.attributes[name].values
                places = [values.index(named(p)[name]) if name in named(p) else 0 for p in pieces]
                flags = [bool(place >> of & 1) for place in places]
            planes.append((plane, flags))
        return planes

    def number_of(
        self, node: model.Lift | model.Remove | model.Move, env: Env, effects: list[Effect]
    ) -> Term | None:
        """How many pieces of a pile are taken, kept; None for all of them, below 0 for no number.

        Where no pile is taken from, there is nothing to check of it.
        """
        if node.count is None:
            return None
        value = self.up.lower(node.count, env)
        if value.term.type == REAL:
            raise NotNative("fraction", node.count.span)
        number = t.select(value.exists, value.term, NO_NUMBER)
        return self.bind(node.span, "number", number, effects)

    # ---- lift and remove ----

    def pile_lift(self, node: model.Lift, env: Env) -> list[Effect]:
        return self.taken_off(node, env, to_supply=True)

    def pile_remove(self, node: model.Remove, env: Env) -> list[Effect]:
        return self.taken_off(node, env, to_supply=False)

    def taken_off(
        self, node: model.Lift | model.Remove, env: Env, to_supply: bool
    ) -> list[Effect]:
        """Pieces off the board."""
        span, place = node.span, self.up.lower(node.place, env)
        first: list[Effect] = [Check(span, place.exists)]
        cells = self.bind(span, "cells", place.term, first)
        number = self.number_of(node, env, first)

        def take(cell: Term) -> list[Effect]:
            effects: list[Effect] = []
            by = height = self.height(span, cell, effects)
            if number is not None:
                by = number
                enough = t.and_(t.le(NONE, number), t.le(number, height))
                effects.append(Check(span, enough))
            if to_supply and self.rules.pools:
                low = NONE if node.below else less(height, by)
                effects += self.supplied(span, cell, low, plus(low, by))
            return [*effects, *self.lowered(span, cell, height, by, node.below)]

        return first + self.on_each(span, cells, take)

    def supplied(self, span: Span, cell: Term, low: Term, high: Term) -> list[Effect]:
        """The pieces of a pile from one place to below another, back in the supply."""
        pieces = self.layout.pieces
        pools = [self.rules.pool_of.get(self.rules.pool_key(p), -1) for p in pieces]
        if self.fields.has_bag:
            return self.bagged(span, cell, low, high)
        if "pile" not in self.fields.all:
            supply = self.fields.read("supply", NONE)
            return [Assign(span, "supply", (NONE,), plus(supply, less(high, low)))]
        table = self.board.entries(INT, 0, [max(pool, 0) for pool in pools])
        counted = self.board.entries(INT, 0, [int(pool >= 0) for pool in pools])

        def back(i: Term) -> list[Effect]:
            effects: list[Effect] = []
            entry = self.bind(span, "entry", self.board.entry(cell, i), effects)
            pool = self.bind(span, "pool", t.lookup(table, entry), effects)
            more = plus(self.fields.read("supply", pool), t.lookup(counted, entry))
            return [*effects, Assign(span, "supply", (pool,), more)]

        return self.counting(span, low, high, back)

    def bagged(self, span: Span, cell: Term, low: Term, high: Term) -> list[Effect]:
        """The same, where there is one piece of each sort."""
        bag = self.fields.read("bag")
        if "pile" not in self.fields.all:  # there is one piece
            some = t.select(t.lt(low, high), t.bit(bag.type, NONE), t.no(bag.type))
            return [Assign(span, "bag", (), t.union(bag, some))]

        def back(i: Term) -> list[Effect]:
            effects: list[Effect] = []
            code = self.bind(span, "code", less(self.board.entry(cell, i), ONE), effects)
            one = t.minus(t.bit(bag.type, code), t.const(bag.type, self.endless))
            return [*effects, Assign(span, "bag", (), t.union(bag, one))]

        return self.counting(span, low, high, back)

    # ---- move and swap ----

    def pile_move(self, node: model.Move, env: Env) -> list[Effect]:
        start, end = self.up.lower(node.start, env), self.up.lower(node.end, env)
        effects: list[Effect] = [Check(node.span, t.and_(start.exists, end.exists))]
        number = self.number_of(node, env, effects)
        to = self.bind(node.span, "code", end.term, effects)
        if isinstance(node.start.type, SetType):
            cells = self.bind(node.span, "cells", start.term, effects)
            return effects + self.on_each(
                node.span, cells, lambda cell: self.carried(node, cell, to, number)
            )
        cell = self.bind(node.span, "code", start.term, effects)
        return effects + self.carried(node, cell, to, number)

    def carried(
        self, node: model.Move, cell: Term, to: Term, number: Term | None
    ) -> list[Effect]:
        """Pieces of one pile moved to another; a move to where they stand changes nothing."""
        span, effects = node.span, list[Effect]()
        height = self.height(span, cell, effects)
        there = self.bind(span, "there", self.board.height_of(to), effects)
        by = height if number is None else number
        fits = t.or_(t.eq(cell, to), t.le(plus(there, by), t.number(self.board.most)))
        enough = t.lt(NONE, height)
        if number is not None:
            enough = t.and_(t.le(NONE, number), t.le(number, height))
        low = NONE if node.below else less(height, by)

        def copy(i: Term) -> list[Effect]:
            place = i if node.under else plus(there, i)
            return self.enter(span, to, place, self.board.entry(cell, plus(low, i)))

        moved: list[Effect] = []
        if node.under:
            moved += self.raised(span, to, there, by)
        moved += self.counting(span, NONE, by, copy)
        moved += self.grown(span, to, plus(there, by))
        moved += self.lowered(span, cell, height, by, node.below)
        is_other = t.and_(t.lt(NONE, by), t.not_(t.eq(cell, to)))
        last = t.select(t.lt(NONE, by), to, self.fields.read("last"))
        return [
            *effects, Check(span, t.or_(t.and_(enough, fits), self.is_none(number))),
            If(span, ((is_other, tuple(moved)),)), Assign(span, "last", (), last),
        ]  # fmt: skip

    def is_none(self, number: Term | None) -> Term:
        """Whether a given number of pieces is none, which any pile can give."""
        return FALSE if number is None else t.eq(number, NONE)

    def pile_swap(self, node: model.Swap, env: Env) -> list[Effect]:
        effects: list[Effect] = []
        a, b = self.swapped(node, env, effects)
        heights = [self.height(node.span, cell, effects) for cell in (a, b)]

        def exchange(i: Term) -> list[Effect]:
            first: list[Effect] = []
            one = self.bind(node.span, "entry", self.board.entry(a, i), first)
            first += self.enter(node.span, a, i, self.board.entry(b, i))
            return first + self.enter(node.span, b, i, one)

        effects += self.counting(node.span, NONE, t.number(self.board.most), exchange)
        effects += self.grown(node.span, a, heights[1])
        return effects + self.grown(node.span, b, heights[0])

    # ---- set ----

    def pile_setpiece(self, node: model.SetPiece, env: Env) -> list[Effect]:
        place, value = self.up.lower(node.place, env), self.up.lower(node.value, env)
        level = None if node.level is None else self.up.lower(node.level, env)
        exists = t.and_(place.exists, value.exists)
        effects: list[Effect] = []
        if level is not None:
            if level.term.type == REAL:
                raise NotNative("fraction", node.span)
            exists = t.and_(exists, level.exists)
        effects.append(Check(node.span, exists))
        cells = self.bind(node.span, "cells", place.term, effects)
        new, can = value.term, TRUE
        if node.what not in ("owner", "kind"):
            new, can = self.attribute_value(node.what, value)
        new = self.bind(node.span, "new", new, effects)
        at = None if level is None else self.bind(node.span, "level", level.term, effects)
        table = self.changed_pieces(node.what)

        def change(cell: Term) -> list[Effect]:
            effects: list[Effect] = []
            height = self.height(node.span, cell, effects)
            up = height if at is None else at
            stands = t.and_(t.le(ONE, up), t.le(up, height), can)
            effects.append(Check(node.span, stands))
            place = self.bind(node.span, "place", less(up, ONE), effects)
            entry = t.lookup(table, self.board.entry(cell, place), new)
            entry = self.bind(node.span, "entry", entry, effects)
            effects.append(Check(node.span, t.lt(NONE, entry)))
            effects += self.enter(node.span, cell, place, entry)
            return effects + self.topped(node.span, cell, height)

        return effects + self.on_each(node.span, cells, change)

    def changed_pieces(self, what: str) -> t.Table:
        """The entry that a piece has with another owner, kind or attribute; 0 if it cannot."""
        pieces, codes = self.layout.pieces, self.layout.piece_codes
        names = self.rules.codes.attribute_names
        values: tuple[Any, ...] = tuple(range(self.fields.colours))
        if what == "kind":
            values = tuple(range(len(self.rules.model.kinds)))
        elif what != "owner":
            values = self.fields.attributes[what].values

        def changed(piece: Piece, new: Any) -> Piece | None:
            if what == "owner":
                return piece._replace(owner=new)
            if what == "kind":
                made = self.rules.turned(piece, new)
                return None if made is None else piece._replace(kind=new, attributes=made)
            if what not in names[piece.kind]:
                return None
            at, kept = names[piece.kind].index(what), piece.attributes
            return piece._replace(attributes=(*kept[:at], new, *kept[at + 1 :]))

        table = [0] * len(values)
        for piece in pieces:
            made = [changed(piece, value) for value in values]
            table += [0 if one is None else codes.get(one, -1) + 1 for one in made]
        return t.Table(INT, (len(pieces) + 1, len(values)), tuple(table))
