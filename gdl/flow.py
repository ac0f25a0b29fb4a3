"""Follows the statements of an action, and says where they tell what is hidden.

A `require`, and every statement that may fail, decides whether a move is legal, so it may read only
what the mover knows (`gdl.sight`).  Effects may use what is hidden: what they change is then
`tainted`, and nothing that decides about the same move may read it.  After a `try`, or where a
hidden condition decides what is carried out, nothing may fail at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from gdl import model
from gdl.diagnostics import Report
from gdl.formulas import Env
from gdl.proofs import MOVER, Term, equal, exists, occupied
from gdl.sight import Leak, Moment, Sight
from gdl.source import Span
from gdl.types import KIND

AFTER_TRY = "it stands after a `try`"
ON_SECRET = "it stands where a condition that is hidden decides"


@dataclass
class Flow:
    """Follows statements, and says what they tell."""

    sight: Sight
    report: Report = field(default_factory=Report)
    is_ahead: bool = False  # read from before an earlier step of the turn
    is_chance: bool = False  # nature knows everything

    # ---- one after the other ----

    def run(self, statements: Iterable[model.Statement], env: Env, moment: Moment) -> Moment:
        """The moment after statements."""
        for statement in statements:
            method = getattr(self, f"run_{type(statement).__name__.lower()}")
            moment = method(statement, env, moment)
        return moment

    def tell(self, leak: Leak, span: Span) -> None:
        """Report what decides about a move and may be hidden."""
        if self.is_chance and not self.is_ahead:
            return
        code = "secret-ahead" if self.is_ahead else "secret-told"
        hint = None
        if leak.seen is not None and not self.is_ahead:
            hint = (
                f"a viewer sees it only where `{leak.seen}`: ask for that first, with `mover` for "
                "`viewer`, or test the secret with `try`"
            )
        self.report.add(code, span, hint=hint, what=leak.what)

    def failing(self, statement: model.Statement, moment: Moment, leaks: list[Leak]) -> None:
        """Report a statement that may fail, where that tells what is hidden."""
        if self.is_chance and not self.is_ahead:
            return
        why = AFTER_TRY if moment.is_tried else ON_SECRET if moment.is_secret else None
        if why is None and leaks:
            why = leaks[0].what
        if why is not None:
            self.report.add("secret-failure", statement.span, what=why)

    def changed(
        self, moment: Moment, what: Iterable[str], leaks: Iterable[object] = ()
    ) -> Moment:
        """The moment after a change; tainted where the mover does not know what became of it."""
        new = frozenset(what)
        new |= {"own"} if "board" in new else set()
        unknown = new if moment.is_secret or any(True for _ in leaks) else frozenset()
        return replace(
            moment,
            now=moment.now.kept(self.sight.formulas.is_untouched(new)),
            dirty=moment.dirty | new,
            tainted=moment.tainted | unknown,
        )

    def leaks(self, exprs: Iterable[model.Expr | None], env: Env, moment: Moment) -> list[Leak]:
        """What several expressions tell."""
        return [
            leak for e in exprs if e is not None for leak in self.sight.leaks(e, env, moment)
        ]

    def is_sure(self, expr: model.Expr, env: Env, moment: Moment) -> bool:
        """Whether an expression certainly has a value here."""
        return self.sight.formulas.is_sure(expr, env, moment.now)

    def term(self, expr: model.Expr, env: Env) -> Term:
        return self.sight.formulas.term(expr, env)

    # ---- conditions ----

    def run_require(self, node: model.Require, env: Env, moment: Moment) -> Moment:
        formulas = self.sight.formulas
        if moment.is_open:
            for leak in self.sight.leaks(node.condition, env, moment):
                self.tell(leak, node.span)
        elif not moment.now.prove(formulas.formula(node.condition, env, True, known=False)):
            self.failing(node, moment, [])
        return self.sight.assume(moment, node.condition, env, True)

    def run_attempt(self, node: model.Attempt, env: Env, moment: Moment) -> Moment:
        return replace(self.sight.assume(moment, node.condition, env, True), is_tried=True)

    def run_if(self, node: model.If, env: Env, moment: Moment) -> Moment:
        ends, here = [], moment
        for condition, body in node.branches:
            inside = here
            if condition is not None:
                is_secret = here.is_secret or bool(self.leaks([condition], env, here))
                here = replace(here, is_secret=is_secret)
                inside = self.sight.assume(here, condition, env, True)
                here = self.sight.assume(here, condition, env, False)
            ends.append(self.run(body, env, inside))
        return self.after(moment, ends)

    def after(self, moment: Moment, ends: list[Moment]) -> Moment:
        """The moment after a block of which any of some ways may have been taken."""
        dirty = moment.dirty.union(*(end.dirty for end in ends))
        fresh = frozenset().union(*(end.dirty for end in ends))
        return replace(
            moment,
            now=moment.now.kept(self.sight.formulas.is_untouched(fresh)),
            dirty=dirty,
            tainted=moment.tainted.union(*(end.tainted for end in ends)),
            is_tried=moment.is_tried or any(end.is_tried for end in ends),
        )

    def run_for(self, node: model.For, env: Env, moment: Moment) -> Moment:
        """A loop; what its rounds change has been changed, from the second round on."""
        inner, start = dict(env), moment
        for binder in node.binders:
            secret = bool(self.leaks([binder.domain], inner, start))
            start = replace(start, is_secret=start.is_secret or secret)
            start = self.sight.bind(binder, inner, start)
        if node.condition is not None:
            secret = bool(self.leaks([node.condition], inner, start))
            start = replace(start, is_secret=start.is_secret or secret)
            start = self.sight.assume(start, node.condition, inner, True)
        silent = replace(self, report=Report())
        while True:
            end = silent.run(node.body, inner, start)
            again = self.after(start, [end])
            if (again.dirty, again.tainted, again.is_tried) == (
                start.dirty, start.tainted, start.is_tried
            ):  # fmt: skip
                return self.after(moment, [self.run(node.body, inner, again)])
            start = again

    def run_perform(self, node: model.Perform, env: Env, moment: Moment) -> Moment:
        """A definition; its parameters keep the values that they have now."""
        formulas = self.sight.formulas
        definition = formulas.game.definitions[node.name]
        assert isinstance(definition.body, tuple)
        inner: dict[int, Term] = {}
        for slot, arg in zip(definition.slots, node.args, strict=True):
            leaks = self.leaks([arg], env, moment)
            if leaks or not moment.is_open:
                if not self.is_sure(arg, env, moment):
                    self.failing(node, moment, leaks)
            term = self.term(arg, env)
            if leaks:
                inner[slot] = formulas.fresh("secret")
            elif formulas.reads_of(term) or not exists(term):
                inner[slot] = formulas.fresh()
                moment = self.sight.with_fact(moment, equal(inner[slot], term))
            else:
                inner[slot] = term
        return self.run(definition.body, inner, moment)

    # ---- pieces ----

    def run_put(self, node: model.Put, env: Env, moment: Moment) -> Moment:
        parts = [node.piece, node.owner, node.place, *(value for _, value in node.attributes)]
        leaks = self.leaks(parts, env, moment)
        limited = [k for k in self.kinds_of(node.piece) if k.supply is not None]
        tells = list(leaks)
        if limited and "supply" in self.sight.hidden | moment.tainted:
            tells.append(Leak("the supply"))
        if (tells or not moment.is_open) and not self.can_put(node, limited, env, moment):
            self.failing(node, moment, tells)
        what = {"board", "last"} | ({"supply"} if limited else set())
        return self.changed(moment, what, leaks)

    def kinds_of(self, piece: model.Expr) -> list[model.Kind]:
        """The kinds that a piece may have."""
        kinds = self.sight.game.kinds
        if isinstance(piece, model.Value):
            return [kind for kind in kinds if kind.name == piece.value]
        return list(kinds)

    def can_put(
        self, node: model.Put, limited: list[model.Kind], env: Env, moment: Moment
    ) -> bool:
        """Whether a `put` cannot fail."""
        parts = [node.piece, node.owner, node.place, *(value for _, value in node.attributes)]
        if not all(self.is_sure(p, env, moment) for p in parts if p is not None):
            return False
        if not self.can_be_so(node, env, moment):
            return False
        if not limited:
            return True
        if not isinstance(node.place, model.Display) or len(node.place.items) != 1:
            return False
        facts = moment.now
        if not isinstance(node.piece, model.Value):
            piece = self.term(node.piece, env)
            in_supply = ("in", piece, ("Ask", "supply"))
            return any(f.holds and in_supply == shape_of(f.atom) for f in facts.literals)
        whose = () if node.owner is None else (self.term(node.owner, env),)
        names = [("Value", "str", kind.name) for kind in limited]
        wanted: list[Term] = [("Ask", "supply", (*(whose or (MOVER,)), name)) for name in names]
        if len(self.sight.game.kinds) == 1:
            wanted.append(("Ask", "supply", whose or (MOVER,)))
        found = [fact.atom for fact in facts.literals if fact.holds]
        return any(("holds", ("Some", term)) in found for term in wanted)

    def run_lift(self, node: model.Lift, env: Env, moment: Moment) -> Moment:
        moment, leaks = self.taken_off(node, node.place, env, moment)
        is_known = "board" not in self.sight.hidden | moment.tainted
        return self.changed(moment, {"supply"}, [] if is_known else [*leaks, Leak("the board")])

    def run_remove(self, node: model.Remove, env: Env, moment: Moment) -> Moment:
        return self.taken_off(node, node.place, env, moment)[0]

    def taken_off(
        self, node: model.Statement, place: model.Expr, env: Env, moment: Moment
    ) -> tuple[Moment, list[Leak]]:
        leaks = self.leaks([place], env, moment)
        if (leaks or not moment.is_open) and not self.is_sure(place, env, moment):
            self.failing(node, moment, leaks)
        return self.changed(moment, {"board"}, leaks), leaks

    def run_move(self, node: model.Move, env: Env, moment: Moment) -> Moment:
        leaks = self.leaks([node.start, node.end], env, moment)
        return self.moved(node, [node.start], [node.start, node.end], leaks, env, moment)

    def run_swap(self, node: model.Swap, env: Env, moment: Moment) -> Moment:
        cells = [node.first, node.second]
        return self.moved(node, cells, cells, self.leaks(cells, env, moment), env, moment)

    def moved(
        self, node: model.Statement, pieces: list[model.Expr], cells: list[model.Expr],
        leaks: list[Leak], env: Env, moment: Moment,
    ) -> Moment:  # fmt: skip
        """Pieces that go elsewhere; they must be there."""
        terms = [self.term(piece, env) for piece in pieces]
        seen = [leak for term in terms for leak in self.sight.cell_leaks(term, moment)]
        certain = all(self.is_sure(c, env, moment) for c in cells) and all(
            moment.now.prove(occupied(term)) for term in terms
        )
        if (leaks or seen or not moment.is_open) and not certain:
            self.failing(node, moment, leaks + seen)
        moment = self.changed(moment, {"board"}, leaks + seen)
        return self.changed(moment, {"last"}, leaks)

    # ---- what is stored ----

    def run_setvariable(self, node: model.SetVariable, env: Env, moment: Moment) -> Moment:
        leaks = self.storing(node, env, moment)
        return self.changed(moment, {f"state {node.name}"}, leaks)

    def run_setmark(self, node: model.SetMark, env: Env, moment: Moment) -> Moment:
        self.storing(node, env, moment)
        return moment

    def storing(self, node: model.SetVariable, env: Env, moment: Moment) -> list[Leak]:
        """What is told by the value and by the indices; whether it can be stored."""
        game, formulas = self.sight.game, self.sight.formulas
        variable = next(v for v in (*game.variables, *game.marks) if v.name == node.name)
        leaks = self.leaks([*node.index, node.value], env, moment)
        if (leaks or not moment.is_open) and not (
            formulas.fits_index(variable, node.index, env, moment.now)
            and formulas.is_storable(node.value, variable, env, moment.now)
        ):
            self.failing(node, moment, leaks)
        return leaks

    def run_setpiece(self, node: model.SetPiece, env: Env, moment: Moment) -> Moment:
        leaks, formulas = self.leaks([node.place, node.value], env, moment), self.sight.formulas
        cell = formulas.fresh()
        here = formulas.member(cell, node.place, env, True, known=True)
        inside = Moment(before=moment.before.assume(here), dirty=moment.dirty,
                        tainted=moment.tainted)  # fmt: skip
        seen = list(self.sight.cell_leaks(cell, inside))
        certain = (
            self.is_sure(node.place, env, moment)
            and self.is_sure(node.value, env, moment)
            and self.all_can_be(node, env, moment)
            and moment.now.assume(here).prove(occupied(cell))
        )
        if (leaks or seen or not moment.is_open) and not certain:
            self.failing(node, moment, leaks + seen)
        return self.changed(moment, {"board"}, leaks)

    def all_can_be(self, node: model.SetPiece, env: Env, moment: Moment) -> bool:
        """Whether pieces of every kind can have a value."""
        kinds = self.sight.game.kinds
        if node.what == "owner":
            return all(kind.owners == self.sight.game.colours for kind in kinds)
        if node.what == "kind":
            alike = {(kind.owners, tuple(kind.attributes)) for kind in kinds}
            return len(alike) == 1
        domains = [kind.attributes.get(node.what) for kind in kinds]
        return all(
            d is not None and self.sight.formulas.is_among(node.value, d, env, moment.now)
            for d in domains
        )

    def can_be_so(self, node: model.Put, env: Env, moment: Moment) -> bool:
        """Whether every kind that a `put` may mean can have its owner and its attributes."""
        kinds, given = self.kinds_of(node.piece), dict(node.attributes)
        if node.piece.type != KIND:
            return node.owner is None and not given  # a whole piece is as it is
        for kind in kinds:
            if node.owner is not None and kind.owners != self.sight.game.colours:
                return False
            for name, domain in kind.attributes.items():
                value = given.get(name)
                if value is None:
                    return False
                if not self.sight.formulas.is_among(value, domain, env, moment.now):
                    return False
        return True

    def run_play(self, node: model.Play | model.SetNext, env: Env, moment: Moment) -> Moment:
        leaks = self.leaks([node.colour], env, moment)
        if (leaks or not moment.is_open) and not self.is_sure(node.colour, env, moment):
            self.failing(node, moment, leaks)
        return self.changed(moment, {"mover"}, leaks)

    run_setnext = run_play

    # ---- the rest ----

    def run_weight(self, node: model.Weight, env: Env, moment: Moment) -> Moment:
        leaks = self.leaks([node.value], env, moment)  # what weighs nothing never happens
        value = node.value.value if isinstance(node.value, model.Value) else None
        is_certain = isinstance(value, int | float) and value > 0
        if (leaks or not moment.is_open) and not is_certain:
            self.failing(node, moment, leaks)
        return moment

    def run_tell(self, node: model.Tell, env: Env, moment: Moment) -> Moment:
        return moment

    def run_deal(self, node: model.Deal, env: Env, moment: Moment) -> Moment:
        return moment


def shape_of(atom: Term) -> tuple[object, ...]:
    """What a literal says is in what sort of set."""
    match atom:
        case ("in", what, tuple(of)):
            return "in", what, of[:2]
    return ()
