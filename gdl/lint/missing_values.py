"""Comparisons and sets that are not what they seem where something in them does not exist.

A relation with what does not exist is false, so two empty cells count as different: `owner[a] !=
owner[b]`.  A set with an element that does not exist does not exist either, nor does anything from
which it is taken away: `row(1) - {c + south}`.  A warning goes to the report only where things may
be missing, as far as `gdl.lint.logic.proofs` can tell: not where the rule speaks of occupied cells,
or treats `none` by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum

from gdl.lint.logic.formulas import Formulas
from gdl.lint.logic.proofs import TRUE, Facts, Formula, either, missing, negation, occupied
from gdl.lint.logic.terms import Env, TooMuch
from gdl.model import nodes as model
from gdl.model.analysis import Part, Reads, changes, children
from gdl.source.diagnostics import Report
from gdl.vocabulary.types import CELL, DIRECTION

LOOKED_UP = ("owner", "kind", "piece")  # what may not exist of a cell


class Asked(Enum):
    """How what is compared is asked for: that it is the same, of each, or that it differs."""

    SAME = 0
    SAME_OF_EACH = 1
    DIFFERENT = 2


DENIED = {
    Asked.SAME: Asked.DIFFERENT,
    Asked.SAME_OF_EACH: Asked.SAME,
    Asked.DIFFERENT: Asked.SAME,
}


def check_missing_values(game: model.Game, reads: Reads, report: Report) -> None:
    """Warn of comparisons whose sides may both be none, and of sets that may be lost because
    something in them is none, where that would surprise.
    """
    try:
        MissingValues(game, reads, report).check()
    except TooMuch:
        return  # rules of this length are not worth the time: it is only a warning


class MissingValues:
    """Follows the rules of one game, with what is known where each expression is evaluated."""

    def __init__(self, game: model.Game, reads: Reads, report: Report):
        self.game = game
        self.formulas = Formulas(game, reads)
        self.report = report

    def check(self) -> None:
        """Look at all rules.  Raises TooMuch."""
        game = self.game
        for action in game.actions.values():
            self.statements(action.body, *self.bind(action, {}, Facts()))
        self.statements(game.setup, {}, Facts())
        self.statements(game.after_turn, {}, Facts())
        turns: list[Part] = [*game.opening, *(t for _, t in game.turn)]
        conditions = [c for c, _ in game.turn if c is not None]
        for part in (*turns, *conditions):
            self.look(part, {}, Facts())
        for end in game.ends:
            self.look(end.condition, {}, Facts())
            for outcome in end.outcomes:
                self.outcome(outcome, self.assume(Facts(), end.condition, {}))
        for fact in game.facts.values():
            for value in fact.values.values():
                env = {fact.slot: self.formulas.fresh()} if fact.of == "kind" else {}
                here = [occupied(term) for term in env.values()]
                self.look(value, env, self.known(Facts(), here))

    def known(self, facts: Facts, more: Iterable[Formula]) -> Facts:
        """Facts and more of them."""
        for fact in more:
            facts = facts.assume(fact)
        return facts

    def assume(self, facts: Facts, expr: model.Expr, env: Env, holds: bool = True) -> Facts:
        """Facts, and that a condition holds or does not."""
        return facts.assume(self.formulas.formula(expr, env, holds, known=True))

    def bind(self, node: model.Binds, outer: Env, facts: Facts) -> tuple[Env, Facts]:
        """The variables of a node as terms, each known to be in its domain, whose parts are
        looked at.
        """
        env = dict(outer)
        for slots, domain in node.heads:
            before = dict(env)
            for slot in slots:
                env[slot] = self.formulas.fresh()
            if domain is not None:
                self.look(domain, before, facts)
                self.chosen_from(domain, before, facts)
            if domain is not None and len(slots) == 1:
                what = env[slots[0]]
                facts = facts.assume(self.formulas.member(what, domain, before, True, known=True))
        return env, facts

    def enter(self, loop: model.Loop, outer: Env, facts: Facts) -> tuple[Env, Facts]:
        """The variables of a loop as terms, and what is known in each round."""
        env, facts = self.bind(loop, outer, facts)
        if loop.condition is not None:
            self.look(loop.condition, env, facts)
            facts = self.assume(facts, loop.condition, env)
        return env, facts

    # ---- statements ----

    def statements(self, body: Sequence[model.Statement], env: Env, facts: Facts) -> None:
        """Look at statements; what one of them changes is not known any more after it."""
        env = dict(env)
        for statement in body:
            facts = self.statement(statement, env, facts)
            if isinstance(statement, model.Let):
                env[statement.slot], known = self.formulas.named(statement.value, env, facts)
                facts = self.known(facts, known)

    def statement(self, node: model.Statement, env: Env, facts: Facts) -> Facts:
        """Look at one statement; the facts after it."""
        changed = changes(self.game, (node,))
        after = facts.kept(self.formulas.is_untouched(changed)) if changed else facts
        match node:
            case model.Require(condition=condition) | model.Attempt(condition=condition):
                self.look(condition, env, facts)
                return self.assume(facts, condition, env)
            case model.If(branches=branches):
                for test, body in branches:
                    inside = facts
                    if test is not None:
                        self.look(test, env, facts)
                        inside = self.assume(facts, test, env)
                        facts = self.assume(facts, test, env, holds=False)
                    self.statements(body, env, inside)
            case model.For(body=body):
                self.statements(body, *self.enter(node, env, after))
            case model.MoveAtOnce(start=start, end=end):
                inner, each = self.enter(node, env, facts)  # all is read before anything moves
                self.look(start, inner, each)
                self.look(end, inner, each)
            case model.RepeatWhile(times=times, condition=condition, body=body):
                self.look(times, env, facts)
                self.look(condition, env, after)
                self.statements(body, env, self.assume(after, condition, env))
            case model.Perform(name=name, args=args):
                definition = self.game.definitions[name]
                assert isinstance(definition.body, tuple)
                terms = [self.formulas.term(arg, env) for arg in args]
                self.statements(
                    definition.body, dict(zip(definition.slots, terms, strict=True)), facts
                )
            case model.SetVariable():
                self.parts(node, env, facts)
                after = self.known(after, self.formulas.assigned(node, env, facts))
            case _:
                self.parts(node, env, facts)
                filled = [occupied(self.formulas.term(cell, env)) for cell in given_to(node)]
                after = self.known(after, filled)
        return after

    # ---- the end ----

    def outcome(self, node: model.Outcome, facts: Facts) -> None:
        """Look at what an end decides, where its condition is known to hold."""
        match node:
            case model.Best(ranks=ranks):
                for rank in ranks:
                    self.look(rank.expr, *self.bind(rank, {}, facts))
            case model.Gets(expr=expr):
                self.look(expr, *self.bind(node, {}, facts))
            case _:
                self.parts(node, {}, facts)

    # ---- expressions ----

    def parts(self, node: Part, env: Env, facts: Facts) -> None:
        """Look at the parts of a node."""
        for part in children(node):
            self.look(part, env, facts)

    def look(self, node: Part, env: Env, facts: Facts, asked: Asked = Asked.SAME) -> None:
        """Look at an expression, or at anything that has some."""
        match node:
            case model.Not(operand=operand):
                self.look(operand, env, facts, DENIED[asked])
            case model.And(left=left, right=right) | model.Or(left=left, right=right):
                holds = isinstance(node, model.And)  # else the other side decides by itself
                self.look(left, env, self.assume(facts, right, env, holds), asked)
                self.look(right, env, self.assume(facts, left, env, holds), asked)
            case model.Choose(yes=yes, condition=condition, no=no):
                self.look(condition, env, facts)
                self.look(yes, env, self.assume(facts, condition, env), asked)
                self.look(no, env, self.assume(facts, condition, env, holds=False), asked)
            case model.Aggregate(name=name, comprehension=made, default=default):
                self.look(made.body, *self.enter(made, env, facts), within(name, asked))
                if default is not None:
                    self.look(default, env, facts)
            case model.Build(comprehension=made):
                self.look(made.body, *self.enter(made, env, facts))
            case model.Apply(name=name, args=args):
                self.parts(node, env, facts)
                terms = [self.formulas.term(arg, env) for arg in args]
                body, inner = self.formulas.body(name, terms)
                self.look(body, inner, facts, asked)
            case model.Relation(op="=", left=left, right=right):
                self.compared(node, env, facts, asked)
                self.parts(node, env, facts)
            case model.Relation(op="in", right=model.Display() as right):
                self.chosen_from(right, env, facts)  # a set with a name may be a shape as a whole
                self.parts(node, env, facts)
            case model.Relation(op="meets", left=left, right=right):
                for side in (left, right):
                    self.chosen_from(side, env, facts)
                self.parts(node, env, facts)
            case model.SetOperation(op="-", right=right):
                self.taken_away(right, env, facts)
                self.parts(node, env, facts)
            case model.SetOperation(op="&", left=left, right=right):  # a union may be a shape
                for side in (left, right):
                    self.chosen_from(side, env, facts)
                self.parts(node, env, facts)
            case _:
                self.formulas.spend()
                self.parts(node, env, facts)

    def compared(self, node: model.Relation, env: Env, facts: Facts, asked: Asked) -> None:
        """Warn if both sides may be none, and the rule asks for a difference, or for equality of
        each with what was stored.
        """
        sides = (node.left, node.right)
        is_stored = any(isinstance(side, model.Stored) for side in sides)
        if asked is Asked.SAME or (asked is Asked.SAME_OF_EACH and not is_stored):
            return
        there = [self.exists(side, env) for side in sides]
        if TRUE not in there and not facts.prove(either(*there)):
            left, right = map(words, sides)
            same = f"{left} = {right} or ({left} = none and {right} = none)"
            differs = asked is Asked.DIFFERENT
            self.report.add(
                "both-none", node.span, left=left, right=right,
                always="holds" if differs else "does not hold",
                same=f"not ({same})" if differs else same,
            )  # fmt: skip

    def taken_away(self, node: model.Expr, env: Env, facts: Facts) -> None:
        """Warn if a part of what is taken away from a set may be none."""
        match node:
            case model.Choose(yes=yes, condition=condition, no=no):
                self.taken_away(yes, env, self.assume(facts, condition, env))
                self.taken_away(no, env, self.assume(facts, condition, env, holds=False))
            case model.SetOperation(op="|", left=left, right=right):
                self.taken_away(left, env, facts)
                self.taken_away(right, env, facts)
            case model.Display(items=items):
                for item in items:
                    self.lost(item, env, facts, without(item))

    def chosen_from(self, node: model.Expr, env: Env, facts: Facts) -> None:
        """Warn if a set of several cells, of which any will do, is lost where a step to one of
        them leads off the board.
        """
        match node:
            case model.Choose(yes=yes, condition=condition, no=no):
                self.chosen_from(yes, env, self.assume(facts, condition, env))
                self.chosen_from(no, env, self.assume(facts, condition, env, holds=False))
            case model.Apply(name=name, args=args):
                body, inner = self.formulas.body(name, [self.formulas.term(a, env) for a in args])
                self.chosen_from(body, inner, facts)
            case model.SetOperation(op="-", left=left):
                self.chosen_from(left, env, facts)
            case model.Display(items=items) if len(items) > 1:
                steps = (item for item in items if isinstance(item, model.StepTo))
                any(self.lost(step, env, facts, each_by_itself(node)) for step in steps)

    def lost(self, item: model.Expr, env: Env, facts: Facts, hint: str) -> bool:
        """Warn if an element of a set that is written out may be none; whether it may."""
        there = self.exists(item, env)
        if isinstance(item, model.StepTo):
            there = negation(missing(self.formulas.term(item, env)))
        if there == TRUE or facts.prove(there):
            return False
        self.report.add("lost-set", item.span, word=words(item), hint=hint)
        return True

    def exists(self, expr: model.Expr, env: Env) -> Formula:
        """The formula that an expression has a value; true for what this check is not about."""
        match expr:
            case model.Apply(name=name, args=args):
                body, inner = self.formulas.body(name, [self.formulas.term(a, env) for a in args])
                return self.exists(body, inner)
            case (
                model.Opposite(operand=operand)
                | model.Negative(operand=operand)
                | model.AsSteps(operand=operand)
            ):
                return self.exists(operand, env)
            case model.Stored(name=name) if self.formulas.variables[name].or_none:
                return negation(missing(self.formulas.term(expr, env)))
            case model.OfPiece(piece=piece):
                return self.exists(piece, env)
            case model.Attribute(cell=cell, level=None):
                return self.stands(expr, cell, env)
            case model.BuiltinCall(name=name, args=(cell,)) if name in LOOKED_UP:
                return self.stands(expr, cell, env)
        return TRUE

    def stands(self, expr: model.Expr, cell: model.Expr, env: Env) -> Formula:
        """The formula that what is looked up of the piece on a cell is there."""
        there = occupied(self.formulas.term(cell, env))
        return either(there, negation(missing(self.formulas.term(expr, env))))


def without(item: model.Expr) -> str:
    """The hint on how to take away what may be none."""
    match item:
        case model.StepTo(cell=cell, step=step) if step.type == DIRECTION:
            near = f"neighbours({words(cell)}, {words(step)})"
            return f"take away `{near}`, which is empty there"
    one = unused(item.span.source.text)
    made = f"{{{one} for {one} in S if {one} != {words(item)}}}"
    return f"for a set `S`, write `{made}`: the condition holds there"


def each_by_itself(node: model.Display) -> str:
    """The hint on how to write a set so that it keeps those of its elements that exist."""
    one = unused(node.span.source.text)
    same = " or ".join(f"{one} = {words(item)}" for item in node.items)
    made = f"{{{one} for {one} in cells if {same}}}"
    starts = {words(i.cell) + " + " if isinstance(i, model.StepTo) else "" for i in node.items}
    if len(starts) == 1 and all(words(item).startswith(tuple(starts)) for item in node.items):
        [start] = starts
        steps = ", ".join(words(item).removeprefix(start) for item in node.items)
        made = f"{{{start}{one} for {one} in {{{steps}}}}}"
    if not words(node).startswith("{"):
        made = made[1:-1]  # a whole text has no braces round it
    return f"write `{made}`, which leaves out what does not exist"


def unused(text: str) -> str:
    """A name for a variable that a file does not use: rules must not bind one twice."""
    used = set(re.findall(r"\w+", text))
    return next((name for name in "cdefghijk" if name not in used), "other")


def words(node: model.Expr) -> str:
    """The words of an expression, on one line."""
    return " ".join(node.span.text.split())


def given_to(node: model.Statement) -> tuple[model.Expr, ...]:
    """The cells on which a statement leaves a piece, as far as they are named one by one."""
    match node:
        case model.Move(start=start, end=end, count=None) if start.type == CELL:
            return (end,)
        case model.Put(place=model.Display(items=items)):
            return items
        case model.Put(place=place) if place.type == CELL:
            return (place,)
    return ()


def within(name: str, asked: Asked) -> Asked:
    """How the body of an aggregate is asked for."""
    if name == "all":
        return Asked.DIFFERENT if asked is Asked.DIFFERENT else Asked.SAME_OF_EACH
    return Asked.SAME  # `not any(a = b …)`: that none has the same, which is so where none is
