"""Statements about pieces on a board with piles.

Each changes the heights and the entries of piles, and then the planes of the cells concerned,
which hold the tops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from gdl.model import nodes as model
from gdl.source.spans import Span
from gdl.vocabulary.types import SetType
from interpreter.board.position import Piece
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Assign, Check, Effect, For, If, Making
from interpreter.native.ir.terms import BOOL, FALSE, INT, REAL, TRUE, Loop, Term
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.values import Env
from interpreter.native.lowering.pieces import Changes

NONE, ONE, NO_NUMBER = t.number(0), t.number(1), t.number(-1)


def plus(a: Term, b: Term) -> Term:
    return t.arithmetic("add", a, b)


def less(a: Term, b: Term) -> Term:
    return t.arithmetic("sub", a, b)


class Piles(Changes):
    """Lowers what puts, takes, moves and changes pieces of piles."""

    # ---- put ----

    def set_down(
        self, node: model.Put, kind: Term, owner: Term, places: dict[str, Term], cells: Term
    ) -> Iterable[Effect]:
        if self.fields.pile is None:
            yield from super().set_down(node, kind, owner, places, cells)
            return
        code = self.board.piece_of(kind, owner, [places[n] for n in self.fields.attributes])
        entry = yield from self.bind(node.span, "entry", plus(code, ONE))
        yield from self.add_to_piles(node, cells, entry)

    def set_down_whole(self, node: model.Put, piece: Term, cells: Term) -> Iterable[Effect]:
        if self.fields.pile is None:
            return super().set_down_whole(node, piece, cells)
        return self.add_to_piles(node, cells, plus(piece, ONE))

    def add_to_piles(self, node: model.Put, cells: Term, entry: Term) -> Iterable[Effect]:
        """A new piece on each of some cells."""

        def add(cell: Term) -> Iterable[Effect]:
            height = yield from self.height(node.span, cell)
            yield Check(node.span, t.lt(height, t.number(self.board.most)))
            if node.under:
                yield from self.raised(node.span, cell, height, ONE)
            yield from self.enter(node.span, cell, NONE if node.under else height, entry)
            yield from self.grown(node.span, cell, plus(height, ONE))

        return self.on_each(node.span, cells, add)

    # ---- parts of piles ----

    def on_each(
        self, span: Span, cells: Term, change: Callable[[Term], Iterable[Effect]]
    ) -> Iterable[Effect]:
        """A change on each of some cells in order."""
        if cells.op == "bit":
            return change(cells.args[0])
        name = self.up.names.fresh("cell")
        over = (Loop("bits", name, INT, 1, "cells"),)
        return [For(span, over, (cells,), TRUE, tuple(change(t.var(name, INT))))]

    def counting(
        self, span: Span, low: Term, high: Term, body: Callable[[Term], Iterable[Effect]]
    ) -> Iterable[Effect]:
        """A change for each number from low to below high; none where all pieces are alike."""
        if "pile" in self.fields.all:
            name = self.up.names.fresh("i")
            over = (Loop("range", name, INT, 2),)
            yield For(span, over, (low, less(high, ONE)), TRUE, tuple(body(t.var(name, INT))))

    def enter(self, span: Span, cell: Term, place: Term, entry: Term) -> Iterable[Effect]:
        if "pile" in self.fields.all:
            yield Assign(span, "pile", (self.board.entry_index(cell, place),), entry)

    def raised(self, span: Span, cell: Term, height: Term, by: Term) -> Iterable[Effect]:
        """Room for some pieces under a pile: the highest goes first."""

        def move(i: Term) -> Iterable[Effect]:
            place = less(less(height, ONE), i)
            return self.enter(span, cell, plus(place, by), self.board.entry(cell, place))

        return self.counting(span, NONE, height, move)

    def lowered(
        self, span: Span, cell: Term, height: Term, by: Term, below: bool
    ) -> Iterable[Effect]:
        """A pile without its upper or its lower pieces."""
        left = less(height, by)
        if below:
            yield from self.counting(span, NONE, left, lambda i: self.enter(
                span, cell, i, self.board.entry(cell, plus(i, by))
            ))  # fmt: skip
        yield from self.counting(span, left, height, lambda i: self.enter(span, cell, i, NONE))
        yield from self.grown(span, cell, left)

    def height(self, span: Span, cell: Term) -> Making[Term]:
        """The height of a pile, kept while the state changes."""
        return self.bind(span, "height", self.fields.read("height", cell))

    def grown(self, span: Span, cell: Term, height: Term) -> Iterable[Effect]:
        """Another height of a pile, and the planes with its top."""
        height = yield from self.bind(span, "high", height)
        yield Assign(span, "height", (cell,), height)
        yield from self.topped(span, cell, height)

    def topped(self, span: Span, cell: Term, height: Term) -> Iterable[Effect]:
        """The planes with the top of a pile."""
        entry = self.board.entry(cell, less(height, ONE))
        top = yield from self.bind(span, "top", t.select(t.lt(NONE, height), entry, NONE))
        bit = t.bit(self.cells, cell)
        for plane, flags in self.planes_of_pieces():
            is_in = t.lookup(self.board.entries(BOOL, False, flags), top)
            value = t.select(is_in, t.union(plane, bit), t.minus(plane, bit))
            yield Assign(span, plane.data, plane.args, value)

    def planes_of_pieces(self) -> Iterator[tuple[Term, list[bool]]]:
        """Each plane, and which pieces stand in it."""
        pieces = self.layout.pieces
        for plane in self.board.board_planes():
            of = plane.args[0].data if plane.args else -1
            if plane.data in ("own", "unowned"):
                flags = [p.owner == of for p in pieces]
            elif plane.data == "kind":
                flags = [p.kind == of for p in pieces]
            else:
                places = self.board.places(plane.data.removeprefix("with_"))
                flags = [bool(place >> of & 1) for place in places]
            yield plane, flags

    def number_of(
        self, node: model.Lift | model.Remove | model.Move, env: Env
    ) -> Making[Term | None]:
        """How many pieces of a pile are taken, kept; None for all of them, below 0 for no number.

        Where no pile is taken from, there is nothing to check of it.
        """
        if node.count is None:
            return None
        value = self.up.lower(node.count, env)
        if value.term.type == REAL:
            raise NotNative("fraction", node.count.span)
        number = t.select(value.exists, value.term, NO_NUMBER)
        return (yield from self.bind(node.span, "number", number))

    # ---- lift and remove ----

    def pile_lift(self, node: model.Lift | model.Remove, env: Env) -> Iterable[Effect]:
        """Pieces off the board; those that are lifted go back into the supply."""
        span, place = node.span, self.up.lower(node.place, env)
        yield Check(span, place.exists)
        cells = yield from self.bind(span, "cells", place.term)
        number = yield from self.number_of(node, env)

        def take(cell: Term) -> Iterable[Effect]:
            by = height = yield from self.height(span, cell)
            if number is not None:
                by = number
                enough = t.and_(t.le(NONE, number), t.le(number, height))
                yield Check(span, enough)
            if isinstance(node, model.Lift) and self.rules.pools:
                low = NONE if node.below else less(height, by)
                yield from self.supplied(span, cell, low, plus(low, by))
            yield from self.lowered(span, cell, height, by, node.below)

        yield from self.on_each(span, cells, take)

    pile_remove = pile_lift

    def supplied(self, span: Span, cell: Term, low: Term, high: Term) -> Iterable[Effect]:
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

        def back(i: Term) -> Iterable[Effect]:
            entry = yield from self.bind(span, "entry", self.board.entry(cell, i))
            pool = yield from self.bind(span, "pool", t.lookup(table, entry))
            more = plus(self.fields.read("supply", pool), t.lookup(counted, entry))
            yield Assign(span, "supply", (pool,), more)

        return self.counting(span, low, high, back)

    def bagged(self, span: Span, cell: Term, low: Term, high: Term) -> Iterable[Effect]:
        """The same, where there is one piece of each sort."""
        bag = self.fields.read("bag")
        if "pile" not in self.fields.all:  # there is one piece
            some = t.select(t.lt(low, high), t.bit(bag.type, NONE), t.no(bag.type))
            return [Assign(span, "bag", (), t.union(bag, some))]

        def back(i: Term) -> Iterable[Effect]:
            code = yield from self.bind(span, "code", less(self.board.entry(cell, i), ONE))
            one = t.minus(t.bit(bag.type, code), t.const(bag.type, self.endless))
            yield Assign(span, "bag", (), t.union(bag, one))

        return self.counting(span, low, high, back)

    # ---- move and swap ----

    def pile_move(self, node: model.Move, env: Env) -> Iterable[Effect]:
        start, end = self.up.lower(node.start, env), self.up.lower(node.end, env)
        yield Check(node.span, t.and_(start.exists, end.exists))
        number = yield from self.number_of(node, env)
        to = yield from self.bind(node.span, "code", end.term)
        if isinstance(node.start.type, SetType):
            cells = yield from self.bind(node.span, "cells", start.term)
            yield from self.on_each(
                node.span, cells, lambda cell: self.carried(node, cell, to, number)
            )
        else:
            cell = yield from self.bind(node.span, "code", start.term)
            yield from self.carried(node, cell, to, number)

    def carried(
        self, node: model.Move, cell: Term, to: Term, number: Term | None
    ) -> Iterable[Effect]:
        """Pieces of one pile moved to another; a move to where they stand changes nothing."""
        span = node.span
        height = yield from self.height(span, cell)
        there = yield from self.bind(span, "there", self.fields.read("height", to))
        by = height if number is None else number
        fits = t.or_(t.eq(cell, to), t.le(plus(there, by), t.number(self.board.most)))
        enough = t.lt(NONE, height)
        if number is not None:
            enough = t.and_(t.le(NONE, number), t.le(number, height))
        low = NONE if node.below else less(height, by)

        def copy(i: Term) -> Iterable[Effect]:
            place = i if node.under else plus(there, i)
            return self.enter(span, to, place, self.board.entry(cell, plus(low, i)))

        def moved() -> Iterable[Effect]:
            if node.under:
                yield from self.raised(span, to, there, by)
            yield from self.counting(span, NONE, by, copy)
            yield from self.grown(span, to, plus(there, by))
            yield from self.lowered(span, cell, height, by, node.below)

        is_other = t.and_(t.lt(NONE, by), t.not_(t.eq(cell, to)))
        last = t.select(t.lt(NONE, by), to, self.fields.read("last"))
        is_none = FALSE if number is None else t.eq(number, NONE)  # which any pile can give
        yield Check(span, t.or_(t.and_(enough, fits), is_none))
        yield If(span, ((is_other, tuple(moved())),))
        yield Assign(span, "last", (), last)

    def pile_swap(self, node: model.Swap, env: Env) -> Iterable[Effect]:
        a, b = yield from self.swapped(node, env)
        of_a = yield from self.height(node.span, a)
        of_b = yield from self.height(node.span, b)

        def exchange(i: Term) -> Iterable[Effect]:
            one = yield from self.bind(node.span, "entry", self.board.entry(a, i))
            yield from self.enter(node.span, a, i, self.board.entry(b, i))
            yield from self.enter(node.span, b, i, one)

        yield from self.counting(node.span, NONE, t.number(self.board.most), exchange)
        yield from self.grown(node.span, a, of_b)
        yield from self.grown(node.span, b, of_a)

    # ---- set ----

    def pile_setpiece(self, node: model.SetPiece, env: Env) -> Iterable[Effect]:
        place, value = self.up.lower(node.place, env), self.up.lower(node.value, env)
        level = None if node.level is None else self.up.lower(node.level, env)
        exists = t.and_(place.exists, value.exists)
        if level is not None:
            if level.term.type == REAL:
                raise NotNative("fraction", node.span)
            exists = t.and_(exists, level.exists)
        yield Check(node.span, exists)
        cells = yield from self.bind(node.span, "cells", place.term)
        new, can = value.term, TRUE
        if node.what not in ("owner", "kind"):
            new, can = self.attribute_value(node.what, value)
        new = yield from self.bind(node.span, "new", new)
        at = None if level is None else (yield from self.bind(node.span, "level", level.term))
        table = self.changed_pieces(node.what)

        def change(cell: Term) -> Iterable[Effect]:
            height = yield from self.height(node.span, cell)
            up = height if at is None else at
            stands = t.and_(t.le(ONE, up), t.le(up, height), can)
            yield Check(node.span, stands)
            place = yield from self.bind(node.span, "place", less(up, ONE))
            entry = t.lookup(table, self.board.entry(cell, place), new)
            entry = yield from self.bind(node.span, "entry", entry)
            yield Check(node.span, t.lt(NONE, entry))
            yield from self.enter(node.span, cell, place, entry)
            yield from self.topped(node.span, cell, height)

        yield from self.on_each(node.span, cells, change)

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
