"""Which part of a rule keeps a value out of a set, or a condition from holding, in a position.

`Reasons` follows an expression down through operators, definitions and facts, as far as one part
alone is the reason, and says what that part is here.  Of what `sees` hides from anybody it tells
nothing: it stops where an expression reads such a thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import free_slots, hidden_things, uses, walk
from gdl.prose.expressions import named, noun
from gdl.vocabulary.types import CELL, COLOUR, FLAG, SetType
from interpreter.board.codes import ordered
from interpreter.board.position import Piece, Position
from interpreter.board.values import code_text
from interpreter.reference.basis.functions import Frame
from interpreter.reference.rules import Rules

NAMED = model.Apply | model.BuiltinCall | model.FactValue | model.Stored
UNLIKE = {  # what a side of a comparison that does not hold is, if it is the left or the right one
    "=": ("not", "not"),
    "<": ("not less than", "not more than"),
    "<=": ("more than", "less than"),
}
MAX_BRIEF = 60  # characters of what is said of a part in words
MAX_SHOWN = 12  # elements of a set that are named
MAX_ROUNDS = 5_000  # choices of the variables of a set that are looked at
OCCUPIED = ("empty", "mine", "enemy", "pieces")  # sets that depend on what stands on a cell
Where = tuple[Position, Frame]


class Reasons:
    """The reasons in one game."""

    def __init__(self, rules: Rules):
        rules.begin_step()
        self.rules = rules
        self.codes = rules.codes
        self.hidden = hidden_from_anybody(rules.model)
        self.pieces_in_the_way: dict[str, None] = {}  # said so far of what stands on cells

    def outside(self, expr: model.Expr, value: Any, where: Where) -> str | None:
        """Why a value is not in a set; None where nothing more can be said or told."""
        method = getattr(self, f"outside_{type(expr).__name__.lower()}", self.not_element)
        reason: str | None = method(expr, value, where)
        return reason

    # ---- values ----

    def value(self, expr: model.Expr, where: Where) -> Any:
        """The value of an expression."""
        return self.rules.expressions.function(expr)(*where)

    def may_tell(self, expr: model.Expr) -> bool:
        """Whether everybody may know what an expression depends on."""
        return not self.rules.reads.of(expr) & self.hidden

    def contains(self, expr: model.Expr, value: Any, where: Where) -> bool:
        """Whether a value is in a set."""
        elements = self.value(expr, where)
        return elements is not None and value in elements

    def text(self, expr: model.Expr, value: Any) -> str:
        """An element of a set in words."""
        of = expr.type
        assert isinstance(of, SetType)
        return self.codes.text(of.element, value)

    def elements(self, expr: model.Expr, values: Any) -> str:
        """The elements of a set in words."""
        assert isinstance(expr.type, SetType)
        listed = ordered(values, expr.type.element)
        return ", ".join(self.text(expr, v) for v in listed)

    # ---- sets ----

    def not_in(self, expr: model.Expr, value: Any, where: Where) -> str:
        """That a value is not in a set, after what keeps it out; of a set made of two, that it is
        not in the one where it is missing.
        """
        lacking = self.lacking(expr, value, where)
        if lacking is not None:
            return self.not_in(lacking, value, where)
        said = f"{self.text(expr, value)} is not in {code(expr)}"
        reason = self.outside(expr, value, where)
        if reason is None:
            return said + self.variables(expr, where)
        if (only := self.only(expr, where)) is not None and reason == self.contents(expr, where):
            return f"{said}{self.variables(expr, where)}: {only}"
        return f"{reason}, so {said}"

    def cause(self, expr: model.Expr, value: Any, where: Where) -> str:
        """What keeps a value out of a set that is a part of another, in as few words as can be."""
        lacking = self.lacking(expr, value, where)
        if lacking is not None:
            return self.cause(lacking, value, where)
        reason = self.outside(expr, value, where)
        return reason or f"{self.text(expr, value)} is not {self.within(expr, where)}"

    def brief_cause(self, expr: model.Expr, value: Any, where: Where) -> str:
        """The same as one of several causes, which says no more than what it is about if it is
        long.
        """
        reason = self.cause(expr, value, where)
        said = f"{self.text(expr, value)} is not {self.within(expr, where)}"
        if self.may_tell(expr) and not self.value(expr, where):
            said = f"nothing is {self.within(expr, where)}"
        return said if max(len(said), MAX_BRIEF) < len(reason) else reason

    def not_element(self, expr: model.Expr, value: Any, where: Where) -> str | None:
        """What a set without parts is here."""
        if not self.may_tell(expr) or says_all(expr):
            return None
        if self.is_occupied(expr):
            return self.standing(value, where[0])
        if self.value(expr, where) is None:
            return f"{code(self.missing(expr, where))} does not exist here"
        return self.contents(expr, where)

    def contents(self, expr: model.Expr, where: Where) -> str | None:
        """All that is in a set, and which set that is."""
        only = self.only(expr, where)
        return None if only is None else f"{only} {self.within(expr, where)}"

    def only(self, expr: model.Expr, where: Where) -> str | None:
        """The elements of a set as the beginning of a sentence: `only a1, b1 are`; None where
        there are too many.
        """
        elements = self.value(expr, where)
        if elements is None or len(elements) > MAX_SHOWN:
            return None
        verb = "is" if len(elements) == 1 else "are"
        return f"only {self.elements(expr, elements)} {verb}" if elements else "nothing is"

    def within(self, expr: model.Expr, where: Where) -> str:
        """`in` and a set, in the words of a rule sheet where that is short."""
        words = self.words(expr, where)
        return f"{'among' if words.startswith('the ') else 'in'} {words}"

    def words(self, expr: model.Expr, where: Where) -> str:
        """A value that has a name in the words of a rule sheet, with the values of its variables;
        any other, or one that takes many words, as it stands in the file.
        """
        said = noun(self.settled(expr, where)) if isinstance(expr, NAMED) else ""
        for part in uses(expr, free_slots(expr)):
            if where[1][part.slot] is not None:
                text = self.codes.text(part.type, where[1][part.slot])
                said = said.replace(named(part.name), text)
        said = said.replace("*", "")
        is_short = said and "`" not in said and len(said) <= MAX_BRIEF
        return said if is_short else f"{code(expr)}{self.variables(expr, where)}"

    def settled(self, expr: model.Expr, where: Where) -> model.Expr:
        """An expression with, in place of each choice among its arguments that a condition makes,
        what is chosen here, if everybody may know the condition.
        """
        if isinstance(expr, model.Choose) and self.may_tell(expr.condition):
            holds = self.value(expr.condition, where)
            return self.settled(expr.yes if holds else expr.no, where)
        if isinstance(expr, model.BuiltinCall | model.Apply):
            return replace(expr, args=tuple(self.settled(arg, where) for arg in expr.args))
        return expr

    def is_occupied(self, expr: model.Expr) -> bool:
        """Whether a set depends on what stands on a cell, and everybody may know that."""
        is_cells = isinstance(expr.type, SetType) and expr.type.element == CELL
        is_asked = isinstance(expr, model.BuiltinCall) and expr.name in OCCUPIED
        return is_cells and is_asked and "board" not in self.hidden

    def missing(self, expr: model.Expr, where: Where) -> model.Expr:
        """The element of a set that keeps it from existing, or the set itself."""
        items = expr.items if isinstance(expr, model.Display) else ()
        return next((item for item in items if self.value(item, where) is None), expr)

    def standing(self, cell: int, position: Position) -> str:
        """What stands on a cell."""
        piece, name = position.board[cell], self.codes.text(CELL, cell)
        if piece is None:
            return f"{name} is empty"
        said = f"{self.piece_text(piece)} stands on {name}"
        self.pieces_in_the_way[said] = None
        return said

    def piece_text(self, piece: Piece) -> str:
        """A piece in words; only whose it is where `sees` hides a part of pieces from anybody."""
        if not self.hidden & self.rules.reads.parts:
            return self.codes.piece_text(piece)
        whose = f" of {self.codes.text(COLOUR, piece.owner)}" if piece.owner >= 0 else ""
        return f"a piece{whose}"

    def outside_setoperation(
        self, expr: model.SetOperation, value: Any, where: Where
    ) -> str | None:
        left, right = expr.left, expr.right
        if expr.op == "|":
            if not self.may_tell(expr):
                return None
            causes = [self.brief_cause(side, value, where) for side in (left, right)]
            return ", and ".join(dict.fromkeys(causes))
        lacking = self.lacking(expr, value, where)
        if lacking is not None:
            return self.cause(lacking, value, where)
        if expr.op == "-" and self.may_tell(right) and self.contains(right, value, where):
            if self.is_occupied(right):
                return self.standing(value, where[0])
            return f"{self.text(right, value)} is in {code(right)}{self.variables(right, where)}"
        return None

    def lacking(self, expr: model.Expr, value: Any, where: Where) -> model.Expr | None:
        """The side of `A & B` or `A - B` in which a value is missing, if that may be told."""
        if not isinstance(expr, model.SetOperation) or expr.op == "|":
            return None
        sides = [expr.left] if expr.op == "-" else [expr.left, expr.right]
        told = (side for side in sides if self.may_tell(side))
        return next((side for side in told if not self.contains(side, value, where)), None)

    def outside_builtincall(self, expr: model.BuiltinCall, value: Any, where: Where) -> str | None:
        if expr.name == "supply" and self.may_tell(expr) and self.is_used_up(value, where[0]):
            return f"no {self.text(expr, value)} is left"
        if expr.name != "sight" or not self.may_tell(expr):
            return self.not_element(expr, value, where)
        start, directions, *through = expr.args
        cell, ways = self.value(start, where), self.value(directions, where)
        if cell is None or ways is None:
            return self.not_element(expr, value, where)
        rays = (ray for way in ways for ray in self.rules.topology.rays(cell, way) if value in ray)
        if ray := next(rays, None):
            return self.between(ray[: ray.index(value)], through, where)
        names = (self.codes.text(CELL, c) for c in (cell, value))
        return f"no line in {code(directions)} leads from {' to '.join(names)}"

    def is_used_up(self, piece: Piece, position: Position) -> bool:
        """Whether all of the pieces like this one, of which there are so many, are taken."""
        pool = self.rules.pool_of.get(self.rules.pool_key(piece))
        is_each = self.rules.model.kinds[piece.kind].supply == "each"
        return pool is not None and not is_each and not position.supply[pool]

    def between(
        self, way: Sequence[int], through: Sequence[model.Expr], where: Where
    ) -> str | None:
        """What stands first on the way to a cell that is not seen."""
        for cell in way:
            if not through and where[0].board[cell] is not None:
                return self.standing(cell, where[0])
            if through and not self.contains(through[0], cell, where):
                return self.cause(through[0], cell, where)
        return None

    def outside_choose(self, expr: model.Choose, value: Any, where: Where) -> str | None:
        if not self.may_tell(expr.condition):
            return None
        holds = self.value(expr.condition, where)
        chosen = expr.yes if holds else expr.no
        said = self.cause(chosen, value, where)
        return f"{said}, and {code(expr.condition)} {'holds' if holds else 'does not hold'}"

    def outside_apply(self, expr: model.Apply, value: Any, where: Where) -> str | None:
        inner = self.inside(expr, where)
        definition = self.rules.model.definitions[expr.name]
        if inner is None or not isinstance(definition.body, model.Expr):
            return None
        return self.outside(definition.body, value, inner)

    def inside(self, expr: model.Apply, where: Where) -> Where | None:
        """Where the body of a definition is read; None where an argument does not exist or may not
        be told.
        """
        frame = self.rules.frame()
        slots = self.rules.model.definitions[expr.name].slots
        for slot, arg in zip(slots, expr.args, strict=True):
            frame[slot] = self.value(arg, where) if self.may_tell(arg) else None
            if frame[slot] is None:
                return None
        return where[0], frame

    def outside_factvalue(self, expr: model.FactValue, value: Any, where: Where) -> str | None:
        fact = self.rules.model.facts[expr.name]
        of = self.value(expr.of, where)
        if of is None or not self.may_tell(expr):
            return None
        frame = self.rules.frame()
        if expr.of.type != CELL:
            name = (self.codes.names(expr.of.type) or ())[of]
        else:
            piece = where[0].board[of]
            name = self.codes.kind_names[piece.kind] if piece is not None else ""
            frame[fact.slot] = of
        body = fact.values.get(name)
        return None if body is None else self.outside(body, value, (where[0], frame))

    # ---- sets made with `for` ----

    def outside_build(self, expr: model.Build, value: Any, where: Where) -> str | None:
        made = expr.comprehension
        if not all(self.may_tell(b.domain) for b in made.binders) or not self.may_tell(made.body):
            return None
        position, outer = where
        body = self.rules.expressions.function(made.body)
        rounds = self.choices(made, (position, list(outer)))
        giving = next((frame for frame in rounds if body(position, frame) == value), None)
        if giving is None:
            first = made.binders[0]
            if len(made.binders) == 1 and isinstance(made.body, model.Local):
                return self.cause(first.domain, value, where)
            to = self.text(expr, value)
            none = f"nothing in {self.words(first.domain, where)} gives {to}"
            return self.no_step(made, to, where) or none
        if made.condition is None or not self.may_tell(made.condition):
            return None
        return self.not_holding(made.condition, (position, giving))

    def no_step(self, made: model.Comprehension, to: str, where: Where) -> str | None:
        """That the steps from one cell by which a set is made do not lead to another cell."""
        bound = {name for binder in made.binders for name in binder.names}
        if not isinstance(made.body, model.StepTo):
            return None
        start, by = made.body.cell, made.body.step
        if any(isinstance(part, model.Local) and part.name in bound for part in walk(start)):
            return None
        cell = self.value(start, where)
        if cell is None:
            return None
        return f"no step {code(by)} leads from {self.codes.text(CELL, cell)} to {to}"

    def outside_aggregate(self, expr: model.Aggregate, value: Any, where: Where) -> str | None:
        domain = expr.comprehension.binders[0].domain
        if expr.name == "union" and self.may_tell(domain) and not self.value(domain, where):
            return self.contents(domain, where)
        return self.not_element(expr, value, where)

    def choices(self, made: model.Comprehension, where: Where) -> Iterator[Frame]:
        """Each choice of variables, whatever the condition, as a frame of its own; some at most."""
        rounds = self.rules.expressions.rounds(replace(made, condition=None))
        for _, _ in zip(range(MAX_ROUNDS), rounds(*where), strict=False):
            yield list(where[1])

    # ---- conditions ----

    def not_holding(self, expr: model.Expr, where: Where) -> str:
        """Why a condition that does not hold does not."""
        match expr:
            case model.And(left=left, right=right):
                return self.not_holding(right if self.value(left, where) else left, where)
            case model.Or(left=left, right=right):
                causes = [self.not_holding(side, where) for side in (left, right)]
                return ", and ".join(dict.fromkeys(causes))
            case model.Not(operand=operand):
                return self.holding(operand, expr, where)
            case model.Relation(op="in", left=left, right=right):
                value = self.value(left, where)
                if value is not None:
                    return self.cause(right, value, where)
            case model.Apply(name=name) if expr.type == FLAG:
                inner = self.inside(expr, where)
                body = self.rules.model.definitions[name].body
                if inner is not None and isinstance(body, model.Expr):
                    return self.not_holding(body, inner)
            case model.Some(operand=operand):
                return f"{code(operand)}{self.variables(operand, where)} is empty"
            case model.Relation(op="=" | "<" | "<=" as op, left=left, right=right):
                return self.compared(op, left, right, where) or self.denied(expr, where)
        return self.denied(expr, where)

    def denied(self, expr: model.Expr, where: Where) -> str:
        """That a condition does not hold."""
        return f"{code(expr)}{self.variables(expr, where)} does not hold"

    def compared(
        self, op: str, left: model.Expr, right: model.Expr, where: Where
    ) -> str | None:
        """What one side of a comparison that does not hold is here, and what it should be; None
        where both say it themselves.
        """
        is_turned = isinstance(left, model.Value | model.Local)
        of, other = (right, left) if is_turned else (left, right)
        if isinstance(of, model.Value | model.Local):
            return None
        values = [self.codes.text(side.type, self.value(side, where)) for side in (of, other)]
        return f"{self.words(of, where)} is {values[0]}, {UNLIKE[op][is_turned]} {values[1]}"

    def sides(self, sides: tuple[model.Expr, ...], where: Where) -> str:
        """What the sides of a comparison are here, where they do not say it themselves."""
        return " and ".join(
            f"{self.words(side, where)} is {self.codes.text(side.type, self.value(side, where))}"
            for side in sides
            if not isinstance(side, model.Value | model.Local)
        )

    def holding(self, expr: model.Expr, denied: model.Expr, where: Where) -> str:
        """That a condition holds which is denied."""
        if isinstance(expr, model.Relation) and expr.op == "in":
            value = self.value(expr.left, where)
            if value is not None:
                where_ = self.variables(expr.right, where)
                return f"{self.text(expr.right, value)} is in {code(expr.right)}{where_}"
        if isinstance(expr, model.Relation) and expr.op == "=":
            return self.sides((expr.left, expr.right), where) or self.denied(denied, where)
        if isinstance(expr, model.Apply):
            body, inner = self.rules.model.definitions[expr.name].body, self.inside(expr, where)
            if inner is not None and isinstance(body, model.Expr):
                return f"{code(body)}{self.variables(body, inner)} holds"
        return self.denied(denied, where)

    def variables(self, expr: model.Expr, where: Where) -> str:
        """The variables that an expression speaks of, with their values: ` (c is b2)`."""
        values = {}
        for part in uses(expr, free_slots(expr)):
            if where[1][part.slot] is not None:
                values[part.name] = self.codes.text(part.type, where[1][part.slot])
        shown = [f"{name} is {text}" for name, text in values.items()]
        return f" ({', '.join(shown)})" if shown else ""


def says_all(expr: model.Expr) -> bool:
    """Whether a set is written out with its elements: `1..2`, `{a1, b2}`."""
    if isinstance(expr, model.Range):
        return not any(sign.isalpha() for sign in expr.span.text)
    return isinstance(expr, model.Display) and all(isinstance(i, model.Value) for i in expr.items)


def code(expr: model.Expr) -> str:
    """An expression as it stands in the file."""
    return code_text(expr.span)


def hidden_from_anybody(game: model.Game) -> frozenset[str]:
    """What some viewer does not see, as `Reads` names it."""
    hidden = hidden_things(game)
    return hidden | {"history"} if hidden else hidden
