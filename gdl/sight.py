"""What the mover knows: which expressions depend on nothing that is hidden from it.

`Sight.leaks` lists the parts of an expression whose value the mover may not know.  What `sees`
shows of a variable, the board or the supply is known where its condition follows, for the mover as
the viewer, from what is known already: the domains of parameters, earlier `require` lines, the
conditions around.  All such facts are about the position in which the mover chooses, which `Moment`
tells from the position in which a rule is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from gdl import model
from gdl.analysis import Reads
from gdl.formulas import BOARD_SETS, Env, Formulas, operands
from gdl.proofs import MOVER, Facts, Formula, Term, equal, owner_of


@dataclass(frozen=True)
class Leak:
    """A part of a rule that may depend on what is hidden, in words, and who sees it."""

    what: str
    seen: str | None = None  # the condition under which it is seen


@dataclass(frozen=True)
class Moment:
    """When a rule is read: what is known, and what has happened since the mover chose.

    `before` holds of the position in which the mover chose, `now` of the one in which the rule is
    read.  `dirty` names what has changed in between (as `Reads` does), `tainted` those of these
    changes that the mover does not know.
    """

    before: Facts = field(default_factory=Facts)
    now: Facts = field(default_factory=Facts)
    dirty: frozenset[str] = frozenset()
    tainted: frozenset[str] = frozenset()
    is_secret: bool = False  # whether this is reached depends on what is hidden
    is_tried: bool = False  # a `try` stands before

    @property
    def is_open(self) -> bool:
        """Whether the mover knows that this is reached."""
        return not self.is_secret and not self.is_tried


class Sight:
    """What the mover of one game knows."""

    def __init__(self, game: model.Game, reads: Reads):
        self.game = game
        self.reads = reads
        self.formulas = Formulas(game, reads)
        self.hidden = hidden_things(game)

    def assume(self, moment: Moment, condition: model.Expr, env: Env, holds: bool) -> Moment:
        """The moment where a condition holds, or does not."""
        return self.with_fact(moment, self.formulas.formula(condition, env, holds, known=True))

    def assume_member(self, moment: Moment, what: Term, of: model.Expr, env: Env) -> Moment:
        """The moment where something is in a set."""
        return self.with_fact(moment, self.formulas.member(what, of, env, True, known=True))

    def with_fact(self, moment: Moment, fact: Formula) -> Moment:
        """The moment with one more fact; it was so before if nothing that it reads has changed."""
        news = Facts().assume(fact)
        old = news.kept(self.formulas.is_untouched(moment.dirty))
        return replace(
            moment,
            now=merged(moment.now, news),
            before=merged(moment.before, old),
        )

    # ---- what an expression tells ----

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
                yield from self.round_leaks(comprehension, env, moment)
            case model.Aggregate(comprehension=comprehension, default=default):
                yield from self.round_leaks(comprehension, env, moment)
                if default is not None:
                    yield from self.leaks(default, env, moment)
            case model.Reach(start=start, slot=slot, steps=steps):
                yield from self.leaks(start, env, moment)
                yield from self.leaks(steps, {**env, slot: self.formulas.fresh()}, moment)
            case model.Apply(name=name, args=args):
                found = [leak for arg in args for leak in self.leaks(arg, env, moment)]
                yield from found
                if not found:
                    terms = [self.formulas.term(arg, env) for arg in args]
                    yield from self.leaks(*self.formulas.body(name, terms), moment)
            case model.Relation(op="in", left=left, right=model.Ask(name=name) as right) if (
                name in BOARD_SETS
            ):
                yield from self.place_leaks(left, right, env, moment)
            case _:
                for part in operands(expr):
                    yield from self.leaks(part, env, moment)
                yield from self.own_leaks(expr, env, moment)

    def joined_leaks(
        self, expr: model.And | model.Or, env: Env, moment: Moment
    ) -> Iterator[Leak]:
        """Conditions that matter only where those that are known do not decide already."""
        left, is_and = list(conditions(expr, type(expr))), isinstance(expr, model.And)
        while known := [p for p in left if not has_any(self.leaks(p, env, moment))]:
            left = [p for p in left if p not in known]
            for part in known:
                moment = self.assume(moment, part, env, is_and)
        for part in left:
            yield from self.leaks(part, env, moment)

    def round_leaks(
        self, rounds: model.Comprehension, env: Env, moment: Moment
    ) -> Iterator[Leak]:
        """What is told by the domains, the condition and the body of a `for`."""
        inner = dict(env)
        for binder in rounds.binders:
            yield from self.leaks(binder.domain, inner, moment)
            moment = self.bind(binder, inner, moment)
        if rounds.condition is not None:
            yield from self.leaks(rounds.condition, inner, moment)
            moment = self.assume(moment, rounds.condition, inner, True)
        yield from self.leaks(rounds.body, inner, moment)

    def bind(
        self, binder: model.Binder, env: dict[int, Term], moment: Moment
    ) -> Moment:
        """Give the variables of a binder terms, and know that they are in its domain."""
        before = dict(env)
        for slot in binder.slots:
            env[slot] = self.formulas.fresh()
        if len(binder.slots) > 1:
            return moment
        return self.assume_member(moment, env[binder.slots[0]], binder.domain, before)

    def place_leaks(
        self, left: model.Expr, right: model.Ask, env: Env, moment: Moment
    ) -> Iterator[Leak]:
        """`c in enemy`: it is enough to see the one cell."""
        found = [leak for part in (left, *right.args) for leak in self.leaks(part, env, moment)]
        yield from found
        if "mover" in moment.tainted & self.reads.of_builtin(right.name, right.args):
            yield Leak(f"`{right.span.text}`")
        elif not found and not self.sees_set(right, env, moment):
            yield from self.cell_leaks(self.formulas.term(left, env), moment)

    def own_leaks(self, expr: model.Expr, env: Env, moment: Moment) -> Iterator[Leak]:
        """What an expression tells beyond what its parts do."""
        match expr:
            case model.Stored(name=name, index=index):
                yield from self.variable_leaks(
                    expr, name, [self.formulas.term(i, env) for i in index], moment
                )
            case model.Attribute(cell=cell):
                yield from self.cell_leaks(self.formulas.term(cell, env), moment)
            case model.AskFact(name=name, of=of):
                yield from self.fact_leaks(name, self.formulas.term(of, env), moment)
            case model.Seen(things=things):
                compared = self.reads.of_one(expr).union(*map(self.reads.of, things))
                if compared & (self.hidden | moment.tainted):
                    yield Leak(f"`{expr.span.text}`")
            case model.Ask(name="owner" | "kind" | "piece", args=(cell,)):
                yield from self.cell_leaks(self.formulas.term(cell, env), moment)
            case model.Ask(name="stuck"):
                yield Leak("`stuck`")
            case model.Ask(name="supply"):
                yield from self.supply_leaks(expr, env, moment)
            case model.Ask(name=name, args=args):
                reads = self.reads.of_builtin(name, args)
                if reads & {"board", "own"} and not self.sees_set(expr, env, moment):
                    yield Leak("the board")
                elif reads & moment.tainted:
                    yield Leak(f"`{expr.span.text}`")

    def variable_leaks(
        self, expr: model.Expr, name: str, index: list[Term], moment: Moment
    ) -> Iterator[Leak]:
        """A variable that is hidden, or that was set to what is."""
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
            if not moment.before.prove(self.formulas.formula(shown.expr, env, True, known=False)):
                yield replace(leak, seen=shown.expr.span.text)

    def is_changed(self, terms: list[Term], moment: Moment) -> bool:
        """Whether terms may have had other values when the mover chose."""
        return any(self.formulas.reads_of(term) & moment.dirty for term in terms)

    # ---- the board ----

    def cell_leaks(self, cell: Term, moment: Moment) -> Iterator[Leak]:
        """What stands on one cell."""
        if not self.sees_cell(cell, moment):
            yield Leak("the board")

    def sees_cell(self, cell: Term, moment: Moment) -> bool:
        """Whether the mover knows what stands on a cell."""
        if "board" in moment.tainted:
            return False
        if "board" not in self.hidden:
            return True
        return not self.is_changed([cell], moment) and self.shows(cell, moment.before)

    def shows(self, cell: Term, facts: Facts) -> bool:
        """Whether `sees` shows the mover a cell."""
        shown = self.game.sees["board"].expr
        return shown is not None and facts.prove(
            self.formulas.member(cell, shown, {}, True, known=False)
        )

    def sees_set(self, expr: model.Expr, env: Env, moment: Moment) -> bool:
        """Whether the mover knows what a built-in says of the board."""
        if "board" in moment.tainted:
            return False
        if "board" not in self.hidden:
            return True
        cell, facts = self.formulas.fresh(), moment.before
        given = [self.formulas.term(part, env) for part in operands(expr)]
        if self.is_changed([MOVER, *given], moment):
            return self.shows(cell, facts)
        match expr:
            case model.Ask(name="group", args=(_, *_)) if "board" not in moment.dirty:
                if facts.prove(equal(owner_of(given[0]), MOVER)):
                    facts = Facts().assume(equal(owner_of(cell), MOVER))
            case model.Ask(name=name) if name in BOARD_SETS:
                facts = facts.assume(self.formulas.member(cell, expr, env, True, known=True))
        return self.shows(cell, facts)

    def supply_leaks(self, expr: model.Expr, env: Env, moment: Moment) -> Iterator[Leak]:
        """What is off the board."""
        shown = self.game.sees.get("supply")
        leak = Leak("the supply")
        if "supply" in moment.tainted:
            yield leak
        elif shown is not None:
            piece = self.formulas.fresh()
            facts = moment.before.assume(self.formulas.member(piece, expr, env, True, known=True))
            given = [MOVER, *(self.formulas.term(part, env) for part in operands(expr))]
            if shown.expr is None or self.is_changed(given, moment) or not facts.prove(
                self.formulas.member(piece, shown.expr, {}, True, known=False)
            ):
                yield leak

    def fact_leaks(self, name: str, of: Term, moment: Moment) -> Iterator[Leak]:
        """A fact of a kind asks for the kind of the piece on a cell."""
        fact = self.game.facts[name]
        if fact.of == "kind":
            yield from self.cell_leaks(of, moment)
        for value in fact.values.values():
            yield from self.leaks(value, {fact.slot: of} if fact.of == "kind" else {}, moment)


def hidden_things(game: model.Game) -> frozenset[str]:
    """What `sees` hides from somebody, as `Reads` names it."""
    variables = {v.name for v in game.variables}
    hidden = {f"state {name}" for name in game.sees if name in variables}
    hidden |= {"board", "own"} if "board" in game.sees else set()
    return frozenset(hidden | ({"supply"} & set(game.sees)))


def is_secret(term: Term) -> bool:
    """Whether a term stands for a value that the mover does not know."""
    return term[:1] == ("secret",)


def conditions(expr: model.Expr, kind: type) -> Iterator[model.Expr]:
    """The conditions that one `and`, or one `or`, joins."""
    if isinstance(expr, model.And | model.Or) and type(expr) is kind:
        yield from conditions(expr.left, kind)
        yield from conditions(expr.right, kind)
    else:
        yield expr


def has_any(leaks: Iterator[Leak]) -> bool:
    """Whether there is one."""
    return next(leaks, None) is not None


def merged(a: Facts, b: Facts) -> Facts:
    """The facts of both."""
    return Facts(a.literals | b.literals, (*a.cases, *b.cases))
