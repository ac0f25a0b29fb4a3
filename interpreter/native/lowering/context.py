"""What all lowering of statements shares: the way in, and what is known of cells.

A statement that needs something that does not exist is refused, which is a check before its
effects.
"""

from __future__ import annotations

from gdl.model import nodes as model
from gdl.model.analysis import attempts
from gdl.source.spans import Span
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Assign, Check, Effect, Effects, Let, Making
from interpreter.native.ir.facts import Facts
from interpreter.native.ir.terms import TRUE, Term
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.values import Env
from interpreter.native.lowering.expressions.expressions import Lower


class StatementContext:
    """Makes the effects of one game's statements."""

    def __init__(self, lower: Lower):
        self.up = lower
        self.board, self.fields = lower.builtins, lower.fields
        self.layout, self.rules = lower.layout, lower.rules
        self.cells = lower.cells
        self.attempts = attempts(self.rules.model)
        self.facts = Facts(self.board)  # what is known where the next statement stands

    def begin(self) -> None:
        """Nothing is known yet."""
        self.facts = Facts(self.board)

    def body(self, statements: tuple[model.Statement, ...], env: Env) -> Effects:
        """Statements one after the other; each `let` adds its name for those that follow."""
        env = dict(env)
        return tuple(e for s in statements for e in self.lower(s, env))

    def lower(self, statement: model.Statement, env: Env) -> list[Effect]:
        """The effects of one statement.

        Raises NotNative.
        """
        kind = type(statement).__name__.lower()
        method = getattr(self, f"lower_{kind}", None)
        if self.fields.pile is not None:
            method = getattr(self, f"pile_{kind}", method)
        if method is None:
            raise NotNative("deal", statement.span)
        try:
            effects: list[Effect] = list(method(statement, env))
        except NotNative as error:
            error.lies_in(statement.span)
            raise
        if kind not in ("if", "perform"):  # of which each part was learned when it was lowered
            for effect in effects:
                self.facts.after(effect)
        return [e for e in effects if not (isinstance(e, Check) and e.condition == TRUE)]

    def clear(self, span: Span, cells: Term) -> list[Effect]:
        """No piece on these cells."""
        planes = self.board.board_planes()
        return [Assign(span, p.data, p.args, t.minus(p, cells)) for p in planes]

    def bind(self, span: Span, name: str, term: Term) -> Making[Term]:
        """A term that keeps its value while the state changes, after what keeps it."""
        lets: list[Effect] = []
        kept = self.held(span, name, term, lets)
        yield from lets
        return kept

    def held(self, span: Span, name: str, term: Term, effects: list[Effect]) -> Term:
        """The same where others gather the effects."""
        is_short = term.op in ("const", "var", "bit") or t.chosen_constants(term)
        if is_short and not term.reads:
            return term
        let = Let(span, self.up.names.fresh(name), term)
        self.facts.after(let)
        effects.append(let)
        return t.var(let.name, term.type, term.nullable)

    def mark(
        self, span: Span, plane: Term, cells: Term, holds: Term, is_new: bool = False
    ) -> Assign:
        """Put some cells into a plane or take them out; new pieces may be on empty cells."""
        others = self.without(plane, cells) if is_new else t.minus(plane, cells)
        value = t.select(holds, t.union(plane, cells), others)
        return Assign(span, plane.data, plane.args, value)

    def without(self, plane: Term, cells: Term) -> Term:
        """A plane without some cells."""
        return plane if self.facts.are_outside(cells, plane) else t.minus(plane, cells)

    def are_empty(self, cells: Term) -> bool:
        """Whether all of some cells are known to be empty."""
        return all(self.facts.are_outside(cells, plane) for plane in self.board.board_planes())
