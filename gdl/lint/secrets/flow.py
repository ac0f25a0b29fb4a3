"""Follows the statements of an action and reports where they reveal what is hidden.

A `require`, and every statement that may fail, decides whether a move is legal, so it may read only
what the mover knows (`visibility`).  Other statements may use what is hidden, but what they change
is then `tainted`: nothing that decides on the same move may read it.  After a `try`, or where a
hidden condition decides what is carried out, nothing may fail at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gdl.lint.logic.forms import subsets_of, whole_of
from gdl.lint.logic.proofs import Term, either, equal, exists, missing
from gdl.lint.logic.terms import Env
from gdl.lint.secrets.knowledge import Moment
from gdl.lint.secrets.piece_flow import PieceFlow
from gdl.lint.secrets.visibility import Doubt, Leak, exists_text, operand
from gdl.model import nodes as model
from gdl.source.diagnostics import Report
from gdl.vocabulary.types import FLAG, NUMBER


@dataclass
class Flow(PieceFlow):
    """Follows statements and reports what they reveal."""

    def run(self, statements: Iterable[model.Statement], env: Env, moment: Moment) -> Moment:
        """The moment after these statements."""
        env = dict(env)
        for statement in statements:
            method = getattr(self, f"run_{type(statement).__name__.lower()}")
            moment = method(statement, env, moment)
        return moment

    def carry_out(self, action: model.Action, moment: Moment) -> Moment:
        """The moment after an action."""
        env, moment = self.choose(action.binders, moment)
        return self.run(action.body, env, moment)

    def choose(
        self, binders: tuple[model.Binder, ...], moment: Moment
    ) -> tuple[dict[int, Term], Moment]:
        """The terms of the parameters and the moment after their choice; reports their leaks."""
        env: dict[int, Term] = {}
        for binder in binders:
            for leak in self.knowledge.leaks(binder.domain, env, moment):
                self.tell(leak, binder.domain.span)
            moment = self.knowledge.bind(binder, env, moment)
        return env, moment

    # ---- conditions ----

    def run_require(self, node: model.Require, env: Env, moment: Moment) -> Moment:
        formulas = self.knowledge.formulas
        if moment.is_open:
            for leak in self.knowledge.leaks(node.condition, env, moment):
                self.tell(leak, node.span)
        elif not moment.now.prove(formulas.formula(node.condition, env, True, known=False)):
            self.failing(node, moment, [])
        return self.knowledge.assume(moment, node.condition, env, True)

    def run_attempt(self, node: model.Attempt, env: Env, moment: Moment) -> Moment:
        return replace(self.knowledge.assume(moment, node.condition, env, True), is_tried=True)

    def run_if(self, node: model.If, env: Env, moment: Moment) -> Moment:
        ends, here = [], moment
        for condition, body in node.branches:
            inside = here
            if condition is not None:
                is_secret = here.is_secret or bool(self.leaks([condition], env, here))
                here = replace(here, is_secret=is_secret)
                inside = self.knowledge.assume(here, condition, env, True)
                here = self.knowledge.assume(here, condition, env, False)
            ends.append(self.run(body, env, inside))
        return self.after(moment, ends)

    def after(self, moment: Moment, ends: list[Moment]) -> Moment:
        """The moment after a block with several branches, any of which may have been taken."""
        dirty = moment.dirty.union(*(end.dirty for end in ends))
        fresh = frozenset().union(*(end.dirty for end in ends))
        return replace(
            moment,
            now=moment.now.kept(self.knowledge.formulas.is_untouched(fresh)),
            dirty=dirty,
            tainted=moment.tainted.union(*(end.tainted for end in ends)),
            is_tried=moment.is_tried or any(end.is_tried for end in ends),
        )

    def run_for(self, node: model.For, env: Env, moment: Moment) -> Moment:
        """Follow a loop to a fixed point: from the second round on, its changes have been made."""
        leaks, inner, start = self.knowledge.enter(node, env, moment)
        start = replace(start, is_secret=start.is_secret or bool(leaks))
        silent = replace(self, report=Report())
        while True:
            end = silent.run(node.body, inner, start)
            again = self.after(start, [end])
            if is_same(again, start):
                return self.after(moment, [self.run(node.body, inner, again)])
            start = again

    def run_repeatwhile(self, node: model.RepeatWhile, env: Env, moment: Moment) -> Moment:
        """Follow a repetition to a fixed point; its condition is asked anew in each round."""
        leaks = self.leaks([node.times], env, moment)
        self.existing(node, node.times, env, moment)
        silent, start = replace(self, report=Report()), moment
        while True:
            is_secret = bool(leaks or self.leaks([node.condition], env, start))
            round_ = replace(start, is_secret=start.is_secret or is_secret)
            round_ = self.knowledge.assume(round_, node.condition, env, True)
            again = self.after(start, [silent.run(node.body, env, round_)])
            again = replace(again, is_secret=start.is_secret or is_secret)
            if is_same(again, start):
                return self.after(moment, [self.run(node.body, env, round_)])
            start = again

    def run_perform(self, node: model.Perform, env: Env, moment: Moment) -> Moment:
        """Follow a definition; its parameters keep the values that they have at the call."""
        formulas = self.knowledge.formulas
        definition = formulas.game.definitions[node.name]
        assert isinstance(definition.body, tuple)
        inner: dict[int, Term] = {}
        for slot, arg in zip(definition.slots, node.args, strict=True):
            leaks = self.leaks([arg], env, moment)
            self.existing(node, arg, env, moment)
            term = self.term(arg, env)
            if leaks:
                inner[slot] = formulas.fresh("secret")
                moment = self.held(inner[slot], arg, moment)
            elif formulas.reads_of(term) or not exists(term):
                inner[slot] = formulas.fresh()
                moment = self.knowledge.with_fact(moment, equal(inner[slot], term))
            else:
                inner[slot] = term
        return self.run(definition.body, inner, moment)

    def run_let(self, node: model.Let, env: dict[int, Term], moment: Moment) -> Moment:
        """Name a value; it is never refused, and hidden wherever it is read if it is hidden."""
        formulas, now = self.knowledge.formulas, moment.now
        if self.leaks([node.value], env, moment):
            is_sure = formulas.is_sure(node.value, env, now)
            env[node.slot] = formulas.fresh("secret" if is_sure else "secret let")
            return self.held(env[node.slot], node.value, moment, is_sure)
        env[node.slot], known = formulas.named(node.value, env, now)
        for fact in known:
            moment = self.knowledge.with_fact(moment, fact)
        return moment

    def held(
        self, term: Term, value: model.Expr, moment: Moment, is_sure: bool = True
    ) -> Moment:
        """The moment when it is known of a hidden value what it may be, if there is one: what holds
        it says so.
        """
        formulas = self.knowledge.formulas
        held = formulas.held(value)
        if held is None:
            return moment
        inside = formulas.member(term, held, {}, True, known=True)
        fact = inside if is_sure else either(missing(term), inside)
        return self.knowledge.with_fact(moment, fact)

    # ---- what is stored ----

    def run_setvariable(self, node: model.SetVariable, env: Env, moment: Moment) -> Moment:
        leaks = self.storing(node, env, moment)
        return self.changed(moment, {f"state {node.name}"}, leaks)

    def run_setmark(self, node: model.SetMark, env: Env, moment: Moment) -> Moment:
        self.storing(node, env, moment)
        return moment

    def storing(self, node: model.SetVariable, env: Env, moment: Moment) -> list[Leak]:
        """The leaks of the value and the indices; reports a value that may not be storable."""
        game, formulas = self.knowledge.game, self.knowledge.formulas
        variable = next(v for v in (*game.variables, *game.marks) if v.name == node.name)
        leaks = self.leaks([*node.index, node.value], env, moment)
        is_there = formulas.fits_index(variable, node.index, env, moment.now)
        is_kept = formulas.is_storable(node.value, variable, env, moment.now)
        if not (is_there and is_kept):
            doubts = self.knowledge.index_doubts(variable, node.index, env, moment)
            if not is_kept:
                doubts += self.value_doubts(added(node, variable), variable, env, moment)
            self.doubtful(node, doubts, moment)
        return leaks

    def value_doubts(
        self, value: model.Expr, variable: model.Variable, env: Env, moment: Moment
    ) -> list[Doubt]:
        """What decides whether a variable can hold a value, where that is not certain."""
        if variable.or_none or subsets_of(variable) is not None:
            leaks = tuple(self.leaks([value], env, moment))
            return [Doubt("" if variable.or_none else exists_text(value), leaks)]
        if variable.type == NUMBER:  # of which no other fails
            return self.knowledge.doubts(value, env, moment)
        return self.knowledge.member_doubts(value, variable.domain, env, moment)

    def run_play(self, node: model.Play, env: Env, moment: Moment) -> Moment:
        leaks = self.leaks([node.colour], env, moment)
        self.existing(node, node.colour, env, moment)
        return self.changed(moment, {"mover"}, leaks)

    def run_setnext(self, node: model.SetNext, env: Env, moment: Moment) -> Moment:
        """Also fails for a colour that is out, which only `playing` tells."""
        is_sure = self.is_sure(node.colour, env, moment)
        plays = self.takes_turns(node.colour, env, moment)
        leaks = self.leaks([node.colour, None if plays else self.playing], env, moment)
        if (leaks or not moment.is_open) and not (is_sure and plays):
            needs = "!= none" if plays else "in playing"
            self.failing(node, moment, leaks, f"{operand(node.colour)} {needs}")
        return self.changed(moment, {"mover"}, leaks)

    def takes_turns(self, colour: model.Expr, env: Env, moment: Moment) -> bool:
        """Whether a colour is certainly not out."""
        if self.playing is None or (
            isinstance(colour, model.BuiltinCall) and colour.name in ("next", "after")
        ):  # which pass over those who are out
            return True
        formulas = self.knowledge.formulas
        term, known = formulas.term(colour, env), moment.now
        whole = chosen_from(colour)
        if whole is not None:
            known = known.assume(formulas.member(term, whole, env, True, known=True))
        return known.prove(formulas.member(term, self.playing, env, True, known=False))

    @property
    def playing(self) -> model.Stored | None:
        """Those who take turns, where a rule puts players out."""
        known = (v for v in self.knowledge.game.variables if v.is_playing)
        return next((model.Stored(v.span, v.type, v.name, ()) for v in known), None)

    # ---- the rest ----

    def run_weight(self, node: model.Weight, env: Env, moment: Moment) -> Moment:
        leaks = self.leaks([node.value], env, moment)  # an instance with weight 0 is not legal
        if (leaks or not moment.is_open) and not self.is_positive(node.value, env, moment):
            self.failing(node, moment, leaks)
        return moment

    def is_positive(self, number: model.Expr, env: Env, moment: Moment) -> bool:
        """Whether a number is certainly more than 0, by its form or since a `require` says so."""
        formulas = self.knowledge.formulas
        if formulas.bounds.interval(number)[0] > 0 and self.is_sure(number, env, moment):
            return True
        zero = model.Value(number.span, NUMBER, 0)
        more = model.Relation(number.span, FLAG, "<", zero, number)
        return moment.now.prove(formulas.formula(more, env, True, known=False))

    def run_tell(self, node: model.Tell, env: Env, moment: Moment) -> Moment:
        return moment

    def run_deal(self, node: model.Deal, env: Env, moment: Moment) -> Moment:
        return moment


def chosen_from(expr: model.Expr) -> model.Expr | None:
    """The set of which a choice such as `first(...)` certainly is an element, if it is there."""
    if isinstance(expr, model.Aggregate) and expr.default is None:  # what follows `else` may be any
        return whole_of(expr.comprehension)
    return None


def added(node: model.SetVariable, variable: model.Variable) -> model.Expr:
    """What decides whether a value can be stored: of `add k to V`, only k."""
    match node.value:
        case model.SetOperation(left=model.Stored() as held, right=right) | model.Arithmetic(
            op="+" | "-", left=model.Stored() as held, right=right
        ) if not variable.or_none and (held.name, held.index) == (node.name, node.index):
            return right
    return node.value


def is_same(one: Moment, other: Moment) -> bool:
    """Whether as much has changed, is hidden and was tried at one moment as at another."""
    return (one.dirty, one.tainted, one.is_tried, one.is_secret) == (
        other.dirty, other.tainted, other.is_tried, other.is_secret
    )  # fmt: skip
