"""What all lowering of statements shares: the way in, and what is known of cells.

A statement that needs something that does not exist is refused, which is a check before its
effects.
"""

from __future__ import annotations

from gdl import model
from gdl.analysis import attempts
from gdl.source import Span
from interpreter.native import terms as t
from interpreter.native.effects import Assign, Check, Effect, Effects, Let, written
from interpreter.native.lowering.expressions import Lower
from interpreter.native.refusal import NotNative
from interpreter.native.terms import TRUE, Term
from interpreter.native.values import Env

BOARD = frozenset(("own", "unowned", "kind", "mover"))  # what knowledge of cells rests on


class Held:
    """Makes the effects of one game's statements."""

    def __init__(self, lower: Lower):
        self.up = lower
        self.asks, self.fields = lower.asks, lower.fields
        self.layout, self.rules = lower.layout, lower.rules
        self.cells = lower.cells
        self.attempts = attempts(self.rules.game)
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
        """The board has changed, or who moves."""
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
            raise NotNative("deal", statement.span)
        try:
            found: list[Effect] = method(statement, env)
        except NotNative as error:
            error.lies_in(statement.span)
            raise
        for effect in found:
            if isinstance(effect, Check):
                self.learn(effect.condition)
        if written(found) & BOARD or any(f.startswith("with_") for f in written(found)):
            self.forget()
        return [e for e in found if not (isinstance(e, Check) and e.condition == TRUE)]

    def clear(self, span: Span, cells: Term) -> list[Effect]:
        """No piece on these cells."""
        found: list[Effect] = []
        for plane in self.asks.board_planes():
            found.append(Assign(span, plane.data, plane.args, t.minus(plane, cells)))
        return found

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

    def without(self, plane: Term, cells: Term) -> Term:
        """A plane without some cells."""
        return plane if self.are_empty(cells) else t.minus(plane, cells)
