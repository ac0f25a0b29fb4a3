"""Follows statements that put, take and move pieces; reports where they reveal what is hidden."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from gdl.lint.logic.proofs import MOVER, Term, equal, occupied, owner_of
from gdl.lint.logic.terms import Env
from gdl.lint.secrets.knowledge import Moment, set_word
from gdl.lint.secrets.visibility import BOARD, Doubt, Leak, LeakFinder
from gdl.model import nodes as model
from gdl.model.analysis import part_word
from gdl.source.diagnostics import Report
from gdl.source.spans import Span
from gdl.vocabulary.types import KIND, SetType

CHANCE_AHEAD = (
    "let the turn go on where it, or what follows it in the turn, cannot be carried out, for "
    "example `{name} if possible`"
)
FROM_AFAR = (
    "that a viewer sees `{far}` is not followed here: of what depends on the cells around, nothing "
    "is taken to be known; let the domain read only the own pieces, and test the rest with `try`"
)
COUNTED = (
    "if all may know how many elements `{of}` has, keep that number in a variable that everybody "
    "sees, and ask for it here"
)
AFTER_TRY = "it stands after a `try`"
KIND_WORD = part_word("kind")
ON_SECRET = "it stands where a condition that is hidden decides"


@dataclass(frozen=True)
class Blocked:
    """A later action of a turn that may fail: its place, and what to do about it."""

    span: Span
    hint: str


@dataclass
class Teller:
    """Reports rules that reveal what is hidden."""

    knowledge: LeakFinder
    report: Report = field(default_factory=Report)
    is_ahead: bool = False  # as seen from before an earlier step of the turn
    is_chance: bool = False  # nature knows everything
    name: str = ""  # of the action
    blocked: Blocked | None = None  # what makes it decide on earlier steps

    def tell(self, leak: Leak, span: Span, instead: str | None = None) -> None:
        """Report something that decides whether a move is legal and may be hidden."""
        if self.is_chance and not self.is_ahead:
            return
        if self.is_ahead and self.blocked is not None and instead is None:
            blocked = self.blocked
            self.report.add("secret-ahead", blocked.span, hint=blocked.hint, what=leak.what)
            return
        code = "secret-ahead" if self.is_ahead else "secret-told"
        hint = instead
        if self.is_ahead and self.is_chance:
            hint = CHANCE_AHEAD.format(name=self.name)
        if leak.seen is not None and not self.is_ahead:
            hint = (
                f"a viewer sees it only where `{leak.seen}`: require that first, with `mover` for "
                "`viewer`, or test the secret with `try`"
            )
        if leak.counted is not None and instead is None:
            hint = COUNTED.format(of=leak.counted)
        far = self.knowledge.board_is_seen_from_afar
        if hint is None and far is not None and leak.what == BOARD and not self.is_ahead:
            hint = FROM_AFAR.format(far=far)
        self.report.add(code, span, hint=hint, what=leak.what)

    def failing(
        self, statement: model.Statement, moment: Moment, leaks: list[Leak], needs: str = ""
    ) -> None:
        """Report a statement that may fail, if that reveals what is hidden; `needs` is the
        condition under which it cannot.
        """
        if self.is_chance and not self.is_ahead:
            return
        why = AFTER_TRY if moment.is_tried else ON_SECRET if moment.is_secret else None
        if why is None and leaks:
            why = leaks[0].what
        if why is not None:
            words = " ".join(statement.span.text.split())
            hint = CHANCE_AHEAD.format(name=self.name) if self.is_chance else None
            if needs:
                hint = f"put an `if` around it that says what it needs: `if {needs}: {words}`"
            self.report.add("secret-failure", statement.span, what=why, hint=hint)

    def doubtful(
        self, statement: model.Statement, doubts: Iterable[Doubt], moment: Moment
    ) -> None:
        """Report a statement that fails where a doubt is right, if that reveals what is hidden."""
        doubts = list(doubts)
        leaks = [leak for doubt in doubts for leak in doubt.leaks]
        if leaks or (doubts and not moment.is_open):
            needs = dict.fromkeys(doubt.needs for doubt in doubts if doubt.needs)
            self.failing(statement, moment, leaks, " and ".join(needs))

    def existing(
        self, statement: model.Statement, expr: model.Expr, env: Env, moment: Moment
    ) -> None:
        """Report a statement that fails where a value does not exist, if that reveals something."""
        self.doubtful(statement, self.knowledge.doubts(expr, env, moment), moment)

    def changed(
        self, moment: Moment, what: Iterable[str], leaks: Iterable[object] = (),
        parts: frozenset[str] = frozenset(),
    ) -> Moment:  # fmt: skip
        """The moment after a change, tainted if the mover does not know the outcome; of pieces that
        came to the board or changed it may not know `parts`, as `Reads` names them.
        """
        new = frozenset(what)
        new |= {"own", *self.knowledge.reads.parts} if "board" in new else set()
        unknown = new if moment.is_secret or any(True for _ in leaks) else parts
        return replace(
            moment,
            now=moment.now.kept(self.knowledge.formulas.is_untouched(new)),
            dirty=moment.dirty | new,
            tainted=moment.tainted | unknown,
        )

    def landed(self, moment: Moment, leaks: list[Leak]) -> Moment:
        """The moment after `last` was certainly set; known again if the mover knows where."""
        moment = replace(moment, tainted=moment.tainted - {"last"})
        return self.changed(moment, {"last"}, leaks)

    def leaks(self, exprs: Iterable[model.Expr | None], env: Env, moment: Moment) -> list[Leak]:
        """The leaks of several expressions."""
        there = (expr for expr in exprs if expr is not None)
        return [leak for expr in there for leak in self.knowledge.leaks(expr, env, moment)]

    def is_sure(self, expr: model.Expr, env: Env, moment: Moment) -> bool:
        """Whether an expression certainly has a value here."""
        return self.knowledge.formulas.is_sure(expr, env, moment.now)

    def term(self, expr: model.Expr, env: Env) -> Term:
        return self.knowledge.formulas.term(expr, env)


class PieceFlow(Teller):
    """Follows the statements about pieces."""

    def run_put(self, node: model.Put, env: Env, moment: Moment) -> Moment:
        leaks = self.leaks([node.piece, node.owner, node.place], env, moment)
        given = {n: self.leaks([value], env, moment) for n, value in node.attributes}
        limited = [k for k in self.kinds_of(node.piece) if k.supply is not None]
        tells = [*leaks, *(leak for found in given.values() for leak in found)]
        if limited and "supply" in self.knowledge.hidden | moment.tainted:
            tells.append(Leak("the supply"))
        tells += self.pile_leaks([node.place], env, moment)
        if (tells or not moment.is_open) and not self.can_put(node, limited, env, moment):
            self.failing(node, moment, tells)
        what = {"board", "last"} | ({"supply"} if limited else set())
        unknown = frozenset(part_word(name) for name, found in given.items() if found)
        moment = self.changed(moment, what, leaks, unknown)
        if not isinstance(node.place, model.Display) or len(node.place.items) != 1:
            return moment
        owner = MOVER if node.owner is None else self.term(node.owner, env)
        is_owned = all(None not in kind.owners for kind in self.kinds_of(node.piece))
        if node.piece.type == KIND and is_owned and not self.has_piles:
            moment = self.belongs(self.term(node.place.items[0], env), owner, moment)
        return self.landed(moment, leaks)

    def belongs(self, cell: Term, owner: Term, moment: Moment) -> Moment:
        """The moment when it is known whose piece has come to a cell."""
        reads = self.knowledge.formulas.reads_of
        if reads(cell) & moment.dirty or (owner != MOVER and reads(owner) & moment.dirty):
            return moment
        return replace(moment, now=moment.now.assume(equal(owner_of(cell), owner)))

    def kinds_of(self, piece: model.Expr) -> list[model.Kind]:
        """The kinds that a piece may have."""
        kinds = self.knowledge.game.kinds
        if isinstance(piece, model.Value):
            return [kind for kind in kinds if kind.name == piece.value]
        return list(kinds)

    def can_put(self, node: model.Put, limited: list[model.Kind], env: Env, moment: Moment) -> bool:
        """Whether a `put` certainly succeeds."""
        parts = [node.piece, node.owner, node.place, *(value for _, value in node.attributes)]
        if self.has_piles or not all(self.is_sure(p, env, moment) for p in parts if p is not None):
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
            in_supply = ("in", piece, ("BuiltinCall", "supply"))
            return any(f.holds and in_supply == shape_of(f.atom) for f in facts.literals)
        whose = () if node.owner is None else (self.term(node.owner, env),)
        names = [("Value", "str", kind.name) for kind in limited]
        wanted: list[Term] = [
            ("BuiltinCall", "supply", (*(whose or (MOVER,)), name)) for name in names
        ]
        if len(self.knowledge.game.kinds) == 1:
            wanted.append(("BuiltinCall", "supply", whose or (MOVER,)))
        facts_held = [fact.atom for fact in facts.literals if fact.holds]
        return any(("holds", ("Some", term)) in facts_held for term in wanted)

    def run_lift(self, node: model.Lift, env: Env, moment: Moment) -> Moment:
        unknown = self.parts_at(node.place, env, moment)
        moment, leaks = self.taken_off(node, env, moment)
        is_known = "board" not in self.knowledge.hidden | moment.tainted and not unknown
        return self.changed(moment, {"supply"}, [] if is_known else [*leaks, Leak("the board")])

    def run_remove(self, node: model.Remove, env: Env, moment: Moment) -> Moment:
        return self.taken_off(node, env, moment)[0]

    def taken_off(
        self, node: model.Lift | model.Remove, env: Env, moment: Moment
    ) -> tuple[Moment, list[Leak]]:
        leaks = self.leaks([node.place, node.count], env, moment)
        seen = self.pile_leaks([node.place], env, moment) if node.count is not None else []
        is_sure = node.count is None and self.is_sure(node.place, env, moment)
        if (leaks or seen or not moment.is_open) and not is_sure:
            self.failing(node, moment, leaks + seen)
        return self.changed(moment, {"board"}, leaks), leaks

    # ---- piles: what stands on a cell decides whether more can come, or so many go ----

    @property
    def has_piles(self) -> bool:
        """Whether several pieces may stand on a cell."""
        return self.knowledge.game.board.pile is not None

    def pile_leaks(self, places: list[model.Expr], env: Env, moment: Moment) -> list[Leak]:
        """The leaks of how high the piles are on some cells or sets of cells."""
        if not self.has_piles:
            return []
        return [leak for place in places for leak in self.standing_leaks(place, env, moment)]

    def standing_leaks(self, place: model.Expr, env: Env, moment: Moment) -> list[Leak]:
        """The leaks of what stands on a cell, or on each cell of a set."""
        return list(self.knowledge.cell_leaks(*self.standing(place, env, moment)))

    def parts_at(self, place: model.Expr, env: Env, moment: Moment) -> frozenset[str]:
        """What the mover may not know of the piece on a cell, or on any cell of a set."""
        return self.knowledge.unknown_parts(*self.standing(place, env, moment))

    def standing(self, place: model.Expr, env: Env, moment: Moment) -> tuple[Term, Moment]:
        """A term for a cell or any cell of a set, and what is known where it is there."""
        if not isinstance(place.type, SetType):
            return self.term(place, env), moment
        cell = self.knowledge.formulas.fresh()
        here = self.knowledge.formulas.member(cell, place, env, True, known=True)
        return cell, self.knowledge.with_fact(moment, here)

    def run_move(self, node: model.Move, env: Env, moment: Moment) -> Moment:
        leaks = self.leaks([node.start, node.end, node.count], env, moment)
        if self.has_piles:
            seen = self.pile_leaks([node.start, node.end], env, moment)
            if leaks or seen or not moment.is_open:
                self.failing(node, moment, leaks + seen)
            unknown = self.parts_at(node.start, env, moment)
            moment = self.changed(moment, {"board"}, leaks + seen, unknown)
            return self.changed(moment, {"last"}, leaks)
        return self.moved(node, [node.start], [node.start, node.end], leaks, env, moment)

    def run_moveatonce(self, node: model.MoveAtOnce, env: Env, moment: Moment) -> Moment:
        leaks, inner, start = self.knowledge.enter(node, env, moment)
        leaks += self.leaks([node.start, node.end], inner, start)
        seen = self.standing_leaks(node.start, inner, start)
        seen += self.pile_leaks([node.end], inner, start)
        if leaks or seen or not moment.is_open:
            self.failing(node, moment, leaks + seen)
        unknown = self.parts_at(node.start, inner, start)
        return self.changed(moment, {"board", "last"}, leaks + seen, unknown)

    def run_swap(self, node: model.Swap, env: Env, moment: Moment) -> Moment:
        cells = [node.first, node.second]
        return self.moved(node, cells, cells, self.leaks(cells, env, moment), env, moment)

    def moved(
        self, node: model.Statement, pieces: list[model.Expr], cells: list[model.Expr],
        leaks: list[Leak], env: Env, moment: Moment,
    ) -> Moment:  # fmt: skip
        """The moment after pieces have moved; reports a move that may fail."""
        terms = [self.term(piece, env) for piece in pieces]
        seen = [leak for term in terms for leak in self.knowledge.cell_leaks(term, moment)]
        certain = all(self.is_sure(c, env, moment) for c in cells) and all(
            moment.now.prove(occupied(term)) for term in terms
        )
        if (leaks or seen or not moment.is_open) and not certain:
            self.failing(node, moment, leaks + seen)
        unknown = frozenset().union(*(self.knowledge.unknown_parts(t, moment) for t in terms))
        is_own = moment.now.prove(equal(owner_of(terms[0]), MOVER))
        moment = self.changed(moment, {"board"}, leaks + seen, unknown)
        if isinstance(node, model.Move):
            if is_own:
                moment = self.belongs(self.term(node.end, env), MOVER, moment)
            return self.landed(moment, leaks)
        return self.changed(moment, {"last"}, leaks)

    def run_setpiece(self, node: model.SetPiece, env: Env, moment: Moment) -> Moment:
        leaks = self.leaks([node.place, node.level], env, moment)
        told = self.leaks([node.value], env, moment)
        formulas = self.knowledge.formulas
        cell = formulas.fresh()
        here = formulas.member(cell, node.place, env, True, known=True)
        unknown = self.parts_at(node.place, env, moment)
        seen = self.standing_leaks(node.place, env, moment)
        if KIND_WORD in unknown:
            seen.append(Leak("`kind`"))
        certain = (
            node.level is None
            and self.is_sure(node.place, env, moment)
            and self.is_sure(node.value, env, moment)
            and self.all_can_be(node, env, moment)
            and moment.now.assume(here).prove(occupied(cell))
        )
        if (leaks or told or seen or not moment.is_open) and not certain:
            self.failing(node, moment, leaks + told + seen)
        if node.what == "owner":
            return self.changed(moment, {"board", set_word("owner")}, leaks + told, unknown)
        if node.what == "kind":
            what = self.knowledge.reads.parts.union(map(set_word, self.knowledge.parts))
            return self.changed(moment, what, leaks + told, unknown)
        what = frozenset({part_word(node.what), set_word(node.what)})
        return self.changed(moment, what, leaks + told, unknown & {KIND_WORD})

    def all_can_be(self, node: model.SetPiece, env: Env, moment: Moment) -> bool:
        """Whether pieces of every kind can take the new value."""
        kinds = self.knowledge.game.kinds
        if node.what == "owner":
            return all(kind.owners == self.knowledge.game.colours for kind in kinds)
        if node.what == "kind":
            alike = {(kind.owners, tuple(kind.attributes)) for kind in kinds}
            return len(alike) == 1
        domains = [kind.attributes.get(node.what) for kind in kinds]
        return all(
            d is not None and self.knowledge.formulas.is_among(node.value, d, env, moment.now)
            for d in domains
        )

    def can_be_so(self, node: model.Put, env: Env, moment: Moment) -> bool:
        """Whether every kind that a `put` may place can have its owner and its attributes."""
        kinds, given = self.kinds_of(node.piece), dict(node.attributes)
        if node.piece.type != KIND:
            return node.owner is None and not given  # a whole piece has both already
        for kind in kinds:
            if node.owner is not None and kind.owners != self.knowledge.game.colours:
                return False
            for name, domain in kind.attributes.items():
                value = given.get(name, kind.starts.get(name))
                if value is None:
                    return False
                if not self.knowledge.formulas.is_among(value, domain, env, moment.now):
                    return False
        return True


def shape_of(atom: Term) -> tuple[object, ...]:
    """The element and the sort of set in an `in` atom; nothing for others."""
    match atom:
        case ("in", what, tuple(of)):
            return "in", what, of[:2]
    return ()
