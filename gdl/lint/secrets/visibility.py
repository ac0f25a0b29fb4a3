"""What the mover knows: which expressions depend on nothing that is hidden from it.

`LeakFinder.leaks` lists the parts of an expression whose value the mover may not know.  A variable,
the board or the supply is known where the condition of its `sees` entry, with the mover as the
viewer, follows from what is known already: the domains of parameters, earlier `require` lines,
surrounding conditions.  All such facts are about the position in which the mover chooses, which
`Moment` distinguishes from the position in which a rule is evaluated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from gdl.lint.logic.forms import BOARD_SETS, STRICT, operands
from gdl.lint.logic.proofs import MOVER, Term, missing, negation
from gdl.lint.logic.terms import Env
from gdl.lint.secrets.knowledge import Knowledge, Moment, is_secret
from gdl.model import nodes as model
from gdl.model.analysis import walk
from gdl.model.ranges import listed_in
from gdl.vocabulary.types import CELL, CELLS

BOARD = "the board"


@dataclass(frozen=True)
class Leak:
    """A part of a rule that may depend on what is hidden, in words."""

    what: str
    seen: str | None = None  # the condition under which a viewer sees it
    counted: str | None = None  # the set of which nothing is asked but how many it has


@dataclass(frozen=True)
class Doubt:
    """Something that a value needs so that it exists or can be stored, and what that reveals."""

    needs: str  # in the words of the rules
    leaks: tuple[Leak, ...] = ()


class LeakFinder(Knowledge):
    """Finds what the expressions of one game reveal."""

    @cached_property
    def board_is_seen_from_afar(self) -> str | None:
        """The first part of what `sees` says of the board that leads from cells to other cells,
        such as `neighbours(mine)`, which no proof follows; None without one.
        """
        shown = self.game.sees.get("board")
        parts = walk(shown.expr) if shown is not None and shown.expr is not None else ()
        far = (p for p in parts if isinstance(p, model.Expr) and leads_on(p))
        return next((part.span.text for part in far), None)

    def leaks(self, expr: model.Expr, env: Env, moment: Moment) -> Iterator[Leak]:
        """The parts of an expression whose value the mover may not know.  Raises TooMuch."""
        self.formulas.spend()
        if not self.reads.of(expr) & (self.hidden | moment.tainted) and not any(
            map(is_secret, env.values())
        ):
            return
        match expr:
            case model.Local(slot=slot, name=name):
                if is_secret(env.get(slot, ())):
                    yield Leak(f"`{name}`")
            case model.And() | model.Or():
                yield from self.joined_leaks(expr, env, moment)
            case model.Choose(yes=yes, condition=condition, no=no):
                yield from self.leaks(condition, env, moment)
                yield from self.leaks(yes, env, self.assume(moment, condition, env, True))
                yield from self.leaks(no, env, self.assume(moment, condition, env, False))
            case model.Build(comprehension=comprehension):
                yield from self.loop_leaks(comprehension, env, moment)
            case model.Aggregate(comprehension=comprehension, default=default):
                yield from self.loop_leaks(comprehension, env, moment)
                if default is not None:
                    yield from self.leaks(default, env, moment)
            case model.ByStep(args=args, slot=slot, steps=steps):
                for arg in args:
                    yield from self.leaks(arg, env, moment)
                yield from self.leaks(steps, {**env, slot: self.formulas.fresh()}, moment)
                yield from self.own_leaks(expr, env, moment)
            case model.Apply(name=name, args=args):
                leaks = [leak for arg in args for leak in self.leaks(arg, env, moment)]
                yield from leaks
                if not leaks:
                    terms = [self.formulas.term(arg, env) for arg in args]
                    yield from self.leaks(*self.formulas.body(name, terms), moment)
            case model.Relation(
                op="in", left=left, right=model.BuiltinCall(name=name) as right
            ) if name in BOARD_SETS:
                yield from self.place_leaks(left, right, env, moment)
            case model.Some(operand=of) | model.BuiltinCall(name="count", args=(of,)) if isinstance(
                of, model.Stored
            ):
                text = " ".join(of.span.text.split())
                yield from (replace(k, counted=text) for k in self.leaks(of, env, moment))
            case _:
                for part in operands(expr):
                    yield from self.leaks(part, env, moment)
                yield from self.own_leaks(expr, env, moment)

    # ---- what may not exist ----

    def doubts(self, expr: model.Expr, env: Env, moment: Moment) -> list[Doubt]:
        """What decides whether an expression has a value, where that is not certain: the parts by
        which it may fail, as `Formulas.is_total` goes through them.  Raises TooMuch.
        """
        if self.formulas.is_sure(expr, env, moment.now):
            return []
        match expr:
            case model.Stored(name=name, index=index):
                variable = self.formulas.variables[name]
                if not variable.or_none and len(index) == len(domains(variable)):
                    return self.index_doubts(variable, index, env, moment)
            case model.Arithmetic(op="div" | "mod", left=left, right=right):
                return [*self.doubts(left, env, moment), *self.divisor_doubts(right, env, moment)]
            case model.Choose(yes=yes, condition=condition, no=no):
                holds, fails = (self.assume(moment, condition, env, is_) for is_ in (True, False))
                parts = [(condition, moment), (yes, holds), (no, fails)]
                inside = [d for part, at in parts for d in self.doubts(part, env, at)]
                leaks = [*self.leaks(condition, env, moment), *(k for d in inside for k in d.leaks)]
                return [Doubt(exists_text(expr), tuple(leaks))] if inside else []
            case model.Aggregate(name="max" | "min" | "first", default=None) as choice:
                if listed := listed_in(choice.comprehension):
                    return self.all_doubts(listed, env, moment)
            case _ if isinstance(expr, STRICT):
                return self.all_doubts(operands(expr), env, moment)
            case model.BuiltinCall(name=name, args=args) if name in self.formulas.total:
                return self.all_doubts(args, env, moment)
        return [Doubt(exists_text(expr), tuple(self.leaks(expr, env, moment)))]

    def all_doubts(
        self, exprs: Iterable[model.Expr], env: Env, moment: Moment
    ) -> list[Doubt]:
        """The doubts of several expressions, all of which must have a value."""
        return [doubt for expr in exprs for doubt in self.doubts(expr, env, moment)]

    def divisor_doubts(self, divisor: model.Expr, env: Env, moment: Moment) -> list[Doubt]:
        """Whether a divisor has a value, and is not 0."""
        if self.formulas.is_not_zero(divisor, env, moment.now):
            return self.doubts(divisor, env, moment)
        leaks = tuple(self.leaks(divisor, env, moment))
        return [*self.doubts(divisor, env, moment), Doubt(f"{operand(divisor)} != 0", leaks)]

    def index_doubts(
        self, variable: model.Variable, index: tuple[model.Expr, ...], env: Env, moment: Moment
    ) -> list[Doubt]:
        """What decides whether indices are among those of a variable."""
        each = domains(variable)
        if len(index) != len(each):  # an unordered pair is one index
            each = [binder.domain for binder in variable.index]
        pairs = zip(index, each, strict=True)
        return [d for i, domain in pairs for d in self.member_doubts(i, domain, env, moment)]

    def member_doubts(
        self, expr: model.Expr, domain: model.Expr, env: Env, moment: Moment
    ) -> list[Doubt]:
        """What decides whether a value exists and is in a set that never changes."""
        if self.formulas.is_at_most(expr, domain, env, moment.now):
            return self.doubts(expr, env, moment)
        leaks = tuple(self.leaks(expr, env, moment))
        return [Doubt(f"{operand(expr)} in {written(domain)}", leaks)]

    # ---- parts of expressions ----

    def joined_leaks(self, expr: model.And | model.Or, env: Env, moment: Moment) -> Iterator[Leak]:
        """The leaks of a chain: unknown conditions matter only if the known ones do not decide."""
        left, is_and = list(conditions(expr, type(expr))), isinstance(expr, model.And)
        while known := [p for p in left if not has_any(self.leaks(p, env, moment))]:
            left = [p for p in left if p not in known]
            for part in known:
                moment = self.assume(moment, part, env, is_and)
        for part in left:
            yield from self.leaks(part, env, moment)

    def loop_leaks(self, loop: model.Comprehension, env: Env, moment: Moment) -> Iterator[Leak]:
        """The leaks of the domains, the condition and the body of a `for`."""
        leaks, inner, moment = self.enter(loop, env, moment)
        yield from leaks
        yield from self.leaks(loop.body, inner, moment)

    def enter(
        self, loop: model.Loop, env: Env, moment: Moment
    ) -> tuple[list[Leak], dict[int, Term], Moment]:
        """The leaks of the domains and the condition of a loop, its variables as terms, and the
        moment in each round.
        """
        inner, leaks = dict(env), list[Leak]()
        for binder in loop.binders:
            leaks += self.leaks(binder.domain, inner, moment)
            moment = self.bind(binder, inner, moment)
        if loop.condition is not None:
            leaks += self.leaks(loop.condition, inner, moment)
            moment = self.assume(moment, loop.condition, inner, True)
        return leaks, inner, moment

    def place_leaks(
        self, left: model.Expr, right: model.BuiltinCall, env: Env, moment: Moment
    ) -> Iterator[Leak]:
        """The leaks of `c in enemy`, where it is enough to see the one cell."""
        leaks = [leak for part in (left, *right.args) for leak in self.leaks(part, env, moment)]
        yield from leaks
        if "mover" in moment.tainted & self.reads.of_builtin(right.name, right.args):
            yield Leak(f"`{right.span.text}`")
        elif not leaks:
            cell = self.formulas.term(left, env)
            if not self.sees_set(right, env, moment):
                yield from self.cell_leaks(cell, moment)
            if not self.sees_parts(right, env, moment):
                yield from self.part_leaks(["kind"], cell, right, moment)

    def own_leaks(self, expr: model.Expr, env: Env, moment: Moment) -> Iterator[Leak]:
        """The leaks of an expression beyond those of its parts."""
        match expr:
            case model.Stored(name=name, index=index):
                yield from self.variable_leaks(
                    expr, name, [self.formulas.term(i, env) for i in index], moment
                )
            case model.Attribute(name=name, cell=cell):
                asked = self.formulas.term(cell, env)
                yield from self.cell_leaks(asked, moment)
                yield from self.part_leaks(self.reads.parts_of(name), asked, expr, moment)
            case model.FactValue(of=of):
                yield from self.fact_leaks(expr, self.formulas.term(of, env), moment)
            case model.Seen(things=things):
                compared = self.reads.of_one(expr).union(*map(self.reads.of, things))
                if compared & (self.hidden | moment.tainted):
                    yield Leak(f"`{expr.span.text}`")
            case model.BuiltinCall(
                name="owner" | "kind" | "piece" | "height" as name, args=(cell, *_)
            ):
                asked = self.formulas.term(cell, env)
                yield from self.cell_leaks(asked, moment)
                parts = {"kind": ("kind",), "piece": self.parts}.get(name, ())
                yield from self.part_leaks(parts, asked, expr, moment)
            case model.BuiltinCall(name="stuck"):
                yield Leak("`stuck`")
            case model.BuiltinCall(name="supply"):
                yield from self.supply_leaks(expr, env, moment)
            case model.BuiltinCall(name=name, args=args) | model.ByStep(name=name, args=args):
                reads = self.reads.of_builtin(name, args)
                if reads & {"board", "own"} and not self.sees_set(expr, env, moment):
                    yield Leak(BOARD)
                elif reads & moment.tainted or not self.sees_parts(expr, env, moment):
                    yield Leak(f"`{expr.span.text}`")

    def variable_leaks(
        self, expr: model.Expr, name: str, index: list[Term], moment: Moment
    ) -> Iterator[Leak]:
        """The leak of a variable that is hidden or was set to something hidden.

        What indices tell is reported by itself, and with one that does not exist nothing is stored.
        """
        shown = self.game.sees.get(name)
        leak = Leak(f"`{expr.span.text}`")
        if f"state {name}" in moment.tainted:
            yield leak
        elif shown is not None:
            is_whole = len(index) != len(shown.slots)  # all of it, as `seen` compares it
            if is_whole or shown.expr is None or any(map(is_secret, index)):
                yield leak
                return
            if self.is_changed(index, moment):
                yield leak
                return
            env = dict(zip(shown.slots, index, strict=True))
            facts = moment.before
            for term in index:
                facts = facts.assume(negation(missing(term)))
            if not facts.prove(self.formulas.formula(shown.expr, env, True, known=False)):
                yield replace(leak, seen=shown.expr.span.text)

    def cell_leaks(self, cell: Term, moment: Moment) -> Iterator[Leak]:
        """The leak of what stands on one cell."""
        if not self.sees_cell(cell, moment):
            yield Leak(BOARD)

    def part_leaks(
        self, names: Iterable[str], cell: Term, expr: model.Expr, moment: Moment
    ) -> Iterator[Leak]:
        """The leaks of the kind and the attributes of the piece on a cell that an expression reads.
        """
        for name in sorted(names):
            if not self.sees_part(name, cell, moment):
                shown = self.game.sees.get(name)
                seen = None if shown is None or shown.expr is None else shown.expr.span.text
                yield Leak(f"`{expr.span.text}`, as `{name}` under `sees` says", seen)

    def supply_leaks(self, expr: model.Expr, env: Env, moment: Moment) -> Iterator[Leak]:
        """The leak of the pieces off the board."""
        shown = self.game.sees.get("supply")
        leak = Leak("the supply")
        if "supply" in moment.tainted:
            yield leak
        elif shown is not None:
            piece = self.formulas.fresh()
            facts = moment.before.assume(self.formulas.member(piece, expr, env, True, known=True))
            given = [MOVER, *(self.formulas.term(part, env) for part in operands(expr))]
            if (
                shown.expr is None
                or self.is_changed(given, moment)
                or not facts.prove(self.formulas.member(piece, shown.expr, {}, True, known=False))
            ):
                yield leak

    def fact_leaks(self, expr: model.FactValue, of: Term, moment: Moment) -> Iterator[Leak]:
        """The leaks of a fact, beyond those of what it is asked of; one that is asked of a cell
        depends on the piece there.
        """
        fact, is_of_cell = self.game.facts[expr.name], expr.of.type == CELL
        if is_of_cell:
            yield from self.cell_leaks(of, moment)
            yield from self.part_leaks(["kind"], of, expr, moment)
        for value in fact.values.values():
            yield from self.leaks(value, {fact.slot: of} if is_of_cell else {}, moment)


def domains(variable: model.Variable) -> list[model.Expr]:
    """The sets from which the indices of a variable are taken, one for each index."""
    return [binder.domain for binder in variable.index for _ in binder.slots]


def exists_text(expr: model.Expr) -> str:
    """The condition that an expression has a value, in the words of the rules."""
    return f"{operand(expr)} != none"


def operand(expr: model.Expr) -> str:
    """The words of an expression, as they may stand beside a sign such as `!=`."""
    words = " ".join(expr.span.text.split())
    return f"({words})" if isinstance(expr, model.Choose) else words


def written(domain: model.Expr) -> str:
    """The words of a domain, as they may stand behind `in`."""
    words = " ".join(domain.span.text.split())
    return f"{{{words}}}" if isinstance(domain, model.Display) and words[:1] != "{" else words


def conditions(expr: model.Expr, kind: type) -> Iterator[model.Expr]:
    """The conditions that a chain of `and`, or of `or`, joins."""
    if isinstance(expr, model.And | model.Or) and type(expr) is kind:
        yield from conditions(expr.left, kind)
        yield from conditions(expr.right, kind)
    else:
        yield expr


def has_any(leaks: Iterator[Leak]) -> bool:
    """Whether there is any leak."""
    return next(leaks, None) is not None


def leads_on(part: model.Expr) -> bool:
    """Whether an expression finds cells by where other cells are."""
    if isinstance(part, model.BuiltinCall) and part.name not in BOARD_SETS:
        return any(arg.type in (CELL, CELLS) for arg in part.args)
    return isinstance(part, model.ByStep | model.StepTo)
