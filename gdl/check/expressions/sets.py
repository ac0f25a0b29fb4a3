"""Sets: braces, comprehensions and aggregates, from syntax to typed model nodes."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.check.expressions.coercion import a_type, element, unknown
from gdl.check.expressions.each_of import AGGREGATES, DENIALS, EACH, numbers_in_turn, of_each
from gdl.check.expressions.names import Names
from gdl.check.expressions.scope import Scope
from gdl.model import nodes as model
from gdl.model.in_context import typed, with_body
from gdl.source.diagnostics import WRITE
from gdl.source.spans import Span
from gdl.syntax import nodes as syntax
from gdl.vocabulary.builtins import BUILTINS, Builtin
from gdl.vocabulary.types import FLAG, LIST, NUMBER, UNKNOWN, SetType, Type, fits, join, set_of

BODIES = {
    "any": FLAG, "all": FLAG, "count": FLAG, "sum": NUMBER, "list": NUMBER, "descending": NUMBER,
}  # fmt: skip


class Sets(Names):
    """The part of the checker for sets."""

    def check_display(self, node: syntax.Display, scope: Scope) -> model.Expr:
        items = tuple(self.expr(item, scope) for item in node.items)
        type: Type = UNKNOWN
        for item in items:
            joined = join(type, item.type)
            if joined is None:
                self.mixed_set(items, item, type)
                return unknown(node.span)
            type = joined
        items = tuple(typed(item, type) for item in items)
        return model.Display(node.span, set_of(type), items)

    def mixed_set(self, items: tuple[model.Expr, ...], other: model.Expr, type: Type) -> None:
        """Report the element that is not like the others."""
        others = sum(fits(item.type, other.type) for item in items)
        odd, common = other, type
        if others > sum(fits(item.type, type) for item in items):
            odd, common = items[0], other.type
        self.report.add("mixed-set", odd.span, first=a_type(common), other=a_type(odd.type))

    def check_build(self, node: syntax.Build, scope: Scope) -> model.Expr:
        return self.check_comprehension(node.comprehension, scope)

    def check_comprehension(self, node: syntax.Comprehension, scope: Scope) -> model.Expr:
        made = self.comprehension(node, scope)
        return model.Build(node.span, set_of(made.body.type), made)

    def comprehension(self, node: syntax.Comprehension, scope: Scope) -> model.Comprehension:
        """The binders, the condition and the body, in the order in which they are read."""
        scope, binders = self.binders(node.binders, scope)
        condition = None if node.condition is None else self.condition(node.condition, scope)
        return model.Comprehension(self.expr(node.body, scope), binders, condition)

    def binders(
        self, nodes: tuple[syntax.Bind, ...], scope: Scope
    ) -> tuple[Scope, tuple[model.Binder, ...]]:
        """The scope inside binders, and the binders; each may use the variables before it."""
        made = []
        for node in nodes:
            domain = self.any_set(node.domain, scope)
            type = element(domain.type)
            if len(node.names) == 2:
                type = self.pair_element(domain, type)
            slots = []
            for name in node.names:
                scope, slot = scope.bind(name, type)
                slots.append(slot)
            names = tuple(n.text for n in node.names)
            made.append(model.Binder(tuple(slots), names, domain))
        return scope, tuple(made)

    def pair_element(self, domain: model.Expr, type: Type) -> Type:
        """The type of the two variables of an unordered pair."""
        if isinstance(type, SetType):
            return type.element
        if type != UNKNOWN:
            self.report.add("pair-domain", domain.span, given=a_type(domain.type))
        return UNKNOWN

    def check_aggregate(self, node: syntax.Aggregate, scope: Scope) -> model.Expr:
        made = self.comprehension(node.comprehension, scope)
        default = None if node.default is None else self.expr(node.default, scope)
        name = node.name.text
        builtin = BUILTINS.get(name)
        if builtin is None or builtin.form != "aggregate":
            return self.not_an_aggregate(node.name, scope)
        if name == "count" and isinstance(made.body, model.Local) and made.body.type != FLAG:
            return self.count_of_elements(node, made.body)
        type = self.aggregate_type(made.body, builtin)
        if default is not None:
            type = self.default_type(node, type, default)
            default = typed(default, type)
            made = with_body(made, type)
        return model.Aggregate(node.span, type, name, made, default)

    def count_of_elements(self, node: syntax.Aggregate, body: model.Expr) -> model.Expr:
        """Report `count(c for c in S)`, which is meant as the number of elements of a set."""
        if body.type != UNKNOWN:
            _, _, inside = node.span.text.partition("(")
            hint = (
                "`count` with `for` counts how often a condition holds; the number of elements of "
                f"a set is `count({{{inside[:-1].strip()}}})`"
            )
            self.report.add("wrong-type", body.span, wanted=a_type(FLAG), given=a_type(body.type),
                            hint=hint)  # fmt: skip
        return unknown(node.span)

    def not_an_aggregate(self, name: syntax.Name, scope: Scope) -> model.Expr:
        known = [b.name for b in BUILTINS.values() if b.form == "aggregate"]
        if name.text in BUILTINS or self.symbols.find(name.text) or scope.find(name.text):
            self.report.add(
                "not-an-aggregate", name.span, word=name.text, known=", ".join(known),
                candidates=self.report.near(name.text, known),
            )  # fmt: skip
        else:
            self.symbols.unknowns.add(
                name, "unknown-name", known, hint=f"what takes a `for` is {', '.join(known)}"
            )
        return unknown(name.span)

    def aggregate_type(self, body: model.Expr, builtin: Builtin) -> Type:
        wanted = BODIES.get(builtin.name)
        if wanted is not None:
            self.coerce(body, wanted)
            return builtin.result
        if builtin.name in ("max", "min"):
            self.coerce(body, NUMBER, LIST)
        elif builtin.name == "union":
            self.as_set(body)
        return body.type

    def default_type(self, node: syntax.Aggregate, type: Type, default: model.Expr) -> Type:
        """The type of an aggregate with a default, for when there are no values."""
        if node.name.text not in ("max", "min", "first"):
            self.report.add("else-not-taken", default.span, word=node.name.text)
            return type
        joined = join(type, default.type)
        if joined is None:
            self.report.add("branches-differ", default.span, yes=a_type(type),
                            no=a_type(default.type))  # fmt: skip
        return joined or UNKNOWN

    def aggregate_of_set(
        self, builtin: Builtin, span: Span, args: Sequence[syntax.Argument], scope: Scope
    ) -> model.Expr:
        """`count(S)`, `max(S)`: an aggregate of a set's own elements."""
        if builtin.name in AGGREGATES and len(args) == 1 and isinstance(args[0], syntax.Relation):
            left, right = self.expr(args[0].left, scope), self.expr(args[0].right, scope)
            around = builtin.name, span
            if self.is_meant_of_each(args[0], left.type, right.type, scope, around):
                return unknown(span)
        if builtin.name == "list" and len(args) > 1:
            return self.several_numbers(span, args, scope)
        if len(args) != 1 or isinstance(args[0], syntax.Step) or builtin.name in ("any", "all"):
            return self.misused(builtin, span, args, scope)
        arg = self.expr(args[0], scope)
        if builtin.name == "list" and arg.type == LIST:
            return arg
        of = self.as_set(arg)
        if of.type == UNKNOWN:
            return unknown(span)
        if builtin.name == "count":
            return model.BuiltinCall(span, NUMBER, "count", (of,))
        type = element(of.type)
        slot = scope.frame.slot()
        body = model.Local(of.span, type, "element", slot)
        made = model.Comprehension(body, (model.Binder((slot,), ("element",), of),), None)
        return model.Aggregate(span, self.aggregate_type(body, builtin), builtin.name, made, None)

    def several_numbers(
        self, span: Span, args: Sequence[syntax.Argument], scope: Scope
    ) -> model.Expr:
        """`list(a, b)`, which is written with `for`."""
        self.check_all(args, scope)
        meant = numbers_in_turn([arg.span for arg in args], scope.is_free)
        self.report.add(
            "needs-arguments", span, word="list", signature=BUILTINS["list"].signature,
            example=BUILTINS["list"].example, candidates=(meant,) if meant else (), offer=WRITE,
        )  # fmt: skip
        return unknown(span)

    def is_meant_of_each(
        self, node: syntax.Relation, left: Type, right: Type, scope: Scope,
        around: tuple[str, Span] | None = None,
    ) -> bool:  # fmt: skip
        """Report a relation meant for each set of a set; `around` is an aggregate it stands in."""
        aggregate, span = around or ("any", node.span)
        meant = of_each(node, left, right, scope.is_free, aggregate)
        if meant is None:
            return False
        op = node.op.text
        hint = "for one of the sets write `any(s meets mine for s in sides)`, for each `all(…)`"
        self.report.add(
            "mismatch", span, op=op, left=a_type(left), right=a_type(right), offer=EACH,
            candidates=() if op in DENIALS else (meant,), hint=hint,
        )  # fmt: skip
        return True
