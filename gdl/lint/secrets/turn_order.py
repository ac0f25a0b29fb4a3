"""Which steps of a turn decide whether earlier moves are legal.

A move is legal only if the rest of the turn can be completed.  So a step that must be possible
affects the moves before it; one that may be left out does not, unless a value `with the most`
chooses the way.  `order` lists, for a turn, each action with the earlier actions that it affects.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from gdl.lint.logic.proofs import Facts
from gdl.model import nodes as model
from gdl.model.analysis import turns_of, walk
from gdl.source.spans import Span
from gdl.vocabulary.builtins import BUILTIN_MOVES


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


def ends_simultaneously(turn: model.Turn) -> bool:
    """Whether a part of a turn ends with a choice of all, after which nothing must be possible."""
    match turn:
        case model.Sequence(steps=(*_, last)) | model.IfTrue(turn=last):
            return ends_simultaneously(last)
    return isinstance(turn, model.AllAtOnce)


def names(turn: model.Turn) -> frozenset[str]:
    """The actions that a part of a turn names."""
    return frozenset(part.name for part in walk(turn) if isinstance(part, model.Act))


def simultaneous_names(game: model.Game) -> frozenset[str]:
    """The actions that all choose at once: of some the mover knows no more than `sees` tells."""
    rounds = (p for turn in turns_of(game) for p in walk(turn) if isinstance(p, model.AllAtOnce))
    return frozenset(act.name for one in rounds for act in one.acts)
