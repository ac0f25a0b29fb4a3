"""Conditions of the model as formulas, for `gdl.lint.logic.proofs`.

`Formulas` also tells what certainly exists and what a variable can certainly hold.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.logic.forms import (
    BOARD_SETS,
    NEVER_EMPTY,
    STRICT,
    is_whole,
    operands,
    subsets_of,
    whole_of,
)
from gdl.lint.logic.proofs import (
    FALSE,
    MOVER,
    TRUE,
    ZERO,
    Facts,
    Formula,
    Joined,
    Literal,
    Term,
    both,
    either,
    equal,
    exists,
    missing,
    negation,
    occupied,
    owner_of,
)
from gdl.lint.logic.terms import Env, Terms
from gdl.model import nodes as model
from gdl.model.fold import NotConstant, fold
from gdl.model.ranges import listed_in
from gdl.vocabulary.lattice import SQUARE_DIRECTIONS, direction_sets, opposite
from gdl.vocabulary.types import CELL, COLOUR, FLAG, NUMBER, SetType, Type, WordType


class Formulas(Terms):
    """Makes the formulas of one game."""

    def formula(self, expr: model.Expr, env: Env, holds: bool, known: bool) -> Formula:
        """The formula that a condition holds, or does not, as a fact (`known`) or as an aim.

        Relations with what does not exist are false: a set is taken apart only where everything
        certainly exists, or where the formula would err on the safe side.  Raises TooMuch.
        """
        self.spend()
        match expr:
            case model.Value(value=bool(value)):
                return TRUE if value == holds else FALSE
            case model.Not(operand=operand):
                return self.formula(operand, env, not holds, known)
            case model.And(left=left, right=right) | model.Or(left=left, right=right):
                parts = (self.formula(part, env, holds, known) for part in (left, right))
                return Joined(isinstance(expr, model.And) == holds, tuple(parts))
            case model.Choose(yes=yes, condition=condition, no=no):
                return either(
                    both(self.formula(condition, env, True, known),
                         self.formula(yes, env, holds, known)),
                    both(self.formula(condition, env, False, known),
                         self.formula(no, env, holds, known)),
                )  # fmt: skip
            case model.Apply(name=name, args=args):
                body, inner = self.body(name, [self.term(a, env) for a in args])
                return self.formula(body, inner, holds, known)
            case model.Relation(op="in", left=left, right=right):
                return self.member(self.term(left, env), right, env, holds, known)
            case model.Relation(op="within", left=model.Display(items=items), right=right) if (
                holds == known or all(self.is_sure(i, env) for i in items)
            ):
                inside = [self.member(self.term(i, env), right, env, holds, known) for i in items]
                return Joined(holds, tuple(inside))
            case model.Relation(op="=", left=thing, right=model.Value(value=None)) | (
                model.Relation(op="=", left=model.Value(value=None), right=thing)
            ):
                return Literal(missing(self.term(thing, env)).atom, holds)
            case model.Relation(op="=", left=left, right=right):
                same = equal(self.term(left, env), self.term(right, env))
                return same if holds else negation(same)
        return Literal(("holds", self.term(expr, env)), holds)

    def member(self, what: Term, of: model.Expr, env: Env, holds: bool, known: bool) -> Formula:
        """The formula that something is in a set, or is not."""
        self.spend()
        is_open = holds == known
        match of:
            case model.SetOperation(op=op, left=left, right=right) if is_open or (
                self.is_sure(left, env) and self.is_sure(right, env)
            ):
                first = self.member(what, left, env, holds, known)
                second = self.member(what, right, env, holds != (op == "-"), known)
                return Joined((op != "|") == holds, (first, second))
            case model.Display(items=items) if is_open or all(self.is_sure(i, env) for i in items):
                same = [equal(what, self.term(i, env)) for i in items]
                return Joined(not holds, tuple(s if holds else negation(s) for s in same))
            case model.Build(
                comprehension=model.Comprehension(
                    body=model.Local(slot=slot), binders=(model.Binder(slots=(bound,)) as binder,),
                    condition=condition,
                )
            ) if slot == bound:  # fmt: skip
                inner = {**env, slot: what}
                parts = [self.member(what, binder.domain, env, holds, known)]
                if condition is not None:
                    parts.append(self.formula(condition, inner, holds, known))
                return Joined(holds, tuple(parts))
            case model.Apply(name=name, args=args):
                body, inner = self.body(name, [self.term(a, env) for a in args])
                return self.member(what, body, inner, holds, known)
            case model.BuiltinCall(name=name) if name in BOARD_SETS:
                return self.on_board(what, of, env, holds, known)
            case model.Stored(name=name) if known and holds and (
                whole := subsets_of(self.variables[name])
            ):
                inside = self.member(what, whole, {}, True, known=True)
                return both(Literal(("in", what, self.term(of, env)), True), inside)
        return Literal(("in", what, self.term(of, env)), holds)

    def on_board(
        self, cell: Term, of: model.BuiltinCall, env: Env, holds: bool, known: bool
    ) -> Formula:
        """The formula that a cell is empty or has a piece of some colours and kinds, or not.

        A cell that does not exist is not occupied, but it is not empty either.
        """
        is_mine = equal(owner_of(cell), MOVER)
        if of.name == "empty":
            vacant = negation(occupied(cell))
            if not exists(cell):
                vacant = both(vacant, Literal(("in", cell, self.term(of, env)), True))
            if holds:
                return vacant
            if exists(cell) or not known:
                return negation(vacant)
            return Literal(("in", cell, self.term(of, env)), False)
        if of.name == "enemy":
            opaque = Literal(("in", cell, self.term(of, env)), holds)
            if known and holds:
                return both(occupied(cell), negation(is_mine), opaque)
            return opaque
        parts: list[Formula] = [occupied(cell)] if of.name == "pieces" else [is_mine]
        whose = [equal(owner_of(cell), self.term(a, env)) for a in of.args if a.type == COLOUR]
        kinds = [
            equal(("BuiltinCall", "kind", (cell,)), self.term(a, env))
            for a in of.args
            if a.type != COLOUR
        ]
        parts += [either(*some) for some in (whose, kinds) if some]
        return both(*parts) if holds else negation(both(*parts))

    # ---- what exists ----

    def named(self, value: model.Expr, env: Env, facts: Facts) -> tuple[Term, list[Formula]]:
        """A term for a value to which `let` gives a name, and what is then known.

        Nothing changes the value afterwards.  The term exists only if the value surely does.
        """
        if not self.is_sure(value, env, facts):
            return self.fresh("let"), []
        term = self.fresh()
        return term, [equal(term, self.term(value, env))]

    def assigned(self, node: model.SetVariable, env: Env, facts: Facts) -> list[Formula]:
        """What is known after an assignment: that the variable has a value, and which one if the
        assignment does not change what that is.
        """
        variable = self.variables[node.name]
        is_kept = self.fits_index(variable, node.index, env, facts) and self.is_storable(
            node.value, variable, env, facts
        )
        index = tuple(self.term(i, env) for i in node.index)
        is_fixed = self.is_untouched(frozenset({f"state {node.name}"}))
        if not (is_kept and self.is_sure(node.value, env, facts) and is_fixed(index)):
            return []
        stored, value = ("Stored", node.name, index), self.term(node.value, env)
        there = negation(missing(stored))
        return [there, equal(stored, value)] if is_fixed(value) else [there]

    def is_sure(self, expr: model.Expr, env: Env, facts: Facts | None = None) -> bool:
        """Whether an expression certainly has a value.  Raises TooMuch."""
        return self.is_total(expr, env, facts) or (
            facts is not None and facts.prove(negation(missing(self.term(expr, env))))
        )

    def is_total(self, expr: model.Expr, env: Env, facts: Facts | None) -> bool:
        """Whether an expression has a value by its form, where its operands have one."""
        self.spend()
        match expr:
            case model.Value(value=value):
                return value is not None
            case model.Relation() | model.Not() | model.And() | model.Or() | model.Some():
                return True
            case model.Local(slot=slot) if env.get(slot, ())[:1] in (("let",), ("secret let",)):
                return False
            case model.Local() | model.Build() | model.PiecesOfKind() | model.Seen():
                return True
            case model.Stored(name=name, index=index):
                variable = self.variables[name]
                return not variable.or_none and self.fits_index(variable, index, env, facts)
            case model.Apply(name=name, args=args):
                body, inner = self.body(name, [self.term(a, env) for a in args])
                sure_args = all(self.is_sure(a, env, facts) for a in args)
                return sure_args and self.is_sure(body, inner, facts)
            case model.OfPiece(name=name, piece=piece):
                return self.all_have(name) and self.is_sure(piece, env, facts)
            case model.FactValue(name=name, of=of) if of.type != CELL:
                return self.is_sure(of, env, facts) and self.is_told(self.game.facts[name], of.type)
            case model.Attribute(name=name, cell=cell, level=None):
                is_there = facts is not None and facts.prove(occupied(self.term(cell, env)))
                return is_there and self.all_have(name)
            case model.BuiltinCall(name="owner" | "kind" | "piece" as name, args=(cell,)):
                is_owned = all(None not in kind.owners for kind in self.game.kinds)
                return (
                    facts is not None
                    and (is_owned or name != "owner")
                    and facts.prove(occupied(self.term(cell, env)))
                )
            case model.BuiltinCall(name=name, args=args) if name in self.total:
                return all(self.is_sure(a, env, facts) for a in args)
            case model.ByStep(name="reach" | "groups" | "links", args=args):
                return all(self.is_sure(a, env, facts) for a in args)
            case model.Aggregate(name="max" | "min" | "first", default=default):
                if default is None:
                    return self.is_sure_choice(expr.comprehension, env, facts)
                return self.is_sure(default, env, facts)
            case model.Aggregate():
                return True
            case model.Arithmetic(op="div" | "mod", left=left, right=right):
                parts = (left, right)
                is_sure = all(self.is_sure(part, env, facts) for part in parts)
                return is_sure and self.is_not_zero(right, env, facts)
            case model.Choose():
                return all(self.is_sure(p, env, at) for p, at in self.branches(expr, env, facts))
            case _ if isinstance(expr, STRICT):
                return all(self.is_sure(p, env, facts) for p in operands(expr))
        return False

    def branches(
        self, node: model.Choose, env: Env, facts: Facts | None
    ) -> Iterator[tuple[model.Expr, Facts]]:
        """The condition and both values of a choice, each with what is known where it is asked."""
        known = facts or Facts()
        yield node.condition, known
        for value, holds in ((node.yes, True), (node.no, False)):
            yield value, known.assume(self.formula(node.condition, env, holds, known=True))

    def is_not_zero(self, number: model.Expr, env: Env, facts: Facts | None) -> bool:
        """Whether a number, if there is one, certainly is not 0, by its form or since it is known.
        """
        low, high = self.bounds.interval(number)
        if low > 0 or high < 0:
            return True
        return facts is not None and facts.prove(negation(equal(self.term(number, env), ZERO)))

    def is_sure_choice(
        self, among: model.Comprehension, env: Env, facts: Facts | None
    ) -> bool:
        """Whether there is certainly something to choose from: what is written out, a set of which
        it is known that it has an element, or values that are there, in some round at least.
        """
        known = facts or Facts()
        if listed := listed_in(among):
            return all(self.is_sure(item, env, facts) for item in listed)
        whole = whole_of(among)
        if whole is not None and self.has_some(whole, env, known):
            return True
        is_round, inner = True, dict(env)
        for binder in among.binders:
            before = dict(inner)
            is_round = is_round and self.has_some(binder.domain, before, known)
            inner |= {slot: self.fresh() for slot in binder.slots}
            if len(binder.slots) == 1:
                what = inner[binder.slots[0]]
                known = known.assume(self.member(what, binder.domain, before, True, known=True))
        if among.condition is not None:
            rounds = model.Comprehension(among.condition, among.binders, None)
            holds = model.Aggregate(among.condition.span, FLAG, "any", rounds, None)
            is_round = known.prove(self.formula(holds, env, True, known=False))
            known = known.assume(self.formula(among.condition, inner, True, known=True))
        return is_round and self.is_sure(among.body, inner, known)

    def has_some(self, of: model.Expr, env: Env, facts: Facts) -> bool:
        """Whether a set certainly has an element."""
        try:
            return len(fold(of, self.ways)) > 0
        except NotConstant:
            is_all = isinstance(of, model.BuiltinCall) and of.name in NEVER_EMPTY
            some = model.Some(of.span, FLAG, of)
            return is_all or facts.prove(self.formula(some, env, True, known=False))

    def all_have(self, name: str) -> bool:
        """Whether every piece has an attribute, a kind or an owner."""
        if name == "owner":
            return all(None not in kind.owners for kind in self.game.kinds)
        return name == "kind" or all(name in kind.attributes for kind in self.game.kinds)

    def is_told(self, fact: model.Fact, type: Type) -> bool:
        """Whether a fact certainly has a value for each colour, kind or word of a type."""
        each = self.game.colours if type == COLOUR else tuple(k.name for k in self.game.kinds)
        each = type.words if isinstance(type, WordType) else each
        return all(
            word in fact.values and self.is_sure(fact.values[word], {}) for word in each
        )

    def fits_index(
        self, variable: model.Variable, index: tuple[model.Expr, ...], env: Env,
        facts: Facts | None,
    ) -> bool:  # fmt: skip
        """Whether indices are certainly among those that a variable has."""
        binders = [binder for binder in variable.index for _ in binder.slots]
        return len(binders) == len(index) and all(
            self.is_among(i, b.domain, env, facts) for i, b in zip(index, binders, strict=True)
        )

    def is_among(self, expr: model.Expr, domain: model.Expr, env: Env, facts: Facts | None) -> bool:
        """Whether the value of an expression is certainly in a set that never changes."""
        return self.is_sure(expr, env, facts) and self.is_at_most(expr, domain, env, facts)

    def is_at_most(
        self, expr: model.Expr, domain: model.Expr, env: Env, facts: Facts | None
    ) -> bool:
        """Whether a value is certainly in a set that never changes, if there is one."""
        if is_whole(domain, expr.type):
            return True
        held = self.held(expr)
        if held is not None:
            if self.term(held, {}) == self.term(domain, {}) or self.is_within(held, domain):
                return True
        if self.gives_at_most(expr, domain, env, facts):
            return True
        aim = self.member(self.term(expr, env), domain, {}, True, known=False)
        return facts is not None and facts.prove(aim)

    def gives_at_most(
        self, expr: model.Expr, domain: model.Expr, env: Env, facts: Facts | None
    ) -> bool:
        """Whether a set that never changes has each value that an expression gives by its form."""
        self.spend()
        match expr:
            case model.Value(value=None):
                return True
            case model.Value() | model.Local():
                match self.term(expr, env):
                    case ("Value", _, int() | float() | str() as value):
                        only = (model.Value(expr.span, expr.type, value),)
                        return self.is_within(model.Display(expr.span, domain.type, only), domain)
            case model.Choose():
                _, *ways = self.branches(expr, env, facts)
                return all(self.is_at_most(value, domain, env, at) for value, at in ways)
            case model.Apply(name=name, args=args):
                body, inner = self.body(name, [self.term(a, env) for a in args])
                return self.is_at_most(body, domain, inner, facts)
            case model.FactValue(name=name, of=of) if of.type != CELL:
                values = self.game.facts[name].values.values()
                return all(self.is_at_most(value, domain, {}, None) for value in values)
            case model.Opposite(operand=operand) if self.is_two_way(domain):
                return self.is_at_most(operand, domain, env, facts)
        return False

    def is_within(self, held: model.Expr, domain: model.Expr) -> bool:
        """Whether both sets are known before play, and the second has all elements of the first."""
        try:
            return set(fold(held, self.ways)) <= set(fold(domain, self.ways))
        except NotConstant:
            return False

    def is_two_way(self, domain: model.Expr) -> bool:
        """Whether a set that is known before play has the opposite of each of its directions."""
        try:
            ways = set(fold(domain, self.ways))
        except NotConstant:
            return False
        return ways <= set(SQUARE_DIRECTIONS) and ways == set(map(opposite, ways))

    def ways(self, expr: model.Expr) -> tuple[str, ...]:
        """The directions for which a built-in word stands.  Raises NotConstant."""
        sets = direction_sets(self.game.board.shape)
        if not isinstance(expr, model.BuiltinCall) or expr.name not in sets:
            raise NotConstant(expr)
        return sets[expr.name]

    def held(self, expr: model.Expr) -> model.Expr | None:
        """The set, which never changes, that has every value of a variable or an attribute."""
        match expr:
            case model.Stored(name=name):
                return self.variables[name].domain
            case model.Attribute(name=name) | model.OfPiece(name=name):
                return next(k.attributes[name] for k in self.game.kinds if name in k.attributes)
        return None

    def is_storable(
        self, value: model.Expr, variable: model.Variable, env: Env, facts: Facts
    ) -> bool:
        """Whether a variable can certainly hold a value."""
        if isinstance(value, model.Value) and value.value is None:
            return variable.or_none
        if variable.type == NUMBER:
            return variable.or_none or self.is_sure(value, env, facts)
        if whole := subsets_of(variable):
            return self.is_part(value, variable, whole, env, facts)
        if variable.or_none:  # which is stored where the value does not exist
            return self.is_at_most(value, variable.domain, env, facts)
        return self.is_among(value, variable.domain, env, facts)

    def is_part(
        self, value: model.Expr, variable: model.Variable, of: model.Expr, env: Env, facts: Facts
    ) -> bool:
        """Whether a set is certainly a subset of `of`, from which a variable takes its elements."""
        if not self.is_sure(value, env, facts):
            return False
        if isinstance(value.type, SetType) and is_whole(of, value.type.element):
            return True
        match value:
            case model.Stored(name=variable.name):
                return True
            case model.Range() if self.is_between(value, of):
                return True
            case model.SetOperation(op="-", left=left):
                return self.is_part(left, variable, of, env, facts)
            case model.SetOperation(op="&", left=left, right=right):
                return any(self.is_part(p, variable, of, env, facts) for p in (left, right))
            case model.SetOperation(left=left, right=right):
                return all(self.is_part(p, variable, of, env, facts) for p in (left, right))
            case model.Display(items=items):
                return all(self.is_among(i, of, env, facts) for i in items)
        one = self.fresh()
        element = facts.assume(self.member(one, value, env, True, known=True))
        return element.prove(self.member(one, of, {}, True, known=False))


    def is_between(self, value: model.Range, of: model.Expr) -> bool:
        """Whether the ends of a range certainly lie between numbers that a set has all of."""
        try:
            numbers = sorted(fold(of))
        except NotConstant:
            return False
        low, high = self.bounds.interval(value.low)[0], self.bounds.interval(value.high)[1]
        if not numbers or low < numbers[0] or high > numbers[-1]:
            return False
        return numbers == list(range(numbers[0], numbers[-1] + 1))
