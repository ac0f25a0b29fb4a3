"""Built-ins as terms: a method for each name of `gdl.vocabulary.builtins` that reads the state.

Here are those about pieces off the board, counts and who plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gdl.model import nodes as model
from gdl.vocabulary.types import CELL, COLOUR, KIND, NUMBER, SetType
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import set_type
from interpreter.native.ir.terms import BOOL, INT, TRUE, Term
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.values import Env, Value
from interpreter.native.lowering.expressions.board_builtins import BoardBuiltins
from interpreter.native.lowering.expressions.families import is_listed

ON_THE_BOARD = ("x", "y", "row", "column", "between", "towards", "distance", "leaps")


class Builtins(BoardBuiltins):
    """The built-ins of one game."""

    def lower(self, expr: model.BuiltinCall, env: Env) -> Value:
        """The value of a built-in, which exists only where its arguments do."""
        if expr.name == "count":
            return self.builtin_count(expr, env)
        args = [self.up.lower(a, env) for a in expr.args]
        name = "on_the_board" if expr.name in ON_THE_BOARD else f"builtin_{expr.name}"
        method = getattr(self, name, None)
        if method is None:
            raise NotNative("expression", expr.span)
        value: Value = method(expr, *args)
        return replace(value, exists=t.and_(*(a.exists for a in args), value.exists))

    # ---- the supply ----

    def supply_parts(self, of: tuple[Value, ...]) -> Iterator[tuple[int, Term, Term]]:
        """For each pool its number, whether it is asked for, and how many pieces it has."""
        mover = self.fields.read("mover")
        colours = [v.term for v in of if v.type == COLOUR] or [mover]
        kinds = [v.term for v in of if v.type == KIND]
        for number, piece in enumerate(self.rules.pools):
            asked = [t.or_(*(t.eq(k, t.number(piece.kind)) for k in kinds))] if kinds else []
            if piece.owner >= 0:
                asked.append(t.or_(*(t.eq(c, t.number(piece.owner)) for c in colours)))
            if self.fields.has_bag:
                code = t.number(self.layout.piece_codes[piece])
                in_bag = t.has(self.fields.read("bag"), code)
                left = t.select(in_bag, t.number(1), t.number(0))
            else:
                left = self.fields.read("supply", t.number(number))
            yield number, t.and_(*asked), left

    def builtin_supply(self, expr: model.BuiltinCall, *of: Value) -> Value:
        type = set_type(len(self.layout.pieces))
        pieces = t.no(type)
        for number, asked, left in self.supply_parts(of):
            code = t.number(self.layout.piece_codes[self.rules.pools[number]])
            if not self.fields.has_bag:
                asked = t.and_(asked, t.lt(t.number(0), left))
            pieces = t.union(pieces, t.select(asked, t.bit(type, code), t.no(type)))
        if self.fields.has_bag:
            pieces = t.meet(self.fields.read("bag"), pieces)
        return Value(pieces, expr.type)

    def builtin_count(self, expr: model.BuiltinCall, env: Env) -> Value:
        inner = expr.args[0]
        if isinstance(inner, model.BuiltinCall) and inner.name == "supply":
            of = tuple(self.up.lower(a, env) for a in inner.args)
            return self.supply_count(expr, of)
        value = self.up.lower(inner, env)
        if value.groups is not None:
            loop = self.up.groups_loop(value.groups, "group")
            term = t.fold("count", (loop,), value.groups.domains, TRUE, TRUE, INT)
            return Value(term, NUMBER, value.exists)
        if value.listed is not None:
            return self.listed_count(value)
        self.up.need_known(value)
        most = value.term.type.size * 64
        if isinstance(inner.type, SetType) and inner.type.element == CELL:
            most = len(self.layout.topology.cells)
        return Value(t.count(value.term), NUMBER, value.exists, bounds=(0, most))

    def listed_count(self, value: Value) -> Value:
        """How many different sets of cells a list has."""
        items = value.listed or ()
        known = (is_listed(items[:place], item) for place, item in enumerate(items))
        total = t.total(t.select(t.not_(is_old), t.number(1), t.number(0)) for is_old in known)
        return Value(total, NUMBER, value.exists, bounds=(0, len(items)))

    def supply_count(self, expr: model.BuiltinCall, of: tuple[Value, ...]) -> Value:
        parts = tuple(self.supply_parts(of))
        total = t.total(t.select(asked, left, t.number(0)) for _, asked, left in parts)
        if self.fields.has_bag and all(asked == TRUE for _, asked, _ in parts):
            total = t.count(self.fields.read("bag"))
        return Value(total, NUMBER, t.and_(*(v.exists for v in of)))

    # ---- who plays ----

    def builtin_mover(self, expr: model.BuiltinCall) -> Value:
        return Value(self.fields.read("mover"), COLOUR)

    def builtin_viewer(self, expr: model.BuiltinCall) -> Value:
        return Value(t.var("viewer", INT), COLOUR)

    def builtin_opponent(self, expr: model.BuiltinCall, colour: Value | None = None) -> Value:
        of = self.fields.read("mover") if colour is None else colour.term
        return Value(t.arithmetic("sub", t.number(1), of), COLOUR)

    def builtin_seat(self, expr: model.BuiltinCall, colour: Value) -> Value:
        seat = self.fields.read("seat_of", self.safe(colour))
        term = t.arithmetic("add", seat, t.number(1))
        return Value(term, NUMBER, bounds=(1, self.fields.colours))

    def safe(self, code: Value) -> Term:
        """A code that can be an index even where it does not exist."""
        if not code.term.nullable:
            return code.term
        return t.select(t.exists(code.term), code.term, t.number(0))

    def builtin_after(self, expr: model.BuiltinCall, colour: Value) -> Value:
        seat = self.fields.read("seat_of", self.safe(colour))
        following = t.arithmetic("add", seat, t.number(1))
        following = t.arithmetic("mod", following, t.number(self.fields.colours))
        return Value(self.acting_from(following), COLOUR)

    def builtin_next(self, expr: model.BuiltinCall) -> Value:
        return Value(self.acting_from(self.fields.read("next_seat")), COLOUR)

    def plays(self, colour: Term) -> Term:
        """Whether a colour still takes turns."""
        if not self.fields.rules.has_playing:
            return TRUE
        return t.has(self.fields.read("v_playing"), colour)

    def acting_from(self, seat: Term) -> Term:
        """The colour that takes a turn when it comes to a seat: the first that still plays."""
        first = self.fields.read("colour_of", seat)
        if not self.fields.rules.has_playing:
            return first
        acting = first
        for number in reversed(range(self.fields.colours)):
            later = t.arithmetic("add", seat, t.number(number))
            later = t.arithmetic("mod", later, t.number(self.fields.colours))
            colour = self.fields.read("colour_of", later)
            acting = t.select(self.plays(colour), colour, acting)
        return acting

    def builtin_last(self, expr: model.BuiltinCall) -> Value:
        last = self.fields.read("last")
        return Value(last, CELL, t.exists(last))

    def builtin_turns(self, expr: model.BuiltinCall) -> Value:
        return Value(self.fields.read("turns"), NUMBER)

    def builtin_passes(self, expr: model.BuiltinCall) -> Value:
        return Value(self.fields.read("passes"), NUMBER)

    def builtin_stuck(self, expr: model.BuiltinCall) -> Value:
        return Value(Term("stuck", BOOL), expr.type)
