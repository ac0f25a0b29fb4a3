"""Statements that put, take and move pieces: from syntax to the model."""

from __future__ import annotations

import re
from typing import Any

from gdl.check.expressions.scope import Scope
from gdl.check.part import Part
from gdl.model import nodes as model
from gdl.model.in_context import typed
from gdl.syntax import nodes as syntax
from gdl.vocabulary.types import (
    CELL,
    CELLS,
    COLOUR,
    KIND,
    NUMBER,
    PIECE,
    UNKNOWN,
    fits,
)


class PieceStatements(Part):
    """The part of the checker for statements about pieces."""

    # ---- pieces ----

    def check_put(self, node: syntax.Put, scope: Scope) -> model.Statement:
        piece = self.expressions.of_type(node.piece, scope, KIND, PIECE)
        owner = None
        if node.owner is not None:
            owner = self.expressions.of_type(node.owner, scope, COLOUR)
        attributes = tuple(self.attribute(a, scope) for a in node.attributes)
        if piece.type == PIECE and (owner is not None or attributes):
            self.report.add("piece-is-whole", node.span)
        self.check_kind(node, piece, owner, {a.name.text for a in node.attributes})
        place = self.expressions.places(node.place, scope)
        self.needs_pile(node, node.under)
        return model.Put(node.span, piece, owner, attributes, place, node.under)

    def kept(self, node: syntax.Statement) -> tuple[str, ...]:
        """What `put k on V` may stand for where V is a variable: its value, or a part of it."""
        if not isinstance(node, syntax.Put) or not isinstance(
            node.place, syntax.Word | syntax.Lookup
        ):
            return ()
        place, piece = node.place.span.text, node.piece.span.text
        symbol = self.symbols.find(re.split(r"\W", place)[0])
        if symbol is None or symbol.sort not in ("variable", "mark"):
            return ()
        return f"add {piece} to {place}", f"set {place} to {piece}"

    def needs_pile(self, node: syntax.Node, is_of_piles: bool) -> None:
        """Report a form of a statement that only a board with piles has."""
        if is_of_piles and self.context.pile is None:
            self.expressions.no_pile(node.span)

    def how_many(self, node: syntax.Lift | syntax.Remove | syntax.Move, scope: Scope) -> Any:
        """The number of pieces of a pile that a statement takes; None for all of them."""
        self.needs_pile(node, node.count is not None)
        if node.count is None:
            return None
        return self.expressions.of_type(node.count, scope, NUMBER)

    def check_kind(
        self, node: syntax.Put, piece: model.Expr, owner: model.Expr | None, given: set[str]
    ) -> None:
        """Report an owner or attributes that do not suit the kind that is put."""
        kind = self.context.kinds.get(str(piece.value)) if isinstance(piece, model.Value) else None
        if kind is None:
            return
        if owner is not None and kind.owners == (None,):
            self.report.add("unowned-kind", owner.span, kind=kind.name, owner=owner.span.text)
        if kind.supply == "each" and kind.attributes:
            self.report.add("which-piece", piece.span, kind=kind.name)
        elif missing := [
            name for name, domain in kind.attributes.items()
            if name not in given | kind.starts.keys() and domain.type != UNKNOWN
        ]:  # fmt: skip
            if all(a.name.text in kind.attributes for a in node.attributes):
                self.report.add(
                    "attribute-missing", piece.span, kind=kind.name, missing=", ".join(missing),
                    shape=", ".join(f"`{a} =` a value" for a in missing),
                )  # fmt: skip

    def attribute(self, node: syntax.Attribute, scope: Scope) -> tuple[str, model.Expr]:
        symbol = self.symbols.find(node.name.text)
        if symbol is None or symbol.sort != "attribute":
            known = list(self.symbols.names("attribute"))
            self.symbols.unknowns.add(
                node.name, "unknown-attribute", known, known=", ".join(known) or "none"
            )
            return node.name.text, self.expressions.expr(node.value, scope)
        return symbol.name, self.expressions.of_type(node.value, scope, symbol.type)

    def check_lift(self, node: syntax.Lift, scope: Scope) -> model.Statement:
        count = self.how_many(node, scope)
        return model.Lift(
            node.span, self.expressions.places(node.place, scope), count, node.below
        )

    def check_remove(self, node: syntax.Remove, scope: Scope) -> model.Statement:
        count = self.how_many(node, scope)
        return model.Remove(
            node.span, self.expressions.places(node.place, scope), count, node.below
        )

    def check_move(self, node: syntax.Move, scope: Scope) -> model.Statement:
        count = self.how_many(node, scope)
        start = self.expressions.expr(node.start, scope)
        if self.context.pile is not None and count is None and fits(start.type, CELLS):
            start = typed(start, CELLS)
        else:
            start = self.expressions.coerce(start, CELL)
        end = self.expressions.of_type(node.end, scope, CELL)
        self.needs_pile(node, node.under)
        return model.Move(node.span, start, end, count, node.below, node.under)

    def check_moveatonce(self, node: syntax.MoveAtOnce, scope: Scope) -> model.Statement:
        scope, binders = self.expressions.binders(node.binders, scope)
        condition = None
        if node.condition is not None:
            condition = self.expressions.condition(node.condition, scope)
        start = self.expressions.of_type(node.start, scope, CELL)
        end = self.expressions.of_type(node.end, scope, CELL)
        return model.MoveAtOnce(node.span, binders, condition, start, end)

    def check_swap(self, node: syntax.Swap, scope: Scope) -> model.Statement:
        first = self.expressions.of_type(node.first, scope, CELL)
        return model.Swap(node.span, first, self.expressions.of_type(node.second, scope, CELL))
