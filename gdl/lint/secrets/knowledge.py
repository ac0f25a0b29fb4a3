"""What the mover knows when a rule is evaluated, and what it sees of the board."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from gdl.lint.logic.forms import BOARD_SETS, operands
from gdl.lint.logic.formulas import Formulas
from gdl.lint.logic.proofs import (
    MOVER,
    Facts,
    Formula,
    Term,
    either,
    equal,
    negation,
    occupied,
    owner_of,
)
from gdl.lint.logic.terms import Env
from gdl.model import nodes as model
from gdl.model.analysis import OF_KINDS, Reads, hidden_things, part_word, piece_parts, walk


@dataclass(frozen=True)
class Moment:
    """What is known when a rule is evaluated, and what has changed since the mover chose.

    `before` are facts about the position in which the mover chose, `now` about the one in which
    the rule is evaluated.  `dirty` names what has changed in between (as `Reads` does), `tainted`
    those of these changes that the mover does not know.
    """

    before: Facts = field(default_factory=Facts)
    now: Facts = field(default_factory=Facts)
    dirty: frozenset[str] = frozenset()
    tainted: frozenset[str] = frozenset()
    is_secret: bool = False  # whether this is reached depends on what is hidden
    is_tried: bool = False  # a `try` comes before

    @property
    def is_open(self) -> bool:
        """Whether the mover knows that this moment is reached."""
        return not self.is_secret and not self.is_tried


class Knowledge:
    """What the mover of one game knows."""

    def __init__(self, game: model.Game, reads: Reads):
        self.game = game
        self.reads = reads
        self.formulas = Formulas(game, reads)
        self.hidden = hidden_things(game)
        self.parts = piece_parts(game)

    def assume(self, moment: Moment, condition: model.Expr, env: Env, holds: bool) -> Moment:
        """The moment when it is known that a condition holds, or does not."""
        return self.with_fact(moment, self.formulas.formula(condition, env, holds, known=True))

    def assume_member(self, moment: Moment, what: Term, of: model.Expr, env: Env) -> Moment:
        """The moment when it is known that something is in a set."""
        return self.with_fact(moment, self.formulas.member(what, of, env, True, known=True))

    def with_fact(self, moment: Moment, fact: Formula) -> Moment:
        """The moment with one more fact, which held before too if nothing that it reads changed."""
        news = Facts().assume(fact)
        old = news.kept(self.formulas.is_untouched(moment.dirty))
        return replace(moment, now=merged(moment.now, news), before=merged(moment.before, old))

    def bind(self, binder: model.Binder, env: dict[int, Term], moment: Moment) -> Moment:
        """Bind a binder's variables in `env`; a single one is known to be in its domain."""
        before = dict(env)
        for slot in binder.slots:
            env[slot] = self.formulas.fresh()
        if len(binder.slots) > 1:
            return moment
        return self.assume_member(moment, env[binder.slots[0]], binder.domain, before)

    def at_turns(self) -> list[Facts]:
        """What is known at the beginning of each turn, those of the opening first: which cases do
        not hold, and which does.
        """
        found, others = [Facts() for _ in self.game.opening], Moment()
        for condition, _ in self.game.turn:
            here = others
            if condition is not None:
                here = self.assume(others, condition, {}, True)
                others = self.assume(others, condition, {}, False)
            found.append(here.now)
        return found

    def is_changed(self, terms: list[Term], moment: Moment) -> bool:
        """Whether terms may have had other values when the mover chose."""
        return any(self.formulas.reads_of(term) & moment.dirty for term in terms)

    def sees_cell(self, cell: Term, moment: Moment) -> bool:
        """Whether the mover knows what stands on a cell."""
        if "board" in moment.tainted:
            return False
        if "board" not in self.hidden:
            return True
        return not self.is_changed([cell], moment) and self.shows(cell, moment.before)

    def shows(self, cell: Term, facts: Facts) -> bool:
        """Whether `sees` certainly shows the mover a cell."""
        shown = self.game.sees["board"].expr
        return shown is not None and facts.prove(
            self.formulas.member(cell, shown, {}, True, known=False)
        )

    def sees_part(self, name: str, cell: Term, moment: Moment) -> bool:
        """Whether the mover knows the kind, or an attribute, of a piece that it sees."""
        if part_word(name) in moment.tainted:
            return False
        if name not in self.game.sees:
            return True
        if not self.is_changed([cell], moment) and self.shows_part(name, cell, moment.before):
            return True
        return self.moves_along(name, moment) and self.shows_part(name, cell, moment.now)

    def moves_along(self, name: str, moment: Moment) -> bool:
        """Whether a part that is shown now was known when the mover chose, perhaps elsewhere.

        So it is where the entry of `sees` depends on nothing but the piece itself, which takes that
        along as it moves, and on what has not changed: what comes to be shown in another way, or
        what comes from where it was not shown, is tainted.
        """
        shown = self.game.sees[name]
        if shown.expr is None or self.game.board.pile is not None:
            return False
        slot = shown.slots[0]
        fixed = {"mover"}
        for part in walk(shown.expr):
            match part:
                case model.Attribute(name=read, cell=model.Local(slot=at)) if at == slot:
                    fixed |= {set_word(attribute) for attribute in self.reads.parts_of(read)}
                case model.BuiltinCall(
                    name="owner" | "kind" as read, args=(model.Local(slot=at),)
                ) if at == slot:
                    fixed |= {set_word(read)}
                case model.Apply() | model.FactValue():
                    fixed |= self.reads.of(part)
                case model.Expr():
                    fixed |= self.reads.of_one(part)
        return not fixed & moment.dirty

    def shows_part(self, name: str, cell: Term, facts: Facts) -> bool:
        """Whether `sees` certainly shows the mover a part of the piece on a cell, if there is one.
        """
        shown, free = self.game.sees[name], negation(occupied(cell))
        if shown.expr is None:
            return facts.prove(free)
        holds = self.formulas.formula(shown.expr, {shown.slots[0]: cell}, True, known=False)
        return facts.prove(either(free, holds))

    def unknown_parts(self, cell: Term, moment: Moment) -> frozenset[str]:
        """What the mover may not know of the piece on a cell, as `Reads` names it."""
        unknown = (name for name in self.parts if not self.sees_part(name, cell, moment))
        return frozenset(map(part_word, unknown))

    def sees_parts(
        self, expr: model.BuiltinCall | model.ByStep, env: Env, moment: Moment
    ) -> bool:
        """Whether the mover knows what a built-in reads of the parts of pieces that it sees."""
        parts = self.reads.of_builtin(expr.name, expr.args) & self.reads.parts
        if not parts & (self.hidden | moment.tainted):
            return True
        given = [MOVER, *(self.formulas.term(part, env) for part in operands(expr))]
        if expr.name not in OF_KINDS or parts & moment.tainted or self.is_changed(given, moment):
            return False
        cell = self.formulas.fresh()
        inside = self.formulas.member(cell, expr, env, True, known=True)
        return self.shows_part("kind", cell, moment.before.assume(inside))

    def sees_set(self, expr: model.Expr, env: Env, moment: Moment) -> bool:
        """Whether the mover knows the value of a built-in that reads the board."""
        if "board" in moment.tainted:
            return False
        if "board" not in self.hidden:
            return True
        cell, facts = self.formulas.fresh(), moment.before
        given = [self.formulas.term(part, env) for part in operands(expr)]
        if self.is_changed([MOVER, *given], moment):
            return self.shows(cell, facts)
        match expr:
            case model.BuiltinCall(name="group", args=(_, *_)) if "board" not in moment.dirty:
                if facts.prove(equal(owner_of(given[0]), MOVER)):
                    facts = Facts().assume(equal(owner_of(cell), MOVER))
            case model.BuiltinCall(name=name) if name in BOARD_SETS:
                facts = facts.assume(self.formulas.member(cell, expr, env, True, known=True))
        return self.shows(cell, facts)


def set_word(name: str) -> str:
    """What has changed where an attribute, the kind or the owner of a piece was set."""
    return f"set {name}"


def is_secret(term: Term) -> bool:
    """Whether a term stands for a value that the mover does not know."""
    return term[:1] in (("secret",), ("secret let",))


def merged(a: Facts, b: Facts) -> Facts:
    """The facts of both together."""
    return Facts(a.literals | b.literals, (*a.cases, *b.cases))
