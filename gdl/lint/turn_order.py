"""Which steps of a turn decide whether earlier moves are legal.

A move is legal only if the rest of the turn can be completed.  So a step that must be possible
affects the moves before it; one that may be left out does not, unless a value `with the most`
chooses the way.  `order` lists, for a turn, each
action with the earlier actions that it affects.  `check_reached` warns of options that no way
through a turn takes, `check_asked_again` of conditions that an earlier step may change.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from gdl.lint.proofs import Facts
from gdl.model import nodes as model
from gdl.model.analysis import Reads, changes, turns_of, walk
from gdl.model.canonical import canonical
from gdl.source.diagnostics import Report
from gdl.source.spans import Span
from gdl.vocabulary.builtins import BUILTIN_MOVES
from gdl.vocabulary.types import FLAG


@dataclass(frozen=True)
class Step:
    """An action in a turn."""

    name: str
    span: Span
    before: frozenset[str]  # earlier actions that it affects, if one is a player's
    is_free: bool  # whether the turn can be completed after it, whatever it did
    is_tested: bool  # whether there is an alternative if it is impossible
    blocker: model.Act | None = None  # the later action that may fail, if it affects those by that
    is_ahead: bool = False  # whether chance, before players choose, decides by it what they may


@dataclass
class Order:
    """The steps of a turn, its conditions with the earlier actions that they affect, the values
    that choose among its ways, with the actions up to there, and what is known throughout it.
    """

    steps: list[Step] = field(default_factory=list)
    conditions: list[tuple[model.Expr, frozenset[str]]] = field(default_factory=list)
    values: list[tuple[model.Expr, frozenset[str]]] = field(default_factory=list)
    known: Facts = field(default_factory=Facts)


def order(
    game: model.Game, turn: model.Turn, ends_free: bool, sure: frozenset[str] = frozenset()
) -> Order:
    """The order of a turn; `ends_free` says that nothing after the turn can forbid it, and `sure`
    which actions are possible in every position.
    """
    made = Order()
    Walk(game, made, sure).visit(turn, Place(is_free=ends_free))
    return made


@dataclass(frozen=True)
class Place:
    """Where a part of a turn stands."""

    earlier: frozenset[str] = frozenset()  # the actions before it that it affects
    is_free: bool = False  # whether the rest can always be completed
    is_tested: bool = False
    follows: model.Act | None = None  # the first action of the rest that may fail
    blocker: model.Act | None = None  # the same, where the part can be completed whatever happens
    goes_on: bool = False  # whether players choose something in the rest
    is_fork: bool = False  # whether players may choose something else where the part is impossible


@dataclass(frozen=True)
class Walk:
    """Traverses a turn and notes its steps."""

    game: model.Game
    order: Order
    sure: frozenset[str]  # actions that are possible in every position

    def visit(self, turn: model.Turn, at: Place) -> None:
        """Note the steps of a part of a turn."""
        before = at.earlier if any(map(self.is_players, at.earlier)) else frozenset()
        match turn:
            case model.Act(name=name, args=args):
                if name not in BUILTIN_MOVES:
                    self.order.steps.append(Step(
                        name, turn.span, before, at.is_free, at.is_tested, blocker=at.blocker,
                        is_ahead=at.is_fork and not before and not self.is_players(name),
                    ))  # fmt: skip
                self.order.conditions += [(arg, before) for arg in args]
            case model.Sequence(steps=steps):
                self.sequence(steps, at)
            case model.Choice(options=options) | model.AllAtOnce(acts=options):
                for option in options:
                    self.visit(option, at)
            case model.Else(options=options):
                tried = replace(at, is_tested=True, is_fork=self.is_fork(turn, at))
                for option in options[:-1]:
                    self.visit(option, tried)
                self.visit(options[-1], at)
            case model.IfTrue(turn=inner, condition=condition):
                self.order.conditions.append((condition, before))
                self.visit(inner, at)
            case model.Repeat(turn=inner, times=times):
                if times is not None:
                    self.order.conditions.append((times, before))
                again = at.earlier if at.is_free else at.earlier | names(inner)
                asks = self.asks_players(inner)
                self.visit(inner, replace(
                    at, earlier=again, is_tested=True, is_fork=at.goes_on and asks,
                    goes_on=at.goes_on or asks,  # in the next round
                ))  # fmt: skip
            case model.Most(turn=inner, value=value):
                after = at.earlier | names(inner)
                ends = after if any(map(self.is_players, after)) else frozenset()
                self.order.values.append((value, ends))
                self.visit(inner, Place(at.earlier, is_tested=True))

    def sequence(self, steps: tuple[model.Turn, ...], at: Place) -> None:
        """Visit steps in order: each affects those before it, unless the rest is optional."""
        before = at.earlier
        for number, step in enumerate(steps):
            later = [s for s in steps[number + 1 :] if not is_optional(s, self.sure)]
            rest_free = ends_simultaneously(step) or (at.is_free and not later)
            follows = self.failing(later[0]) if later else at.follows
            here = replace(
                at, earlier=before, is_free=rest_free, follows=follows,
                blocker=follows if is_optional(step, self.sure) else None,
                goes_on=at.goes_on or any(map(self.asks_players, steps[number + 1 :])),
            )  # fmt: skip
            self.visit(step, here)
            before = frozenset() if rest_free else before | names(step)

    def failing(self, turn: model.Turn) -> model.Act | None:
        """The first action in a part of a turn that may be impossible."""
        acts = (part for part in walk(turn) if isinstance(part, model.Act))
        return next((act for act in acts if not is_optional(act, self.sure)), None)

    def is_fork(self, turn: model.Else, at: Place) -> bool:
        """Whether players may choose something else where an option before the last is impossible.

        That the turn is over where none of them asks them is seen by everybody.
        """
        if at.is_fork and not is_optional(turn, self.sure):
            return True
        asking = sum(map(self.asks_players, turn.options))
        return asking > 1 or (asking == 1 and at.goes_on)

    def asks_players(self, turn: model.Turn) -> bool:
        """Whether players have something to choose in a part of a turn."""
        acts = (part.name for part in walk(turn) if isinstance(part, model.Act))
        return any(name in BUILTIN_MOVES or self.is_players(name) for name in acts)

    def is_players(self, name: str) -> bool:
        return name not in BUILTIN_MOVES and not self.game.actions[name].is_chance


def is_optional(turn: model.Turn, sure: frozenset[str] = frozenset()) -> bool:
    """Whether a part of a turn can be completed in every position, as some actions surely can."""
    match turn:
        case model.Act(name=name):
            return name in BUILTIN_MOVES or name in sure
        case model.Sequence(steps=steps):
            return all(is_optional(s, sure) for s in steps)
        case model.Choice(options=options) | model.Else(options=options):
            return any(is_optional(o, sure) for o in options)
        case model.IfTrue(turn=inner) | model.Most(turn=inner):
            return is_optional(inner, sure)
        case model.AllAtOnce():
            return False
    return True  # a repetition may have no round


# ---- options that are never taken ---------------------------------------------------------------

Options = Iterator[tuple[Span, str]]  # each with why no way takes it; empty for others
TWICE = "the same stands before it"


def check_reached(game: model.Game, report: Report) -> None:
    """Warn of an option that stands twice, or behind an `else` before which something is always
    possible; of what is written out in several places only where no place can reach it.
    """
    found: dict[Span, str] = {}
    for turn in turns_of(game):
        for span, why in options_of(turn, not game.after_turn):
            found[span] = why and found.get(span, why)
    for span, why in found.items():
        if why:
            first = "" if why == TWICE else "put what is to be tried first before the `else`, or "
            report.add("option-unreached", span, why=why, way_out=f"{first}delete the option")


def options_of(turn: model.Turn, is_free: bool) -> Options:
    """The options in a part of a turn; `is_free`: the rest can always be completed.

    A condition that does not hold is `else-not-reached`, which is told elsewhere.
    """
    match turn:
        case model.Sequence(steps=steps):
            for number, step in enumerate(steps):
                rest = is_free and all(map(is_optional, steps[number + 1 :]))
                yield from options_of(step, rest)
        case model.Choice(options=options) | model.Else(options=options):
            known = set()
            always: Span | None = None
            for option in options:
                is_twice = canonical(option) in known
                known.add(canonical(option))
                yield option.span, why_not(always, is_twice)
                yield from options_of(option, is_free)
                is_sure = is_free and is_optional(option) and not is_condition(option)
                if isinstance(turn, model.Else) and is_sure:
                    always = always or option.span
        case model.IfTrue(turn=inner):
            yield from options_of(inner, is_free)
        case model.Repeat(turn=inner) | model.Most(turn=inner):
            yield from options_of(inner, is_free=False)


def why_not(always: Span | None, is_twice: bool) -> str:
    """Why an option is never taken; empty where it may be."""
    if always is not None:
        return f"`{' '.join(always.text.split())}` before the `else` is always possible"
    return TWICE if is_twice else ""


def is_condition(turn: model.Turn) -> bool:
    """Whether a part of a turn is nothing where a condition does not hold."""
    return isinstance(turn, model.IfTrue)


def ends_simultaneously(turn: model.Turn) -> bool:
    """Whether a part of a turn ends with a choice of all, after which nothing must be possible."""
    match turn:
        case model.Sequence(steps=(*_, last)) | model.IfTrue(turn=last):
            return ends_simultaneously(last)
    return isinstance(turn, model.AllAtOnce)


def names(turn: model.Turn) -> frozenset[str]:
    """The actions that a part of a turn names."""
    return frozenset(part.name for part in walk(turn) if isinstance(part, model.Act))


# ---- conditions that are asked twice -------------------------------------------------------------


def check_asked_again(game: model.Game, reads: Reads, report: Report) -> None:
    """Warn of `a if c, b if not c` where a may change c, so that both may be carried out.

    What chance does is left alone: a card is drawn where there is none, and then there is one.
    """
    for turn in turns_of(game):
        for part in walk(turn):
            if isinstance(part, model.Sequence):
                for one, other in pairwise(part.steps):
                    if isinstance(one, model.IfTrue) and isinstance(other, model.IfTrue):
                        asked_again(game, reads, one, other, report)


def asked_again(
    game: model.Game, reads: Reads, one: model.IfTrue, other: model.IfTrue, report: Report
) -> None:
    """Warn if the second of two steps asks whether the condition of the first does not hold."""
    if canonical(denied(one.condition)) != canonical(denied(denied(other.condition))):
        return
    acts = [game.actions[name] for name in sorted(names(one.turn)) if name not in BUILTIN_MOVES]
    changed = changes(game, tuple(statement for act in acts for statement in act.body))
    if changed & reads.of(one.condition) and not any(act.is_chance for act in acts):
        report.add(
            "asked-again", other.span, condition=text_of(one.condition), first=text_of(one.turn),
            second=text_of(other.turn),
        )  # fmt: skip


def denied(condition: model.Expr) -> model.Expr:
    """The condition that holds where another does not; of two numbers, if both exist.

    Denied twice, `not a < b` is what `a >= b` is kept as.
    """
    match condition:
        case model.Not(operand=inner):
            return inner
        case model.Relation(op="<" | "<=" as op, left=left, right=right):
            turned = "<=" if op == "<" else "<"
            return replace(condition, op=turned, left=right, right=left)
    return model.Not(condition.span, FLAG, condition)


def text_of(part: model.Turn | model.Expr) -> str:
    """The words of a part of a turn, in one line."""
    return " ".join(part.span.text.split())


def simultaneous_names(game: model.Game) -> frozenset[str]:
    """The actions that all choose at once: of some the mover knows no more than `sees` tells."""
    rounds = (p for turn in turns_of(game) for p in walk(turn) if isinstance(p, model.AllAtOnce))
    return frozenset(act.name for one in rounds for act in one.acts)
